"""The model of a call against torch itself: it takes what torch takes, over 20,000 made-up calls.

The calls are made with tensors that torch asks first (`__torch_function__`), so that its parser
reads the arguments and nothing is computed. Torch decides; the snapshot and the model must agree.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache

import pytest

from mapping_model.calls.overloads import Choice, choose, type_of_literal
from mapping_model.calls.uses import uses_in
from mapping_model.snapshots import Api, Parameter, Signature, torch_snapshot
from mapping_model.types import Type, parse_type

OWNERS = ("torch", "torch.Tensor", "torch.linalg", "torch.fft", "torch.special")
# What is passed for a type; `t`, `d`, `l` and `v` are defined in SCRIPT.
TEXTS = {
    **{"Tensor": "t", "int": "1", "number": "1.5", "float": "0.5", "bool": "True", "str": "'a'"},
    **{"list[int]": "[1, 2]", "list[Tensor]": "[t, t]", "list[float]": "[0.5]", "None": "None"},
    **{"dtype": "d", "layout": "l", "device": "v"},
}
TYPES = {"t": "Tensor", "d": "dtype", "l": "layout", "v": "device"}
SCRIPT = """
import json, sys, torch
class Asked(torch.Tensor):
    @classmethod
    def __torch_function__(cls, *_):
        return "taken"
t, d, l = torch.ones(1).as_subclass(Asked), torch.float32, torch.strided
v = torch.device("cpu")
taken = []
for code in json.load(sys.stdin):
    try:
        taken.append(eval(code) == "taken")
    except Exception:
        taken.append(False)
json.dump(taken, sys.stdout)
"""


def type_of(node: ast.expr) -> Type | None:
    if isinstance(node, ast.Name):
        return parse_type(TYPES[node.id])
    if isinstance(node, ast.List):
        return Type("list", tuple(t for t in map(type_of, node.elts) if t is not None))
    return type_of_literal(node)


def texts(parameter: Parameter) -> list[str]:
    return [TEXTS[m] for m in parameter.type_text.split(" | ") if m in TEXTS]


def calls(api: Api, signature: Signature) -> Iterator[list[str]]:
    """Arguments in every manner: by place, by name, by another name, too few, too many, wrong."""
    value = {p.name: next(iter(texts(p)), "") for p in signature.parameters}
    if not all(value.values()):
        return
    required = [p for p in signature.parameters if p.required]
    named = [f"{p.name}={value[p.name]}" for p in required]
    places = [value[p.name] for p in signature.by_position]
    first = [value[p.name] for p in signature.by_position if p.required]
    others = [f"{p.name}={value[p.name]}" for p in required if not p.by_position]
    yield from ([*first, *others], [*places, *others], [*places, "1", *others], named, first[1:])
    yield [*first, *others, "nonsense=1"]
    yield [*first, *named[:1], *others]
    yield from ([*first, "1", "2", *others], [*first, "[1, 2]", *others])
    for parameter in signature.parameters:
        without = [text for text in named if not text.startswith(f"{parameter.name}=")]
        words = (parameter.name, *api.aliases.get(parameter.name, ()))
        if parameter.by_keyword:
            yield from ([*without, f"{w}={text}"] for w in words for text in texts(parameter))
            yield from ([*first, *others, f"{parameter.name}={t}"] for t in texts(parameter))
    for place in range(len(first)):
        for wrong in ("'a'", "t", "1", "[1]", "True", "None", "1.5"):
            yield [*first[:place], wrong, *first[place + 1 :], *others]


def all_calls() -> Iterator[tuple[Api, str]]:
    snapshot = torch_snapshot()
    for name in snapshot.names():
        api = snapshot.get(name)
        owner, _, last = name.rpartition(".")
        if api is None or owner not in OWNERS or api.source not in ("stub", "aten"):
            continue
        # The parser of these private ones takes `self` where the stubs say `input`.
        if last.startswith("_foreach_"):
            continue
        found = [", ".join(args) for s in api.signatures for args in calls(api, s)]
        for arguments in dict.fromkeys(found):
            code = f"{'t' if owner == 'torch.Tensor' else owner}.{last}({arguments})"
            # Without a tensor there is nothing that torch would ask; `from` is a word of Python.
            if "t" in _names(code):
                yield api, code


def _names(code: str) -> set[str]:
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return set()
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


@cache
def answers() -> list[tuple[Api, str, bool]]:
    """The calls, and whether torch takes them."""
    made = list(all_calls())
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SCRIPT],
        input=json.dumps([code for _, code in made]),
        env=os.environ | {"OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    taken = json.loads(done.stdout)
    return [(api, code, real) for (api, code), real in zip(made, taken, strict=True)]


def chosen(api: Api, code: str) -> Choice:
    (use,) = uses_in(code).of(api.name, member=api.kind == "method")
    return choose(use, api, type_of)


@pytest.mark.usefixtures("libraries")
def test_the_model_takes_what_torch_takes() -> None:
    wrong = [
        code
        for api, code, real in answers()
        if real != any(b.taken(type_of) is not False for b in chosen(api, code).bindings)
    ]
    taken = [code for _, code, real in answers() if real]
    assert 8_000 < len(taken) < len(answers()) - 8_000
    # What is left are stubs that tell other types than the parser, and types of several overloads
    # that the snapshot tells in one signature.
    assert len(wrong) < 0.01 * len(answers()), wrong[:20]


@pytest.mark.usefixtures("libraries")
def test_it_refuses_no_names_that_torch_takes() -> None:
    refused = {api.name for api, code, real in answers() if real and not chosen(api, code).bindings}
    assert refused == set()
