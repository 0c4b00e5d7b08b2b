"""Faults in the parameter table."""

from __future__ import annotations

import random

from faults.common import (
    Data,
    all_rows,
    delete_key,
    fault,
    glossary,
    misspelt,
    pick_row,
)
from mapping_model.applying.idioms import IDIOMS
from mapping_model.building import is_default

_ACTIONS = ("rewrite", "drop", "none")


def _is_set(row: Data) -> bool:
    """Whether a row gives Paddle's parameter torch's default."""
    return "value" in row and is_default(row)


def _is_pair(row: Data) -> bool:
    return "torch" in row and "paddle" in row


def _misspell_parameter(data: Data, rng: random.Random, side: str) -> bool:
    row = pick_row(data, rng, lambda row: row.get(side))
    if row is not None:
        stars = "*" * row[side].count("*")
        row[side] = stars + misspelt(row[side].lstrip("*"), rng)
    return row is not None


@fault("a torch parameter misspelt")
def _(data: Data, rng: random.Random) -> bool:
    return _misspell_parameter(data, rng, "torch")


@fault("a Paddle parameter misspelt")
def _(data: Data, rng: random.Random) -> bool:
    return _misspell_parameter(data, rng, "paddle")


@fault("two rows swapped")
def _(data: Data, rng: random.Random) -> bool:
    found = [(table, i) for table, i in all_rows(data) if i]
    if found:
        table, i = rng.choice(found)
        table[i - 1], table[i] = table[i], table[i - 1]
    return bool(found)


@fault("Paddle names of two rows exchanged")
def _(data: Data, rng: random.Random) -> bool:
    found = [(t, i) for t, i in all_rows(data) if i and "paddle" in t[i] and "paddle" in t[i - 1]]
    if found:
        table, i = rng.choice(found)
        one, two = table[i - 1], table[i]
        one["paddle"], two["paddle"] = two["paddle"], one["paddle"]
    return bool(found)


@fault("a row deleted")
def _(data: Data, rng: random.Random) -> bool:
    # What begins with an underscore is not for callers, and `*args` says nothing: they need no row.
    found = [
        (table, i)
        for table, i in all_rows(data)
        if not (table[i].get("torch") or table[i]["paddle"]).startswith(("_", "*args", "**kwargs"))
    ]
    if found:
        table, i = rng.choice(found)
        del table[i]
    return bool(found)


@fault("a row duplicated")
def _(data: Data, rng: random.Random) -> bool:
    found = all_rows(data)
    if found:
        table, i = rng.choice(found)
        table.insert(i, dict(table[i]))
    return bool(found)


@fault("another default in `value`")
def _(data: Data, rng: random.Random) -> bool:
    row = pick_row(data, rng, _is_set)
    if row is not None:
        value = row["value"]
        flipped = {"True": "False", "False": "True"}
        row["value"] = flipped.get(value, f"{value}1" if value[-1:].isdigit() else "0.123")
    return row is not None


@fault("a default in `value` deleted")
def _(data: Data, rng: random.Random) -> bool:
    return delete_key(data, rng, "value", _is_set)


@fault("`do` deleted")
def _(data: Data, rng: random.Random) -> bool:
    return delete_key(data, rng, "do", lambda row: row["do"] in _ACTIONS)


@fault("the text of a parameter that differs deleted")
def _(data: Data, rng: random.Random) -> bool:
    # An idiom says how it differs; a text beside it says more.
    def alone(row: Data) -> bool:
        return _is_pair(row) and row.get("do") not in IDIOMS and not _is_set(row)

    return delete_key(data, rng, "text", alone)


@fault("another `do`")
def _(data: Data, rng: random.Random) -> bool:
    row = pick_row(data, rng, lambda row: row.get("do") in _ACTIONS)
    if row is not None:
        row["do"] = rng.choice([a for a in _ACTIONS if a != row["do"]])
    return row is not None


@fault("`do: rewrite` where nothing differs")
def _(data: Data, rng: random.Random) -> bool:
    said = {"do", "value", "text"}
    row = pick_row(data, rng, lambda row: _is_pair(row) and not said & row.keys())
    if row is not None:
        row["do"] = "rewrite"
    return row is not None


@fault("a pair torn into two rows")
def _(data: Data, rng: random.Random) -> bool:
    found = [(t, i) for t, i in all_rows(data) if _is_pair(t[i])]
    if found:
        table, i = rng.choice(found)
        table.append({"paddle": table[i]["paddle"], "desc": "out"})
        table[i] = {"torch": table[i]["torch"], "do": "drop", "desc": "out"}
    return bool(found)


@fault("an unknown term")
def _(data: Data, rng: random.Random) -> bool:
    row = pick_row(data, rng, lambda row: "desc" not in row)
    if row is not None:
        row["desc"] = "no_such_term"
    return row is not None


@fault("the only description deleted")
def _(data: Data, rng: random.Random) -> bool:
    def alone(row: Data) -> bool:
        return (row.get("torch") or row["paddle"]) not in glossary()

    return delete_key(data, rng, "desc", alone)
