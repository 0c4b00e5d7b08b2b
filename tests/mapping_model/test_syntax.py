"""Code that is too much for whoever walks its tree is refused before anybody does."""

import ast
import gc
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from mapping_model.differences import same_default
from mapping_model.syntax import MAX_DEPTH, MAX_LENGTH, TooMuch, expression, nodes_of, parsed

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


class Finalized:
    """What runs code when it is collected, so that another thread may go on in between."""

    def __init__(self) -> None:
        self.me = self

    def __del__(self) -> None:
        for _ in range(300):
            pass


def test_threads_parse_at_the_same_time(request: pytest.FixtureRequest) -> None:
    """`ast.parse` itself raises a SystemError here, more than a hundred times (Python 3.11)."""
    request.addfinalizer(partial(gc.set_threshold, *gc.get_threshold()))
    request.addfinalizer(partial(sys.setswitchinterval, sys.getswitchinterval()))
    # What other tests have left is not looked through each time.
    gc.freeze()
    request.addfinalizer(gc.unfreeze)
    gc.set_threshold(5, 10, 10)
    sys.setswitchinterval(1e-6)
    code = "f(a[1:2], *[x for x in y], k={'a': 1}) + g(h(i(j(k(1)))))\n" * 20

    def parse(_: int) -> int:
        Finalized()
        return len(parsed(code).body)

    with ThreadPoolExecutor(4) as executor:
        assert {*executor.map(parse, range(400))} == {20}
