"""The text of a draft: YAML in the style of the other entries, with comments on what to decide."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from lint_mappings.drafting.draft import Draft, DraftVariant
from mapping_model.categories import Category
from mapping_model.differences import highest
from mapping_model.entry import Row

_PLAIN = re.compile(r"[A-Za-z_][\w.]*")
_WORDS = frozenset({"null", "true", "false", "yes", "no", "on", "off"})
_TEXT = '{en: "TODO.", zh: "待补充。"}'
# Comments that begin so are what a person has to decide; PM715 reports those that are left.
_DECIDE = "# TODO: "
_TORCH_ONLY = (
    f"{_DECIDE}Only PyTorch has it. Add `action: drop` (results hardly change), `none` (there is",
    "# no way), or `rewrite` with an example (`param: {name}`); or name its counterpart.",
)
_PADDLE_ONLY = (
    f'{_DECIDE}Only Paddle has it. Add `set: "..."` if its default gives another result.',
)
_SET = (
    f"{_DECIDE}The defaults differ. Write `same_default: true` instead of `set` if they mean",
    "# the same.",
)
_DESC = (f"{_DECIDE}Describe it, or name a text of the glossary: `term: ...`.",)
_HEAD = (
    f"{_DECIDE}A draft by `lint-mappings new`; remove each of these comments when it is decided.",
    "# Check that the target is right, that every row pairs what belongs together, and that both",
    "# are used alike: a parameter that is used differently gets an `action` and a `note`. What",
    "# has no `desc` is described by mappings/glossary.yaml; write one where that does not fit.",
)
_EXAMPLE = (
    f"{_DECIDE}Short, and with inputs and arguments that tell the two sides apart: sizes that",
    "# differ, negative numbers, ties. Show every parameter that is called differently, and a",
    "# call by position as well as one with keywords.",
)


def render(draft: Draft, glossary: Container[str]) -> str:
    """The whole file; rows that the glossary does not describe get a text to be written."""
    lines = [*_HEAD, f"torch: {draft.torch}"]
    if len(draft.variants) == 1:
        lines += _variant(draft.variants[0], glossary)
    else:
        lines += [f"category: {highest(v.category for v in draft.variants).value}", "variants:"]
        lines.append(f"  {_DECIDE}One for each overload; overloads that map alike may be one.")
        for variant in draft.variants:
            body = list(_variant(variant, glossary))
            lines += [f"  - {body[0]}", *(f"    {line}" for line in body[1:])]
    return "\n".join(lines) + "\n"


def _variant(variant: DraftVariant, glossary: Container[str]) -> Iterator[str]:
    yield f"paddle: {variant.paddle}"
    yield f"category: {variant.category.value}"
    if variant.category is Category.CONTEXT_CHANGE:
        yield f"{_DECIDE}What else in the code must change."
        yield f"context: {_TEXT}"
    if variant.rows:
        yield "params:"
        for row in variant.rows:
            yield from (f"  {line}" for line in _row(row, glossary))
    yield "examples:"
    yield from (f"  {line}" for line in _EXAMPLE)
    inputs = ", ".join(f"{name}: {spec}" for name, spec in variant.example.inputs.items())
    first = f"inputs: {{{inputs}}}" if inputs else "title: " + _TEXT
    yield f"  - {first}"
    yield from ("    torch: |", f"      {variant.example.torch}")
    yield from ("    paddle: |", f"      {variant.example.paddle}")


def _row(row: Row, glossary: Container[str]) -> Iterator[str]:
    if row.paddle is None:
        yield from (line.format(name=row.torch) for line in _TORCH_ONLY)
    elif row.torch is None:
        yield from _PADDLE_ONLY
    elif row.set is not None:
        yield from _SET
    keys = [f"torch: {_scalar(row.torch)}", f"paddle: {_scalar(row.paddle)}"]
    if row.set is not None:
        keys.append(f"set: {_quoted(row.set)}")
    if (row.torch or row.paddle) in glossary:
        yield f"- {{{', '.join(keys)}}}"
        return
    yield from _DESC
    yield f"- {keys[0]}"
    yield from (f"  {key}" for key in keys[1:])
    yield f"  desc: {_TEXT}"


def _scalar(value: str | None) -> str:
    if value is None:
        return "~"
    plain = _PLAIN.fullmatch(value) and value.casefold() not in _WORDS
    return value if plain else _quoted(value)


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
