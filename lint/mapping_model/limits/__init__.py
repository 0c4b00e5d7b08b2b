"""Limits: the cases of an entry where Paddle departs from torch though the mapping is applied.

Which calls one covers (`values`), what is said of it (`sentences`), those that several entries
share (`sharing`), and the examples that show them (`examples`). Imports neither library.
"""
