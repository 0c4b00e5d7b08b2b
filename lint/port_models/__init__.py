"""Tools that stand beside a port of a model: its weights carried over, both models compared.

They run in the user's own environment, with torch and Paddle in one process, on the user's own
code. Nothing else of this project imports them.
"""
