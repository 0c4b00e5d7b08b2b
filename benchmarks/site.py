"""Times a full build of the site with 2,300 synthetic entries: `python benchmarks/site.py`.

Prints wall time, processor time, the peak memory of the larger of the two processes, what a preview
of one entry costs after a change, and the sizes of API pages, search indexes and the site, each
beside its goal.
"""

from __future__ import annotations

import argparse
import gzip
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from synthetic import FULL_SIZE, make_corpus

from render_mappings.engine.preview import Source
from render_mappings.engine.site_build import build_site

ROOT = Path(__file__).parents[1]
PREVIEWED = "torch.gather"
GOALS = {
    "build, s": 20,
    "preview after a change, s of CPU": 1.5,
    "peak memory of a process, MB": 200,
    "largest API page, KB": 45,
    "API page (median), KB compressed": 8,
    "search index en, MB": 2.5,
    "search index zh, MB": 2.5,
}


def main() -> int:
    """Build once and print the figures; return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=FULL_SIZE)
    parser.add_argument("--mappings", type=Path, default=ROOT / "mappings")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        mappings, site = Path(directory, "mappings"), Path(directory, "site")
        made = len(make_corpus(arguments.mappings, mappings, arguments.size))
        started = time.perf_counter()
        command = [sys.executable, "-m", "render_mappings", "build", "--root", str(ROOT)]
        subprocess.run([*command, "--mappings", str(mappings), "--out", str(site)], check=True)
        figures = {"build, s": time.perf_counter() - started, **_measure(site)}
        figures["preview after a change, s of CPU"] = _preview(mappings, Path(directory, "part"))
    print(f"{made} entries")
    for name, value in figures.items():
        goal = f"goal {GOALS[name]}" if name in GOALS else ""
        print(f"{name:34} {value:10.1f}  {goal}")
    return int(any(figures[name] > goal for name, goal in GOALS.items()))


def _preview(mappings: Path, out: Path) -> float:
    """The second of two builds in one process, as the preview's are."""
    source = Source(ROOT, mappings, (PREVIEWED,))
    for _ in range(2):
        started = time.process_time()
        build_site(ROOT, out, source.load(), apart=False)
    return time.process_time() - started


def _measure(site: Path) -> dict[str, float]:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    pages = [path.read_bytes() for path in site.glob("**/api/*/index.html")]
    return {
        # The build's own children are waited for by it, so they count here.
        "build, s of CPU": used.ru_utime + used.ru_stime,
        "peak memory of a process, MB": used.ru_maxrss / 1024,
        "largest API page, KB": max(map(len, pages)) / 1024,
        "API page (median), KB compressed": median(len(gzip.compress(p)) for p in pages) / 1024,
        "search index en, MB": _size(site / "words.json"),
        "search index zh, MB": _size(site / "zh/words.json"),
        "site, MB": sum(_size(path) for path in site.rglob("*") if path.is_file()),
    }


def _size(path: Path) -> float:
    return path.stat().st_size / 1024**2


if __name__ == "__main__":
    raise SystemExit(main())
