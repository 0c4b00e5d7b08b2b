"""Errors of use: what the caller asked for cannot be done."""

from __future__ import annotations


class UsageError(Exception):
    """A wrong option, path or root; the message says what and how to fix it. Exit code 2."""
