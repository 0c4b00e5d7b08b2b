"""What calls do to strided views, in both libraries: `python tests/views/run_views.py`.

Every example of a function or method is run, in torch and as the mapping writes it in the newest
Paddle, on tensors that are views of every second element of others. Told is where in Paddle alone
the view has other memory afterwards, so that it no longer shares it with what it is a view of, and
where the result is the very object that was passed on one side alone. `--plain` calls methods
without arguments, and no examples, in a minute. `--whole` runs the examples on tensors that are no
views, and tells where the result shares memory with them in torch alone and no limit says so.
`--fill` calls what fills its argument on parts of a tensor, in four minutes.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from view_calls import (
    ROOT,
    ViewCall,
    differing,
    filling_calls,
    plain_calls,
    silent_copies,
    view_calls,
)

from mapping_model.corpus import Corpus
from verify_mappings.command.environments import find_interpreter


def main() -> int:
    """Run all calls, and tell what differs."""
    corpus = Corpus.load(ROOT / "mappings")
    if "--whole" in sys.argv:
        return _whole(corpus)
    if "--fill" in sys.argv:
        return _told(list(filling_calls(corpus)))
    return _told([*plain_calls(corpus), *(() if "--plain" in sys.argv else view_calls(corpus))])


def _told(calls: list[ViewCall]) -> int:
    told = list(differing(find_interpreter(None, ("torch", "paddle")), calls))
    for call, what in told:
        print(f"{call.api}: {what}: {call.torch.strip()!r} as {call.paddle.strip()!r}")
    print(f"{len(calls)} calls of {len({one.api for one in calls})} APIs, {len(told)} differ")
    return 0


def _whole(corpus: Corpus) -> int:
    calls = [replace(one, whole=True) for one in view_calls(corpus)]
    found = differing(find_interpreter(None, ("torch", "paddle")), calls)
    for call in silent_copies(corpus, found):
        print(f"{call.api}: a copy, untold: {call.torch.strip()!r} as {call.paddle.strip()!r}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
