"""Code that is too much for whoever walks its tree is refused before anybody does."""

import ast

import pytest

from mapping_model.differences import same_default
from mapping_model.syntax import MAX_DEPTH, MAX_LENGTH, TooMuch, expression, nodes_of

DEEP = {
    "attributes": "x" + ".a" * 1000,
    "operators": " + ".join("x" * 800),
    "calls": "x" + "()" * 1000,
    "subscripts": "x" + "[0]" * 1000,
    "functions": "lambda:" * 400 + "x",
    "signs": "-" * 3000 + "1",
    "lists": "[" * 90 + "]" * 90,
}


@pytest.mark.parametrize("code", DEEP.values(), ids=DEEP)
def test_code_that_nests_too_deep(code: str) -> None:
    with pytest.raises(TooMuch, match=f"The code nests deeper than {MAX_DEPTH} levels."):
        nodes_of(code)
    assert expression(code) is None


def test_code_that_is_too_long() -> None:
    with pytest.raises(TooMuch, match=r"The code has more than 3,500 characters\."):
        nodes_of("x.a\n" * 1000)
    assert len(nodes_of("x.a\n" * (MAX_LENGTH // 4))) > 2000


@pytest.mark.parametrize("code", ["(" * 250, "x = (", "\0", "'\ud800'"])
def test_what_is_not_python(code: str) -> None:
    with pytest.raises(SyntaxError) as caught:
        nodes_of(code)
    assert not isinstance(caught.value, TooMuch)


def test_all_nodes_outer_ones_first() -> None:
    code = "class A(B):\n    def f(self, x=1):\n        return [self.a(y, *x) for y in x if -y]\n"
    plain = [node for node in ast.walk(ast.parse(code)) if not isinstance(node, ast.expr_context)]
    assert list(map(ast.dump, nodes_of(code))) == list(map(ast.dump, plain))


def test_no_number_is_too_long_to_be_written() -> None:
    number = expression("0x" + "f" * (MAX_LENGTH - 2))
    assert isinstance(number, ast.Constant)
    assert ast.unparse(number).isdecimal()


@pytest.mark.parametrize("value", ["(0x" + "f" * 5000 + ",)", "[{[]: 1}]", "[" * 3000])
def test_defaults_that_are_no_values(value: str) -> None:
    assert not same_default("(1,)", value)
