"""New syntax trees put into the text of the old: every byte outside of what has changed stays."""

from __future__ import annotations

import ast
import copy
import re
import textwrap
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from mapping_model.syntax import parsed, walk

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")
# No name of the code is like it: no code holds this character.
_PLACE = re.compile("\0(\\d+)\0")
# What may follow a statement that is the last of its line.
_REST = re.compile(rb"[ \t]*(?P<comment>(?:#[^\r\n]*)?)(?:\r\n|\r|\n|\Z)")
# Comments for programs about the line that they stand in.
_PRAGMA = re.compile(r"#\s*(noqa|type:|pylint|isort|pragma|ruff|flake8|yapf|fmt)")
# What stands anywhere without parentheses.
_ATOMS = (
    *(ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant, ast.JoinedStr, ast.List),
    *(ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Tuple),
)
# Where any expression stands without parentheses.
_FREE = {
    (ast.Call, "args"),
    (ast.keyword, "value"),
    (ast.List, "elts"),
    (ast.Tuple, "elts"),
    (ast.Set, "elts"),
    (ast.Dict, "values"),
    (ast.Subscript, "slice"),
    (ast.Assign, "value"),
    (ast.AnnAssign, "value"),
    (ast.AugAssign, "value"),
    (ast.Return, "value"),
    (ast.Expr, "value"),
    (ast.If, "test"),
    (ast.While, "test"),
}
# What needs them nearly anywhere.
_ENCLOSED = (ast.NamedExpr, ast.Yield, ast.YieldFrom)
# What follows from the place, or from how it is written.
_UNTOLD = frozenset(("ctx", "kind", "type_comment"))
_IDENTIFIERS = {
    **{ast.Attribute: "attr", ast.keyword: "arg", ast.Name: "id"},
    ast.ImportFrom: "module",
}


class _Unfit(Exception):
    """A statement cannot be changed in its text; it is printed anew."""


@dataclass(frozen=True, slots=True)
class _Edit:
    start: int
    end: int
    text: str


def laid_out(
    source: str,
    old: ast.Module,
    new: Mapping[int, Sequence[ast.stmt]],
    comments: Mapping[int, Sequence[str]] | None = None,
) -> str:
    """The source with its statements replaced; `new` has those in the place of each, by its id.

    A statement whose text would mean something else than its tree is printed anew. The `comments`
    about a line stand before the statement that it is of, if they do not stand there already. What
    is given back always parses.
    """
    layout = _Layout(source, new)
    told = comments or {}
    made = [layout.edits(statement, told) for statement in old.body]
    text = layout.meant(old.body, made)
    if text is None:  # which of them mean something else is found one by one
        made = [
            edits if layout.means(one, edits) else layout.anew(one, told)
            for one, edits in zip(old.body, made, strict=True)
        ]
        text = layout.meant(old.body, made)
    return layout.whole(old) if text is None else text


class _Layout:
    """The text of a module and the edits that make another of it."""

    def __init__(self, source: str, new: Mapping[int, Sequence[ast.stmt]]) -> None:
        self._raw = source.encode()
        self._new = new
        self._starts = [0]
        for line in _LINE.findall(self._raw):
            self._starts.append(self._starts[-1] + len(line))
        ends = (one for one in ("\r\n", "\n", "\r") if one.encode() in self._raw)
        self._newline = next(ends, "\n")
        self._edits: list[_Edit] = []

    def text(self, edits: list[_Edit], start: int = 0, end: int | None = None) -> str:
        """A part of the text with edits made."""
        parts, at = [], start
        for edit in sorted(edits, key=lambda one: (one.start, one.end)):
            if edit.start < at:
                raise _Unfit
            parts += [self._raw[at : edit.start].decode(), edit.text]
            at = edit.end
        return "".join([*parts, self._raw[at:end].decode()])

    def edits(self, statement: ast.stmt, comments: Mapping[int, Sequence[str]]) -> list[_Edit]:
        """The edits that put new statements in the place of one of the module, and comments."""
        outer, self._edits = self._edits, []
        try:
            self._statement(statement, self._in_place(statement))
            # Behind statements that come before: a comment stands above what it is about.
            return [*self._edits, *self._commented(statement, comments)]
        except _Unfit:
            return self.anew(statement, comments)
        finally:
            self._edits = outer

    def _commented(
        self, statement: ast.stmt, comments: Mapping[int, Sequence[str]], inside: bool = True
    ) -> Iterator[_Edit]:
        """The comments about the lines of a statement of the module, in one piece each.

        Each stands above the innermost statement that its line is of, or all above this one.
        """
        lines = [line for line in self._rows(statement) if line in comments]
        nodes = walk(statement) if lines and inside else [statement]
        inner = [(self._rows(one), one) for one in nodes if isinstance(one, ast.stmt)]
        told: dict[int, list[str]] = {}
        for line in lines:
            around = (self._first(one) for rows, one in reversed(inner) if line in rows)
            start = next((one for one in around if self._indentation(one) is not None), None)
            if start is not None:
                stood, here = self._stood(start), told.setdefault(start, [])
                here += [one for one in comments[line] if one not in stood and one not in here]
        for start, found in told.items():
            indentation = self._indentation(start)
            text = "".join(f"{one}{self._newline}{indentation}" for one in found)
            yield _Edit(start, start, text)

    def _stood(self, start: int) -> set[str]:
        """The comments that stand directly above a statement."""
        rows = range(self._row(start) - 2, -1, -1)
        above = (self._raw[self._starts[row] : self._starts[row + 1]].strip() for row in rows)
        return {one.decode() for one in takewhile(_is_comment, above)}

    def _row(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def _rows(self, statement: ast.stmt) -> range:
        return range(self._row(self._first(statement)), (statement.end_lineno or 0) + 1)

    def meant(self, statements: Sequence[ast.stmt], made: Sequence[list[_Edit]]) -> str | None:
        """The text with edits made of each statement; None where it is not what it should be."""
        try:
            text = self.text([edit for edits in made for edit in edits])
            return text if self._is(text, statements, made) else None
        except _Unfit:
            return None

    def means(self, statement: ast.stmt, edits: list[_Edit]) -> bool:
        """Whether the text of a statement of the module is, with edits made, what it should be."""
        try:
            text = self.text(edits, *self._lines(statement)).lstrip(" \t\f;")
            return not edits or self._is(text, [statement], [edits])
        except _Unfit:
            return False

    def _is(
        self, text: str, statements: Sequence[ast.stmt], made: Sequence[Sequence[object]]
    ) -> bool:
        """Whether a text is what it should be; statements without edits are as they were."""
        try:
            found = parsed(text).body
            at = 0
            for statement, edits in zip(statements, made, strict=True):
                expected = self._in_place(statement)
                part = found[at : at + len(expected)]
                at += len(expected)
                if edits and not (_same(part, expected) or _same(part, _again(expected))):
                    return False
        except (SyntaxError, ValueError):
            return False
        return at == len(found)

    def anew(self, statement: ast.stmt, comments: Mapping[int, Sequence[str]]) -> list[_Edit]:
        """The edits that print a statement of the module anew, with the comments above it."""
        return [*self._commented(statement, comments, inside=False), self.printed(statement)]

    def printed(self, statement: ast.stmt) -> _Edit:
        """A statement of the module printed anew, with the spelling of what stays.

        What takes several lines does not stand behind another one's `;`.
        """
        text = self._anew([statement])
        start = self._first(statement)
        if "\n" in text and self._indentation(start) is None:
            start = len(self._raw[:start].rstrip(b" \t\f;"))
            text = f"{self._newline}{text}"
        return _Edit(start, self._end(statement), text)

    def whole(self, old: ast.Module) -> str:
        """The module printed anew: its comments are lost, and it is what it should be."""
        return f"{self._anew(old.body)}{self._newline}"

    def _anew(self, old: Sequence[ast.stmt]) -> str:
        """What stands in the place of statements, printed; spelt as it was where that is right."""
        new = [line for statement in old for line in self._in_place(statement)]
        text = self._printed(new, old, "")
        if self._is(text, old, [old] * len(old)):
            return text
        return ast.unparse(_module(new)).replace("\n", self._newline)

    def _in_place(self, statement: ast.stmt) -> Sequence[ast.stmt]:
        return self._new.get(id(statement), [statement])

    # Positions, in bytes.

    def _start(self, node: Any) -> int:
        start: int = self._starts[node.lineno - 1] + node.col_offset
        return start

    def _end(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def _first(self, statement: ast.stmt) -> int:
        """Where a statement begins, with its decorators."""
        decorators = getattr(statement, "decorator_list", [])
        found = [self._start(one) for one in decorators]
        return min([*(self._raw.rindex(b"@", 0, one) for one in found), self._start(statement)])

    def _lines(self, statement: ast.stmt) -> tuple[int, int]:
        return self._first(statement), self._end(statement)

    def _segment(self, node: ast.expr) -> str:
        return self._raw[self._start(node) : self._end(node)].decode()

    def _indentation(self, start: int) -> str | None:
        """What stands before a statement in its line; None where that is another one."""
        line = self._starts[self._row(start) - 1]
        before = self._raw[line:start].decode()
        return before if not before.strip(" \t\f") else None

    # Statements.

    def _block(self, statements: Sequence[ast.stmt]) -> None:
        kept = False
        for statement in statements:
            new = self._in_place(statement)
            kept |= bool(new)
            self._statement(statement, new)
        if not kept:
            raise _Unfit

    def _statement(self, old: ast.stmt, new: Sequence[ast.stmt]) -> None:
        if not new:
            self._removed(old)
            return
        *before, last = new
        if before:
            start = self._first(old)
            indentation = self._indentation(start)
            if indentation is None:
                raise _Unfit
            lines = self._printed(before, [old], indentation)
            self._edit(start, start, f"{lines}{self._newline}{indentation}")
        if type(last) is type(old):
            self._node(old, last)
        elif hasattr(old, "body"):
            raise _Unfit
        else:
            start = self._start(old)
            indentation = self._indentation(start)
            self._edit(start, self._end(old), self._printed([last], [old], indentation or ""))

    def _removed(self, old: ast.stmt) -> None:
        """Take a statement out with its line, of which it must be all."""
        start, end = self._lines(old)
        indentation = self._indentation(start)
        following = _REST.match(self._raw, end)
        if indentation is None or following is None:
            raise _Unfit
        comment = following["comment"].decode()
        kept = comment and not _PRAGMA.match(comment)
        line = f"{indentation}{comment}{self._newline}" if kept else ""
        self._edit(start - len(indentation.encode()), following.end(), line)

    def _printed(
        self, statements: Sequence[ast.stmt], old: Sequence[ast.stmt], indentation: str
    ) -> str:
        """New statements as text, each line after the first with an indentation."""
        reuse = _Reuse(self, old)
        text = ast.unparse(_module([reuse.statement(one) for one in statements]))
        lines = textwrap.indent(text, indentation).removeprefix(indentation)
        return reuse.filled(lines.replace("\n", self._newline))

    # Parts of statements.

    def _node(self, old: ast.AST, new: ast.AST) -> None:
        """Change what differs between two nodes of one type, and no more."""
        if old is new:
            return
        for name, one in ast.iter_fields(old):
            other = getattr(new, name, None)
            if name in _UNTOLD:
                continue
            if isinstance(one, list) and one and isinstance(one[0], ast.stmt):
                self._block(one)
            elif isinstance(one, list):
                self._list(old, name, one, other)
            elif isinstance(one, ast.expr):
                if not isinstance(other, ast.expr):
                    raise _Unfit
                self._expression(one, other, (type(old), name) in _FREE)
            elif isinstance(one, ast.AST):
                if not isinstance(other, type(one)):
                    raise _Unfit
                self._node(one, other)
            elif one != other:
                self._identifier(old, name, one, other)

    def _list(self, old: ast.AST, name: str, one: list[Any], other: Any) -> None:
        if not isinstance(other, list) or len(one) != len(other):
            raise _Unfit
        for part, changed in zip(one, other, strict=True):
            if isinstance(part, ast.expr) and isinstance(changed, ast.expr):
                self._expression(part, changed, (type(old), name) in _FREE)
            elif isinstance(part, ast.AST) and type(part) is type(changed):
                self._node(part, changed)
            elif part != changed:
                raise _Unfit

    def _identifier(self, old: ast.AST, name: str, one: object, other: object) -> None:
        """Change a name where it stands: of an attribute, a keyword, a variable."""
        known = _IDENTIFIERS.get(type(old))
        if known != name or not isinstance(one, str) or not isinstance(other, str):
            raise _Unfit
        assert isinstance(old, (ast.Attribute, ast.keyword, ast.Name, ast.ImportFrom))
        length = len(one.encode())
        start = self._end(old) - length if isinstance(old, ast.Attribute) else self._start(old)
        if isinstance(old, ast.ImportFrom):
            start = self._raw.find(one.encode(), start, self._end(old))
        if self._raw[start : start + length].decode() != one:
            raise _Unfit
        self._edit(start, start + length, other)

    def _expression(self, old: ast.expr, new: ast.expr, free: bool) -> None:
        """Put an expression in the place of another; `free` where it needs no parentheses."""
        if old is new:
            return
        if isinstance(old, (ast.JoinedStr, ast.Constant)):
            if ast.dump(old) == ast.dump(new):
                return
        elif type(old) is type(new):
            before = len(self._edits)
            try:
                self._node(old, new)
                return
            except _Unfit:
                del self._edits[before:]
        if isinstance(old, ast.GeneratorExp):
            raise _Unfit  # its parentheses may be those of a call
        start, end = self._start(old), self._end(old)
        reuse = _Reuse(self, [old])
        text = self._call(old, new, reuse) or reuse.filled(ast.unparse(reuse.top(new, free)))
        enclosed = self._is_enclosed(start, end)
        alone = not free and enclosed and self._is_lone(old, new, start, end)
        free = free and not isinstance(new, _ENCLOSED)
        if not (free or isinstance(new, _ATOMS) or enclosed):
            text = f"({text})"
        if alone:
            start, end = start - 1, end + 1
        self._edit(start, end, text)

    def _call(self, old: ast.expr, new: ast.expr, reuse: _Reuse) -> str | None:
        """A call whose arguments stand on lines of their own keeps them so; None for others."""
        if not isinstance(old, ast.Call) or not isinstance(new, ast.Call):
            return None
        given = [*old.args, *(keyword.value for keyword in old.keywords)]
        if not given or min(one.lineno for one in given) == old.func.end_lineno:
            return None
        indentation = self._indentation(min(map(self._start, [*old.args, *old.keywords])))
        if indentation is None or not (new.args or new.keywords):
            return None
        function = ast.unparse(reuse.top(new.func, False))
        arguments = [ast.unparse(reuse.top(one, True)) for one in new.args]
        for keyword in new.keywords:
            value = ast.unparse(reuse.top(keyword.value, True))
            arguments.append(f"{keyword.arg}={value}" if keyword.arg else f"**{value}")
        lines = f",{self._newline}{indentation}".join(arguments)
        last = max(given, key=self._end)
        end = self._raw[self._end(last) : self._end(old)].decode()
        return reuse.filled(f"{function}({self._newline}{indentation}{lines}") + end

    def _is_enclosed(self, start: int, end: int) -> bool:
        before, after = self._raw[:start].rstrip(), self._raw[end:].lstrip()
        return before.endswith(b"(") and after.startswith(b")")

    def _is_lone(self, old: ast.expr, new: ast.expr, start: int, end: int) -> bool:
        """Whether the parentheses around an expression were for it, and are needless now."""
        needed = isinstance(new, ast.Constant) or not isinstance(new, _ATOMS)
        around = self._raw[max(start - 2, 0) : start].decode("latin-1")
        joined = around[:1].isalnum() or around[:1] in ("_", ")", "]")
        close = around[1:] == "(" and self._raw[end : end + 1] == b")"
        return close and not (needed or joined or isinstance(old, _ATOMS))

    def _is_bare(self, node: ast.Tuple) -> bool:
        """Whether a tuple has no parentheses of its own."""
        return self._start(node.elts[0]) == self._start(node)

    def _edit(self, start: int, end: int, text: str) -> None:
        self._edits.append(_Edit(start, end, text))

    def segments(self, old: Sequence[ast.AST]) -> Iterator[tuple[str, str]]:
        """The expressions below some nodes, by what they are, as they are written."""
        inner: set[int] = set()
        for node in (node for root in old for node in walk(root)):
            if id(node) in inner or not isinstance(node, ast.expr):
                continue
            if isinstance(node, ast.JoinedStr):
                inner |= {id(one) for one in walk(node)}  # whose places are not known
            if isinstance(node, ast.Tuple) and node.elts and self._is_bare(node):
                continue  # which is one where it stands, and not elsewhere
            if not isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
                yield ast.dump(node), self._segment(node)


class _Reuse(ast.NodeTransformer):
    """Puts names in the places of expressions that stood in the text, and then their text."""

    def __init__(self, layout: _Layout, old: Sequence[ast.AST]) -> None:
        self._known: dict[str, str] = {}
        for key, text in layout.segments(old):
            self._known.setdefault(key, text)
        self._texts: list[str] = []
        self._free = True

    def top(self, node: ast.expr, free: bool) -> ast.expr:
        """An expression with places; `free` where it needs no parentheses."""
        self._free = free
        made: ast.expr = self.visit(node)
        return ast.fix_missing_locations(made)

    def statement(self, node: ast.stmt) -> ast.stmt:
        """A statement with places."""
        self._free = False
        made: ast.stmt = self.visit(node)
        return ast.fix_missing_locations(made)

    def filled(self, text: str) -> str:
        """A text with what stands in its places."""
        return _PLACE.sub(lambda found: self._texts[int(found[1])], text)

    def visit(self, node: ast.AST) -> Any:
        """A copy of a node with places in it, or one place for all of it."""
        free, self._free = self._free, False
        if isinstance(node, ast.expr):
            text = self._stood(node, free)
            if text is not None:
                self._texts.append(text)
                return ast.Name(f"\0{len(self._texts) - 1}\0", ast.Load())
            if isinstance(node, ast.JoinedStr):
                self._texts.append(_double(ast.unparse(node)))
                return ast.Name(f"\0{len(self._texts) - 1}\0", ast.Load())
        copied = copy.copy(node)
        for name, value in ast.iter_fields(node):
            free = (type(node), name) in _FREE
            if isinstance(value, ast.AST):
                setattr(copied, name, self._part(value, free))
            elif isinstance(value, list):
                setattr(copied, name, [self._part(part, free) for part in value])
        return copied

    def _part(self, part: Any, free: bool) -> Any:
        self._free = free
        return self.visit(part) if isinstance(part, ast.AST) else part

    def _stood(self, node: ast.expr, free: bool) -> str | None:
        free = free and not isinstance(node, _ENCLOSED)
        text = self._known.get(ast.dump(node))
        if text is None:
            return _quoted(node)
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and not free:
            return None  # `1.real` is not Python
        if not (free or isinstance(node, _ATOMS)):
            return None
        return text if len(text.splitlines()) < 2 or _parses(text) else f"({text})"


def _quoted(node: ast.expr) -> str | None:
    """A new string in double quotes, where these need nothing else."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return None
    plain = node.value.isprintable() and '"' not in node.value and "\\" not in node.value
    return f'"{node.value}"' if plain else None


def _double(text: str) -> str:
    """A printed f-string in double quotes, where it holds none and no other quotes."""
    plain = text[:2] == "f'" and text.count("'") == len(("f'", "'")) and '"' not in text
    return f'f"{text[2:-1]}"' if plain else text


def _parses(text: str) -> bool:
    try:
        parsed(text, mode="eval")
    except SyntaxError:
        return False
    return True


def _is_comment(line: bytes) -> bool:
    return line.startswith(b"#")


def _same(one: object, other: object) -> bool:
    """Whether two trees, lists of such, or values in them are the same but for their places."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    if not isinstance(one, ast.AST):
        return one == other
    for name in one._fields:
        if name not in _UNTOLD and not _same(getattr(one, name, None), getattr(other, name, None)):
            return False
    return True


def _again(statements: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Statements as they are read once they are printed: `-1` is no number but an operation."""
    return parsed(ast.unparse(_module(statements))).body


def _module(statements: Sequence[ast.stmt]) -> ast.Module:
    return ast.fix_missing_locations(ast.Module([copy.copy(one) for one in statements], []))
