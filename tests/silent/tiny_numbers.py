"""Numbers that are nearly 0 or nearly equal: `python tests/silent/tiny_numbers.py [API ...]`.

The floats in the inputs of examples of functions and methods become such as 1e-30, 5e-16 and 1e-310
beside 0, and 1 beside its next neighbours, in float32 and float64, and the imaginary parts of
complex ones. Told is where Paddle, by what the mapping writes in the newest release, then gives
other bools or integers, or floats that are off by more than a thousandth, without an error. `KNOWN`
says why that needs no further word, or how it is told.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from silent_calls import ROOT, Answer, Call, call, examples, listed, unlike

from mapping_model.corpus import Corpus
from verify_mappings.command.environments import find_interpreter

_OWNERS = {"torch", "torch.Tensor", "torch.nn.functional", "torch.linalg", "torch.special"}
_ULP = {"float32": 2.0**-23, "float64": 2.0**-52}
# So many of the examples of an entry.
_EXAMPLES = 3
_NEAR = "limits tell of numbers that are less than 1e-15 apart"
_LIMIT = "a limit tells of it"
_SINGULAR = "such matrices are singular but for rounding"
KNOWN = {
    **dict.fromkeys(("torch.eq", "torch.ne", "torch.equal", "torch.isin", "torch.isreal"), _NEAR),
    **{f"torch.Tensor.{name}": _NEAR for name in ("__eq__", "__ne__", "eq", "eq_", "equal", "ne")},
    **{f"torch.Tensor.{name}": _NEAR for name in ("isreal", "ne_", "not_equal", "not_equal_")},
    **{f"torch.{name}": _LIMIT for name in ("erfinv", "special.erfinv", "special.ndtri")},
    **{f"torch.{name}": _LIMIT for name in ("std", "std_mean", "var", "var_mean")},
    **{f"torch.{name}": _LIMIT for name in ("float_power", "ldexp", "nn.functional.hardshrink")},
    **{f"torch.linalg.{name}": _LIMIT for name in ("matrix_norm", "lu_solve", "cond")},
    **{f"torch.{name}": _LIMIT for name in ("cholesky_inverse", "histogram", "histogramdd")},
    **{f"torch.Tensor.{name}": _LIMIT for name in ("erfinv", "erfinv_", "std", "var")},
    **{f"torch.Tensor.{name}": _LIMIT for name in ("float_power", "ldexp", "hardshrink")},
    **{f"torch.Tensor.{name}": _LIMIT for name in ("cholesky_inverse", "histogram")},
    **{f"torch.{name}": _SINGULAR for name in ("corrcoef", "pinverse", "qr", "linalg.qr")},
    **{f"torch.Tensor.{name}": _SINGULAR for name in ("corrcoef", "pinverse", "qr")},
    **{f"torch.linalg.{name}": _SINGULAR for name in ("pinv", "matrix_rank", "solve_ex")},
    "torch.linalg.tensorinv": _SINGULAR,
}


def calls(corpus: Corpus, names: list[str]) -> Iterator[Call]:
    """All of them."""
    seen: dict[str, int] = {}
    for name, _, example in examples(corpus, names):
        if name.rpartition(".")[0] not in _OWNERS or example.compare.random:
            continue
        found = call(corpus, name, example.torch, example)
        if found is None or seen.get(name, 0) == _EXAMPLES or has_layers(found):
            continue
        made = [one for one in variants(found) if one.inputs != found.inputs]
        seen[name] = seen.get(name, 0) + bool(made)
        yield from made


def has_layers(one: Call) -> bool:
    """Whether layers are passed, whose weights would have to be the same."""
    return any(kind == "module" for kind, _, _ in one.inputs.values())


def variants(one: Call) -> Iterator[Call]:
    """A call on tiny numbers and on near ones, in each dtype."""
    for dtype in ("float32", "float64", "complex64", "complex128"):
        for numbers in (_tiny(dtype), _near(dtype)):
            yield replace(one, inputs=filled(one.inputs, numbers, dtype))


def _tiny(dtype: str) -> list[float]:
    smallest = 1e-40 if dtype in ("float32", "complex64") else 1e-310
    return [0.0, 1e-30, -1e-30, 2.0, 1e-16, 5e-16, smallest, 1e-10, -2e-16, 1.0, 0.0]


def _near(dtype: str) -> list[float]:
    ulp = _ULP[{"complex64": "float32", "complex128": "float64"}.get(dtype, dtype)]
    return [1.0, 1.0 + ulp, 1.0 - ulp / 2, 2.0, 2.0 + 2 * ulp, 1.0 + 2 * ulp, 0.5, 0.5 + ulp / 2]


def filled(inputs: dict[str, Any], numbers: list[float], dtype: str) -> dict[str, Any]:
    """All inputs that are floats or complex, each beginning elsewhere among the numbers."""
    found, start = {}, 0
    for name, (kind, value, own) in inputs.items():
        if not own.startswith(("float", "complex")) or "parameter" in kind:
            found[name] = [kind, value, own]
            continue
        shape = value[0] if kind == "random" else _shape(value)
        taken = [numbers[(start + n) % len(numbers)] for n in range(math.prod(shape))]
        if dtype.startswith("complex"):
            turned = [numbers[(start + n * 3 + 1) % len(numbers)] for n in range(len(taken))]
            taken = [f"{a!r}{b:+}j" for a, b in zip(taken, turned, strict=True)]
        found[name] = ["literal", _folded(taken, shape), dtype]
        start += 1
    return found


def _shape(value: Any) -> list[int]:
    return (
        [len(value), *_shape(value[0])]
        if isinstance(value, list) and value
        else ([0] if isinstance(value, list) else [])
    )


def _folded(flat: list[Any], shape: list[int]) -> Any:
    if not shape:
        return flat[0]
    step = math.prod(shape[1:])
    return [_folded(flat[n * step : (n + 1) * step], shape[1:]) for n in range(shape[0])]


def differing(
    python: Path, found: list[Call], torch: Path | None = None
) -> Iterator[tuple[Call, str]]:
    """The calls that give something else in Paddle without an error."""
    return unlike(python, found, _otherwise, torch)


def _otherwise(one: Answer, other: Answer) -> Iterator[str]:
    if "items" in one and "items" in other and len(one["items"]) == len(other["items"]):
        for ours, theirs in zip(listed(one), listed(other), strict=True):
            yield from _otherwise(ours, theirs)
        return
    for part in ("real", "imag"):
        for a, b in zip(one.get(part, []), other.get(part, []), strict=False):
            if not _alike(a, b):
                yield f"{one.get('dtype', one['kind'])}: {a!r} is {b!r}"
                return


def _alike(one: float, other: float) -> bool:
    return (
        one == other
        or (one != one and other != other)
        or abs(one - other) <= 1e-3 + 1e-3 * abs(one)
    )


def main() -> int:
    """Tell them."""
    found = list(calls(Corpus.load(ROOT / "mappings"), sys.argv[1:]))
    told = list(differing(find_interpreter(None, ("torch", "paddle")), found))
    for one, what in told:
        known = f" ({KNOWN[one.api]})" if one.api in KNOWN else ""
        dtypes = sorted({dtype for _, _, dtype in one.inputs.values() if dtype})
        print(f"{one.api} {dtypes}: {one.torch.strip()!r} as {one.paddle.strip()!r}: {what}{known}")
    left = {one.api for one, _ in told} - {*KNOWN}
    print(f"{len(found)} calls of {len({one.api for one in found})} APIs, {len(told)} differ")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
