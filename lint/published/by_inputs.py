"""Where the same call stays or not by what it is given: the inputs on which it does not."""

from __future__ import annotations

from collections.abc import Iterator

from mapping_model.categories import Text
from mapping_model.language.sentences import spaced
from mapping_model.outcomes import DropIn
from mapping_model.usages import plain_call
from published.entry import PublishedEntry

# So many inputs are named at most.
_NAMED = 3
_RIGHT = Text(" The code below is right there, too.", "下面的代码在这些情况下同样正确。")
_SAID = {
    DropIn.DIFFERS: Text("another result, no error", "结果不同且不报错"),
    DropIn.REFUSED: Text("an error", "报错"),
}


def by_inputs(entry: PublishedEntry, release: str) -> Text | None:
    """What is said of a release where the plain call itself is equal and other inputs are not."""
    found = [*_fates(entry, release)]
    if not found or found[0][0] is not DropIn.EQUAL:
        return None
    others = [title for fate, title in found if fate is not DropIn.EQUAL]
    if not others or None in others:
        return None
    worst = sorted(found, key=lambda pair: [*_SAID, *DropIn].index(pair[0]))
    told = [(title, _SAID[fate]) for fate, title in worst if title and fate in _SAID]
    en = "; ".join(f"{_part(title, 'en')} ({said.en})" for title, said in told[:_NAMED])
    zh = "；".join(f"{_part(title, 'zh')}（{said.zh}）" for title, said in told[:_NAMED])
    right = _RIGHT if _is_right(entry, release) else Text("", "")
    return Text(
        f"Runs unchanged, except here: {en}.{right.en}",
        spaced(f"无需转写，以下情况除外：{zh}。{right.zh}"),
    )


def _is_right(entry: PublishedEntry, release: str) -> bool:
    """Whether the code in the head has given PyTorch's result on those inputs, too."""
    from published.answers import code_written

    plain = plain_call(entry.usages)
    answer = entry.answers.get(plain.variant) if plain else None
    if plain is None or answer is None:
        return False
    shown = {key: code_written(entry.known, entry.state, key, release) for key in _alike(entry)}
    return answer.key in shown and None not in shown.values() and len({*shown.values()}) == 1


def _fates(entry: PublishedEntry, release: str) -> Iterator[tuple[DropIn, Text | None]]:
    """What becomes of the unchanged code of the plain call, first as it stands for itself."""
    plain = plain_call(entry.usages)
    shown = {one.key: one.example for variant in entry.variants for one in variant.examples}
    if plain is None or plain.param is not None:
        return
    for key in _alike(entry):
        result = entry.state.executions[key].on(release).result
        if result and result.drop_in:
            yield result.drop_in, shown[key].title


def _alike(entry: PublishedEntry) -> list[str]:
    """The examples with the code of the plain call, its own first."""
    plain = plain_call(entry.usages)
    shown = {one.key: one.example for variant in entry.variants for one in variant.examples}
    own = plain.examples[0] if plain else None
    others = (key for key, one in shown.items() if own and one.torch == shown[own].torch)
    return [*dict.fromkeys((own, *others))] if own else []


def _part(title: Text, language: str) -> str:
    """The title of an example as a part of a sentence."""
    text = title.get(language).rstrip(".。")
    return text if language == "zh" or text[:1] == "`" else text[:1].lower() + text[1:]
