"""Which rules a run applies, by the beginnings of their codes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from lint_mappings.rules import RETIRED
from mapping_model.ending import UsageError
from mapping_model.problems import did_you_mean


def choose_rules(codes: Collection[str], select: Sequence[str], ignore: Sequence[str]) -> list[str]:
    """The codes of rules that begin with something selected and with nothing ignored.

    A retired code stands for its successor. Raise UsageError with every prefix that fits no rule.
    """
    errors = list(unknown_codes((*select, *ignore), codes))
    if errors:
        raise UsageError("\n".join(errors))
    select, ignore = ([RETIRED.get(one, one) for one in each] for each in (select, ignore))
    return [
        code
        for code in codes
        if (not select or code.startswith(tuple(select))) and not code.startswith(tuple(ignore))
    ]


def unknown_codes(prefixes: Collection[str], codes: Collection[str]) -> Iterator[str]:
    """What is wrong with beginnings of codes that fit no rule."""
    for prefix in prefixes:
        if not any(code.startswith(prefix.upper()) for code in (*codes, *RETIRED)):
            hint = did_you_mean(prefix.upper(), codes)
            yield f"No rule has a code that begins with `{prefix}`.{hint}"
