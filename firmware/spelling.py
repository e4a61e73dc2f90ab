"""What is typed at the table, spelled out: faces and cards may be shortened."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.referee import Match
from games.seats import DECK, TOWER, Seat

_DICE = re.compile(r"(^| as )(roll|keep) ([^,;]+)")


def spelled(match: Match, seat: Seat, text: str) -> str:
    """What was typed, in full: ``roll`` put in front of dice, faces completed.

    A face, and what the deck deals, may be shortened as long as it is clear which one
    is meant.
    """
    if seat == DECK:
        return _dealt(match, text)
    faces = sorted(match.game.faces)
    if seat == TOWER and text.partition(" ")[0] not in ("roll", "correct", "take"):
        text = f"roll {text}"

    def whole(found: re.Match[str]) -> str:
        dice = (_whole(word.casefold(), faces) for word in found[3].split())
        return f"{found[1]}{found[2]} {' '.join(dice)}"

    return _DICE.sub(whole, text)


def _dealt(match: Match, text: str) -> str:
    """The only thing to deal whose text begins so, with or without its verb."""
    listed = tuple(map(match.text, match.game.legal_actions(match.state)))
    begun = text.casefold()
    for fits in (str.__eq__, _begins):
        fitting = [
            each
            for each in listed
            if fits(each.casefold(), begun)
            or fits(each.partition(" ")[2].casefold(), begun)
        ]
        if fitting:
            return fitting[0] if len(fitting) == 1 else text
    return text


def _begins(whole: str, text: str) -> bool:
    """Whether the text is the beginning of the whole; no number is cut in two.

    >>> _begins("dragon_25", "drag"), _begins("orc_32", "orc_3")
    (True, False)
    """
    rest = whole.removeprefix(text)
    cut = rest[:1].isdigit() and text[-1:].isdigit()
    return whole.startswith(text) and not cut


def _whole(word: str, faces: Sequence[str]) -> str:
    fitting = [face for face in faces if face.startswith(word)]
    return fitting[0] if len(fitting) == 1 else word
