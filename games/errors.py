"""What can be wrong with what somebody gave to ``games``, split by who is wrong."""

from __future__ import annotations


class GamesError(Exception):
    """Root of the errors of this folder."""


class BadNotation(GamesError, ValueError):
    """The text is no face, roll, action or record line at all."""
