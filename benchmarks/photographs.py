"""How long a photograph takes, beside counting blobs, and how much memory; one thread.

    python -m benchmarks.photographs [--finder models/cards/find.md] [--times 20]

The pictures are rendered trays of 1640 x 1232 px, decoded; finder, reader and judging
are part of the time. Blobs are counted as hobby readers do it: median blur,
SimpleBlobDetector, DBSCAN. Printed are medians in ms and how many dice were right.
Memory is the most that a process held while `dicetower read` read a photograph of 12
megapixels.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from firmware.model_options import FACE_CARD, FIND_CARD
from firmware.reading import load_eyes
from vision.arrays import Array, Picture
from vision.grounds import GROUNDS
from vision.materials import Material
from vision.recognise import recognise
from vision.render import render
from vision.scene import Body, Camera, Die, Lamp, Pose, Scene, Table, standard_faces

SIZE = (1640, 1232)
EDGE = 80.0  # px; a die of 16 mm in a tray 33 cm across
DICE = (6, 12, 24)
TRAYS = 3  # pictures of each number of dice
TWELVE_MEGAPIXELS = (4000, 3000)

# A process tells of itself: what waits for it would count its own memory as well.
WATCHED = """
import sys
from pathlib import Path
from firmware.cli import main
main(standalone_mode=False)
status = Path("/proc/self/status").read_text()
sys.stderr.write(status.split("VmHWM:")[1].split("\\n")[0])
"""


@dataclass(frozen=True)
class Tray:
    """A picture and the values that its dice show."""

    picture: Picture
    values: Counter[str]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--face", type=Path, default=FACE_CARD)
    parser.add_argument("--finder", type=Path, default=FIND_CARD)
    parser.add_argument("--times", type=int, default=20)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    eyes = load_eyes(args.face, args.finder)

    def looked(picture: Picture, edge: float | None) -> Counter[str]:
        seen = recognise(picture, eyes.finds, eyes.reads, edge=edge)
        return Counter(die.face for die in seen.dice if die.face is not None)

    readers: list[tuple[str, Callable[[Picture], Counter[str]]]] = [
        ("dicetower, known scale", lambda picture: looked(picture, EDGE)),
        ("dicetower, unknown scale", lambda picture: looked(picture, None)),
        ("blobs, known scale", count_blobs),
    ]
    for dice in DICE:
        trays = [tray(seed, dice) for seed in range(TRAYS)]
        for name, reader in readers:
            print(_measured(f"{dice} dice, {name}", reader, trays, args.times))
    for drawing in (False, True):
        what = "read and drawn" if drawing else "read"
        megabytes = memory(args.face, args.finder, drawing=drawing)
        print(f"12 megapixels, {what}: at most {megabytes:.0f} MB")


def count_blobs(picture: Picture, edge: float = EDGE) -> Counter[str]:
    """Return the values that groups of round blobs make, the classic way."""
    grey = cv2.medianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), 5)
    settings = cv2.SimpleBlobDetector.Params()
    settings.filterByInertia = settings.filterByConvexity = False
    settings.filterByCircularity = True
    settings.minCircularity = 0.6
    settings.minArea = float(np.pi * (0.05 * edge) ** 2)
    settings.maxArea = float(np.pi * (0.16 * edge) ** 2)
    spots: list[tuple[float, float]] = []
    for colour in (0, 255):  # dark pips, then light ones
        settings.blobColor = colour
        found = cv2.SimpleBlobDetector.create(settings).detect(grey)
        spots += [(float(spot.pt[0]), float(spot.pt[1])) for spot in found]
    sizes = Counter(clusters(np.array(spots).reshape(-1, 2), reach=0.5 * edge))
    return Counter(str(size) for size in sizes.values())


def clusters(points: Array, reach: float) -> list[int]:
    """Return the cluster of each point (n, 2): DBSCAN where every point is a core.

    >>> clusters(np.array([[0, 0], [9, 0], [1, 0], [2, 0]]), reach=1)
    [0, 1, 0, 0]
    """
    gaps = np.linalg.norm(points[:, None] - points[None], axis=2)
    labels = [-1] * len(points)
    for start in range(len(points)):
        if labels[start] >= 0:
            continue
        label = max(labels) + 1
        waiting = [start]
        while waiting:
            at = waiting.pop()
            if labels[at] < 0:
                labels[at] = label
                waiting += np.flatnonzero(gaps[at] <= reach).tolist()
    return labels


def tray(seed: int, dice: int, size: tuple[int, int] = SIZE) -> Tray:
    """Return dice in a loose grid, each with its own colour, turn and value."""
    rng = np.random.default_rng(seed)
    columns = 6 if dice > 6 else 3
    rows = -(-dice // columns)
    values = rng.integers(1, 7, dice).tolist()
    scene = []
    for index, value in enumerate(values):
        x = 2.2 * (index % columns - (columns - 1) / 2) + float(rng.uniform(-0.3, 0.3))
        y = 2.2 * (index // columns - (rows - 1) / 2) + float(rng.uniform(-0.3, 0.3))
        scene.append(_die(rng, x, y, value))
    camera = Camera.above(distance=25, edge_px=EDGE * size[0] / SIZE[0], size=size)
    lamps = (Lamp(np.array([0.35, 0.2, 0.91], np.float32)),)
    picture = render(Scene(tuple(scene), Table(GROUNDS["felt"](rng)), camera, lamps))
    return Tray(picture, Counter(str(value) for value in values))


def memory(face: Path, finder: Path, *, drawing: bool) -> float:
    """Return the most MB that a process held which reads one large photograph."""
    with tempfile.TemporaryDirectory() as folder:
        small = tray(0, 12).picture
        large = cv2.resize(small, TWELVE_MEGAPIXELS, interpolation=cv2.INTER_CUBIC)
        photograph = Path(folder) / "large.jpg"
        photograph.write_bytes(cv2.imencode(".jpg", large)[1].tobytes())
        command = ["read", str(photograph), "--model", str(face)]
        command += ["--finder", str(finder), *(["--draw", folder] if drawing else [])]
        process = [sys.executable, "-c", WATCHED, *command]
        told = subprocess.run(process, check=True, capture_output=True, text=True)
        return int(told.stderr.split()[-2]) / 1024


def _measured(
    name: str,
    reader: Callable[[Picture], Counter[str]],
    trays: list[Tray],
    times: int,
) -> str:
    """Return a line of what a reader takes and how many dice it has right."""
    right = sum((reader(one.picture) & one.values).total() for one in trays)
    taken = []
    for turn in range(times):
        picture = trays[turn % len(trays)].picture
        began = time.perf_counter()
        reader(picture)
        taken.append(1000 * (time.perf_counter() - began))
    dice = sum(one.values.total() for one in trays)
    middle, least = statistics.median(taken), min(taken)
    return f"{name}: median {middle:.1f} ms, least {least:.1f}; {right}/{dice} right"


def _die(rng: np.random.Generator, x: float, y: float, value: int) -> Die:
    base = rng.uniform(0.1, 1.0, 3)
    dark = float(base.mean()) > 0.4
    material = Material((float(base[0]), float(base[1]), float(base[2])))
    paint = (0.05, 0.05, 0.05) if dark else (0.9, 0.9, 0.9)
    faces = standard_faces(value, 0.47, 0.19, colour=paint)
    pose = Pose.flat(x, y, float(rng.uniform(0, 6.3)))
    return Die(pose, Body(material=material), faces)


if __name__ == "__main__":
    main()
