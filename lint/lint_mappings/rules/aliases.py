"""Other names of an API."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from lint_mappings.rules.rule import rule
from lint_mappings.subjects import EntrySubject, Finding
from lint_mappings.subjects.code import Code
from lint_mappings.subjects.lookup import Library
from mapping_model.entry import Example
from mapping_model.sides import is_member
from mapping_model.snapshots import Api


@rule("PM619", EntrySubject)
def alias_signature(entry: EntrySubject) -> Iterator[Finding]:
    """An alias takes the parameters of what it is an alias of.
    别名与其所指 API 的参数相同。

    Names that take different parameters are two APIs, and each needs its entry.

    ```diff
    -torch: torch.clip
    +torch: torch.absolute
     alias_of: torch.abs
    ```
    """
    here, there = both_names(entry)
    if here is None or there is None or takes_the_same(here, there):
        return
    theirs = " or ".join(f"`{s.text}`" for s in there.signatures)
    yield entry.at("alias_of").finding(
        f"`{there.name}` takes other parameters: {theirs}.",
        hint="Name the API that it is another name of, or write the whole entry.",
    )


def both_names(entry: EntrySubject) -> tuple[Api | None, Api | None]:
    """The API of an alias, and the one that it is said to be; None where there is none.

    A target without an entry, or one that is an alias itself, is PM204.
    """
    facts, target = entry.facts, entry.entry.alias_of
    meant = facts.corpus.entries.get(target or "")
    known = meant is not None and meant.alias_of is None
    return facts.torch.get(entry.entry.torch), facts.torch.get(target or "") if known else None


def takes_the_same(here: Api, there: Api) -> bool:
    """Whether both names take the same parameters, as far as that is known."""
    if not here.signatures or not there.signatures:
        return True
    return {s.names for s in here.signatures} == {s.names for s in there.signatures}


# Here the name without the underscore is the deprecated one, and works in place as well.
_DEPRECATED = ("torch.nn.init.", "torch.nn.utils.")


@rule("PM624", EntrySubject, serves="X1")
def alias_shown(entry: EntrySubject) -> Iterator[Finding]:
    """An alias is what it is an alias of, or is shown to do the same.
    别名与其所指 API 是同一对象，或有示例表明两者行为一致。

    That two names take the same parameters does not make them one API: `torch.sin` is not
    `torch.cos`, and `torch.relu_` changes its argument. Which names stand for one object, torch
    itself says; for all others, an example in the entry of the target has to call the alias for
    what it compares.

    ```diff
    -torch: torch.exp
    +torch: torch.absolute
     alias_of: torch.abs
    ```
    """
    here, there = both_names(entry)
    if here is None or there is None or not takes_the_same(here, there):
        return  # PM601, PM204 or PM619
    if _object(here, entry.facts.torch) == _object(there, entry.facts.torch):
        return
    if _in_place_and_not(here.name, there.name):
        yield entry.at("alias_of").finding(
            f"Of `{here.name}` and `{there.name}`, one works in place and the other does not.",
            hint="Write the whole entry.",
        )
        return
    target = entry.facts.corpus.entries[there.name]
    if not any(_example_shows(example, here) for _, example in target.examples()):
        yield entry.at("alias_of").finding(
            f"Nothing shows that `{here.name}` is another name of `{there.name}`: it is another "
            "object.",
            hint=f"Call `{here.name}` in an example of the entry of `{there.name}`, or write the "
            "whole entry.",
        )


def _object(api: Api, library: Library) -> str:
    """The first name of the object that a name stands for."""
    first = library.get(api.same[0]) if api.same is not None else None
    return api.name if first is None else first.name


def _in_place_and_not(*names: str) -> bool:
    if names[0].startswith(_DEPRECATED):
        return False
    first, second = sorted(name.rpartition(".")[2] for name in names)
    return second == f"{first}_"


def _example_shows(example: Example, api: Api) -> bool:
    """Whether running an example compares what the API gives."""
    if example.cannot_run is not None or example.compare.raises:
        return False
    code = Code("torch", example.torch)
    uses = code.uses.of(api.name, member=is_member(api, api.name))
    result = code.assigned("result")
    compared = None if result is None else {id(node) for node in ast.walk(result)}
    return any(compared is None or id(use.node) in compared for use in uses)
