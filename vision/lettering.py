"""Words on pictures, in the typeface that OpenCV brings along."""

from __future__ import annotations

import cv2

from vision.arrays import Picture

Ink = tuple[int, int, int]  # BGR, 0 to 255
BOLD = 700
SANS = cv2.FontFace("sans") if hasattr(cv2, "FontFace") else None  # from OpenCV 5 on
STROKES = 30.0  # px that the older stroke letters are high at scale 1, room included


def write(
    picture: Picture, words: str, at: tuple[float, float], size: float, ink: Ink
) -> None:
    """Write words of `size` px on the picture, `at` the left end of their foot line."""
    foot = (round(at[0]), round(at[1]))
    if SANS is not None:
        cv2.putText(picture, words, foot, ink, SANS, round(size), BOLD)
        return
    scale, thick = _strokes(size)
    face = cv2.FONT_HERSHEY_SIMPLEX
    cv2.putText(picture, words, foot, face, scale, ink, thick, cv2.LINE_AA)


def width_of(words: str, size: float) -> int:
    """Return how many px across words of `size` px are."""
    if SANS is not None:
        room = cv2.getTextSize((10_000, 100), words, (0, 50), SANS, round(size), BOLD)
        return int(room[2])
    scale, thick = _strokes(size)
    room, _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    return int(room[0])


def height_of(size: float) -> float:
    """Return how high capitals and numerals of `size` px are."""
    return 0.7 * size


def _strokes(size: float) -> tuple[float, int]:
    """Return scale and thickness of letters drawn with strokes."""
    return size / STROKES, max(1, round(size / 12))
