"""Finding the two APIs of a draft: the torch API as named, its target as named or guessed."""

from __future__ import annotations

import difflib

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
            f"--paddle, or, if it takes several calls, copy a `composite` entry."
            f"{_nearest(library, torch)}"
        )
    return found


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
