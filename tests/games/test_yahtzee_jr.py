"""Yahtzee Jr.: every ruling by its name, and the examples of the rulebook.

In the examples bear stands for Lady and the Tramp, fox for the second couple, frog for
the third, hare for the fourth and owl for the last.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from games.dice import NO_DICE, Face, Roll
from games.notation import Action
from games.record import Header, read, write
from games.referee import begin
from games.rulebook import BadOption
from games.rules import Keep, Rolled
from games.seats import TOWER, Seat
from games.yahtzee_jr import Phase, Place, RollOff, State, YahtzeeJr
from tests.games.playing import moments, random_game, random_players

BEAR, FOX, FROG, HARE, OWL = CHARACTERS = YahtzeeJr().characters
ANNA, BO, CLEO, DOV = map(Seat, range(4))
NAMES = ("Anna", "Bo", "Cleo", "Dov")
Columns = dict[Face, int]


def game(**options: str) -> YahtzeeJr:
    return YahtzeeJr({f"yj.{name}": value for name, value in options.items()})


def board(*players: Columns, player: Seat = ANNA) -> State:
    """A player is about to throw five dice; tokens lie in these columns."""
    tokens = tuple(tuple(map(columns.get, CHARACTERS)) for columns in players)
    return State(tokens, Phase.THROW, player)


def after(state: State, *actions: Action | str, of: YahtzeeJr | None = None) -> State:
    """The state after these actions; text is a roll."""
    rules = of or game()
    for action in actions:
        act = Rolled(Roll.parse(action)) if isinstance(action, str) else action
        state = rules.apply(state, act).state
    return state


def third(state: State, dice: str) -> State:
    """After the third throw, in which these dice lie there."""
    return after(replace(state, throws=2), dice)


def places(state: State, of: YahtzeeJr | None = None) -> set[tuple[Face, int]]:
    """Where a token may go."""
    legal = (of or game()).legal_actions(state)
    return {(a.character, a.column) for a in legal if isinstance(a, Place)}


def no(state: State, action: Action, of: YahtzeeJr | None = None) -> str:
    """The rule by which the action is refused."""
    rules = of or game()
    assert not rules.legal(state, action)
    why = rules.why_not(state, action)
    assert rules.rulebook.words.render(why, NAMES)
    return why.rule


def winners(state: State) -> tuple[Seat, ...]:
    outcome = game().outcome(state)
    return outcome.winners if outcome else ()


def keep(dice: str) -> Keep:
    return Keep(Roll.parse(dice))


EMPTY = board({}, {})


# ---- the rows of the table


def test_yj_reroll_any() -> None:
    state = after(EMPTY, "bear bear fox frog hare")
    assert keep("-") in game().legal_actions(state)
    state = after(state, keep("bear bear"), "frog frog frog")
    again = after(state, keep("frog frog frog"))
    assert game().awaits(again).dice == game().dice[:2]
    assert no(state, keep("owl")) == "table.not_there"
    assert no(state, keep("bear bear frog frog frog")) == "table.keep_all"


def test_yj_wild_one_character() -> None:
    state = after(EMPTY, "bear bear wild wild fox")
    assert no(state, Place(BEAR, 3)) == "yj.exact_column"
    assert no(state, Place(Face("wild"), 2)) == "yj.wild_one_character"
    scored = after(state, Place(BEAR, 4))
    assert (game().scores(scored), scored.player) == ((4, 0), BO)


def test_yj_wild_choice() -> None:
    state = third(board({HARE: 2}, {}), "bear bear bear wild frog")
    assert places(state) == {(BEAR, 4), (FROG, 2), (FOX, 1), (OWL, 1)}


def test_yj_wild_alone() -> None:
    state = third(EMPTY, "wild wild bear bear fox")
    assert (HARE, 2) in places(state)
    assert no(state, Place(HARE, 1)) == "yj.exact_column"


def test_yj_five_wilds() -> None:
    state = third(board({OWL: 3}, {}), "wild wild wild wild wild")
    assert places(state) == {(c, 5) for c in CHARACTERS if c != OWL}


def test_yj_five_wild() -> None:
    wilds = "wild wild wild wild wild"
    state = third(board({}, {BEAR: 5, FOX: 5}), wilds)
    assert {(BEAR, 4), (FOX, 4), (OWL, 5)} < places(state)
    strict = game(five_wild="only_where_column_5_is_open")
    assert places(state, strict) == {(FROG, 5), (HARE, 5), (OWL, 5)}
    assert no(state, Place(BEAR, 4), strict) == "yj.five_wild"
    nowhere = third(
        board(dict.fromkeys((FROG, HARE, OWL), 1), {BEAR: 5, FOX: 5}), wilds
    )
    assert places(nowhere, strict) == {(BEAR, 4), (FOX, 4)}


def test_yj_taken_column() -> None:
    """The scoring example: five of the opponent's scored character score 4."""
    state = third(board({}, {HARE: 5}), "hare hare hare hare hare")
    assert places(state) == {(HARE, 4)}
    assert no(state, Place(HARE, 3)) == "yj.taken_column"
    assert game().scores(after(state, Place(HARE, 4))) == (4, 5)


def test_yj_on_to_the_left() -> None:
    taken = board({}, {BEAR: 5}, {BEAR: 4}, {BEAR: 3})
    assert places(third(taken, "bear bear bear bear bear")) == {(BEAR, 2)}
    state = third(taken, "bear bear bear bear fox")
    assert (BEAR, 2) in places(state)
    assert no(state, Place(BEAR, 1)) == "yj.taken_column"


def test_yj_no_open_space() -> None:
    full = board({}, {BEAR: 1})
    state = third(full, "bear fox fox fox fox")
    assert places(state) == {(FOX, 4)}
    assert no(state, Place(BEAR, 0)) == "yj.no_open_space"
    zero = game(no_open_space="picture_zero")
    assert places(state, zero) == {(FOX, 4), (BEAR, 0)}
    assert places(after(full, "bear fox fox fox fox"), zero) == {(FOX, 4)}
    stuck = third(board({FOX: 3}, {BEAR: 1}), "bear fox fox fox fox")
    remaining = {(BEAR, 0), (FROG, 0), (HARE, 0), (OWL, 0)}
    assert places(stuck) == remaining
    assert places(stuck, zero) == {(BEAR, 0)}
    assert no(stuck, Place(OWL, 0), zero) == "yj.no_open_space"
    said = YahtzeeJr.rulebook.words.render(zero.why_not(stuck, Place(OWL, 0)), NAMES)
    assert said.startswith("No owl lies there: only a character that lies there")
    assert no(third(full, "bear fox fox fox fox"), Place(OWL, 0), zero) == (
        "yj.no_voluntary_zero"
    )


def test_yj_own_token() -> None:
    for seed in range(20):
        for moment in moments(game(), 2, Random(seed)):
            mine = moment.state.tokens[moment.state.player]
            for character, _ in places(moment.state):
                assert mine[CHARACTERS.index(character)] is None


def test_yj_force_best() -> None:
    state = third(EMPTY, "bear bear bear fox fox")
    assert places(state) == {(BEAR, 3), (FOX, 2)}
    force = game(force_best="true")
    assert places(state, force) == {(BEAR, 3)}
    assert no(state, Place(FOX, 2), force) == "yj.force_best"


def test_yj_exact_column() -> None:
    state = third(EMPTY, "bear bear bear bear fox")
    for column in (2, 3, 5, 6):
        assert no(state, Place(BEAR, column)) == "yj.exact_column"
    assert no(state, Place(OWL, 1)) == "yj.exact_column"
    assert game().scores(after(state, Place(BEAR, 4))) == (4, 0)


def test_yj_no_voluntary_zero() -> None:
    state = third(EMPTY, "bear fox frog hare hare")
    assert no(state, Place(OWL, 0)) == "yj.no_voluntary_zero"
    assert no(state, Place(BEAR, 0)) == "yj.no_voluntary_zero"


def test_yj_zero_needs_third_roll() -> None:
    scored = board({BEAR: 3, FOX: 2}, {})
    early = after(scored, "bear bear fox fox fox")
    assert places(early) == set()
    assert no(early, Place(OWL, 0)) == "yj.zero_needs_third_roll"
    assert (OWL, 0) in places(third(scored, "bear bear fox fox fox"))


def test_yj_wild_saves() -> None:
    state = third(board({BEAR: 3, FOX: 2}, {}), "bear bear fox fox wild")
    assert places(state) == {(FROG, 1), (HARE, 1), (OWL, 1)}
    assert no(state, Place(OWL, 0)) == "yj.no_voluntary_zero"


def test_yj_zero_token() -> None:
    scored = third(board({BEAR: 3, FOX: 2}, {}), "bear bear fox fox fox")
    assert places(scored) == {(FROG, 0), (HARE, 0), (OWL, 0)}
    assert no(scored, Place(BEAR, 0)) == "yj.different_each_turn"


def test_yj_zero_counts_used() -> None:
    state = after(
        third(board({BEAR: 3, FOX: 2}, {}), "bear bear fox fox fox"), Place(OWL, 0)
    )
    state = after(state, "owl owl owl owl owl", Place(OWL, 5), "owl owl owl owl owl")
    assert state.player == ANNA
    assert places(state) == set()
    assert no(state, Place(OWL, 4)) == "yj.different_each_turn"


def test_yj_picture_shared() -> None:
    all_but_owl = dict.fromkeys((BEAR, FOX, FROG, HARE), 1)
    other = {BEAR: 2, FOX: 2, FROG: 2, HARE: 2, OWL: 0}
    state = third(board(all_but_owl, other), "bear bear fox fox fox")
    over = after(state, Place(OWL, 0))
    assert [tokens[4] for tokens in over.tokens] == [0, 0]
    assert game().scores(over) == (4, 8)


def test_yj_may_stop() -> None:
    once = after(EMPTY, "bear bear bear bear fox")
    twice = after(once, keep("bear bear bear bear"), "fox")
    for state in (once, twice):
        assert after(state, Place(BEAR, 4)).player == BO


def _counts_of_turns(players: int) -> set[int]:
    over: State | None = None
    for moment in moments(game(), players, Random(players)):
        over = game().step(moment.state, moment.action).state
    assert over is not None
    return {sum(c is not None for c in tokens) for tokens in over.tokens}


def test_yj_four_players() -> None:
    assert _counts_of_turns(4) == {3}


def test_yj_three_players() -> None:
    assert _counts_of_turns(3) == {4}


def test_yj_total() -> None:
    """The example: green has 15, blue wins with 16, one row scoring nothing."""
    blue = {BEAR: 5, FOX: 3, FROG: 4, HARE: 4}
    green = {BEAR: 4, FOX: 2, FROG: 3, HARE: 5, OWL: 1}
    state = third(board(blue, green), "bear bear fox fox fox")
    state = after(state, Place(OWL, 0))
    assert game().scores(state) == (16, 15)
    outcome = game().outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.why.rule) == ((ANNA,), "yj.total")


def tied(*players: Columns) -> State:
    """All tokens are placed, and these players are about to throw for the win."""
    state = third(board(*players), "bear bear fox fox fox")
    return after(state, Place(OWL, 0))


SIX: Columns = dict(zip(CHARACTERS[:4], (1, 1, 2, 2), strict=True))
SIX_AS_WELL: Columns = dict(zip(CHARACTERS, (2, 2, 1, 1, 0), strict=True))


def test_yj_tie() -> None:
    state = tied(SIX, SIX_AS_WELL)
    assert (state.phase, game().to_act(state)) == (Phase.ROLL_OFF, TOWER)
    assert game().awaits(state).dice == game().dice
    state = after(state, "wild bear bear bear bear", "wild wild fox fox fox")
    outcome = game().outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.why.rule) == ((BO,), "yj.tie")
    assert game().scores(state) == (6, 6)


def test_yj_tie_again() -> None:
    one, two = "wild bear bear bear bear", "wild wild fox fox fox"
    again = after(tied(SIX, SIX_AS_WELL), one, one)
    assert (again.phase, again.player) == (Phase.ROLL_OFF, ANNA)
    assert winners(after(again, two, one)) == (ANNA,)
    three = board(SIX, SIX_AS_WELL, SIX_AS_WELL)
    three = replace(
        three, phase=Phase.ROLL_OFF, roll_off=RollOff((BO, CLEO)), player=ANNA
    )
    three = after(three, two, one, two)
    assert (three.player, three.roll_off) == (ANNA, RollOff((CLEO,)))
    assert winners(after(three, one, two)) == (CLEO,)


def test_yj_all_five_count() -> None:
    state = after(EMPTY, "bear bear fox frog hare", keep("bear bear"), "bear fox fox")
    assert places(state) == {(BEAR, 3), (FOX, 2)}


def test_yj_no_bonus() -> None:
    state = after(EMPTY, "owl owl owl owl owl", Place(OWL, 5))
    assert (game().scores(state), state.player) == ((5, 0), BO)


def test_yj_youngest_starts() -> None:
    state = game().start(3)
    order = []
    for character in (BEAR, FOX, FROG, HARE):
        order.append(state.player)
        state = after(state, f"{character} wild wild wild wild", Place(character, 5))
    assert order == [ANNA, BO, CLEO, ANNA]


def test_yj_solo_no_blocking() -> None:
    state = game().start(1)
    for character in CHARACTERS:
        state = after(state, " ".join([character] * 5), Place(character, 5))
    assert game().scores(state) == (25,)
    assert winners(state) == (ANNA,)


@pytest.mark.parametrize(("players", "most"), [(1, 25), (2, 25), (3, 20), (4, 15)])
def test_yj_most(players: int, most: int) -> None:
    """One player always rolls five alike; the others take what they get."""
    state = game().start(players)
    left = list(CHARACTERS)
    while game().outcome(state) is None and state.phase is not Phase.ROLL_OFF:
        if state.player != ANNA:
            state = third(state, "bear fox frog hare owl")
            state = after(state, min(game().places(state), key=lambda p: p.column))
            continue
        mine = left.pop()
        state = after(state, " ".join([mine] * 5), Place(mine, 5))
    assert game().scores(state)[ANNA] == most


def test_yj_one_token() -> None:
    state = third(board({}, {BEAR: 3}), "bear bear bear fox fox")
    assert no(state, Place(BEAR, 3)) == "yj.one_token"
    assert (BEAR, 2) in places(state)
    for seed in range(20):
        *_, last = moments(game(), 4, Random(seed))
        for row in zip(*last.state.tokens, strict=True):
            assert max(Counter(filter(None, row)).values(), default=0) <= 1


def test_yj_force_best_blocked() -> None:
    force = game(force_best="true")
    state = third(board({}, {BEAR: 3}, {BEAR: 2}), "bear bear bear fox fox")
    assert places(state, force) == {(FOX, 2)}
    assert no(state, Place(BEAR, 1), force) == "yj.force_best"


# ---- never disputed


def test_yj_characters() -> None:
    own = game(characters="anna ben cleo dov eli")
    state = after(own.start(2), "anna anna wild ben eli", of=own)
    assert (Face("anna"), 3) in places(state, own)
    assert no(own.start(2), Rolled(Roll.parse("bear bear wild ben eli")), own) == (
        "table.no_such_face"
    )
    assert no(state, Place(BEAR, 1), own) == "yj.characters"


def test_yj_three_throws() -> None:
    state = after(EMPTY, "bear bear fox frog hare", keep("bear"), "owl owl owl owl")
    state = after(state, keep("owl"), "fox fox fox fox")
    assert no(state, keep("owl")) == "yj.three_throws"
    assert no(state, Rolled(Roll.parse("owl"))) == "yj.three_throws"
    assert places(state) == {(OWL, 1), (FOX, 4)}


def test_yj_different_each_turn() -> None:
    state = third(board({BEAR: 3}, {}), "bear bear bear bear fox")
    assert no(state, Place(BEAR, 4)) == "yj.different_each_turn"


def test_yj_turns() -> None:
    assert _counts_of_turns(1) == {5}
    assert _counts_of_turns(2) == {5}


# ---- the rulebook's examples


def test_example_of_a_turn() -> None:
    """Two, then three of another, then one more of those: four in all."""
    state = after(
        EMPTY,
        "bear bear fox frog hare",
        keep("bear bear"),
        "frog frog frog",
        keep("frog frog frog"),
        "frog owl",
    )
    assert game().scores(after(state, Place(FROG, 4))) == (4, 0)


def test_example_of_the_higher_score() -> None:
    state = third(EMPTY, "bear bear bear frog frog")
    assert game().scores(after(state, Place(BEAR, 3))) == (3, 0)


def test_example_of_the_last_token() -> None:
    """One token is left, and what lies there is scored already."""
    scored = dict.fromkeys((BEAR, FOX, FROG, HARE), 2)
    state = third(board(scored, {}), "frog frog frog fox fox")
    assert places(state) == {(OWL, 0)}


# ---- what lies on the table


def test_the_scoreboard_lies_on_the_table() -> None:
    state = board({BEAR: 5, FOX: 0}, {BEAR: 3, FOX: 0}, {OWL: 1})
    lines = [
        YahtzeeJr.rulebook.words.render(line, NAMES) for line in game().on_table(state)
    ]
    assert lines == [
        "bear:  picture -  1 -  2 -  3 Bo  4 -  5 Anna",
        "fox:  picture Anna and Bo  1 -  2 -  3 -  4 -  5 -",
        "frog:  picture -  1 -  2 -  3 -  4 -  5 -",
        "hare:  picture -  1 -  2 -  3 -  4 -  5 -",
        "owl:  picture -  1 Cleo  2 -  3 -  4 -  5 -",
    ]


# ---- names, tokens and the record


@pytest.mark.parametrize(
    "names",
    [
        "anna ben cleo dov",
        "anna ben cleo dov eli fay",
        "anna ben cleo dov wild",
        "anna anna cleo dov eli",
        "Anna ben cleo dov eli",
    ],
)
def test_names_that_make_no_dice(names: str) -> None:
    with pytest.raises(BadOption, match=r"yj\.characters.*expected"):
        game(characters=names)


def test_the_record_carries_the_names() -> None:
    own = game(characters="anna ben cleo dov eli")
    match = begin(own, NAMES[:2])
    text = write(match, Header("yahtzee_jr", match.players, own.options))
    assert '[Option "yj.characters = anna ben cleo dov eli"]' in text
    assert read(text.encode()).match.game.dice == own.dice


def test_tokens_are_neither_lost_nor_moved() -> None:
    for seed in range(60):
        chance = Random(seed)
        rules = random_game(YahtzeeJr, chance)
        for moment in moments(rules, random_players(YahtzeeJr, chance), chance):
            before, step = moment.state, rules.step(moment.state, moment.action)
            placed = isinstance(moment.action, Place)
            changed = [
                (old, new)
                for mine, then in zip(before.tokens, step.state.tokens, strict=True)
                for old, new in zip(mine, then, strict=True)
                if old != new
            ]
            assert [old for old, _ in changed] == [None] * placed
            dice = len(step.state.dice) or len(step.state.kept)
            assert dice <= len(rules.dice)
            if step.state.phase is Phase.CHOOSE:
                assert len(step.state.dice) == len(rules.dice)
            assert before.kept == NO_DICE or before.phase is Phase.THROW
