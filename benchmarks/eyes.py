"""How long a face takes to read, and a crop and a tray to draw, on one thread.

    python benchmarks/eyes.py [--card models/cards/face.md] [--times 40]

Faces are rendered trays of twelve dice; the further quarter turns of unsure ones are
part of the time. Printed are the median and the quickest of all times, in ms.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from firmware.model_options import FACE_CARD
from firmware.reading import load_reader
from models.card import load_card
from vision.arrays import Picture
from vision.grounds import GROUNDS
from vision.materials import Material
from vision.read import FaceReader, Place
from vision.render import render
from vision.scene import Body, Camera, Die, Lamp, Pose, Scene, Table, standard_faces

DICE = 12
PLACES = [(x, y) for x in (-2.4, -0.8, 0.8, 2.4) for y in (-1.6, 0.0, 1.6)]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--card", type=Path, default=FACE_CARD)
    parser.add_argument("--times", type=int, default=40)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    trays = [tray(seed) for seed in range(6)]
    pictures = [render(scene) for scene in trays]
    reader = load_reader(load_card(args.card))
    jobs: list[tuple[str, int, Callable[[int], object]]] = [
        ("face, read", DICE, lambda i: _read(reader, trays[i % 6], pictures[i % 6])),
        ("crop of 96 px, drawn", 1, lambda i: render(close(i))),
        ("tray of 12 dice, drawn", 1, lambda i: render(trays[i % 6])),
    ]
    for name, share, job in jobs:
        taken = [_timed(job, i) * 1000 / share for i in range(args.times)]
        print(f"{name}: median {statistics.median(taken):.2f}, least {min(taken):.2f}")


def tray(seed: int) -> Scene:
    """Return twelve dice of one colour each on a tray of 640 x 480 px."""
    rng = np.random.default_rng(seed)
    dice = tuple(_die(rng, x, y) for x, y in PLACES)
    camera = Camera.above(distance=18, edge_px=58, size=(640, 480))
    return Scene(dice, Table(GROUNDS["felt"](rng)), camera, _lamps())


def close(seed: int) -> Scene:
    """Return one die with a neighbour, as a crop of 96 px."""
    rng = np.random.default_rng(seed)
    dice = (_die(rng, 0, 0), _die(rng, 1.3, 0.4))
    camera = Camera.looking(dice[0].top()[0], 12, 0.3, 1.0, 0.5, 43.6, (96, 96))
    return Scene(dice, Table(GROUNDS["plain"](rng)), camera, _lamps())


def _die(rng: np.random.Generator, x: float, y: float) -> Die:
    base = rng.uniform(0.1, 1.0, 3)
    material = Material((float(base[0]), float(base[1]), float(base[2])))
    faces = standard_faces(int(rng.integers(1, 7)), 0.47, 0.19)
    pose = Pose.flat(x, y, float(rng.uniform(0, 6.3)))
    return Die(pose, Body(material=material), faces)


def _lamps() -> tuple[Lamp, ...]:
    return (Lamp(np.array([0.35, 0.2, 0.91], np.float32)),)


def _read(reader: FaceReader, scene: Scene, picture: Picture) -> object:
    tops = [scene.camera.project(die.top()) for die in scene.dice]
    places = [
        Place(
            (float(top[0, 0]), float(top[0, 1])), float(np.linalg.norm(top[1] - top[2]))
        )
        for top in tops
    ]
    return reader.read(picture, places)


def _timed(job: Callable[[int], object], turn: int) -> float:
    began = time.perf_counter()
    job(turn)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
