"""Examples of libraries that need no change."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from lint_mappings.rules.rule import rule
from lint_mappings.subjects import FileSubject, Finding
from lint_mappings.subjects.code import Code
from lint_mappings.subjects.contributed import contributed
from lint_mappings.subjects.lookup import Library
from mapping_model.calls.uses import LIBRARIES, dotted
from mapping_model.syntax import parts

_RUNNING = ("eval", "exec", "compile", "__import__")
_SCOPES = ("globals", "locals", "vars")
_BY_NAME = ("getattr", "setattr", "delattr")
# Besides these, attributes with two underscores are those that the libraries have as APIs.
_USUAL = frozenset(
    {"__init__", "__name__", "__module__", "__call__", "__len__", "__format__", "__dlpack__"}
)
_FRAMES = frozenset({"f_back", "f_builtins", "f_globals", "f_locals", "gi_frame", "tb_frame"})
# Below it stand switches, made to be set.
_SWITCHES = "torch.backends."


class _Fault(NamedTuple):
    """What is wrong at one node, and how to fix it."""

    node: Any
    message: str
    hint: str


@rule("PM430", FileSubject, serves="X4")
def library_unchanged(file: FileSubject) -> Iterator[Finding]:
    """Code leaves the libraries as they are.
    代码不改动两侧的库。

    An example that replaces a function of Paddle shows what it has written itself. So no attribute
    of a library is set or deleted, by whatever name the library goes; `torch` and `paddle` keep
    their meaning and are not handed on; what runs text as code or reaches into Python's machinery
    (`eval`, `globals`, `x.__class__`) has no place in an example. Attributes of tensors and layers
    that the code has made may be set, and the switches below `torch.backends`.

    This finds mistakes and cheap tricks. Code that wants to hide what it does can; what it can do
    then is [another matter](isolation.md).

    ```diff
     torch: torch.Tensor.t
     paddle: paddle.Tensor.t
     category: no-params
     examples:
       - inputs: {x: "float32[2, 3]"}
         torch: result = x.t()
         paddle: |
    -      paddle.Tensor.t = paddle.Tensor.clone
           result = x.t()
    ```
    """
    if file.document.problems:
        return
    for path, side, text in contributed(file.document.data):
        for offset, message, hint in _faults(text, file.facts.library(side)):
            yield file.finding(message, *path, hint=hint, offset=offset)


@lru_cache(maxsize=4096)  # forms of one API have the same code, and both sides a module's
def _faults(text: str, library: Library) -> tuple[tuple[tuple[int, int], str, str], ...]:
    """The faults of one text, each with its line and column; none in what is not Python."""
    code = Code(library.snapshot.library, text)
    faults = _Look(code, library).faults()
    return tuple((code.offset(fault.node), fault.message, fault.hint) for fault in faults)


class _Look:
    """One piece of code; `names` are those that stand for a part of a library."""

    def __init__(self, code: Code, library: Library) -> None:
        self.code = code
        self.library = library
        self.names = {*LIBRARIES, *_imported(code)}
        # What a loop binds at its end, the next turn reads at its beginning.
        for _ in range(2):
            self._follow()

    def faults(self) -> Iterator[_Fault]:
        """All of them."""
        yield from self._changes()
        yield from self._names()
        yield from self._handed_on()
        yield from self._attributes()

    def _follow(self) -> None:
        """Take in the names that parts of a library are given."""
        code = self.code
        for node in (*code.of(ast.Assign), *code.of(ast.AnnAssign), *code.of(ast.NamedExpr)):
            if node.value is not None and self._is_part(node.value):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                self.names.update(name for target in targets for name in _plain(target))
        for node in (*code.of(ast.For), *code.of(ast.comprehension)):
            if self._is_part(node.iter):
                self.names.update(_plain(node.target))

    def _is_part(self, node: ast.expr) -> bool:
        """Whether an expression is a part of a library, or holds one; what a call makes is none."""
        match node:
            case ast.Name(id=name):
                return name in self.names
            case ast.Call(func=ast.Name(id="type"), args=[_]):
                return True
            case ast.Call(func=ast.Name(id="getattr"), args=[owner, *_]):
                return self._is_part(owner)
            case ast.Attribute(value=value) | ast.Subscript(value=value):
                return self._is_part(value)
            case ast.NamedExpr(value=value) | ast.Starred(value=value):
                return self._is_part(value)
            case ast.IfExp(body=body, orelse=orelse):
                return self._is_part(body) or self._is_part(orelse)
            case ast.BoolOp() | ast.List() | ast.Tuple() | ast.Dict():
                held = (part for part in parts(node) if isinstance(part, ast.expr))
                return any(map(self._is_part, held))
        return False

    def _changes(self) -> Iterator[_Fault]:
        """What sets or deletes a part of a library."""
        for node in self.code.of(ast.Attribute):
            read = isinstance(node.ctx, ast.Load) or self._is_switch(node)
            if not read and self._is_part(node.value):
                yield _without_changes(node, ast.unparse(node), node.attr)
        for node in self.code.of(ast.Subscript):
            if not isinstance(node.ctx, ast.Load) and self._is_part_itself(node.value):
                yield _without_changes(node, ast.unparse(node), "value")
        for call in self.code.calls:
            match call:
                case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[owner, *_]):
                    if self._is_part(owner):
                        yield _without_changes(call, ast.unparse(owner), "value")

    def _is_part_itself(self, node: ast.expr) -> bool:
        """Whether it is one by its dotted name: a list of some is the code's own."""
        name = dotted(node)
        return name is not None and "." in name and name.partition(".")[0] in self.names

    def _is_switch(self, node: ast.Attribute) -> bool:
        name = dotted(node) or ""
        api = self.library.get(name) if name.startswith(_SWITCHES) else None
        return api is not None and api.kind == "attribute" and isinstance(node.ctx, ast.Store)

    def _names(self) -> Iterator[_Fault]:
        """Functions that nobody can see through, and libraries that are given another meaning."""
        code = self.code
        called = {id(call.func) for call in code.calls}
        for node in code.of(ast.Name):
            name = node.id
            if name in _RUNNING:
                yield _Fault(node, f"`{name}` runs what nobody reads.", "Write the code itself.")
            elif name in _SCOPES or (name.startswith("__") and name.endswith("__")):
                hint = "Use plain names, and `getattr(x, name)` to read an attribute by its name."
                yield _Fault(node, f"`{name}` reaches into Python's machinery.", hint)
            elif name in _BY_NAME and id(node) not in called:
                yield _Fault(node, f"`{name}` is handed on.", "Call it where it stands.")
        for call in code.calls:
            if isinstance(call.func, ast.Name) and call.func.id == "open" and not _opens(call):
                hint = 'Each run has a folder of its own: `open("x.pt", "rb")`.'
                yield _Fault(call, "`open` takes the plain name of a file here.", hint)
        for node, name in code.bindings:
            if name in LIBRARIES and not _is_own_import(node, name):
                hint = f"Take another name; `{name}` is there already."
                yield _Fault(node, f"The code gives `{name}` another meaning.", hint)

    def _handed_on(self) -> Iterator[_Fault]:
        """A library or a module of it that does not stand before a dot."""
        code = self.code
        read = {id(node.value) for node in code.of(ast.Attribute)}
        # Reads one of its attributes, or is told of already.
        asked = (call for call in code.calls if dotted(call.func) in (*_BY_NAME, *_SCOPES))
        read |= {id(call.args[0]) for call in asked if call.args}
        for node in (*code.of(ast.Name), *code.of(ast.Attribute)):
            name = dotted(node) if isinstance(node.ctx, ast.Load) and id(node) not in read else None
            if name in LIBRARIES or (name is not None and self.library.is_module(name)):
                hint = f"Write the full name of what is used of it: `{name}.…`."
                yield _Fault(node, f"`{name}` is a module, which nothing here takes.", hint)

    def _attributes(self) -> Iterator[_Fault]:
        """Attributes that lead away from what the code is about."""
        for node in self.code.of(ast.Attribute):
            told = not isinstance(node.ctx, ast.Load) and self._is_part(node.value)
            if not told and self._is_inner(node.attr):
                yield _inner(node, node.attr)
        for call in self.code.calls:
            name = call.args[1] if dotted(call.func) in _BY_NAME and len(call.args) > 1 else None
            if isinstance(name, ast.Constant) and self._is_inner(str(name.value)):
                yield _inner(call, str(name.value))

    def _is_inner(self, name: str) -> bool:
        special = name.startswith("__") and name.endswith("__")
        return name in _FRAMES or (special and name not in _USUAL | self.library.last)


def _without_changes(node: ast.expr, what: str, last: str) -> _Fault:
    hint = f"Give what is new a name of its own: `{last} = …`."
    return _Fault(node, f"The code changes the library: `{what}`.", hint)


def _inner(node: ast.expr, name: str) -> _Fault:
    message = f"`{name}` reaches into Python's machinery."
    return _Fault(node, message, "Use what the library documents; `type(x)` tells a class.")


def _plain(target: ast.expr) -> Iterator[str]:
    """The plain names in what is assigned to."""
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, (ast.Tuple, ast.List)):
        for part in target.elts:
            yield from _plain(part)
    elif isinstance(target, ast.Starred):
        yield from _plain(target.value)


def _imported(code: Code) -> Iterator[str]:
    """The names of what the code imports."""
    for node in (*code.of(ast.Import), *code.of(ast.ImportFrom)):
        for alias in node.names:
            yield alias.asname or alias.name.partition(".")[0]


def _is_own_import(node: ast.AST, name: str) -> bool:
    """Whether it is `import torch`, which is needless and changes nothing."""
    return isinstance(node, ast.alias) and node.name.partition(".")[0] == name


def _opens(call: ast.Call) -> bool:
    """Whether the file is named, and lies in the folder of the run."""
    name = call.args[0] if call.args else None
    if not isinstance(name, ast.Constant) or not isinstance(name.value, str):
        return False
    return not {"/", "\\", ".."} & {*name.value, name.value[:2]}
