"""An entry as Markdown in the layout of the format specification, for people and programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mapping_model import remarks
from mapping_model.categories import Category
from mapping_model.entry import Example, Gotcha
from mapping_model.naming import slug_of
from published.entry import PublishedEntry
from published.sides import PublishedSide
from published.speed import Slow
from published.variants import PublishedVariant
from render_mappings.views.claim_view import claim_view
from render_mappings.views.example_view import heading_text
from render_mappings.views.markup import plain
from render_mappings.views.page_context import Context

# One to one; their examples show nothing that the table does not say (X1).
_PLAIN = (
    Category.NO_PARAMS,
    Category.SAME_PARAMS,
    Category.RENAMED_PARAMS,
    Category.PADDLE_MORE_PARAMS,
    Category.DIFFERENT_DEFAULTS,
)


def entry_markdown(context: Context, name: str, *, strict: bool = False) -> str:
    """The page of an entry; `strict` leaves out what the format specification does not know."""
    entry, language = context.reference.published[name], context.language
    assert entry.state.category is not None
    lines = [f"## [ {entry.state.category.info.name.get(language)} ] {name}"]
    if entry.alias_of and not strict:
        return "\n\n".join([*lines, *_alias(context, name, entry.alias_of)]) + "\n"
    for variant in entry.variants:
        if len(entry.variants) > 1:
            lines.append(_way(context, variant))
        lines += _variant(context, variant, strict, None if strict else entry.slow)
        if not strict:
            lines += _beside(context, variant)
    if not strict:
        lines += _attributes(context, entry)
    if not strict and entry.gotchas:
        lines.append(f"### {context.words['gotchas_here']}")
        for gotcha in entry.gotchas:
            lines.append(f"**{gotcha.title.get(language)}**")
            lines.append(gotcha.text.get(language).strip())
    return "\n\n".join(lines) + "\n"


def _attributes(context: Context, entry: PublishedEntry) -> Iterator[str]:
    """The attributes of a layer that differ."""
    words, language = context.words, context.language
    if entry.attributes:
        yield f"### {words['attributes']}"
        yield words["attributes_differ"].format(entry.newest)
    for one in entry.attributes:
        if one.where:
            yield one.where.get(language)
        if one.rows:
            cells = [
                (f"`{row.code}`" if row.code else words["no_attribute"])
                + (f" {row.text.get(language)}" if row.text else "")
                for row in one.rows
            ]
            rows = [[f"`{row.torch}`", cell] for row, cell in zip(one.rows, cells, strict=True)]
            yield table(("PyTorch", "PaddlePaddle"), rows)
        yield from (note.get(language) for note in one.notes)


def _alias(context: Context, name: str, other: str) -> Iterator[str]:
    """What is said of another name of an API: what to write, and where all the rest is."""
    words, entry = context.words, context.reference.published[name]
    link = f"[{other}](../{slug_of(other)}/index.md)"
    yield words["alias"].format(f"`{name}`", link)
    for answer in entry.answers.values():
        for one in reversed(answer.written):
            if one.code:
                releases = context.releases(one.releases)
                code = (
                    f"{words['torch_code']}\n{answer.torch}\n\n{words['paddle_code']}\n{one.code}"
                )
                yield f"Paddle {releases}{words['colon'].rstrip()}"
                yield code_block(code)
    yield words["alias_more"].format(link)


def gotcha_markdown(context: Context, gotcha: Gotcha) -> str:
    """The page of a gotcha: what happens, the checks that show it, the entries it concerns."""
    lines = [f"# {gotcha.title.get(context.language)}", gotcha.text.get(context.language).strip()]
    for check in gotcha.checks:
        if check.title:
            lines.append(f"## {check.title.get(context.language)}")
        lines.append(_both(context, check))
    claimed = [claim_view(context, *one) for one in context.reference.claimed[gotcha.id]]
    if claimed:
        said = [(view.claim.says.get(context.language), view.verdict) for view in claimed]
        lines.append(f"## {context.words['claimed']}")
        lines.append(
            "\n".join(f"- {text}{context.words['blank']}{verdict}" for text, verdict in said)
        )
    concerned = context.reference.concerned.get(gotcha.id, ())
    if concerned:
        lines.append(f"## {context.words['concerns']}")
        lines.append("\n".join(f"- `{name}`" for name in concerned))
    return "\n\n".join(lines) + "\n"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of Markdown; cells are Markdown but for what would end them."""
    lines = [heads, ["---"] * len(heads), *rows]
    cells = ([cell.replace("|", "\\|") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def _way(context: Context, one: PublishedVariant) -> str:
    name = one.variant.category.info.name.get(context.language)
    head = f"**{context.words['way_number'].format(one.number)} [ {name} ]**"
    return f"{head} {one.when.get(context.language)}" if one.when else head


def _variant(
    context: Context, one: PublishedVariant, strict: bool, slow: Slow | None
) -> Iterator[str]:
    for side in filter(None, (one.torch, one.paddle)):
        yield from _side(side, context.language)
    yield from (text.get(context.language) for text in one.summary)
    if one.variant.formula:
        yield context.words["formula_is"].format(one.variant.formula)
    if one.rows or one.returns:
        yield f"### {context.words['parameters']}"
        heads = ("PyTorch", "PaddlePaddle", context.words["remark"])
        rows = one.table(context.language)
        yield table(heads, [[shown_name(a), shown_name(b), _line(remark)] for a, b, remark in rows])
    if one.without_way or (one.examples and not (strict and one.variant.category in _PLAIN)):
        yield f"### {context.words['examples']}"
    if one.without_way:
        yield remarks.NO_WAY.get(context.language)
    if not (strict and one.variant.category in _PLAIN):
        for shown in one.examples:
            yield f"#### {plain(heading_text(context, shown))}"
            yield _both(context, shown.example)
            if slow and slow.key == shown.key:
                yield slow.text.get(context.language)


def _side(side: PublishedSide, language: str) -> Iterator[str]:
    if side.install:
        yield f"### {side.name}"
        yield code_block(side.install, "console")
        return
    yield f"### [{side.name}]({side.url(language)})"
    written = [f"{side.name}({', '.join(signature.parts)})" for signature in side.signatures]
    yield code_block("\n".join(written or [side.name]))


def code_block(code: str, language: str = "python") -> str:
    """A block of code."""
    return f"```{language}\n{code.strip()}\n```"


def shown_name(parameter: str | None) -> str:
    """A parameter as a cell of a table."""
    return parameter.replace("*", "\\*") if parameter else "-"


def _line(text: str) -> str:
    return " ".join(text.split())


def _both(context: Context, example: Example) -> str:
    words = context.words
    torch, paddle = example.torch.strip(), example.paddle.strip()
    return code_block(f"{words['torch_code']}\n{torch}\n\n{words['paddle_code']}\n{paddle}")


def _beside(context: Context, one: PublishedVariant) -> Iterator[str]:
    """What the format specification does not know: limits, newer targets, notes."""
    words, language = context.words, context.language
    if one.limits:
        yield f"### {words['limits']}"
        yield "\n".join(f"- {_line(limit.remark.get(language))}" for limit in one.limits)
    if one.newer:
        yield f"### {words['newer']}"
        said = ((new.newer.paddle, _line(new.remark.get(language))) for new in one.newer)
        yield "\n".join(f"- `{name}`: {text}" for name, text in said)
    if one.variant.notes:
        yield f"### {words['notes']}"
        yield from (note.get(language).strip() for note in one.variant.notes)
