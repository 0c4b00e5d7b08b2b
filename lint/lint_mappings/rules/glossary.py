"""Descriptions of parameters, and the glossary that most of them come from."""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.fixes.making import remove
from lint_mappings.rules.rule import rule
from lint_mappings.subjects import CorpusSubject, Finding, VariantSubject
from mapping_model.problems import did_you_mean


@rule("PM208", VariantSubject)
def term(variant: VariantSubject) -> Iterator[Finding]:
    """Every `desc` that is a word is a key of the glossary.
    每个写成单词的 `desc` 都是术语表中的键。

    A word names a text of the glossary; without that text the row has no description.

    ```diff
     torch: torch.abs
     params:
    -  - {torch: input, paddle: x, desc: inptu}
    +  - {torch: input, paddle: x, desc: self}
       - {torch: out, paddle: out}
    ```
    """
    glossary = variant.facts.corpus.glossary
    for index, row in enumerate(variant.rows):
        if row.term is not None and row.term not in glossary:
            yield variant.at("params", index, "desc").finding(
                f"The glossary has no `{row.term}`.{did_you_mean(row.term, glossary)}",
                hint="Fix it, add it to mappings/glossary.yaml, or write the text itself.",
            )


@rule("PM209", CorpusSubject, severity="warning", fixable=True)
def unused_term(subject: CorpusSubject) -> Iterator[Finding]:
    """Every text of the glossary is used by a row.
    术语表中的每个词条都被参数行使用。

    A text of the glossary that no row uses is dead weight, or a key that was misspelt. A row uses
    the text that its `desc` names, else that of its parameter's name (PyTorch's; Paddle's where
    only Paddle has it), unless it has a text of its own.

    ```diff
     # mappings/glossary.yaml
     input: {en: "The input tensor.", zh: "输入 Tensor。"}
    -ouput: {en: "The tensor that is given back.", zh: "返回的 Tensor。"}
     out: {en: "The tensor that the result is written to.", zh: "用于存放结果的 Tensor。"}
    ```

    ```yaml
    torch: torch.abs
    ```
    """
    corpus = subject.corpus
    if corpus.glossary_file is None or not subject.is_wanted(corpus.glossary_file):
        return
    # Of the data as it is written: building the variants of all entries costs more than the rest.
    wanted = {
        row.get("desc") or row.get("torch") or row["paddle"]
        for document, _ in corpus.entry_files
        for body in document.data.get("variants") or [document.data]
        for row in body.get("params") or ()
        if not isinstance(row.get("desc"), dict)
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


@rule("PM308", VariantSubject, serves="P1")
def description(variant: VariantSubject) -> Iterator[Finding]:
    """Every row describes its parameter.
    每行都有参数说明。

    The text is the row's `desc`, or the glossary's that `desc` names, else the glossary's for the
    parameter's own name (PyTorch's; Paddle's where only Paddle has it).

    ```diff
     torch: torch.linalg.svd
     params:
       - {torch: A, paddle: x, desc: input}
       - {torch: full_matrices, paddle: full_matrices, value: "True", desc: other}
    -  - {torch: driver, do: drop}
    +  - {torch: driver, do: drop, desc: other}
       - {torch: out, paddle: out}
    ```
    """
    for index, row in enumerate(variant.rows):
        name = row.torch or row.paddle
        if name is None or row.term is not None or variant.description(row) is not None:
            continue
        yield variant.at("params", index).finding(
            f"The row `{name}` has no description, and the glossary has none for `{name}`.",
            hint="Write `desc` with `en` and `zh`, or with a key of the glossary.",
        )
