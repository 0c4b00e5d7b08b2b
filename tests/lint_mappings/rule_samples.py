"""The bad and good samples in the docstrings of rules, as files to lint."""

from __future__ import annotations

import re

from small_project import path_of

from lint_mappings.rules.rule import Rule
from mapping_model.snapshots import PADDLE

_BLOCK = re.compile(r"^```(diff|yaml|json|text)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_PATH = re.compile(r"# (mappings/\S+)\n")
# The newest release when the samples of records were written.
_NEWEST = "3.3.1"
_UTF16 = "# saved as UTF-16\n"


def bad(rule: Rule) -> dict[str, bytes]:
    """The files of the sample that the rule finds something in, by path."""
    return _files(rule, "-")


def good(rule: Rule) -> dict[str, bytes]:
    """The files of the sample as they should be, by path."""
    return _files(rule, "+")


def _files(rule: Rule, sign: str) -> dict[str, bytes]:
    """The blocks of a rule's documentation, of those that are a diff the lines of one side.

    The first line of a block may name its path; else that of the entry's API is meant.
    """
    blocks = [
        _side(text, sign) if language == "diff" else text
        for language, text in _BLOCK.findall(rule.documentation.replace(_NEWEST, PADDLE[-1]))
    ]
    return dict(_file(block) for block in blocks if block)


def _side(diff: str, sign: str) -> str:
    lines = diff.splitlines(keepends=True)
    return "".join(line[1:] for line in lines if line[0] in (" ", sign))


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
