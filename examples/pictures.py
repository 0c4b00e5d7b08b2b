"""The pictures and figures of the porting guide, from runs: `python -m examples.pictures`.

It writes `examples/pictures/*.svg`, each in both languages, and `examples/figures.txt`. They take
the colours of the page around them.
"""

from __future__ import annotations

import contextlib
import io
import math
import tempfile
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "pictures"
FIGURES = Path(__file__).parent / "figures.txt"
LANGUAGES = ("en", "zh")

STEPS = (
    ("model", "model", "模型", "forward"),
    ("data", "data of evaluation", "评估数据", ""),
    ("metric", "metric", "评估指标", "metric"),
    ("loss", "loss", "损失", "loss"),
    ("optimizer", "optimizer", "优化器", ""),
    ("schedule", "learning rate", "学习率", ""),
    ("regularisation", "regularisation", "正则化", ""),
    ("backward", "backward", "反向", "bp_align"),
    ("training-data", "data of training", "训练数据", ""),
    ("initialisation", "initial values", "初始化", ""),
    ("training", "training", "训练", "train_align"),
)

_STYLE = (
    "<style>.pm-guide text{font:13px system-ui,sans-serif;fill:currentColor}"
    ".pm-guide rect{fill:none;stroke:currentColor;stroke-opacity:.45}"
    ".pm-guide .stop{fill:#2f7d5b;fill-opacity:.25;stroke:#2f7d5b;stroke-opacity:1}"
    ".pm-guide path{fill:none;stroke-width:2}.pm-guide .axis{stroke:currentColor;stroke-opacity:.3;"
    "stroke-width:1}.pm-guide .torch{stroke:#c2410c;stroke-width:5;stroke-opacity:.45}"
    ".pm-guide .paddle{stroke:#2563eb}</style>"
)


def steps(language: str) -> str:
    """The eleven steps in their order; those with a checkpoint are filled."""
    english = language == "en"
    title = "The eleven steps of a port" if english else "迁移的十一个步骤"
    told = "Checkpoints after: " if english else "验收点所在步骤："
    names = [step[1] if english else step[2] for step in STEPS]
    marked = [f"{names[k]} ({step[3]})" for k, step in enumerate(STEPS) if step[3]]
    described = told + ", ".join(marked) + "."
    parts = []
    for place, (step, name) in enumerate(zip(STEPS, names, strict=True)):
        row, column = divmod(place, 4)
        x, y = 10 + 178 * column, 14 + 76 * row
        css = ' class="stop"' if step[3] else ""
        parts.append(f'<rect{css} x="{x}" y="{y}" width="158" height="50" rx="6"/>')
        parts.append(f'<text x="{x + 10}" y="{y + 21}">{place + 1}. {escape(name)}</text>')
        parts.append(f'<text x="{x + 10}" y="{y + 40}" opacity=".7">{escape(step[3])}</text>')
        if place + 1 < len(STEPS):
            start = (x + 158, y + 25) if column < 3 else (x + 79, y + 50)
            line = "h20" if column < 3 else "v13 H89 v13"
            parts.append(f'<path class="axis" d="M{start[0]} {start[1]} {line}"/>')
    return _svg("steps", title, described, 730, 240, "".join(parts))


def losses(language: str, torch: Sequence[float], paddle: Sequence[float]) -> str:
    """Both curves of losses over each other."""
    english = language == "en"
    apart = max(abs(a - b) for a, b in zip(torch, paddle, strict=True))
    title = "Losses of the tagger in both libraries" if english else "两个库中标注模型的损失"
    described = (
        f"{len(torch)} steps, from {torch[0]:.2f} to {torch[-1]:.2f}. The largest difference is "
        f"{_magnitude(apart)}, so that the curves lie over each other."
        if english
        else f"共 {len(torch)} 步，从 {torch[0]:.2f} 降到 {torch[-1]:.2f}。"
        f"最大差值约 {_magnitude(apart)}，两条曲线重合。"
    )
    top, across, high, down = max(torch), 660, 180, 30

    def curve(values: Sequence[float]) -> str:
        points = (
            f"{50 + across * step / (len(values) - 1):.1f},{down + high * (1 - v / top):.1f}"
            for step, v in enumerate(values)
        )
        return "M" + " L".join(points)

    labels = ("PyTorch", "Paddle", "step" if english else "步数")
    body = (
        f'<path class="axis" d="M50 {down} v{high} h{across}"/>'
        f'<text x="4" y="{down + 8}">{top:.1f}</text><text x="24" y="{down + high}">0</text>'
        f'<text x="{50 + across - 40}" y="{down + high + 18}">{labels[2]} {len(torch)}</text>'
        f'<path class="torch" d="{curve(torch)}"/><path class="paddle" d="{curve(paddle)}"/>'
        f'<path class="torch" d="M480 34 h34"/><text x="522" y="38">{labels[0]}</text>'
        f'<path class="paddle" d="M600 34 h34"/><text x="642" y="38">{labels[1]}</text>'
    )
    return _svg("losses", title, described, 730, 236, body)


def _svg(name: str, title: str, described: str, width: int, height: int, body: str) -> str:
    return (
        f'<svg class="pm-guide" role="img" viewBox="0 0 {width} {height}" '
        f'aria-labelledby="{name}-t {name}-d"><title id="{name}-t">{escape(title)}</title>'
        f'<desc id="{name}-d">{escape(described)}</desc>{_STYLE}{body}</svg>\n'
    )


def _magnitude(value: float) -> str:
    """A power of ten: the digits depend on the processor."""
    return f"1e{math.ceil(math.log10(value))}" if value else "0"


def figures(names: Iterable[str]) -> str:
    """The checkpoints of the examples, as powers of ten that they stay below."""
    from examples.checkpoints import check

    lines = [f"{'':10}" + "".join(f"{key:>13}" for key in _COLUMNS)]
    for name in names:
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            checkpoints = check(name, Path(folder))
        cells = (
            f"{'NOT PASSED' if not one.passed else _below(one.difference):>13}"
            for one in checkpoints
        )
        lines.append(f"{name:10}" + "".join(cells))
    return "\n".join(lines) + "\n"


_COLUMNS = ("forward", "metric", "loss", "bp_align", "train_align", "parameters")


def _below(value: float) -> str:
    return f"< {_magnitude(value)}" if value else "0"


_STATES = {
    "en": ("all being right", "an epsilon being wrong"),
    "zh": ("全部正确", "有一处 epsilon 写错"),
}


def layers(language: str, *, fault: bool) -> str:
    """What `align-models` draws of the encoder, with a fault planted or not: a norm's epsilon."""
    from paddle import nn

    from examples.encoder import data, in_paddle, in_torch
    from port_models.alignment.paddle_side import PaddleSide
    from port_models.alignment.parting import Tolerances, passes
    from port_models.alignment.picture import named, picture
    from port_models.alignment.torch_side import TorchSide
    from port_models.arrays import from_torch, to_paddle
    from port_models.weights.plan import Names
    from port_models.weights.plan import to_paddle as planned

    torch_model, port = in_torch.build(), in_paddle.build()
    if fault:
        port.norm = nn.LayerNorm(32)
    state = {key: from_torch(value) for key, value in torch_model.state_dict().items()}
    plan = planned(port, state, Names())
    port.set_state_dict({key: to_paddle(array) for key, array in plan.state.items()})
    sides: tuple[Any, Any] = (
        TorchSide(torch_model, data.inputs()),
        PaddleSide(port, data.inputs()),
    )
    found = passes(*sides, plan, Names(), Tolerances())
    title = {
        "en": f"How far the results of the encoder are apart, {_STATES['en'][fault]}",
        "zh": f"编码器各层结果的差值（{_STATES['zh'][fault]}）",
    }
    return picture(title[language], named(found), Tolerances().forward)


def main() -> None:
    """Draw and measure everything."""
    import torch

    from examples.checkpoints import NAMES
    from examples.tagger import in_paddle, in_torch
    from port_models.weights.convert import torch_to_paddle

    torch.set_num_threads(1)
    model, port = in_torch.build(), in_paddle.build()
    port.set_state_dict(torch_to_paddle(model.state_dict(), port))
    curves = in_torch.train(model, 60), in_paddle.train(port, 60)
    FOLDER.mkdir(exist_ok=True)
    for language in LANGUAGES:
        for name, drawn in (
            ("steps", steps(language)),
            ("losses", losses(language, *curves)),
            ("aligned", layers(language, fault=False)),
            ("parting", layers(language, fault=True)),
        ):
            (FOLDER / f"{name}.{language}.svg").write_text(drawn, "utf-8")
    FIGURES.write_text(figures(NAMES), "utf-8")


if __name__ == "__main__":
    main()
