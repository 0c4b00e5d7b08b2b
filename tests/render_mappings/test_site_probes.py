"""What pages and JSON say of the inputs that probes have tried."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from site_html import seen

from mapping_model.corpus import Corpus
from mapping_model.outcomes import Departure
from mapping_model.probes import (
    PROBER,
    Dtypes,
    Finding,
    Probed,
    digest,
    probe_path,
    render_probes,
)
from mapping_model.snapshots import PADDLE
from render_mappings.data.reference import load_reference
from render_mappings.pages.entry_pages import entry_pages
from render_mappings.pages.published import entry_data
from render_mappings.pages.truth_page import truth_page
from render_mappings.views.page_context import Context, Repository
from render_mappings.views.wording import Language

ENTRY = """\
torch: torch.exp
paddle: paddle.exp
category: same-params
examples:
  - torch: |
      result = torch.exp(x)
    paddle: |
      result = paddle.exp(x)
"""
FOUND = Finding(Departure.DIFFERS, "values differ", "NaN", ("float32",), 2, "", "", {}, "")
NEWEST = Probed(
    12,
    7,
    "0" * 12,
    f"2.13.0 3.11.7 {PROBER}",
    refused=3,
    dtypes=Dtypes(("float32",), refused=("uint8",)),
)


@pytest.fixture
def mappings(tmp_path: Path) -> Path:
    """An entry that was probed on two releases, and an alias of it."""
    (tmp_path / "torch").mkdir()
    (tmp_path / "torch/torch.exp.yaml").write_text(ENTRY, "utf-8")
    alias = "torch: torch.special.exp2\nalias_of: torch.exp\n"
    (tmp_path / "torch/torch.special.exp2.yaml").write_text(alias, "utf-8")
    newest = replace(NEWEST, digest=digest(Corpus.load(tmp_path).entries["torch.exp"], {}))
    write(tmp_path, {PADDLE[-1]: replace(newest, findings=(FOUND,)), "3.2.2": newest})
    return tmp_path


def write(mappings: Path, record: dict[str, Probed]) -> None:
    path = probe_path(mappings, "torch.exp")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(render_probes(record), "utf-8")


def context(mappings: Path, language: Language = "en") -> Context:
    return Context(load_reference(mappings), language, Repository("https://example.org/r"))


def bodies(mappings: Path, language: Language = "en") -> dict[str, str]:
    return {page.title: page.body() for page in entry_pages(context(mappings, language))}


def test_the_page_of_an_entry_says_what_was_tried(mappings: Path) -> None:
    html = bodies(mappings)["torch.exp"]
    tried = f"On Paddle {PADDLE[-1]}, 12 inputs"
    assert f"{tried} in 2 dtypes were tried: 7 came out as in PyTorch" in html
    assert "On the CPU Paddle takes float32; refuses uint8." in html
    assert "Not decided yet: the result differs without an error on NaN." in html
    assert 'reading/#tried">How they were tried</a>' in html
    older = html.index("On older releases")
    assert html.index("On Paddle 3.2.2, 12 inputs") > older > html.index(tried)
    assert (
        f"在 Paddle {PADDLE[-1]} 上用 2 种 dtype 的 12 个输入"
        in bodies(mappings, "zh")["torch.exp"]
    )


def test_a_record_of_another_mapping_says_nothing(mappings: Path) -> None:
    write(mappings, {PADDLE[-1]: NEWEST})
    assert "inputs in 2 dtypes" not in bodies(mappings)["torch.exp"]


def test_the_figures_count_inputs_and_list_what_is_not_decided(mappings: Path) -> None:
    lines = seen(truth_page(context(mappings)).body()).split("\n")
    at = lines.index("Other inputs: not decided yet")
    assert lines[at + 6 :] == [
        "torch.exp",
        PADDLE[-1],
        "the result differs without an error on NaN",
        "2",
    ]


def test_programs_get_the_same_figures(mappings: Path) -> None:
    published = context(mappings).reference.published["torch.exp"]
    probes = json.loads(json.dumps(entry_data(published, "")["probes"]))
    assert [one["paddle"] for one in probes] == [PADDLE[-1], "3.2.2"]
    assert probes[0] == {
        "paddle": PADDLE[-1],
        "inputs": 12,
        "equal": 7,
        "within_limits": 0,
        "refused_for_dtype": 3,
        "refused_because_empty": 0,
        "unexplained": 2,
        "dtypes": {
            "taken": ["float32"],
            "partly": [],
            "without_gradient": [],
            "refused": ["uint8"],
        },
        "measured_on": "cpu",
    }
