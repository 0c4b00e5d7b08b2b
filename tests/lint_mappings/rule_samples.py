"""The bad and good samples in the docstrings of rules, as files to lint.

Samples of two APIs leave out what does not matter, their category too: it is what `REST` says.
"""

from __future__ import annotations

import re

from small_project import BASE, path_of

from lint_mappings.rules.rule import Rule
from mapping_model.snapshots import PADDLE

_BLOCK = re.compile(r"^```(diff|yaml|json|text)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_PATH = re.compile(r"# (mappings/\S+)\n")
# The newest release when the samples of records were written.
_NEWEST = "3.3.1"
_UTF16 = "# saved as UTF-16\n"
_KEY = re.compile(r"^(\w+):", re.MULTILINE)
REST = {
    "torch.abs": BASE["mappings/torch/torch.abs.yaml"],
    "torch.Tensor.t": """torch: torch.Tensor.t
paddle: paddle.Tensor.t
category: no-params
examples:
  - inputs: {x: "float32[2, 3]"}
    torch: result = x.t()
    paddle: result = x.t()
""",
}


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
        json = named[1].endswith(".json")
        return named[1], (block[named.end() :] if json else _whole(block)).encode()
    if block.startswith(_UTF16):
        text = block.removeprefix(_UTF16)
        return path_of(text), text.encode("utf-16")
    return path_of(block), _whole(block).encode()


def _whole(block: str) -> str:
    """An entry with the keys that a sample of it leaves out."""
    written = set(_KEY.findall(block))
    named = re.search(r"^torch: (\S+)$", block, re.MULTILINE)
    rest = REST.get(named[1]) if named else None
    if rest is None or written & {"category", "alias_of", "form_of"}:
        return block
    left_out = re.split(r"^(?=\w)", rest, flags=re.MULTILINE)[1:]
    return block + "".join(part for part in left_out if part.partition(":")[0] not in written)
