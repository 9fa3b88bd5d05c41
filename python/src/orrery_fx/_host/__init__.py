"""The side of Python: it makes strategies, and calls their hooks when the engine says so.

The other side is ``src/data/storage/strategy/python``.
"""
