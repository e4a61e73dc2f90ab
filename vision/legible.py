"""Whether dice can be read at all: how blurred and how bright their pictures are.

Both are judged on the dice themselves: a sharp tablecloth behind blurred dice helps
nobody, and a dark room around a lamp's light hurts nobody.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Picture
from vision.read import SEEN

FACE = 1 / SEEN  # share of a view's width that the face itself takes


def blur(view: Picture) -> float:
    """Return how wide the steps of brightness on a face are, in edges of the die.

    `view` (n, n, 3) is SEEN edges wide around the face. Rendered pips give 0.06 where
    they are sharp, 0.14 after a blur of 0.06 edges (one standard deviation), 0.20 after
    one of 0.1, where they begin to flow into each other; whatever the die's size.
    """
    grey = cv2.cvtColor(view, cv2.COLOR_BGR2GRAY).astype(np.float32)
    rim = round(grey.shape[0] * (1 - FACE) / 2)
    face = grey[rim:-rim, rim:-rim]
    low, high = (float(value) for value in np.percentile(face, (2, 98)))
    along = cv2.Sobel(face, cv2.CV_32F, 1, 0, scale=1 / 8)
    down = cv2.Sobel(face, cv2.CV_32F, 0, 1, scale=1 / 8)
    steepest = float(np.percentile(cv2.magnitude(along, down), 99))
    return (high - low) / max(steepest, 1.0) / int(face.shape[0])


def brightness(picture: Picture) -> float:
    """Return how bright the brightest twentieth of a picture is, 0 to 1."""
    step = max(1, min(picture.shape[:2]) // 32)  # enough points to tell, and quick
    return float(np.percentile(picture[::step, ::step].max(axis=2), 95)) / 255
