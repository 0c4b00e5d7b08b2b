"""Running changed examples: those that still compare equal do not see what was changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mapping_model.entry import Entry
from mapping_model.outcomes import Outcome
from verify_mappings.falsify.changes import Change, changes
from verify_mappings.falsify.unseen import is_unseen
from verify_mappings.runs.cases import Case
from verify_mappings.runs.tasks import Task, Verified

Execute = Callable[[Sequence[Task]], list[Verified]]


@dataclass(frozen=True, slots=True)
class Survivor:
    """A change of the Paddle code of an example, with which it is equal all the same."""

    case: Case
    change: Change


def survivors(
    cases: Iterable[Case], entries: Mapping[str, Entry], release: str, execute: Execute
) -> Iterator[Survivor]:
    """What examples do not see, one change for each subject; on one Paddle release.

    An example that is there to raise an error, or to differ, shows that and no value. One that
    is not equal as it stands is a matter of `run`.
    """
    plans: list[tuple[Task, list[Change]]] = []
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
        seen = dict[int, Change]()
        for change, survives in zip(found, same, strict=True):
            if survives and equal:
                seen.setdefault(id(change.subject), change)
        yield from (Survivor(task.case, change) for change in seen.values())
