"""Every record lies in its place, and what it is about is there.

What is recorded of an entry that has been renamed or deleted is read by nobody, but for figures
that count it.

Bad (`-`) and good (`+`):

```yaml
torch: torch.abs
paddle: paddle.abs
category: renamed-params
params:
  - {torch: input, paddle: x}
  - {torch: out, paddle: out}
examples:
  - inputs: {x: "float32[2, 3]"}
    torch: result = torch.abs(x)
    paddle: result = paddle.abs(x)
```

```json
# mappings/results/torch/torch.abs.json
{"1": {"3.3.1": {"hash": "719dc66cee3c 4afc6d39", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}}}
```

```diff
-# mappings/results/torch/torch.absolute.json
-{"1": {"3.3.1": {"hash": "719dc66cee3c 4afc6d39", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}}}
```
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from lint_mappings.subjects import CorpusSubject, Finding
from mapping_model.categories import Text
from mapping_model.corpus import Corpus
from mapping_model.files import files_below
from mapping_model.naming import GOTCHAS, PROBES, RECORD, api_of, document_name, file_of
from mapping_model.probes import probe_path
from mapping_model.problems import did_you_mean
from mapping_model.reading import Document
from mapping_model.records import GOTCHA, LIMITS_OF, record_files, record_path

SUMMARY = Text(
    "Records lie in their place, and are of entries and gotchas that there are.",
    "记录文件位置正确，所属的条目或陷阱存在。",
)
REQUIREMENTS = ("X4",)


def check(subject: CorpusSubject) -> Iterator[Finding]:
    """Look at the names of all files of results and of probes."""
    root = subject.corpus.root
    for name, path in record_files(root):
        yield from _placed(subject.corpus, name, path, record_path(root, name))
    for file in files_below(root / PROBES, RECORD):
        path = root / PROBES / file
        api = api_of(path.stem)
        yield from _placed(subject.corpus, api, path, probe_path(root, api))


def _placed(corpus: Corpus, name: str, path: Path, place: Path) -> Iterator[Finding]:
    """What is wrong with a file that is about `name` and belongs at `place`."""
    known: Collection[str]
    told = ""
    if name.startswith(GOTCHA):
        what, own = "gotcha", name.removeprefix(GOTCHA)
        source, known = f"{GOTCHAS}/{own}.yaml", corpus.gotchas
    else:
        what, own = "entry", name.removeprefix(LIMITS_OF)
        source, known = file_of(own), corpus.entries
    # One that cannot be read is there all the same.
    if own not in known and f"{corpus.root.name}/{source}" not in corpus.documents:
        told = f"There is no {what} `{own}`.{did_you_mean(own, known, 0.8)}"
        hint = "Delete the file, or give it the name of what it is about."
    elif path != place:
        told = f"Records of `{own}` lie elsewhere."
        hint = f"Move it to {document_name(corpus.root, place)}."
    if told:
        yield Finding(Document(document_name(corpus.root, path)), told, hint)
