"""`--explain`, `--list-rules` and `--vocabulary`: rules and the format of entries in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from textwrap import wrap
from typing import TYPE_CHECKING

from lint_mappings.rules import RETIRED, retired
from mapping_model.about import rule_url
from mapping_model.ending import UsageError
from mapping_model.problems import did_you_mean

if TYPE_CHECKING:
    from lint_mappings.rules.rule import Rule
    from mapping_model.categories import Text


def explain(rules: Mapping[str, Rule], code: str) -> str:
    """Everything about one rule; raise UsageError if no rule has this code."""
    rule = rules.get(code.upper())
    if code.upper() in RETIRED:
        return retired(code.upper()).en
    if rule is None:
        raise UsageError(f"There is no rule `{code}`.{did_you_mean(code.upper(), rules)}")
    lines = [f"{rule.code} ({rule.name}): {rule.summary.en}", f"Severity: {rule.severity}."]
    if rule.requirements:
        lines.append(f"Format specification: {', '.join(rule.requirements)}.")
    if rule.fixable:
        lines.append("Fixable: `--fix` fixes it wherever the fix is certain.")
    lines += ["", rule.documentation, "", rule_url(rule.code)]
    return "\n".join(lines)


def list_rules(rules: Collection[Rule]) -> str:
    """One line per rule: code, `[*]` if `--fix` can fix it, name, summary."""
    width = max(len(rule.name) for rule in rules)
    return "\n".join(
        f"{r.code} {'[*]' if r.fixable else '   '} {r.name:{width}}  {r.summary.en}" for r in rules
    )


# What is printed over each list of words.
_OVER = {
    "places": "Where expressions and code stand",
    "conditions": "Conditions (`when`), and what readers are told of them",
    "kinds": "Kinds, as in `isa(dim, int)`",
    "limits": "Conditions of values",
    "departures": "How Paddle departs",
    "values": "What expressions and code may hold",
    "names": "Names in code",
    "idioms": "Idioms of rows and of `returns` (`do`)",
}
_WIDTH = 100


def vocabulary() -> str:
    """All keys of entries and all words of conditions and code, each with what it means."""
    from mapping_model.vocabulary import functions, parts, words  # other runs need none of it

    lines: list[str] = []
    for part in parts():
        lines += [f"# Keys of {f'`{part.key}`' if part.key else 'an entry'}", ""]
        lines += [*wrap(part.description.en, _WIDTH), "", *_listed(part.keys)]
    for kind, said in words().items():
        lines += [f"# {_OVER[kind]}", "", *_listed(said)]
    lines += ["# Functions that these may call", "", *wrap(", ".join(functions()), _WIDTH)]
    return "\n".join(lines)


def _listed(said: Iterable[tuple[str, Text]]) -> Iterator[str]:
    for word, meaning in said:
        yield word
        yield from wrap(meaning.en, _WIDTH, initial_indent="    ", subsequent_indent="    ")
    yield ""
