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
_OF_API: dict[tuple[str, str], str] = {}
# Calls that need another device than the CPU to do something.
_CALLS = {
    "cpu": "Everything is on the CPU already.",
}


def is_unseen(change: Change) -> bool:
    """Whether a change cannot be seen by anybody."""
    match change.subject:
        case Called(api=api):
            return api in _CALLS
        case Passed(api=api, parameter=parameter):
            return parameter in _PARAMETERS or (api, parameter) in _OF_API
    return False
