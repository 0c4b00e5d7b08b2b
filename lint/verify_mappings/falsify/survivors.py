"""What examples do not see: changes with which they stay equal, exemptions that none needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mapping_model.entry import Compare, Entry
from mapping_model.outcomes import Outcome
from verify_mappings.falsify.changes import CodeChange, PaddleCall, PassedValue, changes
from verify_mappings.runs.cases import ExampleCase, Task, Verified

# Parameters of this name, of whatever API.
_PARAMETERS = {
    "name": "A label that the result has in static graphs.",
    "place": "Where the values are; an ordinary machine has one place.",
    "device": "Where the values are; an ordinary machine has one place.",
    "blocking": "Whether to wait for a copy to another device.",
    "non_blocking": "Whether to wait for a copy to another device.",
    "sync_op": "Whether the call waits, or whoever it returns to does.",
}
# Parameters of one API.
_OF_API = {
    ("paddle.distributed.all_reduce", "group"): "Of two processes a group has both.",
    ("paddle.distributed.get_rank", "group"): "Of two processes a group has both.",
    ("paddle.distributed.get_world_size", "group"): "Of two processes a group has both.",
    ("paddle.distributed.new_group", "ranks"): "Of two processes a group has both.",
    ("paddle.get_autocast_dtype", "device_type"): "Paddle has one state for all devices.",
    ("paddle.grad", "retain_graph"): "Paddle's `grad` keeps the graph in any case.",
    ("paddle.is_autocast_enabled", "device_type"): "Paddle has one state for all devices.",
    ("paddle.io.DataLoader", "prefetch_factor"): "How far ahead it reads.",
    ("paddle.io.DataLoader", "use_shared_memory"): "How worker processes hand batches over.",
    ("paddle.nn.InstanceNorm1D", "momentum"): "Paddle keeps no running statistics.",
    ("paddle.nn.InstanceNorm2D", "momentum"): "Paddle keeps no running statistics.",
    ("paddle.nn.InstanceNorm3D", "momentum"): "Paddle keeps no running statistics.",
    ("paddle.nn.attention.sdpa_kernel", "set_priority"): "All kernels give the same.",
    ("paddle.profiler.Profiler", "profile_memory"): "What a trace has; it is in a file alone.",
    ("paddle.profiler.Profiler", "record_shapes"): "What a trace has; it is in a file alone.",
    ("paddle.profiler.Profiler", "targets"): "What a trace has; it is in a file alone.",
    ("paddle.save", "protocol"): "How the file is written; reading it gives the same.",
    ("paddle.sort", "stable"): "Equal values look the same in any order.",
    ("sort", "stable"): "Equal values look the same in any order.",
    ("paddle.topk", "sorted"): "What need not be sorted may be.",
    ("topk", "sorted"): "What need not be sorted may be.",
}
# APIs that do nothing on an ordinary machine, whatever is passed.
_APIS = {
    "paddle.amp.GradScaler": "It scales on a GPU only.",
    "paddle.amp.auto_cast": "It casts on a GPU only.",
    "paddle.DataParallel": "A single process has nothing to share.",
    "cpu": "All values are there already.",
}
# A call of it does nothing as long as it passes nothing else than what cannot be seen.
_MOVES = "to"


def is_unseen(change: CodeChange) -> bool:
    """Whether a change cannot be seen by anybody."""
    subject = change.subject
    if isinstance(subject, PaddleCall):
        moves = subject.api == _MOVES and all(map(_is_unseen, subject.passed))
        return moves or subject.api in _APIS
    return isinstance(subject, PassedValue) and _is_unseen(subject)


def _is_unseen(passed: PassedValue) -> bool:
    api, parameter = passed.api, passed.parameter
    return api in _APIS or parameter in _PARAMETERS or (api, parameter) in _OF_API


Execute = Callable[[Sequence[Task]], list[Verified]]


@dataclass(frozen=True, slots=True)
class Survivor:
    """A change of the Paddle code of an example, with which it is equal all the same."""

    case: ExampleCase
    change: CodeChange


def survivors(
    cases: Iterable[ExampleCase], entries: Mapping[str, Entry], release: str, execute: Execute
) -> Iterator[Survivor]:
    """What examples do not see, one change for each subject; on one Paddle release.

    An example that is there to raise an error, or to differ, shows that and no value. One that
    is not equal as it stands is a matter of `run`.
    """
    plans: list[tuple[Task, list[CodeChange]]] = []
    for case in cases:
        example = case.example
        if example.cannot_run or example.compare.raises or example.expect is not Outcome.EQUAL:
            continue
        variants = entries[case.name].variants if case.name in entries else ()
        made = changes(example.paddle, {variant.paddle for variant in variants})
        found = [change for change in made if not is_unseen(change)]
        others = tuple(replace(example, paddle=change.code) for change in found)
        plans.append((Task(case, (release,), others), found))
    verified = iter(execute([task for task, _ in plans]))
    for task, found in plans:
        equal, *same = [next(verified).result.outcome is Outcome.EQUAL for _ in task.examples]
        seen = dict[int, CodeChange]()
        for change, survives in zip(found, same, strict=True):
            if survives and equal:
                seen.setdefault(id(change.subject), change)
        yield from (Survivor(task.case, change) for change in seen.values())


# Each exemption under a key that it has in `compare`.
_WITHOUT: dict[str, Callable[[Compare], Compare]] = {
    "gradient": lambda compare: replace(compare, gradient_skip=None),
    "dtype": lambda compare: replace(compare, dtype_ignore=None),
    "why": lambda compare: replace(compare, rtol=None, atol=None, why=None),
}


@dataclass(frozen=True, slots=True)
class Needless:
    """An exemption, by its key in `compare`, without which the example fares the same."""

    case: ExampleCase
    key: str


def needless_exemptions(
    cases: Iterable[ExampleCase], releases: Sequence[str], execute: Execute
) -> Iterator[Needless]:
    """The exemptions without which examples have the same outcome on each of the releases.

    For one that is there to differ, an exemption makes the claim stronger.
    """
    plans = []
    for case in cases:
        for key, without in _WITHOUT.items():
            strict = replace(case.example, compare=without(case.example.compare))
            claims = case.example.expect is Outcome.EQUAL and not case.example.cannot_run
            claims = claims and case.example.processes == 1  # no gradients are compared of several
            if claims and strict != case.example:
                # The torch side runs for the strict one, which needs more of it.
                task = Task(replace(case, example=strict), tuple(releases), (case.example,))
                plans.append((Needless(case, key), task))
    verified = iter(execute([task for _, task in plans]))
    for needless, task in plans:
        outcomes = [[next(verified).result.outcome for _ in task.examples] for _ in releases]
        if all(strict == exempt for strict, exempt in outcomes):
            yield needless
