"""What can be wrong with pictures and models: one tree, each also a built-in."""

from __future__ import annotations


class VisionError(Exception):
    """Anything that vision refuses; the message is a sentence for people."""


class BadPicture(VisionError, ValueError):
    """A file that is no picture, a broken one, or one too small to show a face."""


class BadModel(VisionError, ValueError):
    """A model file that is not the one that its card describes."""


class NoModel(VisionError, FileNotFoundError):
    """A model file that is not there."""
