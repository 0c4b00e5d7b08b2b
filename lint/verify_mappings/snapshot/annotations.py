"""The types of parameters and results in the vocabulary of `mapping_model.types`.

Annotations come as text, from stubs, signatures and operator schemas. Names of other types
(`Size2`) are looked up in the sources of the library, since most exist for type checkers only.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

# The words of the vocabulary, by the last part of what the libraries call them.
_WORDS: Mapping[str, str] = {
    **{name: name for name in ("int", "float", "bool", "complex", "str", "bytes", "None")},
    **{name: name for name in ("dtype", "device", "layout", "memory_format", "number")},
    **dict.fromkeys(("Tensor", "Parameter", "EagerParamBase", "Variable"), "Tensor"),
    **dict.fromkeys(("_int", "SymInt", "IntLikeType", "integer"), "int"),
    **dict.fromkeys(("_float", "SymFloat", "FloatLikeType"), "float"),
    **dict.fromkeys(("_bool", "SymBool", "BoolLikeType", "TypeGuard", "TypeIs"), "bool"),
    **dict.fromkeys(("_complex",), "complex"),
    **dict.fromkeys(("Number", "Scalar"), "number"),
    **dict.fromkeys(("LiteralString", "AnyStr"), "str"),
    **dict.fromkeys(("_dtype", "ScalarType", "VarType", "DataType"), "dtype"),
    **dict.fromkeys(("DTypeLike",), "dtype | str"),
    **dict.fromkeys(("_device", "Place", "_Place"), "device"),
    **dict.fromkeys(("PlaceLike", "DeviceLike"), "device | str"),
    **dict.fromkeys(("Device", "DeviceLikeType"), "device | str | int"),
    **dict.fromkeys(("_layout", "Layout"), "layout"),
    **dict.fromkeys(("MemoryFormat",), "memory_format"),
    **dict.fromkeys(("Module", "Layer"), "module"),
    **dict.fromkeys(("Optimizer",), "optimizer"),
    **dict.fromkeys(("_size", "_symsize", "Size"), "list[int]"),
    **dict.fromkeys(("list", "List", "Sequence", "tuple", "Tuple"), "list"),
    **dict.fromkeys(("Iterable", "Iterator", "set", "frozenset"), "iterable"),
    **dict.fromkeys(("dict", "Dict", "Mapping", "MutableMapping", "OrderedDict"), "dict"),
    **dict.fromkeys(("Callable", "FunctionType"), "function"),
    **dict.fromkeys(("type", "Type"), "type"),
    **dict.fromkeys(("Any", "object"), "any"),
    **dict.fromkeys(("ndarray", "NDArray", "ArrayLike"), "numpy.ndarray"),
}
# Without parts it is the class of the library that makes random numbers.
_GENERIC = {"Generator": "iterable"}
_WITHOUT_PARTS = ("dict", "function", "type", "bool", "numpy.ndarray")
_NUMBERS = {"int", "float", "bool"}


class TypeWords:
    """The types of one library; `classes` are the full names of its public classes.

    `tuples` are its named tuples, `stubs` files with further type aliases.
    """

    def __init__(
        self,
        library: str,
        classes: Iterable[str],
        tuples: Mapping[str, str] | None = None,
        stubs: Iterable[Path] = (),
    ) -> None:
        self._classes: dict[str, str] = {}
        for name in sorted(classes, key=lambda name: (name.count("."), name)):
            self._classes.setdefault(name.rpartition(".")[2], name)
        self._shared: dict[str, ast.expr] = {}
        for path in (*_sources_with_aliases(library), *stubs):
            self._shared.update(_aliases(path))
        self._tuples = tuples or {}

    def text(self, annotation: str, module: str | None = None, owner: str = "Any") -> str:
        """An annotation of a module in the vocabulary; empty where it says nothing.

        `owner` is the class that `Self` stands for.
        """
        try:
            tree = ast.parse(annotation, mode="eval").body
        except SyntaxError:
            return ""
        file = getattr(sys.modules.get(module or ""), "__file__", None)
        own = _aliases(Path(file)) if file else {}
        aliases = {**self._shared, **own, "Self": ast.Name(owner)}
        return _united(self._members(tree, aliases))

    def _members(self, node: ast.expr, aliases: Mapping[str, ast.expr]) -> Iterator[str]:
        """The types that an annotation is any of."""
        match node:
            case ast.Constant(value=None):
                yield "None"
            case ast.Constant(value=str(text)):
                yield from self._members(ast.parse(text, mode="eval").body, aliases)
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                yield from self._members(left, aliases)
                yield from self._members(right, aliases)
            case ast.Name() | ast.Attribute():
                yield from self._named(node, aliases)
            case ast.Call(func=ast.Name(id="ForwardRef"), args=[text, *_]):
                yield from self._members(text, aliases)
            case ast.Subscript(value=value, slice=ast.Tuple(elts=parts)):
                yield from self._generic(_last(value), parts, aliases)
            case ast.Subscript(value=value, slice=part):
                yield from self._generic(_last(value), [part], aliases)
            case _:
                yield "any"

    def _named(self, node: ast.expr, aliases: Mapping[str, ast.expr]) -> Iterator[str]:
        name = _last(node)
        if name in self._tuples and "return_types" in ast.unparse(node):
            yield from self._members(ast.parse(self._tuples[name], mode="eval").body, aliases)
        elif name in _WORDS:
            yield from _WORDS[name].split(" | ")
        elif name in aliases:
            # An alias may be defined by itself (`Nested = T | list[Nested]`).
            without = {other: tree for other, tree in aliases.items() if other != name}
            yield from self._members(aliases[name], without)
        elif name in self._classes:
            yield self._classes[name]
        else:
            yield "any" if name.strip("_~").isupper() or len(name) < 3 else "object"

    def _generic(
        self, name: str, parts: list[ast.expr], aliases: Mapping[str, ast.expr]
    ) -> Iterator[str]:
        if name == "Literal":
            yield from (type(ast.literal_eval(part)).__name__ for part in parts)
        elif name in ("Optional", "Union"):
            for part in parts:
                yield from self._members(part, aliases)
            yield from ["None"] * (name == "Optional")
        elif name in ("Annotated", "Final", "ClassVar", "Required"):
            yield from self._members(parts[0], aliases)
        elif name in ("tuple", "Tuple") and "..." not in map(ast.unparse, parts):
            yield f"tuple[{', '.join(self._place(part, aliases) for part in parts)}]"
        elif (word := _GENERIC.get(name, _WORDS.get(name))) in ("list", "iterable"):
            yield f"{word}[{_united(self._members(parts[0], aliases))}]"
        elif word in _WITHOUT_PARTS:
            yield word
        else:
            yield from self._named(ast.Name(name), aliases)

    def _place(self, part: ast.expr, aliases: Mapping[str, ast.expr]) -> str:
        """One place of a tuple, with its name where it has one (`values:Tensor`)."""
        match part:
            case ast.Slice(lower=ast.Name(id=name), upper=ast.expr() as named):
                return f"{name}:{_united(self._members(named, aliases))}"
        return _united(self._members(part, aliases))


def _last(node: ast.expr) -> str:
    return ast.unparse(node).rpartition(".")[2]


def _united(members: Iterable[str]) -> str:
    """A union without repetitions, `None` at its end."""
    found = dict.fromkeys(members)
    if "any" in found:
        return "any"
    if found.keys() >= _NUMBERS:
        found = dict.fromkeys("number" if name in _NUMBERS else name for name in found)
    if "number" in found:
        found = {name: None for name in found if name not in {*_NUMBERS, "complex"}}
    lists = [name.removeprefix("list[").removesuffix("]") for name in found if "list[" in name]
    alike = {f"tuple[{', '.join([item] * n)}]" for item in lists for n in range(1, 7)}
    named = [name for name in found if name != "None" and name not in alike]
    return " | ".join(named + ["None"] * ("None" in found))


def _sources_with_aliases(library: str) -> list[Path]:
    """The sources of the library that define type aliases, which other modules of it use."""
    modules = [m for name, m in sys.modules.items() if name.partition(".")[0] == library]
    paths = {Path(getattr(module, "__file__", None) or "") for module in modules}
    real = sorted(path for path in paths if path.suffix == ".py" and path.is_file())
    return [path for path in real if "TypeAlias" in path.read_text("utf-8")]


@cache
def _aliases(path: Path) -> dict[str, ast.expr]:
    """What type aliases in a source file stand for, also those for type checkers only."""
    if path.suffix not in (".py", ".pyi"):
        return {}
    found = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.AnnAssign(
                target=ast.Name(id=name), annotation=kind, value=ast.expr() as value
            ):
                if _last(kind) == "TypeAlias":
                    found[name] = value
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript(value=head) as value):
                if _last(head) in ("Union", "Optional", "Literal"):
                    found[name] = value
    return found
