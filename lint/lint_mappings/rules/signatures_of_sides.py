"""What some rules ask of torch's signature and others of Paddle's, in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from lint_mappings.fixes.making import in_order
from lint_mappings.subjects import Finding, Fixable, VariantSubject
from lint_mappings.subjects.passing import Library, bindings
from mapping_model.sides import Side, out_of_order


def unknown_parameters(
    variant: VariantSubject,
    library: Library,
    explain: Callable[[Side, str], str | None],
) -> Iterator[Finding]:
    """Look the names that the rows have on one side up in the signature that they fit best.

    `explain` says more about a name than that there is no such parameter, where more can be said.
    """
    side: Side = getattr(variant, library)
    if side.api is None or not (side.attribute or side.signature):
        return
    names = [getattr(row, library) for row in variant.rows]
    rows = [name for name in names if name is not None]
    for index, name in enumerate(names):
        if name is None or side.get(name) is not None:
            continue
        if side.open and not name.startswith("*") and side.meant(name, rows) is None:
            if variant.examples and name not in _by_keyword(variant, library):
                yield variant.finding(
                    f"`{side.name}` takes any keyword, but no example passes `{name}`.",
                    *("params", index, library),
                    hint="Fix the name, or pass it in an example.",
                )
            continue
        if side.signature is None:
            message = f"`{side.name}` is an attribute and has no parameter `{name}`."
            hint = f"Remove the row, or write `{library}: ~`."
        else:
            message = explain(side, name) or _no_parameter(side, name, rows)
            hint = f"The signature is `{'` or `'.join(s.text for s in side.api.signatures)}`."
        yield variant.finding(message, "params", index, library, hint=hint)


def _by_keyword(variant: VariantSubject, library: Library) -> set[str | None]:
    """What the examples pass by keywords that are not in the signature."""
    found = (binding for example in variant.examples for binding in bindings(example, library))
    return {keyword.arg for binding in found for keyword in binding.others}


def _no_parameter(side: Side, name: str, rows: list[str]) -> str:
    meant = side.meant(name, rows)
    return f"`{side.name}` has no parameter `{name}`.{f' Did you mean `{meant}`?' if meant else ''}"


def missing_rows(
    variant: VariantSubject, side: Side, missing: Sequence[str], hint: str
) -> Iterator[Finding]:
    """Report parameters of one side that have no row."""
    if missing and variant.has_table:
        names = ", ".join(f"`{name}`" for name in missing)
        yield variant.finding(
            f"{names} of `{side.name}` {'lacks a row' if len(missing) == 1 else 'lack rows'}.",
            "params" if variant.rows else "category",
            key=bool(variant.rows),
            hint=f"The signature is `{side.text}`; {hint}",
        )


def late_row(
    variant: VariantSubject, side: Side, names: Sequence[str | None], title: str
) -> Iterator[Fixable]:
    """Report the first row that stands too late, of those whose name on one side is given."""
    found = out_of_order(side.signature, names)
    if found is not None:
        index, before = found
        yield variant.finding(
            f"`{names[index]}` stands after `{before}`; in {title} it comes before.",
            *("params", index),
            hint=f"The signature is `{side.text}`.",
            fix=in_order(variant.document, (*variant.path, "params"), side, names),
        )
