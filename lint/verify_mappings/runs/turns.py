"""Who may work at a time: any number together, or one alone."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Turns:
    """Turns of several threads. Who waits to be alone keeps others from beginning."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._working = 0
        self._alone = False

    @contextmanager
    def together(self) -> Iterator[None]:
        """Work beside others."""
        with self._changed:
            self._changed.wait_for(lambda: not self._alone)
            self._working += 1
        try:
            yield
        finally:
            with self._changed:
                self._working -= 1
                self._changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Work while nobody else does."""
        with self._changed:
            self._changed.wait_for(lambda: not self._alone)
            self._alone = True
            self._changed.wait_for(lambda: not self._working)
        try:
            yield
        finally:
            with self._changed:
                self._alone = False
                self._changed.notify_all()
