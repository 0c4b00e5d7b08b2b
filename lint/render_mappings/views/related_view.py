"""Other APIs worth a look from the page of one: other forms of its operation, the same target."""

from __future__ import annotations

from dataclasses import dataclass

from mapping_model.calls.operators import spelled
from mapping_model.naming import owner_of
from render_mappings.data.reference import bare_name
from render_mappings.views.page_context import Context, Item

# So many of one kind are shown at most; the reverse index lists everything.
_MOST = 12
_KINDS = ("function", "method", "in-place", "operator", "class")


@dataclass(frozen=True, slots=True)
class Related:
    """Forms of the same operation, by what they are, and what else has the same target."""

    forms: tuple[tuple[str, tuple[Item, ...]], ...]
    same_target: tuple[Item, ...]

    @property
    def any(self) -> bool:
        """Whether there is one at all."""
        return bool(self.forms or self.same_target)


def related(context: Context, name: str) -> Related:
    """What is related to the API of `name`."""
    reference = context.reference
    root = _root(context, name)
    family = {root, *reference.forms.get(root, ()), *reference.namesakes[bare_name(name)]}
    others = sorted(family & {*reference.entries} - {name})
    targets = {variant.paddle for variant in reference.variants(name) if variant.paddle}
    same_target = {n for target in targets for n in reference.targets[target]} - {name, *others}
    by_kind = ((kind, [n for n in others if _kind(n) == kind]) for kind in _KINDS)
    return Related(
        tuple((kind, _items(context, names)) for kind, names in by_kind if names),
        _items(context, sorted(same_target)),
    )


def _root(context: Context, name: str) -> str:
    """The entry of which this is a form, or an alias of a form."""
    entry = context.reference.resolve(name)
    return (entry.form_of or entry.torch) if entry else name


def _kind(name: str) -> str:
    last = name.rpartition(".")[2]
    if spelled(name):
        return "operator"
    if last.endswith("_") and not last.endswith("__"):
        return "in-place"
    if owner_of(name) == "torch.Tensor":
        return "method"
    return "class" if last[0].isupper() else "function"


def _items(context: Context, names: list[str]) -> tuple[Item, ...]:
    return tuple(context.item(name) for name in names[:_MOST])
