"""What else than an entry an answer is: a Paddle name, a gotcha, what an error is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lint_mappings.showing.index import index_of
from mapping_model.coverage import by_use
from mapping_model.ending import UsageError
from mapping_model.entry import Entry
from mapping_model.records import GOTCHA
from mapping_model.shelf import Shelf

_SHOWN, _ALIKE, _NEAR = 8, 0.8, 4
_LAST_ALIKE, _WORSE = 0.7, 0.1
_HITS = 6
_TENSOR = "torch.Tensor."
_LAST = re.compile(r"\w+$")
# What kind of an error it is tells nothing.
_KIND = re.compile(r"^\s*[\w.]*(?:Error|Exception|Warning)\b:?")
# As code calls torch's modules.
_SHORT = {"F.": "torch.nn.functional.", "nn.": "torch.nn.", "optim.": "torch.optim."}


def named(shelf: Shelf, asked: str) -> Entry | None:
    """The entry that is meant by a name, written in full or not; None where there is none.

    Raise UsageError where several may be meant.
    """
    entry = shelf.entry(asked)
    if entry is not None:
        return entry
    check(shelf)
    # As PyTorch's own documentation imports it.
    for short, full in _SHORT.items():
        if asked.startswith(short) and (entry := shelf.entry(full + asked.removeprefix(short))):
            return entry
    ends = [name for name in shelf.names() if name.endswith(f".{asked}")]
    found = [entry for name in ends if (entry := shelf.entry(name)) is not None]
    check(shelf)
    if len({entry.alias_of or entry.torch for entry in found}) == 1:
        return min(found, key=lambda entry: entry.alias_of is not None)
    if ends:
        raise _several(asked, ends)
    alike = [name for name in shelf.names() if name.casefold() == asked.casefold()]
    return shelf.entry(alike[0]) if len(alike) == 1 else None


def is_code(shelf: Shelf, asked: str) -> bool:
    """Whether a dotted name without an entry is code of which something is known.

    `x.dtype.itemsize`, `torch.distributed.ReduceOp.SUM.name`, members of a class that is missing.
    """
    from mapping_model.applying.members import HELD, is_answered
    from mapping_model.snapshots import torch_snapshot

    whole, _, member = asked.rpartition(".")
    if asked.startswith("torch."):
        return is_answered(asked, shelf.source, torch_snapshot())
    owner = HELD.get(whole.rpartition(".")[2]) if "." in whole else None
    return owner is not None and shelf.source(f"{owner}.{member}") is not None


def check(shelf: Shelf) -> None:
    """Raise UsageError for what is wrong with the files that were read."""
    for problem in shelf.problems:
        raise UsageError(f"{problem.path}:{problem.line}: {problem.message}")


def on_paddles_side(shelf: Shelf, asked: str) -> tuple[str, list[tuple[str, str]]] | None:
    """A name of Paddle, in full, and what is written so; None where it is none."""
    index = index_of(shelf)
    if asked in index.paddle:
        return asked, index.ported_to(asked)
    ends = [name for name in index.paddle if name.endswith(f".{asked}")]
    if not asked.startswith("paddle.") and ends:
        whole = f"paddle.{asked}" if f"paddle.{asked}" in ends else ends[0]
        if len(ends) > 1 and whole != f"paddle.{asked}":
            raise _several(asked, ends)
        return whole, index.ported_to(whole)
    if asked.startswith("paddle."):
        from mapping_model.snapshots import PADDLE, load_snapshot

        if any(asked in load_snapshot("paddle", release) for release in PADDLE[::-1]):
            return asked, []
    return None


def _several(asked: str, names: Sequence[str]) -> UsageError:
    more = ", …" if len(names) > _SHOWN else ""
    return UsageError(f"`{asked}` may be {', '.join(names[:_SHOWN])}{more}. Write one in full.")


def gotchas_on(shelf: Shelf, asked: str) -> list[str]:
    """The gotchas that speak of a name without an entry, those first that concern few names.

    None of one below a module of torch that is not there: it is misspelt.
    """
    from mapping_model.snapshots import torch_snapshot

    owner, _, last = asked.rpartition(".")
    names = torch_snapshot().names() if owner.startswith("torch.") else ()
    if names and not any(name.startswith(f"{owner}.") for name in names):
        return []
    found: list[str] = index_of(shelf).gotchas.get(last, [])
    return found[:_NEAR]


def unknown(shelf: Shelf, asked: str) -> UsageError:
    """What is said of a name that is known nowhere: what is like it, or that it has no entry."""
    names = shelf.names()
    inside = [name for name in names if name.startswith(f"{asked}.")]
    if inside:
        told = f" `{asked}` holds {len(inside)}, such as {inside[0]}."
    elif without := _without_entry(asked):
        return UsageError(without)
    else:
        near = [*_nearest(shelf, asked, names)]
        told = f" Did you mean {_either(near)}?" if near else ""
    return UsageError(f"There is no entry for `{asked}`.{told}")


def _without_entry(asked: str) -> str:
    """What is said of an API of torch that nobody has written of; empty for what is none."""
    from mapping_model.snapshots import torch_snapshot

    torch = torch_snapshot()
    found = next((one for one in (asked, f"torch.{asked}") if one in torch), "")
    return f"torch {torch.version} has `{found}`, but there is no entry for it." if found else ""


def _either(names: Sequence[str]) -> str:
    *first, last = (f"`{name}`" for name in names)
    return f"{', '.join(first)} or {last}" if first else last


def _nearest(shelf: Shelf, asked: str, names: Sequence[str]) -> Iterator[str]:
    """The names most like what was asked, each once, the likeliest first.

    By the whole name, then by its last part, whatever its case; of Paddle's names, too, where one
    of these is asked for; and gotchas.
    """
    if asked.startswith("paddle."):
        names = [*index_of(shelf).paddle]
    yield from (gotcha := _close(asked, shelf.gotchas(), _ALIKE))
    if gotcha:
        return
    whole = _close(asked, _like(asked, names), _ALIKE)
    lasts: dict[str, str] = {}
    for name in sorted(names, key=lambda name: (len(name), name), reverse=True):
        lasts[name.rpartition(".")[2].casefold()] = name
    last = asked.rpartition(".")[2].casefold()
    more = [lasts[one] for one in _close(last, lasts, _LAST_ALIKE)] if not whole else []
    yield from dict.fromkeys([*whole, *more][:_NEAR])


def _close(word: str, among: Iterable[str], likeness: float) -> list[str]:
    """The words most like one; what is much less like it than the best is not meant."""
    from difflib import SequenceMatcher, get_close_matches

    found = get_close_matches(word, among, _NEAR, likeness)
    ratios = {one: SequenceMatcher(None, one, word).ratio() for one in found}
    return [one for one in found if ratios[one] >= ratios[found[0]] - _WORSE]


def _like(asked: str, names: Sequence[str]) -> list[str]:
    """Those of about its length: comparing all takes long."""
    return [name for name in names if abs(len(name) - len(asked)) <= len(asked) // 4 + 1]


def hits(shelf: Shelf, text: str) -> list[tuple[str, str]]:
    """What an error or words are about, best first: names, and gotchas by their ids."""
    from mapping_model.searching.asking import ranked
    from mapping_model.searching.errors import names_in_error

    found: list[str] = []
    for name in names_in_error(text):
        found += _meant(shelf, name)
    found += [lead for lead, _ in ranked(_KIND.sub("", text), index_of(shelf).words)]
    kinds = (("gotcha" if one.startswith(GOTCHA) else "api", one) for one in dict.fromkeys(found))
    return [(kind, one.removeprefix(GOTCHA)) for kind, one in kinds][:_HITS]


def _meant(shelf: Shelf, name: str) -> Iterator[str]:
    """The entries that a name in an error may be, and the gotchas that speak of it."""
    known = shelf.names()
    same = re.sub(r"^paddle\.", "torch.", name)
    full = [one for one in (name, same) if one in known]
    full += [one for one, _ in index_of(shelf).ported_to(name)][:2]
    for end in dict.fromkeys((name, name.rpartition(".")[2])):
        full = full or by_use(one for one in known if one.endswith(f".{end}"))[:2]
    yield from full
    if last := _LAST.search(name):
        yield from (f"{GOTCHA}{id_}" for id_ in gotchas_on(shelf, last[0])[:1])


def hit(shelf: Shelf, kind: str, name: str, language: str) -> dict[str, Any] | None:
    """A hit as it is told: its name, and what it is in a line; None for one that is gone."""
    if kind == "gotcha":
        gotcha = shelf.gotcha(name)
        if gotcha is None:
            return None
        return {"kind": kind, "name": name, "text": gotcha.title.get(language)}
    entry = shelf.source(name)
    if entry is None:
        return None
    targets = (v.outside.api if v.outside else v.paddle for v in entry.variants)
    told = ", ".join(dict.fromkeys(one for one in targets if one))
    category = entry.category.info.name.get(language) if entry.category else ""
    return {"kind": kind, "name": name, "text": told or category}
