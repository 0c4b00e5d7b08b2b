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

_ACTIONS = ("rewrite", "drop", "none")


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
    found = [(t, i) for t, i in all_rows(data) if i and t[i]["paddle"] and t[i - 1]["paddle"]]
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
        if not (table[i]["torch"] or table[i]["paddle"]).startswith(("_", "*args", "**kwargs"))
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


@fault("another value in `set`")
def _(data: Data, rng: random.Random) -> bool:
    row = pick_row(data, rng, lambda row: "set" in row)
    if row is not None:
        value = row["set"]
        flipped = {"True": "False", "False": "True"}
        row["set"] = flipped.get(value, f"{value}1" if value[-1:].isdigit() else "0.123")
    return row is not None


@fault("`set` deleted")
def _(data: Data, rng: random.Random) -> bool:
    return delete_key(data, rng, "set")


@fault("`action` deleted")
def _(data: Data, rng: random.Random) -> bool:
    return delete_key(data, rng, "action")


@fault("the note of a parameter that differs deleted")
def _(data: Data, rng: random.Random) -> bool:
    # A `form` says how it differs; a note beside it says more.
    alone = ("form", "set")
    return delete_key(
        data, rng, "note", lambda r: r["torch"] and r["paddle"] and not any(k in r for k in alone)
    )


@fault("another `action`")
def _(data: Data, rng: random.Random) -> bool:
    row = pick_row(data, rng, lambda row: "action" in row)
    if row is not None:
        row["action"] = rng.choice([a for a in _ACTIONS if a != row["action"]])
    return row is not None


@fault("`action: rewrite` where nothing differs")
def _(data: Data, rng: random.Random) -> bool:
    said = {"action", "form", "as", "note"}
    row = pick_row(data, rng, lambda r: r["torch"] and r["paddle"] and not said & r.keys())
    if row is not None:
        row["action"] = "rewrite"
    return row is not None


@fault("a pair torn into two rows")
def _(data: Data, rng: random.Random) -> bool:
    found = [(t, i) for t, i in all_rows(data) if t[i]["torch"] and t[i]["paddle"]]
    if found:
        table, i = rng.choice(found)
        table.append({"torch": None, "paddle": table[i]["paddle"], "term": "out"})
        table[i] = {"torch": table[i]["torch"], "paddle": None, "action": "drop", "term": "out"}
    return bool(found)


@fault("an unknown term")
def _(data: Data, rng: random.Random) -> bool:
    row = pick_row(data, rng, lambda row: "desc" not in row)
    if row is not None:
        row["term"] = "no_such_term"
    return row is not None


@fault("the only description deleted")
def _(data: Data, rng: random.Random) -> bool:
    def alone(row: Data) -> bool:
        return (row["torch"] or row["paddle"]) not in glossary()

    return delete_key(data, rng, "desc", alone) or delete_key(data, rng, "term", alone)
