"""Text of strangers is shown, not sent."""

import pytest

from mapping_model.printable import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text, 中文，é", "plain text, 中文，é"),
        ("\x1b[2J", "\\x1b[2J"),
        ("one\n::error file=a", "one\\n::error file=a"),
        ("\u202eright to left", "\\u202eright to left"),
        ("a\u2028b\tc\r", "a\\u2028b\\tc\\r"),
        ("\ud800", "\\ud800"),
        ("\x9b0m", "\\x9b0m"),
    ],
)
def test_what_a_terminal_would_obey_is_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown
    assert printable(text).encode()
