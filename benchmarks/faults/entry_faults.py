"""Faults in what an entry says about itself: names, category, keys."""

from __future__ import annotations

import random

from faults.common import (
    Data,
    bodies,
    fault,
    misspelt_api,
)
from mapping_model.categories import Category
from mapping_model.snapshots import paddle_snapshot


@fault("the torch API misspelt")
def _(data: Data, rng: random.Random) -> bool:
    data["torch"] = misspelt_api(data["torch"], rng)
    return True


@fault("the target misspelt")
def _(data: Data, rng: random.Random) -> bool:
    # Of other packages there are no snapshots.
    found = [body for body in bodies(data) if body.get("paddle", "").startswith("paddle.")]
    if found:
        body = rng.choice(found)
        body["paddle"] = misspelt_api(body["paddle"], rng)
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


@fault("another category")
def _(data: Data, rng: random.Random) -> bool:
    if "category" not in data:
        return False
    body = rng.choice(bodies(data))
    body["category"] = rng.choice([c.value for c in Category if c.value != body["category"]])
    return True


@fault("a counterpart said to be none")
def _(data: Data, rng: random.Random) -> bool:
    names = (data["torch"], data.get("paddle", "."))
    # Nobody calls the method behind an operator by its name.
    if len({name.partition(".")[2] for name in names}) > 1 or ".__" in data["torch"]:
        return False
    for key in ("paddle", "params", "returns", "context", "code", "cases", "when"):
        data.pop(key, None)
    data |= {"category": "composite", "text": {"en": "It computes.", "zh": "用于计算。"}}
    return True


@fault("the summary deleted")
def _(data: Data, rng: random.Random) -> bool:
    needs = ("params-differ", "composite")
    found = [b for b in bodies(data) if "text" in b and b.get("category") in needs]
    if found:
        del rng.choice(found)["text"]
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
        data["alias_of"] = misspelt_api(data["alias_of"], rng)
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
