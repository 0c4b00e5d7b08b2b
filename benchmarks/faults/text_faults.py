"""Faults in sentences."""

from __future__ import annotations

import random
import re

from faults.common import (
    Data,
    fault,
    misspelt_api,
    pick_text,
)

# Of these modules the snapshots list everything.
_API = re.compile(r"(?<=`)(?:paddle|torch)(?:\.nn\.functional)?\.[a-z]\w*(?=[`(])")


@fault("languages swapped")
def _(data: Data, rng: random.Random) -> bool:
    text = pick_text(data, rng)
    if text is not None:
        text["en"], text["zh"] = text["zh"], text["en"]
    return text is not None


@fault("the Chinese text deleted")
def _(data: Data, rng: random.Random) -> bool:
    text = pick_text(data, rng)
    if text is not None:
        del text["zh"]
    return text is not None


@fault("the Chinese text left in English")
def _(data: Data, rng: random.Random) -> bool:
    text = pick_text(data, rng)
    if text is not None:
        text["zh"] = text["en"]
    return text is not None


@fault("a full stop removed")
def _(data: Data, rng: random.Random) -> bool:
    text = pick_text(data, rng)
    if text is not None:
        language = rng.choice(("en", "zh"))
        text[language] = text[language].rstrip().rstrip(".。")
    return text is not None


@fault("a backtick removed")
def _(data: Data, rng: random.Random) -> bool:
    text = pick_text(data, rng, lambda text: "`" in text["en"])
    if text is not None:
        text["en"] = text["en"].replace("`", "", 1)
    return text is not None


@fault("an API misspelt in a text")
def _(data: Data, rng: random.Random) -> bool:
    text = pick_text(data, rng, lambda text: _API.search(text["en"]))
    if text is not None:
        text["en"] = _API.sub(lambda found: misspelt_api(found[0], rng), text["en"], count=1)
    return text is not None


@fault("half-width punctuation in Chinese")
def _(data: Data, rng: random.Random) -> bool:
    text = pick_text(data, rng, lambda text: "，" in text["zh"])
    if text is not None:
        text["zh"] = text["zh"].replace("，", ",", 1)
    return text is not None


@fault("a text left as a placeholder")
def _(data: Data, rng: random.Random) -> bool:
    text = pick_text(data, rng)
    if text is not None:
        text.update(en="TODO.", zh="待补充。")
    return text is not None


@fault("another release in the Chinese text")
def _(data: Data, rng: random.Random) -> bool:
    text = pick_text(data, rng, lambda text: re.search(r"\b3\.[0-3]\b", text["zh"]))
    if text is not None:
        text["zh"] = re.sub(r"\b3\.([0-3])(\.\d)?", "2.6.2", text["zh"], count=1)
    return text is not None
