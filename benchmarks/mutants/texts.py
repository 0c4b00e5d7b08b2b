"""Files changed as text: bytes, lines, words that look alike, what YAML gives a meaning to."""

from __future__ import annotations

import json
import random
import re

# What YAML, Python or the format give a meaning to, and what often breaks programs.
FRAGMENTS = (
    *("torch: ", "paddle: ", "params:\n", "  - {", "}", "[", "]", "~", "category: ", "- ", "\n"),
    *("examples:\n", "torch: |\n", "  ", "\t", "&a ", "*a", "!!python/object:os.system ", "--- "),
    *("? ", ": ", "|", ">-\n", '"', "'", "#", "%YAML 9.9\n", "<<: ", "{en: ", ", zh: ", "`"),
    *("\ufeff", "\x00", "\u2028", "\U0001f600", "中文，", "\r", "\\u0000", "1e999", "0x", ".nan"),
    *("inputs: {x: ", '"float32[2, 3]"', "tensor: [", "result = ", "torch.abs(", "(" * 90),
    *("variants:\n", "alias_of: ", "gotchas: [", "cases:\n", "value: ", "compare: ", "é"),
    *("9" * 5000, "-" * 50),
    *("lambda:", "# TODO: ", "\x1b[2J", "\x85", "\u202e", "<<<<<<< ours\n", "=======\n"),
)
# What may stand before a value or a key: tags, anchors, merges, indicators of blocks.
_BEFORE = (
    *("!!int ", "!!str ", "!!float ", "!!bool ", "!!null ", "!!set ", "!!binary ", "!!omap "),
    *("!!timestamp ", "!x ", "!<tag:a> ", "!", "&a ", "&a !!str ", "*a ", "? ", "|2\n", ">+9 "),
    *("<<: *a\n", "<<: {torch: x}\n", "- ", "--- ", "...\n", "%TAG ! tag:x,2000:\n", "@", "`"),
)
_LIKE = {
    "a": "аα\uff41",
    "c": "сϲ",
    "e": "еé",
    "i": "іı",
    "o": "оο０",
    "p": "рρ",
    "s": "ѕ",
    "x": "х×",
    "_": "＿\u203f",
    ".": "。․．",
    ",": "，、",
    ":": "：\u02d0",
    "(": "（",
    ")": "）",
    '"': "“”＂",
    "'": "‘’＇",
    "`": "｀´",
    "-": "–−\u00ad",
    " ": "\u00a0\u3000\u200b\u2009",
    "1": "１l",
    "\n": "\u2028\r\x0b",
}
_NUMBERS = (
    *("1e400", "-1e-400", "9" * 400, "9" * 5000, "0x" + "f" * 4000, "0b" + "1" * 2000, "1_0_0"),
    *("-0", ".inf", "-.inf", ".nan", "0o777", "010", "1:59:59", "1" + ":59" * 2000, "1e3", "1."),
    *("2147483648", "9223372036854775808", "1e308", "5e-324", "0x", "1j", "1__0", "+1", "2001-1-1"),
)
# What an expression that goes back over a text may take quadratic time for, when repeated.
REPEATED = (
    *("1.", "1.1 ", "9", "9 ", "`", "`a`", "`a` ", "`x=1` ", "(", ")(", "[", "[](", "<", "<a "),
    *("a_", "a.", "a, ", "a=b ", "x=", "A", "A1.", "_", "__a", "**a", "*", "- ", "#", "# ", "..."),
    *(
        "torch.a",
        "torch.abs ",
        "Paddle 3.",
        "from 3.1 ",
        "From 3",
        "Up to ",
        "is there ",
        "on all ",
    ),
    *(
        " ",
        "a ",
        "\n",
        " \n",
        "a\n",
        "中",
        "中a",
        "`中",
        "中(",
        "中 a, ",
        "，",
        "。",
        "自 3.1",
        "“",
    ),
    *("'", '"', ":", "a: ", "/", "http://a", "&a", "{", "|", "\\", "!", "0x", "1e-", "given("),
)
_LENGTHS = (300, 2_000, 5_000, 40_000, 120_000)
_NUMBER = re.compile(rb"\b\d+(?:\.\d+)?\b")
_VALUE = re.compile(rb"(?<=[:\-\[{,] )\S")


def mutated_bytes(raw: bytes, rng: random.Random) -> bytes:
    """A few bytes changed, removed, repeated or put in."""
    data = bytearray(raw)
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        place = rng.randrange(len(data) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            data[place : place + 1] = bytes([rng.randrange(256)])
        elif kind == 1:
            del data[place : place + rng.choice((1, 3, 40))]
        elif kind == 2:
            data[place:place] = data[place : place + rng.choice((1, 10, 200))]
        else:
            data[place:place] = rng.choice(FRAGMENTS).encode("utf-8", "surrogatepass")
    return bytes(data)


def mutated_lines(raw: bytes, rng: random.Random) -> bytes:
    """Lines removed, repeated, exchanged, indented otherwise; one of them many times."""
    lines = raw.split(b"\n")
    for _ in range(rng.choice((1, 2, 4))):
        place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        kind = rng.randrange(30)
        if kind < 8 and len(lines) > 1:
            del lines[place]
        elif kind < 15:
            lines.insert(other, lines[place])
        elif kind < 22:
            lines[place], lines[other % len(lines)] = lines[other % len(lines)], lines[place]
        elif kind < 29:
            lines[place] = b" " * rng.randrange(5) + lines[place].lstrip()
        else:
            lines[place:place] = [lines[place]] * rng.choice((100, 2000))
    return b"\n".join(lines)


def repeated(raw: bytes, rng: random.Random) -> bytes:
    """One value replaced by the same few characters, again and again; after others, or alone."""
    places = [found.start() for found in _VALUE.finditer(raw)] or [0]
    place = rng.choice(places)
    text = repeated_to(
        "".join(rng.choices(REPEATED, k=rng.choice((1, 1, 2)))), rng.choice(_LENGTHS)
    )
    before, after = rng.choice((("", ""), ("中", "。"), ("A ", "a."), ("(", "x")))
    written = json.dumps(f"{before}{text}{after}", ensure_ascii=False).encode()
    # To the end of the value, where it stands on a line of its own.
    end = raw.find(b"\n", place) if rng.random() < 0.7 else place + 1
    return raw[:place] + written + (b"" if end < 0 else raw[end:])


def repeated_to(part: str, length: int) -> str:
    """A text of so many characters, made of one part."""
    return (part * (length // len(part) + 1))[:length]


def spliced(raw: bytes, other: bytes, rng: random.Random) -> bytes:
    """The beginning of one file, and the end of another."""
    first, second = raw.split(b"\n"), other.split(b"\n")
    end, start = rng.randrange(len(first) + 1), rng.randrange(len(second) + 1)
    return b"\n".join(first[:end] + second[start:])


def marked(raw: bytes, rng: random.Random) -> bytes:
    """A tag, an anchor, an alias, a merge key or the like before one to three values."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        places = [found.start() for found in _VALUE.finditer(raw)] or [0]
        place = rng.choice(places)
        raw = raw[:place] + rng.choice(_BEFORE).encode() + raw[place:]
    return raw


def confused(raw: bytes, rng: random.Random) -> bytes:
    """Some characters replaced by others that look alike."""
    text = list(raw.decode("utf-8", "replace"))
    places = [index for index, character in enumerate(text) if character in _LIKE]
    for index in rng.sample(places, min(len(places), rng.choice((1, 2, 5, 30)))):
        text[index] = rng.choice(_LIKE[text[index]])
    return "".join(text).encode()


def numbered(raw: bytes, rng: random.Random) -> bytes:
    """One to three numbers replaced by ones at the edge of what programs can hold."""
    for _ in range(rng.choice((1, 1, 3))):
        places = [found.span() for found in _NUMBER.finditer(raw)]
        if places:
            start, end = rng.choice(places)
            raw = raw[:start] + rng.choice(_NUMBERS).encode() + raw[end:]
    return raw


def composed(rng: random.Random) -> bytes:
    """Fragments in any order."""
    parts = rng.choices(FRAGMENTS, k=rng.choice((3, 10, 40, 200)))
    return "".join(parts).encode("utf-8", "surrogatepass")
