"""Whole packages under Paddle's stand-in for torch: which are run how, and what came of it."""
