"""A race on the screens: every view draws one stage of `App.races` and turns presses into its commands."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.app.part_words import PADDLE_COUNT
from companion.app.race_track import DOME
from companion.app.race_words import (
    describe_false_starts,
    describe_gone,
    describe_objecting,
    describe_race_news,
    describe_race_result,
    describe_trouble,
    join_signs,
    list_verdict_lines,
    list_verdict_notes,
    list_verdict_rows,
    name_racer,
)
from companion.app.races import (
    COUNTS,
    CallStage,
    ClaimStage,
    CountdownStage,
    HandStage,
    InsteadStage,
    MissingStage,
    NowStage,
    RaceAttempt,
    RaceControl,
    ReadyStage,
    RefusedStage,
    SavingStage,
    Stage,
    VerdictStage,
)
from companion.core.face import BLINKS, LIGHTS, FallbackFace, Light, make_seat_light
from companion.core.question import NOBODY
from companion.core.words import Say
from companion.device.context import Context
from companion.device.fit import fit
from companion.device.font import font
from companion.device.pencil import HEIGHT, ON, WIDTH, Pencil
from companion.device.view import HELP, Sign, View
from companion.device.views.pick import PickView, Row, write_title
from companion.device.views.question import QuestionView
from companion.device.views.reading import ReadingView
from companion.device.views.seats import draw_seats

LINE = 11
NOTES_HEIGHT = 24

GO, WAIT, PHONE, SIT_OUT, INSTEAD = Sign("GO"), Sign("WAIT"), Sign("PHONE"), Sign("SIT OUT"), Sign("INSTEAD")


class FollowsRace(View):
    """A view that draws the race again when it has changed, and confirms it with a push."""

    races: RaceControl
    _version = -1

    def tick(self, now: float) -> bool:
        """Draw again if the race looks different."""
        before, self._version = self._version, self.races.version
        return before != self._version

    def push(self) -> None:
        """Confirm; the stage decides what that means."""
        self.races.confirm()


class StageView(FollowsRace):
    """A view of one stage. It is outdated as soon as the race has moved on to another."""

    def __init__(self, context: Context, stage: Stage) -> None:
        super().__init__()
        self.context = context
        self.races = context.app.races
        self.attempt: RaceAttempt = stage.attempt
        self._version = self.races.version

    @property
    def words(self) -> Say:
        """The words of the box."""
        return self.context.say

    def countdown_lights(self, left: int) -> Sequence[Light]:
        """Return the light bar with `left` steps to go until NOW!"""
        live = self.context.app.live
        face = FallbackFace() if live is None else live.face
        return face.light_countdown(left, COUNTS + 1)


class ReadyView(StageView):
    """View of the racers before the countdown, and of their taps."""

    def __init__(self, context: Context, stage: ReadyStage, title: str) -> None:
        super().__init__(context, stage)
        self.stage = stage
        self.title = title

    def dome(self) -> None:
        """Show the rules that apply to the race."""
        self.decide(HELP)

    def lamps(self) -> Mapping[int, str]:
        """Light the racers' lamps, each in its own rhythm; a tap turns the lamp off."""
        waiting = [place for place in self.attempt.hands if place not in self.stage.ready]
        return {place: "steady" if place == DOME else BLINKS[place] for place in waiting}

    def draw(self, pencil: Pencil) -> None:
        """Draw the question and the racers' symbols, underlined once they have tapped."""
        top = write_title(pencil, self.title)
        racers = self.attempt.seats
        step = WIDTH // len(racers)
        y = top + (HEIGHT - LINE - top - font("large").height) // 2
        for place, seat in enumerate(racers):
            pencil.centre(y, seat.symbol, "large", left=place * step, right=(place + 1) * step)
        write_note(pencil, self._note())
        if not self.stage.taps:
            return
        for place, seat in enumerate(racers):
            if seat.index in self.stage.ready or seat.bot:
                middle, half = place * step + step // 2, font("large").width(seat.symbol) // 2 + 2
                pencil.rectangle((middle - half, HEIGHT - LINE - 3, middle + half, HEIGHT - LINE - 2), fill=ON)

    def second_screen(self, pencil: Pencil) -> bool:
        """Draw the racers' names, when no match is being played."""
        if self.context.app.live is not None:
            return False
        names = {seat.index: seat.name for seat in self.attempt.seats}
        draw_seats(pencil, [names.get(place, "") for place in range(max(names) + 1)])
        return True

    def _note(self) -> str:
        say, stage = self.words, self.stage
        if stage.may_be_skipped and not stage.ready:
            return say("tap: ready · push: no race")
        if self.attempt.by_ark:
            return self._ark_note()
        phones = join_signs(self.attempt.friendly, say)
        if not stage.missing:
            return say("phone: {who} · push", who=phones) if phones else say("push the dial: ready")
        if stage.ready:
            return say("waiting for {who}", who=join_signs(stage.missing, say))
        return say("phone: {who} · tap", who=phones) if phones else say("tap your paddle: ready")

    def _ark_note(self) -> str:
        say = self.words
        if self.attempt.broken and self.attempt.track.misses_the_pod:
            return say("No pod: slap the Ark!")
        if self.attempt.broken and self.attempt.broken[0] >= PADDLE_COUNT:
            return say("{who} has no paddle: use the Ark", who=join_signs(self.attempt.broken, say))
        if self.attempt.broken:
            return say("paddle {n} fails: use the Ark", n=self.attempt.broken[0] + 1)
        return say("slap the Ark · push: ready")


class MissingView(PickView):
    """Choice about a racer who hasn't tapped: wait, race on a phone, or sit out."""

    def __init__(self, context: Context, stage: MissingStage) -> None:
        say = context.say
        rows = [Row(say("Wait"), WAIT), Row(say("Sit out"), SIT_OUT)]
        if context.app.invitation.address:
            rows.insert(1, Row(say("Race on a phone"), PHONE))
        super().__init__(say("{who} hasn't tapped", who=name_racer(stage.attempt, stage.place, say)), rows)
        self.stage = stage

    def lamps(self) -> Mapping[int, str]:
        """Light only the lamp of the missing racer, so that they know who is meant."""
        return {self.stage.place: "fast"}


class CallView(PickView):
    """Choice between opening the buzzers and doing something else."""

    def __init__(self, context: Context, stage: CallStage, title: str) -> None:
        say = context.say
        rows = [Row(say("Open the buzzers"), GO)]
        rows += [Row(say("Something else …"), INSTEAD)] if stage.may_be_skipped else []
        super().__init__(title, rows)
        self.stage = stage

    def dome(self) -> None:
        """Show the rules that apply to the race."""
        self.decide(HELP)

    def lamps(self) -> Mapping[int, str]:
        """Light everybody who may buzz; the lamp of a press that came too early goes out."""
        return {place: "steady" for place in self.stage.attempt.hands if place not in self.stage.early}


class CountdownView(StageView):
    """View of the countdown, with false starts and held buttons."""

    def __init__(self, context: Context, stage: CountdownStage) -> None:
        super().__init__(context, stage)
        self.stage = stage

    def lights(self) -> Sequence[Light]:
        """Return an amber bar that shrinks with every count."""
        return self.countdown_lights(self.stage.left)

    def lamps(self) -> Mapping[int, str]:
        """Light everybody who may slap at NOW!; the lamp of a false start goes out."""
        return {place: "steady" for place in self.attempt.hands if place not in self.stage.early}

    def draw(self, pencil: Pencil) -> None:
        """Draw the count, or the reason why NOW! has to wait."""
        say = self.words
        trouble = describe_trouble(self.stage, say)
        if trouble:
            pencil.put(1, 2, fit(trouble, WIDTH - 2, HEIGHT - LINE - 3, ("strong", "text", "small")))
            if not self.attempt.by_ark and self.attempt.can_use_the_ark:
                write_note(pencil, say("push the dial: slap the Ark"))
            return
        top = write_title(pencil, say("Hands off until NOW!"))
        self._draw_count(pencil, top, HEIGHT - LINE - 1)
        write_note(pencil, describe_race_news(self.attempt, say) or describe_false_starts(self.stage.early, say))

    def second_screen(self, pencil: Pencil) -> bool:
        """Draw only the count, for players on that side."""
        if not (self.stage.problems or self.stage.gone):
            self._draw_count(pencil, 0, HEIGHT)
        return True

    def _draw_count(self, pencil: Pencil, top: int, bottom: int) -> None:
        count = str(self.stage.left - 1) if self.stage.left > 1 else "…"
        pencil.loud(count, (0, top + 2, WIDTH, bottom - 2), "huge" if count.isdecimal() else "large")


class NowView(StageView):
    """View of NOW!, loud on both screens."""

    def __init__(self, context: Context, stage: NowStage) -> None:
        super().__init__(context, stage)
        self.stage = stage

    def lights(self) -> Sequence[Light]:
        """Return an all green bar: the countdown is over."""
        return self.countdown_lights(0)

    def lamps(self) -> Mapping[int, str]:
        """Light every button that may be slapped."""
        return dict.fromkeys(self.attempt.hands, "fast")

    def second_screen(self, pencil: Pencil) -> bool:
        """Draw the same word."""
        pencil.loud(self.loud_word, (2, 2, WIDTH - 2, HEIGHT - 2))
        return True

    @property
    def loud_word(self) -> str:
        """Word that opens the race."""
        say = self.words
        return say("NOW!") if self.attempt.counts_down else say("Buzz!")

    def draw(self, pencil: Pencil) -> None:
        """Draw the word as large as possible; on black, because a white field takes longer to send."""
        say = self.words
        pencil.loud(self.loud_word, (4, 3, WIDTH - 4, HEIGHT - LINE - 5))
        if self.stage.gone:
            write_note(pencil, describe_gone(self.attempt, self.stage.gone[0], say))
        else:
            early = describe_false_starts(self.stage.early, say)
            write_note(pencil, describe_race_news(self.attempt, say) or early or self._push_note())

    def _push_note(self) -> str:
        say = self.words
        if not self.attempt.counts_down:
            return say("push the dial: nobody")
        if self.stage.may_be_skipped:
            return say("push the dial: no race")
        return say("push the dial: give up") if self.attempt.bots else say("push the dial: nobody")


class VerdictView(FollowsRace, ReadingView):
    """View of the winner of a race and the margins."""

    def __init__(self, context: Context, stage: VerdictStage | ClaimStage) -> None:
        say = context.say
        super().__init__(
            describe_race_result(stage.attempt, stage.verdict, say),
            list_verdict_lines(stage.attempt, stage.verdict, say),
        )
        self.context = context
        self.races = context.app.races
        self.stage = stage
        self.attempt = stage.attempt
        self._version = self.races.version

    @property
    def gathering(self) -> bool:
        """Whether slaps after the first are still recorded."""
        return isinstance(self.stage, VerdictStage) and self.stage.gathering

    def draw(self, pencil: Pencil) -> None:
        """Draw the winner, to be read across the table, with notes below."""
        verdict = self.stage.verdict
        notes = self._list_notes()
        small = fit("\n".join(notes), WIDTH, NOTES_HEIGHT, ("text", "small")) if notes else None
        bottom = HEIGHT - (small.height + 1 if small is not None else 0)
        if verdict.winner is None:
            title = describe_race_result(self.attempt, verdict, self.context.say)
            words = fit(title, WIDTH, bottom, ("large", "strong", "text", "small"))
            pencil.put(1, (bottom - words.height) // 2, words)
        else:
            pencil.loud_name(name_racer(self.attempt, verdict.winner, self.context.say), (0, 0, WIDTH, bottom))
        if small is not None:
            pencil.put(0, bottom, small)

    def _list_notes(self) -> list[str]:
        return list_verdict_notes(self.attempt, self.stage.verdict, self.context.say)

    def second_screen(self, pencil: Pencil) -> bool:
        """Draw the racers in the order of their slaps, with margins in milliseconds, and how to go on."""
        rows = list_verdict_rows(self.attempt, self.stage.verdict, self.context.say)
        pitch = min(font("text").height + 2, (HEIGHT - LINE) // max(1, len(rows)))
        for number, (racer, margin) in enumerate(rows):
            right = WIDTH - 1 - font("text").width(margin)
            name = fit(racer, right - 3, pitch, ("text", "small"))
            pencil.write(0, number * pitch, name.lines[0], name.font.name)
            pencil.write(right, number * pitch, margin, "text")
        write_note(pencil, self._how_to_go_on())
        return True

    def _how_to_go_on(self) -> str:
        return self.context.say("push the dial: go on")

    def lights(self) -> Sequence[Light] | None:
        """Return the winner's colour, or the colours of a dead heat; None without a winning seat."""
        seats = [seat for seat in self.attempt.seats if seat.index in self.stage.verdict.first]
        return [make_seat_light(seats[light * len(seats) // LIGHTS]) for light in range(LIGHTS)] if seats else None

    def lamps(self) -> Mapping[int, str]:
        """Light only the lamps of the winners."""
        return dict.fromkeys(self.stage.verdict.first, "fast" if self.stage.verdict.dead_heat else "steady")


class ClaimView(VerdictView):
    """View of a claim. Two taps of another paddle object to the dice, a push of the dial accepts them."""

    def __init__(self, context: Context, stage: ClaimStage) -> None:
        super().__init__(context, stage)
        self.claim = stage

    def _list_notes(self) -> list[str]:
        # There is room for two lines: remarks that matter to the verdict come before the winner's time.
        time, *remarks = super()._list_notes()
        return [describe_objecting(self.claim, self.context.say), *(remarks or [time])]

    def _how_to_go_on(self) -> str:
        return describe_objecting(self.claim, self.context.say)

    def lamps(self) -> Mapping[int, str]:
        """Light the players who may object, once their taps count; blink faster after a first tap."""
        if not self.claim.listening:
            return {}
        return {place: "fast" if place in self.claim.tapped_once else "slow" for place in self.claim.others.places}


class HandView(QuestionView):
    """List of players whose hand it may have been. Their paddles answer too, because the hand is still on the dome."""

    def __init__(self, context: Context, stage: HandStage) -> None:
        say, attempt = context.say, stage.attempt
        rows = [Row(name_racer(attempt, seat.index, say), seat, paddle=seat.index) for seat in attempt.people]
        super().__init__(say("Whose hand was it?"), rows)

    def dome(self) -> None:
        """Do nothing: the hand that slapped may still rest on the Ark."""


class RaceSavingView(StageView):
    """View while the answer of a race is saved."""

    def push(self) -> None:
        """Do nothing: the decision is being saved."""

    def back(self) -> None:
        """Do nothing: the decision is being saved."""

    def draw(self, pencil: Pencil) -> None:
        """Say that the answer is being saved."""
        write_title(pencil, self.words("Saving …"), "", "strong")


class RaceRefusedView(ReadingView):
    """Reason why the answer of a race couldn't be saved."""

    def __init__(self, context: Context, stage: RefusedStage) -> None:
        super().__init__(context.say("That didn't work"), [context.say.phrase(stage.error)])
        self._races = context.app.races

    def push(self) -> None:
        """Go on: the race is run again."""
        self._races.confirm()


def instead_rows(stage: InsteadStage, rows: Sequence[Row], say: Say) -> list[Row]:
    """Return alternatives to a race. Before it, the race may begin too; after NOW!, maybe nobody slapped."""
    if stage.called:
        if not stage.attempt.counts_down:
            return [Row(say("Nobody knows"), NOBODY), *rows]
        return [*rows, Row(say("Nobody slapped"), NOBODY)]
    return [Row(say("Race!"), GO), *rows] if stage.can_start else list(rows)


VIEWS: dict[type[Stage], Callable[[Context, Any], View]] = {
    MissingStage: MissingView,
    CountdownStage: CountdownView,
    NowStage: NowView,
    ClaimStage: ClaimView,
    VerdictStage: VerdictView,
    HandStage: HandView,
    RefusedStage: RaceRefusedView,
    SavingStage: RaceSavingView,
}


def view_of(context: Context, stage: Stage, title: str) -> View:
    """Return the view that draws a stage, except for `InsteadStage`, which the walk handles."""
    if isinstance(stage, ReadyStage):
        return ReadyView(context, stage, title)
    if isinstance(stage, CallStage):
        return CallView(context, stage, title)
    return VIEWS[type(stage)](context, stage)


def write_note(pencil: Pencil, text: str) -> None:
    """Write a line at the bottom."""
    if text:
        note = fit(text, WIDTH - 2, LINE, ("text", "small"))
        pencil.centre(HEIGHT - LINE - 1, note.lines[0], note.font.name)
