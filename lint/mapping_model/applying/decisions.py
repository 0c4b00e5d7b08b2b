"""What a program cannot decide about a use, and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mapping_model.categories import Text


class Reason(StrEnum):
    """Why no code is written; `about` of the decision names the parameter, form or release."""

    ADVICE = "advice"
    BUFFER = "buffer"
    CALLED = "called"
    COMPOSITE = "composite"
    CONTEXT = "context"
    FIXED = "fixed"
    IGNORED = "ignored"
    IMPOSSIBLE = "impossible"
    MISSING = "missing"
    NO_ENTRY = "no entry"
    NO_PLACE = "no place"
    NO_TARGET = "no target"
    NO_WAY = "no way"
    OUTSIDE = "outside"
    READ = "read"
    RECEIVER = "receiver"
    REWRITE = "rewrite"
    SPREAD = "spread"
    STEPPED = "stepped"
    TWICE = "twice"
    UNKNOWN = "unknown"
    UNREADABLE = "unreadable"


class Undecided(Exception):
    """A person must decide: `reason`, what it is `about`, and the mapping's own `advice`."""

    def __init__(self, reason: Reason, about: str = "", advice: Text | None = None) -> None:
        super().__init__(reason, about)
        self.decision = Decision(reason, about, advice)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person must decide about one use."""

    reason: Reason
    about: str = ""
    advice: Text | None = None

    @property
    def told(self) -> str:
        """The decision in a record; `read` reads it again, but for the advice."""
        return f"{self.reason} {self.about}".rstrip()

    @classmethod
    def read(cls, told: str) -> Decision | None:
        """The decision that `told` tells; None where it tells something else."""
        for reason in Reason:
            if told == reason or told.startswith(f"{reason} "):
                return cls(reason, told.removeprefix(reason).strip())
        return None

    def said(self) -> Text:
        """What a person must decide, in words."""
        if self.advice is not None:
            return self.advice
        english, chinese = _SAID[self.reason]
        return Text(english.format(self.about), chinese.format(self.about))


def lacking(text: Text | None) -> Undecided:
    """That Paddle has no counterpart, in the words of the entry if it has some."""
    return Undecided(Reason.MISSING, "", text)


_SAID: dict[Reason, tuple[str, str]] = {
    Reason.ADVICE: ("See the notes.", "请参阅备注。"),
    Reason.BUFFER: (
        "Paddle's layer keeps its own tensor; fill that: `{0}.set_value(value)`.",
        "Paddle 的层保留自己的 Tensor，应向其填入新值：`{0}.set_value(value)`。",
    ),
    Reason.CALLED: (
        "Paddle's layer takes no `{0}` where it is called; see the gotchas of its page.",
        "Paddle 的该层在调用时没有 `{0}`，请参阅其页面列出的注意事项。",
    ),
    Reason.COMPOSITE: (
        "It takes a combination of calls; see the examples.",
        "需要组合实现，请参阅示例。",
    ),
    Reason.CONTEXT: (
        "Other places of the code must change too; see the examples.",
        "还需修改代码的其他位置，请参阅示例。",
    ),
    Reason.FIXED: (
        "For another `{0}` build the layer anew: in Paddle what is written to it afterwards is "
        "ignored or may give something else.",
        "要改变 `{0}`，请重新构造该层：在 Paddle 中建好之后再写入，不起作用，或结果可能不同。",
    ),
    Reason.IGNORED: (
        "Paddle's layer does not heed `{0}` that is written to it after building.",
        "Paddle 的层建好之后，写入的 `{0}` 不起作用。",
    ),
    Reason.IMPOSSIBLE: (
        "PyTorch does not take these arguments in a way that the mapping treats.",
        "映射未涵盖这样的参数。",
    ),
    Reason.MISSING: ("Paddle has no counterpart.", "Paddle 没有对应的 API。"),
    Reason.NO_ENTRY: ("There is no entry for `{0}`.", "没有 `{0}` 的映射。"),
    Reason.NO_PLACE: (
        "It takes a statement of its own before; there is no place for it here.",
        "需要在此之前增加语句，而这里没有位置。",
    ),
    Reason.NO_TARGET: (
        "This Paddle release has no `{0}`.",
        "该 Paddle 版本没有 `{0}`。",
    ),
    Reason.NO_WAY: (
        "There is no way to write `{0}` for now.",
        "`{0}` 暂无转写方式。",
    ),
    Reason.OUTSIDE: (
        "The counterpart is in another package; see the examples.",
        "对应的 API 在其他包中，请参阅示例。",
    ),
    Reason.READ: (
        "It is only named, not called; what calls it must change too.",
        "此处只写出名称而未调用，还需修改调用之处。",
    ),
    Reason.RECEIVER: (
        "What `{0}` belongs to cannot be told; if it is PyTorch's, it has to be rewritten.",
        "无法得知 `{0}` 属于什么对象；若为 PyTorch 的对象，则需要转写。",
    ),
    Reason.REWRITE: (
        "`{0}` has to be rewritten; see its row and the examples.",
        "`{0}` 需要转写，请参阅参数表和示例。",
    ),
    Reason.SPREAD: (
        "What `*args` or `**kwargs` pass cannot be told.",
        "无法得知 `*args` 或 `**kwargs` 传入了什么。",
    ),
    Reason.STEPPED: (
        "If `{0}` is a tensor, what the loop goes through keeps its old values in Paddle; "
        "`paddle.assign` changes it in place.",
        "若 `{0}` 是 Tensor，在 Paddle 中循环所遍历的对象仍保持旧值，"
        "应以 `paddle.assign` 原地修改。",
    ),
    Reason.TWICE: (
        "Several arguments become `{0}`; put them together.",
        "有多个参数对应 `{0}`，需合并为一个。",
    ),
    Reason.UNKNOWN: (
        "What is passed cannot be told: `{0}`.",
        "无法得知传入的是什么：`{0}`。",
    ),
    Reason.UNREADABLE: (
        "The mapping of `{0}` is not well written; `lint-mappings` says why.",
        "`{0}` 的映射书写有误，`lint-mappings` 会说明原因。",
    ),
}
