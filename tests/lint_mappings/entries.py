"""Entries to lint: clean ones, with parts to be replaced by the ones under test."""

from __future__ import annotations

ABS_ROWS = """
  - {torch: input, paddle: x}
  - {torch: out, paddle: out}
"""
ABS_EXAMPLE = """
  - inputs: {x: "float32[2, 3]"}
    torch: result = torch.abs(x)
    paddle: result = paddle.abs(x)
"""
DIST = ["torch: input, paddle: x", "torch: other, paddle: y", "torch: p, paddle: p, desc: other"]


def abs_entry(
    *,
    category: str = "renamed-params",
    rows: str = ABS_ROWS,
    examples: str = ABS_EXAMPLE,
    more: str = "",
    target: str = "paddle: paddle.abs\n",
) -> str:
    """An entry of `torch.abs`; without arguments a clean one. `more` stands before the rows."""
    table = f"params:{rows.rstrip()}\n" if rows else ""
    shown = f"examples:{examples.rstrip()}\n" if examples else ""
    return f"torch: torch.abs\n{target}category: {category}\n{more}{table}{shown}"


def t_entry(torch: str, paddle: str, more: str = "", inputs: str = 'x: "float32[2, 3]"') -> str:
    """An entry of `torch.Tensor.t` with the given code, each line of it a statement."""
    return (
        "torch: torch.Tensor.t\n"
        "paddle: paddle.Tensor.t\n"
        "category: no-params\n"
        "examples:\n"
        f"  - inputs: {{{inputs}}}\n"
        f"{more}"
        f"    torch: |\n{_block(torch)}"
        f"    paddle: |\n{_block(paddle)}"
    )


def _block(code: str) -> str:
    return "".join(f"      {line}\n" if line else "\n" for line in code.split("\n"))


def gather_entry(rows: str, *, category: str = "torch-more-params", keyword: str = "") -> str:
    """An entry of `torch.gather` with the given rows."""
    return (
        "torch: torch.gather\n"
        "paddle: paddle.take_along_axis\n"
        f"category: {category}\n"
        f"params:{rows.rstrip()}\n"
        "examples:\n"
        '  - inputs: {x: "float32[2, 2]", i: [[0, 1]]}\n'
        "    torch: result = torch.gather(x, 0, i)\n"
        f"    paddle: result = paddle.take_along_axis(x, i, 0{keyword})\n"
    )


def entry(
    torch: str,
    paddle: str,
    category: str,
    rows: list[str],
    code: tuple[str, str] = ("", ""),
    more: str = "",
) -> str:
    """An entry whose example uses both APIs, unless `code` says otherwise."""
    table = "".join(f"  - {{{row}}}\n" for row in rows)
    default = [_use(name.replace("▸", "")) for name in (torch, paddle)]
    return (
        f"torch: {torch}\npaddle: {paddle}\ncategory: {category}\n{more}"
        + (f"params:\n{table}" if rows else "")
        + 'examples:\n  - inputs: {x: "float32[2, 3]"}\n'
        + f"    torch: {code[0] or default[0]}\n    paddle: {code[1] or default[1]}\n"
    )


def _use(name: str) -> str:
    last = name.rpartition(".")[2]
    if ".Tensor." in name:
        return f"result = x.{last}"
    return f"result = {name}(1)(x)" if last[0].isupper() else f"result = {name}(x)"
