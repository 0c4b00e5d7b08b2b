"""The file of a gotcha is called by its id, which is how entries name it.

Bad (`-`) and good (`+`):

```diff
-# mappings/gotchas/gather.yaml
+# mappings/gotchas/gather-index.yaml
 id: gather-index
 title: {en: "`paddle.gather` picks slices.", zh: "`paddle.gather` 选取的是切片。"}
 topic: tensors
 text: {en: "Use another API.", zh: "请改用其他 API。"}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.subjects import Finding, GotchaSubject
from mapping_model.categories import Text

SUMMARY = Text("The file of a gotcha is called by its id.", "陷阱的文件名就是其 id。")


def check(gotcha: GotchaSubject) -> Iterator[Finding]:
    """Compare the path with the id."""
    expected = f"{gotcha.facts.corpus.root.name}/gotchas/{gotcha.gotcha.id}.yaml"
    if gotcha.document.name != expected:
        yield gotcha.finding(
            f"The gotcha `{gotcha.gotcha.id}` belongs in {expected}.",
            "id",
            hint="Rename the file, or write the id that the file is called by.",
        )
