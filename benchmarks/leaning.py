"""How well dice that lean are told from dice that lie flat, by how far they lean.

    python -m benchmarks.leaning [--finder models/cards/find.md] [--trays 200]

Every drawn tray has six dice, seen from straight above or aslant; one of them leans on
one edge. Of each band of degrees is printed how many were called cocked under the
strict rule, the lenient one, and how many were not found; of flat dice likewise, where
every one is an accusation.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from firmware.model_options import FACE_CARD, FIND_CARD
from firmware.reading import load_eyes
from models.training.dice import Ingredients, pip_die
from models.training.light import any_lamps, dimmed
from vision.arrays import Picture
from vision.grounds import GROUNDS
from vision.read import State
from vision.recognise import LENIENT, STRICT, SeenDie, recognise
from vision.render import render
from vision.scene import Camera, Die, Pose, Scene, Table

SIZE = (820, 616)
EDGE = 40.0  # px
PLACES = [(2.4 * (i % 3 - 1), 2.4 * (i // 3 - 0.5)) for i in range(6)]  # edges
LOOKS = Ingredients()
BANDS = ((0, 0), (6, 12), (12, 20), (20, 36))  # degrees


@dataclass(frozen=True)
class Tray:
    """A picture with the middle of each top face in px and how far each die leans."""

    picture: Picture
    dice: tuple[tuple[tuple[float, float], float], ...]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--face", type=Path, default=FACE_CARD)
    parser.add_argument("--finder", type=Path, default=FIND_CARD)
    parser.add_argument("--trays", type=int, default=200)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    eyes = load_eyes(args.face, args.finder)
    counts = {band: Counter[str]() for band in BANDS}
    for seed in range(args.trays):
        shown = tray(np.random.default_rng(seed))
        for rule, degrees in (("strict", STRICT), ("lenient", LENIENT)):
            seen = recognise(
                shown.picture, eyes.finds, eyes.reads, edge=EDGE, cocked=degrees
            )
            for centre, tilt in shown.dice:
                die = _at(centre, seen.dice)
                band = next(b for b in BANDS if b[0] <= tilt <= b[1])
                counts[band][rule] += die is not None and die.state is State.COCKED
                if rule == "strict":
                    counts[band].update(dice=1, missed=int(die is None))
    for (low, high), count in counts.items():
        what = f"{low} to {high} degrees" if high else "flat"
        print(
            f"{what}: of {count['dice']} dice called cocked {count['strict']} "
            f"(lenient {count['lenient']}), not found {count['missed']}"
        )


def tray(rng: np.random.Generator) -> Tray:
    """Return six dice on a table, the first of which leans on one edge."""
    tilts = [float(rng.uniform(BANDS[1][0], BANDS[-1][1])), 0, 0, 0, 0, 0]
    dice = [_die(rng, *at, tilt) for at, tilt in zip(PLACES, tilts, strict=True)]
    slant = math.radians(float(rng.choice([0.0, rng.uniform(10, 45)])))
    middle, side = np.asarray([0, 0, 0.5], np.float32), float(rng.uniform(0, 6.3))
    camera = Camera.looking(middle, 25, slant, side, 0.0, EDGE, SIZE)
    lamps, sky = dimmed(rng, any_lamps(rng, LOOKS, dice[0], camera))
    ground = GROUNDS["felt"](rng)
    picture = render(Scene(tuple(dice), Table(ground), camera, lamps, sky))
    tops = [camera.project(die.top())[0] for die in dice]
    return Tray(
        picture,
        tuple(
            ((float(x), float(y)), tilt)
            for (x, y), tilt in zip(tops, tilts, strict=True)
        ),
    )


def _die(rng: np.random.Generator, x: float, y: float, tilt: float) -> Die:
    turn = float(rng.uniform(0, 2 * math.pi))
    die = pip_die(rng, LOOKS, int(rng.integers(1, 7)))
    return replace(die, pose=Pose.leaning(x, y, turn, math.radians(tilt)))


def _at(centre: tuple[float, float], dice: Sequence[SeenDie]) -> SeenDie | None:
    """Return the die within half an edge of a place."""
    near = [die for die in dice if math.dist(die.sighting.centre, centre) < EDGE / 2]
    return near[0] if near else None


if __name__ == "__main__":
    main()
