"""The face reader: rendered faces through the model that ships, and wrong models."""

from __future__ import annotations

import hashlib
import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.model_options import FACE_CARD
from firmware.reading import load_reader
from models.card import load_card, settings_of
from tests.vision.faces import (
    EDGE,
    SIDE,
    empty_table,
    leaning,
    picture_of,
    picture_of_cross,
)
from vision.errors import BadModel, NoModel
from vision.read import (
    LABELS,
    LOG,
    OFF,
    SOFT,
    FaceReader,
    Place,
    Settings,
    State,
    moved,
    view,
)

CARD = load_card(FACE_CARD)
CARD_SETTINGS = settings_of(CARD, Settings)
MIDDLE = (SIDE / 2, SIDE / 2)
HERE = Place(MIDDLE, EDGE)


@pytest.fixture(scope="module")
def reader() -> FaceReader:
    return load_reader(CARD)


@pytest.mark.parametrize("value", range(1, 7))
def test_golden_faces_have_their_names(reader: FaceReader, value: int) -> None:
    """The names of the classes are not shifted, whichever way the die lies."""
    for turn in (0.0, 0.4, 1.2, 2.5):
        (reading,) = reader.read(picture_of(value, turn), [Place(MIDDLE, EDGE)])
        assert (reading.face, reading.state) == (str(value), State.READ)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize(
    ("body", "paint"),
    [
        ((0.1, 0.1, 0.75), (0.95, 0.95, 0.95)),  # red, white pips
        ((0.12, 0.12, 0.12), (0.9, 0.9, 0.9)),  # black, white pips
        ((0.6, 0.35, 0.1), (0.2, 0.85, 0.9)),  # blue, yellow pips
    ],
)
def test_colours_do_not_matter(
    reader: FaceReader,
    value: int,
    body: tuple[float, float, float],
    paint: tuple[float, float, float],
) -> None:
    picture = picture_of(value, 0.8, body, paint)
    (reading,) = reader.read(picture, [Place(MIDDLE, EDGE)])
    assert reading.face == str(value)


@pytest.mark.parametrize("edge", [24.0, 48.0, 90.0])
def test_size_does_not_matter(reader: FaceReader, edge: float) -> None:
    for value in (3, 5, 6):
        picture = picture_of(value, edge=edge)
        (reading,) = reader.read(picture, [Place(MIDDLE, edge)])
        assert reading.face == str(value)


@pytest.mark.parametrize(
    "picture",
    [picture_of(0), empty_table(), picture_of_cross()],
    ids=["bare", "table", "cross"],
)
def test_what_is_no_pip_face_is_not_read(
    reader: FaceReader, picture: np.ndarray
) -> None:
    (reading,) = reader.read(picture, [Place(MIDDLE, EDGE)])
    assert reading.state is not State.READ


def test_a_reading_holds_together(reader: FaceReader) -> None:
    (reading,) = reader.read(picture_of(4), [Place(MIDDLE, EDGE)])
    assert reading.probabilities.shape == (len(LABELS),)
    assert reading.probabilities.sum() == pytest.approx(1, abs=1e-4)
    assert reading.confidence == pytest.approx(float(reading.probabilities[4]))
    assert reading.pose.sum() == pytest.approx(1, abs=1e-4)
    assert np.linalg.norm(reading.embedding) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("towards", [0.0, 1.0, 2.6, 4.4])
def test_the_lean_is_that_in_the_picture(reader: FaceReader, towards: float) -> None:
    """However the view of the die is turned; from above a flat die has none."""
    for tilt in (0.0, 0.45):
        picture, place, lean = leaning(5, towards, tilt)
        assert math.hypot(*lean) == pytest.approx(math.sin(tilt), abs=0.06)
        for turn in (0.0, 0.7, 2.0):
            (reading,) = reader.read(picture, [replace(place, turn=turn)])
            assert reading.lean == pytest.approx(lean, abs=0.15)
            assert reading.lean_error == CARD_SETTINGS.lean_error


def test_no_places_no_readings(reader: FaceReader) -> None:
    assert reader.read(picture_of(4), []) == []


def test_a_batch_reads_as_one_by_one(reader: FaceReader) -> None:
    pictures = [picture_of(value) for value in (1, 4, 6)]
    together = reader.answer(pictures, [HERE] * 3)
    alone = [reader.answer([picture], [HERE]) for picture in pictures]
    for index, one in enumerate(alone):
        assert together.values[index] == pytest.approx(one.values[0], abs=1e-4)


def looks_at(reader: FaceReader, picture: np.ndarray) -> np.ndarray:
    """What the net says of a picture: as it is, and of three softer turns of it where
    the first look has the face."""
    first = reader.look([view(picture, HERE)])
    nearer = view(picture, moved(HERE, first.places[0]))
    soft = cv2.GaussianBlur(nearer, (0, 0), SOFT)
    more = reader.look([np.rot90(soft, turns) for turns in (1, 2, 3)])
    return np.concatenate([first.values, more.values])


def test_unsure_views_are_averaged_over_four_turns_and_softer_looks() -> None:
    careful = FaceReader(CARD.artefact, replace(CARD_SETTINGS, sure=2.0))
    wanted = looks_at(careful, picture_of(6)).mean(0)
    said = careful.answer([picture_of(6)], [HERE])
    assert said.values[0] == pytest.approx(wanted, abs=1e-3)


def test_nothing_is_never_said_at_first_sight() -> None:
    reader = FaceReader(CARD.artefact, replace(CARD_SETTINGS, sure=0.5))
    looks = looks_at(reader, empty_table())
    assert looks[0].argmax() == 0
    said = reader.answer([empty_table()], [HERE])
    assert said.values[0] == pytest.approx(looks.mean(0), abs=1e-3)


def test_a_view_tells_where_the_face_is(reader: FaceReader) -> None:
    """Wherever the face is taken to be, within a third, it is found again."""
    for x, y, share in ((0.2, 0.0, 1.0), (0.0, -0.2, 1.0), (0.0, 0.0, 1.3)):
        for turn in (0.0, 1.0):
            centre = (MIDDLE[0] + x * EDGE, MIDDLE[1] + y * EDGE)
            (reading,) = reader.read(picture_of(5), [Place(centre, share * EDGE, turn)])
            assert reading.place is not None
            assert math.dist(reading.place.centre, MIDDLE) < 0.07 * EDGE
            assert reading.place.edge == pytest.approx(EDGE, rel=0.1)


def test_no_face_is_believed_to_be_far_off() -> None:
    far = moved(Place((50.0, 50.0), 10.0), np.asarray([5.0, -5.0, 9.0]))
    assert far.centre == pytest.approx((50 + 10 * OFF, 50 - 10 * OFF))
    assert far.edge == pytest.approx(10 * math.exp(LOG))


def test_the_turn_of_a_place_comes_upright() -> None:
    turned = view(picture_of(6, turn=0.0), Place(MIDDLE, EDGE, turn=math.pi / 2))
    straight = view(picture_of(6, turn=0.0), Place(MIDDLE, EDGE))
    gap = np.abs(np.rot90(straight).astype(int) - turned.astype(int)).mean()
    assert gap < 3


def test_the_whole_picture_is_a_face(reader: FaceReader) -> None:
    for value in range(1, 7):
        loose = picture_of(value)  # the face fills 56 % of it
        rim = round((SIDE - EDGE) / 2) - 4
        close = picture_of(value, turn=0.0)[rim:-rim, rim:-rim]
        for picture in (loose, close):
            assert reader.read_whole(picture).face == str(value)


def settings_for(path: Path) -> Settings:
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    return replace(Settings.of_file(path), sha256=found)


def changed(tmp_path: Path, old: bytes, new: bytes) -> Path:
    """Return the model with some bytes of the same length replaced."""
    data = CARD.artefact.read_bytes()
    assert len(old) == len(new)
    assert old in data
    path = tmp_path / "other.onnx"
    path.write_bytes(data.replace(old, new))
    return path


def test_a_missing_model_says_where(tmp_path: Path) -> None:
    with pytest.raises(NoModel, match=r"found no file: .*gone\.onnx"):
        FaceReader(tmp_path / "gone.onnx", Settings("0" * 64))


def test_another_file_than_the_cards_is_refused(tmp_path: Path) -> None:
    path = changed(tmp_path, b"leaning", b"leaming")
    with pytest.raises(BadModel, match="its card names"):
        FaceReader(path, Settings(CARD.sha256))


def test_what_is_no_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "words.onnx"
    path.write_bytes(b"not a model")
    with pytest.raises(BadModel, match="expected an ONNX model"):
        FaceReader(path, settings_for(path))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (b"views", b"vjews", "inputs"),
        (b"embeddings", b"embettings", "outputs"),
        (b'"none", "1"', b'"1", "none"', "labels"),
    ],
)
def test_foreign_names_are_refused(
    tmp_path: Path, old: bytes, new: bytes, says: str
) -> None:
    path = changed(tmp_path, old, new)
    with pytest.raises(BadModel, match=f"model with {says}"):
        FaceReader(path, settings_for(path))
