"""Whether `torch-to-paddle` does anything about the APIs at which whole packages stop.

Run it with `.venv/bin/python benchmarks/packages.py`, with names of packages for some only; it
takes some minutes, and the network: the source distributions of the packages that are measured are
brought, and nothing of them is run. Of each API at which tests of a package stopped with Paddle as
torch (`verify-mappings package`), the converter is asked for that API alone (`--only API`) on the
source of the package with its tests: it writes uses of it, it tells something of it, or it leaves
all as it is. Where the code does not use it by a name that can be told, that is so, too. `--write`
keeps the answers for the site.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from convert_torch import files
from convert_torch.converting import Wanted
from convert_torch.running import Job
from mapping_model.packages.converted import Done, converted, keep_converted
from mapping_model.packages.record import Measured, measured
from mapping_model.snapshots import PADDLE
from verify_mappings.packages.fetching import download, source_of, unpack

ROOT = Path(__file__).parents[1]


def done_about(one: Measured) -> dict[str, Done]:
    """What the converter does about each API at which a package stopped."""
    apis = dict.fromkeys(str(cause.api) for run in one.runs for cause in run.apis)
    with tempfile.TemporaryDirectory() as folder:
        archive = download(source_of(one.package, one.version), Path(folder))
        root = unpack(archive, Path(folder, "source"))
        return {api: _done(api, root) for api in apis}


def _done(api: str, root: Path) -> Done:
    sources = files.sources([root], [])
    wanted = Wanted(False, (api, f"{api}.*"), files.packages_of(sources))
    reports = Job(ROOT, PADDLE[-1], wanted).convert_all(sources, False, lambda number: None)
    if any(report.uses for report in reports):
        return Done.WRITTEN
    named = (finding.api for report in reports for finding in report.findings)
    return Done.TOLD if any(f"{name}.".startswith(f"{api}.") for name in named) else Done.LEFT


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="PACKAGE")
    parser.add_argument("--write", action="store_true", help="keep it for the site")
    options = parser.parse_args()
    found = {}
    for name, one in measured().items():
        if not options.names or name in options.names:
            found[name] = done_about(one)
            for api, done in found[name].items():
                print(f"{name}: {api}: {done}")
    counted = Counter(done for of in found.values() for done in of.values())
    print(*(f"{number} {done}" for done, number in counted.items()), sep=", ")
    if options.write:
        kept = {name: of for name, of in converted().items() if name in measured()}
        print(f"wrote {keep_converted(kept | found)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
