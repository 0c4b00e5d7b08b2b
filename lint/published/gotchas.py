"""A gotcha with what its checks have shown: on which releases it is as described."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from mapping_model.entry import Gotcha
from mapping_model.outcomes import Outcome
from mapping_model.standings import Execution
from published.examples import PublishedExample

_UNTOLD = {Outcome.PENDING, Outcome.NOT_EXECUTABLE}


@dataclass(frozen=True, slots=True)
class PublishedGotcha:
    """A gotcha; `releases` are the supported ones, oldest first."""

    gotcha: Gotcha
    checks: tuple[PublishedExample, ...]
    releases: tuple[str, ...]

    @property
    def traps(self) -> tuple[PublishedExample, ...]:
        """The checks that show the trap itself, not the way round it."""
        return tuple(one for one in self.checks if one.example.expect is not Outcome.EQUAL)

    @property
    def on(self) -> tuple[str, ...]:
        """The releases on which it is not known to be wrong, none if these are all."""
        told = self.told(self.checks)
        found = tuple(release for release in self.releases if told.get(release, True))
        return () if found == self.releases else found

    def told(self, checks: Collection[PublishedExample]) -> dict[str, bool]:
        """The releases on which all of some checks were run, and whether all are as described."""
        found = {
            release: {one.execution.on(release).outcome for one in checks}
            for release in self.releases
        }
        return {
            release: outcomes == {Outcome.EQUAL}
            for release, outcomes in found.items()
            if outcomes and not outcomes & _UNTOLD
        }


def published_gotcha(
    gotcha: Gotcha, executions: Mapping[str, Execution], releases: Collection[str]
) -> PublishedGotcha:
    """A gotcha as it is published."""
    checks = (
        PublishedExample(key, check, check.title, executions[key])
        for key, check in gotcha.examples()
    )
    return PublishedGotcha(gotcha, tuple(checks), tuple(releases))
