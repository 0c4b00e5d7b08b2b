"""The faults that `mutations.py` puts into entries: each changes the data of one entry in place.

A fault gets the data of an entry as YAML gives them and a random generator, and returns whether the
entry offered a place for it. The place is chosen at random; the same seed chooses the same.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from mapping_model.categories import Category
from mapping_model.snapshots import paddle_snapshot, torch_snapshot

Data = dict[str, Any]
Fault = Callable[[Data, random.Random], bool]
FAULTS: dict[str, Fault] = {}
# Those that change code: the ones that executing the examples could notice.
IN_CODE: set[str] = set()
_MAPPINGS = Path(__file__).parents[1] / "mappings"
_ACTIONS = ("rewrite", "drop", "none")
_SIDES = ("torch", "paddle")


@cache
def glossary() -> frozenset[str]:
    """What the glossary describes: a row of such a name needs no description of its own."""
    return frozenset(yaml.safe_load((_MAPPINGS / "glossary.yaml").read_text("utf-8")))


def fault(name: str, in_code: bool = False) -> Callable[[Fault], Fault]:
    """Register a fault under the name that the table shows."""

    def register(function: Fault) -> Fault:
        FAULTS[name] = function
        if in_code:
            IN_CODE.add(name)
        return function

    return register


def bodies(data: Data) -> list[Data]:
    """The variants, or the entry itself."""
    return data.get("variants") or [data]


def _rows(data: Data) -> list[tuple[list[Data], int]]:
    return [(t, i) for body in bodies(data) if (t := body.get("params")) for i in range(len(t))]


def _row(data: Data, rng: random.Random, fits: Callable[[Data], Any]) -> Data | None:
    found = [table[i] for table, i in _rows(data) if fits(table[i])]
    return rng.choice(found) if found else None


def _example(data: Data, rng: random.Random) -> Data | None:
    found = [example for body in bodies(data) for example in body.get("examples", ())]
    return rng.choice(found) if found else None


def _texts(value: Any) -> Iterator[Data]:
    if isinstance(value, dict) and value.keys() == {"en", "zh"}:
        yield value
    elif isinstance(value, (dict, list)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


def _text(data: Data, rng: random.Random, fits: Callable[[Data], Any] = bool) -> Data | None:
    found = [text for text in _texts(data) if fits(text)]
    return rng.choice(found) if found else None


def _misspelt(word: str, rng: random.Random) -> str:
    """A letter dropped, doubled or exchanged with its neighbour, as fingers do it."""
    place = rng.randrange(len(word))
    neighbour = word[place : place + 2][::-1]
    choices = (word[:place] + word[place + 1 :], word[:place] + word[place] + word[place:])
    wrong = rng.choice((*choices, word[:place] + neighbour + word[place + 2 :]))
    return wrong if wrong not in ("", word) and wrong.isidentifier() else word + "s"


def _misspelt_api(name: str, rng: random.Random) -> str:
    """A name that neither library has."""
    owner, _, last = name.rpartition(".")
    wrong = f"{owner}.{_misspelt(last, rng)}"
    while wrong in torch_snapshot() or wrong in paddle_snapshot():
        wrong += rng.choice("sx_")
    return wrong


@fault("the torch API misspelt")
def _(data: Data, rng: random.Random) -> bool:
    data["torch"] = _misspelt_api(data["torch"], rng)
    return True


@fault("the target misspelt")
def _(data: Data, rng: random.Random) -> bool:
    found = [body for body in bodies(data) if body.get("paddle")]
    if found:
        body = rng.choice(found)
        body["paddle"] = _misspelt_api(body["paddle"], rng)
    return bool(found)


@fault("another target, of the same owner")
def _(data: Data, rng: random.Random) -> bool:
    for body in bodies(data):
        if body.get("paddle"):
            owner = body["paddle"].rpartition(".")[0]
            names = [n for n in paddle_snapshot().names() if n.rpartition(".")[0] == owner]
            others = [n for n in names if n != body["paddle"]]
            if others:
                body["paddle"] = rng.choice(others)
                return True
    return False


def _misspell_parameter(data: Data, rng: random.Random, side: str) -> bool:
    row = _row(data, rng, lambda row: row.get(side))
    if row is not None:
        stars = "*" * row[side].count("*")
        row[side] = stars + _misspelt(row[side].lstrip("*"), rng)
    return row is not None


@fault("a torch parameter misspelt")
def _(data: Data, rng: random.Random) -> bool:
    return _misspell_parameter(data, rng, "torch")


@fault("a Paddle parameter misspelt")
def _(data: Data, rng: random.Random) -> bool:
    return _misspell_parameter(data, rng, "paddle")


@fault("two rows swapped")
def _(data: Data, rng: random.Random) -> bool:
    found = [(table, i) for table, i in _rows(data) if i]
    if found:
        table, i = rng.choice(found)
        table[i - 1], table[i] = table[i], table[i - 1]
    return bool(found)


@fault("Paddle names of two rows exchanged")
def _(data: Data, rng: random.Random) -> bool:
    found = [(t, i) for t, i in _rows(data) if i and t[i]["paddle"] and t[i - 1]["paddle"]]
    if found:
        table, i = rng.choice(found)
        one, two = table[i - 1], table[i]
        one["paddle"], two["paddle"] = two["paddle"], one["paddle"]
    return bool(found)


@fault("a row deleted")
def _(data: Data, rng: random.Random) -> bool:
    found = _rows(data)
    if found:
        table, i = rng.choice(found)
        del table[i]
    return bool(found)


@fault("a row duplicated")
def _(data: Data, rng: random.Random) -> bool:
    found = _rows(data)
    if found:
        table, i = rng.choice(found)
        table.insert(i, dict(table[i]))
    return bool(found)


@fault("another value in `set`")
def _(data: Data, rng: random.Random) -> bool:
    row = _row(data, rng, lambda row: "set" in row)
    if row is not None:
        value = row["set"]
        flipped = {"True": "False", "False": "True"}
        row["set"] = flipped.get(value, f"{value}1" if value[-1:].isdigit() else "0.123")
    return row is not None


def _delete(data: Data, rng: random.Random, key: str, fits: Callable[[Data], Any] = bool) -> bool:
    row = _row(data, rng, lambda row: key in row and fits(row))
    if row is not None:
        del row[key]
    return row is not None


@fault("`set` deleted")
def _(data: Data, rng: random.Random) -> bool:
    return _delete(data, rng, "set")


@fault("`action` deleted")
def _(data: Data, rng: random.Random) -> bool:
    return _delete(data, rng, "action")


@fault("the note of a parameter that differs deleted")
def _(data: Data, rng: random.Random) -> bool:
    return _delete(data, rng, "note", lambda row: row["torch"] and row["paddle"])


@fault("another `action`")
def _(data: Data, rng: random.Random) -> bool:
    row = _row(data, rng, lambda row: "action" in row)
    if row is not None:
        row["action"] = rng.choice([a for a in _ACTIONS if a != row["action"]])
    return row is not None


@fault("`action: rewrite` where nothing differs")
def _(data: Data, rng: random.Random) -> bool:
    row = _row(data, rng, lambda r: r["torch"] and r["paddle"] and "action" not in r)
    if row is not None:
        row["action"] = "rewrite"
    return row is not None


@fault("a pair torn into two rows")
def _(data: Data, rng: random.Random) -> bool:
    found = [(t, i) for t, i in _rows(data) if t[i]["torch"] and t[i]["paddle"]]
    if found:
        table, i = rng.choice(found)
        table.append({"torch": None, "paddle": table[i]["paddle"], "term": "out"})
        table[i] = {"torch": table[i]["torch"], "paddle": None, "action": "drop", "term": "out"}
    return bool(found)


@fault("another category")
def _(data: Data, rng: random.Random) -> bool:
    if "category" not in data:
        return False
    body = rng.choice(bodies(data))
    body["category"] = rng.choice([c.value for c in Category if c.value != body["category"]])
    return True


@fault("languages swapped")
def _(data: Data, rng: random.Random) -> bool:
    text = _text(data, rng)
    if text is not None:
        text["en"], text["zh"] = text["zh"], text["en"]
    return text is not None


@fault("the Chinese text deleted")
def _(data: Data, rng: random.Random) -> bool:
    text = _text(data, rng)
    if text is not None:
        del text["zh"]
    return text is not None


@fault("the Chinese text left in English")
def _(data: Data, rng: random.Random) -> bool:
    text = _text(data, rng)
    if text is not None:
        text["zh"] = text["en"]
    return text is not None


@fault("a full stop removed")
def _(data: Data, rng: random.Random) -> bool:
    text = _text(data, rng)
    if text is not None:
        language = rng.choice(("en", "zh"))
        text[language] = text[language].rstrip().rstrip(".。")
    return text is not None


@fault("a backtick removed")
def _(data: Data, rng: random.Random) -> bool:
    text = _text(data, rng, lambda text: "`" in text["en"])
    if text is not None:
        text["en"] = text["en"].replace("`", "", 1)
    return text is not None


@fault("half-width punctuation in Chinese")
def _(data: Data, rng: random.Random) -> bool:
    text = _text(data, rng, lambda text: "，" in text["zh"])
    if text is not None:
        text["zh"] = text["zh"].replace("，", ",", 1)
    return text is not None


@fault("a text left as a placeholder")
def _(data: Data, rng: random.Random) -> bool:
    text = _text(data, rng)
    if text is not None:
        text.update(en="TODO.", zh="待补充。")
    return text is not None


@fault("another release in the Chinese text")
def _(data: Data, rng: random.Random) -> bool:
    text = _text(data, rng, lambda text: re.search(r"\b3\.[0-3]\b", text["zh"]))
    if text is not None:
        text["zh"] = re.sub(r"\b3\.([0-3])(\.\d)?", "2.6.2", text["zh"], count=1)
    return text is not None


@fault("the summary deleted")
def _(data: Data, rng: random.Random) -> bool:
    needs = ("params-differ", "composite")
    found = [b for b in bodies(data) if "summary" in b and b.get("category") in needs]
    if found:
        del rng.choice(found)["summary"]
    return bool(found)


@fault("`returns` deleted")
def _(data: Data, rng: random.Random) -> bool:
    found = [body for body in bodies(data) if "returns" in body]
    if found:
        del rng.choice(found)["returns"]
    return bool(found)


@fault("an alias of nothing")
def _(data: Data, rng: random.Random) -> bool:
    if "alias_of" in data:
        data["alias_of"] = _misspelt_api(data["alias_of"], rng)
    return "alias_of" in data


@fault("an alias of another API")
def _(data: Data, rng: random.Random) -> bool:
    if "alias_of" in data:
        others = ("torch.exp", "torch.Tensor.view", "torch.nn.Linear", "torch.gather")
        data["alias_of"] = rng.choice([other for other in others if other != data["alias_of"]])
    return "alias_of" in data


@fault("an unknown gotcha")
def _(data: Data, rng: random.Random) -> bool:
    data["gotchas"] = [*data.get("gotchas", ()), "no-such-gotcha"]
    return "alias_of" not in data


@fault("an unknown key")
def _(data: Data, rng: random.Random) -> bool:
    rng.choice(bodies(data))["exemples"] = []
    return True


@fault("an unknown term")
def _(data: Data, rng: random.Random) -> bool:
    row = _row(data, rng, lambda row: "desc" not in row)
    if row is not None:
        row["term"] = "no_such_term"
    return row is not None


@fault("the only description deleted")
def _(data: Data, rng: random.Random) -> bool:
    def alone(row: Data) -> bool:
        return (row["torch"] or row["paddle"]) not in glossary()

    return _delete(data, rng, "desc", alone) or _delete(data, rng, "term", alone)


@fault("all examples deleted")
def _(data: Data, rng: random.Random) -> bool:
    found = [body for body in bodies(data) if body.get("examples")]
    if found:
        del rng.choice(found)["examples"]
    return bool(found)


@fault("the example of a rewrite deleted")
def _(data: Data, rng: random.Random) -> bool:
    for body in bodies(data):
        rewritten = {r["torch"] for r in body.get("params", ()) if r.get("action") == "rewrite"}
        kept = [e for e in body.get("examples", ()) if e.get("param") not in rewritten]
        if kept and len(kept) < len(body["examples"]):
            body["examples"] = kept
            return True
    return False


@fault("`param` of an example misspelt")
def _(data: Data, rng: random.Random) -> bool:
    found = [e for body in bodies(data) for e in body.get("examples", ()) if "param" in e]
    if found:
        example = rng.choice(found)
        example["param"] = example["param"] + "s"
    return bool(found)


def _code(data: Data, rng: random.Random) -> tuple[Data, str] | None:
    example = _example(data, rng)
    return None if example is None else (example, rng.choice(_SIDES))


@fault("a syntax error in code", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    found = _code(data, rng)
    if found is None:
        return False
    example, side = found
    wrong = ((")", ""), ("(", ""), ("=", "＝"), (",", "，"))
    for old, new in rng.sample(wrong, len(wrong)):
        if old in example[side]:
            example[side] = example[side].replace(old, new, 1)
            return True
    return False


def _replace(
    data: Data,
    rng: random.Random,
    sides: tuple[str, ...],
    places: Callable[[ast.AST], Any],
    change: Callable[[ast.AST, random.Random], None],
) -> bool:
    """Change one node of the code of a random example, and write the code anew."""
    example = _example(data, rng)
    if example is None:
        return False
    side = rng.choice(sides)
    tree = ast.parse(example[side])
    nodes = [node for node in ast.walk(tree) if places(node)]
    if nodes:
        change(rng.choice(nodes), rng)
        example[side] = ast.unparse(tree) + "\n"
    return bool(nodes)


@fault("an undefined name in code", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    def places(node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)

    return _replace(data, rng, _SIDES, places, lambda n, r: setattr(n, "id", f"{n.id}_"))


@fault("a keyword in code misspelt", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    def places(node: ast.AST) -> bool:
        return isinstance(node, ast.keyword) and node.arg is not None

    return _replace(data, rng, _SIDES, places, lambda n, r: setattr(n, "arg", _misspelt(n.arg, r)))


@fault("an attribute in code misspelt", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    return _replace(
        data,
        rng,
        _SIDES,
        lambda node: isinstance(node, ast.Attribute),
        lambda n, r: setattr(n, "attr", _misspelt(n.attr, r)),
    )


@fault("a keyword dropped from the Paddle code", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    def change(node: ast.AST, rng: random.Random) -> None:
        node.keywords.pop(rng.randrange(len(node.keywords)))

    return _replace(
        data,
        rng,
        ("paddle",),
        lambda node: isinstance(node, ast.Call) and node.keywords,
        change,
    )


@fault("a number in the Paddle code changed", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    def places(node: ast.AST) -> bool:
        return isinstance(node, ast.Constant) and type(node.value) in (int, float)

    return _replace(data, rng, ("paddle",), places, lambda n, r: setattr(n, "value", n.value + 1))


@fault("a truth value in the Paddle code changed", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    def places(node: ast.AST) -> bool:
        return isinstance(node, ast.Constant) and isinstance(node.value, bool)

    return _replace(data, rng, ("paddle",), places, lambda n, r: setattr(n, "value", not n.value))


@fault("another function in the Paddle code", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    def places(node: ast.AST) -> bool:
        plain = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        return plain and node.value.id == "paddle" and f"paddle.{node.attr}" in paddle_snapshot()

    others = ("abs", "sum", "transpose", "zeros_like", "exp", "sort", "mean", "concat")
    return _replace(
        data,
        rng,
        ("paddle",),
        places,
        lambda n, r: setattr(n, "attr", r.choice([o for o in others if o != n.attr])),
    )


@fault("arguments in the Paddle code exchanged", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    def places(node: ast.AST) -> bool:
        if not isinstance(node, ast.Call):
            return False
        arguments = [ast.dump(argument) for argument in node.args]
        return arguments != arguments[::-1]

    return _replace(data, rng, ("paddle",), places, lambda n, r: n.args.reverse())


@fault("an input deleted", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    example = _example(data, rng)
    if example is None or not example.get("inputs"):
        return False
    del example["inputs"][rng.choice(list(example["inputs"]))]
    return True


@fault("an input that nothing uses", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    example = _example(data, rng)
    if example is not None:
        example["inputs"] = {**example.get("inputs", {}), "unused_input": [1.0]}
    return example is not None


@fault("a meaningless input", in_code=True)
def _(data: Data, rng: random.Random) -> bool:
    example = _example(data, rng)
    if example is None or not example.get("inputs"):
        return False
    example["inputs"][rng.choice(list(example["inputs"]))] = rng.choice(
        ("float31[2]", "float32[2, x]", "tensor", [[1], [2, 3]])
    )
    return True
