"""What no result can show, so that no example is asked to. Each with its reason."""

from __future__ import annotations

from verify_mappings.falsify.changes import Change
from verify_mappings.falsify.passing import Called, Passed

# Parameters of this name, of whatever API.
_PARAMETERS = {
    "name": "A label that the result has in static graphs.",
    "place": "Where the values are; an ordinary machine has one place.",
    "device": "Where the values are; an ordinary machine has one place.",
    "blocking": "Whether to wait for a copy to another device.",
    "non_blocking": "Whether to wait for a copy to another device.",
}
# Parameters of one API.
_OF_API = {
    ("paddle.get_autocast_dtype", "device_type"): "Paddle has one state for all devices.",
    ("paddle.grad", "retain_graph"): "Paddle's `grad` keeps the graph in any case.",
    ("paddle.is_autocast_enabled", "device_type"): "Paddle has one state for all devices.",
    ("paddle.io.DataLoader", "prefetch_factor"): "How far ahead it reads.",
    ("paddle.io.DataLoader", "use_shared_memory"): "How worker processes hand batches over.",
    ("paddle.nn.InstanceNorm1D", "momentum"): "Paddle keeps no running statistics.",
    ("paddle.nn.InstanceNorm2D", "momentum"): "Paddle keeps no running statistics.",
    ("paddle.nn.InstanceNorm3D", "momentum"): "Paddle keeps no running statistics.",
    ("paddle.nn.attention.sdpa_kernel", "set_priority"): "All kernels give the same.",
    ("paddle.profiler.Profiler", "profile_memory"): "What a trace has; it is in a file alone.",
    ("paddle.profiler.Profiler", "record_shapes"): "What a trace has; it is in a file alone.",
    ("paddle.profiler.Profiler", "targets"): "What a trace has; it is in a file alone.",
    ("paddle.save", "protocol"): "How the file is written; reading it gives the same.",
    ("paddle.sort", "stable"): "Equal values look the same in any order.",
    ("sort", "stable"): "Equal values look the same in any order.",
    ("paddle.topk", "sorted"): "What need not be sorted may be.",
    ("topk", "sorted"): "What need not be sorted may be.",
}
# APIs that do nothing on an ordinary machine, whatever is passed.
_APIS = {
    "paddle.amp.GradScaler": "It scales on a GPU only.",
    "paddle.amp.auto_cast": "It casts on a GPU only.",
    "paddle.DataParallel": "A single process has nothing to share.",
    "cpu": "All values are there already.",
}
# A call of it does nothing as long as it passes nothing else than what cannot be seen.
_MOVES = "to"


def is_unseen(change: Change) -> bool:
    """Whether a change cannot be seen by anybody."""
    subject = change.subject
    if isinstance(subject, Called):
        moves = subject.api == _MOVES and all(map(_is_unseen, subject.passed))
        return moves or subject.api in _APIS
    return isinstance(subject, Passed) and _is_unseen(subject)


def _is_unseen(passed: Passed) -> bool:
    api, parameter = passed.api, passed.parameter
    return api in _APIS or parameter in _PARAMETERS or (api, parameter) in _OF_API
