"""What `**kwargs` passes, where the function itself has written it out."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping

from mapping_model.language.filling import is_cheap
from mapping_model.syntax import walk

Spread = Mapping[str, tuple[ast.keyword, ...]]


def spread_in(node: ast.FunctionDef | ast.AsyncFunctionDef, outer: Spread) -> Spread:
    """The dictionaries of a function that are made once and only passed on as `**name`."""
    nodes = walk(node)
    stored = Counter(
        one.id for one in nodes if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load)
    )
    placed = {
        one.attr
        for one in nodes
        if isinstance(one, ast.Attribute) and not isinstance(one.ctx, ast.Load)
    }
    own = {one.arg for one in nodes if isinstance(one, ast.arg)}
    passed = {id(one.value) for one in nodes if isinstance(one, ast.keyword) and one.arg is None}
    passed |= {id(value) for one in nodes if isinstance(one, ast.Dict) for value in _spread(one)}
    loaded = {
        one.id
        for one in nodes
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load) and id(one) not in passed
    }
    found = {name: made for name, made in outer.items() if name not in own and not stored[name]}
    for line in nodes:
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                made = _keywords(value)
                free = stored[name] == 1 and name not in own and name not in loaded
                names = {one.id for one in walk(value) if isinstance(one, ast.Name)}
                parts = {one.attr for one in walk(value) if isinstance(one, ast.Attribute)}
                kept = not any(stored[one] for one in names) and not parts & placed
                if made is not None and free and kept:
                    found[name] = made
    return found


def _spread(node: ast.Dict) -> Iterator[ast.expr]:
    """What a dictionary takes its items from."""
    return (value for key, value in zip(node.keys, node.values, strict=True) if key is None)


def _keywords(value: ast.expr) -> tuple[ast.keyword, ...] | None:
    """The items of a dictionary as keywords; None where that says something else, or happens."""
    match value:
        case ast.Dict(keys=keys, values=values):
            words = [key.value if isinstance(key, ast.Constant) else None for key in keys]
        case ast.Call(func=ast.Name(id="dict"), args=[], keywords=given):
            words, values = [one.arg for one in given], [one.value for one in given]
        case _:
            return None
    if not all(map(is_cheap, values)):
        return None
    made = [ast.keyword(w, v) for w, v in zip(words, values, strict=True) if isinstance(w, str)]
    return tuple(made) if len(made) == len(values) else None


def written_out(keywords: tuple[ast.keyword, ...], spread: Spread) -> tuple[ast.keyword, ...]:
    """Keywords with those in the place of `**name` that it passes."""
    found: list[ast.keyword] = []
    for one in keywords:
        name = one.value.id if one.arg is None and isinstance(one.value, ast.Name) else ""
        found += spread.get(name, (one,))
    return tuple(found)
