"""The laws by the name that our own tests know; they are installed with the program, for everybody's games."""

from companion.testing.laws import *  # noqa: F403
