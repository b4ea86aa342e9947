"""Poset games, solved, explained and certified."""

from chomplex._native import __version__

__all__ = ["__version__"]
