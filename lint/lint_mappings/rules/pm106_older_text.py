"""What to write on older releases is a form, which a program applies, not a text.

Entries once said in words under `older` what to write where a release lacks the parameter. Where
a form has these words it is written instead; what is none becomes a case of `write` with `until`.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 params:
   - {torch: input, paddle: x}
   - torch: out
     paddle: out
-    older: {en: "Assign the result.", zh: "对结果赋值。"}
+    older: {form: assign}
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lint_mappings.fixes.making import put
from lint_mappings.subjects import FileSubject, Fixable
from mapping_model.applying.forms import FORMS, OUT
from mapping_model.categories import Text
from mapping_model.reading import Path_
from mapping_model.types import Type

SUMMARY = Text(
    "`older` names a form, no text.",
    "`older` 写惯用写法，不写文字。",
)
REQUIREMENTS = ()


def check(file: FileSubject) -> Iterator[Fixable]:
    """Find texts where a form belongs."""
    whole = file.document.data
    single = _gives_one(file, whole.get("torch") if isinstance(whole, dict) else None)
    for path, row in _rows(whole):
        older = row.get("older")
        if not isinstance(older, dict) or "form" in older or not isinstance(older.get("en"), str):
            continue
        form = _meant(row, older["en"], single)
        hint = "Write a case of `write` with `until` for these releases, or a note."
        yield file.finding(
            "`older` names a form; a text tells a program nothing.",
            *(*path, "older"),
            hint=f"Write `older: {{form: {form}}}`." if form else hint,
            fix=put(file.document, (*path, "older"), "older", f"{{form: {form}}}")
            if form
            else None,
        )


def _gives_one(file: FileSubject, name: Any) -> bool:
    """Whether PyTorch's result is a single tensor, however it is called."""
    api = file.facts.torch.get(name) if isinstance(name, str) else None
    return api is not None and all(s.returns == Type("Tensor") for s in api.signatures)


def _meant(row: dict[str, Any], text: str, single: bool) -> str | None:
    """The form that a text describes in its words; None where that is not certain."""
    if row.get("torch") == OUT and single and text.startswith("Assign the result"):
        return "assign"
    return "left_out" if text == FORMS["left_out"].sentence.en else None


def _rows(data: Any) -> Iterator[tuple[Path_, dict[str, Any]]]:
    """The rows of an entry that need not have the right shape."""
    whole = data if isinstance(data, dict) else {}
    bodies: list[tuple[Path_, Any]] = [((), whole)]
    bodies += [(("variants", n), body) for n, body in enumerate(_list(whole.get("variants")))]
    for path, body in bodies:
        rows = _list(body.get("params")) if isinstance(body, dict) else []
        for number, row in enumerate(rows):
            if isinstance(row, dict):
                yield (*path, "params", number), row


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
