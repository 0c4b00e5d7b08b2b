"""The entry as a whole: where it lies, what it follows from, which keys it has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from lint_mappings.rules.rule import rule
from lint_mappings.subjects import (
    CorpusSubject,
    EntrySubject,
    FileSubject,
    Finding,
    Subject,
    VariantSubject,
)
from lint_mappings.subjects.sentences import sentences
from mapping_model.building import build_entry
from mapping_model.categories import Category
from mapping_model.differences import derive_category, needed_keys
from mapping_model.entry import Entry
from mapping_model.forms.deriving import Derived, derive
from mapping_model.forms.relation import Underivable, possible_bases
from mapping_model.naming import file_of
from mapping_model.problems import did_you_mean
from mapping_model.reading import Path_
from mapping_model.results import mapping_hash


@rule("PM201", EntrySubject)
def path(entry: EntrySubject) -> Iterator[Finding]:
    """The path of an entry follows from the name of its API.
    条目的路径由 API 名称决定。

    The path of an entry follows from the name of its API, so that everybody finds it. The folder is
    the owner of the API, the file its full name with `.yaml`. Where two names differ only in case,
    the capitalised one ends in `-capital`.

    ```diff
    -# mappings/torch.Tensor/t.yaml
    +# mappings/torch.Tensor/torch.Tensor.t.yaml
     torch: torch.Tensor.t
    ```
    """
    api = entry.entry.torch
    expected = f"{entry.facts.corpus.root.name}/{file_of(api)}"
    # Where that file exists too, this one is a duplicate, which is PM202.
    if entry.document.name != expected and expected not in entry.facts.corpus.documents:
        yield entry.at("torch").finding(
            f"The entry of `{api}` belongs in {expected}.",
            hint=f"Move the file: git mv {entry.document.name} {expected}",
        )
    other = entry.facts.same_path(api)
    if other is not None:
        yield entry.at("torch").finding(
            f"The paths of `{api}` and `{other}` differ only in case, which macOS and Windows "
            "do not tell apart.",
            hint="Add the capitalised name to CASE_TIES in mapping_model/naming.py.",
        )


@rule("PM202", CorpusSubject)
def duplicate_entry(subject: CorpusSubject) -> Iterator[Finding]:
    """No API has two entries.
    同一 API 没有两个条目。

    One API has one entry; of two, readers would see only the first.

    ```yaml
    # mappings/torch/torch.absolute.yaml
    torch: torch.absolute
    alias_of: torch.abs
    ```

    ```diff
    -# mappings/torch/torch.absolute.yml
    -torch: torch.absolute
    -alias_of: torch.abs
    ```
    """
    first: dict[str, str] = {}
    for document, entry in subject.corpus.entry_files:
        api = entry.torch
        if api in first:
            message = f"`{api}` already has an entry, {first[api]}."
            yield Finding(document, message, "Merge the two files and delete one.", ("torch",))
        first.setdefault(api, document.name)


@rule("PM204", EntrySubject)
def alias(entry: EntrySubject) -> Iterator[Finding]:
    """An alias points at an entry that is not an alias itself.
    别名指向的条目存在，且不是另一个别名。

    An alias of an alias, of itself or of nothing would leave its readers without an answer.

    ```diff
     torch: torch.absolute
    -alias_of: torch.absolute
    +alias_of: torch.abs
    ```
    """
    target = entry.entry.alias_of
    if target is None:
        return
    entries = entry.facts.corpus.entries
    if target == entry.entry.torch:
        yield entry.at("alias_of").finding(
            f"`{target}` is an alias of itself.",
            hint="Name the API that it is another name of, or write the entry.",
        )
    elif target not in entries:
        yield entry.at("alias_of").finding(
            f"`{target}` has no entry.{did_you_mean(target, entries, 0.85)}",
            hint=f"Write the entry of `{target}`, or the whole entry here.",
        )
    elif entries[target].alias_of is not None:
        final = entries[target].alias_of
        yield entry.at("alias_of").finding(
            f"`{target}` is an alias too, of `{final}`.", hint=f"Write `alias_of: {final}`."
        )


_LACKS = {
    Category.COMPOSITE: ("paddle", "returns", "context"),
    Category.CONTEXT_CHANGE: (),
    Category.MISSING: ("paddle", "params", "returns", "examples", "formula", "context"),
}
_OF_AN_ENTRY = ("torch", "form_of", "category", "code", "variants", "gotchas")
_WHY = {
    "paddle": "the full name of the counterpart",
    "text": "what differs (params-differ), what the API computes (composite), or why there is no "
    "counterpart (missing)",
    "context": "what else in the code must change",
}
_WHY_OF = {
    Category.COMPOSITE: "A composite has code, in cases or examples. ",
    Category.MISSING: "What is missing has no code. ",
    Category.OUTSIDE_CORE: "Its target is of another package than Paddle. ",
}


@rule("PM206", EntrySubject, serves="C1 C6 C7 S2")
def keys(entry: EntrySubject) -> Iterator[Finding]:
    """A category has the keys it needs and no others.
    每个分类都写了所需的键，且没有不适用的键。

    One to one (`no-params` to `params-differ`) and `outside-core` need `paddle`; `params-differ`,
    `composite` and `missing` need a `text`, `context-change` needs `context`. A composite has no
    single target; a table of it says how each torch parameter is rewritten. An entry with
    `variants` writes everything else in them, but for `code` that cases name.

    ```diff
     torch: torch.addcmul
    -paddle: paddle.add
     category: composite
     text: {en: "Adds a scaled product.", zh: "加上缩放后的乘积。"}
     examples:
       - inputs: {x: "float32[3]"}
         torch: result = torch.addcmul(x, x, x)
         paddle: result = paddle.add(x, x * x)
    ```
    """
    data = entry.document.data
    if "alias_of" in data:
        return
    if "variants" in data:
        for key in data:
            if key not in _OF_AN_ENTRY:
                yield entry.at(key).finding(
                    f"`{key}` stands beside `variants`.",
                    key=True,
                    hint="Move it into the variants that it holds for.",
                )
    named = {case.get("code") for case in _cases(data) if isinstance(case.get("code"), str)}
    for name in data.get("code", {}).keys() - named:
        yield entry.at("code", name).finding(
            f"No case has the code `{name}`.",
            key=True,
            hint=f"Remove it, or write `code: {name}` in the cases that it is for.",
        )
    for variant in entry.variants:
        body = data["variants"][variant.path[-1]] if variant.path else data
        wrong = list(_body(variant, variant.variant.category, body))
        yield from wrong or _otherwise(variant)


def _cases(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The cases that an entry writes itself, shared ones aside."""
    for body in data.get("variants") or [data]:
        yield from (case for case in body.get("cases") or () if isinstance(case, dict))


def _otherwise(variant: VariantSubject) -> Iterator[Finding]:
    """That the keys lead to another category; between those one to one PM203 tells."""
    category, derived = variant.variant.category, derive_category(variant.variant)
    if derived is not category and not (category.one_to_one and derived.one_to_one):
        yield variant.at("category").finding(
            f"The category is `{category.value}`, but what is written leads to `{derived.value}`.",
            hint=f"{_WHY_OF.get(category, '')}Write `category: {derived.value}`, or fix what is "
            "written.".lstrip(),
        )


def _body(subject: Subject, category: Category, body: dict[str, Any]) -> Iterator[Finding]:
    needs = needed_keys(category)
    for key in needs:
        if key not in body:
            yield subject.at("category").finding(
                f"The category `{category.value}` needs the key `{key}`.",
                hint=f"Write under `{key}` {_WHY[key]}, or fix the category.",
            )
    for key in _LACKS.get(category, ("context",)):
        if key in body:
            yield subject.at(key).finding(
                f"The category `{category.value}` has no key `{key}`.",
                key=True,
                hint=f"Remove `{key}`, or fix the category.",
            )


@rule("PM212", FileSubject)
def form(file: FileSubject) -> Iterator[Finding]:
    """What an entry takes from another one follows with certainty, or is written.
    由另一条目推导的内容是确定的，否则须自行写出。

    `form_of` names the entry of the same operation in another form, which must be an entry of its
    own: mostly the function. Its rows, texts, cases and examples are said of this API:
    `torch.abs(x)` becomes `x.abs_()`. Where that is not certain, as with a text that tells of "the
    third parameter", the part is left out, and is to be written here; `~` in its place says that it
    does not hold.

    ```diff
     torch: torch.Tensor.abs
    -form_of: torch.absolute
    +form_of: torch.abs
    ```
    """
    corpus = file.facts.corpus
    form = corpus.forms.get(file.document.name)
    if form is None:
        return
    base = corpus.entries.get(form.of)
    final = base and (base.alias_of or base.form_of)
    if final:
        hint = f"Write `form_of: {final}`."
        yield file.finding(f"`{form.of}` has no entry of its own.", "form_of", hint=hint)
    elif form.base is None:
        known = (name for name, entry in corpus.entries.items() if not entry.form_of)
        yield file.at("form_of").finding(
            f"`{form.of}` has no entry.{did_you_mean(form.of, known, 0.85)}",
            hint=f"Write the entry of `{form.of}`, or the whole entry here.",
        )
    elif form.why_not:
        yield file.at("form_of").finding(
            f"It cannot follow from `{form.of}`: {form.why_not}.",
            hint="Name another entry of the same operation, or write the whole entry.",
        )
    for fault in form.faults:
        assert form.base is not None
        line, _ = form.base.position(fault.path)
        variant = f" of variant {int(fault.path[1]) + 1}" if fault.path[:1] == ("variants",) else ""
        yield file.at("form_of").finding(
            f"`{fault.write}`{variant} does not follow from {form.base.name}:{line}: {fault.why}.",
            hint=f"Write `{fault.write}` here, or `{fault.write}: ~` where it does not hold.",
        )


_METHODS = "torch.Tensor."


@rule("PM501", EntrySubject, serves="C5")
def method_target(entry: EntrySubject) -> Iterator[Finding]:
    """A method and the function of the same name lead to the same name in Paddle.
    同名的方法和函数对应到 Paddle 中的同名 API。

    `torch.Tensor.abs` and `torch.abs` do the same, so their targets are called the same, or one of
    the two entries mentions the other's target.

    ```diff
     torch: torch.Tensor.abs
     form_of: torch.abs
    -paddle: paddle.Tensor.exp
    ```
    """
    method = entry.entry
    if not method.torch.startswith(_METHODS) or method.alias_of is not None:
        return
    function = _function(entry, f"torch.{method.torch.removeprefix(_METHODS)}")
    if function is None or not _targets(method) or not _targets(function):
        return
    if not _last(method) & _last(function) and not _mentioned(entry, _last(function)):
        theirs = " and ".join(f"`{name}`" for name in sorted(_targets(function)))
        yield entry.variants[0].finding(
            f"`{method.torch}` leads to `{entry.variants[0].variant.paddle}`, but "
            f"`{function.torch}` to {theirs}.",
            "paddle",
            hint="Fix the wrong one; or say in `notes` why both are right, with the other's name.",
        )


def _function(entry: EntrySubject, name: str) -> Entry | None:
    api = entry.facts.torch.get(name)
    if api is None or api.kind != "function":
        return None
    return entry.facts.corpus.resolve(name)


def _targets(entry: Entry) -> set[str]:
    return {v.paddle for v in entry.variants if v.paddle is not None and v.category.one_to_one}


def _last(entry: Entry) -> set[str]:
    return {name.rpartition(".")[2] for name in _targets(entry)}


def _mentioned(entry: EntrySubject, names: set[str]) -> bool:
    return any(name in s.text for s in sentences(entry.document.data) for name in names)


_BESIDE = ("examples", "notes")


@rule("PM502", EntrySubject, severity="warning")
def repeated_entry(entry: EntrySubject) -> Iterator[Finding]:
    """An entry does not repeat what follows from another form of the operation.
    条目不重复可由同一操作的另一形式推导出的内容。

    Where a method, an in-place method, a layer or another name of an API leads to the same rows,
    code and target as follow from that API's entry, `form_of` says so in one line. What is written
    besides stays: other examples, texts of its own.

    ```diff
     torch: torch.Tensor.abs
    -paddle: paddle.Tensor.abs
    -category: paddle-more-params
    -params:
    -  - {paddle: out}
    -examples:
    -  - inputs: {x: "float32[2, 3]"}
    -    torch: result = x.abs()
    -    paddle: result = x.abs()
    +form_of: torch.abs
    ```
    """
    own = entry.entry
    if own.alias_of or own.form_of:
        return
    for name in possible_bases(own.torch, entry.facts.corpus.written):
        # What is no part of the hash is derived only where the rest is the same.
        mapping = _derived(entry, name, _mapping_of(entry.facts.corpus.written[name].data))
        if mapping is None or mapping_hash(build_entry(mapping.data)) != entry.hash:
            continue
        derived = _derived(entry, name, entry.facts.corpus.written[name].data)
        assert derived is not None
        if any(fault.write == "cases" for fault in derived.faults):
            continue  # which would have to follow
        lines: set[int] = set()
        _collect(entry, entry.document.data, derived.data, (), lines)
        yield entry.at("torch").finding(
            f"It repeats the entry of `{name}`: {len(lines)} of its "
            f"{len(entry.document.lines)} lines follow from that.",
            hint=f"Write `form_of: {name}`, and besides only what differs "
            f"(`lint-mappings show {own.torch}` shows what follows).",
        )
        return


def _mapping_of(data: dict[str, Any]) -> dict[str, Any]:
    """The data of an entry without examples, notes and what departs."""
    kept = {key: value for key, value in data.items() if key not in _BESIDE}
    if "cases" in kept:
        cases = kept["cases"]
        kept["cases"] = [c for c in cases if isinstance(c, dict) and "departs" not in c]
    if "variants" in kept:
        kept["variants"] = [_mapping_of(variant) for variant in kept["variants"]]
    return kept


def _derived(entry: EntrySubject, name: str, base: dict[str, Any]) -> Derived | None:
    if "alias_of" in base:
        return None
    try:
        return derive({"torch": entry.entry.torch, "form_of": name}, base)
    except Underivable:
        return None


def _collect(entry: EntrySubject, own: Any, other: Any, path: Path_, lines: set[int]) -> None:
    """The lines of everything that is the same on both sides."""
    if own == other and path != ("torch",):
        node = entry.document.node(path)
        first, _ = entry.document.position(path, key=True)
        if isinstance(node, yaml.Node):
            lines.update(range(first, _last_line(node) + 1))
    elif isinstance(own, dict) and isinstance(other, dict):
        for key in own.keys() & other.keys():
            _collect(entry, own[key], other[key], (*path, key), lines)
    elif isinstance(own, list) and isinstance(other, list):
        for index, item in enumerate(own):
            if item in other:
                _collect(entry, item, item, (*path, index), lines)


def _last_line(node: yaml.Node) -> int:
    """The last line of a node, from 1; one that has lines ends where the next one begins."""
    end = node.end_mark
    return int(end.line) + (1 if end.column else 0)
