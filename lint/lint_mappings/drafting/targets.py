"""Finding the two APIs of a draft: the torch API as named, its target as named or guessed."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from lint_mappings.subjects.facts import Facts
from lint_mappings.subjects.lookup import Library
from mapping_model.ending import UsageError
from mapping_model.snapshots import Api

_SHOWN = 5


def torch_api(library: Library, name: str) -> Api:
    """The torch API called `name`; raise UsageError with the nearest names if there is none."""
    api = library.get(name)
    if api is None:
        raise UsageError(f"{library.title} has no `{name}`.{_nearest(library, name)}")
    return api


def paddle_api(library: Library, torch: str, given: str | None) -> Api:
    """The given target, or one that is called like the torch API.

    Raise UsageError if there is no such API, with the nearest names.
    """
    if given is not None:
        api = library.get(given)
        if api is None:
            raise UsageError(f"{library.title} has no `{given}`.{_nearest(library, given)}")
        return api
    found = library.called_like(torch)
    if found is None:
        raise UsageError(
            f"{library.title} has no API called like `{torch}`; name the target with "
            f"--paddle, or, if it takes several calls, draft these with --composite."
            f"{_nearest(library, torch)}"
        )
    return found


def beside_target(torch: Api, paddle: Api, facts: Facts) -> Iterator[str]:
    """What else there is to know of a target: releases that lack it, what its relatives have."""
    lack = [version for version, known in facts.releases.items() if not known.get(paddle.name)]
    if lack:
        yield (
            f"{paddle.name} is not on Paddle {', '.join(lack)}: what is right there goes first, "
            f"and this into `cases`, as `- {{call: {paddle.name}}}`."
        )
    names = [signature.names for signature in torch.signatures]
    alike = {
        name: [*dict.fromkeys(variant.paddle for variant in entry.variants if variant.paddle)]
        for name, entry in facts.corpus.entries.items()
        if (api := facts.torch.get(name)) and len(names[:1] and names[0]) > 1
        if [signature.names for signature in api.signatures] == names and entry.alias_of is None
    }
    near = difflib.get_close_matches(torch.name, alike, _SHOWN, 0.6)
    others = [f"{name} ({', '.join(alike[name])})" for name in near if alike[name]]
    if others:
        yield f"Entries that take the same, and their targets: {'; '.join(others)}. Is this alike?"


def _nearest(library: Library, name: str) -> str:
    """ " The nearest: `a`, `b`." with the names most like `name`, or the empty string."""
    here = library.snapshot.library + name[name.find(".") :] if "." in name else name
    owner, _, last = here.rpartition(".")
    neighbours = [n for n in library.snapshot.names() if n.rpartition(".")[0] == owner]
    found = difflib.get_close_matches(here, neighbours, _SHOWN, 0.7)
    found += [n for n in library.named(last) if n not in found]
    if not found:
        found = difflib.get_close_matches(here, library.snapshot.names(), _SHOWN, 0.6)
    return f" The nearest: {', '.join(f'`{n}`' for n in found[:_SHOWN])}." if found else ""
