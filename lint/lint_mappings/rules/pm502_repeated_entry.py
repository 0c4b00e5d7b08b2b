"""An entry does not say again what follows from the entry of the same operation in another form.

Where a method, an in-place method, a layer or another name of an API leads to the same rows, code
and target as follow from that API's entry, `form_of` says so in one line. What is written besides
stays: other examples, texts of its own.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.abs
-paddle: paddle.Tensor.abs
-category: paddle-more-params
-params:
-  - {torch: ~, paddle: out}
-examples:
-  - inputs: {x: "float32[2, 3]"}
-    torch: result = x.abs()
-    paddle: result = x.abs()
+form_of: torch.abs
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from lint_mappings.subjects import EntrySubject, Finding
from mapping_model.building import build_entry
from mapping_model.categories import Text
from mapping_model.forms.deriving import Derived, derive
from mapping_model.forms.relation import Underivable, possible_bases
from mapping_model.reading import Path_
from mapping_model.results import mapping_hash

SUMMARY = Text(
    "An entry does not repeat what follows from another form of the operation.",
    "条目不重复可由同一操作的另一形式推导出的内容。",
)
SEVERITY = "warning"

_BESIDE = ("examples", "limits", "notes")


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Derive it from each entry that it may be a form of."""
    own = entry.entry
    if own.alias_of or own.form_of:
        return
    for name in possible_bases(own.torch, entry.facts.corpus.written):
        # What is no part of the hash is derived only where the rest is the same.
        mapping = _derived(entry, name, _mapping_of(entry.facts.corpus.written[name].data))
        if mapping is None or mapping_hash(build_entry(mapping.data)) != entry.hash:
            continue
        derived = _derived(entry, name, entry.facts.corpus.written[name].data)
        assert derived is not None
        lines: set[int] = set()
        _collect(entry, entry.document.data, derived.data, (), lines)
        yield entry.finding(
            f"It repeats the entry of `{name}`: {len(lines)} of its "
            f"{len(entry.document.lines)} lines follow from that.",
            "torch",
            hint=f"Write `form_of: {name}`, and besides only what differs "
            f"(`lint-mappings show {own.torch}` shows what follows).",
        )
        return


def _mapping_of(data: dict[str, Any]) -> dict[str, Any]:
    """The data of an entry without examples, limits and notes."""
    kept = {key: value for key, value in data.items() if key not in _BESIDE}
    if "variants" in kept:
        kept["variants"] = [_mapping_of(variant) for variant in kept["variants"]]
    return kept


def _derived(entry: EntrySubject, name: str, base: dict[str, Any]) -> Derived | None:
    if "alias_of" in base:
        return None
    try:
        return derive({"torch": entry.entry.torch, "form_of": name}, base)
    except Underivable:
        return None


def _collect(entry: EntrySubject, own: Any, other: Any, path: Path_, lines: set[int]) -> None:
    """The lines of everything that is the same on both sides."""
    if own == other and path != ("torch",):
        node = entry.document.node(path)
        first, _ = entry.document.position(path, key=True)
        if isinstance(node, yaml.Node):
            lines.update(range(first, _last_line(node) + 1))
    elif isinstance(own, dict) and isinstance(other, dict):
        for key in own.keys() & other.keys():
            _collect(entry, own[key], other[key], (*path, key), lines)
    elif isinstance(own, list) and isinstance(other, list):
        for index, item in enumerate(own):
            if item in other:
                _collect(entry, item, item, (*path, index), lines)


def _last_line(node: yaml.Node) -> int:
    """The last line of a node, from 1; one that has lines ends where the next one begins."""
    end = node.end_mark
    return int(end.line) + (1 if end.column else 0)
