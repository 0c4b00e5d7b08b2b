"""The command `claims`: what the wheel of a converter claims of torch names, held or kept."""

from __future__ import annotations

import argparse

from mapping_model.conformance.claimed import NoList, changes, keep, kept, read_wheel
from mapping_model.ending import CLEAN, PROBLEMS, UsageError


def claims(options: argparse.Namespace) -> int:
    """`verify-mappings claims`."""
    try:
        new = read_wheel(options.wheel)
    except NoList as error:
        raise UsageError(f"{error}.") from error
    lines = list(changes(kept(), new))
    print(*lines, sep="\n", end="\n" if lines else "")
    told = ", ".join(f"{number} {claim}" for claim, number in new.count().most_common())
    print(f"{new.package} {new.version}: {len(new.claims)} names, {told}; {len(lines)} changed")
    if options.write:
        print(f"wrote {keep(new)}")
        return CLEAN
    return PROBLEMS if lines else CLEAN
