"""Attributes of torch's layers that Paddle calls otherwise: of them there are no entries."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping

from mapping_model.applying.attributes import Attributes, renamed_of
from mapping_model.applying.decisions import Reason, Undecided
from mapping_model.calls.uses import Use, dotted
from mapping_model.language.evaluating import Scope
from mapping_model.language.filling import Names, Written, evaluated_once, fill
from mapping_model.language.parsing import RECEIVER
from mapping_model.snapshots import Snapshot
from mapping_model.syntax import parsed
from mapping_model.types import Type

_LAYERS = ("torch.nn.", "torch.ao.quantization.")
# What takes numbers in any list, and `padding` as the layer was given it.
_CONVOLUTIONS = ("torch.nn.functional.conv", "torch.nn.Conv", "torch.conv")


def renaming(layer: Type | None, name: str, own: bool, release: Snapshot) -> Attributes | None:
    """What says what Paddle calls an attribute of a layer, or that it is not there; None if it is.

    What a class makes its `own` is there; it has changed that of its base where there is just one.
    """
    for found in renamed_of(layer.name) if layer is not None else ():
        if not found.holds(lambda one: one in release):
            continue
        kept = own and not _OWN.fullmatch(found.codes.get(name) or "")
        if not kept and name in {*found.codes, *found.silent, *found.fixed}:
            return found
    return None


def may_be_renamed(node: ast.expr, inferring: bool) -> bool:
    """Whether something in a list may be a layer whose attribute is called otherwise.

    What the attributes of `self` are can be known where code is looked into.
    """
    if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load):
        return False
    match node.value:
        case ast.Subscript(ast.Name(), ast.Constant(int()) | ast.UnaryOp()):  # `net[-1]`
            held = True
        case _:
            held = inferring and _is_held(node.value)
    return held and node.attr in _TELLING and not _is_config(node.value)


def _is_held(owner: ast.expr) -> bool:
    """Whether it is something that `self` has."""
    while isinstance(owner, (ast.Attribute, ast.Subscript)):
        owner = owner.value
        if dotted(owner) == "self":
            return True
    return False


def _is_config(node: ast.expr) -> bool:
    return (dotted(node) or "").rpartition(".")[2] in ("args", "cfg", "conf", "config", "opt")


# What layers have, and few other things.
_TELLING = {
    *("affine", "approximate", "batch_first", "bidirectional", "dilation", "elementwise_affine"),
    *("embedding_dim", "end_dim", "eps", "groups", "in_channels", "in_proj_bias", "inplace"),
    *("in_proj_weight", "kernel_size", "momentum", "negative_slope", "normalized_shape"),
    *("num_batches_tracked", "num_channels", "num_embeddings", "num_features", "num_groups"),
    *("num_parameters", "out_channels", "output_padding", "output_size", "padding_mode"),
    *("return_indices", "running_mean", "running_var", "start_dim", "track_running_stats"),
    *("transposed", "upscale_factor"),
}


def taken_apart(nodes: Iterable[ast.AST], uses: Mapping[int, tuple[str, Use]]) -> dict[int, str]:
    """The ids of what need be no tuple: of what an "item" is taken, what a "convolution" gets."""
    convolutions = (use for key, use in uses.values() if key.startswith(_CONVOLUTIONS))
    given = [v for use in convolutions for v in (*use.args, *(k.value for k in use.keywords))]
    items = (n.value for n in nodes if isinstance(n, ast.Subscript))
    return {id(one): "item" for one in items} | {id(one): "convolution" for one in given}


def attribute(
    node: ast.Attribute, owner: ast.expr, found: Attributes, names: Names, apart: str | None
) -> Written:
    """What stands for an attribute of a layer, which is renamed; raise Undecided.

    `apart` is what it is used for, where that is known.
    """
    code = found.codes.get(node.attr)
    if not isinstance(node.ctx, ast.Load):
        return _place(node, owner, found, names)
    if node.attr not in found.codes:
        return Written(ast.Attribute(owner, node.attr, node.ctx))
    if apart and code and code.startswith("tuple("):
        code = code.removeprefix("tuple(").removesuffix(")")
    if apart == "convolution" and node.attr == "padding":
        code = "self._padding"
    if code is None:
        raise Undecided(Reason.MISSING)
    return _filled(code, owner, names)


def _filled(code: str, owner: ast.expr, names: Names) -> Written:
    return evaluated_once(Scope({RECEIVER: owner}), names, lambda scope: fill(code, scope, names))


def _place(node: ast.Attribute, owner: ast.expr, found: Attributes, names: Names) -> Written:
    """What is written to instead."""
    code, name = found.codes.get(node.attr), node.attr
    if code is not None and name in found.buffers:
        raise Undecided(Reason.BUFFER, code.removeprefix("self."))
    if code is not None and name not in found.fixed:
        if _PLAIN.fullmatch(code):
            written = _filled(code, owner, names)
            assert isinstance(written.expression, ast.Attribute)
            place = ast.Attribute(written.expression.value, written.expression.attr, node.ctx)
            return Written(place, written.before)
        if name not in found.silent and f"self.{name}" in code:
            return Written(ast.Attribute(owner, name, node.ctx))
    if name in found.fixed:
        raise Undecided(Reason.FIXED, name)
    if name in found.silent:
        raise Undecided(Reason.IGNORED, name)
    raise Undecided(Reason.MISSING if code is None else Reason.REWRITE, name)


def buffer(found: Attributes, name: str, value: ast.expr) -> str | None:
    """The buffer of Paddle's layer that is filled with the value; None for other attributes."""
    nothing = isinstance(value, ast.Constant) and value.value is None
    code = found.codes.get(name) if name in found.buffers else None
    return None if nothing or code is None else code.removeprefix("self.")


def complement(found: Attributes, name: str, value: ast.expr) -> tuple[str, ast.expr] | None:
    """Which attribute gets what where `1 - self._momentum` stands for one; None for others.

    `None` is no number: PyTorch takes the mean of all batches then, and Paddle has nothing for it.
    """
    if isinstance(value, ast.Constant) and value.value is None:
        return None
    code = parsed(found.codes.get(name) or "None", mode="eval").body
    match code:
        case ast.BinOp(
            left=ast.Constant() as whole,
            op=ast.Sub(),
            right=ast.Attribute(value=ast.Name(id="self"), attr=attr),
        ):
            return attr, ast.BinOp(whole, ast.Sub(), value)
    return None


def inputs_of(layer: Type, node: ast.Call) -> tuple[list[str], str]:
    """The inputs that a call of a layer names and Paddle's takes by position, in their order.

    And what Paddle's layer does not take; both are empty where the call can stay.
    """
    name = next((layer.name.removeprefix(o) for o in _LAYERS if layer.name.startswith(o)), "")
    words = [word.arg or "" for word in node.keywords]
    if not name or "" in words or any(isinstance(x, ast.Starred) for x in node.args):
        return [], ""
    if name.startswith("Transformer"):
        masks = [word for word in words if word not in _SEQUENCES]
        masks += ["mask"] if len(node.args) > (1 if "Encoder" in name else 2) else []
        return [], masks[0] if masks else ""
    if name.startswith(_RECURRENT):
        name = "RNN"
    places = _PLACES.get(name, ("input", "target"))[len(node.args) :]
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
            counts = ast.Call(parsed("paddle.logical_not", mode="eval").body, [padding], [])
        case _:
            return None
    axes = ast.List([ast.Constant(1), ast.Constant(2)], ast.Load())
    mask = ast.Call(ast.Attribute(counts, "unsqueeze", ast.Load()), [axes], [])
    return ast.Call(node.func, node.args, [ast.keyword("src_mask", mask)])


_PLAIN = re.compile(r"self\.\w+")
_OWN = re.compile(r"self\._\w+")
# What transformers take as Paddle's do.
_SEQUENCES = ("src", "tgt", "memory")
_RECURRENT = ("LSTM", "GRU", "RNN")
# What `forward` takes, of layers that take other things than an input and a target.
_PLACES = {
    "RNN": ("input", "hx"),
    "AdaptiveLogSoftmaxWithLoss": ("input_", "target_"),
    "Bilinear": ("input1", "input2"),
    "CTCLoss": ("log_probs", "targets", "input_lengths", "target_lengths"),
    **dict.fromkeys(("CosineEmbeddingLoss", "MarginRankingLoss"), ("input1", "input2", "target")),
    **dict.fromkeys(("CosineSimilarity", "PairwiseDistance"), ("x1", "x2")),
    "EmbeddingBag": ("input", "offsets", "per_sample_weights"),
    "GaussianNLLLoss": ("input", "target", "var"),
    "MultiheadAttention": ("query", "key", "value"),
    "PoissonNLLLoss": ("log_input", "target"),
    **dict.fromkeys(("RMSNorm", "QuantStub", "DeQuantStub"), ("x",)),
    **dict.fromkeys(
        ("TripletMarginLoss", "TripletMarginWithDistanceLoss"), ("anchor", "positive", "negative")
    ),
    **{f"ConvTranspose{n}d": ("input", "output_size") for n in (1, 2, 3)},
    **{f"MaxUnpool{n}d": ("input", "indices", "output_size") for n in (1, 2, 3)},
}
