"""An entry as Markdown in the layout of the format specification, for people and programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mapping_model import remarks
from mapping_model.applying.sentences import calls
from mapping_model.categories import Category
from mapping_model.entry import Action, Example, Gotcha, Variant
from mapping_model.limits.sentences import limit_remark
from mapping_model.links import paddle_url, torch_url
from mapping_model.snapshots import Signature
from render_mappings.data.signatures import overloads, sides
from render_mappings.views.claim_view import claim_view
from render_mappings.views.example_view import describe, heading_text
from render_mappings.views.markup import plain
from render_mappings.views.page_context import Context
from render_mappings.views.variant_view import default_of

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
    category, variants = context.reference.category(name), context.reference.variants(name)
    assert category is not None
    lines = [f"## [ {category.info.name.get(context.language)} ] {name}"]
    chosen = overloads(context.reference.torch.get(name), variants)
    for number, (variant, signatures) in enumerate(zip(variants, chosen, strict=True), 1):
        if len(variants) > 1:
            lines.append(_way(context, variant, number))
            lines += _variant(context, name, variant, signatures, strict)
        else:
            api = context.reference.torch.get(name)
            lines += _variant(context, name, variant, api.signatures if api else (), strict)
        if not strict:
            lines += _beside(context, name, variant, number)
    if not strict:
        lines += _gotchas(context, name)
    return "\n\n".join(lines) + "\n"


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


def _way(context: Context, variant: Variant, number: int) -> str:
    name = variant.category.info.name.get(context.language)
    head = f"**{context.words['way_number'].format(number)} [ {name} ]**"
    return f"{head} {calls(variant.when).get(context.language)}" if variant.when else head


def _variant(
    context: Context, name: str, variant: Variant, signatures: Sequence[Signature], strict: bool
) -> Iterator[str]:
    yield from _side(name, torch_url(name), signatures)
    if variant.paddle:
        api = context.reference.paddle.get(variant.paddle)
        url = paddle_url(variant.paddle, context.language)
        yield from _side(variant.paddle, url, api.signatures if api else ())
    if variant.outside:
        yield f"### {variant.outside.api}"
        yield _code(variant.outside.install, "console")
    yield from (text.get(context.language) for text in remarks.summary(variant))
    if variant.formula:
        yield context.words["formula_is"].format(variant.formula)
    if variant.params or variant.returns:
        yield f"### {context.words['parameters']}"
        heads = ("PyTorch", "PaddlePaddle", context.words["remark"])
        yield table(heads, list(_rows(context, name, variant)))
    yield from _examples(context, variant, strict)


def _side(name: str, url: str, signatures: Sequence[Signature]) -> Iterator[str]:
    yield f"### [{name}]({url})"
    written = [f"{name}({', '.join(signature.parts)})" for signature in signatures]
    yield _code("\n".join(written or [name]))


def _code(code: str, language: str = "python") -> str:
    return f"```{language}\n{code.strip()}\n```"


def _rows(context: Context, name: str, variant: Variant) -> Iterator[tuple[str, str, str]]:
    both = sides(context.reference, name, variant)
    for row in variant.params:
        defaults = [default_of(s, n) for s, n in zip(both, (row.torch, row.paddle), strict=True)]
        remark = remarks.row_remark(row, describe(row, context), *defaults)
        yield _name(row.torch), _name(row.paddle), _line(remark.get(context.language))
    if variant.returns:
        title = remarks.RETURN_VALUE.get(context.language)
        remark = remarks.returns_remark(variant.returns)
        yield title, title, _line(remark.get(context.language))


def _name(parameter: str | None) -> str:
    return parameter.replace("*", "\\*") if parameter else "-"


def _line(text: str) -> str:
    return " ".join(text.split())


def _examples(context: Context, variant: Variant, strict: bool) -> Iterator[str]:
    actions = {row.action for row in variant.params}
    actions |= {variant.returns.action} if variant.returns else set()
    no_way = not variant.examples and Action.NONE in actions
    if (strict and variant.category in _PLAIN) or not (variant.examples or no_way):
        return
    yield f"### {context.words['examples']}"
    if no_way:
        yield remarks.NO_WAY.get(context.language)
    for example in variant.examples:
        yield f"#### {plain(heading_text(context, variant, example))}"
        yield _both(context, example)


def _both(context: Context, example: Example) -> str:
    words = context.words
    torch, paddle = example.torch.strip(), example.paddle.strip()
    return _code(f"{words['torch_code']}\n{torch}\n\n{words['paddle_code']}\n{paddle}")


def _beside(context: Context, name: str, variant: Variant, number: int) -> Iterator[str]:
    """What the format specification does not know: limits, newer targets, notes."""
    words, language = context.words, context.language
    limits = context.reference.limits_of(name, number)
    if limits:
        yield f"### {words['limits']}"
        yield "\n".join(f"- {_line(limit_remark(limit).get(language))}" for limit in limits)
    if variant.newer:
        yield f"### {words['newer']}"
        said = ((one, remarks.newer_remark(one, one.since)) for one in variant.newer)
        yield "\n".join(f"- `{one.paddle}`: {_line(text.get(language))}" for one, text in said)
    if variant.notes:
        yield f"### {words['notes']}"
        yield from (note.get(language).strip() for note in variant.notes)


def _gotchas(context: Context, name: str) -> Iterator[str]:
    source = context.reference.resolve(name)
    known = context.reference.gotchas
    found = [known[id_] for id_ in (source.gotchas if source else ()) if id_ in known]
    if found:
        yield f"### {context.words['gotchas_here']}"
    for gotcha in found:
        yield f"**{gotcha.title.get(context.language)}**"
        yield gotcha.text.get(context.language).strip()
