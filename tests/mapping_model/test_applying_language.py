"""Applying mappings: the language of expressions and code in entries."""

from __future__ import annotations

import ast
import tracemalloc

import pytest
import yaml

from mapping_model.building import build_entry
from mapping_model.language.evaluating import Scope, reduce, truth
from mapping_model.language.filling import Names, fill
from mapping_model.language.kinds import ASKED, is_kind
from mapping_model.language.parsing import (
    ExpressionError,
    lines_of,
    named_in,
    parse,
    without_set_aside,
)
from mapping_model.types import Type


def test_kinds_are_no_parameters() -> None:
    rows = "{torch: device, paddle: device}, {torch: dtype, paddle: dtype}"
    case = "{when: 'isa(device, dtype)', code: self.to(dtype=device)}"
    head = "torch: torch.x\npaddle: paddle.x\ncategory: params-differ"
    text = f"{head}\nparams: [{rows}]\ncases: [{case}]"
    (variant,) = build_entry(yaml.safe_load(text)).variants
    assert [row.in_code for row in variant.params] == [True, False]


def test_functions_in_code_have_plain_parameters() -> None:
    with pytest.raises(ExpressionError, match="more than plain parameters"):
        lines_of("f = lambda x, y=1: x\nf")


@pytest.mark.parametrize("place", ["[x]", "(x, [y])", "*x, y"])
def test_code_assigns_to_what_can_be_applied(place: str) -> None:
    with pytest.raises(ExpressionError, match="not to `"):
        lines_of(f"{place} = f(input)\nx")
    lines_of("(x.y, z[0]), w = f(input)\nx")


@pytest.mark.parametrize("text", ["'%99999999d' % 3", "'a'" + ".replace('a', 'a' * 30)" * 5])
def test_what_is_worked_out_stays_short(text: str) -> None:
    """However little code asks for it, memory ends."""
    tracemalloc.start()
    reduce(parse(text), Scope({}))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        ("float('inf')", True),
        ("float('Infinity')", True),
        ("math.inf", True),
        ("np.inf", True),
        ("torch.inf", True),
        ("1.5", False),
        ("'nuc'", False),
        ("-float('inf')", False),
        ("-math.inf", False),
        ("float('-inf')", False),
        ("float('nan')", None),
        ("float(p)", None),
        ("x.inf", None),
        ("x", None),
    ],
)
def test_infinity_is_a_number_of_conditions(argument: str, expected: bool | None) -> None:
    scope = Scope({"p": ast.parse(argument, mode="eval").body})

    def told(condition: str) -> bool | None:
        return truth(reduce(parse(condition), scope))

    assert told("p == inf") is told("p in (2, inf)") is expected
    opposite = None if expected is None else not expected
    assert told("p != inf") is opposite
    below = argument in ("-float('inf')", "-math.inf", "float('-inf')")
    assert told("p == -inf") is (None if expected is None else below)


def test_infinities_are_not_worked_out_in_code() -> None:
    code = "-float('inf') * 2 if x else math.inf"
    assert ast.unparse(reduce(parse(code), Scope({}))) == code
    for code in ("[math.inf, 2] + [1]", "(float('-inf'),) * 2"):
        assert ast.unparse(reduce(parse(code), Scope({}))) == code


def test_what_code_sets_aside_is_not_written() -> None:
    values = {"input": ast.Name("x"), "dim": ast.Constant(1)}
    filled = fill("_ = dim\ny = input\ny[0]", Scope(values), Names())
    assert [ast.unparse(part) for part in (*filled.before, filled.expression)] == ["x[0]"]
    assert without_set_aside("_ = dim\ny = input\ny[0]\n") == "y = input\ny[0]"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # What a constant decides is decided, also through names.
        ("hides = a is not None and a.dtype == 1\nf(a) if hides else x", ["x"]),
        ("big = x\nnone = a\ng(none, big)", ["g(None, x)"]),
        ("if b:\n    raise ValueError('no')\nx", ["x"]),
        # Numbers keep their names, and so does what is given something twice.
        ("n = 3\nf(n, n)", ["n = 3", "f(n, n)"]),
        ("y = x\ny = f(y)\ny", ["y = x", "y = f(y)", "y"]),
        ("y = 1\nz = y\ny = 2\nf(z, y)", ["y = 1", "z = y", "y = 2", "f(z, y)"]),
        # A product with the one that a choice gives is left out of what is of a floating dtype.
        (
            "paddle.nn.functional.softmax(x) * (f(a) if b else 1)",
            ["paddle.nn.functional.softmax(x)"],
        ),
        ("f(x) * (f(a) if b else 1)", ["f(x) * 1"]),
        ("paddle.nn.functional.softmax(x) * 1", ["paddle.nn.functional.softmax(x) * 1"]),
    ],
)
def test_what_constants_decide_is_not_written(code: str, expected: list[str]) -> None:
    values = {"x": ast.Name("x"), "a": ast.Constant(None), "b": ast.Constant(False)}
    filled = fill(code, Scope(values), Names())
    assert [ast.unparse(part) for part in (*filled.before, filled.expression)] == expected


@pytest.mark.parametrize("given", [None, True, False, 2])
@pytest.mark.parametrize(
    "code",
    [
        "on = a is None\nkept = x\ny = [kept, 1] if on else [kept, 2]\ny * (2 if a else 1)",
        "off = not a\nboth = off and x > 1\n[x, both, off]",
        "if a is True:\n    raise ValueError('no')\nz = x\nz + (3 if a else 4)",
    ],
)
def test_what_is_simplified_gives_the_same(code: str, given: object) -> None:
    def outcome(lines: list[str]) -> object:
        names: dict[str, object] = {"x": 3, "a": given}
        try:
            exec("\n".join(lines[:-1]), names)
            return eval(lines[-1], names)
        except ValueError:
            return "raises"

    values = {"x": ast.Name("x"), "a": ast.Constant(given)}
    filled = fill(code, Scope(values), Names())
    written = [ast.unparse(part) for part in (*filled.before, filled.expression)]
    whole = [ast.unparse(line) for line in ast.parse(code).body]
    assert outcome(written) == outcome(whole)


def test_what_is_no_code_names_nothing() -> None:
    """It is told where it stands; what it belongs to is still looked at."""
    assert named_in("isa(min, !!omap tensor) and max is None") == set()
    assert named_in("paddle.maximum(input, min)") == {"input", "min"}
    assert named_in(None) == set()


@pytest.mark.parametrize(
    "code", ["lambda g: g + 1", "[y for y in [1, 2]]", "{a: b for a, b in [(1, 2)]}"]
)
def test_names_of_their_own_stay_where_nothing_is_known_of_them(code: str) -> None:
    value = ast.parse(code, mode="eval").body
    assert ast.unparse(reduce(value, Scope({}))) == code


def test_a_bool_is_a_number_before_and_when_the_code_runs() -> None:
    assert is_kind(Type("bool"), "number") is True and is_kind(Type("bool"), "int") is False
    assert eval(ASKED["number"], {"it": True}) is True
