"""Where the cards of King of the Dice lie: between the players, and in kingdoms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from games.citizens import Card, Citizen, Deck, Idiot, Kind, Village
from games.seats import Seat

C = TypeVar("C", bound=Card)


class Market(NamedTuple):
    """What lies between the players."""

    row: tuple[Citizen, ...]
    """The open citizens from left to right, without gaps; the pile is to the left."""
    drawn_from: tuple[Citizen, ...]
    """The draw pile, in no order: nobody knows which comes next."""
    discarded: tuple[Citizen, ...]
    stacks: tuple[tuple[Village, ...], ...]
    """The villages from left to right, the top card of each stack first."""
    idiot: Idiot | None
    """The one that shows."""
    idiots: tuple[Idiot, ...]
    """Those under it, in no order."""

    @classmethod
    def of(cls, deck: Deck) -> Market:
        """All cards before the first is dealt."""
        return cls((), deck.citizens, (), deck.stacks, None, deck.idiots)

    def drawn(self, name: str, *, first_row: bool) -> Market:
        """With this citizen in the row: the first five come from left to right.

        Later the row moves to the right, and they come in at the left.
        """
        card = named(self.drawn_from, name)
        row = (*self.row, card) if first_row else (card, *self.row)
        return self._replace(row=row, drawn_from=_without(self.drawn_from, card))

    def turned_up(self, name: str) -> Market:
        """With this idiot on top."""
        idiot = named(self.idiots, name)
        return self._replace(idiot=idiot, idiots=_without(self.idiots, idiot))

    def without(self, citizen: Citizen) -> Market:
        """When this citizen has left the row."""
        return self._replace(row=_without(self.row, citizen))

    def founded(self, place: int) -> Market:
        """When the top village of this stack is gone."""
        stacks = self.stacks
        less = (*stacks[:place], stacks[place][1:], *stacks[place + 1 :])
        return self._replace(stacks=less)

    def idiot_gone(self) -> Market:
        """When the idiot that showed is taken."""
        return self._replace(idiot=None)

    def rightmost_gone(self) -> Market:
        """When the rightmost citizen is discarded (kotd.idiot_discards)."""
        *row, gone = self.row
        return self._replace(row=tuple(row), discarded=(*self.discarded, gone))


def named(cards: Sequence[C], name: str) -> C:
    """The card of this name, which is among them."""
    return next(card for card in cards if card.name == name)


def _without(cards: tuple[C, ...], gone: C) -> tuple[C, ...]:
    place = cards.index(gone)
    return cards[:place] + cards[place + 1 :]


# ---- kingdoms

Pile: TypeAlias = tuple[Card, ...]
"""The cards of a player, the top one last."""


def given(
    kingdoms: tuple[Pile, ...], seat: Seat, cards: Pile, *, below: bool = False
) -> tuple[Pile, ...]:
    """The kingdoms with these cards on top of one, or right below its top card."""
    pile = kingdoms[seat]
    under, top = (pile[:-1], pile[-1:]) if below else (pile, ())
    return (*kingdoms[:seat], (*under, *cards, *top), *kingdoms[seat + 1 :])


def on_top(pile: Pile, kind: Kind) -> bool:
    """Whether a citizen of this kind lies on top."""
    top = pile[-1] if pile else None
    return isinstance(top, Citizen) and top.kind is kind


def points(pile: Pile) -> int:
    """What a kingdom counts: n fairies count n each (kotd.fairy_points).

    >>> from games.needs import OneColour
    >>> fairy = Citizen("fairy", Kind.FAIRY, OneColour(4), points=1, village="forest")
    >>> points((fairy, fairy, fairy, Idiot("idiot_2", -2)))
    7
    """
    fairies = sum(isinstance(c, Citizen) and c.kind is Kind.FAIRY for c in pile)
    alone = sum(card.points for card in pile)  # each fairy counts 1 alone
    return alone + fairies * (fairies - 1)


def minus(pile: Pile) -> int:
    """The minus points of idiots and dragons, as a number from 0 up."""
    return -sum(min(card.points, 0) for card in pile)


def winners(kingdoms: Sequence[Pile]) -> tuple[Seat, ...]:
    """Most points, then fewest minus (kotd.tie), else shared (kotd.final_tie)."""
    ranks = [(points(pile), -minus(pile)) for pile in kingdoms]
    return tuple(Seat(i) for i, rank in enumerate(ranks) if rank == max(ranks))
