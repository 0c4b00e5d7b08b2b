"""Other APIs worth a look from the page of one: other forms of its operation, the same target."""

from __future__ import annotations

from dataclasses import dataclass

from mapping_model.calls.operators import spelled
from mapping_model.naming import owner_of
from render_mappings.data.reference import Reference, bare_name

# So many of one kind are shown at most; the reverse index lists everything.
_MOST = 12
_KINDS = ("function", "method", "in-place", "operator", "class")


@dataclass(frozen=True, slots=True)
class Related:
    """Names of forms of the same operation, by what they are, and what else has the same target."""

    forms: dict[str, list[str]]
    same_target: list[str]

    @property
    def any(self) -> bool:
        """Whether there is one at all."""
        return bool(self.forms or self.same_target)


def related(reference: Reference, name: str) -> Related:
    """What is related to the API of `name`."""
    root = _root(reference, name)
    family = {root, *reference.forms.get(root, ()), *reference.namesakes[bare_name(name)]}
    others = sorted(family & {*reference.entries} - {name})
    targets = {v.paddle for v in reference.published[name].state.variants if v.paddle}
    same_target = {n for target in targets for n in reference.targets[target]} - {name, *others}
    by_kind = {kind: [n for n in others if _kind(n) == kind][:_MOST] for kind in _KINDS}
    return Related(
        {kind: names for kind, names in by_kind.items() if names}, sorted(same_target)[:_MOST]
    )


def _root(reference: Reference, name: str) -> str:
    """The entry of which this is a form, or an alias of a form."""
    entry = reference.resolve(name)
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
