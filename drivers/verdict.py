"""What the referee saw: who was first, by how much, who was too early; a value with a text form for the journal."""

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

PLACES = 16
MOST = 10**7
"""Of anything: no race lasts three hours."""


class Slap(NamedTuple):
    """One seat's place in the order."""

    seat: int
    after_now_ms: float
    margin_ms: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee saw: who was first, by how much, and who was too early."""

    first: tuple[int, ...]
    """Nobody, one winner, or all seats of a dead heat."""
    order: tuple[Slap, ...]
    early: tuple[tuple[int, int], ...]
    """Seats with false starts, and how many."""
    band_ms: float
    friendly: tuple[int, ...] = ()
    """Seats that slapped on a phone; their stamps are not fair."""
    lost: tuple[int, ...] = ()
    """Seats of which edges got lost: nobody can tell who was first, and the race is run again."""

    @property
    def winner(self) -> int | None:
        """The seat that was first, if there was one alone."""
        return self.first[0] if len(self.first) == 1 else None

    @property
    def dead_heat(self) -> bool:
        """Several were first; they race again."""
        return len(self.first) > 1

    @property
    def margin_ms(self) -> float | None:
        """How far the next seat was behind the winner, if anyone else slapped."""
        return self.order[1].margin_ms if len(self.order) > 1 else None

    @property
    def choice(self) -> str | None:
        """The id of the answer to the race's question; none where it must be raced again."""
        if self.dead_heat or self.lost:
            return None
        return f"slap-{self.first[0]}" if self.first else "nobody"

    @property
    def detail(self) -> str:
        """The verdict as one line of JSON, kept beside the answer."""
        kept: dict[str, Any] = {"first": self.first, "order": [slap._asdict() for slap in self.order]}
        kept |= {"early": dict(self.early), "band_ms": self.band_ms, "friendly": self.friendly}
        if self.lost:
            kept["lost"] = self.lost
        return json.dumps(kept, separators=(",", ":"))

    @classmethod
    def read(cls, detail: str) -> "Verdict":
        """The verdict that a line of JSON tells; anything else that somebody may have written there is a ValueError."""
        try:
            kept = json.loads(detail)
            return cls(
                tuple(map(_seat, kept["first"])),
                tuple(Slap(_seat(s["seat"]), _ms(s["after_now_ms"]), _ms(s["margin_ms"])) for s in kept["order"]),
                tuple((_seat(int(seat)), _count(count)) for seat, count in kept["early"].items()),
                _ms(kept["band_ms"]),
                tuple(map(_seat, kept["friendly"])),
                tuple(map(_seat, kept.get("lost", ()))),
            )
        except (TypeError, KeyError, AttributeError, RecursionError):
            raise ValueError("not a verdict") from None

    def __str__(self) -> str:
        if self.lost:
            return "edges lost at " + " ".join(map(str, self.lost))
        if self.dead_heat:
            return "dead heat " + " ".join(map(str, self.first))
        margin = f" by {self.margin_ms:.3f} ms" if self.margin_ms is not None else ""
        return f"{self.choice}{margin}"


def _seat(value: Any) -> int:
    return _whole(value, PLACES - 1)


def _count(value: Any) -> int:
    return _whole(value, MOST)


def _whole(value: Any, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError("not a number that can be")
    return value


def _ms(value: Any) -> float:
    if type(value) not in (int, float) or not -MOST <= value <= MOST:  # not a number is neither
        raise ValueError("not a time that can be")
    return float(value)
