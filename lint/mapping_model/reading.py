"""Reading YAML: text to plain data, every defect a problem at its position, never a traceback.

The YAML accepted is a subset: no anchors, aliases or tags, no duplicate keys, UTF-8 without BOM.
Positions are those of the parser's own marks; they are computed only for files with problems.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from mapping_model.files import NoOrdinaryFile, conflict, read_ordinary, too_large
from mapping_model.problems import Problem

UNREADABLE = "PM101"
NOT_YAML = "PM102"
DUPLICATE_KEY = "PM103"
FORBIDDEN_YAML = "PM104"

MAX_BYTES = 128 * 1024
MAX_DEPTH = 30

# The C loader is some ten times faster; both give the same nodes and marks.
_Base = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_STR = "tag:yaml.org,2002:str"
# Nobody asks for the tag of a mapping or a sequence.
_COLLECTION = ""


class _Loader(_Base):  # type: ignore[misc, valid-type]
    """The loader, without the search for a tag where the first character tells that it is a string.

    It goes no deeper than MAX_DEPTH, since composing is recursive.
    """

    depth = 0

    def resolve(self, kind: type[yaml.Node], value: str, implicit: Any) -> str:
        if kind is not yaml.ScalarNode:
            return _COLLECTION
        return _tag(value) if implicit[0] and value[:1] in _BEGINS_NO_TEXT else _STR

    def descend_resolver(self, parent: yaml.Node | None, index: Any) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise RecursionError

    def ascend_resolver(self) -> None:
        self.depth -= 1


class _Marker(_Loader):
    """The loader for positions: it takes everything for a string, which costs a third less."""

    def resolve(self, kind: type[yaml.Node], value: str, implicit: Any) -> str:
        return _STR


@lru_cache(maxsize=1024)  # most are keys, such as `torch`
def _tag(value: str) -> str:
    """What YAML takes a plain scalar for."""
    tag: str = _RESOLVER.resolve(yaml.ScalarNode, value, (True, False))
    return tag


# First characters of numbers, truth values, nulls and the like ("" stands for an empty scalar).
_BEGINS_NO_TEXT = frozenset(_Base.yaml_implicit_resolvers) | {""}
_RESOLVER: Any = yaml.resolver.Resolver()
_CONSTRUCTOR = yaml.constructor.SafeConstructor()
# No example needs larger numbers, and Python refuses to write very large ones.
_MAX_BITS = 1024


def _integer(node: yaml.ScalarNode) -> int:
    value = _CONSTRUCTOR.construct_yaml_int(node)
    if value.bit_length() > _MAX_BITS:
        raise OverflowError(node.value)
    return value


_SCALARS: dict[str, Callable[[yaml.ScalarNode], Any]] = {
    "tag:yaml.org,2002:null": lambda node: None,
    "tag:yaml.org,2002:bool": _CONSTRUCTOR.construct_yaml_bool,
    "tag:yaml.org,2002:int": _integer,
    "tag:yaml.org,2002:float": _CONSTRUCTOR.construct_yaml_float,
    "tag:yaml.org,2002:timestamp": lambda node: node.value,
}

# What could be an anchor or an alias; only files with such text are looked through for them, which
# `**rest` and `*args)` in code are not. What stands before it is looked at last, because a search
# for `&` and `*` is several times as fast.
_MAYBE_ANCHOR = re.compile(r"[&*](?<![^\s\[{,:-][&*])[0-9A-Za-z_-]+(?=[\s?:,\]}%@`]|\Z)")

Path_ = tuple[str | int, ...]


@dataclass(slots=True)
class Document:
    """One file: its text, its plain data (None when it could not be read) and its problems.

    `name` is the path shown to people, relative to the directory that holds `mappings`.
    """

    name: str
    text: str = ""
    data: Any = None
    problems: list[Problem] = field(default_factory=list)
    _root: yaml.Node | None = None
    _pairs: dict[int, dict[str, tuple[yaml.Node, yaml.Node]]] = field(default_factory=dict)
    _lines: list[str] = field(default_factory=list)

    @property
    def lines(self) -> list[str]:
        """The lines of the text."""
        if not self._lines:
            self._lines = self.text.splitlines()
        return self._lines

    def position(self, path: Path_ = (), key: bool = False) -> tuple[int, int]:
        """Line and column, from 1, of the value at `path`, or of its key.

        A path that leads nowhere gives the deepest node on the way.
        """
        found: yaml.Node | yaml.Event | None
        if not path and self._root is None and self.data is not None:
            found = _first_event(self.text)  # what concerns all of a file mostly stands alone
        else:
            found = self.node(path, key)
        if found is None or found.start_mark is None:
            return 1, 1
        return found.start_mark.line + 1, found.start_mark.column + 1

    def node(self, path: Path_ = (), key: bool = False) -> yaml.Node | None:
        """The node at `path`, or of its key; None for a document without data."""
        if self._root is None and self.data is not None:
            self._root = yaml.compose(self.text, Loader=_Marker)
        node = found = self._root
        for step in path:
            pair = self._child(node, step)
            if pair is None:
                break
            found = pair[0] if key else pair[1]
            node = pair[1]
        return found

    def remark(self, path: Path_) -> str:
        """Where what stands at `path` is written, if that is not here: a sentence after a blank."""
        return ""

    def forget_nodes(self) -> None:
        """Let go of nodes and lines; they are made again when a position is asked for."""
        self._root = None
        self._pairs, self._lines = {}, []

    def _child(self, node: yaml.Node | None, step: str | int) -> tuple[yaml.Node, yaml.Node] | None:
        """Key node and value node of one step down; for a sequence both are the item."""
        if isinstance(node, yaml.MappingNode):
            if id(node) not in self._pairs:
                # Of a key that stands twice, the first.
                pairs = ((key.value, (key, value)) for key, value in reversed(node.value))
                self._pairs[id(node)] = {key: pair for key, pair in pairs if isinstance(key, str)}
            return self._pairs[id(node)].get(str(step))
        if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            return node.value[step], node.value[step]
        return None

    def problem(
        self, code: str, message: str, hint: str = "", path: Path_ = (), key: bool = False
    ) -> Problem:
        """A problem at the value (or key) at `path`."""
        return Problem(self.name, *self.position(path, key), code, message, hint)


def read_document(path: Path | str, name: str) -> Document:
    """Read one file. What is wrong with it is in the document's `problems`."""
    raw = read_raw(path, name)
    return raw if isinstance(raw, Document) else read_text(raw, name)


def read_raw(path: Path | str, name: str) -> bytes | Document:
    """The bytes of one file, or a document with the reason why they cannot be had."""
    try:
        return read_ordinary(path, MAX_BYTES)
    except NoOrdinaryFile as error:
        return _no_ordinary(name, str(error))
    except OSError as error:
        reason = error.strerror or str(error)
        hint = "Fix its permissions, or restore it."
        what = "folder" if Path(path).is_dir() else "file"
        return _failed(name, UNREADABLE, f"The {what} cannot be read: {reason}.", hint)


def read_text(raw: bytes, name: str) -> Document:
    """Read the bytes of one file; `name` is the path to show in problems."""
    if len(raw) > MAX_BYTES:  # from elsewhere than a file
        return _no_ordinary(name, too_large(MAX_BYTES))
    document = Document(name)
    text = _decode(raw, document)
    if text is None:
        return document
    document.text = text
    try:
        anchor = _anchor(text, name)
        if anchor is not None:
            document.problems.append(anchor)
            return document
        node = yaml.compose(text, Loader=_Loader)
    except yaml.YAMLError as error:
        document.problems.append(_yaml_problem(error, name, text))
        return document
    except (RecursionError, ValueError, OverflowError):
        document.problems.append(_deep(name))
        return document
    builder = _Builder(name)
    document.data = builder.build(node) if node is not None else None
    document.problems += builder.problems
    if builder.fatal:
        document.data = None
    if document.data is None and not document.problems:
        document.problems.append(
            Problem(name, 1, 1, NOT_YAML, "The file is empty.", "Write the entry or delete it.")
        )
    if document.problems:
        document._root = node
    return document


def _no_ordinary(name: str, reason: str) -> Document:
    hint = "Replace it by an ordinary file; an entry takes a few KB."
    return _failed(name, UNREADABLE, f"{reason[0].upper()}{reason[1:]}.", hint)


def _failed(name: str, code: str, message: str, hint: str) -> Document:
    return Document(name, problems=[Problem(name, 1, 1, code, message, hint)])


def _decode(raw: bytes, document: Document) -> str | None:
    """The text without a BOM; None, with a problem, when it is not UTF-8."""
    hint = "Save the file as UTF-8 without a byte order mark."
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        document.problems.append(
            Problem(document.name, 1, 1, UNREADABLE, "The file is encoded as UTF-16.", hint)
        )
        return None
    if raw.startswith(b"\xef\xbb\xbf"):
        message = "The file begins with a byte order mark."
        document.problems.append(Problem(document.name, 1, 1, UNREADABLE, message, hint))
        raw = raw[3:]
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        line, column = _line_column(before)
        message = f"Byte 0x{raw[error.start]:02x} is not valid UTF-8."
        document.problems.append(Problem(document.name, line, column, UNREADABLE, message, hint))
        return None


def _line_column(before: str) -> tuple[int, int]:
    """Position of the character that follows `before`."""
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def _anchor(text: str, name: str) -> Problem | None:
    """A problem at the first anchor or alias, None if there is neither."""
    if not _MAYBE_ANCHOR.search(text):
        return None
    for event in yaml.parse(text, Loader=_Loader):
        anchor = getattr(event, "anchor", None)
        if anchor is not None and event.start_mark is not None:
            is_alias = isinstance(event, yaml.AliasEvent)
            what = f"An alias (`*{anchor}`)" if is_alias else f"An anchor (`&{anchor}`)"
            hint = "Quote a string that begins with `*` or `&`; write a repeated value out."
            line, column = event.start_mark.line + 1, event.start_mark.column + 1
            return Problem(name, line, column, FORBIDDEN_YAML, f"{what} is used.", hint)
    return None


def _first_event(text: str) -> yaml.Event | None:
    """The beginning of the outermost node of a file, without reading the rest."""
    events = yaml.parse(text, Loader=_Marker)
    return next((event for event in events if isinstance(event, yaml.NodeEvent)), None)


def _deep(name: str) -> Problem:
    message = f"The file nests deeper than {MAX_DEPTH} levels."
    return Problem(name, 1, 1, FORBIDDEN_YAML, message, "An entry needs fewer than ten.")


def _yaml_problem(error: yaml.YAMLError, name: str, text: str) -> Problem:
    if line := conflict(text):
        message = "A conflict of git is left in the file."
        return Problem(name, line, 1, NOT_YAML, message, "Keep one side, without these lines.")
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is not None and (quote := _long_quote(text, mark.line)) is not None:
        line, column = quote.line + 1, quote.column + 1
        message = f"The quote that is opened here is not closed before line {mark.line + 1}."
        return Problem(name, line, column, NOT_YAML, message, "Close it where the text ends.")
    if mark is not None:
        line, column = mark.line + 1, mark.column + 1
    else:
        line, column = _line_column(text[: getattr(error, "position", 0) or 0])
    said = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    lines = text.split("\n")
    source = lines[line - 1] if line <= len(lines) else ""
    indent = source[: len(source) - len(source.lstrip())]
    if "\t" in indent or "'\\t'" in said:
        column = source.find("\t") + 1 or column
        return Problem(
            name, line, column, NOT_YAML, "A tab is used for indentation.", "Indent with spaces."
        )
    return Problem(name, line, column, NOT_YAML, f"This is not YAML: {said}.", _yaml_hint(said))


def _long_quote(text: str, line: int) -> yaml.Mark | None:
    """Where a quoted text begins that reaches from another line to this one, from 0.

    Where a quote is missing, the next one closes the text, and the parser stops behind it.
    """
    found, depth = None, 0
    try:
        for token in yaml.scan(text, Loader=_Base):
            depth += isinstance(token, (yaml.FlowSequenceStartToken, yaml.FlowMappingStartToken))
            depth -= isinstance(token, (yaml.FlowSequenceEndToken, yaml.FlowMappingEndToken))
            if depth > MAX_DEPTH:
                return None  # the scanner looks at all that are open for each token
            quoted = isinstance(token, yaml.ScalarToken) and token.style in ("'", '"')
            if quoted and token.start_mark.line < token.end_mark.line == line:
                found = token.start_mark
    except yaml.MarkedYAMLError as error:
        if error.context == "while scanning a quoted scalar":
            return error.context_mark
    except yaml.YAMLError:
        pass
    return found


def _yaml_hint(said: str) -> str:
    if "mapping values are not allowed" in said:
        return "Quote a string that contains a colon followed by a space."
    if "did not find expected ',' or" in said:
        return "Between braces or brackets, quote a text with a colon or a comma; or close them."
    if "special characters" in said or "control characters" in said:
        return "Remove the control character."
    if "end of the stream" in said or "expected <document start>" in said:
        return "A file holds one document; remove `---` or what stands after it."
    return "Check indentation, quotes and brackets on this line and the one above."


class _Builder:
    """Turns nodes into plain data and notes what the accepted subset of YAML forbids."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.problems: list[Problem] = []
        self.fatal = False

    def build(self, node: yaml.Node) -> Any:
        if isinstance(node, yaml.ScalarNode):
            return node.value if node.tag == _STR else self._scalar(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.build(item) for item in node.value]
        found: dict[str, Any] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self._note(key, NOT_YAML, "A key must be a plain word.", "")
                self.fatal = True
            elif key.value in found:
                first = next(k for k, _ in node.value if k.value == key.value)
                line = first.start_mark.line + 1
                message = f"The key `{key.value}` stands twice; the first is on line {line}."
                self._note(key, DUPLICATE_KEY, message, "Keep one of them.")
            else:
                found[key.value] = self.build(value)
        return found

    def _scalar(self, node: yaml.ScalarNode) -> Any:
        construct = _SCALARS.get(node.tag)
        if construct is None:
            message = f"The YAML tag `{node.tag}` is not allowed."
            self._note(node, FORBIDDEN_YAML, message, "Write the plain value.")
            self.fatal = True
            return None
        try:
            return construct(node)
        except (ValueError, OverflowError, KeyError):
            message = f"`{node.value[:40]}` is not a value that YAML can read."
            self._note(node, NOT_YAML, message, "Quote it.")
            self.fatal = True
            return None

    def _note(self, node: yaml.Node, code: str, message: str, hint: str) -> None:
        mark = node.start_mark
        self.problems.append(
            Problem(self.name, mark.line + 1, mark.column + 1, code, message, hint)
        )
