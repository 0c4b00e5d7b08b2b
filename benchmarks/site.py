"""Times a full build of the site with 2,300 synthetic entries: `python benchmarks/site.py`.

Prints wall time, processor time, the peak memory of the larger of the two processes, what a preview
costs at first and after a change, and the sizes of pages, search indexes and the site, each beside
its goal. `--built SITE` only measures the sizes of a site that is there.
"""

from __future__ import annotations

import argparse
import gzip
import re
import resource
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from statistics import median

from synthetic import FULL_SIZE, make_corpus

from render_mappings.engine.live_site import LiveSite, Source

ROOT = Path(__file__).parents[1]
# What a page loads before anybody does anything.
_LOADED = re.compile(
    r'<link rel="(?:stylesheet|icon)" href="([^"#]+)"|<(?:script|img)[^>]* src="([^"]+)"'
    r'|<use href="([^"#]+)'
)
PREVIEWED = "torch.gather"
GOALS = {
    "build, s": 20,
    "preview: first page, s of CPU": 60,
    "preview: page after a change, s of CPU": 1.5,
    "peak memory of a process, MB": 200,
    "largest API page, KB": 45,
    "API page (median), KB compressed": 8,
    "page (median), KB compressed": 40,
    "entry with what it loads first (median), KB compressed": 60,
    "entry with what it loads first (largest), KB compressed": 60,
    "site, MB": 200,
    "search index en, MB": 2.5,
    "search index zh, MB": 2.5,
}


def main() -> int:
    """Build once and print the figures; return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=FULL_SIZE)
    parser.add_argument("--mappings", type=Path, default=ROOT / "mappings")
    parser.add_argument("--built", type=Path, metavar="SITE")
    arguments = parser.parse_args()
    if arguments.built:
        return _told(_sizes(arguments.built))
    with tempfile.TemporaryDirectory() as directory:
        mappings, site = Path(directory, "mappings"), Path(directory, "site")
        made = len(make_corpus(arguments.mappings, mappings, arguments.size))
        started = time.perf_counter()
        command = [sys.executable, "-m", "render_mappings", "build", "--root", str(ROOT)]
        subprocess.run([*command, "--mappings", str(mappings), "--out", str(site)], check=True)
        figures = {"build, s": time.perf_counter() - started, **_used(), **_sizes(site)}
        figures |= _preview(mappings, Path(directory, "live"))
    print(f"{made} entries")
    return _told(figures)


def _told(figures: dict[str, float]) -> int:
    for name, value in figures.items():
        goal = f"goal {GOALS[name]}" if name in GOALS else ""
        print(f"{name:56} {value:10.1f}  {goal}")
    return int(any(value > GOALS.get(name, value) for name, value in figures.items()))


def _preview(mappings: Path, out: Path) -> dict[str, float]:
    """What a preview of all entries takes until there is a page, and again after a change of it."""
    page, entry = f"api/{PREVIEWED}/index.html", mappings / "torch" / f"{PREVIEWED}.yaml"
    started = time.process_time()
    live = LiveSite(Source(ROOT, mappings), out)
    live.lay(page)
    first = time.process_time() - started
    entry.write_text(entry.read_text("utf-8") + "\n", "utf-8")
    started = time.process_time()
    live.renew()
    live.lay(page)
    again = time.process_time() - started
    return {"preview: first page, s of CPU": first, "preview: page after a change, s of CPU": again}


def _used() -> dict[str, float]:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        # The build's own children are waited for by it, so they count here.
        "build, s of CPU": used.ru_utime + used.ru_stime,
        "peak memory of a process, MB": used.ru_maxrss / 1024,
    }


def _sizes(site: Path) -> dict[str, float]:
    sizes = {path: _compressed(path) for path in site.glob("**/index.html")}
    entries = [path for path in sizes if path.parent.parent.name == "api"]
    loads = [sizes[path] + _loaded(path, site) for path in entries]
    return {
        "largest API page, KB": max(path.stat().st_size for path in entries) / 1024,
        "API page (median), KB compressed": median(sizes[path] for path in entries),
        "page (median), KB compressed": median(sizes.values()),
        "page (largest), KB compressed": max(sizes.values()),
        "entry with what it loads first (median), KB compressed": median(loads),
        "entry with what it loads first (largest), KB compressed": max(loads),
        "search index en, MB": _size(site / "words.json"),
        "search index zh, MB": _size(site / "zh/words.json"),
        **_parts(site),
        "site, MB": sum(_size(path) for path in site.rglob("*") if path.is_file()),
    }


def _parts(site: Path) -> dict[str, float]:
    """The sizes of what weighs."""
    kinds = {"HTML": "*.html", "JSON": "*.json", "Markdown": "*.md"}
    found = {name: sum(map(_size, site.rglob(kind))) for name, kind in kinds.items()}
    return {f"of it {name}, MB": size for name, size in found.items()}


def _loaded(page: Path, site: Path) -> float:
    """What a page loads beside itself, in KB as it is sent."""
    found = {path for match in _LOADED.findall(page.read_text("utf-8")) for path in match if path}
    files = {(page.parent / path).resolve() for path in found}
    return sum(_compressed(file) for file in files if site.resolve() in file.parents)


@cache
def _compressed(path: Path) -> float:
    return len(gzip.compress(path.read_bytes())) / 1024


def _size(path: Path) -> float:
    return path.stat().st_size / 1024**2


if __name__ == "__main__":
    raise SystemExit(main())
