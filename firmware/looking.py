"""A camera that takes the tower's seat in a match: what was chosen, and it opened."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import click

from firmware.camera import Camera
from firmware.camera_tower import CameraTower, Rolls, tell, typed_meanwhile
from firmware.cameras.sources import open_camera
from firmware.evidence import Evidence
from firmware.records import RecordFile, load
from firmware.rolls import Region
from firmware.sight import load_sight
from firmware.terminal import at_terminal
from games.errors import GamesError
from games.referee import Match

_ZONE = re.compile(r"(\d{1,5}),(\d{1,5}),(\d{1,5}),(\d{1,5})")


class BadZone(GamesError, ValueError):
    """A keep zone that is none."""


@dataclass(frozen=True)
class Looks:
    """Which camera looks, where kept dice lie, and what becomes of doubts.

    `asks`: people are asked; `keeps`: pictures outlive the match.
    """

    source: str
    zone: Region | None
    asks: bool
    keeps: bool

    @property
    def options(self) -> list[str]:
        """The options with which it looks so again."""
        zone = [f"--keep-zone={','.join(map(str, self.zone))}"] if self.zone else []
        asks = [] if self.asks else ["--no-ask"]
        keeps = ["--keep-pictures"] if self.keeps else []
        return [f"--camera={self.source}", *zone, *asks, *keeps]

    @contextmanager
    def opened(self, match: Match) -> Iterator[Opened]:
        """Open the camera; raises where it, or the game, is none for a camera."""
        sight = load_sight()
        sight.check(match)
        with open_camera(self.source, tell=tell) as camera:
            yield Opened(self, camera, sight.rolls(self.zone))


@dataclass(frozen=True)
class Opened:
    """A camera that looks, and what makes rolls of what it sees."""

    looks: Looks
    camera: Camera
    rolls: Rolls

    def tower(self, record: RecordFile) -> CameraTower:
        """Return what takes the tower's seat; say what is kept of what it sees."""
        comments = [text for _, text in load(record.path).comments]
        evidence = Evidence(record.path, comments)
        until = "" if self.looks.keeps else ", until the match is over"
        click.secho(
            f"  Pictures are kept of rolls alone{until}: {evidence.folder}", dim=True
        )
        return CameraTower(
            self.camera,
            self.rolls,
            record,
            evidence,
            asks=self.looks.asks,
            listen=typed_meanwhile if at_terminal() else lambda: None,
        )


def zone_of(text: str) -> Region:
    """Return the keep zone that X,Y,W,H says; raises BadZone."""
    found = _ZONE.fullmatch(text.replace(" ", ""))
    if not found or not int(found[3]) or not int(found[4]):
        raise BadZone(
            f"expected --keep-zone X,Y,W,H in px, as 0,0,200,480, got {text!r}"
        )
    x, y, width, height = (int(number) for number in found.groups())
    return x, y, width, height
