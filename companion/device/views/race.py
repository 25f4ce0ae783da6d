"""The slap on the screens: who races, the countdown, NOW!, and the verdict with its margins."""

from collections.abc import Mapping, Sequence
from math import ceil

from companion.core.face import BLINKS, Light
from companion.core.seat import SYMBOLS
from companion.core.words import Say
from companion.device.checks import wire_in_words
from companion.device.fit import fit
from companion.device.font import font
from companion.device.pencil import HEIGHT, WIDTH, Pencil
from companion.device.race_attempt import ASK_AGAIN, COUNT_SECONDS, COUNTS, SHORTEST_HOLD, RaceAttempt, RaceState
from companion.device.view import HELP, Sign, View
from companion.device.views.pick import write_title
from companion.device.views.reading import ReadingView, wrapped
from companion.device.views.seats import draw_seats
from drivers.referee import ButtonProblem, State, Verdict

GO = Sign("GO")
"""Everybody is ready; or: it is NOW!"""

ARK = Sign("ARK")
"""A paddle is stuck: race on the dome instead."""

LINE = 11
NOTES_HEIGHT = 24
LOOK_AT_HELD = 0.25
ROUNDING = 1e-6


class RaceView(View):
    """Who races, before it begins; a push begins it."""

    def __init__(self, title: str, attempt: RaceAttempt) -> None:
        super().__init__()
        self.title = title
        self.attempt = attempt
        self._way = attempt.way

    def tick(self, now: float) -> bool:
        """A pod or a phone may come or go before the race begins."""
        before = self._way
        self.attempt.plan()
        self._way = self.attempt.way
        return before != self._way

    def race(self) -> RaceState:
        """The race is about to begin."""
        return RaceState("ready", self.attempt)

    def push(self) -> None:
        """Begin the countdown."""
        self.decide(GO)

    def dome(self) -> None:
        """Show the rules that bear on the race."""
        self.decide(HELP)

    def lamps(self) -> Mapping[int, str]:
        """Those who race, each in the own rhythm."""
        return {place: BLINKS[place % len(BLINKS)] for place in self.attempt.hands}

    def draw(self, pencil: Pencil) -> None:
        """The question, and the signs of those who race, in the order of the paddles."""
        top = write_title(pencil, self.title)
        racers = self.attempt.seats
        step = WIDTH // len(racers)
        y = top + (HEIGHT - LINE - top - font("large").height) // 2
        for place, seat in enumerate(racers):
            pencil.centre(y, seat.symbol, "large", left=place * step, right=(place + 1) * step)
        write_note(pencil, self._note())

    def second_screen(self, pencil: Pencil) -> bool:
        """Who races, by name, where no match lies on the table."""
        if self.attempt.context.sessions.live is not None:
            return False
        names = {seat.index: seat.name for seat in self.attempt.seats}
        draw_seats(pencil, [names.get(place, "") for place in range(len(SYMBOLS))])
        return True

    def _note(self) -> str:
        say = self.attempt.context.say
        if not self.attempt.by_ark:
            signs = " ".join(map(self.attempt.sign, self.attempt.friendly))
            return say("phone: {who} · push", who=signs) if signs else say("push the dial: ready")
        if self.attempt.broken and self.attempt.track.misses_the_pod:
            return say("No pod: slap the Ark!")
        if self.attempt.broken:
            return say("paddle {n} fails: use the Ark", n=self.attempt.broken[0] + 1)
        return say("slap the Ark · push: ready")


class CountdownView(View):
    """Three, two, one, and then a hold of unknown length. Ends with GO, unless a button is held down or gone."""

    def __init__(self, attempt: RaceAttempt) -> None:
        super().__init__()
        self.attempt = attempt
        self.early: Mapping[int, int] = {}
        self.problems: Mapping[int, ButtonProblem] = {}
        self.gone: Sequence[int] = ()
        """Seats whose pod or phone is away."""
        self.left = 0
        """Steps before NOW!; the last of them is the hold."""
        self._counted_at: float | None = None
        self._now_at = 0.0

    def race(self) -> RaceState:
        """Counting, with those who were too early."""
        return RaceState("counting", self.attempt, left=self.left, early=self.early)

    def tick(self, now: float) -> bool:
        """Count, watch for hands that are too early or do not let go, and give NOW! when all is fair."""
        if self._counted_at is None:
            self.attempt.arm(now)
            self._counted_at = now + COUNTS * COUNT_SECONDS
            self._now_at = self._counted_at + self.attempt.hold()
        before = (self.left, self.early, self.problems, self.gone)
        self._listen(now)
        self._count(self._counted_at - now)
        unfair = bool(self.problems or self.gone)
        if unfair and self._now_at < now + SHORTEST_HOLD:  # leaning gains nothing: all wait, and anew
            self._now_at = now + self.attempt.hold()
        if now >= self._now_at:
            self.attempt.go(now)
            self.decide(GO)
        next_count = self._counted_at - (self.left - 2) * COUNT_SECONDS if self.left > 1 else self._now_at
        self.due = min(self._now_at, next_count, self.attempt.referee.doubtful_until(now))
        if unfair or self.attempt.referee.held(now):
            self.due = min(self.due, now + LOOK_AT_HELD)
        return before != (self.left, self.early, self.problems, self.gone)

    def _listen(self, now: float) -> None:
        early = self.attempt.referee.early(now)
        if early != self.early:
            self.attempt.context.play("bad")
        self.early, self.problems = early, self.attempt.referee.problems(now)
        self.gone = self.attempt.gone(now)

    def _count(self, seconds: float) -> None:
        left = 1 + max(0, ceil(seconds / COUNT_SECONDS - ROUNDING))
        if left != self.left and left > 1:
            self.attempt.context.play("count")
        self.left = left

    def push(self) -> None:
        """While a button is stuck or gone: race on the Ark instead."""
        if (self.problems or self.gone) and not self.attempt.by_ark and self.attempt.can_use_the_ark:
            self.decide(ARK)

    def lights(self) -> Sequence[Light]:
        """A bar of amber that shrinks with every count."""
        return self.attempt.countdown(self.left)

    def lamps(self) -> Mapping[int, str]:
        """Everybody who may slap at NOW!; the lamp of a false start goes out."""
        return {place: "steady" for place in self.attempt.hands if place not in self.early}

    def draw(self, pencil: Pencil) -> None:
        """How far it is, and who is too early or leans on a button."""
        if self.problems or self.gone:
            self._draw_trouble(pencil)
            return
        say = self.attempt.context.say
        top = write_title(pencil, say("Hands off until NOW!"))
        self._draw_count(pencil, top, HEIGHT - LINE - 1)
        write_note(pencil, self.attempt.news or false_starts(self.attempt, self.early))

    def second_screen(self, pencil: Pencil) -> bool:
        """The count alone, for those who sit there."""
        if not (self.problems or self.gone):
            self._draw_count(pencil, 0, HEIGHT)
        return True

    def _draw_count(self, pencil: Pencil, top: int, bottom: int) -> None:
        count = str(self.left - 1) if self.left > 1 else "…"
        pencil.loud(count, (0, top + 2, WIDTH, bottom - 2), "huge" if count.isdecimal() else "large")

    def _draw_trouble(self, pencil: Pencil) -> None:
        attempt, say = self.attempt, self.attempt.context.say
        text = attempt.what_is_gone(self.gone[0]) if self.gone else self._held()
        pencil.put(1, 2, fit(text, WIDTH - 2, HEIGHT - LINE - 3, ("strong", "text", "small")))
        if not attempt.by_ark and attempt.can_use_the_ark:
            write_note(pencil, say("push the dial: slap the Ark"))

    def _held(self) -> str:
        """Who leans on a button, or which one is stuck."""
        attempt, say = self.attempt, self.attempt.context.say
        place, kind = next(iter(self.problems.items()))
        if kind is ButtonProblem.LEANING:
            return say("{who}: let go of the button!", who=attempt.who(place))
        wire = wire_in_words(say, attempt.track.wire(place))
        return say("The button of {who} is stuck. Check {wire}", who=attempt.who(place), wire=wire)


class NowView(View):
    """NOW! Open until the referee has seen who was first, or nobody comes.

    With `instead` something else than a race may have come, so a push leads to a list of that.
    """

    def __init__(self, attempt: RaceAttempt, instead: bool = False) -> None:
        super().__init__()
        self.attempt = attempt
        self.instead = instead
        self.gone: Sequence[int] = ()
        """Seats whose pod or phone is away."""
        self._now: float | None = None
        self._ends_at = float("inf")

    def race(self) -> RaceState:
        """NOW! has been called, and whoever slaps first wins."""
        return RaceState("now", self.attempt)

    def tick(self, now: float) -> bool:
        """Ask the referee; hands that come down wake us, so between them there is nothing to do."""
        attempt, referee = self.attempt, self.attempt.referee
        before, first = (self.gone, attempt.news), self._now is None
        if first:
            attempt.context.play("now")
            self._ends_at = now + referee.timing.patience + referee.settle
        self._now = now
        attempt.track.bots.move(now)
        verdict = referee.verdict(now)
        if verdict is not None:
            self.decide(verdict)
        self.due = self._ends_at
        judging = referee.due(now)
        if judging is not None:
            self.due = judging if judging > now else now + ASK_AGAIN
        else:
            self.gone = attempt.gone(now)
            attempt.go_on_with_the_ark(now)
        self.due = min(self.due, attempt.track.bots.due)
        return before != (self.gone, attempt.news) or first

    def push(self) -> None:
        """Nobody will slap; a hand that is down already counts."""
        if self._now is None or self.attempt.referee.state(self._now) is not State.OPEN:
            return
        if self.attempt.bots and not self.instead:
            self.attempt.give_up(self._now)
            return
        referee = self.attempt.referee
        early = tuple(referee.early(self._now).items())
        self.decide(Verdict((), (), early, round(referee.band.always * 1000, 3)))

    def lights(self) -> Sequence[Light]:
        """All green: the countdown is at its end."""
        return self.attempt.countdown(0)

    def lamps(self) -> Mapping[int, str]:
        """All that may be slapped."""
        return dict.fromkeys(self.attempt.hands, "fast")

    def second_screen(self, pencil: Pencil) -> bool:
        """The same word here too: hands come from everywhere."""
        pencil.loud(self.attempt.context.say("NOW!"), (2, 2, WIDTH - 2, HEIGHT - 2))
        return True

    def draw(self, pencil: Pencil) -> None:
        """One word, as loud as the screen can say it; on black, because a white field would take longer to send."""
        say = self.attempt.context.say
        pencil.loud(say("NOW!"), (4, 3, WIDTH - 4, HEIGHT - LINE - 5))
        early = self.attempt.referee.early(self._now or 0.0)
        if self.gone:
            write_note(pencil, self.attempt.what_is_gone(self.gone[0]))
        else:
            write_note(pencil, self.attempt.news or false_starts(self.attempt, early) or self._push_note(say))

    def _push_note(self, say: Say) -> str:
        """What a push means now."""
        if self.instead:
            return say("push the dial: no race")
        return say("push the dial: give up") if self.attempt.bots else say("push the dial: nobody")


class VerdictView(ReadingView):
    """Who was first and by how much. While `gathering` it takes down the rest, and ends when nobody can come."""

    def __init__(self, attempt: RaceAttempt, verdict: Verdict, gathering: bool = False) -> None:
        super().__init__(verdict_title(attempt, verdict), verdict_lines(attempt, verdict))
        self.attempt = attempt
        self.verdict = verdict
        self.gathering = gathering

    def race(self) -> RaceState:
        """The race is judged; phones show the same verdict."""
        return RaceState("verdict", self.attempt, verdict=self.verdict)

    def tick(self, now: float) -> bool:
        """Look for hands that came after the first."""
        if not self.gathering:
            return False
        self.attempt.track.bots.move(now)
        seen = self.attempt.referee.verdict(now) or self.verdict
        changed = seen != self.verdict
        if changed:
            self.verdict = seen
            self.lines = wrapped(verdict_lines(self.attempt, seen))
        if self.attempt.referee.complete(now) or not seen.first:
            self.decide(seen)
        self.due = now + 0.05
        return changed

    def push(self) -> None:
        """Read; while others may still come, that is enough of them."""
        self.decide(self.verdict)

    def draw(self, pencil: Pencil) -> None:
        """Who was first, to be read across the table; below it what else is to be said."""
        notes = verdict_notes(self.attempt, self.verdict)
        small = fit("\n".join(notes), WIDTH, NOTES_HEIGHT, ("text", "small")) if notes else None
        bottom = HEIGHT - (small.height + 1 if small is not None else 0)
        if self.verdict.winner is None:
            words = fit(verdict_title(self.attempt, self.verdict), WIDTH, bottom, ("large", "strong", "text", "small"))
            pencil.put(1, (bottom - words.height) // 2, words)
        else:
            pencil.loud_name(self.attempt.who(self.verdict.winner), (0, 0, WIDTH, bottom))
        if small is not None:
            pencil.put(0, bottom, small)

    def second_screen(self, pencil: Pencil) -> bool:
        """Everybody who raced, in the order they came, with margins in milliseconds; then how to go on."""
        rows = verdict_rows(self.attempt, self.verdict)
        pitch = min(font("text").height + 2, (HEIGHT - LINE) // max(1, len(rows)))
        for number, (who, margin) in enumerate(rows):
            right = WIDTH - 1 - font("text").width(margin)
            name = fit(who, right - 3, pitch, ("text", "small"))
            pencil.write(0, number * pitch, name.lines[0], name.font.name)
            pencil.write(right, number * pitch, margin, "text")
        write_note(pencil, self.attempt.context.say("push the dial: go on"))
        return True

    def lights(self) -> Sequence[Light] | None:
        """The colour of the first, or the colours of a dead heat."""
        return self.attempt.colours(self.verdict.first)

    def lamps(self) -> Mapping[int, str]:
        """Only those who were first."""
        return dict.fromkeys(self.verdict.first, "fast" if self.verdict.dead_heat else "steady")


def verdict_title(attempt: RaceAttempt, verdict: Verdict, say: Say | None = None) -> str:
    """What came of it, in a few words: those of the device, or of whoever else wants to know."""
    say = say or attempt.context.say
    if verdict.lost:
        return say("Race again!")
    if verdict.dead_heat:
        return say("Dead heat!")
    if verdict.winner is None:
        return say("Nobody slapped")
    who = attempt.who(verdict.winner)
    return say("{who} was first, friendly", who=who) if verdict.friendly else say("{who} was first", who=who)


def verdict_lines(attempt: RaceAttempt, verdict: Verdict, say: Say | None = None) -> list[str]:
    """Everybody's time, and what false starts cost; who reads it elsewhere than on the device has no dial to push."""
    elsewhere, say = say is not None, say or attempt.context.say
    lines = []
    if verdict.lost:
        who = ", ".join(map(attempt.who, verdict.lost))
        return [say("Not every touch of {who} came through, so nobody can tell who was first.", who=who)]
    for slap in verdict.order:
        if slap.seat == verdict.first[0]:
            lines.append(say("{who}: {seconds:.3f} s", who=attempt.who(slap.seat), seconds=slap.after_now_ms / 1000))
        else:
            lines.append(say("{who}: +{ms:.1f} ms", who=attempt.who(slap.seat), ms=slap.margin_ms))
    if verdict.dead_heat:
        lines.append(say("Too close to call: these race again.") if elsewhere else too_close(say))
    if verdict.early:
        lines.append(false_starts(attempt, dict(verdict.early), say))
    return lines + not_fair(attempt, verdict, say)


def verdict_rows(attempt: RaceAttempt, verdict: Verdict) -> list[tuple[str, str]]:
    """Everybody in the race with what they were behind the first; those who did not slap come last, without one."""
    say = attempt.context.say
    rows = [(attempt.who(slap.seat), say("+{ms:.1f} ms", ms=slap.margin_ms)) for slap in verdict.order]
    came = {slap.seat for slap in verdict.order}
    return rows + [(attempt.who(seat.index), "-") for seat in attempt.seats if seat.index not in came]


def verdict_notes(attempt: RaceAttempt, verdict: Verdict) -> list[str]:
    """What is to be said besides the order: how quick the first was, false starts, phones."""
    say = attempt.context.say
    if verdict.lost:
        return verdict_lines(attempt, verdict)
    if verdict.dead_heat:
        return [too_close(say)]
    quickest = [slap.after_now_ms for slap in verdict.order[:1]]
    notes = [say("{seconds:.3f} s", seconds=ms / 1000) for ms in quickest]
    if verdict.early:
        notes.append(false_starts(attempt, dict(verdict.early)))
    return notes + not_fair(attempt, verdict, say)


def too_close(say: Say) -> str:
    """What a dead heat means for those in it."""
    return say("Too close to call. Push the dial: these race again.")


def not_fair(attempt: RaceAttempt, verdict: Verdict, say: Say) -> list[str]:
    """Whose times are not those of a hand on a paddle."""
    lines = []
    if verdict.friendly:
        lines.append(say("Friendly, on a phone: {who}", who=" ".join(map(attempt.sign, verdict.friendly))))
    if attempt.bots:
        lines.append(say("Bots, times by lot: {who}", who=" ".join(map(attempt.sign, attempt.bots))))
    return lines


def false_starts(attempt: RaceAttempt, early: Mapping[int, int], say: Say | None = None) -> str:
    """Who was too early, and how often."""
    say = say or attempt.context.say
    who = [f"{attempt.sign(place)} ×{times}" if times > 1 else attempt.sign(place) for place, times in early.items()]
    return say("Too early: {who}", who=", ".join(who)) if who else ""


def write_note(pencil: Pencil, text: str) -> None:
    """A line at the bottom."""
    if text:
        note = fit(text, WIDTH - 2, LINE, ("text", "small"))
        pencil.centre(HEIGHT - LINE - 1, note.lines[0], note.font.name)
