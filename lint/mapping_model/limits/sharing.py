"""Limits that several APIs share: `mappings/cases.yaml`, referred to by name.

They are written of functions: `input` is the tensor, `API(x, 1)` the call of the API, in `instead`
of its target. Of a method the tensor is `self`, and its call is `x.name(1)`. A limit that asks
whether a parameter is given is none of an API without that parameter.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from mapping_model.calls import operators
from mapping_model.entry import Entry, Limit, Variant
from mapping_model.forms.relation import is_in_place
from mapping_model.forms.terms import assigned
from mapping_model.language.parsing import RECEIVER
from mapping_model.sides import is_member
from mapping_model.snapshots import torch_snapshot
from mapping_model.syntax import named, nodes_of

API, TENSOR = "API", "input"
Shared = Mapping[str, tuple[Limit, ...]]


@dataclass(frozen=True, slots=True)
class Placed:
    """A limit of an entry, the index of its variant, and its place in the list of cases there."""

    limit: Limit
    variant: int
    place: int


def shares(variant: Variant) -> bool:
    """Whether a variant names shared limits, which are then to be read."""
    return any(isinstance(limit, str) for limit in variant.limits)


def placed_limits(entry: Entry, shared: Shared) -> Iterator[Placed]:
    """All limits of an entry, shared ones as they are of its API.

    Names that mean nothing are left out; the linter tells of them.
    """
    torch = entry.torch
    member = is_member(torch_snapshot().get(torch), torch)
    for number, variant in enumerate(entry.variants):
        for limit in variant.limits:
            if isinstance(limit, Limit):
                yield Placed(limit, number, limit.place)
            else:
                place = variant.shared_places.get(limit, 0)
                for one in shared.get(limit, ()):
                    if _can_be(one, variant):
                        yield Placed(_of_api(one, torch, member, variant.paddle), number, place)


def _can_be(limit: Limit, variant: Variant) -> bool:
    """Whether the parameters that must be given are some of the variant."""
    return {*re.findall(r"\bgiven\((\w+)\)", limit.when)} <= {row.torch for row in variant.params}


def _of_api(limit: Limit, torch: str, member: bool, paddle: str | None) -> Limit:
    """A shared limit as it is of one API and its target."""
    plain = (paddle or "")[:-1] if is_in_place(paddle or "") else paddle or ""
    # Without a target there is nothing to write instead; the linter tells of that.
    instead = limit.instead and _code(limit.instead, plain or API, member)
    if instead and is_in_place(torch):
        instead = assigned(instead, RECEIVER if member else TENSOR)
    return replace(
        limit,
        when=_code(limit.when, torch, member),
        instead=instead,
        example=replace(limit.example, torch=_code(limit.example.torch, torch, member)),
    )


def _code(text: str, name: str, member: bool) -> str:
    """Code, or a condition, of one API; as it is where it is not Python."""
    # What does not call the API, as no condition does, is the same for many.
    return _renamed(text, name if API in text else "", member)


@lru_cache(maxsize=1024)
def _renamed(text: str, name: str, member: bool) -> str:
    try:
        tree = nodes_of(text)[0]
    except SyntaxError:
        return text
    written = ast.unparse(_Renamed(name, member).visit(tree))
    return f"{written}\n" if text.endswith("\n") else written


class _Renamed(ast.NodeTransformer):
    """Puts one API in the place of `API`."""

    def __init__(self, name: str, member: bool) -> None:
        self._name = name
        self._member = member
        self._method = member and ".Tensor." in name

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """The tensor of a method."""
        return ast.Name(RECEIVER, node.ctx) if self._member and node.id == TENSOR else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """The call of the API."""
        match node:
            case ast.Call(func=ast.Name(id="API"), args=[own, *others]) if self._method:
                name = self._name.rpartition(".")[2]
                operation = operators.written(name, own, others)
                if operation is not None:
                    return self.generic_visit(operation)
                node = ast.Call(ast.Attribute(own, name, ast.Load()), others, node.keywords)
            case ast.Call(func=ast.Name(id="API")):
                node = ast.Call(named(self._name), node.args, node.keywords)
        return self.generic_visit(node)
