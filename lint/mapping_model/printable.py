"""Text of strangers on its way to a terminal, a log or a file.

A name may hold what moves a cursor, begins a command of a CI log or turns the direction of the
line around. Such characters are shown, not sent.
"""


def printable(text: str) -> str:
    """`text` on one line, with every character that is no visible one nor a space escaped.

    That is what `str.isprintable` says: control and format characters, other spaces, surrogates and
    unassigned ones are written as in a Python string (`\\n`, `\\x1b`, `\\u202e`).
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def whole(text: str) -> str:
    """`text` with half characters escaped, for formats that have an escape for all others.

    They come from escapes of JSON, and from names of files that are not UTF-8.
    """
    return text.encode("utf-8", "backslashreplace").decode()
