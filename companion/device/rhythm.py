"""Blinking: which rhythm shines when, so that seats can be told apart without colours."""

from companion.core.seat import PLACES

PATTERNS = {place.rhythm: place.beats for place in PLACES}
"""Seconds on, off, on, off and so on, again and again."""


def find_blink_state(rhythm: str, at: float) -> tuple[bool, float]:
    """Whether it shines at this time, and when that changes next; a steady light never changes."""
    pattern = PATTERNS[rhythm]
    if not pattern:
        return True, float("inf")
    into = at % sum(pattern)
    ends = 0.0
    for place, seconds in enumerate(pattern):
        ends += seconds
        if into < ends - 1e-9:
            return place % 2 == 0, at + ends - into
    return True, at + pattern[0]
