"""A process with one library that runs code and says what CPU time it takes, on one thread.

`benchmarks/speed.py` starts it. It reads pickled questions and answers each. The code of examples
is run as it is: it is this project's own.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import struct
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, BinaryIO

# Settled by the environment before a library is loaded: one thread, whatever the library uses.
THREADS = {
    **{"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    **{"FLAGS_paddle_num_threads": "1", "CPU_NUM": "1"},
}


@dataclass(frozen=True, slots=True)
class Piece:
    """Code with its inputs, as specifications, and what a layer that it makes is called with.

    `key` tells it from all others.
    """

    key: str
    code: str
    inputs: tuple[tuple[str, Any], ...]
    call: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """What one run of a piece showed.

    `largest` is the number of elements of the largest tensor that goes in or comes out, `values`
    what is known of each tensor of the result: its shape and, of its numbers, a few sums.
    """

    largest: int
    values: tuple[tuple[tuple[int, ...], tuple[float, ...]], ...]
    seconds: float
    changes: bool
    trains: bool
    weights: bool


class Bench:
    """One library, and the pieces that it is asked to run."""

    def __init__(self, name: str) -> None:
        from verify_mappings.inside import session

        if name == "torch":
            from verify_mappings.inside import torch_adapter as adapter
        else:
            from verify_mappings.inside import paddle_adapter as adapter
        self._session = session
        # The same random inputs are asked for again and again, and copied by whoever takes them.
        session.input_array = _kept(session.input_array)  # type: ignore[attr-defined]
        self.library = adapter.open_library()
        self.name = name
        self._last: tuple[str, bool, Any] | None = None

    def seen(self, piece: Piece, training: bool = False) -> Seen:
        """Run a piece, once to warm up and once to look; raise what it raises.

        With `training` it is found out, too, whether there are gradients.
        """
        scope = self._scope(piece, training=False)
        given = self._tensors(scope.values())
        before = [self._mark(tensor) for tensor in given]
        step, ran = self._step(piece, scope)
        step()
        start = time.process_time_ns()
        result = step()
        seconds = (time.process_time_ns() - start) / 1e9
        changes = before != [self._mark(tensor) for tensor in given]
        results = self._tensors([result])
        if changes:
            # What is looked at comes of one run alone.
            step, scope = self._step(piece, self._scope(piece, training=False))
            results = [*self._tensors([step()]), *self._tensors(scope[n] for n, _ in piece.inputs)]
        known = tuple((tuple(t.shape), self._sums(t)) for t in results)
        sizes = [_product(t.shape) for t in (*given, *results)]
        trains = training and self._trains(piece)
        made = any(self.library.is_module(value) for value in ran.values())
        return Seen(max(sizes, default=0), known, seconds, changes, trains, made)

    def measured(self, piece: Piece, training: bool, changes: bool, least: float) -> float:
        """The CPU seconds of one call, from as many calls as take `least` seconds."""
        if self._last is None or self._last[:2] != (piece.key, training):
            self._last = (piece.key, training, self._scope(piece, training))
            self._run(piece, training, changes, 1)
        # Where each call needs inputs of its own, making them is most of the work: few will do.
        most = 20 if training or changes else 10_000
        count, took = 1, self._run(piece, training, changes, 1)
        while took < least and count < most:
            count = min(int(count * max(2.0, 1.2 * least / max(took, 1e-7))), most)
            took = self._run(piece, training, changes, count)
        return took / count

    def _run(self, piece: Piece, training: bool, changes: bool, count: int) -> float:
        assert self._last is not None
        scope = self._last[2]
        if not (training or changes):
            step, _ = self._step(piece, dict(scope))
            step()
            start = time.process_time_ns()
            for _ in range(count):
                step()
            return (time.process_time_ns() - start) / 1e9
        total = 0
        for _ in range(count):
            step, own = self._step(piece, {k: self._afresh(v) for k, v in scope.items()})
            leaves = self._leaves(scope) if training else []
            start = time.process_time_ns()
            result = step()
            if training:
                self._gradients(result, own, leaves)
            total += time.process_time_ns() - start
        return total / 1e9

    def _scope(self, piece: Piece, training: bool) -> dict[str, Any]:
        from verify_mappings.job import Job

        job = Job(
            **{"directory": "", "code": piece.code, "name": self.name, "inputs": piece.inputs},
            **{"phases": ("plain",), "call": piece.call},
        )
        session = self._session.Session(self.library, job)
        if training:
            session.differentiate = self._session.differentiable_inputs(job)
        session.make_inputs()
        # Leaves are what is kept; each run has copies of them that are none.
        return {**session.values, **session.leaves}

    def _step(
        self, piece: Piece, scope: dict[str, Any]
    ) -> tuple[Callable[[], Any], dict[str, Any]]:
        """What is timed: the code, or the call of the layer that it makes."""
        scope = {"__name__": "example", self.name: self.library.module, **scope}
        code = self._session.compiled(piece.code)
        inputs = dict(piece.inputs)

        def whole() -> Any:
            exec(code, scope)
            return scope.get("result")

        if "result" in piece.code and _makes_a_layer(piece.code):
            layer = whole()
            names = [n for n in inputs if not self.library.is_module(scope[n])]
            arguments = [scope[n] for n in (piece.call if piece.call is not None else names)]
            if self.library.is_module(layer) and self.library.can_call(layer) and arguments:
                return lambda: layer(*arguments), scope
        return whole, scope

    def _afresh(self, value: Any) -> Any:
        return self.library.copy(value) if self.library.is_tensor(value) else value

    def _leaves(self, scope: Mapping[str, Any]) -> list[Any]:
        return [v for v in scope.values() if self.library.is_tensor(v) and self._wants(v)]

    def _wants(self, tensor: Any) -> bool:
        return bool(tensor.requires_grad if self.name == "torch" else not tensor.stop_gradient)

    def _gradients(self, result: Any, scope: Mapping[str, Any], leaves: list[Any]) -> bool:
        """The gradients of the sum of a result; whether there are any."""
        given = [t for t in self._tensors([result]) if self._is_real(t) and self._wants(t)]
        if not given:
            given = [t for t in self._tensors(scope.values()) if self._is_real(t) and not t.is_leaf]
        layers = [value for value in scope.values() if self.library.is_module(value)]
        weights = [p for layer in layers for p in layer.parameters() if self._wants(p)]
        if not given or not (leaves or weights):
            return False
        total = given[0].sum()
        for other in given[1:]:
            total = total + other.sum()
        package: Any = self.library.module
        grad = package.autograd.grad if self.name == "torch" else package.grad
        grad(total, [*leaves, *weights], allow_unused=True)
        return True

    def _is_real(self, tensor: Any) -> bool:
        return self.library.dtype(tensor).startswith(("float", "bfloat"))

    def _trains(self, piece: Piece) -> bool:
        try:
            scope = self._scope(piece, training=True)
            step, own = self._step(piece, {k: self._afresh(v) for k, v in scope.items()})
            return self._gradients(step(), own, self._leaves(scope))
        except Exception:  # the forward pass is timed alone
            return False

    def _tensors(self, values: Iterable[Any]) -> list[Any]:
        return [*self.library.tensors([v for v in values if not hasattr(v, "__next__")])]

    def _mark(self, tensor: Any) -> tuple[Any, ...]:
        version = tensor._version if self.name == "torch" else tensor.inplace_version
        return tuple(tensor.shape), version

    def _sums(self, tensor: Any) -> tuple[float, ...]:
        import numpy as np

        array = np.asarray(self.library.array(self.library.dense(tensor))).ravel()
        some = array[:: max(1, array.size // 20_000)]
        with np.errstate(all="ignore"):
            wide = some.astype("complex128" if array.dtype.kind == "c" else "float64")
            finite = wide[np.isfinite(wide)]
            places = np.linspace(0.5, 1.5, len(finite))
            parts = (np.abs(finite).mean(), np.abs((finite * places).mean())) if len(finite) else ()
            return (float(len(finite)), *map(float, parts))


def _kept(make: Callable[..., Any]) -> Callable[..., Any]:
    """The last arrays that were made, by their names and what they are."""
    last = lru_cache(maxsize=16)(make)

    def made(name: str, spec: Any, rank: int = 0) -> Any:
        random = type(spec).__name__ == "RandomTensor"
        return last(name, spec, rank) if random else make(name, spec, rank)

    return made


def _makes_a_layer(code: str) -> bool:
    return "result(" not in code


def _product(shape: Sequence[int]) -> int:
    total = 1
    for size in shape:
        total *= int(size)
    return total


def send(stream: BinaryIO, value: Any) -> None:
    """Write one message."""
    data = pickle.dumps(value)
    stream.write(struct.pack("<q", len(data)) + data)
    stream.flush()


def receive(stream: BinaryIO) -> Any:
    """Read one message; raise EOFError at the end."""
    head = stream.read(8)
    if len(head) < 8:
        raise EOFError
    return pickle.loads(stream.read(struct.unpack("<q", head)[0]))


def _told(bench: Bench, asked: str, *parts: Any) -> Seen | float | str:
    """One answer; the text of the error where there is none."""
    try:
        return bench.seen(*parts) if asked == "seen" else bench.measured(*parts)
    except Exception as error:
        lines = str(error).strip().splitlines() or [""]
        return f"{type(error).__name__}: {lines[-1][:160]}"


def main() -> None:
    """Answer until nothing more is asked."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what the libraries print is no answer
    bench = Bench(sys.argv[1])
    send(answers, bench.library.version)
    with contextlib.suppress(EOFError):
        while True:
            send(answers, [_told(bench, *question) for question in receive(sys.stdin.buffer)])
