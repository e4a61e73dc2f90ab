"""The record of a match as text: made for people first, complete enough to replay.

Tags, then one numbered line an action, comments anywhere, the result at the end. Every
line closes with a seal: a hash over the line and the seal before it. `docs/record.md`
describes the format for others, and what the seals cannot prove.

The writer is strict, the reader forgiving: it recovers everything before the first line
that is damaged, and says what is wrong with it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from games.catalog import load_game
from games.errors import BadNotation, GamesError
from games.referee import Accepted, Entry, Match, begin, judge
from games.seats import name_of, seat_of

VERSION = 1
SEAL_DIGITS = 16
SEAL_COLUMN = 64
"""Where seals stand, out of the reader's way; a longer line pushes its own on."""

_SEAL = re.compile(rf"[0-9a-f]{{{SEAL_DIGITS}}}")
_VERSION = re.compile("[1-9][0-9]{0,8}")
_TAG = re.compile(r'\[(?P<name>[A-Z][A-Za-z]*) "(?P<value>[^"]*)"\]')
_ENTRY = re.compile(
    r"(?P<number>\d{1,9})\. (?P<seat>[^:]+): (?P<text>.*?)(?: \((?P<note>[^()]*)\))?"
)
COMMENT, RESULT = "; ", "= "


class BadRecord(GamesError, ValueError):
    """A text from which not even the beginning of a match can be read."""


class NewerRecord(BadRecord):
    """A record that a later version of this program has written."""


@dataclass(frozen=True)
class Header:
    """What stands before the first action.

    ``tags`` are those that mean nothing to the rules: when, where, by what the dice
    were read.
    """

    game: str
    players: tuple[str, ...]
    options: Mapping[str, str]
    tags: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Fault:
    """What is wrong with one line, counted from 1."""

    line: int
    why: str
    unread: int
    """How many lines follow, which nobody can vouch for."""

    def __str__(self) -> str:
        more = f" ({self.unread} more lines follow it unread)" if self.unread else ""
        return f"line {self.line}: {self.why}{more}"


@dataclass(frozen=True)
class Reading:
    """What could be read of a record.

    ``sound`` is the number of bytes before the first fault, ``seal`` the last seal in
    them: a writer goes on from there.
    """

    header: Header
    match: Match
    comments: tuple[tuple[int, str], ...]
    """Each with the number of the entry that it follows."""
    finished: bool
    faults: tuple[Fault, ...]
    sound: int
    seal: str


# ---- writing


def sealed(body: str, before: str) -> tuple[str, str]:
    """The whole line with its seal and line end, and the seal alone.

    ``before`` is the seal of the line before, or empty for the first line.
    """
    if "\n" in body or "\r" in body:
        raise ValueError(f"a line of a record cannot hold a line end: {body!r}")
    padded = f"{body:<{SEAL_COLUMN}} "
    seal = _seal(padded, before)
    return f"{padded}#{seal}\n", seal


def _seal(padded: str, before: str) -> str:
    whole = hashlib.sha256(f"{before}\n{padded}".encode())
    return whole.hexdigest()[:SEAL_DIGITS]


def header_lines(header: Header) -> Iterator[str]:
    """The tags, without seals; raises `BadRecord` where one cannot be written.

    The players come last, so that a header that was cut short cannot pass for whole.
    """
    yield _tag("Dicetower", str(VERSION))
    yield _tag("Game", header.game)
    for name, value in header.options.items():
        yield _tag("Option", f"{name} = {value}")
    for name, value in header.tags.items():
        yield _tag(name, value)
    yield _tag("Players", ", ".join(header.players))


def _tag(name: str, value: str) -> str:
    line = f'[{name} "{value}"]'
    if not _TAG.fullmatch(line) or not value.isprintable():
        raise BadRecord(f"tag {name!r} cannot hold {value!r}")
    return line


def entry_line(entry: Entry, match: Match) -> str:
    """The line of an action, without its seal."""
    note = f" ({entry.note})" if entry.note else ""
    seat = name_of(entry.seat, match.players)
    line = f"{entry.number}. {seat}: {match.text(entry.action)}{note}"
    found = _ENTRY.fullmatch(line)
    if not found or not line.isprintable() or (found["note"] or "") != entry.note:
        raise BadRecord(f"an action cannot be written as {line!r}")
    return line


def comment_line(text: str) -> str:
    """A comment, without its seal; what cannot be printed becomes a space."""
    printable = "".join(c if c.isprintable() else " " for c in text)
    return COMMENT + " ".join(printable.split())


def result_line(match: Match) -> str:
    """The result of a match that is over, without its seal."""
    outcome = match.outcome
    if outcome is None:
        raise ValueError("a match that goes on has no result")
    totals = zip(match.players, match.game.scores(match.state), strict=True)
    scores = ", ".join(f"{name} {score}" for name, score in totals)
    winners = " and ".join(match.players[seat] for seat in outcome.winners)
    verb = "wins" if len(outcome.winners) == 1 else "share the win"
    return f"{RESULT}{scores}: {winners} {verb} ({outcome.why.rule})"


def write(match: Match, header: Header) -> str:
    """The whole record of a match, as it would have been written line by line."""
    bodies = [*header_lines(header)]
    bodies += [entry_line(entry, match) for entry in match.entries]
    bodies += [result_line(match)] if match.outcome else []
    lines, seal = [], ""
    for body in bodies:
        line, seal = sealed(body, seal)
        lines.append(line)
    return "".join(lines)


# ---- reading


@dataclass
class _Reader:
    """Takes in line after line, until one is damaged."""

    seal: str = ""
    sound: int = 0
    tags: list[tuple[str, str]] = field(default_factory=list)
    header: Header | None = None
    match: Match | None = None
    comments: list[tuple[int, str]] = field(default_factory=list)
    finished: bool = False

    def take(self, raw: bytes) -> None:
        """One line; raises `GamesError` where it is damaged or makes no sense."""
        body, seal = _opened(raw, self.seal)
        if self.finished:
            raise BadNotation("nothing can follow the result")
        if body.startswith("["):
            self._tag(body)
        elif body.startswith(COMMENT.strip()):
            self.comments.append((len(self._begun().entries), body[len(COMMENT) :]))
        elif body.startswith(RESULT):
            _check_result(self._begun(), body)
            self.finished = True
        else:
            self.match = _entered(self._begun(), body)
        self.seal = seal
        self.sound += len(raw)

    def _tag(self, body: str) -> None:
        found = _TAG.fullmatch(body)
        if not found:
            raise BadNotation(f'{body!r} is no tag: expected [Name "value"]')
        if self.match:
            raise BadNotation("the tag Players is the last one")
        if not self.tags:
            _check_version(found["name"], found["value"])
        self.tags.append((found["name"], found["value"]))
        if found["name"] == "Players":
            self.header = _header(self.tags)
            game = load_game(self.header.game, self.header.options)
            self.match = begin(game, self.header.players)

    def _begun(self) -> Match:
        if self.match is None:
            raise BadNotation("expected tags, the last of them [Players ...]")
        return self.match


def _opened(raw: bytes, before: str) -> tuple[str, str]:
    """The line without its seal, and the seal; raises `BadNotation` if it is broken."""
    try:
        text = raw.decode("utf-8").removesuffix("\n").removesuffix("\r")
    except UnicodeDecodeError as error:
        raise BadNotation("the line is no UTF-8 text") from error
    padded, _, seal = text.rpartition("#")
    if not padded.endswith(" ") or not _SEAL.fullmatch(seal):
        raise BadNotation("the line is torn: no seal at its end")
    if _seal(padded, before) != seal:
        raise BadNotation("the seal does not fit the line and the seal before it")
    return padded.rstrip(" "), seal


def _check_version(name: str, value: str) -> None:
    if name != "Dicetower" or not _VERSION.fullmatch(value):
        raise BadNotation(
            f'a record begins with [Dicetower "{VERSION}"], not with [{name} "{value}"]'
        )
    if int(value) > VERSION:
        raise NewerRecord(
            f"the record is of version {value}, and this program reads up to version"
            f" {VERSION}: update dicetower"
        )


def _header(tags: Sequence[tuple[str, str]]) -> Header:
    once = dict(tags)
    names = [f"{n} {v.partition(' = ')[0]}" if n == "Option" else n for n, v in tags]
    for name in names:
        if names.count(name) > 1:
            raise BadNotation(f"the tag {name} stands there twice")
    if "Game" not in once:
        raise BadNotation("the tag Game is missing before Players")
    options = [value.partition(" = ") for name, value in tags if name == "Option"]
    known = {"Dicetower", "Game", "Players", "Option"}
    return Header(
        game=once["Game"],
        players=tuple(name.strip() for name in once["Players"].split(",")),
        options={name: value for name, _, value in options},
        tags={name: value for name, value in tags if name not in known},
    )


def _entered(match: Match, body: str) -> Match:
    """The match after the action of this line."""
    found = _ENTRY.fullmatch(body)
    if not found:
        raise BadNotation(f"{body!r} is no action: expected NUMBER. WHO: WHAT")
    if int(found["number"]) != match.next_number:
        raise BadNotation(f"number {found['number']}, expected {match.next_number}")
    seat = seat_of(found["seat"], match.players)
    judged = judge(match, seat, match.parse(found["text"]), found["note"] or "")
    if isinstance(judged, Accepted):
        return judged.match
    why = match.render(judged.why)
    raise BadNotation(f"the rules refuse it: {why} ({judged.rule})")


def _check_result(match: Match, body: str) -> None:
    if match.outcome is None:
        raise BadNotation("a result, but the match is not over")
    if body != result_line(match):
        raise BadNotation(f"the actions lead to another result: {result_line(match)}")


def read(data: bytes) -> Reading:
    """Everything up to the first damaged line, and what is wrong with that line.

    Raises `BadRecord` only where the damage lies before the players are known.
    """
    reader, faults = _Reader(), []
    # Only a line feed ends a line: a stray carriage return must not hide what follows.
    lines = re.findall(rb"[^\n]*\n|[^\n]+", data)
    for number, raw in enumerate(lines, 1):
        try:
            reader.take(raw)
        except NewerRecord:
            raise
        except GamesError as error:
            faults.append(Fault(number, str(error), len(lines) - number))
            break
    if reader.header is None or reader.match is None:
        why = faults[0] if faults else f"line {len(lines) + 1}: the tags end too soon"
        raise BadRecord(f"no match can be read: {why}")
    return Reading(
        header=reader.header,
        match=reader.match,
        comments=tuple(reader.comments),
        finished=reader.finished,
        faults=tuple(faults),
        sound=reader.sound,
        seal=reader.seal,
    )
