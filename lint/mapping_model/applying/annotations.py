"""Where code says of what type something is: in annotations, strings among them, and of classes."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mapping_model.applying.decisions import Reason, Undecided
from mapping_model.calls.uses import dotted
from mapping_model.entry import Entry
from mapping_model.snapshots import Snapshot
from mapping_model.syntax import named, walk

# What only TorchScript asks for, and what stands for it without.
FINAL = "torch.jit.Final"
# Types without a class of Paddle's, as they are there. A device is a string.
_TYPES = {
    "torch.device": "str",
    "torch.nn.modules.batchnorm._BatchNorm": "paddle.nn.layer.norm._BatchNormBase",
    **{f"torch.jit.annotations.{name}": name.lower() for name in ("Dict", "List", "Tuple")},
}
# Paddle has one class for tensors of all dtypes.
_TENSORS = {
    f"torch.{name}Tensor"
    for name in ("Bool", "Byte", "Double", "Float", "Half", "Int", "Long", "Short")
}
_MAKING = {"Union", "Optional", "List", "Tuple", "Dict", "Type", "Callable", "Sequence", "Iterable"}


def type_for(name: str, entry: Entry | None, release: Snapshot, asked: bool) -> ast.expr | None:
    """What stands for a class of torch where it is only a type; None where nothing is known to.

    Raise Undecided where `isinstance` asks for what Paddle has no class for.
    """
    if name in _TENSORS and asked:
        raise Undecided(Reason.READ)
    if name in _TYPES or name in _TENSORS:
        return named(_TYPES.get(name, "paddle.Tensor"))
    variants = entry.variants if entry else ()
    newer = [one.paddle for variant in variants for one in variant.newer]
    for target in (*newer, *(variant.paddle for variant in variants)):
        api = release.get(target) if target else None
        if target and api is not None and api.kind == "class":
            return named(target)
    if name == "torch.Size":
        return named("paddle.Size" if "paddle.Size" in release else "list")
    return None


def types_in(nodes: Sequence[ast.AST]) -> dict[int, bool]:
    """The ids of what stands for a type, each with whether `isinstance` asks for it."""
    found: dict[int, bool] = {}
    for node in nodes:
        asked = isinstance(node, ast.Call)
        for said in (*_annotations(node), *_classes(node)):
            found |= {id(one): asked for one in walk(said)}
    return found


def quoted_in(nodes: Sequence[ast.AST]) -> dict[int, ast.expr]:
    """What the strings in annotations say, by their ids; `Literal` has others."""
    found: dict[int, ast.expr] = {}
    left = [said for node in nodes for said in _annotations(node)]
    while left:
        parts = walk(left.pop())
        literals = (
            part
            for part in parts
            if isinstance(part, ast.Subscript) and _last(part.value) in ("Literal", "Annotated")
        )
        left_out = {id(one) for part in literals for one in walk(part)}
        for one in parts:
            match one:
                case ast.Constant(value=str(text)) if id(one) not in left_out:
                    tree = _parsed(text, one)
                    if tree is not None:
                        found[id(one)] = tree
                        left.append(tree)
    return found


def _parsed(text: str, place: ast.expr) -> ast.expr | None:
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return None
    for node in walk(tree):
        ast.copy_location(node, place)
    return tree


def _annotations(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.arg(annotation=ast.expr() as said) | ast.AnnAssign(annotation=said):
            yield said
        case ast.FunctionDef(returns=ast.expr() as said):
            yield said
        case ast.AsyncFunctionDef(returns=ast.expr() as said):
            yield said


def _classes(node: ast.AST) -> Iterator[ast.expr]:
    """What is asked of a class, or made of types."""
    match node:
        case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, asked]):
            yield asked
        case ast.Subscript(value=value, slice=inner) if _last(value) in _MAKING:
            yield inner


def _last(node: ast.expr) -> str:
    return (dotted(node) or "").rpartition(".")[2]
