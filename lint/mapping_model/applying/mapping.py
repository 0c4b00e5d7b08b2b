"""Applying one entry to one use of its API."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import cache, partial

from mapping_model.applying.decisions import Reason, Undecided, lacking
from mapping_model.applying.idioms import OUT, RESULT
from mapping_model.applying.newer import newer_ways
from mapping_model.applying.overwriting import as_overwritten
from mapping_model.applying.owning import is_part
from mapping_model.applying.rows import Rows
from mapping_model.applying.seeding import seeded_before
from mapping_model.calls import operators
from mapping_model.calls.binding import Binding, Fit, TypeOf, bind
from mapping_model.calls.uses import Form, Use, dotted
from mapping_model.categories import Category, Text
from mapping_model.entry import Action, Case, Entry, Row, Variant
from mapping_model.language.evaluating import VALUE_WORDS, Scope, known_value, reduce, truth
from mapping_model.language.filling import Names, Written, evaluated_once, fill
from mapping_model.language.parsing import (
    CALLED,
    DECORATES,
    RECEIVER,
    REST,
    SAME,
    VALUE,
    ExpressionError,
    lines_of,
    named_in,
    parse,
    parse_condition,
)
from mapping_model.language.sentences import where
from mapping_model.sides import Side, compare, is_member
from mapping_model.since import covers
from mapping_model.snapshots import Api, Signature, Snapshot
from mapping_model.syntax import named, parsed


@dataclass(frozen=True, slots=True)
class Used:
    """By which variant of an entry code was written, what the call passed, and in which line.

    `overwritten` tells that the code changes the result in place afterwards, for all to see.
    """

    entry: Entry
    variant: Variant
    scope: Scope
    line: int = 0
    overwritten: bool = False


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known around a use: the torch API, the Paddle release, types, names that are taken.

    `release` is the snapshot of the release that code is written for; `newer` tells whether
    targets that only newer releases have are used. `assumed` takes the conditions that were taken
    not to hold though that cannot be told, `used` by which variant code was written. With `loosely`
    what is only named is written though calls of it may have to change; `otherwise` takes how. With
    `handing_on` a call keeps `**kwargs` where Paddle takes the same, with `mending` one for which
    the mapping departs for certain gets the code that holds there. `bound` are names that the code
    gives to something, `parts` those that it gives to views of tensors. `overwritten` tells that
    the code changes the result in place afterwards.
    """

    torch: Api
    release: Snapshot
    type_of: TypeOf
    names: Names
    assumed: list[str] = field(default_factory=list)
    newer: bool = True
    used: list[Used] = field(default_factory=list)
    loosely: bool = False
    otherwise: list[Row] = field(default_factory=list)
    handing_on: bool = False
    mending: bool = False
    bound: Collection[str] = ()
    parts: Collection[str] = ()
    overwritten: bool = False


# A part of the result: `.values`, `[0]`; None for all of it.
Part = str | int | None


def apply(entry: Entry, use: Use, around: Surroundings, part: Part = None) -> Written:
    """The Paddle code for a use, or a part of its result; raise Undecided where there is none."""
    if _is_on_meta(use, around.torch):
        raise Undecided(Reason.ADVICE, META, _NO_META)
    try:
        return _apply(entry, _with_dtypes(_without_none(use), around), around, part)
    except ExpressionError as error:
        raise Undecided(Reason.UNREADABLE, entry.torch) from error


# The device that keeps shapes and no values, and the parameters that take devices.
META = "meta"
_ON = {"device", "map_location"}
_NO_META = Text(
    "Paddle has no device `meta`. Layers are built without memory within "
    "`with paddle.LazyGuard():`, and get it by `initialize()` of each parameter.",
    "Paddle 没有 `meta` 设备。在 `with paddle.LazyGuard():` 中构建的层不占用内存，"
    "之后对每个参数调用 `initialize()` 即可分配。",
)


def _is_on_meta(use: Use, api: Api) -> bool:
    """Whether a call names the device `meta`."""
    named = [one.value for one in use.keywords if one.arg in {*_ON, "type"}]
    texts = [one.value for one in (*use.args, *named) if isinstance(one, ast.Constant)]
    meant = any(isinstance(text, str) and text.partition(":")[0] == META for text in texts)
    return meant and any(_ON & {*signature.names} for signature in api.overloads)


# What torch takes a type of Python for where it asks for a dtype.
_DTYPES = {"bool": "bool", "int": "int64", "float": "float64", "complex": "complex128"}


def _with_dtypes(use: Use, around: Surroundings) -> Use:
    """The use with dtypes for types of Python, where the API takes a dtype."""
    taken = {name for signature in around.torch.signatures for name in signature.names}
    if "dtype" not in taken:
        return use

    def dtype(value: ast.expr) -> ast.expr:
        if isinstance(value, ast.Name) and value.id in _DTYPES.keys() - set(around.bound):
            return named(f"paddle.{_DTYPES[value.id]}")
        return value

    keywords = (
        ast.keyword(one.arg, dtype(one.value)) if one.arg == "dtype" else one
        for one in use.keywords
    )
    return use._replace(args=tuple(map(dtype, use.args)), keywords=tuple(keywords))


def _without_none(use: Use) -> Use:
    """The use without `out=None`, which says nothing."""
    none = {id(one) for one in use.keywords if one.arg == OUT and _is_none(one.value)}
    return use._replace(keywords=tuple(one for one in use.keywords if id(one) not in none))


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _apply(entry: Entry, use: Use, around: Surroundings, part: Part) -> Written:
    failures: list[Undecided] = []
    # By type first: a value of another type than expected may still be taken.
    for strict in (True, False):
        unknown: list[Variant] = []
        for variant in entry.variants:
            try:
                written = _apply_newer(entry, variant, use, around, part, strict) or _apply_variant(
                    entry, variant, use, around, part, strict
                )
            except Undecided as undecided:
                if undecided.decision.reason not in _ANOTHER:
                    raise
                failures.append(undecided)
                continue
            if written is not None:
                around.assumed.extend(v.when for v in unknown if v.when)
                return written
            unknown.append(variant)
        if len(unknown) > 1 and use.form is not Form.CALL:
            raise Undecided(Reason.READ)
        if len(unknown) > 1:
            raise Undecided(Reason.UNKNOWN, advice=_ways(unknown))
        # Names and types leave no other, so what its `when` asks need not be known.
        for variant in unknown:
            only = _apply_variant(entry, replace(variant, when=None), use, around, part, strict)
            assert only is not None
            return only
    if not failures:
        raise Undecided(Reason.NO_ENTRY, entry.torch)
    raise max(failures, key=lambda one: one.decision.reason is not Reason.IMPOSSIBLE)


def _ways(variants: list[Variant]) -> Text:
    """That it depends on what is passed, and what is written for what."""
    found = [(f"`{v.paddle}`" if v.paddle else "", where(v.when or "")) for v in variants]
    english = ", ".join(f"{target} {said.en}".strip() for target, said in found)
    chinese = "；".join(f"{said.zh}{target and f'用 {target}'}" for target, said in found)
    return Text(f"What is passed cannot be told: {english}.", f"无法得知传入的是什么：{chinese}。")


# Another variant may be meant.
_ANOTHER = (Reason.IMPOSSIBLE, Reason.SPREAD)


_WITHOUT_CODE = {
    Category.MISSING: Reason.MISSING,
    Category.OUTSIDE_CORE: Reason.OUTSIDE,
    Category.CONTEXT_CHANGE: Reason.CONTEXT,
    Category.COMPOSITE: Reason.COMPOSITE,
}


_RETURNS = {Action.REWRITE: Reason.REWRITE, Action.NONE: Reason.NO_WAY}


def _apply_newer(
    entry: Entry, variant: Variant, use: Use, around: Surroundings, part: Part, strict: bool
) -> Written | None:
    """The code by a target that only newer releases have; None where there is none for the use."""
    for newer in newer_ways(variant, around.release) if around.newer else ():
        taken, assumed = around.names.taken(), len(around.assumed)
        try:
            written = _apply_variant(entry, newer, use, around, part, strict, is_newer=True)
        except Undecided:
            written = None
        if written is not None:
            return written
        around.names.restore(taken)
        del around.assumed[assumed:]
    return None


def _apply_variant(
    entry: Entry,
    variant: Variant,
    use: Use,
    around: Surroundings,
    part: Part,
    strict: bool,
    is_newer: bool = False,
) -> Written | None:
    """The code by one variant; None where it cannot be told whether its `when` holds."""
    target = around.release.get(variant.paddle) if variant.paddle else None
    if variant.write and variant.paddle is None and not variant.params:
        names = dict.fromkeys(name for s in around.torch.overloads for name in s.names)
        rows_of_code = tuple(Row(name, None, in_code=True) for name in names)
        variant = replace(variant, params=rows_of_code)
    torch, paddle = compare(entry.torch, around.torch, target, variant.params)
    elsewhere = {
        compare(entry.torch, around.torch, None, other.params)[0].signature
        for other in entry.variants
        if len(entry.variants) > 1
    } - {torch.signature}
    binding = _bound(torch, variant, use, around, strict, elsewhere)
    scope = _scope(binding, use, around)
    if variant.when is not None:
        told = truth(reduce(parse_condition(variant.when), scope))
        if told is None:
            return None
        if not told:
            raise Undecided(Reason.IMPOSSIBLE)
    if around.mending:
        mended = _mended(variant, scope, around)
        if is_newer and mended is not variant:
            # What holds there is written of the target that all releases have.
            raise Undecided(Reason.NO_WAY)
        variant = mended
    rows = Rows(variant.params, torch, paddle, binding, scope)
    if binding.fit is Fit.UNKNOWN:
        written = _handed_on(variant, rows, use, around)
        around.used.append(Used(entry, variant, scope))
        return written
    written = evaluated_once(
        scope,
        around.names,
        lambda scope: _write(variant, replace(rows, scope=scope), around, part),
    )
    around.used.append(Used(entry, variant, scope))
    return seeded_before(entry.torch, written, scope)


def _mended(variant: Variant, scope: Scope, around: Surroundings) -> Variant:
    """The variant with the code that holds where it departs for certain, as the call is written."""
    values = {name: known_value(node) or node for name, node in scope.values.items()}
    known = replace(scope, values={**VALUE_WORDS, **values})
    for limit in variant.limits:
        if isinstance(limit, str) or limit.instead is None:
            continue
        there = covers(limit.since, limit.until, around.release.version)
        asked = parse_condition(limit.when)
        if around.overwritten:
            asked = as_overwritten(asked)
        if there and truth(reduce(asked, known)):
            rest = tuple(other for other in variant.limits if other is not limit)
            mended = Case(code=limit.instead, place=limit.place)
            return replace(variant, write=(mended, *variant.write), limits=rest)
    return variant


def _bound(
    torch: Side,
    variant: Variant,
    use: Use,
    around: Surroundings,
    strict: bool,
    elsewhere: Collection[Signature | None],
) -> Binding:
    """The arguments of the use by the names of an overload that the variant treats.

    Those `elsewhere` are other variants'.
    """
    if torch.signature is None:
        if use.form is Form.CALL and (use.args or use.keywords):
            raise Undecided(Reason.IMPOSSIBLE)
        return Binding(Signature(()), Fit.BOUND)
    if use.form is not Form.CALL:
        return Binding(Signature(()), Fit.BOUND)
    treated = {row.torch for row in variant.params} | {torch.own}
    overloads = (s for s in around.torch.overloads if s not in elsewhere)
    others = (s for s in overloads if set(s.names) <= treated)
    fits = [bind(use, s, around.torch) for s in dict.fromkeys((torch.signature, *others))]
    possible = [b for b in fits if b.fit is not Fit.IMPOSSIBLE]
    fitting = [b for b in possible if not strict or b.taken(around.type_of) is not False]
    if not fitting:
        raise Undecided(Reason.IMPOSSIBLE)
    if fitting[0].fit is Fit.UNKNOWN and not (around.handing_on and _is_mapped(use)):
        raise Undecided(Reason.SPREAD)
    return fitting[0]


def _is_mapped(use: Use) -> bool:
    """Whether `**kwargs` alone may bring more than is seen."""
    return not any(isinstance(one, ast.Starred) for one in use.args)


def _handed_on(variant: Variant, rows: Rows, use: Use, around: Surroundings) -> Written:
    """A call with its `**kwargs` as they are: Paddle takes by the same names all they may bring."""
    open_ = [row for row in rows.rows if row.torch and row.torch not in rows.binding.arguments]
    names = {row.torch for row in open_}
    asking = (
        case.when is None or names & named_in(case.when)
        for case in variant.write
        if covers(case.since, case.until, around.release.version)
    )
    target = around.release.get(variant.paddle) if variant.paddle else None
    alike = all(_is_plain(row) and row.action is None for row in open_)
    alike = alike and not names & named_in(variant.when)
    if target is None or target.kind != "class" or not alike or any(asking) or variant.returns:
        raise Undecided(Reason.SPREAD)
    passed = rows.arguments()
    taken = all(rows.paddle.taking(name) for name in names if name)
    if not taken or {one.parameter.name for one in passed} & names:
        raise Undecided(Reason.SPREAD)
    assert variant.paddle is not None
    call = rows.call(named(variant.paddle), passed)
    more = [one for one in use.keywords if one.arg is None]
    return Written(ast.Call(call.func, call.args, [*call.keywords, *more]))


def _scope(binding: Binding, use: Use, around: Surroundings) -> Scope:
    values: dict[str, ast.expr] = {}
    given = set()
    for parameter in binding.signature.parameters:
        name = parameter.name.lstrip("*")
        argument = binding.arguments.get(parameter.name)
        if argument is not None:
            given.add(name)
            listed = ast.List(list(argument.values), ast.Load())
            by_name = argument.keyword is not None
            variadic = parameter.variadic and not by_name
            values[name] = listed if variadic else argument.values[0]
        elif parameter.default is not None and parameter.default != "...":
            values[name] = _default(parameter.default)
    if use.receiver is not None:
        values[RECEIVER] = use.receiver
    if use.form is Form.WRITE:
        values[VALUE] = use.args[0]
    called = use.form is Form.CALL or around.torch.kind == "attribute"
    written, decorates = use.form is Form.WRITE, use.form is Form.DECORATOR
    told = (called, written, decorates, use.entered, use.wraps)
    views = partial(is_part, parts=around.parts)
    return Scope(values, frozenset(given), around.type_of, *told, is_part=views)


@cache
def _default(text: str) -> ast.expr:
    return parsed(text, mode="eval").body


def _write(variant: Variant, rows: Rows, around: Surroundings, part: Part) -> Written:
    # An attribute is a whole; what a function returns may have no more than its parts.
    whole = around.torch.kind == "attribute" and part not in dict(variant.fields)
    if around.torch.kind == "attribute" and not whole:
        return rows.after(_fields(variant, rows, around, part), around.names)
    case = _case(variant, rows.scope, around)
    is_named = isinstance(part, str) and part in dict(variant.fields)
    if is_named and case is not None and variant.parts_place < case.place:
        return rows.after(_fields(variant, rows, around, part), around.names)
    if case is not None and case.advice is not None and case.code is None:
        raise Undecided(Reason.ADVICE, case.when or "", case.advice)
    if case is not None and case.code is not None:
        when = case.when or ""
        if not (rows.scope.called or CALLED in when or DECORATES in when):
            raise Undecided(Reason.READ)
        filled = _fill(case.code, rows, around, case.when)
        taken = named_in(case.code)
        open_ = set() if {REST, SAME} & taken else {OUT} - taken
        done = rows.after(filled, around.names, open_, taken)
        return _with_part(done, _place(variant, part))
    if not rows.scope.called and (variant.fields or variant.returns is not None):
        raise Undecided(Reason.READ)  # what is made of a result is no function
    if variant.fields and not whole:
        return rows.after(_fields(variant, rows, around, part), around.names)
    reason = _WITHOUT_CODE.get(variant.category)
    if reason is Reason.MISSING:
        raise lacking(variant.text)
    if reason is not None:
        raise Undecided(reason)
    target = (case.paddle if case else None) or variant.paddle
    if target is None:
        raise ExpressionError("There is neither a target nor code")
    api = around.release.get(target)
    if api is None:
        raise Undecided(Reason.NO_TARGET, target)
    if case is not None and case.paddle is not None:
        rows = replace(rows, paddle=compare("", None, api, rows.rows)[1])
    named = named_in(case.when) if case else frozenset()
    dealt = named & {row.torch for row in variant.params if row.paddle is None}
    written = _returned(variant, rows, _named(target, api, rows, dealt, around))
    return _with_part(rows.after(written, around.names), part)


def _returned(variant: Variant, rows: Rows, result: ast.expr) -> Written:
    """What stands for torch's result, given Paddle's."""
    returns = variant.returns
    if returns is None:
        return Written(result)
    if returns.value is None:
        raise Undecided(_RETURNS[returns.action], "returns")
    return Written(reduce(parse(returns.value), rows.scope.with_values({RESULT: result})))


def _fields(variant: Variant, rows: Rows, around: Surroundings, part: Part) -> Written:
    """The named parts of the result that are used, all of them as a tuple."""
    codes = dict(variant.fields)
    wanted = part if isinstance(part, str) else None
    if isinstance(part, int) and part < len(codes):
        wanted = list(codes)[part]
    if wanted in codes:
        return _fill(codes[wanted], rows, around)
    found = [_fill(code, rows, around) for code in codes.values()]
    parts: list[ast.expr] = [written.expression for written in found]
    before = tuple(line for written in found for line in written.before)
    return _with_part(Written(ast.Tuple(parts, ast.Load()), before), part)


def _place(variant: Variant, part: Part) -> Part:
    """The code of a case gives what torch's result names in torch's order, without the names."""
    names = [name for name, _ in variant.fields]
    return names.index(part) if part in names else part


def _with_part(written: Written, part: Part) -> Written:
    if part is None:
        return written
    value = written.expression
    if isinstance(part, str):
        return Written(ast.Attribute(value, part, ast.Load()), written.before)
    return Written(ast.Subscript(value, ast.Constant(part), ast.Load()), written.before)


def _named(
    target: str, api: Api, rows: Rows, dealt: Collection[str], around: Surroundings
) -> ast.expr:
    """The use of a target: an attribute, a call of a method or of a function.

    The condition of the case has dealt with some parameters.
    """
    if not rows.scope.called:
        return _only_named(target, api, rows, around)
    passed = rows.arguments(dealt)
    if is_member(api, target):
        own = rows.scope.values.get(RECEIVER)
        if own is None and rows.torch.own is not None:
            own = rows.scope.values.get(rows.torch.own)
        if own is None and api.kind == "attribute" and not target.startswith("paddle.Tensor."):
            return named(target)  # of a class itself: `ReduceOp.SUM`
        if own is None:
            raise Undecided(Reason.READ)
        last = target.rpartition(".")[2]
        values = [argument.value for argument in passed]
        operation = operators.written(last, own, values) if last in operators.SPECIAL else None
        if isinstance(operation, ast.expr):
            return operation
        member = ast.Attribute(own, last, ast.Load())
        return member if api.kind == "attribute" else rows.call(member, passed)
    function = named(target)
    return function if api.kind == "attribute" else rows.call(function, passed)


def _only_named(target: str, api: Api, rows: Rows, around: Surroundings) -> ast.expr:
    """A function or class that is handed on: it may be called in any way."""
    torch = rows.torch.api
    if torch is None or torch.kind != api.kind or api.kind not in ("function", "class"):
        raise Undecided(Reason.READ)
    needed = rows.needed_alike()
    if around.loosely and needed is not None:
        changed = (row for row in rows.rows if row.torch not in needed and not _is_plain(row))
        around.otherwise.extend(row for row in changed if row.torch is not None)
    elif any(row.torch != row.paddle for row in rows.rows if row.torch is not None):
        raise Undecided(Reason.READ)
    return named(target)


def _is_plain(row: Row) -> bool:
    """Whether Paddle's parameter is passed as PyTorch's is."""
    return row.torch == row.paddle and row.value is None and row.form is None


def _case(variant: Variant, scope: Scope, around: Surroundings) -> Case | None:
    """The first case that holds on the release; those of which that cannot be told do not."""
    for case in variant.write:
        if not covers(case.since, case.until, around.release.version):
            continue
        told = True if case.when is None else truth(reduce(parse_condition(case.when), scope))
        if told:
            return case
        if told is None and case.when is not None:
            around.assumed.append(case.when)
    return None


def _fill(code: str, rows: Rows, around: Surroundings, when: str | None = None) -> Written:
    """The code of a case or field with the arguments put in."""
    lines_of(code)  # raises ExpressionError where it is none
    named = named_in(code) | named_in(when)

    def rest(call: ast.Call) -> ast.Call:
        passed = {keyword.arg for keyword in call.keywords}
        found = [one for one in rows.arguments(named) if one.parameter.name not in passed]
        if not call.args:
            # Positions are those of what is called, which may be another than the target.
            called = around.release.get(dotted(call.func) or "")
            own = compare("", None, called, rows.rows)[1].signature or rows.paddle.signature
            placing = replace(rows, paddle=replace(rows.paddle, signature=own))
            more = placing.call(call.func, found)
            return ast.Call(call.func, more.args, [*call.keywords, *more.keywords])
        added = [ast.keyword(one.word, one.value) for one in found]
        return ast.Call(call.func, call.args, [*call.keywords, *added])

    def same(call: ast.Call) -> ast.Call:
        return rows.same(call, named_in(code))

    return fill(code, replace(rows.formed(), rest=rest, same=same), around.names)
