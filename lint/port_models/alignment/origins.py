"""Of which layers' results PyTorch's model computes something, and in which lines of its code.

The order in which layers run does not say that: where code between layers is wrong, others that
have nothing to do with it may run in between.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from port_models.alignment.trace import flat

_FRAME = re.compile(r'^\s*File "(?P<file>.+)", line (?P<line>\d+), in')
# Code of the library itself, of this program, and of the interpreter.
_LIBRARY = Path(torch.__file__).parent
_OURS = Path(__file__).parents[1]
# Where a recorded node keeps the frames that made it, in anomaly mode.
_FRAMES = "traceback_"


@dataclass(slots=True)
class Origins:
    """The calls whose results something is computed of, and the lines of each file that do it."""

    # By layer and time.
    calls: list[tuple[str, int]] = field(default_factory=list)
    lines: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))

    def where(self) -> str:
        """The places in words: `model.py:41, 43 to 45`; empty where nothing is known."""
        return "; ".join(
            f"{Path(file).name}:{', '.join(_spans(sorted(lines)))}"
            for file, lines in sorted(self.lines.items())
        )


class _Found(Exception):
    """What was looked for has been reached: the rest of the model is not needed."""


class _Watch:
    """Which call gave which node of the graph, until the one is reached that is asked for."""

    def __init__(self, layer: str, time: int, result: bool) -> None:
        self._asked, self._result = (layer, time), result
        self._times: defaultdict[str, int] = defaultdict(int)
        self._open: list[tuple[str, int]] = []
        self._inside: set[Any] = set()
        self._made: dict[Any, tuple[str, int]] = {}
        self.found = Origins()

    def before(self, name: str, args: Any) -> None:
        self._times[name] += 1
        call = name, self._times[name]
        self._open.append(call)
        if call == self._asked:
            self._inside = {tensor.grad_fn for tensor in _tensors(args)}
            if not self._result:
                self._trace(args)

    def after(self, output: Any) -> None:
        call = self._open.pop()
        if call == self._asked:
            self._trace(output)
        for tensor in _tensors(output):
            if tensor.grad_fn is not None:
                self._made[tensor.grad_fn] = call

    def _trace(self, value: Any) -> None:
        """Walk back from tensors to results of calls, over the code between."""
        todo = [tensor.grad_fn for tensor in _tensors(value)]
        seen: set[Any] = {None}
        calls = set()
        while todo:
            node = todo.pop()
            if node in seen:
                continue
            seen.add(node)
            if node in self._made:
                calls.add(self._made[node])
                continue
            if self._result and node in self._inside:
                continue
            for file, line in _frames(node.metadata.get(_FRAMES, ())):
                self.found.lines[file].add(line)
            todo += [following for following, _ in node.next_functions]
        order = list(dict.fromkeys(self._made.values()))
        self.found.calls = [call for call in order if call in calls]
        raise _Found


def origins(model: torch.nn.Module, given: Any, layer: str, time: int, result: bool) -> Origins:
    """Of what a call is given, or with `result` of what it gives, computed by its own code.

    Nothing is found of what has no gradient, and where the model cannot run with one.
    """
    watch = _Watch(layer, time, result)
    handles = []
    for name, module in model.named_modules():
        handles += [
            module.register_forward_pre_hook(
                lambda _, args, kwargs, name=name: watch.before(name, (*args, *kwargs.values())),
                with_kwargs=True,
            ),
            module.register_forward_hook(lambda _, __, output: watch.after(output)),
        ]
    try:
        with torch.enable_grad():
            values = _with_gradient(given)
        with _recording(model):
            model(**values) if isinstance(values, dict) else model(*values)
    except _Found:
        return watch.found
    except (Exception, SystemExit):  # of the user's code, which does not stand gradients
        return Origins()
    finally:
        for handle in handles:
            handle.remove()
    return Origins()


@contextmanager
def _recording(model: torch.nn.Module) -> Iterator[None]:
    """All parameters have gradients, and each node of the graph the frames that made it."""
    asked = {parameter: parameter.requires_grad for parameter in model.parameters()}
    try:
        for parameter in asked:
            if parameter.is_floating_point() or parameter.is_complex():
                parameter.requires_grad_(True)
        with (
            torch.enable_grad(),
            torch.autograd.set_detect_anomaly(True, check_nan=False),
        ):
            yield
    finally:
        for parameter, value in asked.items():
            parameter.requires_grad_(value)


def _with_gradient(given: Any) -> Any:
    """What the model is called with; what floats do not come from a layer has a gradient, too."""
    if isinstance(given, dict):
        return {name: _with_gradient(value) for name, value in given.items()}
    if isinstance(given, list):
        return [_with_gradient(value) for value in given]
    if isinstance(given, torch.Tensor) and (given.is_floating_point() or given.is_complex()):
        # Of its own, since models write into what they are given.
        return given.requires_grad_(True) * 1
    return given


def _tensors(value: Any) -> Iterable[torch.Tensor]:
    tensors: Iterable[torch.Tensor] = flat(value, torch.Tensor)
    return tensors


def _frames(told: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The innermost line of the user's code among the frames that made a node."""
    for frame in reversed(told):
        if match := _FRAME.match(frame):
            path = Path(match["file"])
            if path.is_relative_to(_LIBRARY) or path.is_relative_to(_OURS):
                continue
            yield str(path), int(match["line"])
            return


def _spans(lines: Sequence[int]) -> Iterator[str]:
    """Numbers, those that follow each other as one: `3`, `5 to 7`."""
    start = previous = None
    for line in (*lines, None):
        if start is not None and previous is not None and line != previous + 1:
            yield f"{start}" if start == previous else f"{start} to {previous}"
            start = None
        start = line if start is None else start
        previous = line
