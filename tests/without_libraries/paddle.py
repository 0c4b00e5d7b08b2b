"""No library: the tests that need none show that they need none (tests/conftest.py)."""

raise ModuleNotFoundError("No module named 'paddle'", name="paddle")
