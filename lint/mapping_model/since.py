"""From which Paddle release on a name, a parameter or a keyword is there: derived from snapshots.

"Since R" means that R and every later supported release have it, so that code written for it
keeps working; a release that dropped it again starts the count anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mapping_model.snapshots import PADDLE, Api, Snapshot, number_of

Releases = Mapping[str, Snapshot]


def covers(since: str | None, until: str | None, release: str) -> bool:
    """Whether a release is in a span; `until` 3.1 takes in 3.1.1."""
    number = number_of(release)
    return not (
        (since is not None and number < number_of(since))
        or (until is not None and number[: len(number_of(until))] > number_of(until))
    )


def bounds(releases: str) -> tuple[str | None, str | None]:
    """The first and the last release of `>=3.1,<3.3`, "3.1" and "3.2"; None for no bound.

    The last is that before the bound which is supported.
    """
    since = until = None
    for part in filter(None, releases.split(",")):
        if part.startswith(">="):
            since = part[2:]
        else:
            bound = number_of(part[1:])
            before = [release for release in PADDLE if number_of(release) < bound]
            until = ".".join(before[-1].split(".")[:2]) if before else "0"
    return since, until


def _since(releases: Releases, holds: Callable[[Snapshot], bool]) -> str | None:
    """The oldest release from which on `holds` is true without a gap; None if not today."""
    found = None
    for version in reversed(list(releases)):
        if not holds(releases[version]):
            break
        found = version
    return found


def target_since(releases: Releases, api: str) -> str | None:
    """The first release that has `api`; None when the newest does not."""
    return _since(releases, lambda snapshot: api in snapshot)


def parameter_since(releases: Releases, api: str, parameter: str) -> str | None:
    """The first release in which `api` has a parameter of that canonical name."""
    return _since(releases, lambda snapshot: _has(snapshot.get(api), parameter))


def keyword_since(releases: Releases, api: str, keyword: str) -> str | None:
    """The first release in which a call may use `keyword`, as canonical name or alias."""
    return _since(
        releases,
        lambda snapshot: _has(found := snapshot.get(api), keyword) or _takes(found, keyword),
    )


def is_lacking(releases: Releases, api: str, parameter: str) -> bool:
    """Whether a release has `api` without that parameter, which others have."""
    found = [snapshot.get(api) for snapshot in releases.values() if api in snapshot]
    has = {_has(one, parameter) for one in found}
    return has == {True, False}


def _has(api: Api | None, parameter: str) -> bool:
    return api is not None and any(parameter in s.names for s in api.signatures)


def _takes(api: Api | None, keyword: str) -> bool:
    return api is not None and any(keyword in accepted for accepted in api.aliases.values())
