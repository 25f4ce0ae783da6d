"""Points with their reasons: a score is the sum of its entries and nothing else."""

from collections.abc import Iterator, Mapping


class Entry:
    """Some points for one seat, and why; only a ledger makes them."""

    __slots__ = ("about", "points", "reason", "seat")

    seat: int
    points: int
    reason: str
    about: object

    def as_json(self) -> dict[str, int | str]:
        """Return this entry as JSON."""
        return {"seat": self.seat, "points": self.points, "reason": self.reason, "about": str(self.about)}


class Ledger:
    """Every point of a match, in the order it was given.

    >>> ledger = Ledger(seats=2)
    >>> entry = ledger.add(0, 6, "pair", "lions")
    >>> entry = ledger.add(0, 2, "pitch")
    >>> ledger.totals
    [8, 0]
    >>> [f"{entry.points} for {entry.reason}" for entry in ledger.list_entries(0)]
    ['6 for pair', '2 for pitch']
    """

    __slots__ = ("entries", "totals")

    def __init__(self, seats: int) -> None:
        self.entries: list[Entry] = []
        self.totals = [0] * seats

    def add(self, seat: int, points: int, reason: str, about: object = "") -> Entry:
        """Give points to a seat for a reason; `about` names what it was given for."""
        entry = Entry()  # without arguments it is made in half the time, and simulations make them by the million
        entry.seat = seat
        entry.points = points
        entry.reason = reason
        entry.about = about
        self.entries.append(entry)
        self.totals[seat] += points
        return entry

    def add_points(self, entry: Entry, points: int) -> None:
        """Give more points for the very same reason, without another line."""
        entry.points += points
        self.totals[entry.seat] += points

    def carry_over(self, totals: list[int]) -> None:
        """Begin with these points, for a match that is imagined from somewhere in its middle."""
        for seat, points in enumerate(totals):
            if points:
                self.add(seat, points, "so-far")

    def list_entries(self, seat: int) -> Iterator[Entry]:
        """Return the entries of one seat."""
        return (entry for entry in self.entries if entry.seat == seat)


def find_leader(counts: Mapping[int, int]) -> tuple[int, int] | None:
    """Return the seat with the largest count and that count; None if there is none or several share it.

    >>> find_leader({0: 3, 1: 5}), find_leader({0: 3, 1: 3}), find_leader({})
    ((1, 5), None, None)
    """
    best = sorted(counts.items(), key=lambda pair: -pair[1])[:2]
    return None if not best or (len(best) == 2 and best[0][1] == best[1][1]) else best[0]
