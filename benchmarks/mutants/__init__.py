"""Broken inputs for `fuzz.py`: real files changed at random, and what nobody would write."""
