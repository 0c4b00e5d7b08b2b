"""Errors of use: what the caller asked for cannot be done."""

from __future__ import annotations


class UsageError(Exception):
    """A wrong name, path or installation; the message says what and how to fix it. Exit 2."""
