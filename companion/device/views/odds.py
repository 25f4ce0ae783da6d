"""Odds on the screens: a bar for each seat, updated while endings are simulated."""

from companion.app.odds import AGAIN
from companion.core.errors import ArksideError
from companion.core.session import Session
from companion.device.context import Context
from companion.device.fit import fit
from companion.device.pencil import HEIGHT, WIDTH, Pencil
from companion.device.views.pages import Bar, BarSheet, BarsView, split_pages


class OddsView(BarsView):
    """Shows shares as bars, and their intervals on the other screen. Push or back to close."""

    def __init__(self, context: Context, session: Session) -> None:
        self._context = context
        self._session = session
        super().__init__([])
        self.why: ArksideError | None = None
        """Reason why there are no odds, once it is known; the view closes then."""
        self.due = 0.0
        context.app.odds.looking.add(self)
        self._fill()

    def decide(self, result: object) -> None:
        """Close the view and stop counting for it."""
        self._context.app.odds.looking.discard(self)
        super().decide(result)

    def tick(self, now: float) -> bool:
        """Show odds that were counted meanwhile."""
        odds = self._context.app.odds
        self.due = now + AGAIN
        if odds.version == self._version:
            return False
        if odds.why is not None:
            self.why = odds.why
            self.decide(None)
        self._fill()
        return True

    def _fill(self) -> None:
        live, say, seats = self._context.app.odds, self._context.say, self._session.seats
        self._version = live.version
        self._odds = odds = live.odds
        shares = [0.0 for _ in seats] if odds is None else [chance.share for chance in odds.chances]
        bars = [
            Bar(seat.signed, share, "…" if odds is None else say("{n:.0f}%", n=100 * share))
            for seat, share in zip(seats, shares, strict=True)
        ]
        self.pages = split_pages([BarSheet(say("Odds"), bars)])

    def second_screen(self, pencil: Pencil) -> bool:
        """Return the interval of each share and the number of simulated endings; until then, draw the table."""
        odds, say = self._odds, self._context.say
        if odds is None:
            return False
        lines = [
            say("{sign} {least:.0f} to {most:.0f}%", sign=seat.symbol, least=100 * chance.least, most=100 * chance.most)
            for seat, chance in zip(self._session.seats, odds.chances, strict=True)
        ]
        lines.append(say("{n} simulated endings", n=odds.endings))
        pencil.put(0, 0, fit("\n".join(lines), WIDTH - 1, HEIGHT, ("strong", "text", "small")))
        return True
