"""Records on disk: a line is there, and stays there, before anybody is told of it."""

from __future__ import annotations

import fcntl
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from firmware.closing import Closing
from firmware.files import read_file
from games.errors import GamesError
from games.record import (
    Header,
    Reading,
    comment_line,
    entry_line,
    header_lines,
    read,
    result_line,
    sealed,
)
from games.referee import Match

HOME = "DICETOWER_HOME"
A_RECORD = "the file of a record"


class NoRecord(GamesError, OSError):
    """The file cannot be used as a record."""


def records_folder() -> Path:
    """Where matches are kept: ``$DICETOWER_HOME/records``."""
    home = os.environ.get(HOME) or Path.home() / ".local" / "share" / "dicetower"
    return Path(home) / "records"


def load(path: Path) -> Reading:
    """What can be read of a record; raises `NoFile` or `BadRecord`."""
    return read(read_file(path, A_RECORD))


@dataclass
class RecordFile(Closing):
    """A record that grows: strict, line by line, synced to the disk each time."""

    path: Path
    _file: int
    _seal: str = ""

    @classmethod
    def create(cls, path: Path, header: Header) -> Self:
        """A new record; raises `NoRecord` where the file is there already."""
        lines, seal = [], ""
        for body in header_lines(header):
            line, seal = sealed(body, seal)
            lines.append(line)
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND
            file = os.open(path, flags, 0o644)
        except FileExistsError as error:
            raise NoRecord(
                f"{path} is there already: go on with --resume {path}, or name another"
            ) from error
        record = cls(_locked(file, path), file, seal)
        try:
            record._write("".join(lines))
        except NoRecord:
            record.close()
            path.unlink()
            raise
        _sync_folder(path.parent)
        return record

    @classmethod
    def resume(cls, path: Path) -> tuple[Self, Reading]:
        """The record to go on with, and what it holds.

        What follows the last sound line is set aside in a file of its own, never lost.
        Raises `NoRecord` where the match is over, or is being played elsewhere.
        """
        read_file(path, A_RECORD)  # What is no file is refused before it is opened.
        file = os.open(path, os.O_RDWR | os.O_APPEND)
        record = cls(_locked(file, path), file)
        try:
            return record, record._mended()
        except (GamesError, OSError):
            record.close()
            raise

    def _mended(self) -> Reading:
        """What the file holds, after what makes no sense at its end is set aside.

        It is read under the lock: nobody else can add a line meanwhile.
        """
        data = read_file(self.path, A_RECORD)
        reading = read(data)
        if reading.finished:
            result = result_line(reading.match)
            raise NoRecord(f"the match in {self.path} is over: {result}")
        self._seal = reading.seal
        torn = data[reading.sound :]
        if torn:
            aside = _set_aside(self.path, torn)
            os.ftruncate(self._file, reading.sound)
            os.fsync(self._file)
            self.comment(f"{len(torn)} bytes that made no sense are in {aside.name}")
        elif not data.endswith(b"\n"):
            self._write("\n")
        return reading

    def entry(self, match: Match) -> None:
        """Write the last entry of the match."""
        self._body(entry_line(match.entries[-1], match))

    def comment(self, text: str) -> None:
        """Write a comment."""
        self._body(comment_line(text))

    def result(self, match: Match) -> None:
        """Write how the match ended; nothing can follow."""
        self._body(result_line(match))

    def close(self) -> None:
        """Let go of the file; doing so twice does no harm."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _body(self, body: str) -> None:
        line, seal = sealed(body, self._seal)
        self._write(line)
        self._seal = seal

    def _write(self, text: str) -> None:
        _write_all(self._file, text.encode(), self.path)


def _write_all(file: int, left: bytes, path: Path) -> None:
    """Add all of it or nothing; raises `NoRecord` where the disk refuses."""
    size = os.fstat(file).st_size
    try:
        while left:
            left = left[os.write(file, left) :]
        os.fsync(file)
    except OSError as error:
        os.ftruncate(file, size)
        raise NoRecord(
            f"{path} cannot be written ({error.strerror}): what was played so far is"
            " safe; make room, then go on with --resume"
        ) from error


def _locked(file: int, path: Path) -> Path:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(file)
        raise NoRecord(f"the match in {path} is being played elsewhere") from error
    return path


def _sync_folder(folder: Path) -> None:
    """Make sure that the name of a new file survives a power cut, too."""
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _set_aside(path: Path, torn: bytes) -> Path:
    for number in range(1, 1000):
        aside = path.with_name(f"{path.name}.torn{number}")
        try:
            file = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        except FileExistsError:
            continue
        try:
            _write_all(file, torn, aside)
        except NoRecord:
            aside.unlink()
            raise
        finally:
            os.close(file)
        _sync_folder(path.parent)
        return aside
    raise NoRecord(f"{path} was torn a thousand times: move its .torn files away")
