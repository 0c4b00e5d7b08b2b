"""Limits: where Paddle departs from torch though the mapping is applied, and that stays so.

A limit is a condition on the values of a call, what becomes of it, and on which releases. Without
importing either library, its condition is checked (`checking`), asked of values (`values`), put
into words (`sentences`), and shown by an example that is run (`examples`).
"""
