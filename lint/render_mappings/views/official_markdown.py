"""An entry as a page of the official documentation in the layout of 2025: folders by category.

It has nine folders where the format specification has seven categories; what is the same in both
libraries, stands in another package, takes changes elsewhere or is missing has no page.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from mapping_model.categories import Category
from mapping_model.differences import highest
from mapping_model.entry import Action, Variant
from published.entry import PublishedEntry
from published.examples import PublishedExample
from published.sides import PublishedSide
from published.variants import PublishedVariant
from render_mappings.views.entry_markdown import code_block, shown_name, table
from render_mappings.views.example_view import heading_text
from render_mappings.views.markup import plain
from render_mappings.views.page_context import Context

# Between the overloads of an API.
DASHES = "-" * 97
_PARAMETERS, _EXAMPLES = "### 参数映射", "### 转写示例"
_OVERLOADS = "该 API 有多种重载形式，分别说明如下："
# What a remark says of a parameter that a person or an idiom has to write otherwise.
_REWRITE = "需要转写"


class Folder(Enum):
    """A folder of pages, with the category in their titles."""

    CALL = ("invok_only_diff", "仅 API 调用方式不一致")
    NAMES = ("args_name_diff", "仅参数名不一致")
    PADDLE_MORE = ("paddle_more_args", "paddle 参数更多")
    DEFAULTS = ("args_default_value_diff", "参数默认值不一致")
    TORCH_MORE = ("torch_more_args", "torch 参数更多")
    USAGE = ("input_args_usage_diff", "输入参数用法不一致")
    TYPE = ("input_args_type_diff", "输入参数类型不一致")
    RETURNS = ("output_args_type_diff", "返回参数类型不一致")
    COMPOSITE = ("composite_implement", "组合替代实现")

    @property
    def path(self) -> str:
        """Its name."""
        return self.value[0]

    @property
    def title(self) -> str:
        """The category."""
        return self.value[1]


_FOLDERS = {
    Category.RENAMED_PARAMS: Folder.NAMES,
    Category.PADDLE_MORE_PARAMS: Folder.PADDLE_MORE,
    Category.DIFFERENT_DEFAULTS: Folder.DEFAULTS,
    Category.TORCH_MORE_PARAMS: Folder.TORCH_MORE,
    Category.COMPOSITE: Folder.COMPOSITE,
}
# There an example is shown where a remark asks for one, each under the name of its parameter.
_SHOWN = (Folder.TORCH_MORE, Folder.USAGE, Folder.TYPE, Folder.RETURNS, Folder.COMPOSITE)
# Idioms by which a parameter takes another type of value.
_OF_TYPE = ("list", "collected", "device", "reduction")


def folder_of(entry: PublishedEntry) -> Folder | None:
    """Where the page of an entry lies; None where it has none."""
    if not entry.variants:
        return None
    category = highest(one.variant.category for one in entry.variants)
    first = next(one for one in entry.variants if one.variant.category is category)
    if category in (Category.NO_PARAMS, Category.SAME_PARAMS):
        return None if _called_alike(entry.name, first) else Folder.CALL
    if category is Category.PARAMS_DIFFER:
        return _of_difference(first.variant)
    return _FOLDERS.get(category)


def _called_alike(name: str, one: PublishedVariant) -> bool:
    """Whether only the name of the library is another."""
    return (one.variant.paddle or "").partition(".")[2] == name.partition(".")[2]


def _of_difference(variant: Variant) -> Folder:
    if variant.returns is not None:
        return Folder.RETURNS
    forms = [row.form for row in variant.params if row.action is Action.REWRITE]
    return Folder.TYPE if forms and all(form in _OF_TYPE for form in forms) else Folder.USAGE


def official_markdown(context: Context, name: str, folder: Folder) -> str:
    """The page of an entry, in Chinese."""
    entry = context.reference.published[name]
    head = [f"## [ {folder.title} ]{name}"]
    sections = ["\n\n".join(_section(context, one, folder)) for one in entry.variants]
    if len(sections) == 1:
        return "\n\n".join((*head, *sections)) + "\n"
    parts = (part for section in sections for part in (DASHES, section))
    return "\n\n".join((*head, _OVERLOADS, *parts)) + "\n"


def _section(context: Context, one: PublishedVariant, folder: Folder) -> Iterator[str]:
    """One way of calling: both APIs, what differs, the parameters, examples."""
    yield from _side(one.torch)
    if one.paddle:
        yield from _side(one.paddle)
    if one.when:
        yield one.when.zh
    yield from (text.zh for text in one.summary)
    rows = one.table("zh")
    if folder is not Folder.CALL and (one.paddle or rows):
        yield _PARAMETERS
        heads = ("PyTorch", "PaddlePaddle", "备注")
        yield table(heads, [[shown_name(a), shown_name(b), _remark(text)] for a, b, text in rows])
    yield from _examples(context, one, folder, rows)


def _examples(
    context: Context,
    one: PublishedVariant,
    folder: Folder,
    rows: list[tuple[str | None, str | None, str]],
) -> Iterator[str]:
    if folder is Folder.CALL:
        yield _EXAMPLES
        yield _code(one.examples[0]) if one.examples else code_block(_unlike(one))
    elif folder in _SHOWN:
        asked = [torch or paddle or "" for torch, paddle, remark in rows if _REWRITE in remark]
        if asked:
            yield _EXAMPLES
            for name in asked:
                example = _of(one, name)
                about = plain(heading_text(context, example)) if example else ""
                yield f"#### {about if name in about else f'{name}：{about}'}".rstrip("：")
                yield _code(example) if example else code_block(_unlike(one))
        elif folder is Folder.COMPOSITE and one.examples:
            yield _EXAMPLES
            yield _code(one.examples[0])


def _of(one: PublishedVariant, name: str) -> PublishedExample | None:
    """An example of a parameter, else one that passes it, else any."""
    own = [e for e in one.examples if e.example.param == name]
    passing = [e for e in one.examples if f"{name.lstrip('*')}=" in e.example.torch]
    return next(iter([*own, *passing, *one.examples]), None)


def _unlike(one: PublishedVariant) -> str:
    """Both names, where no example says more."""
    paddle = one.paddle.name if one.paddle else "-"
    return f"# PyTorch 写法\n{one.torch.name}\n\n# Paddle 写法\n{paddle}"


def _code(one: PublishedExample) -> str:
    torch, paddle = one.example.torch.strip(), one.example.paddle.strip()
    return code_block(f"# PyTorch 写法\n{torch}\n\n# Paddle 写法\n{paddle}")


def _side(side: PublishedSide) -> Iterator[str]:
    yield f"### [{side.name}]({side.url('zh') or ''})"
    written = [f"{side.name}({', '.join(signature.parts)})" for signature in side.signatures]
    yield code_block("\n".join(written or [side.name]))


def _remark(text: str) -> str:
    line = " ".join(text.split())
    return line if line.endswith("。") else f"{line}。"
