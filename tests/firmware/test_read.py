"""``dicetower read``: right readings, clear errors, nothing else lost."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from firmware.cli import main
from firmware.model_options import FACE_CARD
from firmware.reading import Eyes
from models.card import load_card
from tests.vision.doubles import SaysFound, SaysRead, reading, sighting, sure_of
from tests.vision.faces import empty_table, picture_of
from tests.vision.test_pictures import giant
from vision.arrays import Picture
from vision.read import State


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["read", *map(str, args)])


def said(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def save(path: Path, picture: Picture) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(cv2.imencode(path.suffix, picture)[1].tobytes())
    return path


def test_each_picture_is_a_line(tmp_path: Path) -> None:
    paths = [save(tmp_path / f"{v}.png", picture_of(v)) for v in (5, 2)]
    result = run("--whole", "--json", *paths)
    assert result.exit_code == 0
    lines = said(result)
    assert [line["image"] for line in lines] == [str(path) for path in paths]
    assert [line["dice"][0]["face"] for line in lines] == ["5", "2"]
    (die,) = lines[0]["dice"]
    assert die["centre_px"] == [80.0, 80.0]
    assert die["state"] == "read"
    assert 0.5 < die["confidence"] <= 1
    assert lines[0]["doubt"] is None


def test_a_folder_is_read_in_order(tmp_path: Path) -> None:
    for value in (3, 1, 6):
        save(tmp_path / f"{value}.png", picture_of(value))
    (tmp_path / "notes.txt").write_text("not a picture")
    lines = said(run("--whole", "--json", tmp_path))
    assert [line["dice"][0]["face"] for line in lines] == ["1", "3", "6"]


def test_people_get_words(tmp_path: Path) -> None:
    path = save(tmp_path / "four.png", picture_of(4))
    result = run("--whole", path)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{path}: 4  read  ")


def test_what_shows_no_face_is_doubted(tmp_path: Path) -> None:
    result = run("--whole", "--json", save(tmp_path / "table.png", empty_table()))
    (line,) = said(result)
    assert result.exit_code == 0
    assert line["doubt"]
    assert line["dice"][0]["state"] != "read"


def test_pictures_are_drawn(tmp_path: Path) -> None:
    for folder in ("one", "two"):  # equal names stay apart
        save(tmp_path / folder / "die.png", picture_of(4))
    out = tmp_path / "drawn"
    assert (
        run("--whole", "--draw", out, tmp_path / "one", tmp_path / "two").exit_code == 0
    )
    drawn = sorted(out.iterdir())
    assert len(drawn) == 2
    picture = cv2.imread(str(drawn[0]))
    assert picture is not None
    assert picture.shape[1] >= 240
    blue, green, red = (int(v) for v in picture[1, 1])
    assert green > blue
    assert green > red


def forms_of_a_five(folder: Path) -> dict[str, Path]:
    """The same face in every form that must be read right."""
    five = picture_of(5)
    grey = cv2.cvtColor(five, cv2.COLOR_BGR2GRAY)
    clear = np.dstack([five, np.full(five.shape[:2], 255, np.uint8)])
    return {
        "grey": save(folder / "grey.png", grey),
        "sixteen bits": save(folder / "deep.png", five.astype(np.uint16) * 257),
        "alpha": save(folder / "alpha.png", clear),
        "jpeg": save(folder / "five.jpg", five),
        "webp": save(folder / "five.webp", five),
        "upper case": save(folder / "FIVE.PNG", five),
    }


@pytest.mark.parametrize(
    "form", ["grey", "sixteen bits", "alpha", "jpeg", "webp", "upper case"]
)
def test_forms_of_pictures(tmp_path: Path, form: str) -> None:
    result = run("--whole", "--json", forms_of_a_five(tmp_path)[form])
    assert result.exit_code == 0
    assert said(result)[0]["dice"][0]["face"] == "5"


def bad_pictures(folder: Path) -> dict[str, tuple[Path, str]]:
    """What cannot be read, with what is said of it."""
    whole = save(folder / "whole.jpg", picture_of(5)).read_bytes()
    (folder / "cut.jpg").write_bytes(whole[: len(whole) // 2])
    (folder / "words.png").write_bytes(b"these are words")
    (folder / "nothing.jpg").write_bytes(b"")
    (folder / "empty").mkdir()
    return {
        "cut off": (folder / "cut.jpg", "expected a whole picture"),
        "words": (folder / "words.png", "got something else"),
        "0 bytes": (folder / "nothing.jpg", "got an empty file"),
        "1x1": (
            save(folder / "dot.png", np.zeros((1, 1, 3), np.uint8)),
            "at least 12x12 px, got 1x1",
        ),
        "empty folder": (folder / "empty", "found none"),
        "missing": (folder / "gone.jpg", "No such file"),
    }


@pytest.mark.parametrize(
    "kind", ["cut off", "words", "0 bytes", "1x1", "empty folder", "missing"]
)
def test_a_bad_picture_is_named_and_the_others_are_read(
    tmp_path: Path, kind: str
) -> None:
    path, says = bad_pictures(tmp_path)[kind]
    good = save(tmp_path / "good.png", picture_of(2))
    result = run("--whole", "--json", path, good)
    assert result.exit_code == 2
    bad_line, good_line = said(result)
    assert bad_line["image"] == str(path)
    assert says in bad_line["error"]
    assert good_line["dice"][0]["face"] == "2"
    (sentence,) = result.stderr.splitlines()
    assert sentence.startswith("dicetower: ")
    assert says in sentence
    assert str(path) in sentence


def test_a_missing_card_is_named(tmp_path: Path) -> None:
    path = save(tmp_path / "a.png", picture_of(1))
    result = run("--whole", "--model", tmp_path / "gone.md", path)
    assert result.exit_code == 2
    assert "gone.md" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("spoil", "says"), [("remove", "found no file"), ("change", "got another")]
)
def test_a_missing_or_foreign_model_is_named(
    tmp_path: Path, spoil: str, says: str
) -> None:
    card = load_card(FACE_CARD)
    (tmp_path / "cards").mkdir()
    (tmp_path / "artefacts").mkdir()
    copy = shutil.copy(card.path, tmp_path / "cards")
    model = Path(shutil.copy(card.artefact, tmp_path / "artefacts"))
    model.unlink() if spoil == "remove" else model.write_bytes(b"foreign")
    result = run("--whole", "--model", copy, save(tmp_path / "a.png", picture_of(1)))
    assert result.exit_code == 2
    (sentence,) = result.stderr.splitlines()
    assert says in sentence


def test_other_verbs_start_without_the_runtime_of_the_nets() -> None:
    """A board on which onnxruntime cannot be imported still plays."""
    check = "import sys, firmware.cli; sys.exit('onnxruntime' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


# --- whole photographs, with eyes that say what a test wants ---------------------

FIVE, OPEN = (40.0, 40.0), (120.0, 60.0)


@pytest.fixture
def eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A five that is sure, and a die that is a 4 or a 6."""
    found = SaysFound((sighting(*FIVE, edge=30), sighting(*OPEN, edge=30)))
    said = {
        FIVE: sure_of("5"),
        OPEN: reading({"4": 0.5, "6": 0.4}, State.DOUBTFUL),
    }
    seen = Eyes(found, SaysRead(said))
    monkeypatch.setattr("firmware.reading.load_eyes", lambda face, find: seen)


@pytest.mark.usefixtures("eyes")
def test_a_photograph_is_a_line(tmp_path: Path) -> None:
    path = save(tmp_path / "table.jpg", picture_of(3))
    result = run("--json", path)
    assert result.exit_code == 0
    (line,) = said(result)
    assert line == {
        "image": str(path),
        "doubt": None,
        "dice": [
            {
                "face": "5",
                "centre_px": [40.0, 40.0],
                "confidence": 0.97,
                "state": "read",
            },
            {
                "face": "4",
                "centre_px": [120.0, 60.0],
                "confidence": 0.5,
                "state": "doubtful",
            },
        ],
    }


@pytest.mark.usefixtures("eyes")
def test_people_get_a_sentence(tmp_path: Path) -> None:
    path = save(tmp_path / "table.jpg", picture_of(3))
    result = run(path)
    assert result.stdout == f"{path}: 5; one die not sure: 4 or 6 at (120, 60)\n"
    assert result.stderr == ""


@pytest.mark.usefixtures("eyes")
def test_a_thousand_pictures_with_a_bad_one_among_them(tmp_path: Path) -> None:
    good = cv2.imencode(".png", np.full((160, 160, 3), 90, np.uint8))[1].tobytes()
    names = [f"{number:03d}.png" for number in range(1000)]
    for name in names:
        (tmp_path / name).write_bytes(good)
    (tmp_path / "500.png").write_bytes(good[:100])
    (tmp_path / "deeper").mkdir()
    save(tmp_path / "deeper" / "no.png", picture_of(1))
    result = run("--json", f"{tmp_path}/")
    assert result.exit_code == 2
    lines = said(result)
    assert [line["image"] for line in lines] == [f"{tmp_path}/{name}" for name in names]
    bad = [line["image"] for line in lines if "error" in line]
    assert bad == [f"{tmp_path}/500.png"]
    (sentence,) = result.stderr.splitlines()
    assert "500.png" in sentence


@pytest.mark.usefixtures("eyes")
def test_a_folder_is_echoed_as_it_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(tmp_path / "photos" / "a.png", picture_of(1))
    monkeypatch.chdir(tmp_path)
    for folder in ("photos", "./photos", "photos/"):
        (line,) = said(run("--json", folder))
        assert line["image"] == folder.rstrip("/") + "/a.png"


@pytest.mark.usefixtures("eyes")
def test_photographs_are_drawn_and_none_over_another(tmp_path: Path) -> None:
    out = tmp_path / "drawn"
    photos = tmp_path / "photos"
    save(photos / "a.png", picture_of(3))
    save(photos / "a.jpg", picture_of(3))
    assert run("--draw", out, photos).exit_code == 0
    drawn = sorted(out.iterdir())
    assert len(drawn) == 2
    picture = cv2.imread(str(drawn[0]))
    assert picture is not None
    assert picture.shape[1] >= 480


@pytest.mark.usefixtures("eyes")
@pytest.mark.parametrize(
    "kind", ["cut off", "words", "0 bytes", "1x1", "empty folder", "missing"]
)
def test_a_bad_photograph_is_named_and_the_others_are_read(
    tmp_path: Path, kind: str
) -> None:
    path, says = bad_pictures(tmp_path)[kind]
    result = run("--json", path, save(tmp_path / "good.png", picture_of(2)))
    assert result.exit_code == 2
    bad_line, good_line = said(result)
    assert bad_line["image"] == str(path)
    assert says in bad_line["error"]
    assert len(good_line["dice"]) == 2


@pytest.mark.usefixtures("eyes")
@pytest.mark.parametrize(
    "form", ["grey", "sixteen bits", "alpha", "jpeg", "webp", "upper case"]
)
def test_forms_of_photographs(tmp_path: Path, form: str) -> None:
    (line,) = said(run("--json", forms_of_a_five(tmp_path)[form]))
    assert [die["face"] for die in line["dice"]] == ["5", "4"]


@pytest.mark.usefixtures("eyes")
def test_a_giant_is_refused_and_a_panorama_read(tmp_path: Path) -> None:
    large = tmp_path / "large.png"
    large.write_bytes(giant(50_000, 50_000))
    wide = save(tmp_path / "wide.jpg", np.zeros((200, 2000, 3), np.uint8))
    result = run("--json", "--draw", tmp_path / "drawn", large, wide)
    assert result.exit_code == 2
    refused, panorama = said(result)
    assert "at most 64 megapixels" in refused["error"]
    assert panorama["doubt"] == "too dark"


@pytest.mark.parametrize("option", ["--model", "--finder"])
def test_a_missing_card_of_the_eyes_is_named(tmp_path: Path, option: str) -> None:
    path = save(tmp_path / "a.png", picture_of(1))
    result = run(option, tmp_path / "gone.md", path)
    assert result.exit_code == 2
    (sentence,) = result.stderr.splitlines()
    assert sentence.startswith("dicetower: expected the card of a model, found no file")
    assert "gone.md" in sentence


@pytest.mark.parametrize(
    ("spoil", "says"), [("remove", "found no file"), ("change", "got another")]
)
def test_a_missing_or_foreign_finder_is_named(
    tmp_path: Path, spoil: str, says: str
) -> None:
    """A card of a finder that names a file which is not there, or another one."""
    (tmp_path / "cards").mkdir()
    (tmp_path / "artefacts").mkdir()
    text = load_card(FACE_CARD).path.read_text().replace("face.onnx", "find.onnx")
    card = tmp_path / "cards" / "find.md"
    card.write_text(text)
    if spoil == "change":
        (tmp_path / "artefacts" / "find.onnx").write_bytes(b"foreign")
    result = run("--finder", card, save(tmp_path / "a.png", picture_of(1)))
    assert result.exit_code == 2
    (sentence,) = result.stderr.splitlines()
    assert says in sentence
    assert "find.onnx" in sentence
