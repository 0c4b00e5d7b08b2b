"""The target of a form: Paddle's same form of the target of the entry that it follows from."""

from __future__ import annotations

from collections.abc import Iterator

from mapping_model.forms.relation import Kind, Relation
from mapping_model.sides import is_member
from mapping_model.snapshots import Api, paddle_releases, paddle_snapshot

_METHOD = "paddle.Tensor."
_COMPAT = "paddle.compat."


def target_of(paddle: str, related: Relation) -> Api | None:
    """Paddle's form of a target, None where a release that has the target lacks it.

    A function will do for a method, but none that leaves its tensor alone for one that does not.
    """
    newest = paddle_snapshot()
    old = newest.get(paddle)
    if old is None:
        return None
    for name in _names(paddle, related):
        found = newest.get(name)
        if found is not None and _is_form(old, found, related):
            return found
    return None


def newer_target_of(paddle: str, related: Relation) -> Api | None:
    """The form of a target that only newer releases have; it may be newer than that."""
    if paddle.startswith(_COMPAT) and related.kind is Kind.METHOD:
        return None
    return paddle_snapshot().get(next(_names(paddle, related), ""))


def _names(paddle: str, related: Relation) -> Iterator[str]:
    """What Paddle's form may be called, the likeliest first."""
    last = paddle.rpartition(".")[2]
    in_place = "_" * related.in_place
    if related.kind is Kind.CLASS:
        owner = f"{_COMPAT}nn" if paddle.startswith(_COMPAT) else "paddle.nn"
        wanted = {last.replace("_", ""), related.form.name.rpartition(".")[2].lower()}
        own = (n for n in paddle_snapshot().names() if n.rpartition(".")[0] == owner)
        yield from (name for name in own if name.rpartition(".")[2].lower() in wanted)
        return
    if related.kind is Kind.METHOD:
        yield f"{_METHOD}{last}{in_place}"
    yield f"{paddle}{in_place}"


def _is_form(old: Api, new: Api, related: Relation) -> bool:
    """Whether an API is there wherever another is, and takes the same but for its tensor."""
    releases = paddle_releases().values()
    if not all(new.name in release for release in releases if old.name in release):
        return False
    if related.kind is Kind.CLASS:
        return True
    own = 0 if is_member(old, old.name) or not is_member(new, new.name) else 1
    return _parameters(old, own) == _parameters(new, 0) or related.in_place


def _parameters(api: Api, own: int) -> list[str]:
    parameters = api.signatures[0].names[own:] if api.signatures else ()
    return [name for name in parameters if name != "name"]
