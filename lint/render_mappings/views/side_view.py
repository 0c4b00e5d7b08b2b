"""One library's side of a mapping: name, kind, signatures, documentation."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from markupsafe import Markup

from mapping_model.calls.operators import spelled
from mapping_model.entry import Outside
from mapping_model.links import paddle_url, torch_url
from mapping_model.since import target_since
from mapping_model.snapshots import TORCH, Api, Signature
from render_mappings.views.page_context import Context


@dataclass(frozen=True, slots=True)
class SideView:
    """What is shown of one API; `library` is "torch", "paddle" or "outside".

    `signatures` has at least one item, the name alone where there are no parameters to show.
    `remark` says what is not known; `since` is the release that brought the API, `always` tells
    that every supported one has it. `reverse` is the page with all that maps to it.
    """

    library: str
    title: str
    name: str
    kind: str | None
    url: str | None
    signatures: tuple[Markup, ...]
    remark: str = ""
    since: str | None = None
    always: bool = False
    install: str | None = None
    reverse: str | None = None


def torch_side(
    context: Context,
    name: str,
    only: tuple[Signature, ...] = (),
    differing: Collection[str | None] = (),
) -> SideView:
    """PyTorch's side; with `only`, just these overloads; `differing` parameters are marked."""
    api = context.reference.torch.get(name)
    return SideView(
        library="torch",
        title=f"PyTorch {TORCH}",
        name=name,
        kind=api.kind if api else None,
        url=torch_url(name),
        signatures=_signatures(name, api, only, differing),
        remark=_remark(context, api),
    )


def paddle_side(context: Context, name: str, differing: Collection[str | None] = ()) -> SideView:
    """Paddle's side, of the newest supported release; `differing` parameters are marked."""
    reference = context.reference
    api = reference.paddle.get(name)
    since = target_since(reference.releases, name)
    return SideView(
        library="paddle",
        title=f"Paddle {reference.paddle.version}",
        name=name,
        kind=api.kind if api else None,
        url=paddle_url(name, context.language),
        signatures=_signatures(name, api, (), differing),
        remark=_remark(context, api),
        since=since,
        always=since == reference.oldest,
        reverse=context.paddle_page(name),
    )


def outside_side(context: Context, outside: Outside) -> SideView:
    """A counterpart in another package, of which nothing is measured."""
    return SideView(
        library="outside",
        title=outside.package,
        name=outside.api,
        kind=None,
        url=None,
        signatures=(signature_html(outside.api, None),),
        install=outside.install,
        reverse=context.paddle_page(outside.api),
    )


def signature_html(
    name: str, signature: Signature | None, differing: Collection[str | None] = ()
) -> Markup:
    """A name and its parameters, as a call is written; an operator as it is written."""
    owner, dot, last = name.rpartition(".")
    if operation := spelled(name):
        return Markup("<b>{}</b>").format(operation)
    head = Markup('<span class="pm-owner">{}{}</span><b>{}</b>').format(owner, dot, last)
    if signature is None:
        return head
    parts = (
        Markup("<mark>{}</mark>" if part.partition("=")[0] in differing else "{}").format(part)
        for part in signature.parts
    )
    return Markup("{}({})").format(head, Markup(", ").join(parts))


def _signatures(
    name: str, api: Api | None, only: tuple[Signature, ...], differing: Collection[str | None]
) -> tuple[Markup, ...]:
    chosen = only or (api.signatures if api else ())
    return tuple(signature_html(name, signature, differing) for signature in chosen or (None,))


def _remark(context: Context, api: Api | None) -> str:
    if api is None:
        return context.words["not_in_release"]
    known = api.signatures or api.kind == "attribute"
    return "" if known else context.words["no_signature"]
