"""Labels to crops, and what is measured on them; no training needed."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training.blobs import count_blobs
from models.training.calibrate import confidences, held_out
from models.training.crops import EDGE_PX, REACH, SIDE, Crops, State
from models.training.dice import Ingredients, pip_die
from models.training.evaluate import (
    Said,
    calibration_error,
    figures,
    lines,
    risk_coverage,
    wilson,
)
from models.training.photographs import Face, photographs, real_crops
from tests.vision.faces import EDGE, picture_of
from tests.vision.faces import SIDE as PICTURE
from vision import read
from vision.cut import cut
from vision.marks import Pips
from vision.materials import Pattern
from vision.read import Reading
from vision.scene import UP


def crops(values: list[int], scenes: list[int]) -> Crops:
    count = len(values)
    return Crops(
        np.zeros((count, SIDE, SIDE, 3), np.uint8),
        np.array(values, np.int8),
        np.full(count, -1, np.int16),
        np.zeros(count, np.int8),
        np.full((count, 2), np.nan, np.float32),
        np.array(scenes, np.int16),
    )


def said(value: int, face: str | None, confidence: float) -> Said:
    state = read.State.READ if confidence >= 0.9 else read.State.DOUBTFUL
    nothing = np.zeros(0)
    reading = Reading(face, confidence, state, nothing, nothing, nothing)
    label = Face((5, 5), 10, value, (6, 7))
    return Said(Path(f"{value}.jpg"), label, reading)


def test_scenes_are_held_out_whole() -> None:
    rng = np.random.default_rng(0)
    scenes = rng.integers(0, 20, 400)
    some = crops(rng.integers(0, 7, 400).tolist(), scenes.tolist())
    out = held_out(some, 0.15, seed=1)
    assert set(scenes[out]) & set(scenes[~out]) == set()
    assert 0.1 < out[some.values > 0].mean() < 0.25
    assert (out == held_out(some, 0.15, seed=1)).all()


def test_crops_survive_their_file(tmp_path: Path) -> None:
    some = crops([1, 0, 6], [3, 3, 4])
    some.save(tmp_path / "c.npz")
    again = Crops.load(tmp_path / "c.npz")
    assert again.digest() == some.digest()
    assert again.where(again.values > 0).scenes.tolist() == [3, 4]
    assert Crops.joined([some, again]).values.tolist() == [1, 0, 6] * 2


def folder_of_labels(tmp_path: Path, name: str, up: float = 0.0) -> Path:
    """A set of two photographs, a six and a two, with boxes around the die."""
    folder = tmp_path / "train" / name
    folder.mkdir(parents=True)
    photos = []
    for index, value in enumerate((6, 2)):
        cv2.imwrite(str(folder / f"{index}.png"), picture_of(value, turn=0.0))
        middle = PICTURE / 2 + up
        die = {"cx": PICTURE / 2, "cy": middle, "w": 140, "h": 140, "value": value}
        photos.append({"image": f"{index}.png", "complete": True, "dice": [die]})
    (folder / "labels.json").write_text(json.dumps({"photos": photos}))
    return folder


def test_faces_are_cut_by_their_labels(tmp_path: Path) -> None:
    found = real_crops(photographs(folder_of_labels(tmp_path, "byler")), seed=1)
    faces = found.where(found.values > 0)
    assert faces.values.tolist() == [6, 2]
    assert faces.states.tolist() == [State.FLAT, State.FLAT]
    assert [count_blobs(picture) for picture in faces.pictures] == [6, 2]


def test_the_top_of_an_oblique_die_lies_above_the_middle_of_its_box(
    tmp_path: Path,
) -> None:
    (photo, _) = photographs(folder_of_labels(tmp_path, "catan", up=28.0))
    (face,) = photo.faces
    assert face.label == (PICTURE / 2, PICTURE / 2 + 28)
    assert face.centre == pytest.approx((PICTURE / 2, PICTURE / 2))


@pytest.mark.parametrize("value", range(1, 7))
def test_blobs_are_counted_on_a_plain_face(value: int) -> None:
    picture = picture_of(value, turn=0.2)
    crop = cut(picture, (PICTURE / 2, PICTURE / 2), REACH * EDGE, SIDE)
    assert pytest.approx(EDGE_PX) == SIDE / REACH
    assert count_blobs(crop) == value


def test_faint_pips_are_nearer_to_the_body_than_others() -> None:
    def gap(faint: float, seed: int) -> float:
        rng = np.random.default_rng(seed)
        die = pip_die(rng, Ingredients(faint=faint, materials=False), 3)
        top = die.faces[UP]
        assert isinstance(top, Pips)
        return float(np.abs(np.subtract(die.body.material.base, top.colour)).max())

    faint = [gap(1.0, seed) for seed in range(40)]
    plain = [gap(0.0, seed) for seed in range(40)]
    assert min(faint) > 0.05
    assert np.median(faint) < 0.7 * np.median(plain)


def test_dice_of_two_colours_are_not_plain() -> None:
    rng = np.random.default_rng(1)
    looks = Ingredients(two_toned=1.0, materials=False)
    dice = [pip_die(rng, looks, 3) for _ in range(20)]
    assert {die.body.material.pattern for die in dice} == {
        Pattern.MARBLED,
        Pattern.SWIRLED,
    }


def test_interval_of_a_share() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(307, 309)
    assert (round(low, 3), round(high, 3)) == (0.977, 0.998)


def test_calibration_error_is_the_gap_between_said_and_true() -> None:
    honest = [said(1, "1", 0.75)] * 3 + [said(1, "2", 0.75)]
    assert calibration_error(honest) == pytest.approx(0)
    boasting = [said(1, "2", 0.95)] * 4
    assert calibration_error(boasting) == pytest.approx(0.95)


def test_risk_grows_with_coverage() -> None:
    some = [said(1, "1", 0.99), said(1, "1", 0.9), said(2, "1", 0.5)]
    coverage, risk = risk_coverage(some)
    assert coverage.tolist() == pytest.approx([1 / 3, 2 / 3, 1])
    assert risk.tolist() == pytest.approx([0, 0, 1 / 3])


def test_figures_count_what_nobody_was_asked_about() -> None:
    some = [said(1, "1", 0.99), said(2, "1", 0.95), said(3, None, 0.4)]
    found = figures(some)
    assert (found["faces"], found["right"], found["read"]) == (3, 1, 2)
    assert found["silent"] == 1


def test_lines_carry_the_middle_of_the_label() -> None:
    (line,) = lines([said(4, "4", 0.97)])
    photo = json.loads(line)
    assert photo["image"] == "4.jpg"
    assert photo["dice"] == [
        {"face": "4", "centre_px": [6, 7], "confidence": 0.97, "state": "read"}
    ]


def test_a_lower_temperature_makes_surer() -> None:
    values = np.log(np.array([[0.1, 0.6, 0.3, 0.0001, 0.0001, 0.0001, 0.0001]]))
    truths = np.array([1], np.int8)
    warm, cold = (confidences(values, truths, t).confidence[0] for t in (1.0, 0.5))
    assert warm < cold
    assert not confidences(values, truths, 1.0).wrong[0]
