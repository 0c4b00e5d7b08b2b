"""What a program writes for the torch code of an example, by the mappings of the corpus."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from mapping_model.applying.code import Rewritten, candidates
from mapping_model.applying.examples import variables_of
from mapping_model.corpus import Corpus
from mapping_model.results import mapping_hash
from mapping_model.snapshots import PADDLE, load_snapshot
from mapping_model.syntax import nodes_of
from verify_mappings.runs.cases import Case


@dataclass(frozen=True, slots=True)
class Code:
    """The code for one Paddle release, None where there is none: `why` says why not.

    `same` tells that the example's own Paddle code is the same but for its layout, `elsewhere` that
    all that could not be written are uses of other APIs.
    """

    text: str | None
    same: bool = False
    why: str | None = None
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """What the mapping with some hash gives on one release.

    `newer` is by the closer targets that newer releases have, None where they make no difference.
    """

    mapping: str
    code: Code
    newer: Code | None = None


def written(case: Case, releases: Iterable[str], corpus: Corpus) -> dict[str, Written]:
    """The code for each supported release; none for checks of gotchas and what is not run."""
    entry = corpus.entries.get(case.name)
    if entry is None or case.example.cannot_run:
        return {}
    digest = mapping_hash(entry)
    return {
        release: _written(case, release, corpus, digest)
        for release in releases
        if release in PADDLE
    }


def _written(case: Case, release: str, corpus: Corpus, digest: str) -> Written:
    example = case.example
    try:
        nodes_of(example.torch)  # no longer and no deeper than what it is given to can take
        snapshot = load_snapshot("paddle", release)
        *newer, found = candidates(example.torch, corpus.resolve, snapshot, variables_of(example))
    except SyntaxError as error:
        return Written(digest, Code(None, why=f"{type(error).__name__}: {error}"))
    closer = [_code(one, case, corpus) for one in newer if not one.undone]
    return Written(digest, _code(found, case, corpus), next(iter(closer), None))


def _code(found: Rewritten, case: Case, corpus: Corpus) -> Code:
    if not found.undone:
        return Code(found.code, same=_tree(found.code) == _tree(case.example.paddle))
    own = [one for one in found.undone if corpus.resolve(one.api) is corpus.entries[case.name]]
    decision = (own or found.undone)[0].decision
    about = "" if own else f"{found.undone[0].api}: "
    told = decision.told.removesuffix(f" {found.undone[0].api}")
    return Code(None, why=f"{about}{told}", elsewhere=not own)


def _tree(code: str) -> str | None:
    """What is the same for the same code, however it is laid out; None for what is no Python."""
    try:
        return ast.dump(nodes_of(code)[0])
    except SyntaxError:
        return None
