"""What the mapping makes of an example's torch code is right, or a limit says where it is not.

On every release on which the example itself comes out equal, the code that a program writes must,
too, by the main target and by those that newer releases have. It may be left to a person. Where a
limit of the entry says that Paddle departs so on that release, readers know. Where nothing was
written because another API had no entry, and it has one by now, the record says too little.

Bad (`-`) and good (`+`):

```yaml
torch: torch.abs
paddle: paddle.abs
category: renamed-params
params:
  - {torch: input, paddle: x}
  - {torch: out, paddle: out}
examples:
  - inputs: {x: "float32[2, 3]"}
    torch: result = torch.abs(x)
    paddle: result = paddle.abs(x)
```

```diff
 # mappings/results/torch/torch.abs.json
 {
 "1": {
-"3.3.1": {"applied": "differs", "applied_detail": "result: torch 1, Paddle 2",
-  "hash": "719dc66cee3c 4afc6d39", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
+"3.3.1": {"hash": "719dc66cee3c 4afc6d39", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
 }
 }
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lint_mappings.subjects import ExampleSubject, Finding
from lint_mappings.subjects.recorded_results import again, current_results
from mapping_model.applying.decisions import Reason
from mapping_model.categories import Text
from mapping_model.limits.examples import departure_on
from mapping_model.limits.sharing import placed_limits
from mapping_model.outcomes import Departure
from mapping_model.processors import Processor
from mapping_model.results import Applied, Result

SUMMARY = Text(
    "The code that the mapping gives for an example is right, or a limit says where it is not.",
    "按映射为示例转写的代码结果正确，或由限制说明何处不同。",
)
REQUIREMENTS = ("X4",)
_SAID = {
    Applied.DIFFERS: (Departure.DIFFERS, Departure.GRADIENT, Departure.ACCEPTED),
    Applied.RAISES: (Departure.REFUSED, Departure.CRASHES),
}


def check(example: ExampleSubject) -> Iterator[Finding]:
    """Look at what is recorded of each release on which the example is as it claims."""
    wrong: dict[str, list[str]] = {}
    outdated: set[str] = set()
    for release, processor, result in _lines(example):
        where = release if processor is None else f"{release} {processor.said.en}"
        for applied, detail in (
            (result.applied, result.applied_detail),
            (result.newer, result.newer_detail),
        ):
            if applied in _SAID and not _is_told(example, applied, release, processor):
                wrong.setdefault(f"{applied} ({detail})", []).append(where)
            if applied is Applied.ELSEWHERE:
                outdated |= _with_entry(example, detail or "")
    if outdated:
        yield example.finding(
            f"The record says that {', '.join(sorted(outdated))} has no entry; it has one by now.",
            "torch",
            hint=f"Run: {again(example)}",
        )
    for told, releases in wrong.items():
        yield example.finding(
            f"On Paddle {', '.join(releases)} the code that the mapping gives {told}.",
            "torch",
            hint="See it with `lint-mappings show`; change the mapping, or state a limit.",
        )


def _lines(example: ExampleSubject) -> Iterator[tuple[str, Processor | None, Result]]:
    """What is recorded of each release, and of the kinds of processors that fare otherwise."""
    for release, result in current_results(example).items():
        yield release, None, result
        for line in result.elsewhere:
            yield release, line.stamp.processors[0], line


def _with_entry(example: ExampleSubject, detail: str) -> set[str]:
    """The APIs that a record says have no entry, and that have one."""
    names = re.findall(rf"([\w.]+): {Reason.NO_ENTRY.value}\b", detail)
    return {f"`{name}`" for name in names if name in example.facts.corpus.entries}


def _is_told(
    example: ExampleSubject, applied: Applied, release: str, processor: Processor | None
) -> bool:
    """Whether a limit of the entry says that Paddle departs so on a release."""
    assert example.variant is not None
    limits = placed_limits(example.variant.entry.entry, example.facts.corpus.limits)
    return any(departure_on(one.limit, release, processor) in _SAID[applied] for one in limits)
