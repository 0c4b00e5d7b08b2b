"""A text of the glossary that no row uses is dead weight, or a key that was misspelt.

A row uses the text of its `term`, else that of its parameter's name (PyTorch's; Paddle's where only
Paddle has it), unless it has a `desc` of its own.

Bad (`-`) and good (`+`):

```diff
 # mappings/glossary.yaml
 input: {en: "The input tensor.", zh: "输入 Tensor。"}
-ouput: {en: "The tensor that is given back.", zh: "返回的 Tensor。"}
 out: {en: "The tensor that the result is written to.", zh: "用于存放结果的 Tensor。"}
```

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
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.fixes.making import remove
from lint_mappings.subjects import CorpusSubject, Finding, Fixable
from mapping_model.categories import Text
from mapping_model.problems import did_you_mean

SUMMARY = Text("Every text of the glossary is used by a row.", "术语表中的每个词条都被参数行使用。")
SEVERITY = "warning"


def check(subject: CorpusSubject) -> Iterator[Fixable]:
    """Collect what rows use and report the rest of the glossary."""
    corpus = subject.corpus
    if corpus.glossary_file is None:
        return
    # Of the data as it is written: building the variants of all entries costs more than the rest.
    wanted = {
        row.get("term") or row["torch"] or row["paddle"] or ""
        for document, _ in corpus.entry_files
        for body in document.data.get("variants") or [document.data]
        for row in body.get("params", ())
        if "desc" not in row
    }
    for key in corpus.glossary:
        if key not in wanted:
            guess = did_you_mean(key, wanted - corpus.glossary.keys())
            yield Finding(
                corpus.glossary_file,
                f"No row uses `{key}`.{guess}",
                "Remove it, or fix its spelling.",
                (key,),
                True,
                fix=None if guess else remove(corpus.glossary_file, (key,)),
            )
