"""Complex numbers where examples pass others: `python tests/silent/complex_numbers.py [API ...]`.

Each number in the calls of an entry's examples becomes `0.5 + 1j`, one at a time, on the inputs as
they are and on complex ones; besides come calls that no example makes. Told is where torch takes
that and Paddle, by what the mapping writes in the newest release, gives something else without an
error, as where it drops the imaginary part.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from silent_calls import ROOT, Answer, Call, answers, call, examples, listed

from mapping_model.calls.uses import dotted
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry, Example
from mapping_model.limits.sharing import placed_limits
from verify_mappings.command.environments import find_interpreter

_ASKS = re.compile(r"isa\((\w+), number\) and not isa\(\1, \w+\)")
_NUMBER = "0.5 + 1j"
_COMPLEX = {"float32": "complex64", "float64": "complex128"}


# Calls that no example makes so: with what need not be given, operators, and numbers in tensors.
_FURTHER = (
    *("torch.add(x, y, alpha=N)", "torch.sub(x, y, alpha=N)", "x.add_(y, alpha=N)"),
    *(
        "x.sub_(y, alpha=N)",
        "torch.index_add(x, 0, i, y, alpha=N)",
        "x.index_add_(0, i, y, alpha=N)",
    ),
    *("torch.addcmul(x, y, y, value=N)", "torch.addcdiv(x, y, y, value=N)", "torch.tensor([1, N])"),
    *("x.addcmul_(y, y, value=N)", "x.addcdiv_(y, y, value=N)", "torch.lerp(x, y, N)"),
    *("torch.addmm(x, y, y, beta=N)", "torch.addmm(x, y, y, alpha=N)", "torch.full((2, 2), N)"),
    *("torch.where(m, x, N)", "torch.where(m, N, x)", "torch.where(m, N, 2.0)", "x.where(m, N)"),
    *("x + N", "x - N", "N - x", "x * N", "x / N", "N / x", "x ** N", "N ** x", "x == N", "N in x"),
    *("x.mul_(N)", "x.div_(N)", "x.pow_(N)", "x.fill_(N)", "x.eq_(N)", "x.fill_diagonal_(N)"),
    *("torch.index_fill(x, 0, i, N)", "x.index_fill_(0, i, N)", "torch.isin(x, N)"),
    *("torch.scatter(x, 0, i[None], N)", "x.scatter_(0, i[None], N)", "torch.arange(N, 3)"),
    *("torch.nn.functional.pad(x, (1, 1), value=N)", "torch.scalar_tensor(N)", "x.new_tensor(N)"),
    *(
        "torch.float_power(x, N)",
        "x.index_add_(0, i, y, alpha=N)",
        "torch.nn.init.constant_(x, N)",
        "N * x",
    ),
)


def further_calls(corpus: Corpus) -> Iterator[Call]:
    """Those, on floats and on complex numbers."""
    for code in _FURTHER:
        code = re.sub(r"\bN\b", f"({_NUMBER})", code)
        for dtype in ("float32", "complex64"):
            inputs = {"x": f"{dtype}[2, 2]", "y": f"{dtype}[2, 2]", "i": [0, 1]}
            inputs["m"] = [[True, False], [False, True]]
            example = Example("", "", tuple(inputs.items()))
            if one := call(corpus, code, f"result = {code}", example):
                yield one


def calls(corpus: Corpus, names: list[str], *, every: bool = False) -> Iterator[Call]:
    """Those with a complex number of the entries with no limit for one; of `every` entry."""
    seen: set[tuple[str, str, bool]] = set()
    for name, entry, example in examples(corpus, names):
        if example.compare.random or (not every and _told(entry, corpus)):
            continue
        for argument, code in changed(example.torch, name):
            found = call(corpus, name, code, example)
            for one in [found, found and _on_complex(found)]:
                key = (name, argument, one is found)
                if one is not None and key not in seen:
                    seen.add(key)
                    yield one


def _told(entry: Entry, corpus: Corpus) -> bool:
    """Whether a limit asks for what is a number and no bool, integer or float."""
    return any(_ASKS.search(one.limit.when) for one in placed_limits(entry, corpus.limits))


def _on_complex(one: Call) -> Call | None:
    """The same call on complex tensors; None where that changes nothing."""
    inputs = {
        name: [kind, value, _COMPLEX.get(dtype, dtype)]
        for name, (kind, value, dtype) in one.inputs.items()
    }
    return replace(one, inputs=inputs) if inputs != one.inputs else None


def changed(code: str, api: str) -> Iterator[tuple[str, str]]:
    """The code with a complex number for one number that a call of the API is passed.

    Of an operator either side is changed.
    """
    last = api.rpartition(".")[2]
    tree = ast.parse(code)
    for node in ast.walk(tree):
        for argument, owner, field, place in places(node, last):
            before = getattr(owner, field)
            value = before[place] if place is not None else before
            if not _is_number(value):
                continue
            number = ast.parse(_NUMBER, mode="eval").body
            put(owner, field, place, number)
            yield argument, ast.unparse(tree)
            put(owner, field, place, value)


def _is_number(value: ast.AST) -> bool:
    if isinstance(value, ast.UnaryOp):
        value = value.operand
    return isinstance(value, ast.Constant) and type(value.value) in (int, float)


def put(owner: Any, field: str, place: int | None, value: ast.expr) -> None:
    if place is None:
        setattr(owner, field, value)
    else:
        getattr(owner, field)[place] = value


def places(node: ast.AST, last: str) -> Iterator[tuple[str, Any, str, int | None]]:
    if isinstance(node, ast.Call) and (dotted(node.func) or "").endswith(last):
        yield from ((str(place), node, "args", place) for place in range(len(node.args)))
        yield from ((one.arg or "", one, "value", None) for one in node.keywords)
    elif last.startswith("__") and isinstance(node, ast.BinOp):
        yield from (("left", node, "left", None), ("right", node, "right", None))
    elif last.startswith("__") and isinstance(node, ast.Compare):
        yield from (("left", node, "left", None), ("right", node, "comparators", 0))
    elif last.startswith("__") and isinstance(node, (ast.AugAssign, ast.Assign)):
        yield ("value", node, "value", None)


def differing(
    python: Path, found: list[Call], torch: Path | None = None
) -> Iterator[tuple[Call, str]]:
    """The calls that give something else in Paddle without an error."""
    for one, theirs, ours in answers(python, found, torch):
        if "error" not in ours:
            told = [name for name in theirs if not _alike(theirs[name], ours[name])]
            if told:
                yield one, f"{told[0]}: {_shown(theirs[told[0]])} is {_shown(ours[told[0]])}"


def _alike(one: Answer, other: Answer) -> bool:
    if "items" in one and "items" in other:
        pairs = zip(listed(one), listed(other), strict=False)
        return len(one["items"]) == len(other["items"]) and all(_alike(a, b) for a, b in pairs)
    if "real" not in one or "real" not in other:
        return "real" not in one and "real" not in other
    return all(_near(one[part], other[part]) for part in ("real", "imag"))


def _near(ours: list[float], theirs: list[float]) -> bool:
    """Missing imaginary parts are as those of 0."""
    most = max(len(ours), len(theirs))
    ours, theirs = ours or [0.0] * most, theirs or [0.0] * most
    return len(ours) == len(theirs) and all(
        a == b or (a != a and b != b) or abs(a - b) <= 1e-4 + 1e-3 * abs(a)
        for a, b in zip(ours, theirs, strict=True)
    )


def _shown(one: Answer) -> str:
    numbers = zip(one.get("real", []), one.get("imag") or one.get("real", []), strict=False)
    values = list(numbers)[:3] if one.get("imag") else one.get("real", [])[:3]
    return f"{one.get('dtype', one['kind'])} {values}"


def main() -> int:
    """Tell them."""
    corpus = Corpus.load(ROOT / "mappings")
    found = list(calls(corpus, sys.argv[1:])) + ([] if sys.argv[1:] else [*further_calls(corpus)])
    told = list(differing(find_interpreter(None, ("torch", "paddle")), found))
    for one, what in told:
        print(f"{one.api}: {one.torch.strip()!r} as {one.paddle.strip()!r}: {what}")
    print(f"{len(found)} calls of {len({one.api for one in found})} APIs, {len(told)} differ")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
