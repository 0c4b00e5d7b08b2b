"""Attributes of torch's layers that Paddle calls otherwise: of them there are no entries."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import yaml

from mapping_model.applying.decisions import Reason, Undecided
from mapping_model.calls.uses import Use, dotted
from mapping_model.language.evaluating import Scope
from mapping_model.language.filling import Names, Written, evaluated_once, fill
from mapping_model.language.parsing import RECEIVER
from mapping_model.types import Type

_FILE = Path(__file__).with_suffix(".yaml")
_LAYERS = "torch.nn."
# What takes numbers in any list, and `padding` as the layer was given it.
_CONVOLUTIONS = ("torch.nn.functional.conv", "torch.nn.Conv", "torch.conv")


def content() -> bytes:
    """What is known of them, as it is written."""
    return _FILE.read_bytes()


@cache
def _attributes() -> Mapping[str, Mapping[str, str | None]]:
    """By the layer, and by the attribute: the code; None where there is none."""
    data = yaml.safe_load(content())
    return {layer: one["attributes"] for one in data for layer in one["layers"]}


def is_renamed(layer: Type | None, name: str, own: bool) -> bool:
    """Whether an attribute of a layer is called otherwise by Paddle, or is not there.

    What a class makes its `own` is there; it has changed that of its base where there is just one.
    """
    last = layer.name.removeprefix(_LAYERS) if layer is not None else ""
    found = _attributes().get(last, {})
    return name in found and not (own and not (found[name] or "").startswith("self._"))


def may_be_renamed(node: ast.expr) -> bool:
    """Whether something that a layer holds may be one whose attribute is called otherwise."""
    if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load):
        return False
    owner: ast.expr = node.value
    while isinstance(owner, (ast.Attribute, ast.Subscript)):
        owner = owner.value
    held = owner is not node.value and dotted(owner) == "self"
    names = (name for attributes in _attributes().values() for name in attributes)
    return held and node.attr in {*names} - _COMMON and not _is_config(node.value)


def _is_config(node: ast.expr) -> bool:
    return (dotted(node) or "").rpartition(".")[2] in ("args", "cfg", "conf", "config", "opt")


# What many other things have, and what Paddle's layers call alike, too.
_COMMON = {"bias", "padding", "stride", "weight"}


def taken_apart(nodes: Iterable[ast.AST], uses: Mapping[int, tuple[str, Use]]) -> dict[int, str]:
    """The ids of what need be no tuple: of what an "item" is taken, what a "convolution" gets."""
    convolutions = (use for key, use in uses.values() if key.startswith(_CONVOLUTIONS))
    given = [v for use in convolutions for v in (*use.args, *(k.value for k in use.keywords))]
    items = (n.value for n in nodes if isinstance(n, ast.Subscript))
    return {id(one): "item" for one in items} | {id(one): "convolution" for one in given}


def attribute(
    node: ast.Attribute, owner: ast.expr, layer: Type, names: Names, apart: str | None
) -> Written:
    """What stands for an attribute of a layer, which is renamed; raise Undecided.

    `apart` is what it is used for, where that is known.
    """
    code = _attributes()[layer.name.removeprefix(_LAYERS)][node.attr]
    if apart and code and code.startswith("tuple("):
        code = code.removeprefix("tuple(").removesuffix(")")
    if apart == "convolution" and node.attr == "padding":
        code = "self._padding"
    if code is None:
        raise Undecided(Reason.MISSING)
    written = evaluated_once(
        Scope({RECEIVER: owner}), names, lambda scope: fill(code, scope, names)
    )
    if isinstance(node.ctx, ast.Load):
        return written
    found = written.expression
    if not isinstance(found, ast.Attribute):
        raise Undecided(Reason.REWRITE, node.attr)
    return Written(ast.Attribute(found.value, found.attr, node.ctx), written.before)


def inputs_of(layer: Type, node: ast.Call) -> tuple[list[str], str]:
    """The inputs that a call of a layer names and Paddle's takes by position, in their order.

    And what Paddle's layer does not take; both are empty where the call can stay.
    """
    name = layer.name.removeprefix(_LAYERS)
    words = [word.arg or "" for word in node.keywords]
    if name == layer.name or "" in words or any(isinstance(x, ast.Starred) for x in node.args):
        return [], ""
    if name.startswith("Transformer"):
        masks = [word for word in words if word not in _SEQUENCES]
        masks += ["mask"] if len(node.args) > (1 if "Encoder" in name else 2) else []
        return [], masks[0] if masks else ""
    places = ("input", "hx" if name.startswith(_RECURRENT) else "target")[len(node.args) :]
    order = [place for place in places if place in words]
    by_place = len(order) == len(words) and order == list(places[: len(order)])
    return order if by_place else [], ""


def masked(node: ast.Call) -> ast.Call | None:
    """A call of an encoder with a mask of padding that is a bool for certain; None for others.

    Paddle's is true for what counts, and has places for heads and for what looks.
    """
    match node:
        case ast.Call(args=[_], keywords=[ast.keyword(arg="src_key_padding_mask", value=padding)]):
            pass
        case _:
            return None
    match padding:
        case ast.UnaryOp(op=ast.Invert(), operand=counts):
            pass
        case ast.Compare():
            counts = ast.Call(ast.parse("paddle.logical_not", mode="eval").body, [padding], [])
        case _:
            return None
    axes = ast.List([ast.Constant(1), ast.Constant(2)], ast.Load())
    mask = ast.Call(ast.Attribute(counts, "unsqueeze", ast.Load()), [axes], [])
    return ast.Call(node.func, node.args, [ast.keyword("src_mask", mask)])


# What transformers take as Paddle's do.
_SEQUENCES = ("src", "tgt", "memory")
_RECURRENT = ("LSTM", "GRU", "RNN")
