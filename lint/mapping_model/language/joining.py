"""Parts of a condition joined to one: what is said of the same thing is said together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from mapping_model.categories import Text

_SUBJECT = re.compile(r"(`[^`]+`) (.+)")
_GIVEN = "传入 "
# A thing of some kind, or none: "is not a complex tensor", "is a number".
_THING = re.compile(r"is (?P<no>not )?(?P<kind>an? (?P<noun>[a-z -]+))")
_PLURAL = {"is": "are", "has": "have", "holds": "hold", "needs": "need"}
# What Chinese need not say again: "含 NaN 或无穷大", and of what is ruled out "不为整数或布尔值".
_ONCE = {True: ("不为", "不含"), False: ("为", "含")}
# What need not be said again when the next predicate begins alike.
_AGAIN = ("holds elements", "hold elements", "is", "are", "has", "have", "holds", "hold")


@dataclass(frozen=True, slots=True)
class _Clause:
    """What is said of one or two things; without `subjects` the predicate is the whole of it."""

    subjects: tuple[str, ...]
    predicate: Text


def _clause(text: Text, question: bool) -> _Clause:
    """A part as subject and predicate, where it begins with what it is about in both languages.

    What is joined already stays as it is.
    """
    if not question:
        return _Clause((), text)
    found = _SUBJECT.fullmatch(text.en)
    if found is None:
        return _Clause((), text)
    subject, said = found.groups()
    if text.zh == f"{_GIVEN}{subject}":
        return _Clause((subject,), Text(said, _GIVEN))
    if not text.zh.startswith(subject):
        return _Clause((), text)
    return _Clause((subject,), Text(said, text.zh.removeprefix(subject).lstrip()))


def joined(parts: Sequence[tuple[Text, bool]], both: bool) -> tuple[Text, bool]:
    """All parts with "and", or with "or"; and whether it has become a single clause.

    Each part comes with whether it is a single question.
    """
    groups: dict[object, list[_Clause]] = {}
    for clause in _shared([_clause(*part) for part in parts], both):
        key: object = clause.subjects or clause
        groups.setdefault(key, []).append(clause)
    said = [_group(clauses, both) for clauses in groups.values()]
    if len(said) == 1:
        return said[0], True
    simple = not any(" and " in text.en or " or " in text.en or ", " in text.en for text in said)
    return _listed(said, both, simple), False


def _shared(clauses: Sequence[_Clause], both: bool) -> list[_Clause]:
    """The same of two things as one clause: "`x` and `y` are tensors"."""
    found: list[_Clause] = []
    taken: set[int] = set()
    for place, clause in enumerate(clauses):
        if place in taken:
            continue
        other = next(
            (
                later
                for later in range(place + 1, len(clauses))
                if clauses[later].predicate == clause.predicate and later not in taken
            ),
            None,
        )
        if other is None or not clause.subjects or clause.predicate.zh.startswith("的"):
            found.append(clause)
            continue
        taken.add(other)
        found.append(_pair(clause, clauses[other], both))
    return found


def _pair(one: _Clause, other: _Clause, both: bool) -> _Clause:
    first, second, said = one.subjects[0], other.subjects[0], one.predicate
    if not both:
        subject = Text(f"{first} or {second}", f"{first} 或 {second}")
        if said.zh == _GIVEN:
            return _Clause((), Text(f"{subject.en} {said.en}", f"{_GIVEN}{subject.zh}"))
        return _Clause((), Text(f"{subject.en} {said.en}", f"{subject.zh} {said.zh}"))
    kind = _THING.fullmatch(said.en)
    if kind and kind["no"]:
        english = f"neither {first} nor {second} is {kind['kind']}"
        return _Clause((), Text(english, f"{first} 与 {second} 均{said.zh}"))
    verb, _, rest = said.en.partition(" ")
    nouns = f"{kind['noun']}s".replace(" or ", "s or ") if kind else ""
    plural = f"are {nouns}" if kind else f"{_PLURAL.get(verb, verb)} {rest}"
    return _Clause((first, second), Text(plural, said.zh))


def _group(clauses: Sequence[_Clause], both: bool) -> Text:
    """All that is said of one subject."""
    subjects = clauses[0].subjects
    if not subjects:
        return clauses[0].predicate
    english = _predicates([clause.predicate.en for clause in clauses], both)
    told = [clause.predicate.zh for clause in clauses]
    name = Text(" and ".join(subjects), " 与 ".join(subjects))
    every = "均" if len(subjects) > 1 else ""
    if told[0] == _GIVEN:
        rest = _chinese([one.removeprefix("的").lstrip() for one in told[1:]], both)
        chinese = f"{_GIVEN}{name.zh}" + (f" {'且' if both else '或'}其{rest}" if rest else "")
    else:
        more = [told[0], *(one.removeprefix("的").lstrip() for one in told[1:])]
        chinese = f"{name.zh} {every}{_chinese(more, both)}"
    return Text(f"{name.en} {english}", chinese)


def _predicates(said: Sequence[str], both: bool) -> str:
    """Predicates of one subject, the verb once: "is an integer tensor, not empty and holds NaN"."""
    if both and len(said) == 2 and all(one.startswith("is not ") for one in said):
        return f"is neither {said[0].removeprefix('is not ')} nor {said[1].removeprefix('is not ')}"
    shown = [said[0]]
    if len(said) == 2 and all(one.endswith(" dimensions") for one in said):
        shown = [said[0].removesuffix(" dimensions")]
    for before, one in pairwise(said):
        alike = (w for w in _AGAIN if before.startswith(f"{w} ") and one.startswith(f"{w} "))
        rest = one.removeprefix(next(alike, "")).lstrip()
        shown.append(one if rest.startswith("`") else rest)
    word = "and" if both else "or"
    return f" {word} ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))


def _chinese(said: Sequence[str], both: bool) -> str:
    last = "且" if both else "或"
    if both and len(said) == 2 and all(one.startswith("不为") for one in said):
        return f"既{said[0]}也{said[1]}"
    for once in _ONCE[both]:
        # Code alone is a value; "为 `0`" and "为 Tensor" are told apart by what follows.
        if len(said) > 1 and all(one.startswith(once) for one in said):
            said, last = [said[0], *(one.removeprefix(once).lstrip() for one in said[1:])], "或"
            said = [said[0], *(f" {one}" if one[0] < "\u4e00" else one for one in said[1:])]
            break
    return last.join(filter(None, ["、".join(said[:-1]), *said[-1:]]))


def _listed(said: Sequence[Text], both: bool, simple: bool) -> Text:
    """Clauses one after another; commas where one of them has several parts, or there are many."""
    word = Text("and", "且") if both else Text("or", "或")
    english, chinese = [text.en for text in said], [text.zh for text in said]
    if simple and len(said) == 2:
        return Text(f" {word.en} ".join(english), word.zh.join(chinese))
    comma = "" if simple else ","
    return Text(
        f"{', '.join(english[:-1])}{comma} {word.en} {english[-1]}",
        f"{'，'.join(chinese[:-1])}，{word.zh}{chinese[-1]}",
    )
