"""A limit asks for what a call has, on releases that there are, and shows itself.

Its condition is over the values of PyTorch's parameters, `self` of a method, and what a layer is
called with (`input`, `target`); CONTRIBUTING lists the words. The mapping must write code for the
example.

Bad (`-`) and good (`+`):

```diff
 torch: torch.abs
 paddle: paddle.abs
 category: renamed-params
 params:
   - {torch: input, paddle: x}
   - {torch: out, paddle: out}
 limits:
-  - when: inptu.dtype == bool
+  - when: input.dtype == int8
     then: refused
     place: cpu
     example:
       inputs: {x: {tensor: [1, 2], dtype: int8}}
       torch: result = torch.abs(x)
 examples:
   - inputs: {x: "float32[2, 3]"}
     torch: result = torch.abs(x)
     paddle: result = paddle.abs(x)
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import EntrySubject, Finding
from mapping_model.applying.checking import Faults, Kind, Piece
from mapping_model.applying.expressions import CALLED_WITH, TRAINING
from mapping_model.categories import Text
from mapping_model.entry import Limit
from mapping_model.limits.checking import fault
from mapping_model.outcomes import Departure
from mapping_model.problems import did_you_mean
from mapping_model.since import covers
from mapping_model.snapshots import PADDLE
from mapping_model.syntax import sentence

SUMMARY = Text(
    "A limit asks for what a call has, on releases that there are, and its example can be run.",
    "限制的条件只用到调用中有的内容，所述版本存在，且其示例可以运行。",
)


def check(entry: EntrySubject) -> Iterator[Finding]:
    """Look at the limits of each variant, shared ones as they are of this API."""
    shared = entry.facts.corpus.limits
    for variant in entry.variants:
        for index, limit in enumerate(variant.variant.limits):
            if isinstance(limit, str) and limit not in shared:
                near = did_you_mean(limit, shared)
                hint = "Name one of mappings/limits.yaml."
                message = f"There are no shared limits `{limit}`.{near}"
                yield variant.finding(message, "limits", index, hint=hint)
    for number, placed in enumerate(entry.limits.placed, 1):
        variant = entry.variants[placed.variant]
        own = isinstance(variant.variant.limits[placed.index], Limit)
        faults = Faults(
            variant.variant,
            variant.torch,
            entry.is_member,
            entry.facts.paddle.knows,
            entry.facts.paddle.guess,
        )
        known = faults.known | ({*CALLED_WITH, TRAINING} if variant.torch.is_class else set())
        for key, message, hint in _faults(entry, number, faults, known, own):
            inside = [key] if own else []
            yield variant.finding(message, "limits", placed.index, *inside, hint=hint)


def _faults(
    entry: EntrySubject, number: int, faults: Faults, known: set[str], own: bool
) -> Iterator[tuple[str, str, str]]:
    """The key that is wrong, why, and how to fix it.

    Of a shared limit, which is not the entry's `own`, PM312 tells what is wrong for all.
    """
    limit = entry.limits.placed[number - 1].limit
    asks = limit.processor is not None
    if not own and fault(limit.when, None, asks):
        return
    if found := fault(limit.when, known, asks):
        yield "when", *found
    if not own and limit.instead is not None:
        message, hint = faults.of(Piece(Kind.CODE, limit.instead, (), limit.when))
        if message:
            yield "instead", message, hint
    if not any(covers(limit.since, limit.until, release) for release in PADDLE):
        yield "then", "No supported Paddle release has this limit.", "Fix `since` and `until`."
    if limit.since is not None and covers(limit.since, None, PADDLE[0]):
        yield "since", f"{PADDLE[0]} is the oldest supported release.", "Leave `since` out."
    if limit.until is not None and covers(None, limit.until, PADDLE[-1]):
        yield "until", f"{PADDLE[-1]} is the newest supported release.", "Leave `until` out."
    if (limit.then is Departure.ACCEPTED) is not (limit.example.compare.raises is not None):
        message = "`then: accepted` and `compare: {raises: ...}` belong together."
        yield "example", message, "State torch's error there, and Paddle's where it has one."
    record = entry.limit_record
    if isinstance(record, dict) and entry.limits.is_shown(number, record, PADDLE[-1]):
        return  # so there was code to run
    try:
        newest = entry.facts.releases[PADDLE[-1]]
        undone = entry.limits.written(limit, newest).undone
    except SyntaxError as error:
        yield "example", sentence(error), "Fix the code."
        return
    for one in undone[:1]:
        why = f"The mapping writes no code for `{one.api}` here: {one.decision.said().en}"
        yield "example", why, "Write `paddle`, or another example."
