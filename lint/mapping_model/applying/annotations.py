"""Where code says of what type something is: in annotations, strings among them, and of classes."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from functools import reduce

from mapping_model.applying.decisions import Reason, Undecided
from mapping_model.calls.uses import dotted
from mapping_model.entry import Entry
from mapping_model.snapshots import Snapshot
from mapping_model.syntax import named, parsed, walk

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


class Place(Enum):
    """Where a class is named that is not called: what may stand there instead."""

    SAID = auto()  # in an annotation
    ASKED = auto()  # `isinstance(x, A)`, where a tuple of classes does, too
    UNITED = auto()  # `isinstance(x, A | B)`
    COMPARED = auto()  # `type(x) is A`, where one alone does


def type_for(name: str, entry: Entry | None, release: Snapshot, place: Place) -> ast.expr | None:
    """What stands for a class of torch where it is only a type; None where nothing is known to.

    Raise Undecided where `isinstance` asks for what Paddle has no class for, or where one class
    is compared and Paddle has two that have nothing in common.
    """
    if name in _TENSORS and place is not Place.SAID:
        raise Undecided(Reason.READ)
    if place is Place.COMPARED:
        if len(_classes_for(entry, release)) > 1:
            raise Undecided(Reason.READ)
        return None
    if name in _TYPES or name in _TENSORS:
        return named(_TYPES.get(name, "paddle.Tensor"))
    found = [named(one) for one in _classes_for(entry, release)]
    if found:
        return found[0] if place is Place.SAID else _together(found, place)
    if name == "torch.Size":
        return named("paddle.Size" if "paddle.Size" in release else "list")
    return None


def _classes_for(entry: Entry | None, release: Snapshot) -> list[str]:
    """The classes that a release has for one of torch, newer ones first."""
    variants = entry.variants if entry else ()
    newer = [one.paddle for variant in variants for one in variant.newer]
    targets = dict.fromkeys((*newer, *(variant.paddle for variant in variants)))
    return [one for one in targets if one and (api := release.get(one)) and api.kind == "class"]


def _together(classes: list[ast.expr], place: Place) -> ast.expr:
    """All of some classes: layers that Paddle makes itself are of the older one."""
    if len(classes) > 1 and place is Place.ASKED:
        return ast.Tuple(classes, ast.Load())
    return reduce(lambda one, other: ast.BinOp(one, ast.BitOr(), other), classes)


def types_in(nodes: Sequence[ast.AST]) -> dict[int, Place]:
    """The ids of what stands for a type, each with where it stands."""
    found: dict[int, Place] = {}
    for node in nodes:
        place = Place.ASKED if isinstance(node, ast.Call) else Place.SAID
        for said in (*_annotations(node), *_classes(node)):
            found |= {id(one): place for one in walk(said)}
        for compared in _compared(node):
            found |= {id(one): Place.COMPARED for one in walk(compared)}
    for node in nodes:
        if isinstance(node, ast.BinOp) and found.get(id(node)) is Place.ASKED:
            found |= {id(one): Place.UNITED for one in walk(node)}
    return found


def _compared(node: ast.AST) -> Iterator[ast.expr]:
    """What the class of something is compared to."""
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        if any(_is_class(side) for side in sides):
            yield from (side for side in sides if not _is_class(side))


def _is_class(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="type"), args=[_]) | ast.Attribute(attr="__class__"):
            return True
    return False


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
        tree = parsed(text.strip(), mode="eval").body
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
