"""How rules make fixes: each function gives the fix for a node, or None where it is not certain.

Whatever stands in a file besides its data - comments, quotes, line ends, order - is kept; where
an edit would have to take a comment away, there is no fix.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import yaml

from lint_mappings.fixes.fix import Change, Edit, Fix
from mapping_model.reading import Document, Path_
from mapping_model.sides import Side

BYTE_ORDER_MARK = Fix((Edit(-1, 0, ""),), (Change("none"),))
# Of a list, or a key with its value.
_Item = yaml.Node | tuple[yaml.Node, yaml.Node]
_SEPARATOR = re.compile(r"\s*,\s*")
_COMMENT = re.compile(r"(?:^|(?<=\s))#", re.MULTILINE)
_REST_OF_LINE = re.compile(r"[ \t]*(#[^\r\n]*)?(\r?\n|$)")


def splice(document: Document, path: Path_, start: int, end: int, new: str) -> Fix | None:
    """Replace the characters `start` to `end` of a string."""
    node = document.node(path)
    if not isinstance(node, yaml.ScalarNode):
        return None
    first, last = _place(document, node, start), _place(document, node, end)
    if first is None or last is None or last - first != end - start:
        return None
    return Fix((Edit(first, last, new),), (Change("splice", path, new, start, end),))


def replace(document: Document, path: Path_, new: str) -> Fix | None:
    """Put another plain word in the place of a scalar, within the quotes it has."""
    node = document.node(path)
    if not isinstance(node, yaml.ScalarNode):
        return None
    first, last = _place(document, node, 0), _place(document, node, len(node.value))
    if first is None or last is None or last - first != len(node.value):
        return None
    return Fix((Edit(first, last, new),), (Change("set", path, new),))


def remove(document: Document, path: Path_) -> Fix | None:
    """Remove an item of a list, or a key with its value; never the last one left."""
    holder, number = _holder(document, path)
    if holder is None or len(holder.value) < 2:
        return None
    if holder.flow_style:
        edit = _cut_flow(document.text, holder.value, number)
    else:
        dash = "-" if isinstance(holder, yaml.SequenceNode) else ""
        edit = _cut_lines(document.text, *_span(document.text, holder.value[number]), dash)
    return None if edit is None else Fix((edit,), (Change("remove", path),))


def reorder(document: Document, path: Path_, order: Sequence[int]) -> Fix | None:
    """Put the items of a list that is written in lines in another order.

    A comment above an item, or behind it, goes with it.
    """
    node = document.node(path)
    if not isinstance(node, yaml.SequenceNode) or node.flow_style or not node.value:
        return None
    text = document.text
    starts = [_line_start(text, item.start_mark.index) for item in node.value]
    ends = [end for item in node.value if (end := _line_end(text, _end(text, item))) is not None]
    if len(ends) < len(starts) or len(set(starts)) < len(starts):
        return None
    # What stands between two items goes with the second.
    bounds = [starts[0], *ends]
    pieces = [text[a:b] for a, b in pairwise(bounds)]
    dashes = (text[a : item.start_mark.index] for a, item in zip(starts, node.value, strict=True))
    if any(dash.strip(" \t") != "-" for dash in dashes) or not pieces[-1].endswith("\n"):
        return None
    edit = Edit(bounds[0], bounds[-1], "".join(pieces[index] for index in order))
    return Fix((edit,), (Change("order", path, tuple(order)),))


def in_order(
    document: Document, path: Path_, side: Side, names: Sequence[str | None]
) -> Fix | None:
    """Put the rows at `path` that have names into the order of the signature; others stay in place.

    None where a name is not of the signature, so that its place is unknown.
    """
    known = () if side.signature is None else side.signature.names
    places = {index: name for index, name in enumerate(names) if name is not None}
    if not set(places.values()) <= set(known):
        return None
    rows = iter(sorted(places, key=lambda index: known.index(places[index])))
    order = [index if name is None else next(rows) for index, name in enumerate(names)]
    return reorder(document, path, order)


def together(*fixes: Fix | None) -> Fix | None:
    """Several fixes as one; None if one of them is."""
    certain = [fix for fix in fixes if fix is not None]
    if len(certain) < len(fixes):
        return None
    edits = tuple(edit for fix in certain for edit in fix.edits)
    return Fix(edits, tuple(change for fix in certain for change in fix.changes))


def remove_line(text: str, number: int) -> Fix:
    """Remove a whole line, counted from 0, of a file that is a list of lines."""
    lines = text.splitlines(keepends=True)
    start = sum(len(line) for line in lines[:number])
    return Fix((Edit(start, start + len(lines[number]), ""),), (Change("remove", (number,)),))


def _place(document: Document, node: yaml.ScalarNode, index: int) -> int | None:
    """Where the character at `index` of a string stands in the file, None where that is uncertain.

    Certain is what is written as it is meant, from its beginning up to there.
    """
    start = node.start_mark.index
    if node.style in ("|", ">"):
        return _place_in_block(document.text, node, index)
    start += 1 if node.style in ("'", '"') else 0
    written = document.text[start : start + index]
    return start + index if written == node.value[:index] and "\n" not in written else None


def _place_in_block(text: str, node: yaml.ScalarNode, index: int) -> int | None:
    """A place in a literal block: its text starts on the line that follows the `|`."""
    if node.style != "|":
        return None
    before = node.value[:index].split("\n")
    lines = text[node.start_mark.index : node.end_mark.index].splitlines(keepends=True)
    wanted = node.value.split("\n")[len(before) - 1]
    if len(lines) <= len(before):
        return None
    line = lines[len(before)].rstrip("\r\n")
    if not wanted or not line.endswith(wanted) or line[: -len(wanted)].strip(" "):
        return None
    start = node.start_mark.index + sum(len(line) for line in lines[: len(before)])
    return start + len(line) - len(wanted) + len(before[-1])


def _holder(document: Document, path: Path_) -> tuple[yaml.CollectionNode | None, int]:
    """The collection that the node at `path` is in, and the place it has there."""
    holder, last = document.node(path[:-1]), path[-1]
    if document.remark(path):
        return None, 0
    if isinstance(holder, yaml.SequenceNode):
        return holder, int(last)
    if isinstance(holder, yaml.MappingNode):
        return holder, _keys(holder).index(last)
    return None, 0


def _keys(holder: yaml.MappingNode) -> list[object]:
    return [key.value for key, _ in holder.value]


def _span(text: str, item: _Item) -> tuple[int, int]:
    """Where an item, or a key with its value, begins and ends."""
    first, last = item if isinstance(item, tuple) else (item, item)
    return first.start_mark.index, _end(text, last)


def _end(text: str, node: yaml.Node) -> int:
    """Where a node ends; the parser's own mark for one that has lines is after what follows."""
    if not isinstance(node, yaml.CollectionNode) or node.flow_style:
        return len(text[: node.end_mark.index].rstrip()) if node.value else node.end_mark.index
    last = node.value[-1]
    return _end(text, last[1] if isinstance(last, tuple) else last)


def _cut_flow(text: str, items: Sequence[_Item], number: int) -> Edit | None:
    """One item of `{a: 1, b: 2}` or `[a, b]`, with the comma on one side of it."""
    start, end = _span(text, items[number])
    if number:
        before = _span(text, items[number - 1])[1]
        return Edit(before, end, "") if _SEPARATOR.fullmatch(text[before:start]) else None
    after = _span(text, items[1])[0]
    return Edit(start, after, "") if _SEPARATOR.fullmatch(text[end:after]) else None


def _cut_lines(text: str, start: int, end: int, dash: str) -> Edit | None:
    """The lines of one item; only if nothing else stands on them, and no comment within."""
    first, last = _line_start(text, start), _line_end(text, end)
    if last is None or text[first:start].strip(" \t") != dash:
        return None
    return None if _COMMENT.search(text, start, last) else Edit(first, last, "")


def _line_start(text: str, index: int) -> int:
    return text.rfind("\n", 0, index) + 1


def _line_end(text: str, index: int) -> int | None:
    """The beginning of the next line; None if more than a comment stands on the rest of this."""
    rest = _REST_OF_LINE.match(text, index)
    return rest.end() if rest else None
