"""The names of arrays; each docstring that uses one gives its shape.

OpenCV's own types forget what an array holds, so that is said here in words alone.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]  # numbers, float32 unless something else is said
Picture: TypeAlias = NDArray[Any]  # (height, width, 3), uint8, blue green red
Colour: TypeAlias = tuple[float, float, float]  # blue, green, red; 0 to 1, gamma 2
