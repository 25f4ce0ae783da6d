"""Blinking: which rhythm shines when, so that seats can be told apart without colours."""

from companion.core.face import BLINKS

PATTERNS: dict[str, tuple[float, ...]] = {
    "steady": (),
    "slow": (0.9, 0.6),
    "fast": (0.25, 0.25),
    "double": (0.2, 0.2, 0.2, 0.9),
    "triple": (0.15, 0.15, 0.15, 0.15, 0.15, 0.75),
}
"""Seconds on, off, on, off and so on, again and again."""

assert tuple(PATTERNS) == BLINKS


def shines(rhythm: str, at: float) -> tuple[bool, float]:
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
