"""Small grey pictures compared with those before: what moved, and what crosses the rim.

Light is taken out first, as every pixel is held against its close surroundings; what
the camera itself moves is taken out next, as every picture is laid over an earlier one.
What is then left moved in the tray: dice, or a hand. Soft shadows, lamps and flicker
leave little, and an edge may be off by a third of a pixel.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.arrays import Array

AREA = 160 * 120  # pixels of the shrunk picture: a die of 1/16 of its width has 10
AROUND = 7  # pixels across the surroundings that a pixel is held against
SOFT = 0.6  # pixels
DARK = 16.0  # grey levels added below the line, or noise in the dark would count
POOL = 5  # pixels across the window in which differences are averaged
SLACK = 0.35  # pixels that an edge may be off: what shrinking and laying over leave
FADE = 0.2  # of its contrast: what a soft shadow takes from an edge
# A hand-held clip and one with a shadow that comes in: two pictures at rest differ by
# 0.016 at most, and by 0.033 while a die still turns on the spot.
MOVES = 0.02  # contrast, averaged over the window, between two pictures
CREEPS = 0.05  # the same against the first still one; that shadow makes 0.044 of it
PLAIN = 5  # times that: no view of the camera explains it
CROSSES = 0.04  # contrast that the bare tray does not have
RIM = 2  # pixels from the border that count as the border
REACH = 0.14  # of the shorter side: an arm reaches in at least so far, a die does not
HALO = 7  # pixels that averaging and joining make a thing wider
STEADY = 0.3  # pixels that the view of a camera on a stand seems to move
STRAY = 1  # pixels that edges of the tray may be off once the view moved more
CLIP = 0.05  # differences beyond are dice and hands, and say little about the camera
STIFF = np.diag([0.05, 0.05, 0.2, 0.2])  # holds the view where a tray shows no edges
TRIES = 3  # steps of the search for the view; one or two are enough as a rule
NEAR = 0.03  # pixels: closer a view is not searched
FAR = 0.04  # of the width: a view farther off shows another part of the table
DOT = np.ones((5, 5), np.uint8)


@dataclass(frozen=True)
class Motion:
    """What one picture says against those before it.

    `moved`: something moved in the tray since the picture before, or crept since the
    first still one. `crosses`: something that the bare tray lacks reaches in from the
    border. `strength` is the most that it differs from the picture before, in contrast
    averaged over a window.
    """

    moved: bool
    crosses: bool
    strength: float


class Comparison:
    """Compares each picture with the last, the first still one, and the bare tray."""

    def __init__(self, grey: Array) -> None:
        """Begin with a picture (height, width), uint8; it counts as the bare tray."""
        self._shape = grey.shape
        self._size = _shrunk_size(grey.shape)
        self._last = self._contrast(grey)
        self._still = self._laid = self._last
        self._anchor = Template(self._last)
        self._drift = self._before = self._gone = np.zeros(4)
        self._tray = Tray(self._last)

    @property
    def drifted(self) -> float:
        """How far the view went since the first still picture, in widths of it."""
        return float(np.abs(self._gone + self._drift).max()) / self._size[0]

    def fits(self, grey: Array) -> bool:
        """Return whether a picture has the size of those before."""
        return grey.shape == self._shape

    def begin(self) -> None:
        """Take the last picture as the first still one."""
        self._begin_rest(moved=False)
        self._gone = np.zeros(4)

    def keep(self) -> None:
        """Take the last picture for the tray as it is, nothing reaching in."""
        self._tray = Tray(self._last)
        self._before = -self._drift

    def compare(self, grey: Array) -> Motion:
        """Return what the next picture says."""
        now = self._contrast(grey)
        moved, strength = self._moved(now)
        crosses = self._tray.is_crossed(now, self._before + self._drift)
        self._last = now
        if moved or np.abs(self._drift).max() > FAR * self._size[0]:
            self._begin_rest(moved=moved)
        return Motion(moved, crosses, strength)

    def _moved(self, now: Array) -> tuple[bool, float]:
        """Return whether something moved, however the camera did, and how strongly."""
        found = self._anchor.view(now, self._drift)
        moved, least = True, math.inf
        # A shadow or a hand can pull at the view that was found: a camera that did not
        # move is as good an explanation.
        for view in _different(found, self._drift, np.zeros(4)):
            laid = self._anchor.laid_over(now, view)
            slack = SLACK * _slope(laid) + FADE * np.abs(laid)
            rim = _unsure(view)
            strength = _most_off(laid, self._laid, slack, rim)
            crept = _most_off(laid, self._still, slack, rim)
            least = min(least, strength)
            if strength <= MOVES and crept <= CREEPS:
                moved, self._drift, self._laid = False, view, laid
                break
            if strength > PLAIN * MOVES:
                break
        return moved, least

    def _begin_rest(self, *, moved: bool) -> None:
        """Take the last picture as the first still one."""
        # What moves in the tray pulls at the view: only a still one is to be trusted.
        self._gone = np.zeros(4) if moved else self._gone + self._drift
        if not moved:
            self._before = self._before + self._drift
        self._anchor, self._drift = Template(self._last), np.zeros(4)
        self._still = self._laid = self._last

    def _contrast(self, grey: Array) -> Array:
        """Return the shrunk picture, each pixel held against its surroundings."""
        small = cv2.resize(
            _halved(grey, self._size), self._size, interpolation=cv2.INTER_AREA
        )
        # Soft enough to be laid over another picture between its pixels.
        light = cv2.GaussianBlur(small.astype(np.float32), (5, 5), SOFT)
        around = cv2.blur(light, (AROUND, AROUND), borderType=cv2.BORDER_REFLECT)
        return np.asarray(
            (light - around) / (0.5 * (light + around) + DARK), np.float32
        )


class Template:
    """A picture that later ones are laid over: shifted, turned and scaled a little.

    The view is searched at half the size, which is as close and four times as quick.
    """

    def __init__(self, contrast: Array) -> None:
        self._contrast = contrast
        self._small = _half(contrast)
        across, down = _gradient(self._small)
        # Where a pixel is off by more than its edge allows, it shows something else.
        self._most = 2 * (np.abs(across) + np.abs(down)) + CLIP
        # At the border the surroundings change when the camera moves.
        for slope in (across, down):
            slope[:2] = slope[-2:] = slope[:, :2] = slope[:, -2:] = 0
        x, y = _from_middle((self._small.shape[1], self._small.shape[0]))
        moves = np.stack([across, down, across * x + down * y, down * x - across * y])
        self._moves = moves.reshape(4, -1)
        self._solve = np.linalg.inv(self._moves @ self._moves.T + STIFF)

    def view(self, contrast: Array, view: Array) -> Array:
        """Return the view (4,) of a picture.

        That is the shift in pixels, then scale and turn in pixels at the end of the
        longer side; `view` is that of the picture before, from which the search starts.
        """
        small = _half(contrast)
        for _ in range(TRIES):
            off = warp(small, view / 2, self._small) - self._small
            off[np.abs(off) > self._most] = 0
            step = 2 * self._solve @ (self._moves @ off.ravel())
            if np.abs(step).max() < NEAR:
                break
            view = view - step
        return view

    def laid_over(self, contrast: Array, view: Array) -> Array:
        """Return a picture of that view laid over this one."""
        return warp(contrast, view, self._contrast)


def warp(contrast: Array, view: Array, below: Array) -> Array:
    """Return a picture moved by a view; what it does not cover is as in `below`."""
    if not view.any():
        return contrast
    height, width = contrast.shape
    half = max(width, height) / 2
    across, down, scale, turn = view[0], view[1], view[2] / half, view[3] / half
    x, y = width / 2, height / 2
    matrix = np.array(
        [
            [1 + scale, -turn, across - scale * x + turn * y],
            [turn, 1 + scale, down - turn * x - scale * y],
        ]
    )
    return cv2.warpAffine(
        contrast,
        matrix,
        (width, height),
        dst=below.copy(),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_TRANSPARENT,
    )


class Tray:
    """The tray with nothing reaching in, to see an arm by."""

    def __init__(self, contrast: Array) -> None:
        self._size = (contrast.shape[1], contrast.shape[0])
        self._contrast = contrast
        self._close = (contrast - CROSSES, contrast + CROSSES)
        window = np.ones((2 * STRAY + 1, 2 * STRAY + 1), np.uint8)
        least, most = cv2.erode(contrast, window), cv2.dilate(contrast, window)
        self._loose = (least - CROSSES, most + CROSSES)

    def is_crossed(self, contrast: Array, view: Array) -> bool:
        """Return whether an arm reaches in; `view` is how far the picture is off."""
        moved = float(np.abs(view).max())
        least, most = self._close if moved < STEADY else self._loose
        laid = warp(contrast, view, self._contrast)
        off = np.maximum(np.maximum(laid - most, least - laid), 0)
        # What was laid over leaves a strip at the border that nothing is known of.
        rim = RIM + math.ceil(moved)
        at_rim = _rim(off, rim) > 0
        if not at_rim.any():
            return False
        strange = cv2.blur(off, (POOL, POOL)) > CROSSES
        joined = cv2.dilate(strange.astype(np.uint8), DOT)
        _, labels, boxes, _ = cv2.connectedComponentsWithStats(joined)
        touching = set(_rim(labels, rim)[at_rim]) - {0}
        enough = REACH * min(self._size) + HALO
        return any(_depth(boxes[k], self._size, rim) >= enough for k in touching)


def _shrunk_size(shape: tuple[int, ...]) -> tuple[int, int]:
    """Return width and height of the shrunk picture, never more than it has."""
    height, width = shape
    scale = min(1.0, (AREA / (height * width)) ** 0.5)
    return max(16, round(width * scale)), max(16, round(height * scale))


def _halved(grey: Array, size: tuple[int, int]) -> Array:
    """Return the picture halved while it is more than twice too large."""
    while grey.shape[1] >= 2 * size[0] and grey.shape[0] >= 2 * size[1]:
        half = (grey.shape[1] // 2, grey.shape[0] // 2)
        grey = cv2.resize(grey, half, interpolation=cv2.INTER_AREA)
    return grey


def _half(contrast: Array) -> Array:
    """Return the picture at half the size, soft enough to go by its slopes."""
    return cv2.pyrDown(contrast)


def _gradient(contrast: Array) -> tuple[Array, Array]:
    """Return the slopes along x and y, in contrast a pixel."""
    return (
        cv2.Sobel(contrast, cv2.CV_32F, 1, 0, scale=1 / 8),
        cv2.Sobel(contrast, cv2.CV_32F, 0, 1, scale=1 / 8),
    )


def _slope(contrast: Array) -> Array:
    across, down = _gradient(contrast)
    return np.asarray(np.abs(across) + np.abs(down))


def _most_off(one: Array, two: Array, slack: Array, rim: int) -> float:
    """Return the most that two pictures differ inside a rim, averaged over a window."""
    off = cv2.absdiff(one, two)
    off -= slack
    inside = np.maximum(off, 0, out=off)[rim : len(off) - rim, rim : len(off[0]) - rim]
    return float(cv2.blur(inside, (POOL, POOL)).max())


def _unsure(view: Array) -> int:
    """Return how many pixels at the border a view leaves unknown."""
    off = float(np.abs(view).max())
    # Past the shift itself, the surroundings at the border are not the same either.
    return math.ceil(off) + AROUND // 2 if off > NEAR else 0


@cache
def _from_middle(size: tuple[int, int]) -> tuple[Array, Array]:
    """Return x and y from the middle, in halves of the longer side."""
    width, height = size
    half = max(width, height) / 2
    x, y = np.meshgrid(
        (np.arange(width) - width / 2) / half, (np.arange(height) - height / 2) / half
    )
    return x.astype(np.float32), y.astype(np.float32)


def _different(*views: Array) -> list[Array]:
    """Return the views without those that are as good as one before."""
    kept: list[Array] = []
    for view in views:
        if all(np.abs(view - other).max() > NEAR for other in kept):
            kept.append(view)
    return kept


def _rim(picture: Array, width: int) -> Array:
    """Return the pixels within `width` of the border, in a row."""
    sides = (
        picture[:width],
        picture[-width:],
        picture[width:-width, :width],
        picture[width:-width, -width:],
    )
    return np.concatenate([side.ravel() for side in sides])


def _depth(box: Array, size: tuple[int, int], rim: int) -> int:
    """Return how far a part that touches the border reaches in, in pixels."""
    left, top, width, height = (int(v) for v in box[:4])
    reaches = []
    if left <= rim:
        reaches.append(left + width)
    if top <= rim:
        reaches.append(top + height)
    if left + width >= size[0] - rim:
        reaches.append(size[0] - left)
    if top + height >= size[1] - rim:
        reaches.append(size[1] - top)
    return max(reaches, default=0)
