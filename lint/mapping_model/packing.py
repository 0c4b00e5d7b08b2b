"""What lies below `mappings` as the one file that a wheel brings; run when a wheel is built."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mapping_model.corpus import Corpus
from mapping_model.ending import UsageError
from mapping_model.files import read_ordinary
from mapping_model.lookup_index import lookup_index
from mapping_model.naming import MAX_RECORD, PROBES, RECORD, RESULTS, document_names, named_below
from mapping_model.packed import packed
from mapping_model.reading import read_document
from mapping_model.records import read_results
from mapping_model.stores import ALL_GOTCHAS, INDEX, MAPPINGS, NAMES

# What runs have recorded of limits is asked for by the linter alone, in a checkout; the errors in
# it are in the index. Of samples those read who count calls.
_LEFT_OUT = (f"{RESULTS}/limits/", f"{RESULTS}/samples/")


def packed_mappings(mappings: Path) -> bytes:
    """All documents, the records that readers ask for, and the index; raise UsageError.

    Nothing of it depends on when and where it is made.
    """
    corpus = Corpus(mappings)
    files: dict[str, Any] = {}
    for name in document_names(mappings):
        document = read_document(mappings.parent / name, name)
        corpus.add(document, checked=True)  # which the linter does, with more than is here
        files[f"{MAPPINGS}/{name.partition('/')[2]}"] = document.data
    if corpus.problems:
        first = corpus.problems[0]
        raise UsageError(f"{first.path}:{first.line}: {first.message}")
    if not corpus.entries:
        raise UsageError(f"There is no entry in {mappings}, which the wheel is to bring.")
    for folder in (RESULTS, PROBES):
        for file in named_below(mappings / folder, RECORD):
            if not (name := f"{folder}/{file}").startswith(_LEFT_OUT):
                files[name] = json.loads(read_ordinary(mappings / name, MAX_RECORD))
    files[NAMES] = sorted(corpus.entries)
    files[ALL_GOTCHAS] = sorted(corpus.gotchas)
    index = lookup_index(corpus, read_results(mappings))
    return packed(files | {f"{INDEX}/{part}": told for part, told in index.items()})
