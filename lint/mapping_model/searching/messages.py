"""The errors that the libraries were seen to raise, as what leads from them to where they were."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from mapping_model.results import Result, Results

# An error that more entries raise is about none of them.
_MANY = 6
_TELLING = 8
_ERROR = re.compile(r"(?:^|raises )(?:with inputs .* raises )?(\w+(?:Error|Exception): .+)")
# What the search reads out of a message by itself, see `looks/search/errors.js`.
_OF_A_NAME = re.compile(
    r"has no attribute|unexpected keyword|missing .*argument|takes .* positional"
    r"|is not registered|kernel with key|object is not callable|Cannot interpret"
)
_FOREIGN = re.compile(r" and Paddle does not raise$|; Paddle does not raise$| \.\.\.$")
# Names in quotes, values, places.
_VALUES = re.compile(r"<[^>]*>|\[[^\]]*\]|'[^']*'|\"[^\"]*\"|0x\w+|-?\d[\w.]*")
_WORD = re.compile(r"[A-Za-z_]{3,}")


def messages(results: Iterable[Results]) -> dict[tuple[str, ...], list[str]]:
    """Entries and gotchas by the telling words of an error: those that few messages have."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for release in results:
        for name, examples in release.entries.items():
            for message in _told(examples):
                found[message][name] = None
    few = {message: [*names] for message, names in found.items() if len(names) <= _MANY}
    return _telling(few)


def _told(examples: Mapping[str, Result]) -> Iterator[str]:
    for result in examples.values():
        for detail in (result.detail, result.drop_in_detail, result.applied_detail):
            if detail and (error := _ERROR.search(detail)) and not _OF_A_NAME.search(error[1]):
                yield _plain(error[1])


def _plain(message: str) -> str:
    """The words of a message, without what differs from call to call."""
    whole = _FOREIGN.sub("", message)
    words = _WORD.findall(_VALUES.sub(" ", whole.partition(": ")[2]))
    # The last word may have been cut off.
    return " ".join(words[:-1] if message.endswith(" ...") else words).lower()


def _telling(messages: dict[str, list[str]]) -> dict[tuple[str, ...], list[str]]:
    counts = Counter(word for message in messages for word in set(message.split()))
    told: dict[tuple[str, ...], dict[str, None]] = defaultdict(dict)
    for message, names in sorted(messages.items()):
        words = dict.fromkeys(message.split())
        rare = sorted(words, key=lambda word: counts[word])[:_TELLING]
        if len(words) >= 2:
            told[tuple(word for word in words if word in rare)].update(dict.fromkeys(names))
    return {words: [*names][:_MANY] for words, names in told.items()}
