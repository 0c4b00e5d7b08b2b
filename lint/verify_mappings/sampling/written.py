"""What a result is written to: `out` of its dtype and of others, of its shape and of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from mapping_model.inputs import InputSpec, LiteralTensor
from verify_mappings.inside.arrays import carrier
from verify_mappings.inside.library import Library
from verify_mappings.inside.session import Session
from verify_mappings.job import Job, Seed
from verify_mappings.sampling.mutating import cast, changed, fixed
from verify_mappings.sampling.sample import Sample

# Of what a tensor is made that is there to be written.
_UNWRITTEN = 1
_WIDE = ("float32", "float64")
_DTYPES = (*_WIDE, "int32", "int64", "complex64")


def written(library: Library, seeds: Sequence[Seed], dtype: str) -> Iterator[Sample]:
    """The samples of seeds whose tensors, if they have any, are of this dtype."""
    for seed, plain, tensors, own in fixed([seed for seed in seeds if seed.without_out]):
        cast_ones = {n: cast(spec, dtype) for n, spec in tensors.items() if spec.dtype == own}
        if not cast_ones and dtype != own:
            continue
        sample = changed(plain, (dtype, dict(cast_ones), ""))
        results = _results(library, replace(sample, code=seed.without_out))
        if results and dtype == own:
            yield from _into(sample, results, _DTYPES)
            yield from _elsewhere(sample, results)
        elif results:
            yield from _into(sample, results, _WIDE)


def _results(library: Library, sample: Sample) -> list[LiteralTensor]:
    """The tensors that code gives; none where it raises an error or gives anything else."""
    job = Job(
        code=sample.code,
        name=library.name,
        inputs=tuple(sample.inputs.items()),
        directory="",
        phases=(),
    )
    session = Session(library, job)
    try:
        session.make_inputs()
        result = session.run()
        listed = result if isinstance(result, (tuple, list)) else [result]
        found = [LiteralTensor(library.array(one), library.dtype(one)) for one in listed]
    except Exception:
        return []
    return found


def _into(
    sample: Sample, results: Sequence[LiteralTensor], dtypes: Sequence[str]
) -> Iterator[Sample]:
    """Written to tensors of the shape of the result, of its dtype and of others."""
    own = [result.dtype for result in results]
    yield _made(sample, results, own)
    plain = _as_statement(sample)
    for dtype in dtypes:
        if dtype != own[0]:
            yield _made(plain, results, [dtype, *own[1:]])
    if len(own) > 1 and own[1] == "int64":
        yield _made(plain, results, [own[0], "int32", *own[2:]])


def _elsewhere(sample: Sample, results: Sequence[LiteralTensor]) -> Iterator[Sample]:
    """Written where there is no room yet; and to every other place of a tensor, or transposed."""
    plain, names = _as_statement(sample), _names(results)
    first, *others = (result.dtype for result in results)
    for dtype in dict.fromkeys((first, "float64")):
        dtypes = [dtype, *others]
        made = (
            f"{n} = torch.zeros([0], dtype=torch.{d})" for n, d in zip(names, dtypes, strict=True)
        )
        code = "\n".join((*made, _passing(plain.code, names)))
        origin = f"{sample.origin}: {' and '.join(dtypes)}, no room"
        after = f"result = {', '.join(names)}\n"
        yield replace(plain, origin=origin, code=code, after=after)
        shape = np.shape(results[0].values)
        if not shape:
            continue
        strided = _made(plain, results, dtypes, ", strided")
        more = (shape[0] * 2,) if len(shape) == 1 else (shape[1], shape[0], *shape[2:])
        part = f"{names[0]}[::2]" if len(shape) == 1 else f"{names[0]}.transpose(0, 1)"
        inputs = strided.inputs | {names[0]: _unwritten(more, dtype)}
        code = _passing(plain.code, [part, *names[1:]])
        yield replace(strided, code=code, inputs=inputs)


def _made(
    sample: Sample, results: Sequence[LiteralTensor], dtypes: Sequence[str], told: str = ""
) -> Sample:
    names = _names(results)
    inputs: dict[str, InputSpec] = {
        name: _unwritten(np.shape(result.values), dtype)
        for name, result, dtype in zip(names, results, dtypes, strict=True)
    }
    origin = f"{sample.origin}: {' and '.join(dtypes)}{told}"
    code = _passing(sample.code, names)
    return replace(sample, origin=origin, code=code, inputs=sample.inputs | inputs)


def _names(results: Sequence[LiteralTensor]) -> list[str]:
    several = len(results) > 1
    return [f"out_{place}" if several else "out" for place, _ in enumerate(results)]


def _passing(code: str, outs: Sequence[str]) -> str:
    """The code with these in the place of `out`."""
    (first, *more) = outs
    return code.replace("out=out", f"out=({', '.join(outs)})" if more else f"out={first}")


def _as_statement(sample: Sample) -> Sample:
    """Code of one line that does not use what the call gives."""
    return replace(sample, code=sample.code.removeprefix("result = "))


def _unwritten(shape: tuple[int, ...], dtype: str) -> LiteralTensor:
    return LiteralTensor(np.full(shape, _UNWRITTEN).astype(carrier(dtype)), dtype)
