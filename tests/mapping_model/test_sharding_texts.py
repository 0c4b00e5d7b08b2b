"""What texts say of `group_sharded_parallel`, which no example can run: it takes no CPU."""

from __future__ import annotations

from pathlib import Path

import pytest

from library_programs import ended
from whole import corpus

NAME = "group_sharded_parallel"
# These are about what is sharded already.
SHARDED = ("optim_state_dict", "state_dict_type")
ON_THE_CPU = """\
import paddle

model = paddle.nn.Linear(2, 2)
optimizer = paddle.optimizer.Adam(parameters=model.parameters())
for level in ("os", "os_g", "p_g_os"):
    try:
        paddle.distributed.sharding.group_sharded_parallel(model, optimizer, level)
    except AssertionError as error:
        print(error)
"""
WITH_OTHERS = """\
from unittest.mock import MagicMock, patch
import paddle
from paddle.distributed.sharding import group_sharded

model = paddle.nn.Linear(2, 2)
optimizer = paddle.optimizer.Adam(parameters=model.parameters())
names = ("GroupShardedOptimizerStage2", "GroupShardedStage2", "GroupShardedStage3")
made = {}
for level in ("os", "os_g", "p_g_os"):
    mocks = {name: MagicMock(name=name) for name in names}
    with (
        patch.multiple(group_sharded, **mocks),
        patch.object(group_sharded.paddle, "get_device", lambda: "gpu:0"),
    ):
        group_sharded.group_sharded_parallel(model, optimizer, level)
    made[level] = [(n, sorted(m.call_args.kwargs)) for n, m in mocks.items() if m.called]
print(made["os"] == made["os_g"] != made["p_g_os"])
"""


def _run(python: Path, code: str) -> list[str]:
    done = ended(python, code, "paddle")
    done.check_returncode()
    return done.stdout.splitlines()


def _untold(texts: dict[str, str]) -> list[str]:
    """The entries that recommend it and do not say that the CPU raises an error."""
    some = (name for name, text in texts.items() if NAME in text and not name.endswith(SHARDED))
    return [name for name in some if "on the CPU it raises an error" not in texts[name]]


def _texts() -> dict[str, str]:
    return {
        name: " ".join(variant.text.en for variant in entry.variants if variant.text)
        for name, entry in corpus().entries.items()
    }


def test_all_that_recommend_it_say_that_it_takes_no_cpu() -> None:
    texts = _texts()
    assert _untold(texts) == []
    assert len([text for text in texts.values() if NAME in text]) > 10
    assert _untold({"planted": f"Call `{NAME}`."}) == ["planted"]


def test_what_is_said_of_it_holds(libraries: Path) -> None:
    told = _run(libraries, ON_THE_CPU)
    assert len([line for line in told if "only support gpu" in line]) == 3


@pytest.mark.sweeps
def test_os_shards_gradients_too(libraries: Path) -> None:
    """With what shards in the place of itself: both levels make the same."""
    assert _run(libraries, WITH_OTHERS)[-1:] == ["True"]
    text = _texts()["torch.distributed.fsdp.ShardingStrategy"]
    assert "`'os'` does the same as `'os_g'`" in text
