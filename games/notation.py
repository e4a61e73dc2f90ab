"""Actions as text, both ways: every kind of action names its own form.

>>> @dataclass(frozen=True, slots=True)
... class Steal(Action):
...     form: ClassVar[str] = "steal {coin} from {victim}"
...     coin: Face
...     victim: Seat
>>> notation = Notation([Steal])
>>> notation.parse("steal coin2 from Bo", ["Anna", "Bo"])
Steal(coin='coin2', victim=Seat(1))
>>> notation.text(Steal(Face("coin2"), Seat(1)), ["Anna", "Bo"])
'steal coin2 from Bo'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import NoneType
from typing import Any, ClassVar, TypeAlias, get_args, get_type_hints

from games.dice import Face
from games.errors import BadNotation
from games.seats import Seat, name_of, seat_of


class Action:
    """What a seat does: a frozen value that prints and parses back.

    ``form`` is its text: words, ``{field}`` for a field, and ``[...]`` around a part
    that is left out where its field is None. The first words tell actions apart. A
    field may be of any type whose values print and `parse` back.
    """

    __slots__ = ()
    form: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Numbered:
    """An action with the number of the entry where it stands."""

    number: int
    action: Action


Players: TypeAlias = Sequence[str]


@dataclass(frozen=True)
class _Codec:
    """How a value of one type is found, written and read."""

    pattern: str
    text: Callable[[Any, Players], str]
    parse: Callable[[str, Players], Any]


class Notation:
    """The text of a set of kinds of actions, both ways."""

    def __init__(self, kinds: Iterable[type[Action]]) -> None:
        self._forms = {kind: _Form(kind, self._codecs) for kind in kinds}
        self._by_word = {form.word: form for form in self._forms.values()}

    def text(self, action: Action, players: Players) -> str:
        """The action in words, players by their names."""
        return self._forms[type(action)].text(action, players)

    def parse(self, text: str, players: Players) -> Action:
        """The action that ``text`` says; raises `BadNotation` where it says none."""
        text = " ".join(text.split())
        form = self._by_word.get(self._word(text))
        if form is None:
            known = ", ".join(sorted(self._by_word))
            raise BadNotation(f"{text!r} is no action: expected one of {known}")
        return form.parse(text, players)

    def _word(self, text: str) -> str:
        starts = [w for w in self._by_word if text == w or text.startswith(w + " ")]
        return max(starts, key=len, default="")

    @cached_property
    def _codecs(self) -> dict[object, _Codec]:
        return {
            Face: _Codec(r"\S+", lambda face, _: face, lambda text, _: Face(text)),
            Seat: _Codec(r"\S.*?", name_of, seat_of),
            int: _Codec(r"\d{1,9}", lambda n, _: str(n), lambda text, _: int(text)),
            str: _Codec(r"[a-z0-9_]+", lambda name, _: name, lambda text, _: text),
            tuple[Numbered, ...]: _Codec(
                r"\d.*?", self._numbered_text, self._parse_numbered
            ),
        }

    def _numbered_text(self, changes: Iterable[Numbered], players: Players) -> str:
        return ", ".join(
            f"{each.number} as {self.text(each.action, players)}" for each in changes
        )

    def _parse_numbered(self, text: str, players: Players) -> tuple[Numbered, ...]:
        return tuple(self._one_numbered(part, players) for part in text.split(","))

    def _one_numbered(self, text: str, players: Players) -> Numbered:
        found = re.fullmatch(r"\s*(\d{1,9}) as (.+)", text)
        if not found:
            raise BadNotation(f"{text!r} changes nothing: expected NUMBER as ACTION")
        return Numbered(int(found[1]), self.parse(found[2], players))


class _Form:
    """One kind of action, with its form taken apart."""

    def __init__(self, kind: type[Action], codecs: dict[object, _Codec]) -> None:
        self.kind = kind
        self.word = kind.form.split("{")[0].split("[")[0].strip()
        hints = get_type_hints(kind, include_extras=True)
        names = re.findall(r"\{(\w+)\}", kind.form)
        self.fields = {name: _codec(hints[name], codecs) for name in names}
        self.parts = re.split(r"[\[\]]", kind.form)
        self.pattern = re.compile(
            "".join(
                f"(?:{self._pattern(part)})?" if optional else self._pattern(part)
                for part, optional in self._marked_parts()
            )
        )

    def _marked_parts(self) -> list[tuple[str, bool]]:
        return [(part, i % 2 == 1) for i, part in enumerate(self.parts)]

    def _pattern(self, part: str) -> str:
        literal_or_field = re.split(r"\{(\w+)\}", part)
        return "".join(
            f"(?P<{text}>{self.fields[text].pattern})" if i % 2 else re.escape(text)
            for i, text in enumerate(literal_or_field)
        )

    def text(self, action: Action, players: Players) -> str:
        def written(found: re.Match[str]) -> str:
            value = getattr(action, found[1])
            return self.fields[found[1]].text(value, players)

        def present(part: str) -> bool:
            names = re.findall(r"\{(\w+)\}", part)
            return all(getattr(action, name) is not None for name in names)

        return "".join(
            re.sub(r"\{(\w+)\}", written, part)
            for part, optional in self._marked_parts()
            if not optional or present(part)
        )

    def parse(self, text: str, players: Players) -> Action:
        found = self.pattern.fullmatch(text)
        if not found:
            raise BadNotation(
                f"{text!r} is not how {self.word!r} is written: expected"
                f" {self.kind.form!r}"
            )
        given = {
            name: codec.parse(found[name], players)
            for name, codec in self.fields.items()
            if found[name] is not None
        }
        return self.kind(**given)


def _codec(hint: object, codecs: dict[object, _Codec]) -> _Codec:
    """How a field of this type is written: known here, or by its `parse` and `str`."""
    kind: Any = _without_none(hint)
    return codecs.get(kind) or _Codec(
        r"\S.*?", lambda value, _: str(value), lambda text, _: kind.parse(text)
    )


def _without_none(hint: object) -> object:
    kept = [part for part in get_args(hint) if part is not NoneType]
    return kept[0] if NoneType in get_args(hint) and kept else hint
