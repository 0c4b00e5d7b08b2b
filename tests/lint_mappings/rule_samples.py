"""The bad and good samples in the docstrings of rules, as files to lint.

Samples of a few APIs leave out keys that do not matter: they are those of `REST`.
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
_KEY = re.compile(r"^[ +-]?(\w+):(?: (torch\S+)$)?", re.MULTILINE)
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
    "torch.gather": """torch: torch.gather
paddle: paddle.take_along_axis
category: torch-more-params
params:
  - {torch: input, paddle: arr}
  - {torch: dim, paddle: axis}
  - {torch: index, paddle: indices}
  - {torch: sparse_grad, do: drop}
  - {torch: out, paddle: out}
  - {paddle: broadcast, value: "False", desc: other}
examples:
  - inputs: {x: "float32[2, 2]", i: [[0, 1]]}
    torch: result = torch.gather(x, 0, i)
    paddle: result = paddle.take_along_axis(x, i, 0, broadcast=False)
""",
    "torch.linalg.svd": """torch: torch.linalg.svd
paddle: paddle.linalg.svd
category: torch-more-params
params:
  - {torch: A, paddle: x, desc: input}
  - {torch: full_matrices, paddle: full_matrices, value: "True", desc: other}
  - {torch: driver, do: drop, desc: other}
  - {torch: out, paddle: out}
examples:
  - param: driver
    inputs: {x: "float32[3, 2]"}
    torch: result = torch.linalg.svd(x, driver="gesvd")[1]
    paddle: result = paddle.linalg.svd(x, full_matrices=True)[1]
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
    found = _BLOCK.findall(rule.documentation.replace(_NEWEST, PADDLE[-1]))
    blocks = [
        _side(text + _rest(text, " "), sign) if language == "diff" else text + _rest(text, "")
        for language, text in found
    ]
    return dict(_file(block) for block in blocks if block)


def _rest(block: str, sign: str) -> str:
    """What a sample of an entry leaves out: the keys that neither version of it has."""
    written = dict(_KEY.findall(block))
    rest = REST.get(written.get("torch", ""), "")
    if written.keys() & {"alias_of", "form_of"}:
        return ""
    keys = re.split(r"^(?=\w)", rest, flags=re.MULTILINE)[1:]
    lines = "".join(key for key in keys if key.partition(":")[0] not in written)
    return "".join(f"{sign}{line}" for line in lines.splitlines(keepends=True))


def _side(diff: str, sign: str) -> str:
    lines = diff.splitlines(keepends=True)
    return "".join(line[1:] for line in lines if line[0] in (" ", sign))


def _file(block: str) -> tuple[str, bytes]:
    named = _PATH.match(block)
    if named is not None:
        # JSON has no comments.
        json = named[1].endswith(".json")
        return named[1], (block[named.end() :] if json else block).encode()
    if block.startswith(_UTF16):
        text = block.removeprefix(_UTF16)
        return path_of(text), text.encode("utf-16")
    return path_of(block), block.encode()
