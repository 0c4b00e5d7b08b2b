"""The bad and good samples in the docstrings of rules, as files to lint."""

from __future__ import annotations

import re

from small_project import path_of

from lint_mappings.rules.rule import Rule

_BLOCK = re.compile(r"^```(?:yaml|json|text)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_PATH = re.compile(r"# (mappings/\S+)\n")
_UTF16 = "# saved as UTF-16\n"


def samples(rule: Rule, heading: str) -> dict[str, bytes]:
    """The files of the sample under "Bad" or "Good", by path.

    The first line of a block may name its path; else that of the entry's API is meant.
    """
    after = rule.__doc__.partition(f"\n{heading}:\n")[2]
    before = re.split(r"^(?:Bad|Good):$", after, maxsplit=1, flags=re.MULTILINE)[0]
    return dict(_file(block) for block in _BLOCK.findall(before))


def _file(block: str) -> tuple[str, bytes]:
    named = _PATH.match(block)
    if named is not None:
        # JSON has no comments.
        text = block[named.end() :] if named[1].endswith(".json") else block
        return named[1], text.encode()
    if block.startswith(_UTF16):
        text = block.removeprefix(_UTF16)
        return path_of(text), text.encode("utf-16")
    return path_of(block), block.encode()
