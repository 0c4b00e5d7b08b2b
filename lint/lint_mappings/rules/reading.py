"""The file itself: that it can be read, is plain YAML, and has the shape of the schema."""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.fixes.making import BYTE_ORDER_MARK
from lint_mappings.rules.rule import rule
from lint_mappings.subjects import FileSubject, Finding
from mapping_model.problems import Problem
from mapping_model.reading import UNREADABLE


@rule("PM101", FileSubject, fixable=True)
def readable(file: FileSubject) -> Iterator[Finding | Problem]:
    """Every file is readable and encoded as UTF-8 without a byte order mark.
    每个文件都可读取，且编码为不带 BOM 的 UTF-8。

    A file that cannot be read as text says nothing at all. Files are UTF-8 without a byte order
    mark, ordinary files rather than links, and a few KB long. Windows editors add the mark when
    told to save as "UTF-8 with BOM"; choose "UTF-8".

    ```diff
    -# saved as UTF-16
     torch: torch.absolute
     alias_of: torch.abs
    ```
    """
    for problem in file.found_by_reader(UNREADABLE):
        if file.document.data is None:
            yield problem
        else:
            yield file.finding(problem.message, hint=problem.hint, fix=BYTE_ORDER_MARK)


@rule("PM102", FileSubject)
def yaml_(file: FileSubject) -> Iterator[Problem]:
    """Every file is valid YAML.
    每个文件都是合法的 YAML。

    The file must be YAML: one document of keys and values, indented with spaces. The commonest slip
    is a string with a colon in it, or one that begins with a backtick, without quotes around it.

    ```diff
     torch: torch.absolute
    -alias_of: `torch.abs`
    +alias_of: torch.abs
    ```
    """
    return file.found_by_reader("PM102")


@rule("PM103", FileSubject)
def duplicate_key(file: FileSubject) -> Iterator[Problem]:
    """No key stands twice in one mapping.
    同一映射中没有重复的键。

    A key that stands twice hides one of its two values, and nobody can tell which was meant.

    ```diff
     torch: torch.absolute
     alias_of: torch.abs
    -alias_of: torch.abs
    ```
    """
    return file.found_by_reader("PM103")


@rule("PM104", FileSubject)
def plain_yaml(file: FileSubject) -> Iterator[Problem]:
    """Files use no anchors, aliases or tags and do not nest deeply.
    文件不使用锚点、别名和标签，嵌套也不过深。

    All of them make a file hard to follow and can make it explode in memory. Write values out.

    ```diff
    -# mappings/torch/torch.absolute.yaml
    -torch: !!binary dG9yY2guYWJzb2x1dGU=
    +torch: torch.absolute
     alias_of: torch.abs
    ```
    """
    return file.found_by_reader("PM104")


@rule("PM105", FileSubject, serves="C1")
def shape(file: FileSubject) -> Iterator[Problem]:
    """Every file fits its schema: keys, types, both languages.
    每个文件都符合其 schema：键、类型以及中英文两种文本。

    Files have the shape of their JSON Schema: known keys only, none missing, each of its type. The
    schema is the same that an editor uses to complete keys. A text needs both languages, `en` and
    `zh`; a row names both sides, with `~` where one has no such parameter. No text, code or key has
    more than 5,000 characters.

    ```diff
     torch: torch.Tensor.t
    -category: no-param
    +category: no-params
    ```
    """
    return file.found_by_reader("PM105")
