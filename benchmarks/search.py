"""Measures what the site's search finds, in a real browser: `python benchmarks/search.py site`.

Asks a site that is built for every entry in the ways that people ask: the full name, the last part,
a call as it stands in the examples; for torch APIs without an entry; with all words of the
synonyms; and the questions of `tests/render_mappings/questions.yaml`. Prints how often the first
hit is right (of questions, one of the first three) and how long it takes, also as slowly as on a
phone, in both languages, each beside its goal, some wrong ones, and what is loaded.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median

import yaml
from selenium import webdriver

from mapping_model.corpus import Corpus
from mapping_model.coverage import read_uses
from mapping_model.snapshots import torch_snapshot
from render_mappings.data.synonyms import synonyms

ROOT = Path(__file__).parents[1]
# Shares of right first hits, in percent, and times in ms.
LEAST = {"full": 99.5, "last": 99.5, "most used": 95, "pasted": 98, "no entry": 99.5, "words": 95}
LEAST |= {
    "asked before": 90,
    "asked later": 90,
    "asked after": 90,
    "asked names": 90,
    "asked strangers": 90,
}
MOST = {"first hit": 1000, "later hit, median": 100, "later hit, 99 of 100": 100}
MOST |= {"phone, first hit": 3000, "phone, words, 99 of 100": 100, "phone, names, median": 100}
# How much slower a phone is.
_PHONE = 4
_LOADED = ("names.json", "words.json")
_SCRIPTS = ("finding.js", "distance.js", "errors.js", "initials.js", "words.js")
MISSES = 5
# So many questions are put to the browser at once.
_PART = 300

# The address of the first hit of each text, from the root of the language, and the time it took.
_ASK = """
const root = new URL(arguments[1], location).href;
const field = document.querySelector("[data-md-component=search-query]");
return arguments[0].map((text) => {
  const started = performance.now();
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const took = performance.now() - started;
  const hits = [...document.querySelectorAll(".pm-exact a")].slice(0, 3);
  return [hits.map((hit) => hit.href.replace(root, "")), took];
});
"""
# From nothing loaded to the first hit.
_BEGIN = """
const [text, done] = arguments;
const field = document.querySelector("[data-md-component=search-query]");
const started = performance.now();
new MutationObserver((_, observer) => {
  observer.disconnect();
  done(performance.now() - started);
}).observe(document.querySelector(".pm-exact"), { childList: true });
field.focus();
field.value = text;
"""
# Until words are known, too: a question has an answer that is no name.
_READY = """
const [done] = arguments;
const field = document.querySelector("[data-md-component=search-query]");
const ask = () => {
  field.value = "a question of two words or more about gradients and training";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (document.querySelector(".pm-exact .pm-found--gotcha")) done();
  else setTimeout(ask, 50);
};
ask();
"""


@dataclass(frozen=True, slots=True)
class Question:
    """What is typed, and the addresses any of which is right among the first hits."""

    kind: str
    text: str
    right: frozenset[str]
    among: int = 1

    def answered(self, hits: list[str]) -> bool:
        """Whether hits, best first, are right."""
        return not self.right.isdisjoint(hits[: self.among])


def questions(corpus: Corpus, urls: dict[str, str]) -> Iterator[Question]:
    """All of them. A method is called on anything, so any API with its last part is right."""
    uses = read_uses().counts
    by_last: dict[str, list[str]] = defaultdict(list)
    for name in sorted(corpus.entries):
        by_last[_last(name)].append(name)

    def right(names: list[str]) -> frozenset[str]:
        return frozenset(urls[name] for name in names)

    for last, names in by_last.items():
        yield Question("last", last, right(names))
        if most := max(uses.get(name, 0) for name in names):
            used = [name for name in names if uses.get(name, 0) == most]
            yield Question("most used", last, right(used))
    for name, entry in corpus.entries.items():
        yield Question("full", name, right([name]))
        for _, example in [*entry.examples()][:2]:
            for call in _calls(example.torch, name):
                meant = [name] if call.startswith("torch.") else by_last[_last(name)]
                yield Question("pasted", call, right(meant))
    torch = torch_snapshot()
    for name in torch.names():
        if name not in corpus.entries and torch.documented(name):
            yield Question("no entry", name, frozenset({f"not-mapped/?name={name}"}))
    for one in synonyms():
        leads = {urls.get(lead, lead.replace("gotcha:", "gotcha/") + "/") for lead in one.leads}
        pages = {lead for lead in one.leads if "/" in lead}
        for word in one.words:
            named = [name for name in corpus.entries if _last(name).lower() == word.lower()]
            if not one.leads[0].startswith("parameter:"):
                yield Question("words", word, leads | pages | right(named))


def asked_in(language: str, urls: dict[str, str]) -> Iterator[Question]:
    """The questions of the tests."""
    told = yaml.safe_load((ROOT / "tests/render_mappings/questions.yaml").read_text("utf-8"))
    for part, by_language in told.items():
        for one in by_language[language]:
            leads = (urls.get(lead, lead) for lead in one["leads"])
            right = {re.sub(r"^gotcha:(.*)", r"gotcha/\1/", lead) for lead in leads}
            yield Question(f"asked {part}", one["asked"], frozenset(right), 3)


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _calls(code: str, name: str) -> list[str]:
    """The first line that calls an API, from there to its end."""
    return re.findall(rf"[\w.]*\b{re.escape(_last(name))}\(.*", code)[:1]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Keep requests to ourselves."""


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The address of a built site, with a slash at the end."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def browser() -> Iterator[webdriver.Chrome]:
    """Chromium without a window."""
    options = webdriver.ChromeOptions()
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu"):
        options.add_argument(flag)
    found = webdriver.Chrome(options=options)
    found.set_script_timeout(300)
    try:
        yield found
    finally:
        found.quit()


def main() -> int:
    """Ask everything in both languages; return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path, nargs="?", default=ROOT / "site", help="a built site")
    site = parser.parse_args().site
    rows = json.loads((site / "names.json").read_text("utf-8"))["entries"]
    urls = {name: url for name, url, *_ in rows}
    asked = list(questions(Corpus.load(ROOT / "mappings"), urls))
    with served(site) as address, browser() as page:
        missed = [
            _measure(page, address, language, [*asked, *asked_in(language[:2] or "en", urls)])
            for language in ("", "zh/")
        ]
    for language in ("", "zh/"):
        paths = [*(language + name for name in _LOADED), *(f"assets/{one}" for one in _SCRIPTS)]
        packed = sum(len(gzip.compress((site / path).read_bytes(), 9)) for path in paths)
        print(f"/{language} is answered by {packed / 1000:.0f} KB, compressed")
    return max(missed)


def _throttled(page: webdriver.Chrome, rate: int) -> None:
    page.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": rate})


def _on_a_phone(page: webdriver.Chrome, url: str, asked: list[Question]) -> dict[str, float]:
    _throttled(page, _PHONE)
    page.get(url)
    times = {"phone, first hit": page.execute_async_script(_BEGIN, "torch.gather")}
    words = [one.text for one in asked if one.among > 1]
    names = [one.text for one in asked if one.kind == "most used"][:_PART]
    page.execute_async_script(_READY)
    found = [
        sorted(ms for _, ms in page.execute_script(_ASK, part, "/")) for part in (words, names)
    ]
    _throttled(page, 1)
    return times | {
        "phone, words, 99 of 100": found[0][len(found[0]) * 99 // 100],
        "phone, names, median": median(found[1]),
    }


def _measure(page: webdriver.Chrome, address: str, language: str, asked: list[Question]) -> int:
    times = _on_a_phone(page, f"{address}{language}api/torch.max/", asked)
    page.get(f"{address}{language}api/torch.gather/")
    times |= {"first hit": page.execute_async_script(_BEGIN, "torch.gather")}
    page.execute_async_script(_READY)
    texts = [one.text for one in asked]
    parts = (texts[start : start + _PART] for start in range(0, len(texts), _PART))
    answers = [one for part in parts for one in page.execute_script(_ASK, part, f"/{language}")]
    took = sorted(ms for _, ms in answers)
    times |= {
        "later hit, median": median(took),
        "later hit, 99 of 100": took[len(took) * 99 // 100],
    }
    wrong: dict[str, list[str]] = defaultdict(list)
    for one, (hits, _) in zip(asked, answers, strict=True):
        if not one.answered(hits):
            wrong[one.kind].append(f"{one.text} gives {', '.join(hits[: one.among]) or 'nothing'}")
    missed = 0
    print(f"/{language}")
    for kind, least in LEAST.items():
        total = sum(one.kind == kind for one in asked)
        share = 100 * (total - len(wrong[kind])) / total
        missed |= share < least
        print(f"{kind:20} {share:8.2f} % of {total:5}  goal {least} %")
        for text in wrong[kind][:MISSES]:
            print(f"{'':20} {text}")
    for name, most in MOST.items():
        missed |= times[name] > most
        print(f"{name:20} {times[name]:8.1f} ms  goal {most}")
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
