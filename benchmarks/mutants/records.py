"""Broken records of runs, and lists of known problems that nobody would write."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

from mutants.texts import mutated_bytes, mutated_lines

_CONFLICT = b"<<<<<<< HEAD\n%s\n=======\n%s\n>>>>>>> theirs"
_VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        "differs",
        "error",
        0,
        10**400,
        float("nan"),
        "",
        "equal",
        "\ud800",
        "\x1b[2J",
        [],
        {},
        "9" * 5000,
    ),
    *([[]], {"hash": "0" * 12}, "2026-11-21 2.13.0 3.11.7 1", "0000-00-00 1 1 1", "x" * 10**5),
)
_WHOLE = (b"", b"[" * 10**5, b'{"1":' * 5000, b"\xff\xfe", b"9" * 5000, b"{}", b"1", b"\x00")
_WORDS = (
    *("PM203", "PM9", "pm203", "PM000", "PM", "torch.abs", "glossary.yaml", "torch/torch.abs.yaml"),
    *(
        "#",
        "# because",
        " ",
        "\t",
        "\n",
        "\x85",
        "\u2028",
        "\x1b[2J",
        "*",
        "../..",
        "x" * 500,
        "\r\n",
    ),
)


def broken_record(raw: bytes, rng: random.Random) -> bytes:
    """A record with a conflict, with bytes or lines changed, with other values, or far too deep."""
    kind = rng.randrange(6)
    if kind == 0:
        lines = raw.split(b"\n")
        place = rng.randrange(len(lines))
        lines[place] = _CONFLICT % (lines[place], lines[place])
        return b"\n".join(lines)
    if kind == 1:
        return mutated_lines(raw, rng)
    if kind == 2:
        return rng.choice(
            (b"", b"[" * 10**5, b'{"1":' * 5000, b"\xff\xfe", b"9" * 5000, b"{}", b"1")
        )
    if kind == 3:
        return mutated_bytes(raw, rng)
    data = json.loads(raw)
    for _ in range(rng.choice((1, 3))):
        holder, key = data, rng.choice([*data, "1", "0", "1.1", "x"])
        while isinstance(holder.get(key), dict) and rng.random() < 0.7:
            holder, key = holder[key], rng.choice([*holder[key], "3.3.1", "hash", "\u202e"])
        key = rng.choice((key, key, "outcome", "as_expected", "gradient", "run", "as"))
        holder[key] = copy.deepcopy(rng.choice(_VALUES))
    return json.dumps(data).encode()


def known_list(rng: random.Random) -> bytes:
    """A list of known problems: some lines that mean something, others that do not."""
    lines = (" ".join(rng.choices(_WORDS, k=rng.randrange(5))) for _ in range(rng.randrange(6)))
    text = "\n".join(lines).encode()
    return mutated_bytes(text, rng) if rng.random() < 0.3 else text
