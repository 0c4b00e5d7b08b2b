"""Gotchas: who names them, which APIs and documents they are about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lint_mappings.rules.rule import rule
from lint_mappings.subjects import EntrySubject, Finding, GotchaSubject
from mapping_model.problems import did_you_mean


@rule("PM207", EntrySubject)
def gotcha(entry: EntrySubject) -> Iterator[Finding]:
    """Every gotcha that an entry names exists.
    条目引用的陷阱都存在。

    An entry names gotchas by the ids of their files; an id without a file leads nowhere.

    ```diff
     torch: torch.Tensor.t
    -gotchas: [gather-indices-rank]
    +gotchas: [gather-index-rank]
    ```
    """
    known = entry.facts.corpus.gotchas
    for index, id_ in enumerate(entry.entry.gotchas):
        if id_ not in known:
            yield entry.at("gotchas", index).finding(
                f"There is no gotcha `{id_}`.{did_you_mean(id_, known)}",
                hint=f"Fix the id, or write mappings/gotchas/{id_}.yaml.",
            )


@rule("PM210", GotchaSubject)
def gotcha_path(gotcha: GotchaSubject) -> Iterator[Finding]:
    """The file of a gotcha is called by its id.
    陷阱的文件名就是其 id。

    The file of a gotcha is called by its id, which is how entries name it.

    ```diff
    -# mappings/gotchas/gather.yaml
    +# mappings/gotchas/gather-index.yaml
     id: gather-index
     title: {en: "`paddle.gather` picks slices.", zh: "`paddle.gather` 选取的是切片。"}
     topic: tensors
     text: {en: "Use another API.", zh: "请改用其他 API。"}
    ```
    """
    expected = f"{gotcha.facts.corpus.root.name}/gotchas/{gotcha.gotcha.id}.yaml"
    if gotcha.document.name != expected:
        yield gotcha.at("id").finding(
            f"The gotcha `{gotcha.gotcha.id}` belongs in {expected}.",
            hint="Rename the file, or write the id that the file is called by.",
        )


_API_NAME = re.compile(r"`(torch(?:\.\w+)+)")


@rule("PM211", GotchaSubject, severity="warning")
def orphan_gotcha(gotcha: GotchaSubject) -> Iterator[Finding]:
    """A gotcha whose title names an API is named by an entry.
    标题提到 API 的陷阱至少被一个条目引用。

    A gotcha about an API is named by that API's entry; else its readers never see it. What counts
    is the title: if it names, in backticks, torch APIs that have entries, at least one entry must
    name the gotcha. A gotcha about no API in particular stands alone.

    ```yaml
    # mappings/gotchas/abs-of-bool.yaml
    id: abs-of-bool
    title: {en: "`torch.abs` takes no bools.", zh: "`torch.abs` 不接受布尔值。"}
    topic: tensors
    text: {en: "Cast first.", zh: "请先转换类型。"}
    ```

    ```diff
     torch: torch.abs
    +gotchas: [abs-of-bool]
    ```
    """
    entries = gotcha.facts.corpus.entries
    about = [api for api in _API_NAME.findall(gotcha.gotcha.title.en) if api in entries]
    if about and not any(gotcha.gotcha.id in entry.gotchas for entry in entries.values()):
        yield gotcha.at("id").finding(
            f"No entry names this gotcha, though `{about[0]}` has an entry.",
            hint=f"Add `gotchas: [{gotcha.gotcha.id}]` to the entry of `{about[0]}`.",
        )


@rule("PM214", GotchaSubject)
def gotcha_source(gotcha: GotchaSubject) -> Iterator[Finding]:
    """A gotcha names the documents whose claims lead to it, and no others.
    陷阱标明哪些公开文档的说法指向它，不多也不少。

    A gotcha names the documents that claim it: those of `mappings/claims.yaml` that lead to it.
    Readers who come from such a document find the gotcha by it, and see whom it contradicts.

    ```diff
     # mappings/gotchas/seed-of-loader.yaml
     id: seed-of-loader
     title: {en: "One seed is not enough.", zh: "一个种子并不够。"}
     topic: data
    -source: [port-note]
    +source: [porting-notes]
     text: {en: "Seed NumPy too.", zh: "请同时固定 NumPy 的种子。"}
    ```

    ```yaml
    # mappings/claims.yaml
    porting-notes:
      title: {en: "Notes on a port.", zh: "迁移笔记。"}
      claims:
        - says: {en: "One seed fixes all.", zh: "一个种子即可固定全部随机性。"}
          at: "3"
          verdict: unchecked
          gotcha: seed-of-loader
          why: {en: "It takes several cards.", zh: "需要多张卡。"}
    ```
    """
    known, id_ = gotcha.facts.corpus.claims, gotcha.gotcha.id
    for index, source in enumerate(gotcha.gotcha.source):
        if source not in known:
            message = f"There is no document `{source}`.{did_you_mean(source, known)}"
            hint = "Fix the id, or add the document to mappings/claims.yaml."
            yield gotcha.finding(message, "source", index, hint=hint)
        elif all(claim.gotcha != id_ for claim in known[source].claims):
            message = f"No claim of `{source}` leads to this gotcha."
            hint = "Remove it, or add the claim to mappings/claims.yaml."
            yield gotcha.finding(message, "source", index, hint=hint)
    for source, document in known.items():
        leads_here = any(claim.gotcha == id_ for claim in document.claims)
        if leads_here and source not in gotcha.gotcha.source:
            message = f"`{source}` claims something that this gotcha settles."
            yield gotcha.finding(message, "id", hint=f"Add `{source}` to its `source`.")
