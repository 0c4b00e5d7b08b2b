"""What is asked: an API, a gotcha, a Paddle name, an error, words, or code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from textwrap import dedent

from mapping_model.ending import UsageError
from mapping_model.files import NoOrdinaryFile, read_ordinary
from mapping_model.printable import printable
from mapping_model.syntax import parsed

_MAX_BYTES = 4 * 1024 * 1024
_GOTCHA = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
# How Python and Paddle begin what they say; of a traceback the last such line is the error.
_ERROR = re.compile(r"^\s*(?:[\w.]*(?:Error|Exception|Warning|Interrupt)\b:|\([A-Z]\w+\) )", re.M)
_WORDS = re.compile(r"[A-Za-z]{2,}[,:]? [A-Za-z]{2,}|[\u4e00-\u9fff]{2,}")
# A name of Python may be written in Chinese, but a question without any Latin letter is none.
_CHINESE = re.compile(r"[\u4e00-\u9fff\s，。？！、?]+")
_PYTHON = (".py", ".pyi")
_NOTEBOOK = ".ipynb"


class Kind(Enum):
    """What something that is asked is."""

    NAME = auto()
    GOTCHA = auto()
    ERROR = auto()
    WORDS = auto()
    CODE = auto()


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, as what, and the file that it was read from."""

    text: str
    kind: Kind
    file: str = ""


def question(asked: str, gotchas: Sequence[str]) -> Question:
    """What is asked by one argument; raise UsageError for a file that cannot be read.

    Code that cannot be parsed is code all the same, unless it is words.
    """
    named = asked.isascii() and asked.replace(".", "").isidentifier()
    if named and not asked.endswith((*_PYTHON, _NOTEBOOK)):
        return Question(asked, Kind.GOTCHA if asked in gotchas else Kind.NAME)
    if _is_file(asked):
        return Question(_read(asked), Kind.CODE, asked)
    if "-" in asked and _GOTCHA.fullmatch(asked) and _is_gotcha(asked, gotchas):
        return Question(asked, Kind.GOTCHA)
    errors = [*_ERROR.finditer(asked)]
    if errors:
        return Question(asked[errors[-1].start() :].strip(), Kind.ERROR)
    text = dedent(asked)
    words = _WORDS.search(text) and not _parses(text)
    return Question(text, Kind.WORDS if words or _CHINESE.fullmatch(text) else Kind.CODE)


def _is_gotcha(asked: str, gotchas: Sequence[str]) -> bool:
    """Whether a word with hyphens is a gotcha, or meant as one: no term of code is like one."""
    from mapping_model.problems import nearest

    return asked in gotchas or nearest(asked, gotchas, 0.75) is not None


def _parses(text: str) -> bool:
    try:
        parsed(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _is_file(asked: str) -> bool:
    """Whether a file is named, be it one that there is not."""
    if "\n" in asked or "\0" in asked or len(asked) > 4096:
        return False
    if asked.endswith((*_PYTHON, _NOTEBOOK)) and not re.search(r"[\s()=\[\]]", asked):
        return True
    try:
        return Path(asked).is_file()
    except (OSError, ValueError):
        return False


def _read(asked: str) -> str:
    """The code of a file."""
    if asked.endswith(_NOTEBOOK):
        raise UsageError(f"{asked}: `show` takes no notebooks. Run: torch-to-paddle {asked}")
    try:
        return read_ordinary(asked, _MAX_BYTES).decode("utf-8-sig")
    except FileNotFoundError:
        near = "".join(_alike(Path(asked)))
        raise UsageError(f"There is no file {asked}.{near}") from None
    except (OSError, NoOrdinaryFile) as error:
        said = getattr(error, "strerror", None) or error
        raise UsageError(f"{asked} cannot be read: {said}.") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise UsageError(f"{asked}:{line}: This is not UTF-8: {error.reason}.") from None


def _alike(path: Path) -> Iterator[str]:
    from mapping_model.problems import did_you_mean

    try:
        names = sorted(one.name for one in path.parent.iterdir() if one.suffix == path.suffix)
    except OSError:
        return
    yield printable(did_you_mean(path.name, names))
