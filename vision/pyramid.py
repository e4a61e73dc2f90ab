"""In which sizes a picture is looked at for dice, and the picture in each of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.arrays import Picture

BEST_PX = 24.0  # the edge at which a known scale is looked at
FINEST = 0.6  # of the picture's size: dice of 20 px are 12 px there
FINE_PX = 1000  # the longer side up to which a picture is looked at in full
COARSEST_PX = 66  # the longer side in the coarsest look: a die may fill the picture


def scales(shape: Sequence[int], edge: float | None) -> list[float]:
    """Return the scales at which to look at a picture of a shape, finest first.

    >>> [round(scale, 3) for scale in scales((1232, 1640), None)]
    [0.61, 0.305, 0.152, 0.076, 0.038]
    >>> scales((1232, 1640), 48.0)
    [0.5]
    """
    if edge is not None:
        return [min(2.0, BEST_PX / edge)]
    longest = max(shape[:2])
    finest = min(1.0, max(FINEST, FINE_PX / longest))
    octaves = max(0, math.ceil(math.log2(finest * longest / COARSEST_PX)))
    return [finest / 2**octave for octave in range(octaves + 1)]


def shrunk(
    picture: Picture, wanted: Sequence[float]
) -> Iterator[tuple[Picture, float]]:
    """Yield the picture at each scale, and the scale, when it is asked for.

    It is halved first, as often as that goes: to average four pixels is quick, and what
    a coarse look needs is no more.
    """
    height, width = picture.shape[:2]
    halves = [picture]
    for scale in wanted:
        while 0.5 ** len(halves) >= scale:
            tall, wide = (max(1, round(side / 2)) for side in halves[-1].shape[:2])
            halves.append(_resized(halves[-1], wide, tall))
        near = halves[max(0, math.floor(-math.log2(scale)))]
        tall, wide = (max(1, round(side * scale)) for side in (height, width))
        yield _resized(near, wide, tall), scale


def _resized(picture: Picture, width: int, height: int) -> Picture:
    """Return a picture of another size."""
    if picture.shape[:2] == (height, width):
        return picture
    way = cv2.INTER_AREA if width < picture.shape[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (width, height), interpolation=way), np.uint8)
