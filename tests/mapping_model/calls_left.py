"""What is left of calls whose arguments the mapping drops: is it a call that Paddle takes?"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from mapping_model.applying.code import EntryOf, rewrite_tree
from mapping_model.calls.binding import Fit, bind
from mapping_model.calls.uses import Form, Use, dotted
from mapping_model.entry import Action
from mapping_model.snapshots import Api, Parameter, Signature, Snapshot, torch_snapshot
from mapping_model.syntax import parsed, walk
from mapping_model.types import Type

_OWN, _TENSOR = "own", "torch.Tensor."
# Which torch refuses too: it asks for one of two parameters that both have a default.
_ONE_OF_TWO = ("fractional_max_pool", "FractionalMaxPool")


def broken_calls(name: str, entry_of: EntryOf, release: Snapshot) -> Iterator[str]:
    """The calls of an API that are written as what Paddle's signature does not take.

    Each passes what every call passes, and one parameter more, or all that are dropped.
    """
    api, entry = torch_snapshot().get(name), entry_of(name)
    if api is None or entry is None or name.rpartition(".")[2].startswith(_ONE_OF_TWO):
        return
    rows = [row for variant in entry.variants for row in variant.params]
    dropped = {row.torch for row in rows if row.action is Action.DROP}
    for signature in dict.fromkeys(api.overloads if api.kind != "attribute" else ()):
        for given in _given(signature, dropped):
            code, kinds = _call(api, [*_needed(signature), *given])
            tree = rewrite_tree(parsed(code), entry_of, release, kinds, mending=True)
            if not tree.undone and (why := _refused(tree.tree, name, release)):
                yield f"{code}: {ast.unparse(tree.tree)}: {why}"


def _needed(signature: Signature) -> list[Parameter]:
    return [one for one in signature.parameters if one.required and not one.variadic]


def _given(signature: Signature, dropped: set[str | None]) -> Iterator[list[Parameter]]:
    """Each parameter that may be passed by its name, and all that are dropped together."""
    open_ = [one for one in signature.parameters if not one.required and one.by_keyword]
    free = [one for one in open_ if f"_{one.name}".isidentifier() and one.name != "from"]
    yield from ([one] for one in free)
    together = [one for one in free if one.name in dropped]
    yield from [together] if together else []


def _call(api: Api, passed: list[Parameter]) -> tuple[str, dict[str, Type]]:
    """A call that passes names, and what these are."""
    kinds, args, words = {}, [], []
    for one in passed:
        name = f"a_{one.name}"
        known = [kind for kind in (one.type.members if one.type else ()) if kind.name != "None"]
        kinds.update({name: known[0]} if known else {})
        if one.by_position and one.required:
            args.append(name)
        else:
            words.append(f"{one.name}={name}")
    owner, _, last = api.name.rpartition(".")
    if api.kind != "method":
        return f"{api.name}({', '.join([*args, *words])})", kinds
    kinds[_OWN] = Type("Tensor") if api.name.startswith(_TENSOR) else Type(owner)
    return f"{_OWN}.{last}({', '.join([*args, *words])})", kinds


def with_keyword(api: Api, word: str, value: str) -> Iterator[tuple[str, dict[str, Type]]]:
    """The calls of an API that pass a keyword, beside what every call passes."""
    for signature in dict.fromkeys(api.overloads if api.kind != "attribute" else ()):
        passed = [one for one in signature.parameters if one.name == word and one.by_keyword]
        needed = [one for one in _needed(signature) if one.name != word]
        for one in passed:
            code, kinds = _call(api, [*needed, replace(one, default="None")])
            yield code.replace(f"{word}=a_{word}", f"{word}={value}"), kinds


def _refused(tree: ast.Module, name: str, release: Snapshot) -> str:
    """Why Paddle's signatures do not take a call in a tree; empty where they take all."""
    for node in walk(tree):
        target = _target(node, name, release)
        if isinstance(node, ast.Call) and target is not None and target.overloads:
            use = Use(Form.CALL, node, None, tuple(node.args), tuple(node.keywords))
            fits = [bind(use, one, target) for one in target.overloads]
            if all(one.fit is Fit.IMPOSSIBLE for one in fits):
                return fits[0].why
    return ""


def _target(node: ast.AST, name: str, release: Snapshot) -> Api | None:
    """The API of Paddle that is called: a function, a class, or a method of tensors."""
    path = dotted(node.func) if isinstance(node, ast.Call) else None
    if path and path.startswith("paddle."):
        return release.get(path)
    own, _, member = (path or "").partition(".")
    return release.get(f"paddle.Tensor.{member}") if own == _OWN and _of_tensor(name) else None


def _of_tensor(name: str) -> bool:
    return name.startswith(_TENSOR) and name.count(".") == _TENSOR.count(".")


def all_broken(names: list[str], entry_of: EntryOf, release: Snapshot) -> list[str]:
    """Those of all names."""
    return [*chain.from_iterable(broken_calls(name, entry_of, release) for name in names)]
