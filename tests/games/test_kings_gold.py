"""King's Gold: every ruling by its name, and numbers that follow from the rules."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.dice import NO_DICE, Roll
from games.kings_gold import (
    COINS,
    KingsGold,
    Lineup,
    Phase,
    Rob,
    State,
    Steal,
    Take,
)
from games.notation import Action
from games.rules import Keep, Rolled, Stop
from games.seats import TOWER, Seat
from tests.games.playing import moments, random_game, random_players

VALUES = KingsGold.rulebook.dice[0][:3]
ANNA, BO, CLEO = Seat(0), Seat(1), Seat(2)
PAIR, TWO_PAIRS = (
    "coin3 cannon crossbones crossbones skull",
    "coin1 coin2 cannon cannon skull",
)


def game(**options: str) -> KingsGold:
    return KingsGold({f"kg.{name}": value for name, value in options.items()})


def turn(
    coins: tuple[int, ...] = (5, 5, 5), box: int = 40, player: Seat = ANNA, **line: Any
) -> State:
    """A player is about to throw five dice."""
    seats = tuple(Seat(i) for i in range(len(coins)))
    lineup = Lineup(**{"playing": seats, "contenders": seats, **line})
    return State(coins, box, COINS - box - sum(coins), Phase.THROW, player, lineup)


def after(state: State, *actions: Action | str, of: KingsGold | None = None) -> State:
    """The state after these actions; text is a roll."""
    rules = of or game()
    for action in actions:
        act = Rolled(Roll.parse(action)) if isinstance(action, str) else action
        state = rules.apply(state, act).state
    return state


def stopped(dice: str, *more: Action, of: KingsGold | None = None, **at: Any) -> State:
    """After a throw that shows these dice, with which the player stops."""
    state = after(turn(**at), dice, of=of)
    if state.phase is Phase.CHOOSE:
        state = after(state, Stop(), of=of)
    return after(state, *more, of=of)


def no(state: State, action: Action, of: KingsGold | None = None) -> str:
    """The rule by which the action is refused."""
    rules = of or game()
    assert not rules.legal(state, action)
    why = rules.why_not(state, action)
    assert rules.rulebook.words.render(why, ("Anna", "Bo", "Cleo"))
    return why.rule


def legal(state: State, of: KingsGold | None = None) -> set[Action]:
    return set((of or game()).legal_actions(state))


# ---- the rows of the table


def test_kg_two_pairs_choice() -> None:
    state = stopped("coin1 coin2 cannon skull skull", coins=(5, 5))
    both = {Take(c) for c in VALUES[:2]} | {Steal(c, BO) for c in VALUES[:2]}
    assert legal(state) == both
    state = after(state, Steal(VALUES[1], BO))
    assert legal(state) == {Take(VALUES[0]), Steal(VALUES[0], BO)}
    assert after(state, Steal(VALUES[0], BO)).coins == (8, 2)


def test_kg_one_coin_one_use() -> None:
    state = stopped(PAIR)
    taken = after(state, Take(VALUES[2]))
    assert taken.player == BO
    assert no(after(stopped(TWO_PAIRS), Take(VALUES[0])), Take(VALUES[0])) == (
        "table.not_there"
    )
    cannon_used = after(stopped("coin1 coin2 cannon skull skull"), Take(VALUES[0]))
    assert no(cannon_used, Take(VALUES[1])) == "kg.one_coin_one_use"


def test_kg_pairing() -> None:
    dice = "coin1 coin3 cannon crossbones crossbones"
    assert legal(stopped(dice)) == {Take(VALUES[0]), Take(VALUES[2])}
    highest = game(pairing="highest_coin")
    state = stopped(dice, of=highest)
    assert legal(state, highest) == {Take(VALUES[2])}
    assert no(state, Take(VALUES[0]), highest) == "kg.pairing"


def test_kg_forced_pairs() -> None:
    state = stopped(TWO_PAIRS, Take(VALUES[0]))
    assert state.player == ANNA
    assert no(state, Stop()) == "kg.forced_pairs"
    assert no(after(turn(), TWO_PAIRS), Take(VALUES[0])) == "kg.forced_pairs"


def test_kg_two_skull_pairs() -> None:
    state = stopped("coin1 coin3 skull skull crossbones")
    same = after(state, Steal(VALUES[0], BO), Steal(VALUES[2], BO))
    two = after(state, Steal(VALUES[0], BO), Steal(VALUES[2], CLEO))
    assert (same.coins, two.coins) == ((9, 1, 5), (9, 4, 2))


def test_kg_two_cannon_pairs() -> None:
    state = stopped(TWO_PAIRS, Take(VALUES[1]), Take(VALUES[0]), box=40)
    assert (state.coins, state.box, state.king) == ((8, 5, 5), 34, 5 + 3)


def test_kg_order() -> None:
    dice = "coin1 coin2 cannon skull crossbones"
    first = stopped(dice, Take(VALUES[0]), Steal(VALUES[1], BO))
    last = stopped(dice, Steal(VALUES[1], BO), Take(VALUES[0]))
    assert first == last
    assert first.coins == (8, 3, 5)


def test_kg_box_empty_mid_turn() -> None:
    dice = "coin1 coin3 cannon skull crossbones"
    at: dict[str, Any] = {"coins": (5, 30, 5), "box": 2}
    now = stopped(dice, Take(VALUES[2]), **at)
    assert (now.phase, now.coins) == (Phase.OVER, (7, 30, 5))
    finish = game(box_empty_mid_turn="finish_turn")
    state = stopped(dice, Take(VALUES[2]), of=finish, **at)
    assert legal(state, finish) == {Steal(VALUES[0], BO), Steal(VALUES[0], CLEO)}
    state = after(state, Steal(VALUES[0], BO), of=finish)
    assert (state.phase, state.coins) == (Phase.OVER, (8, 29, 5))


@pytest.mark.parametrize(
    ("box", "english", "french"),
    [
        (7, (3, 3), (3, 3)),
        (6, (3, 3), (3, 3)),
        (5, (3, 2), (2, 3)),
        (4, (3, 1), (2, 2)),
    ],
)
def test_kg_king_share_shortfall(
    box: int, english: tuple[int, int], french: tuple[int, int]
) -> None:
    assert shares(box) == (english, french)


def test_kg_king_share_less_than_die() -> None:
    assert shares(2) == ((2, 0), (1, 1))
    assert shares(1) == ((1, 0), (0, 1))


def test_kg_king_share_exact() -> None:
    assert shares(3) == ((3, 0), (1, 2))


def shares(box: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """What player and King get for coin3 and a cannon, in English and in French."""
    got = []
    for way in ("take_whats_left", "french_split"):
        rules = game(king_share_shortfall=way)
        before = turn(coins=(5, 20), box=box)
        state = after(before, PAIR, Stop(), Take(VALUES[2]), of=rules)
        got.append((state.coins[0] - 5, state.king - before.king))
    return got[0], got[1]


def test_kg_short_victim() -> None:
    state = stopped(PAIR, Steal(VALUES[2], BO), coins=(5, 1, 5))
    assert state.coins == (6, 0, 5)


def test_kg_victim() -> None:
    state = stopped(PAIR, coins=(5, 0, 5))
    assert Steal(VALUES[2], BO) in legal(state)
    strict = game(victim="must_have_coins_if_any_has")
    state = stopped(PAIR, of=strict, coins=(5, 0, 5))
    assert no(state, Steal(VALUES[2], BO), strict) == "kg.victim"
    assert Steal(VALUES[2], CLEO) in legal(state, strict)
    nobody = stopped(PAIR, of=strict, coins=(5, 0, 0))
    assert Steal(VALUES[2], BO) in legal(nobody, strict)
    skulls = stopped("skull skull skull skull skull", of=strict, coins=(5, 0, 5))
    assert legal(skulls, strict) == {Rob(CLEO)}


def test_kg_nobody_has_coins() -> None:
    state = stopped(PAIR, Steal(VALUES[2], BO), coins=(5, 0, 0))
    assert (state.coins, state.player) == ((5, 0, 0), BO)


def test_kg_empty_kings_pile() -> None:
    state = stopped("coin1 coin1 coin2 coin3 coin3", coins=(10, 10), box=40)
    assert (state.coins, state.king) == ((10, 10), 0)


@pytest.mark.parametrize(
    "dice", ["coin1 coin1 coin1 coin1 coin1", "coin1 coin2 coin3 coin3 coin2"]
)
def test_kg_all_coins(dice: str) -> None:
    state = stopped(dice, coins=(5, 5), box=40)
    assert (state.coins, state.king) == ((15, 5), 0)


def test_kg_all_skulls() -> None:
    state = stopped("skull skull skull skull skull", coins=(1, 20, 3))
    assert legal(state) == {Rob(BO), Rob(CLEO)}
    assert after(state, Rob(BO)).coins == (21, 0, 3)
    assert no(state, Rob(ANNA)) == "kg.coin_and_skull"


def test_kg_all_cannons() -> None:
    state = stopped("cannon cannon cannon cannon cannon", coins=(1, 9), box=40)
    assert (state.coins, state.box, state.king) == ((41, 9), 0, 10)
    assert state.phase is Phase.OVER


def test_kg_four_coins_and_bones() -> None:
    state = stopped("coin1 coin1 coin2 coin3 crossbones")
    assert (state.coins, state.player) == ((2, 5, 5), BO)


def test_kg_three_bones_cancels() -> None:
    dice = "crossbones crossbones crossbones coin3 cannon"
    assert stopped(dice).coins == (2, 5, 5)
    literal = game(three_bones_cancels="false")
    state = after(turn(), dice, of=literal)
    assert legal(state, literal) == {Take(VALUES[2])}
    state = after(state, Take(VALUES[2]), of=literal)
    assert (state.coins, state.box, state.player) == ((5, 5, 5), 34, BO)


def test_kg_three_bones_ends_turn() -> None:
    state = after(turn(), "crossbones crossbones coin1 coin2 skull")
    state = after(state, Keep(Roll.parse("crossbones crossbones coin1 coin2")))
    state = after(state, "crossbones")
    assert (state.player, state.coins) == (BO, (2, 5, 5))


def test_kg_crossbones_locked() -> None:
    state = after(turn(), "crossbones crossbones coin1 coin2 skull")
    assert no(state, Keep(Roll.parse("crossbones coin1"))) == "kg.crossbones_locked"
    state = after(state, Keep(Roll.parse("crossbones crossbones")))
    thrown_again = Rolled(Roll.parse("coin1 coin1 coin1 skull"))
    assert no(state, thrown_again) == "kg.crossbones_locked"


def test_kg_crossbones_any_throw() -> None:
    state = after(turn(), "coin1 coin2 skull skull cannon", Keep(Roll.parse("coin1")))
    state = after(state, "coin2 crossbones skull skull")
    assert no(state, Keep(Roll.parse("coin1"))) == "kg.crossbones_locked"
    assert Keep(Roll.parse("crossbones")) in legal(state)


def test_kg_kept_may_be_thrown() -> None:
    state = after(turn(), "coin1 coin2 skull skull cannon", Keep(Roll.parse("coin1")))
    state = after(state, "coin2 coin2 skull skull", Keep(Roll.parse("skull skull")))
    assert len(game().awaits(state).dice or ()) == 3


def test_kg_penalty_short() -> None:
    before = turn(coins=(2, 5))
    state = after(before, "coin1 coin1 crossbones crossbones crossbones")
    assert (state.coins, state.king) == ((0, 5), before.king + 2)


def test_kg_penalty_nothing() -> None:
    before = turn(coins=(0, 5))
    state = after(before, "coin1 coin1 crossbones crossbones crossbones")
    assert (state.coins, state.king) == ((0, 5), before.king)


def test_kg_kings_pile_at_end() -> None:
    state = stopped("cannon cannon cannon cannon cannon", coins=(1, 9), box=5)
    assert state.king == 45
    outcome = game().outcome(state)
    assert outcome
    assert outcome.winners == (BO,)


def test_kg_start_tie() -> None:
    rolls = ["skull coin1 coin1 coin1 coin1", "skull coin1 coin1 coin1 coin1"]
    state = after(game().start(3), *rolls, "coin1 coin1 coin1 coin1 coin1")
    assert (state.phase, state.player) == (Phase.START, ANNA)
    state = after(state, rolls[0], "skull skull coin1 coin1 coin1")
    assert (state.phase, state.player) == (Phase.THROW, BO)


def test_kg_start_no_effects() -> None:
    state = after(game().start(2), "cannon cannon cannon cannon cannon")
    assert (state.box, state.coins) == (60, (0, 0))


def all_cannons_to_a_tie(of: KingsGold) -> State:
    """Anna's cannons draw level with Bo; Cleo is behind."""
    dice = "cannon cannon cannon cannon cannon"
    return after(turn(coins=(10, 20, 5), box=10), dice, Stop(), of=of)


def test_kg_tie() -> None:
    shared = game(tie="shared")
    outcome = shared.outcome(all_cannons_to_a_tie(shared))
    assert outcome
    assert outcome.winners == (ANNA, BO)
    new = game(tie="new_game_tied_only")
    state = all_cannons_to_a_tie(new)
    assert (state.phase, state.box, state.coins) == (Phase.START, 60, (0, 0, 0))
    state = after(state, "skull skull coin1 coin1 coin1", "coin1 " * 5, of=new)
    state = after(state, PAIR, Stop(), of=new)
    assert no(state, Steal(VALUES[2], CLEO), new) == "kg.tie"
    everybody = game(tie="all_players_one_turn")
    state = all_cannons_to_a_tie(everybody)
    penalty = "coin1 coin1 coin1 coin1 crossbones"
    state = after(state, penalty, Stop(), of=everybody)
    assert (state.player, state.coins) == (CLEO, (20, 17, 5))
    loot = after(
        state, "skull skull skull skull skull", Stop(), Rob(ANNA), of=everybody
    )
    state = after(loot, penalty, Stop(), of=everybody)
    outcome = everybody.outcome(state)
    assert outcome
    assert outcome.winners == (CLEO,)


def test_kg_tie_turns() -> None:
    rules = game()
    state = all_cannons_to_a_tie(rules)
    assert (state.player, state.box) == (BO, 0)
    state = after(state, PAIR, Stop(), Steal(VALUES[2], CLEO))
    assert (state.player, state.coins) == (ANNA, (20, 23, 2))
    state = after(state, "coin3 skull cannon crossbones coin1", Stop())
    state = after(state, Steal(VALUES[2], CLEO), Take(VALUES[0]))
    outcome = rules.outcome(state)
    assert outcome
    assert (outcome.winners, state.coins) == ((BO,), (22, 23, 0))


def test_kg_tie_turns_go_on_though_the_box_is_empty() -> None:
    dice = "coin3 coin1 skull cannon crossbones"
    state = after(all_cannons_to_a_tie(game()), dice, Stop(), Take(VALUES[0]))
    assert (state.player, state.coins) == (BO, (20, 20, 5))
    assert after(state, Steal(VALUES[2], CLEO)).coins == (20, 23, 2)


def test_kg_tie_turns_repeat_while_tied() -> None:
    penalty = ("coin1 coin1 coin1 coin1 crossbones", Stop())
    state = after(all_cannons_to_a_tie(game()), *penalty, *penalty)
    assert (state.phase, state.player, state.coins) == (Phase.THROW, BO, (17, 17, 5))
    cannons = "cannon cannon cannon cannon cannon"
    assert after(state, cannons, Stop()).player == ANNA


def test_kg_ends_at_once() -> None:
    state = stopped(PAIR, Take(VALUES[2]), coins=(5, 5, 5), box=3, player=BO)
    outcome = game().outcome(state)
    assert outcome
    assert (outcome.winners, outcome.why.rule) == ((BO,), "kg.ends_at_once")
    assert no(state, Stop()) == "table.over"


def test_kg_clockwise() -> None:
    state = turn()
    order = []
    for _ in range(4):
        order.append(state.player)
        state = after(state, "coin1 coin1 coin1 coin1 crossbones", Stop())
    assert order == [ANNA, BO, CLEO, ANNA]


@pytest.mark.parametrize(("box", "kings"), [(6, 3), (5, 2)])
def test_kg_emptied_by_king(box: int, kings: int) -> None:
    before = turn(box=box)
    state = after(before, PAIR, Stop(), Take(VALUES[2]))
    assert (state.box, state.king, state.phase) == (0, before.king + kings, Phase.OVER)


def test_kg_emptied_by_king_before_the_second_pair() -> None:
    dice = "coin1 coin3 cannon skull crossbones"
    at: dict[str, Any] = {"coins": (5, 30, 5), "box": 6}
    state = stopped(dice, Take(VALUES[2]), **at)
    assert (state.phase, state.coins) == (Phase.OVER, (8, 30, 5))


def test_kg_highest_coins_two() -> None:
    highest = game(pairing="highest_coin")
    state = stopped("coin1 coin2 coin3 cannon skull", of=highest, coins=(5, 5))
    assert legal(state, highest) == {
        *(Take(coin) for coin in VALUES[1:]),
        *(Steal(coin, BO) for coin in VALUES[1:]),
    }


def test_kg_nothing_after_end() -> None:
    state = stopped("coin1 coin3 cannon skull crossbones", coins=(5, 30), box=2)
    step = game().apply(state, Take(VALUES[2]))
    assert [sentence.key for sentence in step.told] == ["kg.took", "kg.box_empty"]
    assert legal(step.state) == set()


# ---- never disputed


def test_kg_three_throws() -> None:
    state = after(turn(), "coin1 coin2 coin3 skull skull", Keep(NO_DICE))
    state = after(state, "coin1 coin2 coin3 skull skull", Keep(NO_DICE))
    state = after(state, "coin1 coin2 coin3 skull skull")
    assert state.phase is Phase.FULFIL
    fourth = Rolled(Roll.parse("coin1 coin2 coin3 skull skull"))
    assert no(state, fourth) == "kg.three_throws"
    assert no(state, Keep(NO_DICE)) == "kg.three_throws"


def test_kg_coin_and_cannon() -> None:
    before = turn()
    state = after(before, PAIR, Stop(), Take(VALUES[2]))
    assert (state.coins, state.box) == ((8, 5, 5), before.box - 6)
    assert state.king == before.king + 3


def test_kg_coin_and_skull() -> None:
    state = stopped(PAIR, Steal(VALUES[2], CLEO))
    assert state.coins == (8, 5, 2)
    assert no(stopped(PAIR), Steal(VALUES[2], ANNA)) == "kg.coin_and_skull"


def test_kg_penalty() -> None:
    before = turn()
    state = after(before, "cannon cannon skull skull skull", Stop())
    assert (state.coins, state.king) == ((2, 5, 5), before.king + 3)


# ---- what follows from the rules


@pytest.mark.parametrize("seed", range(40))
def test_coins_are_conserved(seed: int) -> None:
    chance = Random(seed)
    rules, players = random_game(KingsGold, chance), random_players(KingsGold, chance)
    for moment in moments(rules, players, chance):
        state = moment.state
        assert sum(state.coins) + state.box + state.king == COINS
        assert min(*state.coins, state.box, state.king) >= 0


def test_penalties_without_three_crossbones() -> None:
    """38 of the 252 multisets have no combination and fewer than 3 crossbones."""
    faces = KingsGold.rulebook.dice[0]
    rolls = Counter(
        Roll([faces[i] for i in chosen]) for chosen in _multisets(len(faces), 5)
    )
    assert len(rolls) == 252
    paid = [roll for roll in rolls if _pays(roll) and roll.count("crossbones") < 3]
    assert len(paid) == 38


def _multisets(kinds: int, size: int, low: int = 0) -> list[tuple[int, ...]]:
    if size == 0:
        return [()]
    return [
        (first, *rest)
        for first in range(low, kinds)
        for rest in _multisets(kinds, size - 1, first)
    ]


def _pays(roll: Roll) -> bool:
    return stopped(str(roll), coins=(9, 9)).king == turn(coins=(9, 9)).king + 3


def test_on_table() -> None:
    (line,) = game().on_table(turn(coins=(5, 5), box=49))
    words = game().rulebook.words.render(line, ("Anna", "Bo"))
    assert words == "The box holds 49 coins, the King's pile 1 coin."


def test_who_acts() -> None:
    rules = game()
    assert rules.to_act(rules.start(2)) == TOWER
    assert rules.to_act(after(turn(), PAIR)) == ANNA
