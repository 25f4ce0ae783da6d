"""Size of the computer that runs the app."""

import os

SMALL_MEMORY = 1_500_000_000
"""Bytes of memory below which a computer is small."""


def is_small_machine() -> bool:
    """Whether odds are off by default and reviews aren't written: on a small Pi, and where the system doesn't say."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return True
    return memory < SMALL_MEMORY or (os.cpu_count() or 1) == 1
