"""The reverse index: from a Paddle name to all torch APIs that are ported to it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from site_html import article, page

from mapping_model.snapshots import PADDLE
from render_mappings.data.reference import load_reference
from render_mappings.data.reverse import slugs

NEWEST = PADDLE[-1]


def test_all_that_maps_to_a_name_is_on_its_page(site: Path) -> None:
    lines = page(site, "paddle/paddle.take_along_axis")
    names = [line for line in lines if line.startswith("torch.")]
    assert names == ["torch.gather", "torch.Tensor.gather"]
    row = lines[lines.index("torch.gather") :]
    assert row[1] == "PyTorch takes more parameters"
    assert row[2].startswith("input → arr, dim → axis, index → indices; not in Paddle: sparse_grad")
    # The plain call was run on two releases, and is missing on the older one.
    assert row[3] == NEWEST
    assert 'href="../../api/torch.gather/"' in article(site, "paddle/paddle.take_along_axis")


def test_aliases_and_methods_map_too(site: Path) -> None:
    names = {line for line in page(site, "zh/paddle/paddle.abs") if line.startswith("torch.")}
    assert {"torch.abs", "torch.absolute"} <= names


def test_an_api_and_its_aliases_are_one(site: Path) -> None:
    names = json.loads((site / "names.json").read_text("utf-8"))
    found = {row[0]: row[1:] for row in names["paddle"]}["paddle.linalg.svd"]
    assert found == ["api/torch.linalg.svd/", "torch.linalg.svd, torch.svd"]


def test_targets_of_newer_releases_are_there(site: Path) -> None:
    lines = page(site, "paddle/paddle.compat.sort")
    row = lines[lines.index("torch.linalg.svd") :]
    assert row[2].startswith("On newer releases.")
    assert row[3] == f"3.2.2 – {NEWEST}"


def test_targets_outside_of_paddle_are_there(site: Path, mappings: Path) -> None:
    (variant,) = load_reference(mappings).published["torch.hamming_window"].state.variants
    assert variant.outside is not None
    lines = page(site, f"paddle/{variant.outside.api}")
    assert variant.outside.install in "\n".join(lines)
    assert "torch.hamming_window" in lines


@pytest.mark.parametrize("root", ["", "zh/"])
def test_a_name_that_one_api_is_ported_to_leads_to_that(site: Path, root: str) -> None:
    listed = article(site, f"{root}paddle")
    assert 'href="../api/torch.linalg.svd/">paddle.linalg.svd<' in listed
    assert not (site / root / "paddle" / "paddle.linalg.svd").exists()
    assert "paddle/paddle.linalg.svd" not in article(site, f"{root}api/torch.linalg.svd")


@pytest.mark.parametrize("root", ["", "zh/"])
def test_names_are_listed_and_linked_from_entries(site: Path, root: str) -> None:
    listed = article(site, f"{root}paddle")
    assert 'href="../paddle/paddle.take_along_axis/"' in listed
    link = 'href="../../paddle/paddle.take_along_axis/"'
    assert link in article(site, f"{root}api/torch.gather")


def test_the_search_knows_the_names(site: Path) -> None:
    names = json.loads((site / "names.json").read_text("utf-8"))
    found = {row[0]: row[1:] for row in names["paddle"]}["paddle.take_along_axis"]
    assert found == ["paddle/paddle.take_along_axis/", "torch.gather, torch.Tensor.gather"]


def test_names_that_differ_only_in_case_have_two_addresses() -> None:
    names = ("paddle.Tensor.t", "paddle.Tensor.T", "paddle.abs")
    assert slugs(names) == {
        "paddle.Tensor.T": "paddle.Tensor.T-capital",
        "paddle.Tensor.t": "paddle.Tensor.t",
        "paddle.abs": "paddle.abs",
    }
