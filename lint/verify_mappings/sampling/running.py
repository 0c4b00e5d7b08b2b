"""Running samples one after the other, each into a folder of its own.

The torch side keeps the sample beside what came of it; the Paddle side takes it from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from verify_mappings.inside.describe import Describer
from verify_mappings.inside.execution import execute
from verify_mappings.inside.library import Library
from verify_mappings.inside.session import NO_RESULT, SEED, Session
from verify_mappings.job import Job, ProbeJob
from verify_mappings.recording import Raised
from verify_mappings.recording_files import load, save
from verify_mappings.sampling.looks import in_float64, looks
from verify_mappings.sampling.mutating import further, mutated
from verify_mappings.sampling.pairing import paired
from verify_mappings.sampling.sample import (
    AGAIN,
    IN_FLOAT64,
    IN_MEMORY,
    MOVED,
    PART,
    RANDOM,
    Sample,
    sample_of,
)
from verify_mappings.sampling.sized import sized
from verify_mappings.sampling.torch_samples import samples
from verify_mappings.sampling.written import written

# What fills memory, in one run and the other: as floats, 12,689.1 and -12,721.1.
_BYTES = (0x46, 0xC6)


def run_samples(library: Library, job: ProbeJob) -> None:
    """Do one side of a job."""
    made = _ordered(job) if job.orders else _made(library, job)
    package = library.module
    default = package.get_default_dtype()
    for folder, sample, code, reference, phases in made:
        folder.mkdir(exist_ok=True)
        one = Job(
            code=code,
            name=library.name,
            inputs=tuple(sample.inputs.items()),
            directory=str(folder),
            phases=phases,
            call=sample.call,
            reference=reference,
        )
        if reference is None:
            save(sample.to_node(), folder, "sample")
        _run(library, one, sample)
        # Random numbers that a part of a result does not show may show in another, or in an input.
        if (
            reference is None
            and _has_drawn(library)
            and (PART in sample.origin or _draws(library, one, folder))
        ):
            save(Raised(RANDOM, "another seed gives something else"), folder, "plain")
        # What one sample sets shall not reach the next one.
        package.set_default_dtype(default)
        package.set_grad_enabled(True)


def _run(library: Library, job: Job, sample: Sample) -> None:
    """Run a sample; once more if its look asks for it."""
    if sample.origin.endswith(IN_MEMORY):
        again = replace(job, directory=str(job.folder / AGAIN))
        for one, byte in ((job, _BYTES[0]), (again, _BYTES[1])):
            one.folder.mkdir(exist_ok=True)
            with library.filling(byte):
                execute(library, one)
        if job.reference is None and _differ(job, again):
            save(Raised(RANDOM, "what was in memory shows"), job.folder, "plain")
        return
    execute(library, job)
    if sample.origin.endswith(IN_FLOAT64) and job.reference is None:
        library.module.set_default_dtype(library.module.float64)
        for name, rounded in ((AGAIN, False), (MOVED, True)):
            folder = job.folder / name
            folder.mkdir()
            inputs = tuple(in_float64(sample.inputs, rounded).items())
            other = replace(job, inputs=inputs, directory=str(folder), reference=job.directory)
            execute(library, other)


def _differ(job: Job, again: Job) -> bool:
    """Whether two runs gave something else."""
    files = [job.folder / f"{phase}.recording" for phase in job.phases]
    return any(
        file.exists() and file.read_bytes() != (again.folder / file.name).read_bytes()
        for file in files
    )


Planned = tuple[Path, Sample, str, str | None, Sequence[str]]


def _made(library: Library, job: ProbeJob) -> Iterator[Planned]:
    """The samples of the torch side, each once, from the first one that is wanted."""
    seen: set[object] = set()
    for dtype in job.dtypes:
        if job.further:
            own = samples(library, job.api, dtype)
            made = chain(
                further(job.seeds, dtype),
                looks(job.seeds, dtype, own),
                paired(job.seeds, dtype),
                written(library, job.seeds, dtype),
                sized(job.seeds, dtype),
            )
        else:
            made = chain(samples(library, job.api, dtype), mutated(job.seeds, dtype))
        for sample in made:
            inputs = tuple(map(_identity, sample.inputs.items()))
            key = sample.code, sample.after, sample.call, inputs
            number = len(seen)
            if key in seen:
                continue
            seen.add(key)
            if number >= job.start:
                folder, code = job.folder / str(number), sample.code + sample.after
                yield folder, replace(sample, dtype=dtype), code, None, sample.phases


def _identity(item: tuple[str, object]) -> object:
    """What tells an input from others."""
    name, spec = item
    values = getattr(spec, "values", None)
    if values is None:
        return name, repr(spec)
    return name, getattr(spec, "dtype", ""), values.dtype.str, values.shape, values.tobytes()


def _ordered(job: ProbeJob) -> Iterator[Planned]:
    for order in job.orders:
        sample = sample_of(load(Path(order.reference), "sample"))
        folder, code = job.folder / str(order.number), order.code + sample.after
        yield folder, sample, code, order.reference, order.phases


def _has_drawn(library: Library) -> bool:
    """Whether random numbers have been drawn since the last run began."""
    drawn = library.module.get_rng_state()
    library.seed(SEED)
    return not library.module.equal(drawn, library.module.get_rng_state())


def _draws(library: Library, job: Job, folder: Path) -> bool:
    """Whether another seed gives another result (of a layer that is its business)."""
    found = []
    for seed in (SEED, SEED + 1):
        session = Session(library, job, seed=seed)
        try:
            session.make_inputs()
            result = session.run()
        except Exception:
            return False
        if result is NO_RESULT or library.is_module(result):
            return False
        save(Describer(session).describe(result), folder, "seeded")
        found.append((folder / "seeded.recording").read_bytes())
    return found[0] != found[1]
