"""What CPU time the Paddle code of mappings takes, beside PyTorch and Paddle's own nearest call.

Run it with `.venv/bin/python benchmarks/speed.py --write`: it times the examples of the 300 APIs
that are used most, at about 1e3, 1e5 and 1e6 elements, forward and with gradients, on one thread,
and keeps the ratios in `lint/mapping_model/speed.json`, from which pages tell what is slow. Names
of APIs measure these alone (others keep their lines), `--print` shows what is recorded. It takes
half an hour. The other ways in Paddle that code is held against must give the same: the call of the
entry's target without its cases, the example's own code, the code without newer targets, and what
stands in `BETTER`.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import datetime
import fcntl
import json
import math
import os
import select
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from growing import Grown, Way, grown, ways_of
from speed_figures import SIZES, print_record
from timing import THREADS, Piece, Seen, receive, send

from mapping_model.applying.code import candidates
from mapping_model.applying.examples import variables_of
from mapping_model.corpus import Corpus
from mapping_model.coverage import read_uses
from mapping_model.entry import Entry, Example
from mapping_model.inputs import InputError
from mapping_model.outcomes import Outcome
from mapping_model.results import mapping_hash
from mapping_model.snapshots import PADDLE, load_snapshot
from mapping_model.speed import SPEED, Point, Timed
from verify_mappings.processor import this_processor
from verify_mappings.runs.cases import cases_of

ROOT = Path(__file__).parents[1]
COUNT = 300
ROUNDS = 3
# Seconds of CPU time: that one measurement takes at least, and that one call may take at most.
LEAST, MOST = 0.0015, 0.8
# Seconds until a process is taken to hang.
PATIENCE = 60.0
# What Paddle has that is better than the target of an entry: code for an example, by API and key.
BETTER: Mapping[tuple[str, str], str] = {
    ("torch.nn.functional.log_softmax", "1"): "result = x - paddle.logsumexp(x, 1, keepdim=True)",
    ("torch.log_softmax", "1"): "result = x - paddle.logsumexp(x, 0, keepdim=True)",
    ("torch.Tensor.log_softmax", "1"): "result = x - paddle.logsumexp(x, 0, keepdim=True)",
    ("torch.special.log_softmax", "1"): "result = x - paddle.logsumexp(x, 0, keepdim=True)",
    ("torch.nn.LogSoftmax", "1"): "result = x - paddle.logsumexp(x, -1, keepdim=True)",
    ("torch.Tensor.pow", "1"): "result = paddle.square(x)",
    ("torch.Tensor.pow", "2"): "result = paddle.rsqrt(x)",
    ("torch.pow", "5"): "paddle.assign(paddle.square(x), y)",
    ("torch.Tensor.__pow__", "3"): "result = x * x",
    ("torch.Tensor.repeat_interleave", "1"): (
        "result = paddle.tile(x.flatten().unsqueeze(1), [1, 2]).flatten()"
    ),
    ("torch.index_select", "1"): "result = paddle.gather(x, i, 1)",
    # A list for all dimensions goes another way inside Paddle.
    ("torch.nn.functional.pad", "1"): (
        "result = paddle.nn.functional.pad(x, (0, 0, 0, 0, 0, 3, 1, 2))"
    ),
    ("torch.nn.functional.pad", "2"): (
        "result = paddle.nn.functional.pad(x, (0, 0, 0, 0, 3, 1, 1, 2), value=-1.5)"
    ),
    ("torch.nn.ZeroPad2d", "1"): ("result = paddle.nn.functional.pad(x, (0, 0, 0, 0, 2, 3, 1, 0))"),
    ("torch.nn.ConstantPad2d", "1"): (
        "result = paddle.nn.functional.pad(x, (0, 0, 0, 0, 2, 3, 1, 0), value=-1.5)"
    ),
}


class Process:
    """One library in a process of its own, started anew when it ends."""

    def __init__(self, library: str) -> None:
        self._library = library
        # Examples write files beside them.
        self._folder = tempfile.TemporaryDirectory(prefix="speed-")
        self.version = ""
        self._start()

    def _start(self) -> None:
        command = [sys.executable, "-c", "import timing; timing.main()", self._library]
        paths = os.pathsep.join([str(ROOT / "lint"), str(ROOT / "benchmarks")])
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._folder.name,
            env={**os.environ, **THREADS, "PYTHONPATH": paths},
        )
        self.version = self._answer(PATIENCE)

    def ask(self, *question: Any) -> Any:
        """An answer; the text of an error where there is none."""
        return self.ask_all([question])[0]

    def ask_all(self, questions: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The answers to several questions, which wait for each other once."""
        assert self._process.stdin is not None
        try:
            send(self._process.stdin, questions)
            return self._answer(PATIENCE)  # type: ignore[no-any-return]
        except (EOFError, OSError, TimeoutError) as error:
            self.end()
            self._start()
            if len(questions) > 1:
                return [self.ask(*question) for question in questions]
            return ["takes too long" if isinstance(error, TimeoutError) else "ends the process"]

    def _answer(self, seconds: float) -> Any:
        stream = self._process.stdout
        assert stream is not None
        if not select.select([stream], [], [], seconds)[0]:
            raise TimeoutError
        return receive(stream)  # type: ignore[arg-type]

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()


@dataclass(frozen=True, slots=True)
class Codes:
    """The code of a mapping, and other Paddle code that may give the same, with what it is."""

    code: str
    others: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Subject:
    """One example to be timed. `write` gives the Paddle code for it, grown in some way."""

    name: str
    key: str
    example: Example
    mapping: str
    write: Callable[[Way | None, Grown], Codes | None]


@dataclass(frozen=True, slots=True)
class Found:
    """What was measured of an example, or why nothing was; `stopped` says why not at all sizes."""

    subject: Subject
    timed: Timed | None
    why: str = ""
    stopped: str = ""


class Bench:
    """Both libraries, and what is asked of them."""

    def __init__(self) -> None:
        self.torch = Process("torch")
        self.paddle = Process("paddle")

    def end(self) -> None:
        """End both."""
        self.torch.end()
        self.paddle.end()

    def found(self, subject: Subject) -> Found:
        """Time one example at the sizes to which it can be grown, else as it is."""
        asis = Grown(subject.example.torch, _plain_inputs(subject.example))
        first = self.torch.ask("seen", _piece(asis.torch, asis, subject.example))
        if isinstance(first, str):
            return Found(subject, None, f"PyTorch: {first}")
        codes = subject.write(None, asis)
        if codes is None:
            return Found(subject, None, "no code is written")
        points: dict[tuple[int, bool], tuple[Point, str]] = {}
        stopped = ""
        for way in self._ways(subject, first)[:2]:
            stopped = self._along(subject, way, points)
            if not stopped:
                break
        if not points:
            why = self._at(subject, None, asis, points)
            if why:
                return Found(subject, None, why)
            stopped = stopped or "nothing in it grows"
        worst = max((p for p in points.values() if p[0].slow), key=_own, default=None)
        told = [points[key][0] for key in sorted(points)]
        known = dict(codes.others)
        better = known.get(worst[1], "").strip() if worst else None
        timed = Timed(subject.key, subject.mapping, tuple(told), better)
        return Found(subject, timed, stopped=stopped)

    def _ways(self, subject: Subject, first: Seen) -> list[Way]:
        """The ways that work, the best first: all inputs and the result grow, of the most axes."""
        found: list[tuple[tuple[int, int], Way]] = []
        inputs = len({name for name, spec in subject.example.inputs})
        for way, seen in self._tried(subject):
            if seen.largest <= first.largest:
                continue
            grows = int(_total(seen) > _total(first))
            touched = len({name for name, _ in way.axes})
            paddle = self._equal(subject, way, 2, seen)
            if not paddle:
                continue
            found.append(((touched, grows), way))
            # After the one that grows most, others are for where it takes too long: one axis alone.
            enough = len(way.axes) <= inputs or len(found) > 3
            if enough and ((touched == inputs and grows) or len(found) > 5):
                break
        found.sort(key=lambda pair: pair[0], reverse=True)
        return [way for _, way in found]

    def _tried(self, subject: Subject) -> Iterator[tuple[Way, Seen]]:
        """The ways that PyTorch runs, tried together so that nobody waits for each."""
        ways = ways_of(subject.example)
        for start in range(0, len(ways), 20):
            pieces: dict[Way, Piece] = {}
            for way in ways[start : start + 20]:
                with contextlib.suppress(InputError, ValueError, MemoryError):
                    larger = grown(subject.example, way, 2)
                    pieces[way] = _piece(larger.torch, larger, subject.example)
            told = self.torch.ask_all([("seen", piece) for piece in pieces.values()])
            yield from ((w, s) for w, s in zip(pieces, told, strict=True) if isinstance(s, Seen))

    def _seen_torch(self, subject: Subject, way: Way, factor: int) -> Seen | None:
        try:
            larger = grown(subject.example, way, factor)
        except (InputError, ValueError, MemoryError):
            return None
        told = self.torch.ask("seen", _piece(larger.torch, larger, subject.example))
        return told if isinstance(told, Seen) else None

    def _equal(self, subject: Subject, way: Way, factor: int, torch: Seen) -> bool:
        larger = grown(subject.example, way, factor)
        codes = subject.write(way, larger)
        if codes is None:
            return False
        told = self.paddle.ask("seen", _piece(codes.code, larger, subject.example))
        return isinstance(told, Seen) and alike(torch, told, _is_random(subject.example))

    def _along(
        self, subject: Subject, way: Way, points: dict[tuple[int, bool], tuple[Point, str]]
    ) -> str:
        """Time at each size; why it stopped before the largest."""
        small, large = (self._seen_torch(subject, way, factor) for factor in (4, 8))
        if small is None or large is None or large.largest <= small.largest:
            return "cannot be grown further"
        degree = math.log2(large.largest / small.largest)
        spent, at = max(large.seconds, 1e-6), large.largest
        for size in SIZES:
            if any(abs(math.log(key[0] / size)) < 1.0 for key in points):
                continue
            factor = max(2, round(8 * (size / large.largest) ** (1 / degree)))
            if spent * (size / at) ** 1.5 > MOST and size > at:
                return "takes too long"
            try:
                larger = grown(subject.example, way, factor)
            except (InputError, ValueError, MemoryError) as error:
                return str(error)
            before = time.monotonic()
            why = self._at(subject, way, larger, points)
            if why:
                return why
            if time.monotonic() - before > 40.0:
                return "takes too long"
            newest = max(points)
            spent, at = max(spent, self._spent), newest[0]
        return ""

    _spent = 0.0

    def _at(
        self,
        subject: Subject,
        way: Way | None,
        larger: Grown,
        points: dict[tuple[int, bool], tuple[Point, str]],
    ) -> str:
        """Time at one size, forward and with gradients; why it could not be."""
        example = subject.example
        codes = subject.write(way, larger)
        if codes is None:
            return "no code is written"
        torch = _piece(larger.torch, larger, example)
        seen = self.torch.ask("seen", torch, True)
        if isinstance(seen, str):
            return f"PyTorch: {seen}"
        labels = {code: label for label, code in codes.others}
        pieces = [_piece(code, larger, example) for code in (codes.code, *labels)]
        looks = self.paddle.ask_all([("seen", piece, True) for piece in pieces])
        if isinstance(looks[0], str):
            return f"Paddle: {looks[0]}"
        if not alike(seen, looks[0], _is_random(example)):
            return "gives something else when it is grown"
        right = [
            (piece, look)
            for piece, look in zip(pieces, looks, strict=True)
            if isinstance(look, Seen)
            and alike(seen, look, _is_random(example))
            # What is slower than the mapping's code need not be waited for.
            and look.seconds <= 3 * looks[0].seconds + 1e-4
        ]
        self._spent = max(seen.seconds, looks[0].seconds)
        for training in (False, True):
            if training and not (seen.trains and looks[0].trains):
                continue
            able = [pair for pair in right if pair[1].trains or not training]
            measured = self._rounds(torch, seen, able, training)
            if measured is not None:
                micro, ratio, own, best = measured
                point = Point(seen.largest, micro, ratio, own, training)
                points[seen.largest, training] = (point, labels.get(best, ""))
        return "" if points else "could not be timed"

    def _rounds(
        self, torch: Piece, seen: Seen, right: Sequence[tuple[Piece, Seen]], training: bool
    ) -> tuple[float, float, float | None, str] | None:
        """The medians: microseconds, and the ratios to PyTorch and to the best of other ways."""
        # A call that takes long is called once; else all rounds follow each other in each library.
        count = 1 if max(seen.seconds, right[0][1].seconds) > MOST / 4 else ROUNDS
        asked = ("measured", torch, training, seen.changes, LEAST)
        before = self.torch.ask_all([asked] * count)
        ours = self.paddle.ask_all(
            [
                ("measured", piece, training, look.changes, LEAST)
                for piece, look in right
                for _ in range(count)
            ]
        )
        if any(isinstance(one, str) for one in (*before, *ours)):
            return None
        rounds = [[before[n], *ours[n::count]] for n in range(count)]
        micro = statistics.median(one[1] for one in rounds) * 1e6
        ratio = statistics.median(one[1] / one[0] for one in rounds)
        owns = [
            (statistics.median(one[1] / one[place] for one in rounds), right[place - 1][0].code)
            for place in range(2, len(right) + 1)
        ]
        own, best = max(owns, default=(None, ""))
        # A ratio may be very small: a way in Paddle that is a thousand times slower.
        return round(micro, 1), round(ratio, 2), own and float(f"{own:.3g}"), best


def alike(torch: Seen, paddle: Seen, random: bool = False) -> bool:
    """Whether both runs gave the same, as far as a few sums tell; of random ones, the shapes."""
    if [shape for shape, _ in torch.values] != [shape for shape, _ in paddle.values]:
        return False
    if random or torch.weights:
        return True
    pairs = zip(torch.values, paddle.values, strict=True)
    return all(
        len(one) == len(other)
        and all(
            math.isclose(a, b, rel_tol=2e-3, abs_tol=1e-4) for a, b in zip(one, other, strict=True)
        )
        for (_, one), (_, other) in pairs
    )


def _own(pair: tuple[Point, str]) -> float:
    return pair[0].own or 0.0


def _total(seen: Seen) -> int:
    return sum(math.prod(shape) for shape, _ in seen.values)


def _is_random(example: Example) -> bool:
    return bool(example.compare.random)


def _plain_inputs(example: Example) -> tuple[tuple[str, Any], ...]:
    return tuple(example.inputs)


def _piece(code: str, larger: Grown, example: Example) -> Piece:
    key = f"{id(larger)} {hash(code)} {time.monotonic_ns()}"
    return Piece(key, code, tuple(larger.inputs), example.call and tuple(example.call))


def subjects_of(corpus: Corpus, name: str, release: str) -> Iterator[Subject]:
    """The examples of an API; those of its limits are there to depart, samples have no code."""
    snapshot, plain, entry = load_snapshot("paddle", release), _plain(corpus), corpus.entries[name]
    for case in cases_of(corpus, name):
        if case.name == name:
            yield Subject(
                *(name, case.key, case.example, mapping_hash(entry)),
                _writer(corpus, plain, snapshot, name, case.key, case.example),
            )


def _writer(
    corpus: Corpus,
    plain: Callable[[str], Entry | None],
    snapshot: Any,
    name: str,
    key: str,
    example: Example,
) -> Callable[[Way | None, Grown], Codes | None]:
    variables = variables_of(example)

    def write(way: Way | None, larger: Grown) -> Codes | None:
        try:
            found = candidates(larger.torch, corpus.resolve, snapshot, variables)
            simple = candidates(larger.torch, plain, snapshot, variables)
        except SyntaxError:
            return None
        codes = [one.code for one in found if not one.undone]
        if not codes:
            return None
        others = [("older", code) for code in codes[1:]]
        others += [("plain", one.code) for one in simple if not one.undone]
        if way is None or not way.numbers:
            others.append(("example", example.paddle))
            others += [("better", BETTER[name, key])] if (name, key) in BETTER else []
        known = {_same(codes[0])}
        return Codes(codes[0], tuple(one for one in others if _is_new(one[1], known)))

    return write


def _is_new(code: str, known: set[str]) -> bool:
    same = _same(code)
    return same not in known and not known.add(same)


def _same(code: str) -> str:

    try:
        return ast.dump(ast.parse(code))
    except SyntaxError:
        return code


def _plain(corpus: Corpus) -> Callable[[str], Entry | None]:
    """Entries without their cases: what a call of the target alone gives."""

    def resolve(name: str) -> Entry | None:
        entry = corpus.resolve(name)
        if entry is None:
            return None
        variants = tuple(
            replace(variant, write=(), newer=()) if variant.paddle else variant
            for variant in entry.variants
        )
        return replace(entry, variants=variants)

    return resolve


def _cannot(example: Example) -> str:
    """Why an example is not timed at all."""
    if example.cannot_run:
        return "cannot be run"
    if example.compare.raises:
        return "raises an error"
    if example.processes > 1:
        return "needs several processes"
    if example.expect is not Outcome.EQUAL:
        return f"is there to be {example.expect}"
    return ""


def needless(subject: Subject) -> str:
    """Why an example need not be timed: it is no first one, and Paddle has one way alone for it."""
    if subject.key.rpartition(".")[2] == "1":
        return ""
    plain = Grown(subject.example.torch, _plain_inputs(subject.example))
    codes = subject.write(None, plain)
    return "" if codes is None or codes.others else "is called as the first one is"


def main() -> int:
    """Measure, and print or write what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="API")
    parser.add_argument("--write", action="store_true", help="write it to where it is read")
    parser.add_argument("--missing", action="store_true", help="only what is not recorded")
    parser.add_argument("--print", action="store_true", help="what is recorded; measures nothing")
    parser.add_argument("--count", type=int, default=COUNT, help="so many of the most used APIs")
    options = parser.parse_args()
    corpus, release = Corpus.load(ROOT / "mappings"), PADDLE[-1]
    names = options.names or most_used(corpus, options.count)
    sources = list(dict.fromkeys(s.torch for n in names if (s := corpus.resolve(n))))
    if options.print:
        print_record(json.loads(SPEED.read_text("utf-8")), names, sources)
        return 0
    record: dict[str, Any] = {}
    bench = Bench()
    try:
        for name in sources:
            if options.missing and _is_known(corpus.entries[name]):
                continue
            found = [_timed(bench, one) for one in subjects_of(corpus, name, release)]
            mine = _record(bench, found)
            record = {**mine, "apis": {**record.get("apis", {}), **mine["apis"]}}
            if options.write:
                _keep(mine)
    finally:
        bench.end()
    print_record(record, names, sources)
    return 0


def _timed(bench: Bench, subject: Subject) -> Found:
    why = _cannot(subject.example) or needless(subject)
    found = Found(subject, None, why) if why else bench.found(subject)
    print(_line(found), flush=True)
    return found


def _is_known(entry: Entry) -> bool:
    """Whether there is a line for the mapping of an entry as it is now."""
    own = _recorded()["apis"].get(entry.torch)
    return own is not None and own["mapping"] == mapping_hash(entry)


def _recorded() -> dict[str, Any]:
    with SPEED.open(encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        return json.load(file)  # type: ignore[no-any-return]


def _keep(record: Mapping[str, Any]) -> None:
    """Write what was measured over what is recorded of the same APIs; several may do so at once."""
    with SPEED.open("r+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        before = json.loads(file.read())
        text = _text({**record, "apis": {**before["apis"], **record["apis"]}})
        file.seek(0)
        file.truncate()
        file.write(text)


def most_used(corpus: Corpus, count: int) -> list[str]:
    """The APIs with an entry that code uses most."""
    uses = read_uses().counts
    return [n for n in sorted(uses, key=lambda n: -uses[n]) if n in corpus.entries][:count]


def _line(found: Found) -> str:
    subject = found.subject
    if found.timed is None:
        return f"{subject.name} {subject.key}: not timed, {found.why}"
    points = "; ".join(
        f"{p.elements}{' trained' if p.training else ''} {p.microseconds}us {p.torch}"
        + (f" (own {p.own})" if p.own is not None else "")
        for p in found.timed.points
    )
    slow = " SLOW" if found.timed.worst else ""
    return f"{subject.name} {subject.key}: {points}{slow}" + (
        f" [{found.stopped}]" if found.stopped else ""
    )


def _record(bench: Bench, all_found: Sequence[Found]) -> dict[str, Any]:
    apis: dict[str, dict[str, Any]] = {}
    for found in all_found:
        own = apis.setdefault(found.subject.name, {})
        own["mapping"] = found.subject.mapping
        if found.timed is None:
            own[found.subject.key] = {"why": found.why}
            continue
        points = [[p.elements, p.microseconds, p.torch, *_rest(p)] for p in found.timed.points]
        own[found.subject.key] = {"points": points}
        if found.timed.better:
            own[found.subject.key]["better"] = found.timed.better
        if found.stopped:
            own[found.subject.key]["stopped"] = found.stopped
    return {
        "torch": bench.torch.version,
        "paddle": bench.paddle.version,
        "processor": str(this_processor()),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "apis": apis,
    }


def _rest(point: Point) -> list[float | int | None]:
    if point.training:
        return [point.own, 1]
    return [] if point.own is None else [point.own]


def _text(record: Mapping[str, Any]) -> str:
    head = {name: value for name, value in record.items() if name != "apis"}
    lines = (f"{json.dumps(n)}: {json.dumps(v)}" for n, v in sorted(record["apis"].items()))
    start = json.dumps(head)[:-1]
    return f"{start},\n" + '"apis": {\n' + ",\n".join(lines) + "\n}}\n"


if __name__ == "__main__":
    sys.exit(main())
