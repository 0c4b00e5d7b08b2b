"""What probing an entry has shown, as sentences of both languages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mapping_model.categories import Text
from mapping_model.limits.sentences import THEN
from mapping_model.probes import Dtypes, Finding, Probed

_EACH = {
    "equal": Text("{0} came out as in PyTorch", "{0} 个与 PyTorch 一致"),
    "limited": Text("{0} differed as described", "{0} 个属于已说明的差异"),
    "refused": Text("Paddle refused {0} because of the dtype", "{0} 个因 dtype 不受支持而报错"),
    "empty": Text("Paddle refused {0} because a tensor is empty", "{0} 个因 Tensor 为空而报错"),
    "unexplained": Text("{0} came out otherwise for no known reason", "{0} 个的差异尚无定论"),
}
_REFUSED = "Paddle refused "
_DTYPES = {
    "taken": Text("takes {0}", "接受 {0}"),
    "partly": Text("takes {0} in some calls only", "仅在部分调用中接受 {0}"),
    "without_gradient": Text("has no gradient for {0}", "不支持对 {0} 求梯度"),
    "refused": Text("refuses {0}", "不接受 {0}"),
}
_ON = {
    "": Text("", ""),
    "empty": Text(" on empty tensors", "对空 Tensor，"),
    "NaN": Text(" on NaN", "含 NaN 时，"),
    "infinity": Text(" on infinities", "含无穷大时，"),
    "extremes": Text(" on the largest and smallest integers", "对整数的最大值与最小值，"),
    "0-d": Text(" on tensors without dimensions", "对 0 维 Tensor，"),
    "ties": Text(" on equal elements", "有相等的元素时，"),
    "strided": Text(" on tensors that are not contiguous", "对不连续的 Tensor，"),
    "shared": Text(" once the result is overwritten", "修改结果后，"),
}


def tried(release: str, probed: Probed) -> Text:
    """How many inputs were tried, and what became of them."""
    dtypes = probed.dtypes.tried
    many = Text("1 dtype" if dtypes == 1 else f"{dtypes} dtypes", f"{dtypes} 种 dtype ")
    inputs = "1 input" if probed.inputs == 1 else f"{probed.inputs:,} inputs"
    were = "was" if probed.inputs == 1 else "were"
    english = f"On Paddle {release}, {inputs} in {many.en} {were} tried"
    chinese = f"在 Paddle {release} 上用 {many.zh}的 {probed.inputs:,} 个输入做了对比"
    if probed.equal == probed.inputs:
        came = "it came" if probed.inputs == 1 else "all came"
        return Text(f"{english}; {came} out as in PyTorch.", f"{chinese}，全部与 PyTorch 一致。")
    parts = [
        Text(text.en.format(f"{count:,}"), text.zh.format(f"{count:,}"))
        for word, text in _EACH.items()
        if (count := getattr(probed, word))
    ]
    said = _and(_once([part.en for part in parts]))
    return Text(f"{english}: {said}.", f"{chinese}：{'，'.join(part.zh for part in parts)}。")


def taken(dtypes: Dtypes) -> Text | None:
    """Which dtypes Paddle takes on the CPU; None where it takes all that were tried."""
    listed = {word: names for word in _DTYPES if (names := getattr(dtypes, word))}
    if listed.keys() <= {"taken"}:
        return None
    parts = [
        Text(_DTYPES[word].en.format(_and(names)), _DTYPES[word].zh.format("、".join(names)))
        for word, names in listed.items()
    ]
    english, chinese = "; ".join(part.en for part in parts), "；".join(part.zh for part in parts)
    return Text(f"On the CPU Paddle {english}.", f"在 CPU 上，Paddle {chinese}。")


def undecided(findings: Iterable[Finding]) -> Text | None:
    """What has been found and nobody has decided; None where there is nothing."""
    said = list(dict.fromkeys(map(told, findings)))
    english, chinese = "; ".join(text.en for text in said), "；".join(text.zh for text in said)
    return Text(f"Not decided yet: {english}.", f"尚无定论：{chinese}。") if said else None


def sentences(release: str, probed: Probed) -> tuple[Text, ...]:
    """All that is to be said of what was tried on a release; nothing where nothing was."""
    if not probed.inputs:
        return ()
    said = (tried(release, probed), taken(probed.dtypes), undecided(probed.findings))
    return tuple(text for text in said if text is not None)


def told(found: Finding) -> Text:
    """What becomes of which inputs."""
    on, then = _ON.get(found.on, _ON[""]), THEN[found.outcome]
    return Text(f"{then.en}{on.en}", f"{on.zh}{then.zh}")


def _once(parts: Sequence[str]) -> list[str]:
    """The parts with those of what Paddle refused as one, so that who refuses is told once."""
    refused = [part for part in parts if part.startswith(_REFUSED)]
    if len(refused) < 2:
        return [*parts]
    at = parts.index(refused[0])
    said = _and([refused[0], *(part.removeprefix(_REFUSED) for part in refused[1:])])
    return [*parts[:at], said, *parts[at + len(refused) :]]


def _and(words: Sequence[str]) -> str:
    """A list in words; with a comma before its "and" where a part has one of its own."""
    *first, last = words
    comma = "," if any(" and " in word for word in words) else ""
    return f"{', '.join(first)}{comma} and {last}" if first else last
