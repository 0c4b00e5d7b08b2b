"""What an entry takes from the one it is a form of follows with certainty, or is written.

`form_of` names the entry of the same operation in another form, which must be an entry of its own:
mostly the function. Its rows, texts, limits and examples are said of this API: `torch.abs(x)`
becomes `x.abs_()`. Where that is not certain, as with a text that tells of "the third parameter",
the part is left out, and is to be written here; `without` names what does not hold.

Bad (`-`) and good (`+`):

```diff
 torch: torch.Tensor.abs
-form_of: torch.absolute
+form_of: torch.abs
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import FileSubject, Finding
from mapping_model.categories import Text
from mapping_model.problems import did_you_mean

SUMMARY = Text(
    "What an entry takes from another one follows with certainty, or is written.",
    "由另一条目推导的内容是确定的，否则须自行写出。",
)
_NAMED = ("form_of",)


def check(file: FileSubject) -> Iterator[Finding]:
    """Tell of another entry that cannot serve, and of each part that does not follow."""
    corpus = file.facts.corpus
    form = corpus.forms.get(file.document.name)
    if form is None:
        return
    base = corpus.entries.get(form.of)
    final = base and (base.alias_of or base.form_of)
    if final:
        hint = f"Write `form_of: {final}`."
        yield file.finding(f"`{form.of}` has no entry of its own.", *_NAMED, hint=hint)
    elif form.base is None:
        known = (name for name, entry in corpus.entries.items() if not entry.form_of)
        yield file.finding(
            f"`{form.of}` has no entry.{did_you_mean(form.of, known, 0.85)}",
            *_NAMED,
            hint=f"Write the entry of `{form.of}`, or the whole entry here.",
        )
    elif form.why_not:
        yield file.finding(
            f"It cannot follow from `{form.of}`: {form.why_not}.",
            *_NAMED,
            hint="Name another entry of the same operation, or write the whole entry.",
        )
    for fault in form.faults:
        assert form.base is not None
        line, _ = form.base.position(fault.path)
        variant = f" of variant {int(fault.path[1]) + 1}" if fault.path[:1] == ("variants",) else ""
        yield file.finding(
            f"`{fault.write}`{variant} does not follow from {form.base.name}:{line}: {fault.why}.",
            *_NAMED,
            hint=f"Write `{fault.write}` here, or name it in `without`.",
        )
