"""Reading a command line."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from mapping_model.ending import UsageError
from mapping_model.printable import printable


def release_of(asked: str) -> str:
    """The supported Paddle release that is meant: 3.1 is 3.1.1. Raise UsageError for no such."""
    from mapping_model.snapshots import PADDLE  # no part of most commands' start

    found = [release for release in PADDLE if f"{release}.".startswith(f"{asked}.")]
    if not found:
        raise UsageError(f"--paddle {asked}: supported are {', '.join(PADDLE)}.")
    return found[-1]


class Parser(argparse.ArgumentParser):
    """The parser of every command: what is wrong is told without sending what was given."""

    def error(self, message: str) -> NoReturn:
        """End with the usage and the error."""
        super().error(printable(message))

    def print_help(self, file: Any = None) -> None:
        """Print the help; raise OSError where that cannot be, which argparse keeps to itself."""
        print(self.format_help(), end="", file=file)
