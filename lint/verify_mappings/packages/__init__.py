"""Whole packages: brought here without running anything of theirs, their tests run behind walls."""
