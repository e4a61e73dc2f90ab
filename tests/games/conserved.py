"""What no action may make more or less: coins, cards, crowns, dice, tokens."""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.king_of_the_dice import KingOfTheDice
from games.king_of_the_dice_junior import KingOfTheDiceJunior
from games.kings_gold import COINS, KingsGold
from games.klondice import CHART, Klondice
from games.klondice import Phase as KlondicePhase
from games.rules import Game
from games.yahtzee_jr import YahtzeeJr


def check(game: Game[Any], state: Any) -> None:
    """Count what the box of the game holds, wherever it lies in this state."""
    match game:
        case KingsGold():
            assert sum(state.coins) + state.box + state.king == COINS
            assert min(*state.coins, state.box, state.king) >= 0
        case Klondice():
            _klondice(state)
        case YahtzeeJr():
            for tokens in state.tokens:
                assert len(tokens) == len(game.characters)
        case KingOfTheDice():
            _king_of_the_dice(game, state)
        case KingOfTheDiceJunior():
            _junior(game, state)


def _klondice(state: Any) -> None:
    players = len(state.credits)
    placed = sum(len(claim.dice) for claim in state.claims)
    if state.phase is not KlondicePhase.OVER:
        assert sum(state.dice) + placed == players * CHART[players]
    assert min(state.credits) >= 0


def _king_of_the_dice(game: KingOfTheDice, state: Any) -> None:
    market = state.market
    piles = [*state.kingdoms, *market.stacks, market.row, market.drawn_from]
    piles += [market.discarded, market.idiots]
    piles.append((market.idiot,) if market.idiot else ())
    lying = Counter(card for pile in piles for card in pile)
    assert lying == Counter(game.deck)
    assert lying.total() == 65


def _junior(game: KingOfTheDiceJunior, state: Any) -> None:
    cards = state.cards
    lying = Counter([*cards.pile, *cards.face_up, *cards.put_away])
    lying.update(card for castle in cards.castles for card in castle)
    assert lying == Counter(game.box.cards)
    assert lying.total() == 40
    assert len(state.crowns) == len(cards.castles)
