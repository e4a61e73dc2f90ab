"""Cards and their files are held to each other."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import onnxruntime
import pytest

from models.card import (
    CARDS,
    BadCard,
    NoCard,
    WrongArtefact,
    check_artefact,
    load_card,
    settings_of,
)
from vision.read import LABELS, STATES, VIEW, Settings

MEASURING = Path(__file__).parents[2] / "benchmarks" / "models" / "cards"
ALL = [*sorted(CARDS.glob("*.md")), *sorted(MEASURING.glob("*.md"))]
FACES = [path for path in ALL if path.stem.startswith("face")]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A card with its file, to be spoilt."""
    card = load_card(FACES[0])
    (tmp_path / "cards").mkdir()
    (tmp_path / "artefacts").mkdir()
    shutil.copy(card.artefact, tmp_path / "artefacts")
    return Path(shutil.copy(card.path, tmp_path / "cards"))


def test_there_are_cards() -> None:
    assert {path.stem for path in CARDS.glob("*.md")} == {"face", "find"}
    assert {path.stem for path in MEASURING.glob("*.md")} == {
        "face-without-byler",
        "find-without-byler",
    }


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_card_describes_its_file(path: Path) -> None:
    card = load_card(path)
    artefact = check_artefact(card)
    assert artefact.stat().st_size <= 2_000_000
    session = onnxruntime.InferenceSession(str(artefact))
    notes = session.get_modelmeta().custom_metadata_map
    assert [output.name for output in session.get_outputs()] == list(card.outputs)
    assert notes["data"] == card.data
    assert (int(notes["seed"]), int(notes["samples"])) == (card.seed, card.samples)
    assert 0 < card.risk <= 0.01


@pytest.mark.parametrize("path", FACES, ids=lambda path: path.stem)
def test_a_face_card_describes_its_file(path: Path) -> None:
    card = load_card(path)
    session = onnxruntime.InferenceSession(str(card.artefact))
    notes = session.get_modelmeta().custom_metadata_map
    assert tuple(session.get_inputs()[0].shape[1:]) == card.shape == (3, VIEW, VIEW)
    assert tuple(json.loads(notes["labels"])) == card.outputs["values"] == LABELS
    assert tuple(json.loads(notes["states"])) == card.outputs["states"] == STATES
    assert session.get_outputs()[2].shape[1] == card.outputs["embeddings"]
    settings = settings_of(card, Settings)
    assert settings.sha256 == card.sha256
    assert 0.5 <= settings.threshold < 1


def test_settings_of_another_model_are_refused() -> None:
    @dataclass(frozen=True)
    class Others:
        sha256: str
        peak: float = 0.5

    says = r"expected \[settings\] with peak, got cocked, lean_error, sure, temperature"
    with pytest.raises(BadCard, match=says):
        settings_of(load_card(FACES[0]), Others)


def test_every_artefact_has_a_card() -> None:
    folders = [cards.parent / "artefacts" for cards in (CARDS, MEASURING)]
    files = {path for folder in folders for path in folder.iterdir()}
    assert files == {load_card(path).artefact for path in ALL}


def test_a_missing_card_says_where(tmp_path: Path) -> None:
    with pytest.raises(NoCard, match=r"found no file: .*gone\.md"):
        load_card(tmp_path / "gone.md")


def test_a_missing_file_says_which(copy: Path) -> None:
    card = load_card(copy)
    card.artefact.unlink()
    with pytest.raises(NoCard, match=card.file):
        check_artefact(card)


def test_a_changed_file_is_refused(copy: Path) -> None:
    card = load_card(copy)
    with card.artefact.open("ab") as file:
        file.write(b"\0")
    with pytest.raises(WrongArtefact, match=card.sha256[:12]):
        check_artefact(card)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("+++\n", "", "two lines of"),
        ("name = ", "name ", "expected TOML"),
        ("sha256 = ", "hash = ", "'sha256' as a text"),
        ("seed = ", 'seed = "1" #', "'seed' as a whole number"),
        ("seed = ", "seed = true #", "'seed' as a whole number"),
        ("shape = [3", 'shape = ["3"', "'shape' as a list of whole numbers"),
        ("[outputs]", "[outs]", "'outputs' as a table"),
        ("embeddings = ", "embeddings = [6] #", "'outputs' as a table"),
        ("sure = ", 'sure = "yes" #', "'settings' as a table of numbers"),
    ],
)
def test_a_spoilt_card_says_what_is_missing(
    copy: Path, old: str, new: str, says: str
) -> None:
    text = copy.read_text()
    assert old in text
    copy.write_text(text.replace(old, new, 1))
    with pytest.raises(BadCard, match=says):
        load_card(copy)
