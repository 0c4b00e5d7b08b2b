"""What is written to layers that hold others, as samples: nobody's examples do all of that.

After each operation the same is asked: how long the container is, under which names it holds what,
in which order, and what comes of calling it. What the entry of the container, or that of one of its
methods, quotes (`m[3] = layer`) is told there, and not asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from mapping_model.corpus import Corpus
from mapping_model.entry import Entry
from verify_mappings.job import Seed


class _Container(NamedTuple):
    """How one is made of `a`, `b` and `c`, and what is asked of it and of an item."""

    made: str
    asked: str
    item: str


_LAYERS = "list(m.state_dict()), [name for name, one in m.named_children()]"
_PARAMETERS = "list(m.state_dict()), [name for name, one in m.named_parameters()]"
_LISTS = {
    "torch.nn.Sequential": _Container(
        "(a, b, c)", f"m(x), [one(x) for one in m], {_LAYERS}", "(x)"
    ),
    "torch.nn.ModuleList": _Container("([a, b, c])", f"[one(x) for one in m], {_LAYERS}", "(x)"),
    "torch.nn.ParameterList": _Container(
        "([a, b, c])", f"[one * 2 for one in m], {_PARAMETERS}", " * 2"
    ),
}
_DICTIONARIES = {
    "torch.nn.ModuleDict": _Container(
        "({'0': a, 'b': b, 'c': c})", f"[(key, m[key](x)) for key in m], {_LAYERS}", "(x)"
    ),
    "torch.nn.ParameterDict": _Container(
        "({'0': a, 'b': b, 'c': c})", f"[(key, m[key] * 2) for key in m], {_PARAMETERS}", " * 2"
    ),
}
# What is done to a container `m` of three; `layer` is another that it may hold, `item` what is got.
_TO_LISTS = (
    *(f"m[{place}] = layer" for place in ("0", "2", "-1", "-3", "3", "-4", "len(m) - 1", "'1'")),
    *(f"del m[{place}]" for place in ("0", "1", "2", "-1", "3", ":2", "::2", "1:")),
    *("m.append(layer)", "m.extend([layer, a])", "m += [layer]", "m = m + m", "m = m * 2"),
    *(f"m.insert({place}, layer)" for place in (0, 1, -1, 3, 4)),
    *(f"item = m.pop({place})" for place in (0, 1, -1, 3)),
    *(f"item = m[{place}]" for place in ("0", "-1", "-3", "-4", "3")),
    *(f"m = m[{place}]" for place in ("1:", ":-1", "::2", ":0")),
    *("del m[1]\nm.append(layer)", "del m[0]\nm[0] = layer", "del m[0]\nm[-1] = layer"),
    *("del m[0]\nitem = m[0]", "item = list(reversed(m))[0]"),
    *("m.add_module('1', layer)", "m.add_module('head', layer)"),
    *("setattr(m, '1', layer)", "delattr(m, '1')"),
)
_TO_DICTIONARIES = (
    *(f"m[{key}] = layer" for key in ("'b'", "'d'", "'a.b'", "''", "1")),
    *("del m['b']", "del m['z']", "item = m['b']", "item = m['z']"),
    *("item = m.pop('b')", "item = m.popitem()[1]", "item = m.get('b')"),
    *("item = m.setdefault('d', layer)", "m.clear()", "item = list(m.values())[0]"),
    *("m.update({'b': layer, 'd': a})", "m.update([('d', layer), ('b', a)])", "m.update(m)"),
    *("m = m | {'d': layer}", "m |= {'d': layer}", "item = m[list(reversed(m))[0]]"),
    *("setattr(m, 'b', layer)", "delattr(m, 'b')"),
)


def written_to(entry: Entry, corpus: Corpus) -> Iterator[Seed]:
    """What may be done to a container and is not told yet; nothing where it is none."""
    api = entry.torch
    container = (_LISTS | _DICTIONARIES).get(api)
    if container is None:
        return
    told = "\n".join(_texts(api, corpus))
    is_layer = container.item == "(x)"
    held: Any = {"module": "Linear(4, 4)"} if is_layer else {"parameter": "float32[3]"}
    names = ("a", "b", "c", "layer")
    inputs = (("x", "float32[2, 4]"), *((name, held) for name in names))
    for done in _TO_LISTS if api in _LISTS else _TO_DICTIONARIES:
        if f"`{done.removeprefix('m = ').removeprefix('item = ')}`" in told:
            continue
        asked = f"len(m), {container.asked}"
        if "item = " in done:
            asked = f"item{container.item}, {asked}"
        code = f"m = {api}{container.made}\n{done}\nresult = {asked}\n"
        yield Seed(f"container: {done}", code, inputs, alone=True, plain=True, error=True)


def _texts(api: str, corpus: Corpus) -> Iterator[str]:
    """What the entry of a container and those of its methods say in notes."""
    for name, entry in corpus.entries.items():
        if name == api or name.startswith(f"{api}."):
            yield from (note.en for variant in entry.variants for note in variant.notes)
