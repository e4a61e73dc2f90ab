"""Drawn pictures: of a size for screens, marked where the dice are, nothing hidden."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.doubles import sighting
from vision import lettering
from vision.arrays import Picture
from vision.draw import COLOURS, LONGEST, NARROWEST, draw_seen, mark
from vision.read import State
from vision.recognise import Seen, SeenDie


def die(x: float, y: float, edge: float, state: State = State.READ) -> SeenDie:
    return SeenDie(sighting(x, y, edge=edge), "4", 0.9, state, (("4", 0.6), ("6", 0.3)))


def grey(width: int, height: int) -> Picture:
    return np.full((height, width, 3), 128, np.uint8)


def share_of(picture: Picture, state: State) -> float:
    """The share of a picture that is about the colour of a state."""
    gap = np.abs(picture.astype(int) - COLOURS[state]).max(axis=2)
    return float((gap < 12).mean())


@pytest.mark.parametrize(
    ("size", "edge"),
    [((4000, 3000), 20), ((4000, 3000), 900), ((100, 80), 20), ((2000, 200), 60)],
)
def test_dice_of_any_size_are_marked(size: tuple[int, int], edge: float) -> None:
    width, height = size
    one = die(width / 2, height / 2, edge)
    drawn = draw_seen(grey(width, height), Seen((one,), None))
    assert NARROWEST <= drawn.shape[1] <= LONGEST
    assert share_of(drawn, State.READ) > 0.00002


@pytest.mark.parametrize("state", State)
def test_doubts_have_their_own_colours(state: State) -> None:
    drawn = draw_seen(grey(640, 480), Seen((die(320, 240, 60, state),), None))
    shares = {one: share_of(drawn, one) for one in State}
    assert max(shares, key=lambda one: shares[one]) is state


def test_the_face_of_a_die_stays_in_view() -> None:
    """Also of dice in a row, where words have to go elsewhere."""
    picture = grey(640, 480)
    row = [die(200 + 62 * step, 240, 60) for step in range(5)]
    mark(picture, row)
    for one in row:
        x, y = (round(v) for v in one.sighting.centre)
        assert (picture[y - 18 : y + 18, x - 18 : x + 18] == 128).mean() > 0.97


def test_words_stay_in_the_picture() -> None:
    picture = grey(640, 480)
    mark(picture, [die(620, 20, 40, State.DOUBTFUL)])
    colour = np.abs(picture.astype(int) - COLOURS[State.DOUBTFUL]).max(axis=2) < 12
    pill = cv2.morphologyEx(
        colour.astype(np.uint8), cv2.MORPH_OPEN, np.ones((9, 5), np.uint8)
    )
    assert 0 < int(np.flatnonzero(pill.any(axis=0)).max()) < 639


def test_the_outline_turns_with_the_die() -> None:
    """Turned by an eighth, a corner lies where the middle of a side was."""
    for turn, there in ((0.0, False), (np.pi / 4, True)):
        one = die(320, 240, 100)
        at = sighting(320, 240, edge=100)
        turned = type(at)(at.centre, at.edge, turn, at.lean, at.score)
        picture = grey(640, 480)
        mark(picture, [SeenDie(turned, "4", 0.9, State.READ, one.candidates)])
        assert (picture[240, 385:410] != 128).any() == there


def test_a_long_doubt_is_broken_into_lines() -> None:
    short = draw_seen(grey(480, 300), Seen((die(100, 100, 60),), None))
    many = tuple(die(40 + 60 * step, 100, 50, State.DOUBTFUL) for step in range(7))
    long = draw_seen(grey(480, 300), Seen(many, "blurred; too dark"))
    assert long.shape[0] > short.shape[0] + 40


def test_letters_of_older_versions_do_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before version 5 OpenCV knows strokes alone."""
    monkeypatch.setattr(lettering, "SANS", None)
    drawn = draw_seen(grey(640, 480), Seen((die(320, 240, 60),), "blurred"))
    assert share_of(drawn, State.READ) > 0.001
    assert lettering.width_of("4 or 6?", 20) > lettering.width_of("4", 20) > 5
