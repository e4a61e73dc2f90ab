"""Counting blobs, the classic way to read a face: what a net must beat."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.crops import EDGE_PX, SIDE
from vision.arrays import Picture


def count_blobs(crop: Picture) -> int:
    """Return how many pip-like blobs the face in the middle of a crop shows.

    What differs from the body's median colour is split off (Otsu); round pieces of a
    pip's size inside the face count. 0 stands for none or more than six.
    """
    half = int(0.55 * EDGE_PX)
    face = crop[
        SIDE // 2 - half : SIDE // 2 + half, SIDE // 2 - half : SIDE // 2 + half
    ]
    face = cv2.resize(face, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    body = np.median(face.reshape(-1, 3), axis=0)
    gap = np.linalg.norm(face.astype(np.float32) - body, axis=2)
    grey = np.clip(gap, 0, 255).astype(np.uint8)
    _, mask = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    count, _, boxes, _ = cv2.connectedComponentsWithStats(mask)
    pips = sum(_is_pip(box, grey.shape[0]) for box in boxes[1:count])
    return pips if 1 <= pips <= 6 else 0


def _is_pip(box: NDArray[np.int32], across: int) -> bool:
    """Return whether a piece (left, top, width, height, area) may be a pip."""
    left, top, width, height, area = (int(v) for v in box)
    touches = left == 0 or top == 0 or left + width == across or top + height == across
    size = area / across**2  # a pip covers 1.5 to 8 % of a face
    round_enough = area > 0.55 * width * height and 0.5 < width / height < 2
    return not touches and 0.006 < size < 0.09 and round_enough
