"""The parameters that rows name, in the signatures of both libraries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lint_mappings.fixes.making import in_order
from lint_mappings.rules.rule import rule
from lint_mappings.subjects import ExampleSubject, Finding, VariantSubject
from lint_mappings.subjects.code import Code
from lint_mappings.subjects.passing import LIBRARIES, Library, bindings
from mapping_model.calls.uses import Use
from mapping_model.categories import Category
from mapping_model.entry import Newer
from mapping_model.problems import did_you_mean
from mapping_model.sides import Side, best_overload, out_of_order
from mapping_model.snapshots import Api, Snapshot

_WITHOUT_TARGET = (Category.COMPOSITE, Category.CONTEXT_CHANGE)


@rule("PM603", VariantSubject, serves="P2")
def params(variant: VariantSubject) -> Iterator[Finding]:
    """Every parameter of the table exists, those of a side in one overload.
    参数表中的参数都存在，且每一侧的参数属于同一个重载。

    The table names parameters as the signatures do, of Paddle that of the newest supported release.
    Other keywords that Paddle accepts for the same parameter (`dim` for `axis`) are shown on the
    page by themselves. Overloads that map differently are `variants`, each with its own table.

    ```diff
     torch: torch.abs
     params:
    -  - {torch: imput, paddle: x, desc: input}
    -  - {torch: out, paddle: oot}
    +  - {torch: input, paddle: x}
    +  - {torch: out, paddle: out}
    ```
    """
    if variant.variant.category in _WITHOUT_TARGET and variant.variant.paddle is None:
        yield from _without_target(variant)
    for library in LIBRARIES:
        yield from _unknown_parameters(variant, library)
    for newer in variant.variant.newer:
        yield from _of_newer(variant, newer, "cases", newer.place, "params")


def _unknown_parameters(variant: VariantSubject, library: Library) -> Iterator[Finding]:
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
                yield variant.at("params", index, library).finding(
                    f"`{side.name}` takes any keyword, but no example passes `{name}`.",
                    hint="Fix the name, or pass it in an example.",
                )
            continue
        if side.signature is None:
            message = f"`{side.name}` is an attribute and has no parameter `{name}`."
            hint = f"Remove the row, or leave `{library}` out."
        else:
            meant = side.meant(name, rows)
            guess = f" Did you mean `{meant}`?" if meant else ""
            message = (
                _explain(side, name, library, variant.facts.releases)
                or f"`{side.name}` has no parameter `{name}`.{guess}"
            )
            hint = f"The signature is `{'` or `'.join(s.text for s in side.api.signatures)}`."
        yield variant.finding(message, "params", index, library, hint=hint)


def _by_keyword(variant: VariantSubject, library: Library) -> set[str | None]:
    """What the examples pass by keywords that are not in the signature."""
    found = (binding for example in variant.examples for binding in bindings(example, library))
    return {keyword.arg for binding in found for keyword in binding.others}


def _explain(side: Side, name: str, library: Library, releases: dict[str, Snapshot]) -> str | None:
    """More of a name than that there is no such parameter, where more can be said."""
    api = side.name
    canonical = side.canonical(name) if library == "paddle" else None
    if canonical is not None:
        return f"`{api}` accepts the keyword `{name}`, but its signature calls it `{canonical}`."
    for overload in side.overloads:
        if name in overload.names:
            return (
                f"`{name}` belongs to another overload of `{api}`, `{overload.text}`, than the "
                f"other rows, `{side.text}`."
            )
    if library == "torch":
        if name in ("self", "input") and side.api is not None and side.api.kind == "method":
            return f"`{name}`, the tensor that `{api}` is called on, has no row."
        return None
    for version, release in reversed(releases.items()):
        older = release.get(api)
        if older is not None and any(name in s.names for s in older.signatures):
            return f"`{api}` has no parameter `{name}` any more; Paddle {version} still had it."
    return None


def _of_newer(variant: VariantSubject, newer: Newer, *steps: str | int) -> Iterator[Finding]:
    """The rows of a newer target are some of the main ones, with its own parameters or keywords."""
    known = [row.torch for row in variant.rows]
    api = variant.facts.paddle.get(newer.paddle)
    for index, row in enumerate(newer.params):
        if row.torch not in known:
            yield variant.at(*steps, index, "torch").finding(
                f"The variant has no row `{row.torch or '~'}`.",
                hint=f"It has {', '.join(f'`{name}`' for name in known if name)}.",
            )
        side = Side(api, best_overload(api, [row.paddle or ""]))
        if api is not None and row.paddle is not None and side.taking(row.paddle) is None:
            yield variant.at(*steps, index, "paddle").finding(
                f"`{newer.paddle}` has no parameter `{row.paddle}`.",
                hint=f"The signature is `{'` or `'.join(s.text for s in api.signatures)}`.",
            )


def _without_target(variant: VariantSubject) -> Iterator[Finding]:
    named = {i: f"`{row.paddle}`" for i, row in enumerate(variant.rows) if row.paddle is not None}
    if named:
        what = "is a parameter" if len(named) == 1 else "are parameters"
        yield variant.at("params", min(named), "paddle").finding(
            f"No counterpart is named, so {', '.join(named.values())} {what} of nothing.",
            hint="Name the counterpart under `paddle`, or leave it out and add `do`.",
        )


@rule("PM605", VariantSubject, serves="P2 C4 C5")
def rows(variant: VariantSubject) -> Iterator[Finding]:
    """Every parameter of either side has a row, but Paddle's `name`.
    除 Paddle 的 `name` 外，两侧的每个参数都有一行。

    Where a torch method becomes a Paddle function, the function's parameter for the tensor itself
    has none either.

    ```diff
     torch: torch.gather
     params:
       - {torch: input, paddle: arr}
       - {torch: dim, paddle: axis}
    +  - {torch: index, paddle: indices}
       - {torch: sparse_grad, do: drop}
       - {torch: out, paddle: out}
    +  - {paddle: broadcast, value: "False", desc: other}
    ```
    """
    # A row that claims a parameter of torch for Paddle alone is PM611.
    claimed = {row.paddle for row in variant.rows if row.torch is None}
    ours = variant.torch.lacking([row.torch for row in variant.rows])
    missing = [name for name in ours if name not in claimed]
    hint = "add a row for each parameter, without `paddle` where Paddle has none."
    yield from _missing(variant, variant.torch, missing, hint)
    theirs = variant.paddle.lacking([row.paddle for row in variant.rows])
    missing = [name for name in theirs if name != "name"]
    row = f"`{{paddle: {missing[0]}}}`" if missing else ""
    hint = f"add {row} at the end, with `value` if the default would change the result."
    yield from _missing(variant, variant.paddle, missing, hint)


def _missing(
    variant: VariantSubject, side: Side, missing: Sequence[str], hint: str
) -> Iterator[Finding]:
    if missing and variant.has_table:
        names = ", ".join(f"`{name}`" for name in missing)
        yield variant.at("params" if variant.rows else "category").finding(
            f"{names} of `{side.name}` {'lacks a row' if len(missing) == 1 else 'lack rows'}.",
            key=bool(variant.rows),
            hint=f"The signature is `{side.text}`; {hint}",
        )


@rule("PM607", VariantSubject, serves="P1", fixable=True)
def order(variant: VariantSubject) -> Iterator[Finding]:
    """Rows follow the order of torch's parameters, and of Paddle's where only Paddle has them.
    参数行的顺序与 torch 的参数顺序一致，仅 Paddle 有的与 Paddle 的一致。

    ```diff
     torch: torch.nn.MaxUnpool1d
     paddle: paddle.nn.MaxUnPool1D
     category: paddle-more-params
     params:
    +  - {torch: kernel_size, paddle: kernel_size, desc: size}
       - {torch: stride, paddle: stride, desc: size}
    -  - {torch: kernel_size, paddle: kernel_size, desc: size}
       - {torch: padding, paddle: padding, desc: size}
    +  - {paddle: data_format}
       - {paddle: output_size, desc: size}
    -  - {paddle: data_format}
     examples:
       - inputs: {x: [[[5.0, 7.0]]], i: [[[1, 2]]]}
         torch: result = torch.nn.MaxUnpool1d(2)(x, i)
         paddle: result = paddle.nn.MaxUnPool1D(2)(x, i)
    ```
    """
    ours = [row.torch for row in variant.rows]
    theirs = [row.paddle if row.torch is None else None for row in variant.rows]
    for side, names, title in (
        (variant.torch, ours, "torch"),
        (variant.paddle, theirs, "Paddle"),
    ):
        found = out_of_order(side.signature, names)
        if found is not None:
            index, before = found
            yield variant.at("params", index).finding(
                f"`{names[index]}` stands after `{before}`; in {title} it comes before.",
                hint=f"The signature is `{side.text}`.",
                fix=in_order(variant.document, (*variant.path, "params"), side, names),
            )


@rule("PM611", VariantSubject, serves="P5 P7")
def exists_after_all(variant: VariantSubject) -> Iterator[Finding]:
    """A parameter said not to exist on one side does not exist there.
    标为一侧没有的参数，在该侧确实不存在。

    Paddle has gained many of torch's parameters over its releases; a row that says otherwise is out
    of date, and porters would rewrite for nothing. Where the two differ in spite of the name, one
    row names both and has a `value` or `do`.

    ```diff
     torch: torch.abs
    -category: torch-more-params
    +category: renamed-params
     params:
       - {torch: input, paddle: x}
    -  - {torch: out, do: drop}
    -  - {paddle: out}
    +  - {torch: out, paddle: out}
    ```
    """
    paired = [row for row in variant.rows if row.torch is not None and row.paddle is not None]
    of_torch = {row.torch for row in paired}
    of_paddle = {row.paddle for row in paired}
    for index, row in enumerate(variant.rows):
        if row.paddle is None and row.torch is not None:
            name = row.torch
            found = name if variant.paddle.get(name) else variant.paddle.canonical(name)
            if found is None or found in of_paddle or found == variant.paddle.own:
                continue
            also = "" if found == name else f", as another keyword for `{found}`"
            yield variant.at("params", index).finding(
                f"Paddle does have `{name}`{also}.",
                hint=f"Write `paddle: {found}`; with `do` and a `text` if it differs.",
            )
        elif row.torch is None and row.paddle is not None:
            if variant.torch.get(row.paddle) is None or row.paddle in of_torch:
                continue
            if any(other.torch == row.paddle for other in variant.rows):
                continue  # reported at the row of torch
            yield variant.at("params", index).finding(
                f"torch does have `{row.paddle}`.",
                hint=f"Write `torch: {row.paddle}`, at its place in torch's order.",
            )


@rule("PM613", ExampleSubject, serves="X4")
def keyword(subject: ExampleSubject) -> Iterator[Finding]:
    """Keywords in examples are accepted by what is called.
    示例中的关键字参数都能被所调用的 API 接受。

    Examples that cannot be run here would hide such a slip; so it is checked against the
    signatures.

    ```diff
     torch: torch.abs
     examples:
       - inputs: {x: "float32[2, 3]"}
         torch: result = torch.abs(x)
    -    paddle: result = paddle.abs(xx=x)
    +    paddle: result = paddle.abs(x=x)
    ```
    """
    if subject.raises:
        return
    for code in subject.sides:
        for use, api in _keyword_calls(subject, code):
            accepted = subject.facts.library(code.side).keywords(api)
            for keyword in use.keywords:
                if accepted is None or keyword.arg is None or keyword.arg in accepted:
                    continue
                yield subject.in_code(
                    code,
                    keyword,
                    f"`{api.name}` has no parameter `{keyword.arg}`."
                    f"{did_you_mean(keyword.arg, accepted)}",
                    f"The signature is `{'` or `'.join(s.text for s in api.signatures)}`.",
                )


def _keyword_calls(subject: ExampleSubject, code: Code) -> Iterator[tuple[Use, Api]]:
    """Calls whose signature is known, each with the API that is called."""
    if "=" not in code.text:
        return
    library = subject.facts.library(code.side)
    known = {name: library.get(name) for name in code.uses.names()}
    own = getattr(subject.variant, code.side).api if subject.variant is not None else None
    if own is not None and own.kind == "method":
        known[own.name] = own
    for name, api in known.items():
        if api is not None and api.signatures:
            uses = code.uses.of(name, member=api.kind == "method")
            yield from ((use, api) for use in uses if use.keywords)


@rule("PM614", VariantSubject, serves="C5")
def own_tensor(variant: VariantSubject) -> Iterator[Finding]:
    """The tensor that a method is called on has no row.
    调用方法的 Tensor 自身没有参数行。

    `x.outer(vec2)` becomes `paddle.outer(x, y)`: the comparison starts with `vec2` and `y`.

    ```diff
     torch: torch.Tensor.dist
     paddle: paddle.dist
    -category: paddle-more-params
    +category: renamed-params
     params:
       - {torch: other, paddle: y}
       - {torch: p, paddle: p, desc: {en: "The order of the norm.", zh: "范数的阶数。"}}
    -  - {paddle: x, desc: input}
     examples:
       - inputs: {x: "float32[3]", y: "float32[3]"}
         torch: result = x.dist(y)
         paddle: result = paddle.dist(x, y)
    ```
    """
    for index, row in enumerate(variant.rows):
        if row.torch is None and row.paddle and row.paddle == variant.paddle.own:
            name, step = row.paddle, "paddle"
        elif row.paddle is None and row.torch and row.torch == variant.torch.own:
            name, step = row.torch, "torch"
        else:
            continue
        yield variant.at("params", index, step).finding(
            f"`{name}` is the tensor that the method is called on, which is not compared.",
            hint="Remove the row.",
        )


@rule("PM622", VariantSubject, serves="P5")
def required(variant: VariantSubject) -> Iterator[Finding]:
    """A Paddle-only parameter without a default gets its value from `value`.
    仅 Paddle 有且没有默认值的参数，用 `value` 写明所传的值。

    There is no default to keep, so the table must say what to pass.

    ```diff
     torch: torch.Tensor.float
     paddle: paddle.Tensor.astype
     category: torch-more-params
     params:
       - {torch: memory_format, do: drop, desc: other}
    -  - {paddle: dtype}
    +  - {paddle: dtype, value: "'float32'"}
     examples:
       - inputs: {x: "float64[2, 3]"}
         torch: result = x.float()
         paddle: result = x.astype(paddle.float32)
       - inputs: {x: "float64[2, 3]"}
         torch: result = x.float() + 1
         paddle: result = x.astype('float32') + 1
    ```
    """
    for index, row in enumerate(variant.rows):
        if row.torch is not None or row.paddle is None or (row.set or row.value) is not None:
            continue
        default = variant.paddle.default(row.paddle)
        varied = row.paddle.startswith("*") or row.paddle == variant.paddle.own
        if default is not None and default.text is None and not varied:
            yield variant.at("params", index).finding(
                f"Paddle requires `{row.paddle}`, but the row does not say what to pass.",
                hint="Add `value` with the value that gives PyTorch's behaviour.",
            )
