"""The page of how far Paddle is torch: its figures are those of the command, and of the file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator

from mapping_model.conformance import frozen
from mapping_model.conformance.claimed import Claim, kept
from mapping_model.conformance.frozen import Part
from mapping_model.conformance.states import Conformance, State, Way
from mapping_model.snapshots import PADDLE
from render_mappings.data.conformance import equal_though_signatures_differ
from render_mappings.data.reference import Reference
from render_mappings.pages.claimed_page import claimed_page
from render_mappings.pages.conformance_files import badge, conformance_data
from render_mappings.pages.conformance_page import conformance_page
from render_mappings.views.page_context import Context, Repository
from verify_mappings.__main__ import main

ROOT = Path(__file__).parents[2]
NEWEST = PADDLE[-1]
ROW = r"<tr><th scope=\"row\">.*?</tr>"


@pytest.fixture(scope="module")
def found(reference: Reference) -> Conformance:
    return reference.conformance()


def test_it_says_what_the_command_says(
    reference: Reference, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["conformance", "--root", str(ROOT), "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    parts = [reference.conformance(part) for part in Part]
    data = conformance_data(*parts)
    assert data["set"] == told["set"]
    pages = {one: conformance_page(context(reference, one)).body() for one in ("en", "zh")}
    for place, (part, own) in enumerate(((Part.EXAMPLES, data), (Part.SAMPLES, data["samples"]))):
        said = told["parts"][part]
        assert (own["calls"], own["apis"]) == (said["calls"], said["apis"])
        runs = {(one["paddle"], one["mode"]): one["calls"] for one in own["runs"]}
        assert runs == {
            (one["paddle"], mode): {s: n for s, n in numbers["calls"].items() if n}
            for one in said["releases"]
            for mode, numbers in one["modes"].items()
        }
        for html in pages.values():
            assert f"{own['calls']} " in html.partition('<h2 id="shares">')[0]
            shares = html.partition('<h2 id="shares">')[2].partition("<h2")[0]
            of_part = shares.split('scope="rowgroup"')[place + 1]
            for (release, mode), numbers in runs.items():
                at = parts[place].releases_with(mode).index(release)
                section = html.partition(f'<h2 id="{mode}">')[2].partition("<h2")[0]
                rows = re.findall(ROW, section.split("<h3>")[place + 1])
                cells = [int(re.findall(r"<td>(\d+)</td>", row)[at]) for row in rows]
                assert cells[0] == numbers["equal"]
                assert sum(cells[:-1]) == own["calls"]
                row = re.findall(ROW, of_part)[parts[place].modes.index(mode)]
                percent = 100 * numbers["equal"] // own["calls"]
                column = parts[place].releases.index(release)
                assert re.findall(r"<td>(.*?)</td>", row)[column] == f"{percent} %"


def context(reference: Reference, language: str) -> Context:
    return Context(reference, language, Repository("https://example.org/repo", "main"))


def test_the_file_is_of_the_schema(site: Path) -> None:
    api = site / "api" / "v1"
    schema = json.loads((api / "schema.json").read_text("utf-8"))
    data = json.loads((api / "conformance.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(data)
    only = {**schema, "anyOf": [{"$ref": "#/$defs/conformance"}]}
    Draft202012Validator(only).validate(data)
    data["runs"][0]["calls"]["quiet"] = 1
    assert not Draft202012Validator(only).is_valid(data)


def test_the_badge_is_a_picture_with_a_text(reference: Reference) -> None:
    parts = [reference.conformance(part) for part in Part]
    tree = ElementTree.fromstring(badge(parts, NEWEST))
    shares = []
    for found in parts:
        calls = found.calls(Way(NEWEST, "unchanged"))
        shares.append(f"{int(1000 * calls[State.EQUAL] / calls.total()) / 10:g} %")
    title = tree.findtext("{http://www.w3.org/2000/svg}title") or ""
    name = f"PyTorch on Paddle {NEWEST}, set {frozen.numbers()[-1]}, unchanged / ported"
    assert title.startswith(f"{name}: examples {shares[0]} / ")
    assert f", PyTorch's tests {shares[1]} / " in title
    # The mapping is not right for all, so it does not say so.
    assert "100 %" not in title


def test_samples_are_nowhere_else(reference: Reference) -> None:
    """What is told of an entry, and what is counted and searched, has no results of them."""
    assert reference.conformance(Part.SAMPLES).calls(Way(NEWEST, "mapping"))[State.EQUAL] > 1000
    names = {name for results in reference.results for name in results.entries}
    assert not [name for name in names if name.startswith("samples")]


def test_equal_against_its_signature(reference: Reference, found: Conformance) -> None:
    names = equal_though_signatures_differ(reference)
    # `paddle.sum` calls `input` x and `dim` axis; from 3.3 on it takes torch's names as well.
    assert "torch.sum" in names or "torch.mean" in names
    # The same by signature: nobody is surprised.
    assert "torch.Tensor.t" not in names
    for name in names:
        assert found.state(Way(NEWEST, "unchanged"), name) is State.EQUAL


def test_claims_that_fell(reference: Reference) -> None:
    html = claimed_page(context(reference, "en")).body()
    silent = html.partition('<h2 id="claimed-silent">')[2].partition("<h2")[0]
    names = re.findall(r'<th scope="row"><a href="[^"]+">([^<]+)</a>', silent)
    assert len(names) > 50
    way = Way(NEWEST, "unchanged")
    for name in names:
        entry = reference.resolve(name)
        assert entry is not None
        assert kept().claims[name] is Claim.PREFIX
        assert reference.conformance().state(way, entry.torch) in (State.SILENT, State.GRADIENT)
    rows = re.findall(r"<tr><th scope=\"row\">([^<]+)</th>((?:<td>\d+</td>)+)</tr>", html)
    total = kept().count()[Claim.PREFIX]
    columns = [list(map(int, re.findall(r"\d+", cells))) for _, cells in rows]
    assert [sum(column) for column in zip(*columns[:-1], strict=True)] == [total] * len(PADDLE)
