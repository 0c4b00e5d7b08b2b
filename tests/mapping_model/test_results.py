"""A result is of exactly what was run, and of how that is done today."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from mapping_model import tolerances
from mapping_model.categories import Category, Text
from mapping_model.entry import (
    Action,
    CannotRun,
    Case,
    Compare,
    Entry,
    Example,
    Newer,
    Raises,
    Returns,
    Row,
    Variant,
)
from mapping_model.outcomes import Outcome
from mapping_model.results import HARNESS, Result, Results, Stamp, example_hash, mapping_hash

WHY = Text("Because.", "因为。")
EXAMPLE = Example("result = 1", "result = 2", (("x", [1, 2]), ("y", {"value": "文"})))


def test_a_result_is_current_until_the_example_changes() -> None:
    result = Result(Outcome.EQUAL, True, example_hash(EXAMPLE))
    found = Results("3.3.1", {"a": {"1": result}})
    assert found.current("a", "1", EXAMPLE)
    assert found.current("a", "1", replace(EXAMPLE, paddle="result = 3")) is None
    assert found.current("a", "2", EXAMPLE) is None
    assert found.current("b", "1", EXAMPLE) is None
    older = replace(result, stamp=Stamp(harness=HARNESS - 1))
    assert Results("3.3.1", {"a": {"1": older}}).current("a", "1", EXAMPLE) is None


CHANGES = {
    "torch": "result = 3",
    "paddle": "result = 3",
    "inputs": (("x", [1, 3]),),
    "call": ("x",),
    "cannot_run": CannotRun("gpu"),
    "expect": Outcome.DIFFERS,
    "processes": 2,
}
COMPARISONS = {
    "random": True,
    "property": "result @ result.T",
    "raises": Raises("ValueError", "ValueError: b"),
    "rtol": 0.1,
    "atol": 0.1,
    "gradient_skip": WHY,
    "dtype_ignore": WHY,
}
# These explain an example; they do not decide what running it gives.
ONLY_SHOWN = {"param", "title", "compare", "why"}


def test_the_hash_covers_all_that_decides_an_outcome() -> None:
    changed = [replace(EXAMPLE, **{key: value}) for key, value in CHANGES.items()]
    changed += [
        replace(EXAMPLE, compare=replace(Compare(), **{key: value}))
        for key, value in COMPARISONS.items()
    ]
    changed.append(replace(EXAMPLE, inputs=EXAMPLE.inputs[::-1]))
    hashes = {example_hash(example) for example in [EXAMPLE, *changed]}
    assert len(hashes) == len(changed) + 1
    shown = replace(EXAMPLE, param="x", title=WHY, compare=Compare(why=WHY))
    assert example_hash(shown) == example_hash(EXAMPLE)


@pytest.mark.parametrize(
    ("table", "touched"),
    [
        ("TOLERANCES", {"plain", "no gradient"}),
        ("GRADIENT_FACTOR", {"plain", "own"}),
        ("BOUND", {"random"}),
        ("ELEMENT_BOUND", {"random"}),
        ("BEYOND", {"random"}),
        ("ROUNDING", {"random"}),
    ],
)
def test_the_hash_covers_the_tolerances_that_apply(
    table: str, touched: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    examples = {
        "plain": EXAMPLE,
        "own": replace(EXAMPLE, compare=Compare(rtol=0.1, atol=0.1)),
        "no gradient": replace(EXAMPLE, compare=Compare(gradient_skip=WHY)),
        "random": replace(EXAMPLE, compare=Compare(random=True)),
        "raises": replace(EXAMPLE, compare=Compare(raises=Raises("ValueError", "ValueError"))),
    }
    before = {name: example_hash(example) for name, example in examples.items()}
    monkeypatch.setattr(tolerances, table, "other")
    after = {name: example_hash(example) for name, example in examples.items()}
    assert {name for name in examples if before[name] != after[name]} == touched


def test_no_field_of_an_example_is_forgotten() -> None:
    names = {field.name for kind in (Example, Compare) for field in fields(kind)}
    assert names == CHANGES.keys() | COMPARISONS.keys() | ONLY_SHOWN


ROW = Row("input", "x")
VARIANT = Variant(
    Category.SAME_PARAMS, "paddle.abs", (ROW,), write=(Case("given(out)", "paddle.abs(x)"),)
)
# What a program makes of a mapping depends on these.
WRITTEN: dict[type, dict[str, object]] = {
    Row: {
        "torch": "a",
        "paddle": "y",
        "action": Action.DROP,
        "set": "1",
        "same_default": True,
        "value": "not x",
        "form": "list",
        "in_code": True,
    },
    Case: {
        "when": "x == 1",
        "code": "paddle.sin(x)",
        "paddle": "paddle.sin",
        "advice": WHY,
        "since": "3.0",
        "until": "3.0",
    },
    Returns: {"action": Action.NONE, "value": "result"},
    Variant: {
        "category": Category.COMPOSITE,
        "paddle": "paddle.sin",
        "params": (),
        "returns": Returns(Action.REWRITE, WHY),
        "when": "x == 1",
        "write": (),
        "fields": (("values", "paddle.sin(x)"),),
        "newer": (Newer("paddle.abs"),),
    },
    Newer: {
        "paddle": "paddle.sin",
        "since": "3.0",
        "when": "x == 1",
        "params": (Row("x", "x"),),
        "write": (Case(code="paddle.sin(x)"),),
    },
}
# These explain it.
EXPLAINED = {
    Row: {"desc", "term", "note"},
    Case: {"place"},
    Returns: {"note"},
    Newer: {"note", "place"},
    Variant: {
        *("summary", "formula", "context", "missing", "outside", "notes", "examples", "limits"),
        *("parts_place", "shared_places"),
    },
}


# What is written says these, too.
FOLLOWS: dict[type, set[str]] = {kind: set() for kind in WRITTEN} | {Row: {"older"}}


def test_the_hash_of_a_mapping_covers_all_that_is_written() -> None:
    for kind, changed in WRITTEN.items():
        assert {field.name for field in fields(kind)} == changed.keys() | EXPLAINED[kind] | FOLLOWS[
            kind
        ]
    (case,) = VARIANT.write
    returns = Returns(Action.REWRITE, WHY)
    variants = [VARIANT, replace(VARIANT, returns=returns)]
    for key, value in WRITTEN[Row].items():
        variants.append(replace(VARIANT, params=(replace(ROW, **{key: value}),)))
    for key, value in WRITTEN[Case].items():
        variants.append(replace(VARIANT, write=(replace(case, **{key: value}),)))
    for key, value in WRITTEN[Returns].items():
        variants.append(replace(VARIANT, returns=replace(returns, **{key: value})))
    for key, value in WRITTEN[Newer].items():
        variants.append(replace(VARIANT, newer=(replace(Newer("paddle.abs"), **{key: value}),)))
    for key, value in WRITTEN[Variant].items():
        if key != "returns":
            variants.append(replace(VARIANT, **{key: value}))
    hashes = {mapping_hash(Entry("torch.abs", None, (variant,))) for variant in variants}
    assert len(hashes) == len(variants)
    told = replace(VARIANT, notes=(WHY,), params=(replace(ROW, note=WHY),), examples=(EXAMPLE,))
    assert mapping_hash(Entry("torch.abs", None, (told,))) == mapping_hash(
        Entry("torch.abs", None, (VARIANT,), gotchas=("a",))
    )
