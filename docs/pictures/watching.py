"""Draws a clip with known truth, watches it, and shows what the watcher says of it.

.venv/bin/python docs/pictures/watching.py
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from firmware.model_options import FACE_CARD, FIND_CARD
from firmware.reading import load_eyes
from firmware.rolls import RollWatcher
from firmware.watching import overlay
from vision.arrays import Picture
from vision.film import Faults, Film
from vision.frame import Frame

HERE = Path(__file__).parent
SIZE, EDGE, FPS = (640, 480), 56.0, 30.0
COLUMNS, WIDTH, GAP = 4, 240, 6
SOFT = [cv2.IMWRITE_JPEG_QUALITY, 82]


def main() -> None:
    """Write the strip of frames, and the largest of them."""
    film = Film(np.random.default_rng(24), SIZE, EDGE, Faults(sway=1.0, noise=2.0))
    film.rest(12)
    film.reach(0.35)
    film.throw(5)
    thrown = len(film.frames)
    film.reach(0.0)
    film.rest(16)
    read = len(film.frames)
    film.reach(0.6)
    film.take([0, 1])
    taken = len(film.frames)
    film.reach(0.0)
    film.rest(12)
    shown = watched(film)
    at = [6, 18, thrown - 7, thrown - 3, read - 12, read - 2, taken, -1]
    cv2.imwrite(str(HERE / "watching-strip.jpg"), strip([shown[k] for k in at]), SOFT)
    cv2.imwrite(str(HERE / "watching-roll.jpg"), shown[read - 2], SOFT)


def watched(film: Film) -> list[Picture]:
    """Return every frame with what is known after it."""
    eyes = load_eyes(FACE_CARD, FIND_CARD)
    watcher = RollWatcher(eyes.finds, eyes.reads)
    shown = []
    for number, picture in enumerate(film.frames):
        frame = Frame(picture, number / FPS, number)
        watcher.feed(frame)
        shown.append(overlay(frame, watcher))
    return shown


def strip(pictures: list[Picture]) -> Picture:
    """Return pictures side by side, in rows."""
    height = round(WIDTH * SIZE[1] / SIZE[0])
    rows = -(-len(pictures) // COLUMNS)
    sheet = np.full(
        (rows * (height + GAP) - GAP, COLUMNS * (WIDTH + GAP) - GAP, 3), 255, np.uint8
    )
    for k, picture in enumerate(pictures):
        small = cv2.resize(picture, (WIDTH, height), interpolation=cv2.INTER_AREA)
        top, left = k // COLUMNS * (height + GAP), k % COLUMNS * (WIDTH + GAP)
        sheet[top : top + height, left : left + WIDTH] = small
    return sheet


if __name__ == "__main__":
    main()
