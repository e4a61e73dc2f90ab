"""What is let go of at the end of a ``with``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self


class Closing(ABC):
    """Something that `close` ends, also at the end of a ``with``."""

    @abstractmethod
    def close(self) -> None:
        """Let go; doing so twice does no harm."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
