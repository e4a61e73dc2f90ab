"""Files, whole or not at all: read as people hand them in, written to stay."""

from __future__ import annotations

import os
from pathlib import Path

from games.errors import GamesError

LARGEST = 64 * 1024 * 1024
"""More than any of them: a free roll of half a million throws takes about 45 MB."""


class NoFile(GamesError, OSError):
    """What was named is no file that can be read."""


def read_file(path: Path, wanted: str) -> bytes:
    """What the file holds; raises `NoFile`, which says that ``wanted`` was expected."""
    if path.is_dir():
        raise NoFile(f"{path} is a directory: expected {wanted}")
    if path.exists() and not path.is_file():
        raise NoFile(f"{path} is no regular file: expected {wanted}")
    try:
        if path.stat().st_size > LARGEST:
            raise NoFile(f"{path} is too large: expected {wanted}")
        return path.read_bytes()
    except FileNotFoundError as error:
        raise NoFile(f"there is no file {path}: expected {wanted}") from error
    except PermissionError as error:
        raise NoFile(f"{path} may not be read: expected {wanted}") from error


def write_file(path: Path, data: bytes) -> None:
    """Write a file that a power cut leaves whole or not there; raises OSError."""
    part = path.with_name(f".{path.name}.part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)
