"""Reading a command line."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn

from mapping_model.printable import printable


class Parser(argparse.ArgumentParser):
    """The parser of every command: what is wrong is told without sending what was given."""

    def error(self, message: str) -> NoReturn:
        """End with the usage and the error."""
        super().error(printable(message))

    def print_help(self, file: Any = None) -> None:
        """Print the help; raise OSError where that cannot be, which argparse keeps to itself."""
        print(self.format_help(), end="", file=file)
