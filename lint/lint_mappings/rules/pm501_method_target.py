"""A method and the function of the same name lead to the same name in Paddle.

`torch.Tensor.abs` and `torch.abs` do the same, so their targets are called the same, or one of the
two entries mentions the other's target.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.abs
 form_of: torch.abs
-paddle: paddle.Tensor.exp
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import EntrySubject, Finding
from lint_mappings.subjects.sentences import sentences
from mapping_model.categories import Text
from mapping_model.entry import Entry

SUMMARY = Text(
    "A method and the function of the same name lead to the same name in Paddle.",
    "同名的方法和函数对应到 Paddle 中的同名 API。",
)
REQUIREMENTS = ("C5",)

_METHODS = "torch.Tensor."


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Compare the targets of a method with those of its function."""
    method = entry.entry
    if not method.torch.startswith(_METHODS) or method.alias_of is not None:
        return
    function = _function(entry, f"torch.{method.torch.removeprefix(_METHODS)}")
    if function is None or not _targets(method) or not _targets(function):
        return
    if not _last(method) & _last(function) and not _mentioned(entry, _last(function)):
        theirs = " and ".join(f"`{name}`" for name in sorted(_targets(function)))
        yield entry.variants[0].finding(
            f"`{method.torch}` leads to `{entry.variants[0].variant.paddle}`, but "
            f"`{function.torch}` to {theirs}.",
            "paddle",
            hint="Fix the wrong one; or say in `notes` why both are right, with the other's name.",
        )


def _function(entry: EntrySubject, name: str) -> Entry | None:
    api = entry.facts.torch.get(name)
    if api is None or api.kind != "function":
        return None
    return entry.facts.corpus.resolve(name)


def _targets(entry: Entry) -> set[str]:
    return {v.paddle for v in entry.variants if v.paddle is not None and v.category.one_to_one}


def _last(entry: Entry) -> set[str]:
    return {name.rpartition(".")[2] for name in _targets(entry)}


def _mentioned(entry: EntrySubject, names: set[str]) -> bool:
    return any(name in s.text for s in sentences(entry.document.data) for name in names)
