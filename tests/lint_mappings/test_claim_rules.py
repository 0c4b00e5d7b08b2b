"""Claims of public documents: where they lead, and whether the record says what they say."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from small_project import BASE

from mapping_model.building import build_entry
from mapping_model.reading import read_text
from mapping_model.results import example_hash, mapping_hash
from mapping_model.snapshots import PADDLE

Expect = Callable[..., None]
PATH = "mappings/claims.yaml"
ABS = "mappings/torch/torch.abs.yaml"


def claims(*lines: str, says: str = "It differs.") -> str:
    head = f'notes:\n  title: {{en: "Notes.", zh: "笔记。"}}\n  claims:\n    - says: {{en: "{says}"'
    return "\n      ".join([f'{head}, zh: "有差异。"}}', 'at: "1"', *lines]) + "\n"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            ["verdict: never", "gotcha: ▸gather-index", 'shown: ["1"]'],
            "PM213 There is no gotcha `gather-index`. Did you mean `gather-index-rank`?",
        ),
        (
            ["verdict: never", "entry: ▸torch.ab", 'shown: ["1"]'],
            "PM213 There is no entry `torch.ab`. Did you mean `torch.abs`?",
        ),
        (
            ["verdict: holds", "entry: torch.abs", 'shown: ["1", ▸"2"]'],
            "PM213 `torch.abs` has no example 2.",
        ),
        (["verdict: ▸holds", "entry: torch.abs"], "PM213 Nothing shows this verdict."),
        (
            ["verdict: ▸unchecked", "entry: torch.abs"],
            "PM213 It does not say why this cannot be checked.",
        ),
        (
            ["verdict: never", "entry: torch.abs", "lacks: [paddle.abs]", 'since: ▸"3.0"'],
            "PM213 Only what holds has `since`.",
        ),
        (
            ["verdict: holds", 'until: ▸"9.9"', "page: reading"],
            "PM213 These releases are all that are supported, or none.",
        ),
        (
            ["verdict: ▸holds", "entry: torch.abs", "lacks: [paddle.abs]"],
            f"PM811 The record says otherwise on {', '.join(PADDLE)}.",
        ),
        (
            ["verdict: ▸holds", 'until: "3.0"', "entry: torch.abs", "lacks: [paddle.nn.Parameter]"],
            "PM811 The record says otherwise on 3.1.1.",
        ),
        (["verdict: ▸wrong", "entry: torch.abs"], "PM105 `verdict` cannot be `wrong`."),
    ],
)
def test_what_is_wrong_with_a_claim(expect: Expect, lines: list[str], expected: str) -> None:
    expect(claims(*lines), expected, path=PATH)


def test_a_claim_leads_to_one_place(expect: Expect) -> None:
    text = claims("verdict: never", "page: reading", "entry: torch.abs").replace(
        "- says", "- ▸says"
    )
    expected = "PM105 This item has just one of `gotcha`, `entry` and `page`."
    expect(text, expected, path=PATH)


def test_what_a_claim_says_is_a_text(expect: Expect) -> None:
    text = claims("verdict: holds", "page: reading", says="It differ▸s")
    expect(text, "PM701 The text does not end with `.`.", path=PATH)


@pytest.mark.parametrize(("verdict", "as_shown"), [("holds", True), ("never", False)])
def test_runs_decide(expect: Expect, verdict: str, as_shown: bool) -> None:
    """The example came out as written on all releases but 3.0.0."""
    entry = build_entry(read_text(BASE[ABS].encode(), ABS).data)
    digest = f"{example_hash(entry.variants[0].examples[0])} {mapping_hash(entry)}"
    run = {"hash": digest, "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
    record = dict.fromkeys(reversed(PADDLE), run)
    record["3.0.0"] = {**run, "outcome": "differs", "as_expected": False}
    others = {"mappings/results/torch/torch.abs.json": json.dumps({"1": record})}
    wrong = ["3.0.0"] if as_shown else [release for release in PADDLE if release != "3.0.0"]
    expect(
        claims(f"verdict: ▸{verdict}", "entry: torch.abs", 'shown: ["1"]'),
        f"PM811 The record says otherwise on {', '.join(wrong)}.",
        path=PATH,
        others=others,
    )


@pytest.mark.parametrize(
    ("line", "mark", "expected"),
    [
        ("", "id", "PM214 `notes` claims something that this gotcha settles."),
        (
            "source: [notes, ▸n]\n",
            "",
            "PM214 There is no document `n`.",
        ),
        (
            "source: [notes, ▸others]\n",
            "",
            "PM214 No claim of `others` leads to this gotcha.",
        ),
    ],
)
def test_a_gotcha_names_its_sources(expect: Expect, line: str, mark: str, expected: str) -> None:
    name = "mappings/gotchas/gather-index-rank.yaml"
    text = BASE[name].replace("topic: tensors\n", f"topic: tensors\n{line}")
    lines = ("verdict: unchecked", 'why: {en: "A GPU.", zh: "显卡。"}')
    both = claims(*lines, "gotcha: gather-index-rank")
    both += claims(*lines, "page: reading").replace("notes:", "others:")
    if mark:
        text = text.replace("id: ", "id: ▸")
    expect(text, expected, path=name, others={PATH: both})
