"""Calls of functions and methods in the examples of their entries, made on strided views."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mapping_model.applying.code import candidates, rewrite_tree
from mapping_model.applying.typing import TENSOR
from mapping_model.corpus import Corpus
from mapping_model.limits.sharing import placed_limits
from mapping_model.snapshots import PADDLE, load_snapshot, torch_snapshot
from mapping_model.syntax import parsed

sys.path.append(str(Path(__file__).parents[1]))  # where a program is run, and no tests
from example_inputs import PLAIN, all_inputs
from library_programs import answers

ROOT = Path(__file__).parents[2]
# Of changing the result, or of dropout in evaluation, which returns its input.
_SPEAKS = re.compile(r"\bchanged\(|\btrain(ing)?\b")
COPIED = "the result is a copy of"
_INSIDE = Path(__file__).parent / "inside_views.py"
_OWNERS = {"torch", "torch.Tensor", "torch.nn.functional", "torch.linalg", "torch.special"}


@dataclass(frozen=True, slots=True)
class ViewCall:
    """Code for both libraries, and its inputs, each as its kind, values or shape, and dtype.

    Tensors that are `whole` are no views.
    """

    api: str
    torch: str
    paddle: str
    inputs: dict[str, Any]
    whole: bool = False


def view_calls(corpus: Corpus) -> Iterator[ViewCall]:
    """Those of all examples that have tensors, with what the mapping writes for them."""
    release = load_snapshot("paddle", PADDLE[-1])
    for name, entry in corpus.entries.items():
        if name.rpartition(".")[0] not in _OWNERS:
            continue
        for _, example in (corpus.resolve(name) or entry).examples():
            inputs = all_inputs(example)
            made = {kind for kind, _, _ in inputs.values()}
            if example.cannot_run or not made - {"value"} or not made <= {*PLAIN}:
                continue
            kinds = {one: TENSOR for one, (kind, _, _) in inputs.items() if kind != "value"}
            for one in candidates(example.torch, corpus.resolve, release, kinds):
                if not one.undone:
                    yield ViewCall(name, example.torch, one.code, inputs)
                    break


def plain_calls(corpus: Corpus) -> Iterator[ViewCall]:
    """Every method called on a matrix without arguments, whatever its examples call it on."""
    release = load_snapshot("paddle", PADDLE[-1])
    for name in corpus.entries:
        owner, _, method = name.rpartition(".")
        if owner == "torch.Tensor" and not method.startswith("__"):
            code = f"result = x.{method}()"
            for one in candidates(code, corpus.resolve, release, {"x": TENSOR}):
                if not one.undone:
                    yield ViewCall(
                        name, code, one.code, {"x": ["random", [[2, 3], None, None], "float32"]}
                    )
                    break


# How code names what it fills: past the gradient, or a part of it.
_PLACES = ("x.data", "x.detach()", "x[1:]", "x.transpose(0, 1)", "x.view(4, -1)")
_FURTHER = {
    "val": "3.0",
    "fill_value": "3.0",
    "sparsity": "0.5",
    "threshold": "0.5",
    "value": "3.0",
}


def filling_calls(corpus: Corpus) -> Iterator[ViewCall]:
    """Every function that fills its first argument, called on parts of a tensor, as `show` has it.

    Of their further arguments those that have no default are passed as numbers, or tensors.
    """
    release, torch = load_snapshot("paddle", PADDLE[-1]), torch_snapshot()
    for name in corpus.entries:
        api = None if name.startswith("torch.Tensor.") else torch.get(name)
        if api is None or not name.endswith("_") or name.endswith("__"):
            continue
        needed = [one.name for one in api.signatures[0].parameters if one.default is None]
        more = "".join(f", {_FURTHER.get(one, 'torch.ones([])')}" for one in needed[1:])
        size = [4, 4, 4] if "dirac" in name else [4, 4]
        inputs = {"x": ["random", [size, None, None], "float32"]}
        for place in _PLACES:
            for code in (f"{name}({place}{more})", f"y = {place}\n{name}(y{more})"):
                written = rewrite_tree(
                    parsed(code),
                    corpus.resolve,
                    release,
                    {"x": TENSOR},
                    inferring=True,
                    mending=True,
                )
                if not written.undone:
                    paddle = ast.unparse(ast.fix_missing_locations(written.tree))
                    yield ViewCall(name, code, paddle, inputs, whole=True)


def silent_copies(corpus: Corpus, told: Iterable[tuple[ViewCall, str]]) -> Iterator[ViewCall]:
    """The calls whose result is a copy in Paddle alone where no limit speaks of changing it."""
    for call, what in told:
        entry = corpus.resolve(call.api)
        if COPIED not in what or entry is None:
            continue
        limits = [one.limit for one in placed_limits(entry, corpus.limits)]
        if not any(
            re.search("changed|is_in_evaluation|training|train", one.when) for one in limits
        ):
            yield call


def differing(python: Path, calls: list[ViewCall]) -> Iterator[tuple[ViewCall, str]]:
    """What a view or a result is in Paddle and not in torch."""
    torch = _asked(python, "torch", [(one.torch, one) for one in calls])
    paddle = _asked(python, "paddle", [(one.paddle, one) for one in calls])
    for call, theirs, ours in zip(calls, torch, paddle, strict=True):
        if "error" in theirs or "error" in ours:
            continue
        told = [f"`{one}` has other memory" for one in ours["left"] if one not in theirs["left"]]
        told += [f"the result is `{one}`" for one in ours["same"] if one not in theirs["same"]]
        told += [f"the result is not `{one}`" for one in theirs["same"] if one not in ours["same"]]
        told += [f"{COPIED} `{one}`" for one in theirs["shared"] if one not in ours["shared"]]
        told += [f"shares memory with `{i}`" for i in ours["shared"] if i not in theirs["shared"]]
        told += [f"`{one}` is not filled" for one in theirs["filled"] if one not in ours["filled"]]
        told += [f"`{one}` is filled" for one in ours["filled"] if one not in theirs["filled"]]
        if told:
            yield call, ", ".join(told)


def _asked(python: Path, library: str, asked: list[tuple[str, ViewCall]]) -> list[dict[str, Any]]:
    pieces = [{"code": code, "inputs": one.inputs, "whole": one.whole} for code, one in asked]
    return answers(python, _INSIDE, library, pieces)
