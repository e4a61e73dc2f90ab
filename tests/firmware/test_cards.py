"""``dicetower cards``: what is said about good and bad card files, and how it exits."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import games.data
from firmware.cli import main
from games.record import read
from tests.firmware.terminal import ROOT

EXAMPLE = Path("docs/games/king_of_the_dice_junior_example.toml")
BOX = Path(str(games.data.__path__[0])) / "king_of_the_dice.toml"


def dicetower(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["cards", *words])
    return result.exit_code, result.output


def test_check_says_that_the_box_is_in_order() -> None:
    code, said = dicetower("check", str(BOX))
    assert code == 0
    assert (
        said == "king_of_the_dice.toml: 65 cards for King of the Dice, all in order\n"
    )


def test_check_says_no_in_one_sentence(tmp_path: Path) -> None:
    bad = tmp_path / "mine.toml"
    bad.write_text(BOX.read_text("utf-8").replace("points = 7,", "", 1), "utf-8")
    code, said = dicetower("check", str(bad))
    assert code == 1
    found = "mine.toml, citizen 5 (elf_6): 'points' is missing"
    assert said == f"{found}, expected a whole number\n"


def test_show_prints_every_card() -> None:
    code, said = dicetower("show", str(BOX))
    assert code == 0
    assert len(said.splitlines()) == 65
    assert "orc_32" in said


def test_show_line_is_an_option_for_a_match() -> None:
    code, said = dicetower("show", "--line", str(BOX))
    assert code == 0
    assert said.startswith("kotd.cards=citizen snob_even snob 5 city: all even; ")


@pytest.mark.parametrize("verb", ["check", "show"])
def test_no_file_is_bad_input(verb: str, tmp_path: Path) -> None:
    code, said = dicetower(verb, str(tmp_path / "none.toml"))
    assert code == 2
    assert "none.toml" in said


def play(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["play", *words, "--players", "Anna,Bo"])
    return result.exit_code, result.output


def test_own_cards_are_played_with(tmp_path: Path) -> None:
    """Without the file the record still tells which cards there were."""
    record, file = tmp_path / "match.txt", ROOT / EXAMPLE
    bots = ["--bot", "Anna", "--bot", "Bo", "--random", "3"]
    game = "king_of_the_dice_junior"
    code, said = play(game, "--cards", str(file), *bots, "--record", str(record))
    assert code == 0, said
    assert "deal green- green- green- lizards 2" in said
    found = read(record.read_bytes())
    assert found.finished
    assert found.match.game.options["kj.cards"].count("animal flower flower gem") == 22


def test_cards_of_another_game_are_bad_input() -> None:
    code, said = play("kings_gold", "--cards", str(ROOT / EXAMPLE))
    assert code == 2
    assert "holds cards of king_of_the_dice_junior, not of kings_gold" in said


def test_a_card_that_is_gone_is_not_taken_for_another(tmp_path: Path) -> None:
    """Of dwarf_111 and dwarf_11111 the short one is meant exactly, or not at all."""
    record = tmp_path / "match.txt"
    typed = "dwarf_111\ndeal dwarf_111\ndragon_30\ndrag\nhypno\norc_3\n"
    words = ["play", "king_of_the_dice", "--players", "Anna,Bo"]
    result = CliRunner().invoke(main, [*words, "--record", str(record)], input=typed)
    assert "The card dwarf_111 cannot come now" in result.output
    match = read(record.read_bytes()).match
    assert [match.text(entry.action) for entry in match.entries] == [
        "deal dwarf_111",
        "deal dragon_30",
        "deal hypnotist_12",
        "deal orc_3",
    ]
