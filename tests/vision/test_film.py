"""Drawn clips: what they say lies there is what is drawn."""

from __future__ import annotations

import numpy as np
import pytest

from vision.film import Faults, Film, face_of

SIZE, EDGE = (160, 120), 16.0


def film(seed: int = 1, **faults: float) -> Film:
    return Film(np.random.default_rng(seed), SIZE, EDGE, Faults(**faults))


def test_a_rest_begins_when_all_dice_lie() -> None:
    clip = film()
    clip.rest(3)
    clip.throw(3)
    clip.rest(4)
    (rest,) = clip.rests
    assert rest.first == len(clip.frames) - 4
    assert rest.last == len(clip.frames) - 1
    assert len(rest.faces) == 3
    assert clip.dice[rest.first] == clip.dice[rest.last]


def test_dice_move_before_they_lie() -> None:
    clip = film(noise=0.0)
    clip.throw(1)
    clip.rest(2)
    first = clip.rests[0].first
    assert not np.array_equal(clip.frames[first - 3], clip.frames[first])
    assert np.array_equal(clip.frames[first], clip.frames[first + 1])


def test_dice_lie_apart() -> None:
    clip = film()
    clip.throw(6)
    places = np.array([die.pose.centre[:2] for die in clip.dice[-1]])
    gaps = np.linalg.norm(places[:, None] - places, axis=2)
    assert gaps[np.triu_indices(6, 1)].min() > 1.4


def test_dice_lie_in_the_picture() -> None:
    for seed in range(5):
        clip = film(seed)
        clip.throw(6)
        for die in clip.dice[-1]:
            (x, y), edge = clip.place_of(die)
            assert edge <= x <= SIZE[0] - edge
            assert edge <= y <= SIZE[1] - edge


def test_no_rest_while_an_arm_is_there() -> None:
    clip = film()
    clip.throw(2)
    clip.reach(0.5)
    clip.rest(5)
    assert clip.rests == []
    clip.reach(0.0)
    clip.rest(5)
    assert len(clip.rests) == 1


def test_what_is_taken_is_gone() -> None:
    clip = film()
    clip.throw(3)
    clip.rest(2)
    clip.reach(0.5)
    clip.take([0, 2])
    clip.reach(0.0)
    clip.rest(2)
    assert len(clip.rests[-1].faces) == 1
    assert clip.rests[-1].faces[0] == clip.rests[0].faces[1]


def test_only_new_dice_were_thrown() -> None:
    clip = film()
    clip.throw(2)
    clip.rest(2)
    clip.throw(1)
    clip.rest(2)
    assert len(clip.rests[-1].faces) == 3
    assert len(clip.rests[-1].thrown) == 1


@pytest.mark.parametrize("over", [True, False])
def test_a_push_keeps_the_face_or_not(over: bool) -> None:
    clip = film()
    clip.throw(1)
    clip.rest(2)
    before = clip.dice[-1][0]
    clip.push(0, over=over)
    clip.rest(2)
    after = clip.dice[-1][0]
    moved = np.linalg.norm(after.pose.centre - before.pose.centre)
    assert 0.3 < moved < 1.0
    assert over or face_of(after) == face_of(before)


def test_a_lamp_changes_the_light() -> None:
    clip = film(noise=0.0)
    clip.rest(1)
    clip.switch_lamp()
    clip.rest(1)
    assert clip.frames[1].mean() > clip.frames[0].mean() + 5


def test_the_same_seed_draws_the_same() -> None:
    one, two = film(3), film(3)
    for clip in (one, two):
        clip.throw(1)
    assert np.array_equal(one.frames[-1], two.frames[-1])
