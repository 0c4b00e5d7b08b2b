"""The APIs that an entry names, in the snapshots of both libraries."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any, cast

from lint_mappings.rules.rule import rule
from lint_mappings.subjects import (
    EntrySubject,
    ExampleSubject,
    FileSubject,
    Finding,
    VariantSubject,
)
from lint_mappings.subjects.code import Code
from lint_mappings.subjects.facts import Facts
from lint_mappings.subjects.lookup import Library
from mapping_model.entry import Case, Newer
from mapping_model.since import Releases, covers, target_since


@rule("PM601", EntrySubject, serves="C7")
def torch_api(entry: EntrySubject) -> Iterator[Finding]:
    """The torch API exists.
    torch API 存在。

    The torch API of an entry exists in the torch release that mappings are written for.

    ```diff
    -torch: torch.absolut
    +torch: torch.absolute
     alias_of: torch.abs
    ```
    """
    torch, api = entry.facts.torch, entry.entry.torch
    if api not in torch:
        yield entry.at("torch").finding(
            f"{torch.title} has no `{api}`.{torch.guess(api)}",
            hint="Write the full public name, as torch's documentation does.",
        )


@rule("PM602", VariantSubject, serves="C7")
def paddle_api(variant: VariantSubject) -> Iterator[Finding]:
    """The Paddle API exists.
    Paddle API 存在。

    The target exists in the newest supported Paddle release; that of a `call` in any that is known.

    ```diff
     torch: torch.abs
    -paddle: paddle.absolut
    +paddle: paddle.abs
     examples:
       - inputs: {x: "float32[2, 3]"}
         torch: result = torch.abs(x)
    -    paddle: result = paddle.absolut(x)
    +    paddle: result = paddle.abs(x)
    ```
    """
    facts = variant.facts
    target = variant.variant.paddle
    if target is not None and target not in facts.paddle:
        yield variant.at("paddle").finding(
            _unknown_target(facts, target),
            hint="Write the full public name.",
        )
    for newer in variant.variant.newer:
        if not any(newer.paddle in release for release in facts.releases.values()):
            yield variant.at("cases", newer.place, "call").finding(
                _unknown_target(facts, newer.paddle),
                hint="Name an API that a supported release has.",
            )


def _unknown_target(facts: Facts, api: str) -> str:
    since = [version for version, release in facts.releases.items() if api in release]
    if since:
        return f"{facts.paddle.title} has no `{api}`; the last that had it is {since[-1]}."
    return f"{facts.paddle.title} has no `{api}`.{facts.paddle.guess(api)}"


@rule("PM616", ExampleSubject, serves="X4")
def public_name(subject: ExampleSubject) -> Iterator[Finding]:
    """Examples use public names that exist.
    示例使用的名称都存在且是公开的。

    Examples that cannot be run here would hide a misspelt name, and one that is internal to a
    library (`paddle.framework.core`) can vanish with any release.

    ```diff
     torch: torch.abs
     examples:
       - inputs: {x: "float32[2, 3]"}
         torch: result = torch.abs(x)
    -    paddle: result = paddle.nn.functional.absolut(paddle.abs(x))
    +    paddle: result = paddle.abs(x)
    ```
    """
    if subject.raises:
        return
    for code in subject.sides:
        yield from _unknown_names(subject, code)


def _unknown_names(subject: ExampleSubject, code: Code) -> Iterator[Finding]:
    """Report the shortest unknown part of each name: `a.b` for `a.b.c` and `a.b.d`."""
    library = subject.facts.library(code.side)
    variant = subject.variant
    # The two APIs of the entry themselves are PM601 and PM602.
    own = (variant.entry.entry.torch, variant.variant.paddle) if variant is not None else ()
    reported = ""
    names = sorted(name for name in code.chains if name.startswith(f"{code.side}."))
    for name in names:
        known = library.knows(name) or name in own
        if known or (reported and name.startswith(reported)):
            continue
        reported = f"{name}."
        is_module = any(other.startswith(reported) for other in names)
        guess = "" if is_module else library.guess(name)
        yield subject.in_code(
            code,
            code.chains[name],
            f"{library.title} has no public `{name}`.{guess}",
            "Use names that the library documents.",
        )


@rule("PM617", VariantSubject)
def releases(variant: VariantSubject) -> Iterator[Finding]:
    """The releases of a case are some of those that are supported, and the target tells the rest.
    情况所写的版本是受支持版本中的一部分，其余由 API 名称即可得知。

    A case that names releases counts on some that are supported, and not on others.

    The target of a `call` needs a first release where its name does not tell from which one on it
    does what PyTorch does: where all supported releases have the name.

    ```diff
     torch: torch.abs
     cases:
    -  - {when: given(out), paddle: "<2.6", code: "paddle.assign(paddle.abs(input), out)"}
    +  - {when: given(out), paddle: "<3.3", code: "paddle.assign(paddle.abs(input), out)"}
    ```
    """
    for newer in variant.variant.newer:
        releases = _cases(variant)[newer.place].get("paddle", "")
        if "<" in releases:
            yield variant.finding(
                f"`{newer.paddle}` is called on later releases too, whatever `{releases}` says.",
                *("cases", newer.place, "paddle"),
                hint="Leave the last release out; or write the call as `code`, which may end.",
            )
        message, hint = _wrong_since(variant.facts.releases, newer)
        if message:
            key = "paddle" if newer.since else "call"
            yield variant.finding(message, "cases", newer.place, key, hint=hint)
    for case in variant.variant.write:
        for needless in _needless(list(variant.facts.releases), case):
            message = f"{needless} supported release is in it."
            hint = "Leave it out, or the case." if needless == "Every" else "Fix the release."
            yield variant.finding(message, "cases", case.place, "paddle", hint=hint)


def _cases(variant: VariantSubject) -> list[Any]:
    """The cases of a variant as they are written."""
    body = variant.document.data
    for step in variant.path:
        body = body[step]
    return cast("list[Any]", body["cases"])


def _needless(releases: list[str], case: Case) -> Iterator[str]:
    """Bounds of a case that take in every supported release, or none."""
    for since, until in ((case.since, None), (None, case.until), (case.since, case.until)):
        counts = {covers(since, until, release) for release in releases}
        if (since or until) and len(counts) == 1:
            yield "Every" if counts.pop() else "No"
            return


def _wrong_since(releases: Releases, newer: Newer) -> tuple[str, str]:
    since = target_since(releases, newer.paddle)
    if since is None:
        return "", ""  # That is PM602.
    oldest, newest = next(iter(releases)), list(releases)[-1]
    if newer.since is None and since == oldest:
        return (
            f"All supported releases have `{newer.paddle}`.",
            "Add the first release on which it does what PyTorch does, as in `paddle: '>=3.3'`; or "
            "make it the target.",
        )
    if newer.since is None:
        return "", ""
    if not covers(newer.since, None, newest):
        return f"No supported release is {newer.since} or newer.", f"The newest is {newest}."
    if covers(newer.since, None, since):
        return (
            f"`{newer.paddle}` is there from {since} on.",
            "Leave the release out: that is derived.",
        )
    return "", ""


_API = r"`(paddle(?:\.\w+)+)(?:\(\))?`"
_DOTTED = r"(\d+\.\d+(?:\.\d+)?)"
_CLAIMS = {
    "en": re.compile(rf"{_API},? (?:exists|is there) (?:only )?(?:from|since) {_DOTTED}"),
    "zh": re.compile(rf"{_API} ?自 {_DOTTED} 起"),
}


@rule("PM618", FileSubject)
def since(file: FileSubject) -> Iterator[Finding]:
    """Texts are right about the release from which on an API exists.
    文本中 API 的起始版本与实际一致。

    ```diff
     torch: torch.abs
     notes:
    -  - {en: "`paddle.compat.sort` exists from 3.0 on.", zh: "`paddle.compat.sort` 自 3.0 起有。"}
    +  - {en: "`paddle.compat.sort` exists from 3.2 on.", zh: "`paddle.compat.sort` 自 3.2 起有。"}
    ```
    """
    for sentence in file.sentences:
        if "paddle." not in sentence.text:
            continue
        for found in _CLAIMS[sentence.language].finditer(sentence.text):
            since = target_since(file.facts.releases, found[1])
            if since is not None and not f"{since}.".startswith(f"{found[2]}."):
                yield file.in_sentence(
                    sentence,
                    found.start(2),
                    f"`{found[1]}` is there from {since} on, not from {found[2]} on.",
                    f"Write {since}.",
                )


@rule("PM620", VariantSubject, serves="C3 P2")
def natural_pair(variant: VariantSubject) -> Iterator[Finding]:
    """A parameter is paired with the one that has or accepts its name.
    参数与 Paddle 中同名或接受该名称的参数配对。

    Where Paddle takes torch's name as a keyword, the library itself says what belongs together. A
    row with a `value` or `do` may say otherwise.

    ```diff
     torch: torch.eq
     paddle: paddle.equal
     category: renamed-params
     params:
    -  - {torch: input, paddle: y}
    -  - {torch: other, paddle: x}
    +  - {torch: input, paddle: x}
    +  - {torch: other, paddle: y}
       - {torch: out, paddle: out}
     examples:
       - inputs: {a: "float32[2]"}
         torch: result = torch.eq(a, a)
         paddle: result = paddle.equal(a, a)
    ```
    """
    side = variant.paddle
    for index, row in enumerate(variant.rows):
        if row.torch is None or row.paddle is None or row.action is not None:
            continue
        natural = row.torch if side.get(row.torch) is not None else side.canonical(row.torch)
        if natural is None or natural in (row.paddle, side.own) or side.get(natural) is None:
            continue
        if side.get(row.paddle) is not None:
            yield variant.at("params", index, "paddle").finding(
                f"`{side.name}` takes `{row.torch}` as `{natural}`, not as `{row.paddle}`.",
                hint=f"Write `paddle: {natural}`; if it means something else, add `do`.",
            )


_BUILTIN = frozenset(
    name for kind in (str, bytes, int, float, list, dict, tuple, set, type) for name in dir(kind)
)


@rule("PM621", ExampleSubject, serves="X4")
def member(subject: ExampleSubject) -> Iterator[Finding]:
    """Methods in examples that are not executed exist.
    不运行的示例中使用的方法和属性都存在。

    Methods and attributes exist, also in examples that are not executed. What is executed would
    fail; here only the names tell. Known are all names of the library, those of parameters, and
    what the code itself defines.

    ```diff
     torch: torch.Tensor.t
     examples:
       - inputs: {x: "float32[2, 3]"}
         cannot_run: gpu
         text: {en: "It needs a GPU.", zh: "需要 GPU。"}
         torch: result = x.cuda().t()
    -    paddle: result = x.cudaa().t()
    +    paddle: result = x.cuda().t()
    ```
    """
    outside = subject.variant is not None and subject.variant.variant.outside is not None
    if subject.example.cannot_run is None:
        return
    for code in subject.sides:
        if outside and code.side == "paddle":
            continue
        library = subject.facts.library(code.side)
        for node in code.members:
            if not _known(node.attr, code, library):
                yield subject.in_code(
                    code,
                    node,
                    f"Nothing in {library.title} is called `{node.attr}`.",
                    "Fix the name; this example is not executed.",
                )


def _known(name: str, code: Code, library: Library) -> bool:
    defined = code.bound | {n.attr for n in code.members if isinstance(n.ctx, ast.Store)}
    return bool(
        name in _BUILTIN or name in defined or name in library.last or name in library.parameters
    )
