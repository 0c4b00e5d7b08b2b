"""Programs that enter contexts: each in every other, again, as decorators, and left by errors."""

from __future__ import annotations

from collections.abc import Iterator

CONTEXTS = {
    "no_grad": "torch.no_grad()",
    "enable_grad": "torch.enable_grad()",
    "grad on": "torch.set_grad_enabled(True)",
    "grad off": "torch.set_grad_enabled(False)",
    "grad asked": "torch.set_grad_enabled(x.ndim > 3)",
    "inference_mode": "torch.inference_mode()",
    "inference off": "torch.inference_mode(False)",
    "inference asked": "torch.inference_mode(mode=x.ndim > 3)",
    "autocast": "torch.autocast('cpu', enabled=False)",
    "autocast cuda": "torch.amp.autocast('cuda', dtype=torch.bfloat16)",
    "record_function": "torch.profiler.record_function('part')",
}
# Those that are no decorators.
BLOCKS = {
    "saved_tensors_hooks": "torch.autograd.graph.saved_tensors_hooks(pack, lambda kept: kept)",
    "save_on_cpu": "torch.autograd.graph.save_on_cpu()",
}
_BEGIN = """x = torch.tensor([1.0, 2.0], requires_grad=True)
w = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
seen = []
def pack(kept):
    seen.append(kept)
    return kept
def log():
    seen.clear()
    y = x * x
    result.append([torch.is_grad_enabled(), y, torch.matmul(w, w), len(seen) > 0])
"""
_FORMS = {
    "within": """with {one}:
    log()
    with {other}:
        log()
    log()
log()""",
    "both": """with {one}, {other}:
    log()
log()""",
}
_DECORATED = {
    "of one that enters": """@{one}
def outer():
    log()
    with {other}:
        log()
    log()
log()
outer()
log()
outer()
log()""",
    "of one within": """@{other}
def inner():
    log()
log()
with {one}:
    inner()
    log()
    inner()
log()""",
    "of one that calls one": """@{other}
def inner():
    log()
@{one}
def outer():
    log()
    inner()
    log()
log()
outer()
log()
inner()
log()""",
    "over another": """@{one}
@{other}
def both():
    log()
log()
both()
log()
both()
log()""",
}
_ITSELF = "within itself"
_ALONE = {
    "entered again": """context = {one}
with context:
    log()
log()
with context:
    log()
log()""",
    _ITSELF: """context = {one}
with context:
    with context:
        log()
    log()
log()""",
    "left by an error": """try:
    with {one}:
        log()
        raise KeyError('x')
except KeyError:
    log()
log()""",
    "returned from": """def part():
    with {one}:
        log()
        return 1
part()
log()""",
}
_ALONE_DECORATED = {
    "that recurs": """@{one}
def down(n):
    log()
    if n:
        down(n - 1)
    log()
down(2)
log()
down(1)
log()""",
    "of a method": """class Part:
    @{one}
    def act(self):
        log()
    @staticmethod
    @{one}
    def still():
        log()
log()
Part().act()
Part.still()
log()
Part().act()
log()""",
    "that fails": """@{one}
def fails():
    log()
    raise KeyError('x')
for _ in range(2):
    try:
        fails()
    except KeyError:
        log()
log()""",
    "called on a function": """def plain():
    log()
other = {one}(plain)
log()
other()
log()
plain()
other()
log()""",
    "defined within another": """with torch.no_grad():
    @{one}
    def part():
        log()
    log()
    part()
log()
part()
log()""",
}


_OFF = {"no_grad", "grad off", "grad asked", "inference_mode"}
_ON = {"enable_grad", "grad on"}


def programs() -> Iterator[tuple[str, str, str, str]]:
    """Their names, code, nothing for Paddle, and where a reader is told."""
    every = {**CONTEXTS, **BLOCKS}
    for first, one in every.items():
        for second, other in every.items():
            decorated = {} if BLOCKS.keys() & {first, second} else _DECORATED
            for form, code in {**_FORMS, **decorated}.items():
                filled = _BEGIN + code.format(one=one, other=other)
                yield f"{first} {form} {second}", filled, "", _told(first, second)
        decorated = {} if first in BLOCKS else _ALONE_DECORATED
        for form, code in {**_ALONE, **decorated}.items():
            if form == _ITSELF and first.startswith("inference"):
                continue  # torch itself never leaves the mode then
            yield f"{first} {form}", _BEGIN + code.format(one=one), "", _told_alone(first, form)


def _told(first: str, second: str) -> str:
    if {first, second} <= BLOCKS.keys():
        return "the entries of both: Paddle takes one pair of hooks"
    if first == "inference_mode" and second in _ON:
        return "torch.inference_mode, torch.enable_grad and torch.set_grad_enabled"
    return ""


def _told_alone(context: str, form: str) -> str:
    if form == "that recurs" and context in _OFF:
        return "no-grad-generator"
    if form == "entered again" and context in ("grad off", "grad asked"):
        return "torch.set_grad_enabled"
    if form in ("entered again", _ITSELF) and context.startswith("autocast"):
        return "torch.amp.autocast"
    return _told(context, context) if form == _ITSELF else ""
