"""What a call does to the generator that Paddle does not take stays, or is left to a person."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mapping_model.applying import mapping
from mapping_model.applying.code import Rewritten, rewrite
from mapping_model.applying.decisions import Reason
from mapping_model.snapshots import Parameter, ParameterKind, paddle_snapshot, torch_snapshot
from mapping_model.types import Type
from whole import corpus

GENERATOR = "torch.Generator().manual_seed(3)"


def rewritten(code: str) -> Rewritten:
    return rewrite(code, corpus().resolve, paddle_snapshot(), {"x": Type("torch.Tensor")})


@pytest.mark.parametrize(
    ("code", "for_paddle"),
    [
        (f"y = torch.rand(3, generator={GENERATOR})", "paddle.seed(3)\ny = paddle.rand([3])"),
        (f"x.normal_(generator={GENERATOR})", "paddle.seed(3)\nx.normal_()"),
        ("y = torch.rand(3, generator=make(3))", "make(3)\ny = paddle.rand([3])"),
        ("y = torch.rand(3, generator=torch.Generator('cpu'))", "y = paddle.rand([3])"),
        ("y = torch.rand(3, generator=self.generator)", "y = paddle.rand([3])"),
        ("y = torch.rand(3, generator=None)", "y = paddle.rand([3])"),
        (
            "s = torch.manual_seed(3).initial_seed()",
            "paddle.manual_seed(3)\ns = paddle.random.initial_seed()",
        ),
        ("g = torch.Generator().manual_seed(3)", "g = paddle.seed(3)"),
        (
            f"a, b = torch.utils.data.random_split(x, [2, 1], {GENERATOR})",
            "paddle.seed(3)\na, b = paddle.io.random_split(x, [2, 1])",
        ),
    ],
)
def test_what_seeds_comes_before(code: str, for_paddle: str) -> None:
    assert rewritten(code).code == for_paddle


@pytest.mark.parametrize(
    "code",
    [
        f"make = lambda: torch.rand(3, generator={GENERATOR})",
        f"y = [torch.rand(3, generator={GENERATOR}) for i in range(3)]",
        f"y = z if a else torch.rand(3, generator={GENERATOR})",
        f"y = torch.rand(3, generator={GENERATOR}) + torch.rand(3, generator={GENERATOR})",
    ],
)
def test_without_a_place_it_is_left(code: str) -> None:
    """The seed would be set once for all, or for a draw that is another's."""
    assert [one.decision.reason for one in rewritten(code).undone] == [Reason.NO_PLACE]


def losing() -> Iterator[str]:
    """The calls of whose code nothing is left of what seeds the generator that they are passed."""
    for name in sorted(corpus().entries):
        api = torch_snapshot().get(name)
        method = name.startswith("torch.Tensor.")
        for signature in api.overloads if api is not None else ():
            needed = [one for one in signature.parameters if one.required and one.name != "self"]
            if "generator" not in signature.names:
                continue
            if any(one.name == "from" for one in needed):
                continue  # a word of Python
            arguments = ", ".join([*map(_passed, needed), f"generator={GENERATOR}"])
            code = f"y = {'x.' + name.rpartition('.')[2] if method else name}({arguments})"
            found = rewritten(code)
            if not found.undone and "seed(3)" not in found.code:
                yield code


def _passed(parameter: Parameter) -> str:
    if parameter.kind is ParameterKind.VAR_POSITIONAL:
        return "2, 3"
    return f"{parameter.name}={'2' if parameter.type == Type('int') else 'x'}"


def test_no_entry_loses_a_seed() -> None:
    assert list(losing()) == []


def test_a_planted_loss_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what keeps them, most calls with a generator lose their seed."""
    monkeypatch.setattr(mapping, "seeded_before", lambda api, written, scope: written)
    found = list(losing())
    assert len(found) > 20
    assert f"y = x.normal_(generator={GENERATOR})" in found
