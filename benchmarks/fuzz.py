"""Random bytes, broken files and grammatical nonsense through the reader and the rules of a file.

Run it with `.venv/bin/python benchmarks/fuzz.py --inputs 200000`. It counts what must not happen:
an exception, an input that takes more than a second of the processor, more than 500 MB of memory.
Real files are changed byte by byte, line by line and value by value; others are put together from
fragments. Rules that need all files, recorded results or the list of known problems do not run.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import random
import resource
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

from faults import FAULTS
from linting import Linter, dump

from mapping_model.corpus import Corpus

ROOT = Path(__file__).parents[1]
SECONDS, MEGABYTES = 1.0, 500
# What YAML, Python or the format give a meaning to, and what often breaks programs.
FRAGMENTS = (
    *("torch: ", "paddle: ", "params:\n", "  - {", "}", "[", "]", "~", "category: ", "- ", "\n"),
    *("examples:\n", "torch: |\n", "  ", "\t", "&a ", "*a", "!!python/object:os.system ", "--- "),
    *("? ", ": ", "|", ">-\n", '"', "'", "#", "%YAML 9.9\n", "<<: ", "{en: ", ", zh: ", "`"),
    *("\ufeff", "\x00", "\u2028", "\U0001f600", "中文，", "\r", "\\u0000", "1e999", "0x", ".nan"),
    *(
        "inputs: {x: ",
        '"float32[2, 3]"',
        "tensor: [",
        "result = ",
        "torch.abs(",
        "(" * 90,
        "lambda:",
    ),
    *("variants:\n", "alias_of: ", "gotchas: [", "set: ", "compare: ", "9" * 5000, "-" * 50, "é"),
)
VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1, 10**30, 1.5, float("nan"), "", " ", "~", "`", "x" * 300, "*", "**", "*x"),
    *([], {}, [[]], {"en": "A.", "zh": "一。"}, {"en": 1, "zh": []}, [None], "torch", "paddle."),
    *("result = (", "f'{", "\\", "lambda: (yield)", "x = 0o9", "((" * 60, "-" * 3000 + "1", "a.b"),
)


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
    """Lines removed, repeated, exchanged, indented otherwise."""
    lines = raw.split(b"\n")
    for _ in range(rng.choice((1, 2, 4))):
        place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        kind = rng.randrange(4)
        if kind == 0 and len(lines) > 1:
            del lines[place]
        elif kind == 1:
            lines.insert(other, lines[place])
        elif kind == 2:
            lines[place], lines[other % len(lines)] = lines[other % len(lines)], lines[place]
        else:
            lines[place] = b" " * rng.randrange(5) + lines[place].lstrip()
    return b"\n".join(lines)


def mutated_values(data: Any, rng: random.Random) -> bytes:
    """A value somewhere in the data replaced, or one of the faults put in."""
    data = copy.deepcopy(data)
    if rng.random() < 0.3:
        # Gotchas are not what these faults are made for.
        with contextlib.suppress(KeyError, SyntaxError, TypeError, AttributeError):
            rng.choice(list(FAULTS.values()))(data, rng)
    places = list(_places(data))
    for container, key in rng.sample(places, min(len(places), rng.choice((1, 1, 2)))):
        container[key] = rng.choice(VALUES)
    return dump(data).encode()


def _places(data: Any) -> Any:
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield data, key
        yield from _places(data[key])


def composed(rng: random.Random) -> bytes:
    """Fragments in any order."""
    parts = rng.choices(FRAGMENTS, k=rng.choice((3, 10, 40, 200)))
    return "".join(parts).encode("utf-8", "surrogatepass")


def inputs(corpus: Corpus, count: int, rng: random.Random) -> Any:
    """Names and bytes of `count` files."""
    documents = [document for document, _ in (*corpus.entry_files, *corpus.gotcha_files)]
    for _ in range(count):
        document = rng.choice(documents)
        raw = document.text.encode()
        kind = rng.choices(("bytes", "lines", "values", "composed"), (3, 2, 4, 1))[0]
        if kind == "values":
            yield document.name, mutated_values(document.data, rng)
        elif kind == "composed":
            yield document.name, composed(rng)
        else:
            mutate = mutated_bytes if kind == "bytes" else mutated_lines
            yield document.name, mutate(raw, rng)


def main() -> int:
    """Run and print; return 1 if anything happened that must not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", metavar="DIR", help="keep inputs that fail here")
    options = parser.parse_args()
    corpus = Corpus.load(ROOT / "mappings")
    linter = Linter(corpus)
    counts: Counter[str] = Counter()
    slowest, failures = 0.0, 0
    for name, raw in inputs(corpus, options.inputs, random.Random(options.seed)):
        start = time.process_time()
        try:
            problems = linter.lint(name, raw)
        except Exception:
            failures += 1
            _keep(options.keep, f"crash-{options.seed}-{failures}", name, raw)
            counts[traceback.format_exc().strip().splitlines()[-1][:150]] += 1
            continue
        spent = time.process_time() - start
        slowest = max(slowest, spent)
        counts["clean" if not problems else "with problems"] += 1
        if spent > SECONDS:
            counts["slow"] += 1
            _keep(options.keep, f"slow-{options.seed}-{counts['slow']}", name, raw)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    for outcome, count in counts.most_common():
        print(f"{count:8}  {outcome}")
    print(f"exceptions {failures}, slowest {slowest:.3f} s, peak {peak:.0f} MB")
    return 1 if failures or counts["slow"] or peak > MEGABYTES else 0


def _keep(folder: str | None, stem: str, name: str, raw: bytes) -> None:
    if folder is not None:
        Path(folder).mkdir(parents=True, exist_ok=True)
        Path(folder, f"{stem}.yaml").write_bytes(raw)
        Path(folder, f"{stem}.name").write_text(name, "utf-8")


if __name__ == "__main__":
    sys.exit(main())
