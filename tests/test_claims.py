"""The project's own claims: decided on every release, and leading to pages that there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from lint_mappings.subjects.claims import ClaimSubject, claims
from lint_mappings.subjects.facts import Facts
from mapping_model.claims import Verdict
from mapping_model.corpus import Corpus

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def all_claims() -> list[ClaimSubject]:
    return list(claims(Facts(Corpus.load(ROOT / "mappings"))))


def test_no_verdict_rests_on_what_was_not_run(all_claims: list[ClaimSubject]) -> None:
    decided = [one for one in all_claims if one.claim.has_evidence]
    assert [one.path for one in decided if None in one.shown().values()] == []
    assert len(decided) > len(all_claims) / 2
    assert {one.claim.verdict for one in decided} == {Verdict.HOLDS, Verdict.NEVER}


def test_every_page_exists_in_both_languages(all_claims: list[ClaimSubject]) -> None:
    pages = {one.claim.page for one in all_claims if one.claim.page is not None}
    missing = [
        f"{language}/{page}"
        for page in pages
        for language in ("en", "zh")
        if not (ROOT / "docs" / language / f"{page}.md").is_file()
    ]
    assert pages
    assert missing == []
