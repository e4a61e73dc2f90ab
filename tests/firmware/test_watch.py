"""``dicetower watch``: lines for people and programs, overlay clips, bad sources."""

from __future__ import annotations

import json
from pathlib import Path

import click
import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from firmware import reading
from firmware.cli import main
from firmware.reading import Eyes
from vision.arrays import Picture
from vision.film import Film, face_of
from vision.find import Found
from vision.knowing import Knows

SIZE, EDGE = (200, 150), 18.0


class Follows(Knows):
    """Knows which frame of a film it is shown by comparing it."""

    def find(self, picture: Picture, edge: float | None = None) -> Found:
        film = self._film()
        gaps = [float(cv2.norm(picture, frame)) for frame in film.frames]
        self.number = int(np.argmin(gaps))
        return super().find(picture, edge)


@pytest.fixture
def film(monkeypatch: pytest.MonkeyPatch) -> Film:
    """A throw of three dice, taken away by a hand, and eyes that know it."""
    drawn = Film(np.random.default_rng(4), SIZE, EDGE)
    drawn.rest(10)
    drawn.throw(3)
    drawn.rest(14)
    drawn.reach(0.6)
    drawn.take([0, 1, 2])
    drawn.reach(0.0)
    drawn.rest(10)
    knows = Follows()
    knows.film = drawn
    monkeypatch.setattr(reading, "load_eyes", lambda *cards: Eyes(knows, knows))
    return drawn


@pytest.fixture
def clip(film: Film, tmp_path: Path) -> Path:
    path = tmp_path / "throw.avi"
    code = cv2.VideoWriter.fourcc(*"MJPG")
    video = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, code, 30.0, SIZE)
    for frame in film.frames:
        video.write(frame)
    video.release()
    return path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["watch", *map(str, arguments)])


def test_a_roll_is_one_json_object(film: Film, clip: Path) -> None:
    result = run(clip, "--json")
    assert result.exit_code == 0
    (line,) = [json.loads(text) for text in result.stdout.splitlines()]
    (rest,) = film.rests
    assert line["clip"] == str(clip)
    assert abs(line["first"] - rest.first) <= 4
    assert abs(line["last"] - rest.last) <= 4
    assert sorted(line["faces"]) == sorted(rest.faces)
    assert line["doubt"] is None
    assert "corrects" not in line


def test_people_get_words(film: Film, clip: Path) -> None:
    result = run(clip)
    assert result.exit_code == 0
    name, roll = result.stdout.splitlines()
    assert name == f"{clip}:"
    assert roll.endswith(": " + " ".join(sorted(film.rests[0].faces)))


def test_a_rest_that_is_not_over_has_no_last_frame(film: Film, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number, frame in enumerate(film.frames[: film.rests[0].last]):
        cv2.imwrite(str(folder / f"{number:03}.png"), frame)
    result = run(folder, "--json")
    (line,) = [json.loads(text) for text in result.stdout.splitlines()]
    assert line["clip"] == str(folder)
    assert line["last"] is None


def test_each_source_is_drawn(clip: Path, tmp_path: Path) -> None:
    answers = tmp_path / "answers"
    assert run(clip, clip, "--draw", answers).exit_code == 0
    drawn = sorted(answers.iterdir())
    assert [path.name for path in drawn] == ["throw-2.webm", "throw.webm"]
    video = cv2.VideoCapture(str(drawn[0]))
    taken, picture = video.read()
    assert taken
    assert picture.shape == (SIZE[1], SIZE[0], 3)


def test_what_cannot_be_watched_is_named_and_the_rest_is_watched(
    clip: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"no clip")
    result = run(broken, clip, "--json")
    assert result.exit_code == 2
    lines = [json.loads(text) for text in result.stdout.splitlines()]
    assert lines[0]["clip"] == str(broken)
    assert "expected a clip" in lines[0]["error"]
    assert lines[1]["clip"] == str(clip)
    assert "dicetower: expected a clip" in result.stderr


def test_a_keep_zone_leaves_dice_out(film: Film, clip: Path) -> None:
    lying = film.dice[film.rests[0].first]
    (x, y), edge = film.place_of(lying[0])
    zone = ",".join(str(round(v)) for v in (x - edge / 2, y - edge / 2, edge, edge))
    result = run(clip, "--json", "--keep-zone", zone)
    others = [face_of(die) for die in lying[1:]]
    assert sorted(json.loads(result.stdout)["faces"]) == sorted(others)


def test_a_bad_keep_zone_is_refused(clip: Path) -> None:
    result = run(clip, "--keep-zone", "0,0,wide")
    assert result.exit_code == 2
    assert "--keep-zone X,Y,W,H" in result.stderr


def test_help_names_the_sources() -> None:
    assert isinstance(main.commands["watch"], click.Command)
    assert "SOURCE" in run("--help").stdout
