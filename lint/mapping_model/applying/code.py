"""Rewriting all uses of torch in a piece of code."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from itertools import chain
from types import MappingProxyType
from typing import Any

from mapping_model.applying.annotations import FINAL, Place, quoted_in, type_for, types_in
from mapping_model.applying.attributes import Attributes
from mapping_model.applying.decisions import Decision, Reason, Undecided
from mapping_model.applying.grouping import gathered
from mapping_model.applying.importing import import_paddle
from mapping_model.applying.inferring import OWN_LAYER
from mapping_model.applying.layers import (
    attribute,
    buffer,
    complement,
    inputs_of,
    masked,
    may_be_renamed,
    renaming,
    taken_apart,
)
from mapping_model.applying.layout import laid_out
from mapping_model.applying.mapping import Part, Surroundings, Used, apply
from mapping_model.applying.members import (
    HELD,
    NUMBERED,
    asked_of_member,
    called_by_others,
    called_on_first,
    is_method,
    member_of_named,
    named_so,
    without_entry,
)
from mapping_model.applying.nodes import (
    FILLING,
    asked_for,
    augmenting,
    bound_names,
    defined,
    given_alone,
    is_alike,
    is_needless,
    is_of_tensor,
    is_operation,
    is_view,
    kept,
    looked_into,
    part_of,
    place_of,
    takes_name,
)
from mapping_model.applying.overwriting import overwritten
from mapping_model.applying.owning import (
    SHARING,
    gives_back,
    holds_alone,
    is_seen_through,
    named_parts,
)
from mapping_model.applying.seeding import seeds_again
from mapping_model.applying.spreading import Spread, spread_in, written_out
from mapping_model.applying.stepping import holds, loose_steps
from mapping_model.applying.typing import OWNERS, SHAPE, TENSOR, Typing
from mapping_model.calls import operators
from mapping_model.calls.uses import Form, Use, Uses, dotted
from mapping_model.categories import Category, Text
from mapping_model.entry import Entry
from mapping_model.language.evaluating import Scope, reduce
from mapping_model.language.filling import Names, Written
from mapping_model.snapshots import Snapshot, torch_snapshot
from mapping_model.syntax import parsed, walk
from mapping_model.types import Type

# What PyTorch's own documentation imports these as: a line taken out of a file lacks its imports.
CUSTOMARY = {"nn": "torch.nn", "F": "torch.nn.functional", "optim": "torch.optim"}
# Members of optimizers by whose names nobody can tell an optimizer.
_ANYBODYS = (".defaults", ".state")
# The entry of an API, aliases resolved.
EntryOf = Callable[[str], Entry | None]


@dataclass(frozen=True, slots=True)
class Undone:
    """A use for which no code was written: the API, the line, and why."""

    api: str
    line: int
    decision: Decision
    node: ast.AST = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The code for Paddle, and what is left to a person.

    `assumed` are conditions that were taken not to hold though that cannot be told; `used` tells
    by which variants of entries code was written.
    """

    code: str
    undone: tuple[Undone, ...]
    assumed: tuple[str, ...] = ()
    used: tuple[Used, ...] = ()


@dataclass(frozen=True, slots=True)
class RewrittenTree:
    """A tree for Paddle, and what is left to a person, as `Rewritten` has it.

    `lines` has for each statement of the old tree, by its id, those that stand in its place.
    """

    tree: ast.Module
    lines: Mapping[int, Sequence[ast.stmt]]
    undone: tuple[Undone, ...]
    assumed: tuple[str, ...]
    used: tuple[Used, ...]
    guessed: tuple[tuple[int, str], ...] = ()
    named: tuple[Named, ...] = ()
    rebound: tuple[tuple[int, str], ...] = ()
    shared: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """A function or class that is only named, of which calls change that pass `parameters`.

    `silent` tells that Paddle takes one of them and means something else.
    """

    api: str
    line: int
    parameters: tuple[str, ...]
    silent: bool


def rewrite(
    code: str,
    entry_of: EntryOf,
    release: Snapshot,
    variables: Mapping[str, Type] | None = None,
    newer: bool = True,
) -> Rewritten:
    """The code with every use of torch replaced for a Paddle release.

    `variables` says what names are that the code does not assign. Without `newer`, targets that
    only newer releases have are not used. Raises SyntaxError.
    """
    tree = parsed(code)
    found = rewrite_tree(tree, entry_of, release, variables, newer)
    text = laid_out(code, tree, found.lines).rstrip()
    return Rewritten(text, found.undone, found.assumed, found.used)


def rewrite_tree(
    tree: ast.Module,
    entry_of: EntryOf,
    release: Snapshot,
    variables: Mapping[str, Type] | None = None,
    newer: bool = True,
    inferring: bool = False,
    told: Mapping[int, Type] | None = None,
    mending: bool = False,
    meant: Mapping[str, str] | None = None,
) -> RewrittenTree:
    """As `rewrite`, of the tree of a module, which stays as it is.

    `told` says what expressions are, by the ids of their nodes, where the code does not tell it.
    With `mending` a call for which the mapping departs for certain gets the code that holds there.
    `meant` has the APIs that names stand for which the code neither imports nor gives a value.
    With `inferring` what the module itself defines is looked into, and in layers what has a member
    of tensors alone is taken for one: `guessed` has the lines where that changes something, and
    `rebound` those where a layer adds to what it was passed, which in Paddle stays as it was, and
    `shared` those where something is added to what shares its memory with what lives on.
    """
    given = tree, entry_of, release, variables or {}
    rewriter = _Rewriter(*given, newer, inferring, told, mending, meant or {})
    new = ast.Module(rewriter.rewritten(), [])
    lines = {**rewriter.lines, **import_paddle(new, tree)}
    assumed = tuple(dict.fromkeys(rewriter.assumed))
    return RewrittenTree(
        *(new, lines, tuple(rewriter.undone), assumed, tuple(rewriter.used)),
        *(tuple(rewriter.guessed), tuple(rewriter.named), tuple(rewriter.rebound)),
        shared=tuple(rewriter.shared),
    )


def candidates(
    code: str, entry_of: EntryOf, release: Snapshot, variables: Mapping[str, Type] | None = None
) -> tuple[Rewritten, ...]:
    """What may be written for the code on a release, the simplest first.

    With targets that only newer releases have, then without; one where that makes no difference.
    """
    found = [rewrite(code, entry_of, release, variables, newer) for newer in (True, False)]
    return tuple(found[:1] if found[0].code == found[1].code else found)


def _without_layout(key: str, use: Use) -> Use:
    """`net.to("cpu", memory_format=...)` without the layout, which no overload of layers has."""
    if key.rpartition(".")[2] != "to" or len(use.args) + len(use.keywords) < 2:
        return use
    return use._replace(keywords=tuple(one for one in use.keywords if one.arg != "memory_format"))


# Methods of operators that take a number beside a tensor in torch alone.
_LOGIC: dict[type[ast.operator], str] = {
    ast.BitAnd: "__and__",
    ast.BitOr: "__or__",
    ast.BitXor: "__xor__",
}


class _Rewriter:
    """Rewrites one module, inner expressions before the outer ones that they are passed to."""

    def __init__(
        self,
        tree: ast.Module,
        entry_of: EntryOf,
        release: Snapshot,
        variables: Mapping[str, Type],
        newer: bool,
        inferring: bool = False,
        told: Mapping[int, Type] | None = None,
        mending: bool = False,
        meant: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        nodes = walk(tree)
        # What strings in annotations say, by their ids.
        self._quoted = quoted_in(nodes) if inferring else {}
        nodes += [one for quoted in self._quoted.values() for one in walk(quoted)]
        self._tree = tree
        self._entry_of = entry_of
        self._release = release
        self._newer = newer
        self._inferring, self._mending = inferring, mending
        self._torch = torch_snapshot()
        self._bound = bound_names(nodes) | variables.keys()
        known = {**CUSTOMARY, **meant}
        imports = {n: known[n] for n in known.keys() - self._bound}
        all_uses = [
            member_of_named(key, use, entry_of, self._torch)
            or called_on_first(key, use, self._torch)
            or (key, _without_layout(key, use))
            for key, use in Uses(nodes, imports).items()
        ]
        found = ((key, use) for key, use in all_uses if use.form is not Form.OPERATOR)
        uses = {id(use.node): (key, use) for key, use in found}
        said = ((place, uses.get(id(quoted))) for place, quoted in self._quoted.items())
        uses |= {place: use for place, use in said if use}
        self._uses = uses.keys()
        self._operations = {
            id(use.node): (key, use._replace(form=Form.CALL))
            for key, use in all_uses
            if use.form is Form.OPERATOR and is_operation(use)
        }
        lists = looked_into(nodes), gathered(nodes)
        self._typing = Typing(
            self._torch, uses, variables, defined(nodes), inferring, *lists, told, self._named
        )
        self._taken_apart = taken_apart(nodes, uses)
        self._called_by_others = called_by_others(nodes)
        taken = {node.id for node in nodes if isinstance(node, ast.Name)} | set(variables)
        self._names = Names(taken)
        # Statements that must come before the one at hand; None where there is no place for them.
        self._before: list[ast.stmt] | None = []
        # What `self` is in the functions of the class at hand.
        self._owner: Type | None = None
        self.undone: list[Undone] = []
        self.assumed: list[str] = []
        self.used: list[Used] = []
        self._overwritten = overwritten(tree)
        self._view_names = named_parts(nodes)
        # Lines and APIs where something was taken for a tensor, and is written otherwise for it.
        self.guessed: list[tuple[int, str]] = []
        # The same where a layer gives a parameter a new tensor.
        self.rebound: list[tuple[int, str]] = []
        # The same where what shares a tensor's memory lives on while something is added to it.
        self.shared: list[tuple[int, str]] = []
        # What was written though it is only named, and where names stand for types, by their ids.
        self.named: list[Named] = []
        quoted = (one for tree in self._quoted.values() for one in walk(tree))
        self._types = types_in(nodes) | {id(one): Place.SAID for one in quoted}
        # What `**name` passes in the function at hand, and the class that the one at hand extends.
        self._spread: Spread = {}
        self._function: ast.FunctionDef | ast.AsyncFunctionDef | None = None
        self._base = ""
        # What the class at hand defines itself.
        self._members: set[str] = set()
        # Layers of the code that may give what they are passed.
        self._giving_back: set[str] = set()
        # What stands in the place of each old statement, by its id.
        self.lines: dict[int, list[ast.stmt]] = {}

    def rewritten(self) -> list[ast.stmt]:
        """The new statements, with the imports of old."""
        return self._block(self._tree.body)

    def _block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in statements:
            self.lines[id(statement)] = new = list(self._statement(statement))
            made += new
        return made

    def _statement(self, node: ast.stmt) -> Iterator[ast.stmt]:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
            return
        outer, self._before = self._before, []
        with self._nowhere() if isinstance(node, ast.While) else nullcontext():
            new = self._attribute_written(node) or self._operated(node) or self._put(node)
            new = new or self._layer_written(node) or self._followed(node)
        before, self._before = self._before, outer
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._typing.assign(target, node.value)
        named = self._inferring and takes_name(new, before or ())
        yield from before or ()
        if not named and not is_needless(node, new, before):
            yield new

    def _attribute_written(self, node: ast.stmt) -> ast.stmt | None:
        """`x.requires_grad = True` as `x.stop_gradient = False`; None for other statements.

        What stands for reading the attribute is written to; `not` applies to the value then.
        """
        if not isinstance(node, ast.Assign) or len(node.targets) != 1:
            return None
        (target,) = node.targets
        used = self._typing.api(target)
        if used is None or not isinstance(target, ast.Attribute):
            return None
        value = self._expression(node.value)
        written = self._use(target, used[0], used[1]._replace(args=(value,)), None, _ASSIGNABLE)
        if isinstance(written, ast.UnaryOp) and isinstance(written.op, ast.Not):
            written = written.operand
            value = reduce(ast.UnaryOp(ast.Not(), value), Scope({}))
        if written is target:
            return ast.Assign([target], value, lineno=1) if self._inferring else node
        if isinstance(written, ast.Attribute):
            place = ast.Attribute(written.value, written.attr, ast.Store())
            return ast.Assign([place], value, lineno=1)
        return ast.Expr(written)

    def _operation(self, node: ast.AST) -> tuple[str, Use] | None:
        """The operator of tensors or layers that a node is, if it has an entry."""
        key, use = self._operations.get(id(node), ("", None))
        if use is None:
            return None
        operands = (use.receiver, *use.args) if isinstance(node, ast.BinOp) else (use.receiver,)
        given = [one for one in operands if one is not None]
        kinds = [self._typing.of(one) for one in given]
        if any(map(self._typing.is_tensor, given)):
            name = f"torch.Tensor{key}"
        elif kinds[0] is None and self._is_layer_put_last(use):
            name = f"torch.nn.Sequential{key}"
        else:
            name = f"{kinds[0].name if kinds[0] else ''}{key}"
        return (name, use) if self._entry_of(name) is not None else None

    def _is_layer_put_last(self, use: Use) -> bool:
        """`x[-1] = nn.Linear(3, 5)`: what is written for a `Sequential` holds for a list, too."""
        match use.args:
            case ast.UnaryOp(ast.USub(), ast.Constant(int())), value:
                made = self._typing.of(value)
                return made is not None and made.name.startswith("torch.nn.")
        return False

    def _is_rebound(self, node: ast.AugAssign, name: str) -> bool:
        """Whether `x += y` can stay, though it gives `x` a new tensor in Paddle.

        In layers it stays for what they were passed, too: written in place the gradient may fail.
        """
        if self._function is None:
            return False
        if holds_alone(self._function, node, self._makes):
            return True
        passed = name in {one.arg for one in walk(self._function.args) if isinstance(one, ast.arg)}
        used = self._operation(node) if passed and self._typing.in_layer else None
        if used is not None:
            self.rebound.append((node.lineno, used[0]))
        elif is_seen_through(self._function, node) and (added := self._operation(node)):
            self.shared.append((node.lineno, added[0]))
        return used is not None

    def _makes(self, node: ast.expr) -> bool:
        """Whether an expression makes a tensor that is no part of another."""
        if isinstance(node, ast.BinOp):
            return True
        if not isinstance(node, ast.Call):
            return False
        name = (self._typing.api(node) or ("",))[0]
        layer = self._typing.of(node.func)
        if layer is not None and layer.name.startswith("torch.nn."):
            return layer.name not in SHARING | self._giving_back
        last = name.rpartition(".")[2]
        return name.startswith("torch.") and not (last.endswith("_") or last in SHARING)

    def _operated(self, node: ast.stmt) -> ast.stmt | None:
        """`x += y`, `x[i] = y` or `del x[i]` as their mapping has it; None for other statements."""
        match node:
            case ast.AugAssign(target=ast.Name() as place):
                self._typing.descend(place, node.value)
                used = None if self._is_rebound(node, place.id) else self._operation(node)
                self._unknown_step(node, place)
            case ast.AugAssign(target=ast.Attribute() as place) if self._inferring:
                if place.attr == "grad" and self._typing.is_tensor(place.value):
                    return self._gradient_changed(node, place)
                used = self._changed_apart(node, place)
            case ast.AugAssign(target=ast.Subscript() as place, value=ast.Constant()) if type(
                node.op
            ) in _LOGIC and self._typing.is_tensor(place):
                return self._bits_changed(node, place)
            case ast.AugAssign(target=ast.Subscript(value=whole) as place) if self._inferring:
                used = self._operation(node) if holds(self._typing.of(whole)) else None
            case ast.Assign(targets=[ast.Subscript() as place]):
                used = self._operation(place)
            case ast.Delete(targets=[ast.Subscript() as place]):
                used = self._operation(place)
            case _:
                return None
        if used is None:
            return None
        match self._use(place, *used):
            case ast.Call(func=ast.Attribute(value=own, attr=method), args=args) as call if (
                method in operators.SPECIAL
            ):
                made = operators.written(method, own, args)
                # A mapping may name a method that is no statement: that is for a rule to say.
                return made if isinstance(made, ast.stmt) else ast.Expr(made or call)
            case written:
                return node if written is place else ast.Expr(written)

    def _unknown_step(self, node: ast.AugAssign, place: ast.Name) -> None:
        """Tell of `x += y` on what a loop steps on, where nobody knows what that is."""
        if not self._inferring or self._typing.of(place) is not None:
            return
        if self._typing.of(node.value) in _TEXTS or not loose_steps(
            self._function or self._tree, node
        ):
            return
        key, _ = self._operations.get(id(node), ("", None))
        if key:
            self._leave(f"torch.Tensor{key}", place, Undecided(Reason.STEPPED, place.id))

    def _bits_changed(self, node: ast.AugAssign, place: ast.Subscript) -> ast.stmt | None:
        """`x[i] |= True` as `x[i] = x[i] | y`: Paddle asks for a tensor beside a tensor."""
        loaded = ast.copy_location(ast.Subscript(place.value, place.slice, ast.Load()), place)
        self._typing.same(loaded, place)
        use = Use(Form.CALL, loaded, loaded, (node.value,), ())
        new = self._use(loaded, f"torch.Tensor.{_LOGIC[type(node.op)]}", use)
        if new is loaded:
            return None
        stored = ast.Subscript(self._expression(place.value), self._part(place.slice), ast.Store())
        return ast.Assign([stored], new, lineno=1)

    def _gradient_changed(self, node: ast.AugAssign, place: ast.Attribute) -> ast.stmt:
        """`x.grad *= y`, which is in place in Paddle, too."""
        owner, value = self._expression(place.value), self._expression(node.value)
        stored = ast.copy_location(ast.Attribute(owner, place.attr, ast.Store()), place)
        return ast.copy_location(ast.AugAssign(stored, node.op, value), node)

    def _changed_apart(self, node: ast.AugAssign, place: ast.Attribute) -> tuple[str, Use] | None:
        """What `x.data -= y` uses: an operation on `x.detach()`, which is right on all releases."""
        if place.attr != "data" or not self._typing.is_tensor(place.value):
            return None
        used = self._operation(node)
        if used is None:
            return None
        apart = ast.Call(ast.Attribute(place.value, "detach", ast.Load()), [], [])
        self._typing.same(ast.copy_location(apart, place), place.value)
        return used[0], used[1]._replace(receiver=apart)

    def _put(self, node: ast.stmt) -> ast.stmt | None:
        """`x[i].add_(y)` as `x[i] += y`; None for other statements.

        Paddle's gradients do not know of what is written to a view.
        """
        match node:
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(value=ast.Subscript() as place)) as call
            ):
                used = self._typing.api(call)
            case _:
                return None
        name, use = used or ("", None)
        if not self._inferring or use is None or not is_view(place, self._typing.of):
            return None
        if not is_of_tensor(place, self._typing.of):
            return None
        stored = ast.Subscript(self._expression(place.value), self._part(place.slice), ast.Store())
        value = ast.Constant(0) if name == "torch.Tensor.zero_" else given_alone(use)
        if name in FILLING and value is not None:
            return ast.Assign([stored], self._expression(value), lineno=1)
        operator = augmenting(name, value)
        if operator is not None and value is not None and len(use.args) == 1 and not use.keywords:
            return ast.AugAssign(stored, operator, self._expression(value))
        new = self._out_of_place(name, use._replace(receiver=place))
        return None if new is None else ast.Assign([stored], new, lineno=1)

    def _out_of_place(self, name: str, use: Use) -> ast.expr | None:
        """`x.clone().add(y)` for `x.add_(y)`; None where a person must decide."""
        plain = name.removesuffix("_")
        if f"{plain}_" != name or plain not in self._torch or use.receiver is None:
            return None
        copied = ast.Call(ast.Attribute(use.receiver, "clone", ast.Load()), [], [])
        self._typing.same(copied, use.receiver)
        return self._tried(plain, use._replace(receiver=copied))

    def _handed_on(self, node: ast.expr) -> ast.expr | None:
        """`partial(nn.LayerNorm, eps=e)`, `super().__init__(dim, eps=e)` as the class is called."""
        match node:
            case ast.Call(func=function, args=[ast.Name() | ast.Attribute() as first]) if dotted(
                function
            ) in ("partial", "functools.partial"):
                used = self._typing.api(first)
                name, open_ = used[0] if used else "", self._needed(used[0] if used else "")
            case ast.Call(func=ast.Attribute(ast.Call(ast.Name("super"), []), "__init__")):
                name, open_ = self._base, []
            case _:
                return None
        if not name.startswith("torch.nn.") or name == "torch.nn.Module":
            return None
        given = open_ or node.args
        use = Use(Form.CALL, node, None, tuple(given), tuple(node.keywords))
        new = self._tried(name, use)
        entry = self._entry_of(name)
        targets = {variant.paddle for variant in entry.variants} if entry else set()
        if not isinstance(new, ast.Call) or dotted(new.func) not in targets:
            return None
        if not open_:
            return ast.Call(node.func, new.args, new.keywords)
        if list(map(ast.dump, new.args)) != list(map(ast.dump, open_)):
            return None
        return ast.Call(node.func, [new.func], new.keywords)

    def _renamed(self, node: ast.expr) -> ast.expr | None:
        """`conv.stride` as Paddle calls it; None for what is no attribute of torch's layers."""
        if not isinstance(node, ast.Attribute):
            return None
        layer, found = self._renaming(node)
        if layer is None or found is None:
            return None
        value = self._expression(node.value)
        try:
            apart = self._taken_apart.get(id(node))
            return self._placed(attribute(node, value, found, self._names, apart))
        except Undecided as undecided:
            new = ast.copy_location(ast.Attribute(value, node.attr, node.ctx), node)
            self._leave(f"{layer.name}.{node.attr}", new, undecided)
            return new

    def _named(self, name: str) -> str:
        """The name that the entry of an API has, of which this may be another."""
        entry = self._entry_of(name) if name.startswith("torch.") else None
        return name if entry is None else entry.torch

    def _renaming(self, node: ast.Attribute) -> tuple[Type | None, Attributes | None]:
        """The layer whose attribute it is, and what says how that differs."""
        layer = self._typing.layer(node.value)
        own = dotted(node.value) == "self" and node.attr in self._members
        return layer, renaming(layer, node.attr, own, self._release)

    def _layer_written(self, node: ast.stmt) -> ast.stmt | None:
        """`norm.momentum = m` as `norm._momentum = 1 - m`, `norm.running_mean = x` as
        `norm._mean.set_value(x)`; None for other statements."""
        match node:
            case ast.Assign(targets=[ast.Attribute() as target], value=value):
                _, found = self._renaming(target)
            case _:
                return None
        if found is None:
            return None
        if filled := buffer(found, target.attr, value):
            kept = ast.Attribute(self._expression(target.value), filled, ast.Load())
            fill = ast.Attribute(kept, "set_value", ast.Load())
            return ast.Expr(ast.Call(fill, [self._expression(value)], []))
        made = complement(found, target.attr, value)
        if made is None:
            return None
        attr, rest = made
        place = ast.Attribute(self._expression(target.value), attr, ast.Store())
        return ast.Assign([place], reduce(self._expression(rest), Scope({})), lineno=1)

    def _is_there(self, node: ast.expr) -> bool | None:
        """Whether what `hasattr(torch.nn, "SiLU")` asks for is written; None where nobody knows."""
        value, attribute = asked_for(node) or (None, "_")
        used = None if value is None else self._typing.api(value)
        if used is None or used[0].partition(".")[0] != "torch" or "._" in f"{used[0]}.{attribute}":
            return None
        owner = self._torch.get(used[0])
        name = f"{used[0]}.{attribute}"
        # What an object has, or a class has from its base, stands under other names.
        if owner is not None and (owner.kind != "class" or name not in self._torch):
            return None
        # Of a module something is there.
        names = [one for one in self._torch.names() if f"{one}.".startswith(f"{name}.")]
        entries = [self._entry_of(one) for one in ([name] if name in self._torch else names)]
        found = [one for one in entries if one is not None]
        if names and not found:
            return None
        return any(v.category is not Category.MISSING for one in found for v in one.variants)

    def _needed(self, name: str) -> list[ast.expr]:
        """What stands for the arguments that every call of an API passes."""
        api = self._torch.get(name)
        places = api.overloads[0].by_position if api and api.overloads else ()
        return [ast.Name(f"\1{one.name}", ast.Load()) for one in places if one.default is None]

    def _tried(self, name: str, use: Use) -> ast.expr | None:
        """What replaces a use, without statements before; None where a person must decide."""
        lists: tuple[list[Any], ...] = (self.undone, self.used, self.guessed, self.named)
        lengths, taken = [len(one) for one in lists], self._names.taken()
        assert isinstance(use.node, ast.expr)
        with self._nowhere():
            new = self._use(use.node, name, use)
        if len(self.undone) == lengths[0]:
            return new
        for one, length in zip(lists, lengths, strict=True):
            del one[length:]
        self._names.restore(taken)
        return None

    def _followed(self, node: ast.stmt) -> Any:
        """A copy with its parts rewritten; what they do to variables is followed."""
        typing = self._typing
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            owner, self._owner = self._owner, None
            static = "staticmethod" in map(dotted, node.decorator_list)
            outer, function = self._spread, self._function
            self._spread = spread_in(node, outer) if self._inferring else {}
            self._function = node if self._inferring else None
            with typing.function(node, None if static else owner):
                new = self._parts(node)
            self._owner, self._spread, self._function = owner, outer, function
            typing.bind(node)
            typing.define(node, owner is not None)
            return new
        if isinstance(node, ast.ClassDef):
            owner, self._owner = self._owner, typing.base(node)
            base, self._base = self._base, self._owner.name
            members, self._members = self._members, defined(walk(node))
            if gives_back(node):
                self._giving_back.add(f"{OWN_LAYER}{node.name}")
            with typing.class_(node, self._owner):
                new = self._parts(node)
            self._owner, self._base, self._members = owner, base, members
            typing.bind(node)
            typing.define(node, False)
            return new
        if isinstance(node, ast.Return):
            typing.give_back(node.value)
            return self._parts(node)
        if isinstance(node, (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.Match)):
            return self._branching(node)
        if isinstance(node, (ast.With, ast.AsyncWith)):
            typing.bind(node)
            return self._parts(node)
        new = self._parts(node)
        typing.bind(node)
        return new

    def _branching(self, node: ast.stmt) -> ast.AST:
        typing = self._typing
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
            typing.bind(node)
            typing.again(node.body)
        changed: dict[str, Any] = {}
        with typing.branches() as end:
            for name, part in ast.iter_fields(node):
                changed[name] = self._part(part)
                if isinstance(node, ast.If) and name == "test":
                    typing.narrow(node.test)
                if name in _BRANCHES:
                    end()
                    typing.forget(*(part if isinstance(node, (ast.Try, ast.Match)) else ()))
        return ast.copy_location(type(node)(**changed), node)

    def _parts(self, node: Any) -> Any:
        """A copy of a node with its parts rewritten."""
        changed = {name: self._part(part) for name, part in ast.iter_fields(node)}
        return ast.copy_location(type(node)(**changed), node)

    def _part(self, part: Any) -> Any:
        if isinstance(part, ast.expr):
            return self._expression(part)
        if isinstance(part, list):
            if part and isinstance(part[0], ast.stmt):
                return self._block(part)
            return [self._part(item) for item in part]
        if isinstance(part, ast.AST) and not isinstance(part, ast.expr_context):
            return self._parts(part)
        return part

    def _expression(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Constant):
            return self._unquoted(node)
        self._typing.of(node)
        if isinstance(node, ast.Name) and id(node) not in self._uses:
            # Code that does not import it, as an example, means the library, too.
            if node.id == "torch" and isinstance(node.ctx, ast.Load):
                self._leave("torch", node, Undecided(Reason.READ))
            return node
        whole, part = part_of(node)
        if whole is not None:
            inner = self._typing.api(whole)
            if inner is not None and inner[1].form is not Form.WRITE and self._has_parts(inner[0]):
                return self._typing.same(self._use(whole, *inner, part), node)
        used = self._typing.api(node)
        if used is not None and f"{used[0]}.".startswith("torch."):
            new = self._asked_of_member(node, *used) or self._result_called(node, *used)
            new = new or self._method_handed(node, *used) or self._begun(node, *used)
            new = new or self._use(node, *used)
            if id(node) in self._typing.guessed and not is_alike(node, new):
                self.guessed.append((node.lineno, used[0]))
            return self._typing.same(new, node)
        if isinstance(node, ast.Subscript) and (self._typing.api(node.value) or "")[:1] == (FINAL,):
            return self._expression(node.slice)
        there = self._is_there(node) if self._inferring else None
        if there is not None:
            return ast.copy_location(ast.Constant(there), node)
        renamed = self._renamed(node)
        if renamed is not None:
            return self._typing.same(renamed, node)
        handed = self._handed_on(node) if self._inferring else None
        if handed is not None:
            return self._typing.same(handed, node)
        called = self._layer_called(node)
        if called is not None:
            return self._typing.same(called, node)
        if self._is_stepped(node):
            new = self._parts(node)
            new.args[0] = ast.Call(ast.Name("iter", ast.Load()), [new.args[0]], [])
            return self._typing.same(new, node)
        if whole is not None and isinstance(part, str):
            place = place_of(self._typing.of(whole), part)
            if place is not None:
                value = self._expression(whole)
                return ast.Subscript(value, ast.Constant(place), ast.Load())
        other = self._looked_into(node)
        if other is not None:
            new = self._parts(node)
            self._leave(other, new, Undecided(Reason.REWRITE, "returns"))
            return self._typing.same(new, node)
        lacking = self._typing.lacking(node) if used is None else None
        if lacking is not None:
            new = self._parts(node)
            self._leave(lacking, new, Undecided(Reason.NO_ENTRY, lacking))
            return self._typing.same(new, node)
        member = self._typing.member(node)
        if member is not None and self._may_be_torch(*member):
            new = self._parts(node)
            self._leave(member[0], new, Undecided(Reason.RECEIVER, member[0]))
            return self._typing.same(new, node)
        if may_be_renamed(node, self._inferring):
            assert isinstance(node, ast.Attribute)
            if self._typing.of(node.value) is None:
                new = self._parts(node)
                self._leave(f".{node.attr}", new, Undecided(Reason.RECEIVER, f".{node.attr}"))
                return self._typing.same(new, node)
        if (dotted(node) or "").startswith("torch."):
            name = dotted(node) or ""
            self._leave(name, node, without_entry(name, self._entry_of))
            return node
        # What is assigned to with others at once stays: a call cannot stand there.
        read = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        operation = self._operation(node) if read else None
        if operation is not None:
            return self._typing.same(self._use(node, *operation), node)
        match node:
            case ast.Compare(left=a, ops=[ast.Eq() | ast.NotEq()], comparators=[b]):
                same = ast.Compare(self._beside(a, b), node.ops, [self._beside(b, a)])
                if self._is_transform(a) or self._is_transform(b):
                    left = ast.copy_location(same, node)
                    self._leave(f"{_TRANSFORM}.__eq__", left, Undecided(Reason.ADVICE, "", _EQUAL))
                return self._typing.same(same, node)
            case ast.BinOp(left=a, op=ast.Add(), right=b):
                return self._typing.same(
                    ast.BinOp(self._beside(a, b), node.op, self._beside(b, a)), node
                )
        if isinstance(node, ast.NamedExpr):
            new = self._parts(node)
            self._typing.bind(node)
            return self._typing.same(new, node)
        if isinstance(node, (ast.Lambda, ast.IfExp, ast.BoolOp, *_COMPREHENSIONS)):
            typing = self._typing
            lambda_ = typing.function(node) if isinstance(node, ast.Lambda) else None
            with self._nowhere(), lambda_ or typing.inside():
                for loop in node.generators if isinstance(node, _COMPREHENSIONS) else ():
                    self._typing.step(loop.target, loop.iter)
                return self._typing.same(self._parts(node), node)
        new = self._parts(node)
        match whole, new:
            case ast.Call(), ast.Subscript(value=ast.List(elts=[one])) if part in (0, -1):
                new = one
        return self._typing.same(new, node)

    def _asked_of_member(self, node: ast.expr, name: str, use: Use) -> ast.expr | None:
        """`.name` or `.value` of a member of an enumeration; None for what is no such thing."""
        member = asked_of_member(name, self._entry_of, self._torch)
        if member is None or use.form is not Form.READ or not isinstance(node, ast.Attribute):
            return None
        made = named_so(node.attr, member)
        if made is not None:
            return made
        new = ast.copy_location(
            ast.Attribute(self._expression(node.value), node.attr, node.ctx), node
        )
        if self._named(member.rpartition(".")[0]) not in NUMBERED:
            self._leave(name, new, Undecided(Reason.ADVICE, "", _NUMBERS))
        return new

    def _result_called(self, node: ast.expr, name: str, use: Use) -> ast.expr | None:
        """`t.inv(y)`, which calls what an attribute is; None for other uses."""
        api = self._torch.get(name)
        read = api is not None and api.kind == "attribute" and self._entry_of(name) is not None
        if not read or use.form is not Form.CALL or not isinstance(node, ast.Call):
            return None
        function = self._use(node.func, name, Use(Form.READ, node.func, use.receiver))
        return ast.Call(function, self._part(node.args), self._part(node.keywords))

    def _method_handed(self, node: ast.expr, name: str, use: Use) -> ast.expr | None:
        """`torch.Tensor.float` in `map(torch.Tensor.float, xs)`; None for other uses."""
        by_class = use.form is Form.READ and use.receiver is None  # `x.float` is of one tensor
        handed = by_class and id(node) in self._called_by_others
        if not handed or not is_method(name, self._torch):
            return None
        taken, undone = self._names.taken(), len(self.undone)
        own = self._names.new("tensor")
        call = ast.Call(node, [ast.Name(own, ast.Load())], [])
        made = ast.Lambda(
            ast.arguments([], [ast.arg(own)], kwonlyargs=[], kw_defaults=[], defaults=[]), call
        )
        ast.fix_missing_locations(ast.copy_location(made, node))
        with self._nowhere(), self._typing.function(made, TENSOR):
            made.body = self._use(call, name, Use(Form.CALL, call, call.args[0]))
        self._names.restore(taken)
        return made if len(self.undone) == undone else node

    def _begun(self, node: ast.expr, name: str, use: Use) -> ast.expr | None:
        """`nn.Module.__init__(self)` of what Paddle has; None for other uses."""
        match node:
            case ast.Call(
                func=ast.Attribute(value=class_, attr="__init__"),
                args=[ast.Name(id="self")],
                keywords=[],
            ) if name == _MODULE_BEGUN and use.form is Form.CALL:
                begun = ast.Attribute(self._expression(class_), "__init__", ast.Load())
                return ast.Call(begun, node.args, [])
        return None

    def _unquoted(self, node: ast.Constant) -> ast.expr:
        """A string; the type that it says in an annotation."""
        said = self._quoted.get(id(node))
        new = None if said is None else self._expression(said)
        if said is None or new is None or ast.dump(new) == ast.dump(said):
            return node
        return ast.copy_location(ast.Constant(ast.unparse(new)), node)

    def _beside(self, node: ast.expr, other: ast.expr) -> ast.expr:
        """One operand; a shape beside a tuple is made one where Paddle has lists for shapes."""
        new = self._expression(node)
        if isinstance(node, ast.List) or not isinstance(other, ast.Tuple):
            return new
        if "paddle.Size" in self._release or self._typing.of(node) != SHAPE:
            return new
        return ast.Call(ast.Name("tuple", ast.Load()), [new], [])

    def _is_transform(self, node: ast.expr) -> bool:
        found = self._typing.of(node)
        return found is not None and bool(_TRANSFORMS.fullmatch(found.name))

    def _may_be_torch(self, key: str, use: Use) -> bool:
        """Whether a member of something unknown would be written otherwise if that is torch's."""
        held = use.receiver.attr if isinstance(use.receiver, ast.Attribute) else ""
        owners = (*OWNERS, HELD[held]) if held in HELD else OWNERS
        names = [owner + key for owner in owners if owner + key in self._torch]
        return key not in _ANYBODYS and any(self._changes(name, use) for name in names)

    def _changes(self, name: str, use: Use) -> bool:
        entry, api, taken = self._entry_of(name), self._torch.get(name), self._names.taken()
        if entry is None or api is None or (use.form is Form.WRITE and not use.args):
            return True
        around = Surroundings(api, self._release, self._typing.of, self._names, bound=self._bound)
        try:
            written = apply(entry, use, around)
        except Undecided as undecided:
            return undecided.decision.reason is not Reason.IMPOSSIBLE
        finally:
            self._names.restore(taken)
        same = ast.unparse(written.expression) == ast.unparse(use.node)
        return bool(written.before) or not same

    def _layer_called(self, node: ast.expr) -> ast.expr | None:
        """`loss(input=x, target=y)`: Paddle's layers call them otherwise, in the same order.

        None for what is no call of a layer, or no other one for Paddle.
        """
        layer = self._typing.of(node.func) if isinstance(node, ast.Call) else None
        if layer is None or not isinstance(node, ast.Call):
            return None
        order, lacking = inputs_of(layer, node)
        if not order and not lacking:
            return None
        new: ast.Call = self._parts(node)
        if lacking:
            known = masked(new)
            if known is None:
                self._leave(layer.name, new, Undecided(Reason.CALLED, lacking))
            return known or new
        given = {word.arg: word.value for word in new.keywords}
        return ast.Call(new.func, [*new.args, *(given[name] for name in order)], [])

    def _is_stepped(self, node: ast.expr) -> bool:
        """`next(net.parameters())`, where the mapping says that the result differs: a list.

        Of something unknown, too: `iter` does no harm to what is no list.
        """
        if not isinstance(node, ast.Call) or dotted(node.func) != "next" or not node.args:
            return False
        used = self._typing.api(node.args[0])
        names = [used[0]] if used else []
        match node.args[0]:
            case ast.Call(func=ast.Attribute(value=whose, attr=name)) if not used:
                names = [f"torch.nn.Module.{name}"] if self._typing.of(whose) is None else []
        entries = filter(None, map(self._entry_of, names))
        return any(variant.returns for entry in entries for variant in entry.variants)

    def _looked_into(self, node: ast.expr) -> str | None:
        """The API of whose result an item is taken by a key, though Paddle's has other keys."""
        match node:
            case ast.Subscript(value=whole, slice=ast.Constant(value=str())):
                used = self._typing.api(whole)
                entry = self._entry_of(used[0]) if used else None
                returns = [v.returns.value for v in entry.variants if v.returns] if entry else []
                return used[0] if used and "result" in returns else None
        return None

    def _has_parts(self, name: str) -> bool:
        entry = self._entry_of(name)
        return entry is not None and any(variant.fields for variant in entry.variants)

    def _use(
        self,
        node: ast.expr,
        name: str,
        use: Use,
        part: Part = None,
        targets: tuple[type[ast.expr], ...] = (ast.Attribute,),
    ) -> ast.expr:
        """What replaces a use of torch; the use itself, its parts rewritten, where nothing can.

        `targets` are what can stand for an attribute that is assigned to.
        """
        entry, api = self._entry_of(name), self._torch.get(name)
        if entry is not None and api is not None and not api.overloads:
            api = self._torch.get(entry.torch) or api  # of some other names nothing is known
        if use.form is Form.WRITE and not use.args:
            self._leave(name, node, Undecided(Reason.READ))
            return node
        undone, before, used = len(self.undone), len(self._before or ()), len(self.used)
        given = written_out(use.keywords, self._spread)
        made = {id(keyword): self._part(keyword) for keyword in given}
        inner = use._replace(
            receiver=use.receiver and self._expression(use.receiver),
            args=use.args if use.form is Form.WRITE else tuple(map(self._expression, use.args)),
            keywords=tuple(made.values()),
        )
        try:
            if id(node) in self._types and use.form is Form.READ:
                type_ = type_for(name, entry, self._release, self._types[id(node)])
                if type_ is not None:
                    return type_
            if entry is None or api is None:
                module = any(one.startswith(f"{name}.") for one in self._torch.names())
                raise (
                    Undecided(Reason.READ, name) if module else without_entry(name, self._entry_of)
                )
            later = id(node) in self._overwritten
            around = Surroundings(
                *(api, self._release, self._typing.of, self._names),
                *(self.assumed, self._newer, self.used),
                loosely=self._inferring and use.form is Form.READ,
                handing_on=self._inferring,
                mending=self._mending,
                bound=self._bound,
                parts={name for lines, name in self._view_names if node.lineno in lines},
                overwritten=later,
            )
            written = apply(entry, inner, around, part)
            if use.form is Form.WRITE and not isinstance(written.expression, targets):
                raise Undecided(Reason.NO_WAY, name)
            placed = self._placed(written)
            self.used[used:] = [
                one if one.line else replace(one, line=node.lineno, overwritten=later)
                for one in self.used[used:]
            ]
        except Undecided as undecided:
            if self._inferring:
                words = tuple(made.get(id(keyword), keyword) for keyword in use.keywords)
                left = kept(node, use, inner._replace(keywords=words))
                self._leave(name, left, undecided)
                return left
            # Its parts stand there as before, too.
            del (self._before or [])[before:], self.used[used:]
            self._leave(name, node, undecided)
            return node
        changed = tuple(dict.fromkeys(row.torch or "" for row in around.otherwise))
        if changed:
            silent = any(row.torch == row.paddle for row in around.otherwise)
            self.named.append(Named(name, node.lineno, changed, silent))
        # What was left in an argument that is dropped does not matter.
        lines = (walk(line) for line in (self._before or ())[before:])
        nodes = {id(one) for one in (*written.nodes(), *chain.from_iterable(lines))}
        self.undone[undone:] = [one for one in self.undone[undone:] if id(one.node) in nodes]
        return placed

    def _placed(self, written: Written) -> ast.expr:
        if written.before:
            if self._before is None or seeds_again(self._before, written.before):
                raise Undecided(Reason.NO_PLACE)
            self._before += written.before
        return written.expression

    def _leave(self, name: str, node: ast.expr, undecided: Undecided) -> None:
        self.undone.append(Undone(name, node.lineno, undecided.decision, node))

    @contextmanager
    def _nowhere(self) -> Iterator[None]:
        """While no statements can come before: they would run once, or always."""
        outer, self._before = self._before, None
        try:
            yield
        finally:
            self._before = outer


# Of other layers the arguments are others.
_MODULE_BEGUN = "torch.nn.Module.__init__"
_TRANSFORM = "torch.distributions.Transform"
_TRANSFORMS = re.compile(r"torch\.distributions\.(\w+\.)*\w*Transform")
_EQUAL = Text(
    "In Paddle a transform is equal to itself alone; compare classes and parameters.",
    "在 Paddle 中，变换只与自身相等，请比较类和参数。",
)
_NUMBERS = Text(
    "In Paddle a member may have another number, or none.",
    "Paddle 的成员可能编号不同，也可能没有编号。",
)
# What is added to text, and no tensor.
_TEXTS = (Type("str"), Type("bytes"))
# What stands for an attribute alone before `=`: another, one whose negation it is, or a call; what
# lines before have written to, too.
_ASSIGNABLE = (ast.Attribute, ast.UnaryOp, ast.Call, ast.Name)


# The parts of a statement of which one runs or another.
_BRANCHES = ("body", "orelse", "handlers", "finalbody", "cases")
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
