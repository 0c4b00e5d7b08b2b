"""What expressions of torch code are, followed through assignments by the snapshots' types."""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from mapping_model.applying import grouping
from mapping_model.applying.inferring import (
    CALLABLE,
    LISTS,
    OWN_LAYER,
    TypeOf,
    attributes_of,
    common,
    is_used_so,
    items_of,
    likely_tensors,
    makes_a_tensor,
    only,
    tensors_alone,
    tensors_anywhere,
)
from mapping_model.applying.stepping import ALIKE, dictionary, holds, item_of, made, stepped
from mapping_model.calls.overloads import choose, type_of_literal
from mapping_model.calls.uses import Form, Use, dotted
from mapping_model.snapshots import Snapshot
from mapping_model.syntax import walk
from mapping_model.types import Type

TENSOR = Type("Tensor")
# Whose members are looked for on things of which is not known what they are.
OWNERS = (
    *("torch.Tensor", "torch.nn.Module", "torch.optim.Optimizer"),
    "torch.optim.lr_scheduler.LRScheduler",
)
# Classes whose members stand under the names of their base classes.
_BASES = (
    (r"torch\.nn\.(modules\.(rnn\.)?)?(GRU|LSTM|RNN)$", "torch.nn.RNNBase", "torch.nn.Module"),
    (r"torch\.nn\.", "torch.nn.Module"),
    (r"torch\.optim\.lr_scheduler\.", "torch.optim.lr_scheduler.LRScheduler"),
    (r"torch\.optim\.", "torch.optim.Optimizer"),
    (r"torch\.distributions\..*Transform$", "torch.distributions.Transform"),
    (r"torch\.distributions\.", "torch.distributions.Distribution"),
    (r"torch\.(cpu|cuda)\.amp\.", "torch.amp.GradScaler"),
    (
        r"torch\.distributed\.tensor\.(placement_types\.)?(Partial|Replicate|Shard)$",
        "torch.distributed.tensor.Placement",
    ),
)


class Typing:
    """The types of expressions in one piece of code, read from top to bottom.

    `uses` maps the id of a node to the use of an API that it is, with the API's name, or the
    name of the member after a dot. `defined` are the members that classes of the code have;
    `named` gives the name under which entries have an API that has several.
    """

    def __init__(
        self,
        torch: Snapshot,
        uses: Mapping[int, tuple[str, Use]],
        variables: Mapping[str, Type],
        defined: Collection[str] = (),
        inferring: bool = False,
        changed: Collection[str] = (),
        gathered: Collection[str] = (),
        told: Mapping[int, Type] | None = None,
        named: Callable[[str], str] = str,
    ) -> None:
        self._torch = torch
        # The name under which an API is written of, which may have others.
        self._named = named
        self._uses = uses
        self._variables = dict(variables)
        # What expressions are, by their ids, of which the code itself does not tell it.
        self._told = told or {}
        self._known: dict[int, Type | None] = {}
        # What the function that was left last returns, and what classes make, by their ids.
        self._result: Type | None = None
        self._made: dict[int, Type | None] = {}
        # Keeps rewritten nodes, so that their ids stay theirs.
        self._kept: list[ast.expr] = []
        # What classes of the code define themselves.
        self._defined = defined
        # Names of lists that may be changed where they stand.
        self._changed = changed
        # Those to which groups of parameters alone are added.
        self._gathered = gathered
        # Whether what the code itself defines is looked into; what attributes of `self` are then,
        # and what the function at hand returns.
        self._inferring = inferring
        self._attributes: dict[str, Type] = {}
        self._held: dict[str, Type] = {}
        self._returned_here: list[Type | None] = []
        # Whether what has a member that tensors alone have is taken for one; which nodes were.
        self._guessing = False
        self.guessed: set[int] = set()
        # Whether what is being found rests on a guess; the functions that we are in, and the names
        # in each that are likely tensors, by its id.
        self._leaning = False
        self._functions: list[tuple[ast.AST, bool]] = []
        self._likely: dict[int, frozenset[str]] = {}
        # Whether there may be arrays, which have many members of tensors.
        self._arrays = any(key.startswith(_LIKE_TENSORS) for key, _ in uses.values())

    @property
    def in_layer(self) -> bool:
        """Whether the code at hand is that of a layer."""
        return self._guessing

    def of(self, node: ast.expr) -> Type | None:
        """What an expression is, None where that cannot be told."""
        if id(node) not in self._known:
            outer, self._leaning = self._leaning, False
            found = self._found(node) or self._told.get(id(node))
            self._known[id(node)] = likely(found) if self._leaning else found
            self._kept.append(node)
            self._leaning = outer
        found = self._known[id(node)]
        self._leaning |= found is not None and found.likely
        return found

    def is_tensor(self, node: ast.expr) -> bool:
        """Whether an expression is a tensor: a parameter of a layer is one, too."""
        return _is_tensor(self.of(node))

    def layer(self, node: ast.expr) -> Type | None:
        """What an expression is, of which an attribute is asked for: maybe one of torch's layers.

        What attributes of `self` are is known for this alone where the code is not looked into.
        """
        found = self.of(node)
        match node:
            case ast.Attribute(value=ast.Name(id="self"), attr=attr) if found is None:
                return self._held.get(attr)
        return found

    def same(self, new: ast.expr, old: ast.expr) -> ast.expr:
        """Remember that a rewritten expression is what the old one was."""
        self._known[id(new)] = self.of(old)
        self._kept.append(new)
        return new

    def assign(self, target: ast.expr, value: ast.expr) -> None:
        """Follow an assignment."""
        self._give(target, self.of(value))

    def _give(self, target: ast.expr, found: Type | None) -> None:
        """A place gets something of a type."""
        self.forget(target)
        if isinstance(target, ast.Name):
            self._set(target.id, grouping.held(found, target.id, self._changed, self._gathered))
        elif isinstance(target, (ast.Tuple, ast.List)):
            parts = found.items if found is not None and found.name == "tuple" else ()
            for index, item in enumerate(target.elts):
                part = parts[index] if index < len(parts) else None
                if found is not None and found.name in ALIKE and found.items:
                    part = found.items[0]
                if isinstance(item, (ast.Name, ast.Tuple)):
                    self._give(item, likely(part) if found and found.likely else part)

    @contextmanager
    def inside(self) -> Iterator[None]:
        """What is learnt of variables in here holds only here."""
        outer = dict(self._variables)
        yield
        self._variables = outer

    @contextmanager
    def branches(self) -> Iterator[Callable[[], None]]:
        """Ways that code may take, each ended by a call: afterwards holds what holds on all."""
        outer, ends = dict(self._variables), []

        def end() -> None:
            ends.append(self._variables)
            self._variables = dict(outer)

        yield end
        first, *others = ends
        found = {name: only([one, *(o.get(name) for o in others)]) for name, one in first.items()}
        self._variables = {name: one for name, one in found.items() if one is not None}

    @contextmanager
    def function(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, owner: Type | None = None
    ) -> Iterator[None]:
        """A function, whose parameters are what their annotations say; the first of a method is
        the `owner`."""
        arguments, outer, self._returned_here = node.args, self._returned_here, []
        self._functions.append((node, self._guessing))
        with self.inside():
            for one in (arguments.vararg, arguments.kwarg):
                self._set(one.arg if one else "", None)
            for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
                self._set(one.arg, self.annotated(one.annotation) or owner)
                owner = None
            yield
        self._functions.pop()
        self._result, self._returned_here = only(self._returned_here), outer

    def base(self, node: ast.ClassDef) -> Type:
        """What the objects of a class are, as far as torch is concerned.

        What has a method `forward` is likely a layer, where its base is in another file.
        """
        found = (self._uses.get(id(base)) for base in node.bases)
        names = [one[0] for one in found if one is not None and one[0] in self._torch]
        if names:
            return Type(self._named(names[0]))
        own = [self._variables.get(base.id) for base in node.bases if isinstance(base, ast.Name)]
        layers = [one.items[0] for one in own if one is not None and one.name == CALLABLE]
        if any(one.name.startswith(OWN_LAYER) for one in layers):
            return Type("torch.nn.Module")
        if not self._inferring or all(map(self._is_plain, node.bases)):
            return Type("object")
        forward = "forward" in {getattr(line, "name", "") for line in node.body}
        return Type("torch.nn.Module", likely=True) if forward else Type("any")

    def _is_plain(self, base: ast.expr) -> bool:
        """Whether a class that is extended is Python's, or of this module and no layer."""
        base = base.value if isinstance(base, ast.Subscript) else base
        name = self._uses.get(id(base), ((dotted(base) or ""), None))[0]
        root = name.partition(".")[0]
        known = root in sys.stdlib_module_names or root in dir(builtins)
        return known or _object_made(self._variables.get(name)) is not None

    @contextmanager
    def class_(self, node: ast.ClassDef, base: Type) -> Iterator[None]:
        """A class: what its attributes are is known inside, and afterwards what it makes."""
        if not self._inferring:
            outer_held = self._held
            known, self._known = self._known, {}
            self._held, self._known = attributes_of(node, self.of), known
            with self.inside():
                yield
            self._held = outer_held
            return
        outer = self._attributes, self._guessing
        layer = base.name.startswith("torch.nn.")
        known, self._known = self._known, {}  # what is found without the variables of methods
        found = attributes_of(node, self._in_constructor(node))
        self._attributes = found if layer else {n: one for n, one in found.items() if holds(one)}
        self._guessing = layer
        self._known = known
        with self.inside():
            yield
        forward = self._attributes.get("forward")
        made = Type(f"{OWN_LAYER}{node.name}", forward.items if forward else (), likely=base.likely)
        self._attributes, self._guessing = outer
        plain = base.name == "object"
        made = made if layer else self._object(node)
        self._made[id(node)] = Type(CALLABLE, (made,)) if layer or plain else None

    def _object(self, node: ast.ClassDef) -> Type:
        """What a plain class makes, with the numbers that its fields say they are."""
        told = {
            line.target.id: kind
            for line in node.body
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
            if (kind := self.annotated(line.annotation)) is not None and kind.name in _NUMBERS
        }
        return Type("object", tuple(told.values()), tuple(told))

    def _in_constructor(self, node: ast.ClassDef) -> TypeOf:
        """What expressions are in a class whose constructor takes objects of plain classes."""
        made = [one for one in node.body if getattr(one, "name", "") == "__init__"]
        arguments = [arg for one in made for arg in walk(one) if isinstance(arg, ast.arg)]
        said = {arg.arg: self.annotated(arg.annotation) for arg in arguments}
        plain = {name: kind for name, kind in said.items() if kind and kind.name == "object"}
        return lambda e: plain.get(e.id) or self.of(e) if isinstance(e, ast.Name) else self.of(e)

    def define(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, own: bool
    ) -> None:
        """Follow the definition of a function or a class; `own` in the body of a class."""
        if not self._inferring:
            return
        if isinstance(node, ast.ClassDef):
            self._set(node.name, self._made.pop(id(node), None))
            return
        plain = isinstance(node, ast.FunctionDef) and not node.decorator_list
        found = Type(CALLABLE, (self._result,)) if self._result and plain else None
        if own and found is not None:
            self._attributes[node.name] = found
        elif not own:
            self._set(node.name, found)

    def give_back(self, value: ast.expr | None) -> None:
        """Follow what a function returns."""
        self._returned_here.append(None if value is None else self.of(value))

    def annotated(self, node: ast.expr | None) -> Type | None:
        """What an annotation says; in words, too, and where it may be None besides."""
        match node:
            case ast.Name(id=name) if name in _BUILT_IN:
                return _BUILT_IN[name]
            case ast.Constant(value=str(text)) if self._inferring:
                return TENSOR if _TENSOR_OR_NONE.fullmatch(text) else None
            case ast.BinOp(left=said, op=ast.BitOr(), right=ast.Constant(value=None)):
                return self.annotated(said)
            case ast.BinOp(left=ast.Constant(value=None), op=ast.BitOr(), right=said):
                return self.annotated(said)
            case ast.Subscript(value=of, slice=said) if _last(of) == "Optional":
                return self.annotated(said)
            case ast.Subscript(value=of, slice=said) if _last(of) in ("List", "list", "Sequence"):
                item = self.annotated(said)
                return Type("list", (item,)) if item == TENSOR else None
            case ast.Name(id=name) if plain := _object_made(self._variables.get(name)):
                return plain
        name = self._uses.get(id(node), ("", None))[0]
        return _ANNOTATED.get(self._named(name)) or self._object_of(name)

    def _object_of(self, name: str) -> Type | None:
        """What a class of torch makes; None for what is no class."""
        api = self._torch.get(name)
        if api is None or api.kind != "class":
            return None
        name = self._named(name)
        return Type({"torch.device": "device", "torch.dtype": "dtype"}.get(name, name))

    def forget(self, *nodes: ast.AST) -> None:
        """What is bound somewhere in there is no longer known."""
        for inner in (inner for node in nodes for inner in walk(node)):
            self._set(_bound(inner), None)

    def narrow(self, test: ast.expr) -> None:
        """Follow what a condition says of a name: `isinstance(m, nn.Linear)`."""
        match test:
            case ast.BoolOp(op=ast.And(), values=values):
                for value in values:
                    self.narrow(value)
            case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=name), asked]):
                classes = asked.elts if isinstance(asked, ast.Tuple) else [asked]
                used = [self._named(self._uses.get(id(one), ("", None))[0]) for one in classes]
                if used == ["torch.Tensor"] and self._inferring:
                    self._set(name, TENSOR)
                elif used and all(one.startswith("torch.nn.") for one in used):
                    alike = len(used) == 1 or {*used} <= _WEIGHTED
                    self._set(name, Type(used[0] if alike else "torch.nn.Module"))

    def descend(self, place: ast.Name, step: ast.expr) -> None:
        """Follow `w -= rate * w.grad`: what has a gradient is a tensor."""
        read = (one for one in walk(step) if isinstance(one, ast.Attribute) and one.attr == "grad")
        known = self._variables.get(place.id)
        if _unknown(known) and any(dotted(one.value) == place.id for one in read):
            self._set(place.id, TENSOR)

    def again(self, body: list[ast.stmt]) -> None:
        """Forget of variables what a loop's body, run before, may have made of them."""
        known, self._known = self._known, {}
        with self.branches() as end:
            end()
            for node in (inner for line in body for inner in walk(line)):
                if isinstance(node, ast.Assign):
                    for place in node.targets:
                        self.assign(place, node.value)
                elif isinstance(node, (ast.stmt, ast.expr)) and not isinstance(node, ast.Name):
                    self.bind(node)
            end()
        self._known = known

    def _stays(self, name: str) -> bool:
        """Whether what a name has stays of its type when something is added to it."""
        return name in self._gathered or _is_tensor(self._variables.get(name))

    def bind(self, node: ast.AST) -> None:
        """Follow what binds names, other than assignments of which the value is seen."""
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=said, value=value):
                self._set(name, (self.of(value) if value else None) or self.annotated(said))
            case ast.AugAssign(target=ast.Name(id=name)) if not self._stays(name):
                self._set(name, None)
            case ast.With(items=items) | ast.AsyncWith(items=items):
                for item in items:
                    if item.optional_vars is not None:
                        self.assign(item.optional_vars, item.context_expr)
            case ast.For(target=target, iter=through) | ast.AsyncFor(target=target, iter=through):
                self.step(target, through)
            case ast.NamedExpr(target=target, value=value):
                self.assign(target, value)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                self.forget(*names)
            case _:
                self._set(_bound(node), None)

    def step(self, target: ast.expr, through: ast.expr) -> None:
        """Follow a loop through something: what it steps on is known where all items are alike."""
        self.forget(target)
        found = self._stepped(through)
        if isinstance(through, (ast.Tuple, ast.List)):
            kinds = {self.of(item) for item in through.elts}
            found = kinds.pop() if len(kinds) == 1 else None
        else:
            found = item_of(found)
        self._give(target, found)

    def _stepped(self, through: ast.expr) -> Type | None:
        """What a loop goes through."""
        return stepped(through, self.of) if self._inferring else self.of(through)

    def _set(self, name: str, found: Type | None) -> None:
        if found is None or found.name == "any":
            self._variables.pop(name, None)
        else:
            self._variables[name] = found

    def api(self, node: ast.AST) -> tuple[str, Use] | None:
        """The full name of the API that a node uses; None where it is none or not known."""
        found = self._uses.get(id(node))
        if found is None:
            return None
        key, use = found
        if not key.startswith("."):
            return found
        if key[1:] in self._defined and dotted(use.receiver or use.node) == "self":
            return None
        owner = self.of(use.receiver) if use.receiver is not None else None
        self.guessed.discard(id(node))
        for name in _owners(owner):
            if f"{name}{key}" in self._torch:
                if owner is not None and owner.likely:
                    self.guessed.add(id(node))
                return f"{name}{key}", use
        if self._inferring and _unknown(owner) and use.form is not Form.WRITE:
            alone = tensors_alone() if self._guessing else tensors_anywhere()
            if key[1:] in alone and is_used_so(key[1:], use.form is Form.CALL):
                self.guessed.add(id(node))
                return f"torch.Tensor{key}", use
        return None

    def member(self, node: ast.AST) -> tuple[str, Use] | None:
        """The member that a node uses of something of which is not known what it is."""
        found = self._uses.get(id(node))
        if found is None or not found[0].startswith(".") or found[1].receiver is None:
            return None
        owner = self.of(found[1].receiver)
        # The attributes that optimizers have stand in no snapshot.
        optimizer = owner is not None and owner.name.startswith("torch.optim.")
        return found if optimizer or _unknown(owner) else None

    def lacking(self, node: ast.AST) -> str | None:
        """The full name of a member of one of torch's classes that is known nowhere."""
        key, use = self._uses.get(id(node), ("", None))
        if not key.startswith(".") or use is None or use.receiver is None:
            return None
        if use.form is Form.WRITE or key.startswith(".__") or not self._inferring:
            return None
        (owner, *_) = [*_owners(self.of(use.receiver)), ""]
        own = key[1:] in self._defined and dotted(use.receiver) == "self"
        if own or owner.startswith(OWN_LAYER) or owner not in self._torch or owner in _OPEN:
            return None
        # What a layer has stands in no snapshot, but where Paddle differs it is known.
        layer = owner.rpartition(".")[0] == "torch.nn" or owner.startswith("torch.nn.modules.")
        return None if layer and use.form is Form.READ else f"{owner}{key}"

    def _found(self, node: ast.expr) -> Type | None:
        groups = grouping.type_of_groups(node) if self._inferring else None
        if groups is not None:
            return groups
        held = made(node, self.of) if self._inferring else None
        if held is not None:
            return held
        literal = type_of_literal(node)
        if literal is not None and not (isinstance(node, ast.UnaryOp) and literal.name != "bool"):
            return literal
        if isinstance(node, ast.Name) and node.id in self._variables:
            return self._variables[node.id]
        used = self.api(node)
        if used is not None and (used[0] in _BUILT_IN or used[0] in self._torch):
            found = _BUILT_IN.get(used[0]) or self._returned(*used)
            self._leaning = id(node) in self.guessed
            return found
        if used is not None and (library := used[0].partition(".")[0]) in _OTHERS:
            return _ARRAY if used[0] in _ARRAYS else _OTHERS[library]
        match node:
            case ast.Name(id=name) if self._is_likely(name):
                return _LIKELY
            case ast.ListComp(elt=item, generators=loops) if self._inferring:
                with self.inside():
                    for loop in loops:
                        self.step(loop.target, loop.iter)
                    kind = self.of(item)
                return Type("list", (kind,) if kind else ())
            case ast.ListComp():
                return Type("list")
            case ast.DictComp(value=value, generators=loops) if self._inferring:
                with self.inside():
                    for loop in loops:
                        self.step(loop.target, loop.iter)
                    kind = self.of(value)
                return dictionary(kind) or Type("dict")
            case ast.BinOp(left=left, right=right):
                sides = self.of(left), self.of(right)
                self._leaning &= not any(one == TENSOR and not one.likely for one in sides if one)
                return self._computed(node.op, *sides)
            case ast.UnaryOp(operand=operand):
                return self.of(operand) or literal
            case ast.Compare(left=left, comparators=[right]):
                return TENSOR if TENSOR in (self.of(left), self.of(right)) else None
            case ast.Subscript(value=value, slice=index):
                return self._item(self.of(value), index)
            case ast.IfExp(body=body, orelse=other) if self._inferring:
                return common(self.of(body), self.of(other))
            case ast.Attribute(value=ast.Name(id="self"), attr=attr) if attr in self._attributes:
                return self._attributes[attr]
            case ast.Attribute(value=value, attr=attr):
                owner = self.of(value)
                if owner is not None and attr in owner.fields:
                    return owner.items[owner.fields.index(attr)]
                if owner is not None and owner.name in _WEIGHTED and attr in ("weight", "bias"):
                    return TENSOR
                return _OTHER if owner in (_OTHER, _ARRAY) else None
            case ast.Call(func=function):
                called = self.of(function)
                if called == _OTHER:
                    return called
                if called is not None and called.name == CALLABLE:
                    return called.items[0]
                if called is not None and called.name.startswith("torch.nn."):
                    return TENSOR if makes_a_tensor(called) else None
                return self._of_a_layer(function)
        return None

    def _of_a_layer(self, function: ast.expr) -> Type | None:
        """What a method gives that only layers have, of which nobody knows whose it is."""
        match function:
            case ast.Attribute(value=whose, attr=name) if (
                name in _OF_LAYERS and name not in self._defined
            ):
                api = (
                    self._torch.get(f"torch.nn.Module.{name}") if _unknown(self.of(whose)) else None
                )
                return likely(api.overloads[0].returns) if api else None
        return None

    def _is_likely(self, name: str) -> bool:
        """Whether a name of the functions that we are in is a tensor by all its uses."""
        if not self._inferring:
            return False
        for function, in_layer in self._functions:
            if id(function) not in self._likely:
                places = in_layer, not self._arrays
                found = likely_tensors(function, places, self._takes_one)
                self._likely[id(function)] = found
            if name in self._likely[id(function)]:
                return True
        return False

    def _takes_one(self, node: ast.Call) -> bool:
        """Whether a call is of a function of torch that takes a tensor first."""
        name, _ = self._uses.get(id(node), ("", None))
        api = self._torch.get(name) if name.startswith("torch.") else None
        takes = {one.parameters[0].type for one in api.overloads if one.parameters} if api else {}
        return set(takes) == {TENSOR}

    def _returned(self, name: str, use: Use) -> Type | None:
        api = self._torch.get(name)
        if api is None:
            return None
        if api.kind == "class":
            name = self._named(name)
        if name in _SHAPES and (use.form is Form.CALL or api.kind == "attribute"):
            return SHAPE
        if use.form is not Form.CALL:
            return api.type if api.kind == "attribute" else Type("function")
        if name in _TENSORS or (self._inferring and _ANNOTATED.get(name) == TENSOR):
            return TENSOR
        if name in _ARRAYS:
            return _ARRAY
        if name in _THE_LAYER and use.receiver is not None:
            return self.of(use.receiver)
        if name in _OF_A_LAYER and use.args:
            return self.of(use.args[0])
        if name == "torch.nn.Module.state_dict" and self._inferring:
            return dictionary(TENSOR)
        if name in LISTS and self._inferring and isinstance(use.node, ast.Call):
            return Type(name, items_of(use.node, self.of))
        if api.kind == "class":
            return self._object_of(name)
        if name == "torch.Tensor.size":
            return Type("int") if use.args or use.keywords else SHAPE
        if name == "torch.Tensor.type":
            return TENSOR if use.args or use.keywords else Type("str")
        if name == "torch.Tensor.split":
            return Type("list", (TENSOR,))
        best = choose(use, api, self.of).best
        return None if best is None else best.signature.returns

    @staticmethod
    def _computed(kind: ast.operator, left: Type | None, right: Type | None) -> Type | None:
        """What an operation gives: a tensor, an integer, a longer list or shape."""
        if _is_tensor(left) or _is_tensor(right):
            return TENSOR
        if left == right == Type("int") and not isinstance(kind, (ast.Div, ast.Pow)):
            return left
        if SHAPE in (left, right):
            return SHAPE
        if left is not None and left.name in LISTS:
            return Type(left.name)
        listed = [one is not None and one.name == "list" for one in (left, right)]
        repeated = isinstance(kind, ast.Mult) and any(listed)
        return Type("list") if repeated or all(listed) else None

    def _item(self, value: Type | None, index: ast.expr) -> Type | None:
        if _is_tensor(value):
            return likely(TENSOR) if value is not None and value.likely else TENSOR
        if value is not None and value.name in LISTS and isinstance(index, ast.Slice):
            return value
        if value is None or value.name not in ("dict", "tuple", *LISTS, *ALIKE) or not value.items:
            return None
        if value.name == "dict":
            return likely(value.items[0]) if value.likely else value.items[0]
        if value.name in LISTS:
            return value.items[0]
        if isinstance(index, ast.Slice):
            return value if value.name in ALIKE else Type("tuple")
        if value.name in ALIKE:
            return value.items[0]
        place = index.value if isinstance(index, ast.Constant) else None
        inside = isinstance(place, int) and 0 <= place < len(value.items)
        return value.items[place] if inside and isinstance(place, int) else None


# Libraries with things that have sizes, too.
_LIKE_TENSORS = ("numpy.", "pandas.", "jax.", "tensorflow.", "scipy.", "cupy.", "PIL.")
# A class of the code that has nothing of torch.
_NUMBERS = ("bool", "float", "int")
_LIKELY = replace(TENSOR, likely=True)
# Annotations that are written as text.
_TENSOR_OR_NONE = re.compile(
    r"(Optional\[)?(torch\.)?(Float|Long|Int|Bool)?Tensor(?(1)\])( *\| *None)?"
)
# Classes of which most objects are of classes that extend them; `torch.Size` has those of a tuple.
_OPEN = (
    *("torch.nn.Module", "torch.nn.ModuleDict", "torch.nn.ModuleList", "torch.nn.Sequential"),
    *("torch.Size", "torch.utils.data.Dataset", "torch.autograd.Function"),
    "torch.utils.hooks.RemovableHandle",
)
# What `x.shape` is.
SHAPE = Type("shape", (Type("int"),))
_SHAPES = {"torch.Tensor.shape", "torch.Size", "torch.broadcast_shapes"}
# Methods that nothing but layers has, and give tensors.
_OF_LAYERS = ("buffers", "named_buffers", "named_parameters", "parameters")
_KINDS = ("", "BFloat16", "Bool", "Byte", "Double", "Float", "Half", "Int", "Long", "Short")
_ANNOTATED = {f"torch.{kind}Tensor": TENSOR for kind in _KINDS} | {"torch.Size": SHAPE}
# Words of the snapshots' types, and their classes.
_WORDS = {"dtype": "torch.dtype", "device": "torch.device", "module": "torch.nn.Module"}
_PARAMETERS = (
    *("torch.nn.Parameter", "torch.nn.parameter.Parameter", "torch.nn.UninitializedParameter"),
)
# What functions of other libraries return is none of torch's.
_ARRAY, _OTHER = Type("array"), Type("other")
_OTHERS = {"numpy": _OTHER, "math": Type("number")}
_ARRAYS = {
    f"numpy.{name}"
    for name in (
        *("arange", "array", "asarray", "concatenate", "empty", "eye", "full", "hstack"),
        *("linspace", "ones", "ones_like", "stack", "vstack", "zeros", "zeros_like"),
    )
} | {"torch.Tensor.numpy"}
# Layers of which the weights are tensors.
_WEIGHTED = {
    *("torch.nn.Linear", "torch.nn.Conv1d", "torch.nn.Conv2d", "torch.nn.Conv3d"),
    *("torch.nn.ConvTranspose1d", "torch.nn.ConvTranspose2d", "torch.nn.ConvTranspose3d"),
    *("torch.nn.BatchNorm3d", "torch.nn.GroupNorm", "torch.nn.Bilinear"),
    *("torch.nn.Embedding", "torch.nn.LayerNorm", "torch.nn.BatchNorm1d", "torch.nn.BatchNorm2d"),
}
# Methods of layers that return the layer itself.
_THE_LAYER = {
    f"torch.nn.Module.{name}"
    for name in (
        *("apply", "bfloat16", "cpu", "cuda", "double", "eval", "float", "half"),
        *("requires_grad_", "share_memory", "to", "to_empty", "train", "type", "xpu"),
    )
}
# Functions that return the layer that they are passed.
_OF_A_LAYER = {
    *(f"torch.nn.utils.{name}" for name in ("weight_norm", "remove_weight_norm")),
    *(f"torch.nn.utils.{name}" for name in ("spectral_norm", "remove_spectral_norm")),
    *(f"torch.nn.utils.parametrizations.{name}" for name in ("weight_norm", "spectral_norm")),
}
# What returns a tensor without saying so.
_TENSORS = {
    *("torch.Tensor", "torch.FloatTensor", "torch.LongTensor", "torch.ByteTensor"),
    *("torch.from_numpy", "torch.nn.Buffer", "torch.nn.parameter.Buffer"),
    "torch.autograd.Variable",
}
# What functions of Python return.
_BUILT_IN = {
    **{name: Type(name) for name in ("bool", "float", "int", "list", "str", "tuple")},
    **dict.fromkeys(("array.array", "bytearray", "collections.deque", "range"), Type("sequence")),
    "len": Type("int"),
    "sorted": Type("list"),
    "open": Type("file"),
    "pathlib.Path": Type("path"),
    "super": Type("object"),
}


def _object_made(found: Type | None) -> Type | None:
    """What something makes, if that is an object of a plain class."""
    made = found.items[0] if found is not None and found.name == CALLABLE and found.items else None
    return made if made is not None and made.name == "object" else None


def _last(node: ast.expr) -> str:
    """The last part of a dotted name."""
    return (dotted(node) or "").rpartition(".")[2]


def _unknown(owner: Type | None) -> bool:
    """Whether nobody knows what something is."""
    return owner is None or any(one.name == "any" for one in owner.members)


def _is_tensor(found: Type | None) -> bool:
    return _owners(found) == ["torch.Tensor"]


def likely(found: Type | None) -> Type | None:
    """The same type, as one that rests on a guess."""
    return found if found is None or found.likely else replace(found, likely=True)


def _bound(node: ast.AST) -> str:
    """The name that a node binds by itself; "" for none."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()):
            return name
        case ast.alias(name=name, asname=other):
            return other or name.partition(".")[0]
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
            return name
        case ast.MatchStar(name=str(name)):
            return name
    return ""


def _owners(owner: Type | None) -> list[str]:
    """The classes under whose names the members of a type stand."""
    if owner is None:
        return []
    # What may be None is used as if it were not.
    some = [member for member in owner.members if member.name != "None"]
    if len(some) == 1 and (some[0] == TENSOR or some[0].name in _PARAMETERS):
        return ["torch.Tensor"]
    if owner == SHAPE:
        return ["torch.Size"]
    if owner.name in _WORDS:
        return [_WORDS[owner.name]]
    bases = (bases for pattern, *bases in _BASES if re.match(pattern, owner.name))
    return [owner.name, *next(bases, [])]
