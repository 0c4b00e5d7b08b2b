"""Which overload a use calls, and when that cannot be told."""

from __future__ import annotations

import ast

import pytest

from mapping_model.calls.overloads import choose, type_of_literal
from mapping_model.calls.uses import uses_in
from mapping_model.snapshots import Api, paddle_snapshot, read_signature, torch_snapshot
from mapping_model.types import Type, accepts, parse_type


def chosen(code: str, api: Api, known: dict[str, str] | None = None) -> tuple[list[str], bool]:
    """The names of the parameters of the possible overloads, and whether the first is certain."""

    def type_of(node: ast.expr) -> Type | None:
        if isinstance(node, ast.Name):
            return parse_type((known or {}).get(node.id, ""))
        return type_of_literal(node)

    (use,) = uses_in(code).of(api.name, member=api.kind == "method")
    choice = choose(use, api, type_of)
    return [" ".join(b.signature.names) for b in choice.bindings], choice.certain


def torch(name: str) -> Api:
    api = torch_snapshot().get(name)
    assert api is not None
    return api


MAX = ("input out", "input dim keepdim out", "input other out")
STD = ("input dim correction keepdim out", "input dim unbiased keepdim out", "input unbiased")


@pytest.mark.parametrize(
    ("code", "overloads", "certain"),
    [
        ("torch.max(x)", [MAX[0]], True),
        ("torch.max(x, 1)", [MAX[1]], True),
        ("torch.max(x, dim=n)", [MAX[1]], True),
        ("torch.max(x, axis=n)", [MAX[1]], True),
        ("torch.max(x, n, True)", [MAX[1]], True),
        ("torch.max(x, other=n)", [MAX[2]], True),
        ("torch.max(x, n)", [MAX[1], MAX[2]], False),
        ("torch.max(x, t)", [MAX[2]], True),
        ("torch.max(*xs)", [MAX[0], MAX[1], MAX[2]], False),
        ("torch.max(x, nonsense=1)", [], False),
        ("torch.std(x, 1)", [STD[0], STD[1]], True),
        ("torch.std(x, True)", [STD[2]], True),
        ("torch.std(x, n)", [STD[0], STD[1], STD[2]], False),
        ("torch.std(x, 1, False)", [STD[1]], True),
        ("torch.std(x, dim=[0, 1], correction=0)", [STD[0]], True),
        ("torch.std(x, None)", [STD[0], STD[1]], True),
        ("torch.Tensor.view(x, 3, -1)", ["*size"], True),
        ("x.view((3, -1))", ["*size"], True),
        ("x.view(d)", ["dtype"], True),
        ("x.view(s)", ["dtype", "*size"], False),
        ("x.view(*s)", ["dtype", "*size"], False),
        ("torch.where(c)", ["condition"], True),
        ("torch.addmm(x, a, b)", ["input mat1 mat2 beta alpha out"], True),
        ("torch.addmm(2, x, 3, a, b)", ["beta input alpha mat1 mat2 out"], True),
    ],
)
def test_torch(code: str, overloads: list[str], certain: bool) -> None:
    name = "torch.Tensor.view" if "view" in code else code.partition("(")[0]
    assert chosen(code, torch(name), {"t": "Tensor", "d": "dtype"}) == (overloads, certain)


@pytest.mark.parametrize(
    ("code", "first"),
    [
        ("paddle.gather(x, i)", "x index axis name out"),
        ("paddle.gather(x, index=i, axis=1)", "x index axis name out"),
        ("paddle.gather(x, dim=1, index=i)", "input dim index out"),
        ("paddle.gather(x, 1, i)", "input dim index out"),
    ],
)
def test_paddle(code: str, first: str) -> None:
    api = paddle_snapshot().get("paddle.gather")
    assert api is not None
    assert chosen(code, api, {"i": "Tensor"})[0][0] == first


def made(*overloads: tuple[str, ...], deprecated: tuple[str, ...] = ()) -> Api:
    old = (read_signature(deprecated),) if deprecated else ()
    return Api("f", "function", tuple(map(read_signature, overloads)), {}, "stub", old)


def test_of_equals_the_first_is_taken_and_deprecated_ones_last() -> None:
    same = made(("a: int", "b: int = 1"), ("a: int", "c: int = 1"), deprecated=("a: int",))
    assert chosen("f(1)", same) == (["a b", "a c", "a"], True)
    other = made(("a: int", "c: int = 1"), ("a: int", "b: int = 1"), deprecated=("a: int",))
    assert chosen("f(x)", other) == (["a c", "a b", "a"], True)


def test_places_of_unknown_type_are_told_apart_by_name() -> None:
    assert chosen("f(x)", made(("a",), ("a", "b = 1"))) == (["a", "a b"], True)
    assert chosen("f(x)", made(("a",), ("b",))) == (["a", "b"], False)


def test_types_choose_but_do_not_refuse_all() -> None:
    assert chosen("f('s')", made(("a: int",), ("a: Tensor",))) == (["a", "a"], True)


@pytest.mark.parametrize(
    ("wanted", "value", "expected"),
    [
        ("int", "int", True),
        ("float", "int", True),
        ("int", "float", False),
        ("int", "bool", False),
        ("float", "bool", True),
        ("number", "bool", True),
        ("Tensor | number", "float", True),
        ("Tensor", "int", False),
        ("Tensor | None", "None", True),
        ("Tensor", "None", False),
        ("int", "int | None", None),
        ("int", "number", None),
        ("str", "number", False),
        ("list[int]", "list[int]", True),
        ("list[int]", "tuple[int, int]", True),
        ("list[int]", "list[str]", False),
        ("list[int]", "list[any]", None),
        ("tuple[int, int]", "tuple[int, int, int]", False),
        ("tuple[float, float]", "tuple[int, int]", True),
        ("iterable[Tensor]", "list[Tensor]", True),
        ("any", "Tensor", True),
        ("Tensor", "any", None),
        ("torch.Generator", "torch.Stream", None),
        ("torch.Generator", "int", False),
        ("", "int", None),
        ("int", "", None),
    ],
)
def test_types_take_types(wanted: str, value: str, expected: bool | None) -> None:
    assert accepts(parse_type(wanted), parse_type(value)) is expected


def test_places_of_tuples_have_names() -> None:
    found = parse_type("tuple[values:Tensor, indices:Tensor]")
    assert found is not None
    assert (found.fields, [item.name for item in found.items]) == (
        ("values", "indices"),
        ["Tensor"] * 2,
    )


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("-1", "int"), ("1.5", "float"), ("True", "bool"), ("not x", "bool"), ("None", "None"),
        ("'a'", "str"), ("f'{x}'", "str"), ("[1, 2]", "list[int, int]"), ("(1, x)", "list[any]"),
        ("{}", "dict"), ("lambda: 1", "function"), ("x", ""), ("...", ""), ("2j", "complex"),
        ("[]", "list"), ("1 / 3", "float"), ("2**40", "int"), ("2 * 1e-3 - 1", "float"),
        ("2**-1", ""), ("n * 2", ""), ("1.5**-2", "float"), ("'a' * 2", ""),
    ],
)  # fmt: skip
def test_types_of_what_is_written_out(code: str, text: str) -> None:
    assert type_of_literal(ast.parse(code, mode="eval").body) == parse_type(text)
