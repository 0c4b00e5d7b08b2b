"""What an entry is: plain, immutable records without YAML, files or positions.

An entry says how one torch API is ported. What can be derived (signatures, links, fixed
sentences, kinds of difference) is not stored here; see `differences` and `snapshots`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from mapping_model.categories import Category, Text
from mapping_model.outcomes import Departure, Outcome
from mapping_model.processors import Feature


class Action(Enum):
    """What a port-writer does about a parameter that does not carry over."""

    REWRITE = "rewrite"
    DROP = "drop"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the parameter table.

    `torch` and `paddle` are parameter names, with a star for varargs (`*size`); None where that
    side has no such parameter. `set` is the expression to pass on the Paddle side. `value` is what
    the Paddle parameter gets and `form` the idiom for it (see `mapping_model.applying`); `in_code`
    tells that other code of the variant takes it up. `older` names the idiom for releases that
    lack the Paddle parameter.
    """

    torch: str | None
    paddle: str | None
    action: Action | None = None
    set: str | None = None
    same_default: bool = False
    desc: Text | None = None
    term: str | None = None
    note: Text | None = None
    older: str | None = None
    value: str | None = None
    form: str | None = None
    in_code: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """What is written where `when` holds: code, another target, or what a person must decide.

    `since` and `until` are the Paddle releases that it is for.
    """

    when: str | None = None
    code: str | None = None
    paddle: str | None = None
    advice: Text | None = None
    since: str | None = None
    until: str | None = None
    place: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Returns:
    """How the return value differs; `action` is rewrite or none.

    `value` is what stands for torch's result, over `result`, that of Paddle's call.
    """

    action: Action
    note: Text
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Raises:
    """The error of each side: its class, or several with "or", and words of its message."""

    torch: str
    paddle: str


@dataclass(frozen=True, slots=True)
class Compare:
    """How results of an example are compared, where the default does not fit.

    `random`: by shape, dtype and statistics over many draws, and by those of `property`, an
    expression that both sides understand, if there is one. `raises`: by the errors of both sides.
    `rtol`/`atol` replace the tolerance of the dtype and need `why`. `gradient_skip` and
    `dtype_ignore` hold the reason for leaving that comparison out.
    """

    random: bool = False
    property: str | None = None
    raises: Raises | None = None
    rtol: float | None = None
    atol: float | None = None
    why: Text | None = None
    gradient_skip: Text | None = None
    dtype_ignore: Text | None = None


@dataclass(frozen=True, slots=True)
class CannotRun:
    """Why an example is not executed: a reason of a closed list, and a note."""

    reason: str
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Example:
    """Torch code and the Paddle code that replaces it, on the same inputs.

    `inputs` maps a variable name to its specification as written in the file (see
    `mapping_model.inputs`). `param` names the row the example shows, "returns" for the return
    row, None for the API as a whole. With several `processes` each runs the code, and all their
    results are compared.
    """

    torch: str
    paddle: str
    inputs: tuple[tuple[str, Any], ...] = ()
    param: str | None = None
    title: Text | None = None
    call: tuple[str, ...] | None = None
    compare: Compare = Compare()
    cannot_run: CannotRun | None = None
    expect: Outcome = Outcome.EQUAL
    processes: int = 1


@dataclass(frozen=True, slots=True)
class Limit:
    """Where Paddle departs from torch though the mapping is applied, and that stays so.

    `when` is a condition on the values of a call (see `mapping_model.limits`), `then` what becomes
    of it, `since` and `until` the Paddle releases on which. `cpu` tells that it is a matter of the
    CPU, `processor` of which processors, `sometimes` that it depends on more than the condition
    says. `instead` is Paddle code over torch's parameter names that holds all the same, `text` what
    else is to be said. `example` shows it; without Paddle code, by that of the mapping.
    """

    when: str
    then: Departure
    example: Example
    since: str | None = None
    until: str | None = None
    cpu: bool = False
    processor: Feature | None = None
    sometimes: bool = False
    instead: str | None = None
    text: Text | None = None
    place: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Outside:
    """A target in another package than Paddle: what it is called and how to install it."""

    package: str
    api: str
    install: str


@dataclass(frozen=True, slots=True)
class Newer:
    """A target closer to torch that only newer Paddle releases have, called as in PyTorch.

    `since` is the release from which on that holds, where its name does not tell; `when` the calls
    that it is for. `params` are the rows of what is not passed as in PyTorch.
    """

    paddle: str
    since: str | None = None
    when: str | None = None
    params: tuple[Row, ...] = ()
    write: tuple[Case, ...] = ()
    note: Text | None = None
    place: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Variant:
    """One way of calling the torch API, with its own target, table and examples.

    Most entries have just one; `torch.max` has three. `limits` are its own and, by name, shared
    ones (see `mapping_model.limits.sharing`). Cases know their place in the list of the file;
    `parts_place` is that of the case with the parts of the result, `shared_places` those of names.
    """

    category: Category
    paddle: str | None = None
    params: tuple[Row, ...] = ()
    returns: Returns | None = None
    summary: Text | None = None
    formula: str | None = None
    context: Text | None = None
    missing: Text | None = None
    outside: Outside | None = None
    newer: tuple[Newer, ...] = ()
    notes: tuple[Text, ...] = ()
    examples: tuple[Example, ...] = ()
    when: str | None = None
    write: tuple[Case, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    limits: tuple[Limit | str, ...] = ()
    parts_place: int = field(default=0, compare=False)
    shared_places: Mapping[str, int] = field(default_factory=dict, compare=False)

    @property
    def text(self) -> Text | None:
        """What the entry says under `text`: of what there is, or why there is nothing."""
        return self.missing if self.category is Category.MISSING else self.summary

    @property
    def codes(self) -> list[str]:
        """The code of its cases and of the parts of its result."""
        return [*(case.code for case in self.write if case.code), *dict(self.fields).values()]


@dataclass(frozen=True, slots=True)
class Entry:
    """How one torch API is ported: one or more variants, or an alias of another entry.

    `stated` is the category that is written; None for an alias, and for a form of another entry
    (`form_of`), whose category follows from its rows.
    """

    torch: str
    stated: Category | None
    variants: Sequence[Variant] = ()
    alias_of: str | None = None
    gotchas: tuple[str, ...] = ()
    form_of: str | None = None

    @property
    def category(self) -> Category | None:
        """The category; that of the highest variant where none is written, None for an alias."""
        derived = (variant.category for variant in self.variants)
        return self.stated or max(derived, key=lambda category: category.rank, default=None)

    def examples(self) -> Iterator[tuple[str, Example]]:
        """Every example with its key: "1" for the first, "2.1" for the first of variant 2."""
        for v, variant in enumerate(self.variants, 1):
            for e, example in enumerate(variant.examples, 1):
                yield (f"{e}" if len(self.variants) == 1 else f"{v}.{e}"), example


@dataclass(frozen=True, slots=True)
class Gotcha:
    """A trap met while porting: what happens and how to get round it, with executed checks.

    `source` has the ids of the public documents that claim it (see `mapping_model.claims`),
    `symptoms` by language what those type who meet it. `shows` is how what the title says shows,
    where the checks show other things besides: "loud" or "advice".
    """

    id: str
    title: Text
    text: Text
    topic: str
    checks: tuple[Example, ...] = ()
    source: tuple[str, ...] = ()
    symptoms: dict[str, tuple[str, ...]] = field(default_factory=dict)
    shows: str | None = None

    def examples(self) -> Iterator[tuple[str, Example]]:
        """Every check with its key, "1" for the first."""
        return ((f"{n}", check) for n, check in enumerate(self.checks, 1))
