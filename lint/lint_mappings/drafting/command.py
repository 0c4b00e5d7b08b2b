"""The command `lint-mappings new`: its options, and the file it writes."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from lint_mappings.drafting.draft import make_draft
from lint_mappings.drafting.following import alias_draft, aliased, form_draft
from lint_mappings.drafting.idioms import known_ways
from lint_mappings.drafting.pairing import Known, known_pairs
from lint_mappings.drafting.rendering import render, render_composite, render_similar
from lint_mappings.drafting.similar import from_similar, siblings
from lint_mappings.drafting.skeleton import skeleton
from lint_mappings.drafting.targets import beside_target, paddle_api, torch_api
from lint_mappings.rules.category import CONTEXT_FAMILIES
from lint_mappings.running.paths import own_root
from lint_mappings.subjects.facts import Facts
from mapping_model.corpus import Corpus
from mapping_model.ending import UsageError
from mapping_model.entry import Row
from mapping_model.files import write_atomically
from mapping_model.naming import path_for
from mapping_model.options import Parser
from mapping_model.sides import Side, is_member
from mapping_model.stores import MAPPINGS, Folder, beneath_of, brought, documents_of


def new(argv: Sequence[str]) -> int:
    """Write the draft of an entry; return 0. Raise UsageError where that cannot be done."""
    options = _parse(argv)
    root = _root(options.root)
    corpus, own = _corpus(Folder(root / MAPPINGS))
    path = root / MAPPINGS / path_for(options.torch)
    shown = path.relative_to(root).as_posix()
    if path.exists() or options.torch in own:
        raise UsageError(f"`{options.torch}` has an entry already: {shown}.")
    if options.torch in corpus.entries:
        raise UsageError(
            f"`{options.torch}` has an entry already, of {brought().told}: "
            f"`lint-mappings show {options.torch}` shows it."
        )
    facts = Facts(corpus)
    if options.composite:
        text, told = _composite(facts, options.torch), "of several calls"
    else:
        text, told = _draft(facts, options.torch, options.paddle)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text)
    except OSError as error:
        raise UsageError(f"{shown} cannot be written: {error.strerror or error}.") from error
    print(f"{shown}: a draft, {told}.")
    step = "Decide what its comments ask, then run" if "#" in text else "Check it"
    print(f"{step}: lint-mappings {shown}")
    return 0


def _root(given: str | None) -> Path:
    """The directory that has, or is to have, `mappings`: outside of a project the current one."""
    root = own_root(given)
    if root is not None:
        return root
    here = Path.cwd()
    if os.path.lexists(here / MAPPINGS):
        raise UsageError(
            f"{here / MAPPINGS} is no directory, so no entry can be written into it. Move it away, "
            "or name another directory with --root."
        )
    return here


def _corpus(own: Folder) -> tuple[Corpus, frozenset[str]]:
    """All entries, and the names of those of the project."""
    corpus = Corpus.load(own.root)
    names = frozenset(corpus.entries)
    beneath = beneath_of(own)
    for document in documents_of(beneath) if beneath is not None else ():
        if document.name not in corpus.documents:
            corpus.add(document, checked=True)
    return corpus, names


def _draft(facts: Facts, name: str, target: str | None) -> tuple[str, str]:
    """The text of a draft, and what it is.

    Another name of an API with an entry, or a form of one, unless a target is given.
    """
    torch = torch_api(facts.torch, name)
    same = None if target else aliased(torch.name, facts.corpus.entries, facts.torch)
    if same is not None:
        return alias_draft(torch.name, same), f"another name of `{same}`"
    form = None if target else form_draft(torch.name, facts.corpus)
    if form is not None:
        return form.text, f"a form of `{form.base}`; `lint-mappings show {name}` shows what follows"
    paddle = paddle_api(facts.paddle, torch.name, target)
    like = None if target else from_similar(torch, paddle, facts)
    if like is not None:
        return render_similar(like, paddle.name), f"from the entry of `{like.of}`, which is alike"
    in_family = torch.name.startswith(CONTEXT_FAMILIES)
    known = Known(known_pairs(facts.corpus), known_ways(facts.corpus, facts.torch))
    draft = make_draft(torch, paddle, known, in_family)
    beside = () if target else tuple(beside_target(torch, paddle, facts))
    text = render(draft, facts.corpus.glossary, beside)
    return text, f"with `{paddle.name}` as its target"


def _composite(facts: Facts, name: str) -> str:
    """The text of a draft whose code is to be written, with a call as it has to be."""
    torch = torch_api(facts.torch, name)
    signature = next(iter(torch.signatures), None)
    names = signature.names if signature else ()
    side = Side(torch, signature, names[0] if names and is_member(torch, name) else None)
    rows = tuple(Row(name, None) for name in side.needing_rows())
    made = skeleton(side, Side(None, None, None), rows, (bool(side.own), False))
    taken = tuple(one for one in names if one != side.own)
    return render_composite(name, made, taken, facts.corpus.glossary, siblings(name, facts))


def _parse(argv: Sequence[str]) -> argparse.Namespace:
    parser = Parser(
        prog="lint-mappings new",
        description="Write the draft of an entry, from the signatures of both libraries.",
    )
    parser.add_argument("torch", metavar="API", help="full name: torch.gather")
    target = parser.add_mutually_exclusive_group()
    target.add_argument("--paddle", metavar="API", help="the target: paddle.take_along_axis")
    target.add_argument("--composite", action="store_true", help="several calls do what it does")
    parser.add_argument("--root", metavar="DIR", help=f"the directory that holds `{MAPPINGS}`")
    return parser.parse_args(argv)
