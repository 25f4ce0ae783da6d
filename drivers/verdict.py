"""The referee's verdict: who was first, by how much, who was too early; a value with a text form for the journal."""

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

PLACES = 6
"""Seats that a verdict can name; the shared dome is none, so its races are kept without places."""
MOST = 10**7
"""Largest plausible number in a verdict, of milliseconds or false starts: no race lasts three hours."""


class TimedSlap(NamedTuple):
    """One seat's slap: its time after NOW! and its distance from the first."""

    seat: int
    after_now_ms: float
    margin_ms: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of a race: who was first, by how much, and who was too early."""

    first: tuple[int, ...]
    """Nobody, one winner, or all seats of a dead heat."""
    order: tuple[TimedSlap, ...]
    early: tuple[tuple[int, int], ...]
    """Seats with false starts, and how many."""
    band_ms: float
    friendly: tuple[int, ...] = ()
    """Seats that slapped on a phone. Wi-Fi delays make their stamps unfair, so such a race is only a friendly one."""
    lost: tuple[int, ...] = ()
    """Seats whose edges got lost: it is unknown who was first, and the race is run again."""

    @property
    def winner(self) -> int | None:
        """The seat that was first, or None if there is no single one."""
        return self.first[0] if len(self.first) == 1 else None

    @property
    def dead_heat(self) -> bool:
        """Whether several seats were first; they race again."""
        return len(self.first) > 1

    @property
    def margin_ms(self) -> float | None:
        """Distance of the second seat from the winner in milliseconds, if anyone else slapped."""
        return self.order[1].margin_ms if len(self.order) > 1 else None

    @property
    def choice(self) -> str | None:
        """Id of the answer to the race's question; None if the race must be run again."""
        if self.dead_heat or self.lost:
            return None
        return f"slap-{self.first[0]}" if self.first else "nobody"

    @property
    def detail(self) -> str:
        """The verdict as one line of JSON, kept beside the answer."""
        fields: dict[str, Any] = {"first": self.first, "order": [slap._asdict() for slap in self.order]}
        fields |= {"early": dict(self.early), "band_ms": self.band_ms, "friendly": self.friendly}
        if self.lost:  # left out otherwise, so that journals written before this field existed read the same
            fields["lost"] = self.lost
        return json.dumps(fields, separators=(",", ":"))

    @classmethod
    def read(cls, detail: str) -> "Verdict":
        """Read a verdict from a line of JSON; raise ValueError for anything else."""
        # Journals can be imported from other people, so every value is checked.
        try:
            fields = json.loads(detail)
            return cls(
                tuple(map(_seat, fields["first"])),
                tuple(
                    TimedSlap(_seat(s["seat"]), _ms(s["after_now_ms"]), _ms(s["margin_ms"])) for s in fields["order"]
                ),
                tuple((_seat(int(seat)), _whole(count, MOST)) for seat, count in fields["early"].items()),
                _ms(fields["band_ms"]),
                tuple(map(_seat, fields["friendly"])),
                tuple(map(_seat, fields.get("lost", ()))),
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


def _whole(value: Any, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError("not a number that can be")
    return value


def _ms(value: Any) -> float:
    if type(value) not in (int, float) or not -MOST <= value <= MOST:  # NaN fails both comparisons
        raise ValueError("not a time that can be")
    return float(value)
