"""The text of a draft: YAML in the style of the other entries, with comments on what to decide."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from lint_mappings.drafting.draft import Draft, DraftVariant
from lint_mappings.drafting.similar import Siblings, Similar
from lint_mappings.drafting.skeleton import Skeleton
from mapping_model.categories import Category
from mapping_model.differences import highest
from mapping_model.entry import Action, Row

_PLAIN = re.compile(r"[A-Za-z_][\w.]*")
_WORDS = frozenset({"null", "true", "false", "yes", "no", "on", "off"})
_TEXT = '{en: "TODO.", zh: "待补充。"}'
# Comments that begin so are what a person has to decide; PM715 reports those that are left.
_DECIDE = "# TODO: "
_TORCH_ONLY = (
    f"{_DECIDE}Only PyTorch has it. Name its counterpart, or say what becomes of it: `do: drop`",
    "# (results hardly change), `none` (there is no way), an idiom; or name it in code of a case.",
)
_CARRIED = (f"{_DECIDE}Carried over as elsewhere. Check it, and show it: `param: {{name}}`.",)
_DROPPED = (f"{_DECIDE}Dropped as elsewhere. Check that results hardly change.",)
_BY_PLACE = (f"{_DECIDE}Paired by its place: does it mean the same?",)
_UNLIKE = (
    f"{_DECIDE}Used differently elsewhere: say what Paddle's gets, as in `value: not {{name}}`.",
)
_PADDLE_ONLY = (
    f'{_DECIDE}Only Paddle has what follows. Add `value: "..."` where its default is not right.'
)
_SET = (
    f"{_DECIDE}The defaults differ. Write `do: same_default` instead of `value` if they mean",
    "# the same.",
)
_UNWRITABLE = (
    f"{_DECIDE}The defaults differ: is `{{default}}` what Paddle does? If not, write what it gets,",
    "# `value: ...`.",
)
_DESC = (f"{_DECIDE}Describe it, or name a text of the glossary: `desc: ...`.",)
_WIDTH: int = 100
_FOLDED: dict[str, Any] = {"subsequent_indent": "# ", "break_on_hyphens": False}
_HEAD = (
    f"{_DECIDE}A draft by `lint-mappings new`; remove each of these comments when it is decided.",
    "# Check that the target is right, that every row pairs what belongs together, and that both",
    "# are used alike; where not, say what Paddle's gets (`value`, `do`), and how, in a `text`.",
    "# What has no `desc` is described by mappings/glossary.yaml; write one where it does not fit.",
)
_EXAMPLE = (
    f"{_DECIDE}Short, and with inputs and arguments that tell the two sides apart: sizes that",
    "# differ, negative numbers, ties. Show every parameter that is called differently, and a",
    "# call by position as well as one with keywords.",
)


def render(draft: Draft, glossary: Container[str], beside: Sequence[str] = ()) -> str:
    """The whole file; rows that the glossary does not describe get a text to be written.

    `beside` is what else the target asks to be decided, see `beside_target`.
    """
    asked = [line for text in beside for line in wrap(f"{_DECIDE}{text}", _WIDTH, **_FOLDED)]
    lines = [*_HEAD, *asked, f"torch: {draft.torch}"]
    if len(draft.variants) == 1:
        lines += _variant(draft.variants[0], glossary)
    else:
        lines += [f"category: {highest(v.category for v in draft.variants).value}", "variants:"]
        lines.append(f"  {_DECIDE}One for each overload; overloads that map alike may be one.")
        for variant in draft.variants:
            body = list(_variant(variant, glossary))
            lines += [f"  - {body[0]}", *(f"    {line}" for line in body[1:])]
    return "\n".join(lines) + "\n"


def render_similar(made: Similar, target: str) -> str:
    """The file of an API as a similar one has it, whose target is on all releases."""
    told = (
        f"{_DECIDE}A draft from the entry of `{made.of}`, which takes the same: {target} is not on "
        f"Paddle {', '.join(made.lack)}. Check the target, each row, case and text, and that the "
        "word which is put for another means the same everywhere; give the examples inputs that "
        "show it. Then remove this comment."
    )
    return "\n".join([*wrap(told, _WIDTH, **_FOLDED), made.text])


def render_composite(
    torch: str,
    example: Skeleton,
    names: Sequence[str],
    glossary: Container[str],
    beside: Siblings,
) -> str:
    """The file of an API that takes several calls: its code is to be written."""
    listed = ", ".join(f"`{name}`" for name in names)
    others = (
        f"{_DECIDE}Its siblings have entries: {', '.join(beside.names)}. What departs there may "
        "depart here, too: look at their cases."
    )
    lines = [
        f"{_DECIDE}A draft of what several Paddle calls do; remove these comments when decided.",
        *(wrap(others, _WIDTH, **_FOLDED) if beside.names else ()),
        f"torch: {torch}",
        f"category: {Category.COMPOSITE.value}",
        "# What it does, in one sentence.",
        f"text: {_TEXT}",
        *(("params:",) if names else ()),
        *(f"  {line}" for name in names for line in _named(name, glossary, beside.descs.get(name))),
        "cases:",
        *(
            f"  {line}"
            for line in wrap(
                f"{_DECIDE}Paddle's code, in PyTorch's names: {listed}.", _WIDTH, **_FOLDED
            )
        ),
        '  - {code: "..."}',
        "examples:",
        *(f"  {line}" for line in _EXAMPLE),
        f"  - inputs: {{{', '.join(f'{name}: {spec}' for name, spec in example.inputs.items())}}}",
        f"    torch: {example.torch}",
        "    paddle: result = ...",
    ]
    if beside.gotchas:
        lines += [
            f"{_DECIDE}Those of its siblings: keep what concerns this one, too.",
            f"gotchas: [{', '.join(beside.gotchas)}]",
        ]
    return "\n".join(lines) + "\n"


def _named(name: str, glossary: Container[str], desc: Any) -> Iterator[str]:
    """The row of a parameter that code names; `desc` is what an entry like this says of it."""
    keys = [f"torch: {_scalar(name)}"]
    if isinstance(desc, str):
        keys.append(f"desc: {_scalar(desc)}")
    elif desc is not None:
        both = (f"{language}: {_quoted(desc[language])}" for language in ("en", "zh"))
        keys.append(f"desc: {{{', '.join(both)}}}")
    elif name not in glossary:
        yield from _DESC
        keys.append(f"desc: {_TEXT}")
    yield f"- {{{', '.join(keys)}}}"


def _variant(variant: DraftVariant, glossary: Container[str]) -> Iterator[str]:
    yield f"paddle: {variant.paddle}"
    yield f"category: {variant.category.value}"
    if variant.category is Category.CONTEXT_CHANGE:
        yield f"{_DECIDE}What else in the code must change."
        yield f"context: {_TEXT}"
    if variant.rows:
        yield "params:"
        only_paddle = [row for row in variant.rows if row.torch is None and row.value is None]
        for row in variant.rows:
            if row in only_paddle[:1]:
                yield f"  {_PADDLE_ONLY}"
            yield from (
                f"  {line}" for line in _row(row, glossary, variant.by_place, variant.defaults)
            )
    yield "examples:"
    yield from (f"  {line}" for line in _EXAMPLE)
    inputs = ", ".join(f"{name}: {spec}" for name, spec in variant.example.inputs.items())
    first = f"inputs: {{{inputs}}}" if inputs else "title: " + _TEXT
    yield f"  - {first}"
    yield from ("    torch: |", f"      {variant.example.torch}")
    yield from ("    paddle: |", f"      {variant.example.paddle}")


def _row(
    row: Row, glossary: Container[str], by_place: Container[str], defaults: Mapping[str, str]
) -> Iterator[str]:
    described = (row.torch or row.paddle) in glossary
    default = defaults.get(row.torch or "")
    decide = [line.format(name=row.torch, default=default) for line in _to_decide(row, by_place)]
    if decide and not described:
        decide[-1] += " Describe it, too."
    yield from decide or (() if described else _DESC)
    names = (("torch", row.torch), ("paddle", row.paddle))
    keys = [f"{key}: {_scalar(name)}" for key, name in names if name is not None]
    if (value := row.set or row.value) is not None:
        keys.append(f"value: {_quoted(value)}")
    if do := row.form or ("drop" if row.action is Action.DROP else None):
        keys.append(f"do: {do}")
    elif row.same_default:
        keys.append("do: same_default")
    if described:
        yield f"- {{{', '.join(keys)}}}"
        return
    yield f"- {keys[0]}"
    yield from (f"  {key}" for key in keys[1:])
    yield f"  desc: {_TEXT}"


def _to_decide(row: Row, by_place: Container[str]) -> Iterable[str]:
    if row.torch is None:
        return ()
    if row.action is Action.DROP:
        return _DROPPED
    if row.form or row.value:
        return _CARRIED
    if row.paddle is None:
        return _TORCH_ONLY
    if row.action is not None:
        return _UNLIKE
    if row.set is not None:
        return _SET
    if row.same_default:
        return _UNWRITABLE
    return _BY_PLACE if row.torch in by_place else ()


def _scalar(value: str) -> str:
    plain = _PLAIN.fullmatch(value) and value.casefold() not in _WORDS
    return value if plain else _quoted(value)


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
