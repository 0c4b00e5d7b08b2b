"""Where work may be spread over forked processes, and how these end."""

from __future__ import annotations

import os
import signal
import sys

from mapping_model.ending import ENDING


def may_fork() -> bool:
    """Whether this system has fork, and one that is safe: macOS's own libraries do not stand it."""
    return hasattr(os, "fork") and sys.platform != "darwin"


def at_once() -> None:
    """In a new process that has nothing to tidy up: end by signals, even if blocked until now."""
    for each in ENDING:
        if callable(signal.getsignal(each)):
            signal.signal(each, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
