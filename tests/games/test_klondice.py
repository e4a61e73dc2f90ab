"""Klondice: every ruling by its name, and numbers that follow from the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from games.board_file import samples
from games.boards import Board, completions
from games.dice import Face, Roll
from games.klondice import CHART, CREDITS, Deal, Klondice, Phase, Place, State
from games.notation import Action
from games.record import Header, read, write
from games.referee import Accepted, Match, Refused, begin, judge, notation_of
from games.rules import Rolled, Step
from games.seats import DECK, TABLE, TOWER, Seat
from tests.games.playing import moments, random_game, random_players

ANNA, BO, CLEO = Seat(0), Seat(1), Seat(2)
NAMES = ("Anna", "Bo", "Cleo", "Dov", "Eli", "Fay")
ROUND_ROWS = "all_same free free = 20 | all_same 6 6 = 30"
LAST_THREES = "all_same 3 = 20 | all_same 3 = -40"


def game(**options: str) -> Klondice:
    return Klondice({f"kl.{name}": value for name, value in options.items()})


def action(text: str) -> Action:
    return notation_of(Klondice).parse(text, NAMES)


def turn(
    rows: str = ROUND_ROWS,
    dice: Sequence[int] = (16, 16),
    credits: Sequence[int] = (),
    of: Klondice | None = None,
) -> State:
    """Anna is about to throw for the first time on a board with these rows."""
    rules, players = of or game(), len(dice)
    state = rules.start(players)
    starts = ["roll 6", *["roll 1"] * (players - 1)]
    state = after(state, f"deal Test | {rows}", *starts, of=rules)
    credits = tuple(credits) or (CREDITS,) * players
    hand = min(5, dice[0])
    return replace(state, dice=tuple(dice), credits=credits, hand=hand)


def after(state: State, *actions: str, of: Klondice | None = None) -> State:
    """The state after these actions."""
    rules = of or game()
    for text in actions:
        state = rules.apply(state, action(text)).state
    return state


def thrown(rows: str, roll: str, *more: str, of: Klondice | None = None) -> State:
    """Anna has thrown this on a board with these rows, and gone on."""
    return after(turn(rows, of=of), f"roll {roll}", *more, of=of)


def no(state: State, text: str, of: Klondice | None = None) -> str:
    """The rule by which the action is refused."""
    rules = of or game()
    assert not rules.legal(state, action(text))
    why = rules.why_not(state, action(text))
    assert rules.rulebook.words.render(why, NAMES)
    return why.rule


def legal(state: State, of: Klondice | None = None) -> set[str]:
    rules = of or game()
    texts = [notation_of(Klondice).text(a, NAMES) for a in rules.legal_actions(state)]
    return set(texts)


def match_at(state: State, of: Klondice | None = None) -> Match:
    """A match that stands there, so that the referee can be asked."""
    match = begin(of or game(), NAMES[: len(state.credits)])
    return replace(match, states=(state,))


def judged(match: Match, seat: Seat, *texts: str) -> Match:
    for text in texts:
        answer = judge(match, seat, action(text))
        assert isinstance(answer, Accepted), answer
        match = answer.match
    return match


def refused(match: Match, seat: Seat, text: str) -> str:
    answer = judge(match, seat, action(text))
    assert isinstance(answer, Refused), answer
    assert match.render(answer.why)
    return answer.rule


# ---- the rows of the table


def test_kl_must_place() -> None:
    state = thrown(ROUND_ROWS, "1 2 3 4 5")
    assert legal(state) == {f"place {n} in 1" for n in range(1, 6)}
    assert "pass" in legal(after(state, "place 1 in 1"))


def test_kl_must_place_negative() -> None:
    state = thrown("all_same 3 3 = -40 | all_same 6 6 = 30", "1 1 2 3 4")
    assert legal(state) == {"place 3 in 1"}
    assert no(state, "pass") == "kl.no_early_pass"
    assert legal(after(state, "place 3 in 1")) == {"throw", "pass"}


def test_kl_several_dice() -> None:
    state = thrown(ROUND_ROWS, "6 6 5 5 1", "place 6 in 2", "place 5 in 1")
    assert [claim.dice for claim in state.claims] == [(5,), (6,)]
    state = after(state, "place 5 in 1")
    assert state.credits == (120, 100)
    assert state.roll == Roll.parse("1 6")


def test_kl_left_to_right() -> None:
    state = thrown("consecutive 2 3 4 = 20 | all_same free = 10", "3 3 4 2 1")
    assert no(state, "place 3 in 1") == "kl.left_to_right"
    assert no(state, "place 4 in 1") == "kl.left_to_right"
    assert no(state, "place 1 in 1") == "kl.matching_space"
    state = after(state, "place 2 in 1", "place 3 in 1")
    assert no(state, "place 3 in 1") == "kl.matching_space"
    assert after(state, "place 4 in 1").credits == (120, 100)


def test_kl_throw_again() -> None:
    state = thrown(ROUND_ROWS, "1 2 3 4 6")
    assert no(state, "throw") == "kl.throw_again"
    state = after(state, "place 6 in 2", "throw")
    assert state.phase is Phase.THROW
    assert state.hand == 4
    state = after(state, "roll 1 1 1 6", "place 1 in 1", "throw", "roll 2 3 6")
    assert legal(state) == {"place 6 in 2"}


def test_kl_no_reserve() -> None:
    state = thrown(ROUND_ROWS, "1 2 3 4 6", "place 6 in 2", "throw")
    assert no(state, "roll 1 2 3 4 5") == "kl.no_reserve"
    assert no(state, "roll 1 2 3") == "table.dice_count"
    assert state.dice == (15, 16)
    state = after(state, "roll 1 1 2 3", "place 1 in 1", "pass")
    back = after(state, "roll 3 3 3 3 3")
    assert (back.player, back.hand, back.dice) == (ANNA, 5, (14, 16))


def test_kl_nothing_fits() -> None:
    state = thrown("all_same 6 6 = 30 | all_same 5 5 = 20", "6 1 1 1 1")
    state = after(state, "place 6 in 1", "throw")
    step = game().apply(state, action("roll 1 2 3 4"))
    assert [sentence.rule for sentence in step.told] == ["kl.nothing_fits"]
    assert (step.state.player, step.state.dice) == (BO, (15, 16))
    assert after(state, "roll 1 2 3 6").player == ANNA


def test_kl_first_roll_unplaceable() -> None:
    state = thrown("all_same 6 6 = 30", "1 2 3 4 5")
    assert (state.player, state.phase, state.dice) == (BO, Phase.THROW, (16, 16))
    assert thrown("all_same 6 6 = 30", "1 2 3 4 6").player == ANNA


def test_kl_all_placed() -> None:
    rows = "all_same 1 1 1 1 1 1 = 50"
    four = thrown(rows, "1 1 1 1 1", *["place 1 in 1"] * 4)
    assert four.player == ANNA
    state = after(four, "place 1 in 1")
    assert (state.player, state.dice, state.hand) == (BO, (11, 16), 5)


def test_kl_fewer_dice() -> None:
    state = turn(dice=(3, 16))
    assert len(game().awaits(state).dice or ()) == 3
    assert no(state, "roll 1 2") == "kl.fewer_dice"
    assert no(state, "roll 1 2 3 4") == "kl.fewer_dice"
    assert after(state, "roll 1 2 3").player == ANNA


def test_kl_out_of_dice() -> None:
    state = turn(dice=(16, 0, 7))
    assert after(state, "roll 1 1 1 1 1", "place 1 in 1", "pass").player == CLEO
    alone = turn(dice=(16, 0, 0))
    state = after(alone, "roll 1 1 1 1 1", "place 1 in 1", "pass")
    assert (state.player, state.phase) == (ANNA, Phase.THROW)


def test_kl_must_throw() -> None:
    match = match_at(turn())
    assert refused(match, ANNA, "pass") == "kl.must_throw"
    assert refused(match, ANNA, "place 1 in 1") == "kl.must_throw"
    assert refused(match, BO, "pass") == "table.out_of_turn"
    assert game().to_act(turn()) == TOWER


def test_kl_row_points() -> None:
    state = thrown(ROUND_ROWS, "6 1 1 1 1", "place 6 in 2", "pass", "roll 6 1 2 3 4")
    assert after(state, "place 6 in 2").credits == (100, 130)


def test_kl_negative_row() -> None:
    state = thrown("all_same 3 3 = -40 | all_same 6 6 = 30", "3 3 1 1 1")
    step = game().apply(after(state, "place 3 in 1"), action("place 3 in 1"))
    assert step.state.credits == (60, 100)
    assert [sentence.rule for sentence in step.told] == ["kl.negative_row"]


@pytest.mark.parametrize(
    ("debt", "has", "left"),
    [
        ("pay_what_he_has", 30, 0),
        ("pay_what_he_has", 40, 0),
        ("pay_what_he_has", 0, 0),
        ("pay_nothing", 30, 30),
        ("pay_nothing", 40, 0),
    ],
)
def test_kl_debt(debt: str, has: int, left: int) -> None:
    rules = game(debt=debt)
    state = turn(LAST_THREES, credits=(has, 100), of=rules)
    step = rules.apply(after(state, "roll 3 1 1 1 1", of=rules), action("place 3 in 2"))
    assert step.state.credits == (left, 100)
    assert (step.told[0].rule == "kl.debt") == (has < 40)


def test_kl_run_direction() -> None:
    free = "consecutive free free free = 20 | all_same free = 10"
    up = thrown(free, "2 3 3 4 5", "place 3 in 1", "place 4 in 1")
    assert legal(up) >= {"place 5 in 1"}
    assert no(up, "place 3 in 1") == "kl.run_direction"
    down = thrown(free, "1 2 3 4 4", "place 4 in 1", "place 3 in 1")
    assert no(down, "place 4 in 1") == "kl.run_direction"
    assert after(down, "place 2 in 1").credits == (120, 100)
    printed = thrown(free.replace("free", "ascending free", 1), "4 3 3 3 3")
    printed = after(printed, "place 4 in 1")
    assert no(printed, "place 3 in 1") == "kl.run_direction"


def test_kl_run_step() -> None:
    state = thrown("consecutive free free free = 20", "2 4 4 4 2", "place 2 in 1")
    assert no(state, "place 4 in 1") == "kl.run_step"
    assert no(state, "place 2 in 1") == "kl.run_step"
    assert legal(thrown("consecutive free free = 20", "2 3 3 3 3", "place 2 in 1")) == {
        "place 3 in 1",
        "throw",
        "pass",
    }


@pytest.mark.parametrize(("first", "next_die"), [("6", "1"), ("1", "6")])
def test_kl_wrap(first: str, next_die: str) -> None:
    roll = f"{first} {next_die} {next_die} 3 3"
    state = thrown("consecutive free free = 20", roll, f"place {first} in 1")
    assert no(state, f"place {next_die} in 1") == "kl.wrap"


def test_kl_dead_placement() -> None:
    rows = "consecutive free free free free free = 60 | all_same 6 6 = 10"
    assert no(thrown(rows, "3 3 2 2 2"), "place 3 in 1") == "kl.dead_placement"
    rules = game(dead_placement="allowed")
    state = thrown(rows, "3 4 5 6 6", *[f"place {n} in 1" for n in "3456"], of=rules)
    assert legal(state, of=rules) == {"place 6 in 2", "throw", "pass"}
    later = "all_same free free 5 = 20 | all_same free = 10"
    assert no(thrown(later, "4 4 5 5 5"), "place 4 in 1") == "kl.dead_placement"
    assert "place 4 in 1" in legal(thrown(later, "4 4 5 5 5", of=rules), of=rules)


@pytest.mark.parametrize(
    ("order", "dice", "refused_die", "rule"),
    [
        ("2then3", "3", "5", "kl.full_house_order"),
        ("2then3", "3 3 5 5 5", "", ""),
        ("3then2", "3 3", "5", "kl.full_house_order"),
        ("3then2", "3 3 3 5 5", "", ""),
        ("", "3 5 3 5 5", "", ""),
        ("", "3 3 5 5 3", "", ""),
    ],
)
def test_kl_full_house_order(
    order: str, dice: str, refused_die: str, rule: str
) -> None:
    rows = f"full_house {order} free free free free free = 60 | all_same 6 6 = 10"
    placed = [f"place {die} in 1" for die in dice.split()]
    state = thrown(rows, f"{dice} 5 5 5 5"[: len("1 2 3 4 5")], *placed)
    if refused_die:
        assert no(state, f"place {refused_die} in 1") == rule
    else:
        assert state.credits == (160, 100)


def test_kl_full_house_two_numbers() -> None:
    rows = "full_house free free free free free = 60 | all_same 6 6 = 10"
    state = thrown(rows, "3 3 3 3 5", *["place 3 in 1"] * 3)
    assert no(state, "place 3 in 1") == "kl.full_house_two_numbers"
    assert after(state, "place 5 in 1").claims[0].takes == {"5"}


def test_kl_first_axe() -> None:
    state = thrown("axe_pair 4 axe axe = 20 | all_same 6 = 10", "4 1 1 2 3")
    state = after(state, "place 4 in 1")
    assert legal(state) >= {"place 1 in 1", "place 2 in 1", "place 3 in 1"}
    state = after(state, "place 1 in 1")
    assert no(state, "place 2 in 1") == "kl.first_axe"
    assert after(state, "place 1 in 1").credits == (120, 100)
    same = thrown("axe_pair 4 axe axe = 20", "4 4 4 1 1", "place 4 in 1")
    assert after(same, "place 4 in 1", "place 4 in 1").credits == (120, 100)


def test_kl_other_axe() -> None:
    rows = "axe_other_than_printed axe 4 axe = 20 | all_same 6 = 10"
    state = thrown(rows, "4 4 3 3 1")
    assert no(state, "place 4 in 1") == "kl.other_axe"
    state = after(state, "place 3 in 1", "place 4 in 1")
    assert no(state, "place 1 in 1") == "kl.first_axe"
    assert after(state, "place 3 in 1").credits == (120, 100)


def test_kl_axes_per_row() -> None:
    state = thrown("axe_pair axe axe = 20 | axe_pair axe axe = 20", "1 1 2 2 2")
    state = after(state, "place 1 in 1", "place 2 in 2", "place 1 in 1")
    assert after(state, "place 2 in 2").credits == (140, 100)


def test_kl_rows_free() -> None:
    rows = " | ".join(["all_same free free = 10"] * 5)
    state = thrown(rows, "1 2 3 4 5", *[f"place {n} in {n}" for n in range(1, 5)])
    assert [len(claim.dice) for claim in state.claims] == [1, 1, 1, 1, 0]
    assert legal(state) >= {"place 5 in 5"}


def test_kl_round_end() -> None:
    one_left = thrown(LAST_THREES, "3 3 1 1 1", "place 3 in 2")
    assert one_left.phase is Phase.PLACE
    step = game().apply(one_left, action("place 3 in 1"))
    assert [sentence.rule for sentence in step.told] == [
        "kl.row_points",
        "kl.round_end",
    ]
    assert (step.state.phase, step.state.round) == (Phase.DEAL, 2)
    assert step.state.credits == (80, 100)
    assert step.state.dice == (16, 16)


def test_kl_stalled() -> None:
    rows = "all_same 1 1 = 50 | all_same free = 10 | all_same 2 = -30"
    state = after(turn(rows, dice=(1, 1)), "roll 1", "place 1 in 1")
    assert state.player == BO
    step = game().apply(after(state, "roll 3"), action("place 3 in 2"))
    assert step.told[-1].rule == "kl.stalled"
    assert step.state.credits == (100, 110)
    assert (step.state.phase, step.state.player) == (Phase.DEAL, BO)
    assert step.state.dice == (16, 16)


def test_kl_nobody_can_place() -> None:
    state = turn("all_same 6 6 = 30")
    for _ in range(4):
        state = after(state, "roll 1 2 3 4 5")
    assert (state.player, state.dice, state.round) == (ANNA, (16, 16), 1)
    rules = game(dead_placement="allowed")
    rows = "consecutive free free free free = 60"
    dead = thrown(rows, "4 5 6 6 6", "place 4 in 1", "place 5 in 1", of=rules)
    step = rules.apply(dead, action("place 6 in 1"))
    assert step.told[-1].rule == "kl.stalled"
    assert step.state.credits == (100, 100)


def test_kl_next_round() -> None:
    state = thrown(ROUND_ROWS, "1 1 6 2 2", "place 1 in 1", "place 1 in 1")
    state = after(state, "place 6 in 2", "pass", "roll 6 1 1 1 1", "place 6 in 2")
    state = after(state, f"deal Next | {ROUND_ROWS}")
    assert (state.phase, state.player, state.round) == (Phase.THROW, BO, 2)


def test_kl_completed_board() -> None:
    rows = "all_same 1 = 10 | all_same 2 = 10 | all_same 3 = 10"
    state = thrown(rows, "1 2 6 6 6", "place 1 in 1", "place 2 in 2", "pass")
    assert after(state, "roll 3 1 1 1 1", "place 3 in 3").player == BO


@pytest.mark.parametrize("rounds", ["1", "3", "6", "12"])
def test_kl_rounds(rounds: str) -> None:
    rules = game(rounds=rounds)
    state = turn("all_same 1 = 10", of=rules)
    for _ in range(int(rounds) - 1):
        state = after(state, "roll 1 1 1 1 1", "place 1 in 1", of=rules)
        state = after(state, "deal Test | all_same 1 = 10", of=rules)
        assert rules.outcome(state) is None
    state = after(state, "roll 1 1 1 1 1", "place 1 in 1", of=rules)
    outcome = rules.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.why.rule) == ((ANNA,), "kl.rounds")
    assert rules.to_act(state) is None


def test_kl_board_side() -> None:
    boards = [Board.parse(f"Side {n} | all_same 1 = 10") for n in range(3)]
    rules = Klondice({"kl.rounds": "5"}, boards)
    state, names = rules.start(2), []
    for _ in range(4):
        names.append({deal.board.name for deal in dealt(rules, state)})
        state = rules.apply(state, dealt(rules, state)[0]).state
        starts = ["roll 6", "roll 1"] if len(names) == 1 else []
        state = after(state, *starts, "roll 1 1 1 1 1", "place 1 in 1", of=rules)
    assert [len(each) for each in names] == [3, 2, 1, 3]
    assert len(dealt(game(), game().start(2))) == 24


def dealt(rules: Klondice, state: State) -> list[Deal]:
    return [deal for deal in rules.legal_actions(state) if isinstance(deal, Deal)]


def test_kl_tie() -> None:
    rules = game(rounds="1")
    rows = "all_same 1 = 20 | all_same 2 = 20"
    state = turn(rows, dice=(10, 10, 10), of=rules)
    state = after(state, "roll 1 3 3 3 3", "place 1 in 1", "pass", of=rules)
    step = rules.apply(after(state, "roll 2 3 3 3 3", of=rules), action("place 2 in 2"))
    assert step.told[-1].rule == "kl.tie"
    assert rules.outcome(step.state) is None
    assert (step.state.phase, step.state.dice) == (Phase.DEAL, (10, 10, 10))
    again = after(step.state, f"deal Tie | {rows}", of=rules)
    assert again.player == BO
    # All play: Cleo, who was not tied, may win on the board that decides.
    again = after(again, "roll 3 3 3 3 3", "roll 1 2 3 3 3", of=rules)
    assert again.player == CLEO
    again = replace(again, credits=(120, 120, 100))
    over = after(again, "place 1 in 1", "place 2 in 2", of=rules)
    assert over.credits == (120, 120, 140)
    outcome = rules.outcome(over)
    assert outcome is not None
    assert (outcome.winners, outcome.why.rule) == ((CLEO,), "kl.tie")


def test_kl_starting_credits() -> None:
    assert game().start(3).credits == (100, 100, 100)
    rules = game(rounds="1")
    over = after(turn("all_same 1 = 10", of=rules), "roll 1 1 1 1 1", of=rules)
    assert rules.scores(after(over, "place 1 in 1", of=rules)) == (110, 100)


def test_kl_start_tie() -> None:
    state = after(game().start(3), f"deal Test | {ROUND_ROWS}")
    state = after(state, "roll 5", "roll 2", "roll 5")
    assert (state.phase, state.player) == (Phase.START, ANNA)
    state = after(state, "roll 1", "roll 1")
    assert (state.phase, state.player) == (Phase.START, ANNA)
    state = after(state, "roll 1", "roll 3")
    assert (state.phase, state.player, state.hand) == (Phase.THROW, CLEO, 5)


def test_kl_bank() -> None:
    tokens = 49 * 10 + 25 * 50 + 25 * 100
    state = turn("all_same 1 = 990 | all_same 2 2 = 10", credits=(tokens, 100))
    state = after(state, "roll 1 1 1 1 1", "place 1 in 1")
    assert state.credits == (tokens + 990, 100)


def test_kl_take_back() -> None:
    board = f"deal Test | {ROUND_ROWS}"
    for option, rule in (("free", ""), ("with_consent", "kl.take_back")):
        match = begin(game(take_back=option), NAMES[:2])
        match = judged(match, DECK, board)
        match = judged(match, TOWER, "roll 6", "roll 1", "roll 1 2 3 4 5")
        match = judged(match, ANNA, "place 3 in 1")
        if rule:
            assert refused(match, ANNA, "take back 5") == rule
            passed = judged(match, ANNA, "pass")  # No die is placed by that.
            assert judged(passed, ANNA, "take back 6").state == match.state
            assert refused(passed, ANNA, "take back 5") == rule
        seat = TABLE if rule else ANNA
        back = judged(match, seat, "take back 5")
        assert back.state == match.states[-2]
        thrown_since = judged(judged(match, ANNA, "throw"), TOWER, "roll 1 1 1 1")
        assert refused(thrown_since, ANNA, "take back 5") == "table.take_back"


def test_kl_take_back_is_no_action_of_the_game() -> None:
    """A die that is placed lies where it lies: no action moves it."""
    state = thrown(ROUND_ROWS, "1 1 2 3 6", "place 1 in 1")
    assert no(state, "place 6 in 1") == "kl.all_same"
    assert legal(state) == {"place 1 in 1", "place 6 in 2", "throw", "pass"}


def test_kl_nothing_left_open() -> None:
    state = thrown("all_same 1 = 10", "1 1 1 1 1", "place 1 in 1")
    match = match_at(state)
    assert refused(match, ANNA, "throw") == "kl.nothing_left_open"
    assert refused(match, ANNA, "place 1 in 1") == "kl.nothing_left_open"


@pytest.mark.parametrize(("order", "left"), [("1 2", 0), ("2 1", 20)])
def test_kl_settle(order: str, left: int) -> None:
    """With 0 credits: first the 20 and then the debt, or the other way round."""
    state = after(turn(LAST_THREES, credits=(0, 100)), "roll 3 3 1 1 1")
    state = after(state, *[f"place 3 in {row}" for row in order.split()])
    assert state.credits == (left, 100)


def test_kl_no_early_pass() -> None:
    state = thrown(ROUND_ROWS, "1 2 3 4 5")
    assert no(state, "pass") == "kl.no_early_pass"
    assert after(state, "place 5 in 1", "pass").player == BO
    again = after(state, "place 5 in 1", "throw", "roll 5 1 1 1")
    assert no(again, "pass") == "kl.no_early_pass"


def test_kl_take_back_payment() -> None:
    match = begin(game(), NAMES[:2])
    match = judged(match, DECK, "deal Test | all_same 1 = 30 | all_same 2 = -20")
    match = judged(match, TOWER, "roll 6", "roll 1", "roll 1 2 3 4 5")
    match = judged(match, ANNA, "place 1 in 1")
    assert match.state.credits == (130, 100)
    answer = judge(match, ANNA, action("take back 5"))
    assert isinstance(answer, Accepted)
    assert answer.match.state.credits == (100, 100)
    assert match.render(answer.told[0]) == "Anna loses 30 credits."


def test_kl_all_same_free() -> None:
    state = thrown("all_same free free = 20 | all_same 6 = 10", "1 2 3 4 5")
    assert legal(state) == {f"place {n} in 1" for n in range(1, 6)}
    state = after(state, "place 4 in 1")
    assert no(state, "place 5 in 1") == "kl.all_same"
    assert legal(after(state, "throw", "roll 4 1 1 1")) == {"place 4 in 1"}


# ---- what the referee needs beside the table


def test_kl_matching_space() -> None:
    state = thrown("all_same 3 3 = 20 | all_same free = 10", "3 1 1 1 1")
    assert no(state, "place 1 in 1") == "kl.matching_space"
    assert no(state, "place 1 in 3") == "kl.matching_space"
    assert no(state, "place 1 in 0") == "kl.matching_space"
    assert no(state, "place 2 in 2") == "table.not_there"
    full = after(state, "place 1 in 2")
    assert no(full, "place 1 in 2") == "kl.matching_space"
    assert game().why_not(full, action("place 1 in 2")).key == "kl.no_full_row"


def test_kl_all_same() -> None:
    state = thrown("all_same free free free = 20", "2 2 3 3 3", "place 2 in 1")
    assert no(state, "place 3 in 1") == "kl.all_same"
    assert "place 2 in 1" in legal(state)


def test_kl_full_house() -> None:
    rows = "full_house free free free free free = 60 | all_same 6 6 = 10"
    state = thrown(rows, "3 3 5 5 1", "place 3 in 1", "place 5 in 1")
    assert no(state, "place 1 in 1") == "kl.full_house"
    state = after(state, "place 3 in 1", "place 5 in 1", "throw", "roll 3")
    assert after(state, "place 3 in 1").credits == (160, 100)
    three = thrown(rows, "3 3 3 5 3", *["place 3 in 1"] * 3, "place 5 in 1")
    assert no(three, "place 3 in 1") == "kl.full_house"


def test_kl_at_most_five() -> None:
    state = turn()
    assert state.hand == 5
    assert no(state, "roll 1 2 3 4 5 6") == "kl.at_most_five"
    assert no(state, "roll 1 2 3 4") == "table.dice_count"
    assert no(state, "roll 1 2 3 4 5 7") == "table.no_such_face"


@pytest.mark.parametrize(("players", "dice"), CHART.items())
def test_kl_dice_chart(players: int, dice: int) -> None:
    chart = {2: 16, 3: 10, 4: 8, 5: 6, 6: 5}
    assert game().start(players).dice == (chart[players],) * players
    assert players * dice <= len(Klondice.rulebook.dice)


def test_kl_start_highest() -> None:
    state = after(game().start(3), f"deal Test | {ROUND_ROWS}")
    assert no(state, "roll 1 2") == "table.dice_count"
    state = after(state, "roll 2", "roll 6", "roll 5")
    assert state.player == BO
    assert after(state, "roll 1 1 1 1 1", "place 1 in 1", "pass").player == CLEO


def test_kl_stalled_next_round() -> None:
    rows = "all_same 1 1 1 = 50 | all_same 2 2 = 10"
    state = turn(rows, dice=(1, 1, 1))
    state = after(state, "roll 1", "place 1 in 1", "roll 1", "place 1 in 1")
    assert after(state, "roll 2", "place 2 in 2").player == CLEO
    state = after(state, "roll 3")  # Cleo tries until she can place.
    assert (state.phase, state.player) == (Phase.THROW, CLEO)


def test_kl_own_boards() -> None:
    """A board that no file knows: the record alone is enough to replay it."""
    match = judged(
        begin(game(rounds="1"), NAMES[:2]), DECK, "deal Ours | all_same 1 = 10"
    )
    match = judged(match, TOWER, "roll 6", "roll 1", "roll 1 2 2 2 2")
    match = judged(match, ANNA, "place 1 in 1")
    text = write(match, Header("klondice", match.players, match.game.options))
    reading = read(text.encode())
    assert reading.faults == ()
    assert reading.match.states == match.states
    fresh = match_at(game().start(2))
    assert refused(fresh, DECK, "roll 1") != ""
    assert refused(fresh, ANNA, "deal Ours | all_same 1 = 10") == "table.out_of_turn"
    assert no(turn(), "deal Ours | all_same 1 = 10") == "table.not_now"


# ---- conserved quantities, boards that can be completed


@pytest.mark.parametrize("seed", range(25))
def test_dice_are_conserved_and_credits_never_negative(seed: int) -> None:
    chance = Random(seed)
    rules, players = random_game(Klondice, chance), random_players(Klondice, chance)
    for moment in moments(rules, players, chance):
        state: State = moment.state
        placed = sum(len(claim.dice) for claim in state.claims)
        if state.phase is not Phase.OVER:
            assert sum(state.dice) + placed == players * CHART[players]
        assert min(state.credits) >= 0
        assert len(state.roll) <= min(5, state.dice[state.player])
        assert state.hand <= 5
        for claim in state.claims:
            assert (
                any(
                    fill[: len(claim.dice)] == claim.dice
                    for fill in completions(claim.row)
                )
                or rules.options["kl.dead_placement"] == "allowed"
            )


def completed(board: Board, players: int) -> Step[State]:
    """The last step of a round in which every throw shows what comes next."""
    rules = game(rounds="1")
    step = rules.apply(rules.start(players), Deal(board))
    for roll in ["6", *["1"] * (players - 1)]:
        step = rules.apply(step.state, Rolled(Roll.parse(roll)))
    todo = [
        Place(Face(str(number)), at)
        for at, row in enumerate(board.rows, 1)
        for number in min(completions(row))
    ]
    while todo:
        hand = step.state.hand
        now, todo = todo[:hand], todo[hand:]
        others = ["1"] * (hand - len(now))
        for act in (Rolled(Roll([*(place.die for place in now), *others])), *now):
            step = rules.apply(step.state, act)
    return step


@pytest.mark.parametrize("board", samples(), ids=lambda board: board.name)
@pytest.mark.parametrize("players", CHART)
def test_every_sample_can_be_completed(board: Board, players: int) -> None:
    step = completed(board, players)
    assert "kl.round_end" in [told.rule for told in step.told]
    gained = sum(step.state.credits) - players * CREDITS
    assert gained >= sum(row.points for row in board.rows)
