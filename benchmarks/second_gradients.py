"""Second gradients of every function that has one in both libraries, on ordinary input.

Run it with `.venv/bin/python benchmarks/second_gradients.py`, or with `--only torch.asin ...`.
Of each entry of a function or method it takes the first example whose result is equal, in float64,
and differentiates `result ** 3 + result` twice, in both libraries and on each Paddle release that
lies below `~/.cache/lint-mappings`. Where the first gradient is the same and the second is not,
that is told: `differs` (no error), `raises`, `nothing` (no gradient where PyTorch has one), or
`crashes`. The code of examples is run as it is: it is this project's own. It takes some minutes.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
CACHE = Path.home() / ".cache" / "lint-mappings"
# What a process runs: one line of JSON for each task, as soon as it is known.
RUNNER = """
import json, mmap, os, signal, sys, warnings
warnings.filterwarnings("ignore")
library, tasks = sys.argv[1], json.load(open(sys.argv[2]))
import numpy as np
np.random.seed(0)
if library == "torch":
    import torch as lib
    torch = lib
    lib.set_default_dtype(lib.float64)
    wants = lambda t: t.requires_grad
    grad = lib.autograd.grad
else:
    import paddle as lib
    paddle = lib
    lib.set_default_dtype("float64")
    wants = lambda t: not t.stop_gradient
    grad = lib.grad

def afresh():
    # What the example before has left otherwise.
    lib.set_grad_enabled(True)
    lib.set_default_dtype("float64" if library == "paddle" else lib.float64)
    if library == "paddle":
        lib.disable_static()

def made(spec):
    if "value" in spec:
        return spec["value"]
    array = np.array(spec["array"], spec["dtype"]).reshape(spec["shape"])
    tensor = lib.from_numpy(array) if library == "torch" else lib.to_tensor(array)
    if spec["dtype"] == "float64":
        if library == "torch":
            tensor.requires_grad_()
        else:
            tensor.stop_gradient = False
    return tensor

def flat(value):
    if isinstance(value, lib.Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [one for part in value for one in flat(part)]
    return []

def numbers(tensors):
    arrays = (None if t is None else np.asarray(t.detach().numpy(), "float64") for t in tensors)
    return [None if array is None else array.tolist() for array in arrays]

def run(task):
    inputs = {name: made(spec) for name, spec in task["inputs"].items()}
    trained = [t for t in inputs.values() if isinstance(t, lib.Tensor) and wants(t)]
    # In place it is not a leaf that is changed.
    scope = {n: t * 1 if isinstance(t, lib.Tensor) and wants(t) else t for n, t in inputs.items()}
    scope[library] = lib
    exec(task[library], scope)
    results = [t for t in flat(scope.get("result")) if "float" in str(t.dtype) and wants(t)]
    if not results or not trained:
        return {"none": True}
    total = sum((t * t * t + t).sum() for t in results)
    told = {"first": numbers(grad(total, trained, retain_graph=True, allow_unused=True))}
    try:
        first = grad(total, trained, create_graph=True, allow_unused=True)
        again = [g for g in first if g is not None and wants(g)]
        if again:
            second = grad(sum((g * g).sum() for g in again), trained, allow_unused=True)
            told["second"] = numbers(second)
    except Exception as error:
        told["error"] = str(error).strip().splitlines()[-1][:160]
    return told

places = list(map(int, sys.argv[3].split(",")))
# What one child does until it ends, the next one goes on behind.
done = mmap.mmap(-1, 4)
while (start := int.from_bytes(done[:4], "little")) < len(places):
    sys.stdout.flush()
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        reached = int.from_bytes(done[:4], "little")
        if reached < len(places):
            print("@" + json.dumps([places[reached], {"crash": True}]))
            done[:4] = (reached + 1).to_bytes(4, "little")
        continue
    for index in range(start, len(places)):
        done[:4] = index.to_bytes(4, "little")
        signal.alarm(20)
        afresh()
        try:
            told = run(tasks[places[index]])
        except Exception as error:
            told = {"none": True, "why": str(error)[:200]}
        print("@" + json.dumps([places[index], told]), flush=True)
    done[:4] = len(places).to_bytes(4, "little")
    os._exit(0)
"""


def tasks_of(only: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The examples to differentiate, with their inputs written out."""
    from mapping_model.corpus import Corpus
    from mapping_model.entry import Outcome
    from mapping_model.snapshots import torch_snapshot

    corpus, torch = Corpus.load(ROOT / "mappings"), torch_snapshot()
    for name in only or sorted(corpus.entries):
        entry, api = corpus.entries.get(name), torch.get(name)
        if (
            name.startswith("torch.distributed.")
            or entry is None
            or entry.alias_of
            or api is None
            or api.kind not in ("function", "method")
        ):
            continue
        examples = [one for variant in entry.variants for one in variant.examples]
        fitting = [one for one in examples if one.expect is Outcome.EQUAL and _is_plain(one)]
        for example in fitting[:1]:
            inputs = _inputs(example.inputs)
            if inputs is not None and "result" in example.torch:
                yield {
                    **{"name": name, "torch": example.torch, "paddle": example.paddle},
                    "inputs": inputs,
                }


def _is_plain(example: Any) -> bool:
    compare = example.compare
    return not (compare.random or compare.raises or example.processes > 1 or example.cannot_run)


def _inputs(given: Sequence[tuple[str, Any]]) -> dict[str, Any] | None:
    """What the inputs are, floating-point ones in float64; None where one is something else."""
    from mapping_model.inputs import (
        LiteralTensor,
        ParameterInput,
        RandomTensor,
        ScalarInput,
        ValueInput,
        parse_input,
    )
    from verify_mappings.inside.arrays import input_array

    found: dict[str, Any] = {}
    for name, written in given:
        spec = parse_input(written)
        spec = spec.tensor if isinstance(spec, ParameterInput) else spec
        if isinstance(spec, (ScalarInput, ValueInput)):
            found[name] = {"value": spec.value}
        elif isinstance(spec, (LiteralTensor, RandomTensor)) and spec.dtype not in _OTHERS:
            array = input_array(name, spec)
            dtype = "float64" if array.dtype.kind == "f" else spec.dtype
            found[name] = {"array": array.tolist(), "dtype": dtype, "shape": list(array.shape)}
        else:
            return None
    return found


_OTHERS = ("float16", "bfloat16", "complex64", "complex128")


def run(
    python: Path, library: str, tasks: Path, places: Sequence[int]
) -> dict[int, dict[str, Any]]:
    """What each of some tasks gives; what ends its process is left out of those behind it."""
    asked = ",".join(map(str, places))
    command = [str(python), "-c", RUNNER, library, str(tasks), asked]
    ended = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        cwd=tasks.parent,
    )
    lines = [line[1:] for line in ended.stdout.splitlines() if line.startswith("@")]
    return dict(map(json.loads, lines))


def judged(torch: dict[str, Any], paddle: dict[str, Any]) -> str | None:
    """How Paddle's second gradient departs; None where it does not, or something else does."""
    if "second" not in torch or paddle.get("none"):
        return None
    if paddle.get("crash"):
        return "crashes"
    if not _alike(torch["first"], paddle["first"]):
        return None
    if "error" in paddle:
        lacking = re.search(r"The Op (\w+) doesn't have any", paddle["error"])
        return f"raises: {lacking[1] if lacking else paddle['error']}"
    if "second" not in paddle:
        return None if _alike(torch["second"], [None] * len(torch["second"])) else "nothing"
    return None if _alike(torch["second"], paddle["second"]) else "differs"


def _alike(one: list[Any], other: list[Any]) -> bool:
    import numpy as np

    pairs = zip(one, other, strict=True)
    return all(
        np.allclose(0 if a is None else a, 0 if b is None else b, 1e-5, 1e-7, equal_nan=True)
        for a, b in pairs
    )


def interpreters() -> dict[str, Path]:
    """The Paddle releases that are at hand: this interpreter's, and those of the cache."""
    environments = sorted(CACHE.glob("paddle-*-python*"))
    return {path.name.split("-")[1]: path / "bin" / "python" for path in environments}


def main() -> int:
    """Run all and tell of each departure the functions, with the releases."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", default=[], metavar="API")
    parser.add_argument("--python", type=Path, default=Path(sys.executable))
    options = parser.parse_args()
    tasks = list(tasks_of(options.only))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "tasks.json")
        path.write_text(json.dumps(tasks), encoding="utf-8")
        torch = run(options.python, "torch", path, range(len(tasks)))
        asked = [place for place, told in torch.items() if "second" in told]
        print(f"{len(tasks)} examples, {len(asked)} with a second gradient in PyTorch")
        found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for release, python in {"newest": options.python, **interpreters()}.items():
            paddle = run(python, "paddle", path, asked)
            counts: Counter[str] = Counter()
            for place in asked:
                given = paddle.get(place, {"none": True})
                departs = judged(torch[place], given)
                if departs is not None:
                    kind = departs.partition(":")[0]
                    counts[kind] += 1
                    found[tasks[place]["name"]][departs].add(release)
                else:
                    counts["skipped" if given.get("none") else "alike"] += 1
            print(f"Paddle {release}: {dict(counts)}")
    for name, departures in sorted(found.items()):
        for departs, releases in departures.items():
            print(f"{name}\t{departs}\t{', '.join(sorted(releases))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
