"""What holds for all tests."""

from __future__ import annotations

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # As in `make test &` in a script. Children inherit that, and some tests interrupt theirs;
    # a handler that does nothing is not inherited.
    signal.signal(signal.SIGINT, lambda *_: None)
