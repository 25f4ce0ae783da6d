"""The pencil that watches itself; it is installed with the program, for everybody's games."""

from companion.testing.paper import WatchedPencil, draw_checked, shows

__all__ = ["WatchedPencil", "draw_checked", "shows"]
