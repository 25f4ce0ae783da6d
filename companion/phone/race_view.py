"""The race as a phone shows it: its state for one seat, and the buttons that make sense now."""

from typing import Any, NamedTuple

from companion.app.app import App
from companion.app.race_track import DOME
from companion.app.race_words import (
    describe_objecting,
    describe_race_result,
    describe_trouble,
    list_verdict_lines,
    name_racer,
)
from companion.app.races import (
    CallStage,
    ClaimStage,
    CountdownStage,
    HandStage,
    InsteadStage,
    MissingStage,
    NowStage,
    ReadyStage,
    RefusedStage,
    Stage,
    VerdictStage,
)
from companion.core.question import COUNTDOWN, NOBODY, Race
from companion.core.seat import Seat
from companion.core.session import Session
from companion.core.words import Say
from companion.phone.words import words_with
from drivers.referee import PHONE

Button = tuple[str, str, dict[str, Any]]
"""Label of a button and the race request it makes: its `act` and further fields."""


class Moment(NamedTuple):
    """A race at one moment: `state` is for the page, the rest is read by people."""

    state: str
    title: str
    lines: tuple[str, ...] = ()
    winner: int | None = None
    """Seat that was first, for its colour; None before the verdict, or if it was nobody's own paddle or phone."""


def describe_race(
    app: App, phone: object, seat: int | None, language: str, *, may_act: bool = True
) -> dict[str, Any] | None:
    """Return the race for one phone; None while there is none. `joined` says whether this phone slaps for its seat.

    Phones that may not act, such as those of spectators, get no buttons.
    """
    stage = app.races.stage
    session = app.live
    say = words_with(language, None if session is None else session.game)
    joined = seat is not None and app.track.phones.find_seat(phone) == seat
    question = None if session is None else session.question
    buzzes = isinstance(question, Race) and question.start != COUNTDOWN
    about = {
        "joined": joined,
        "buzzer": buzzes,
        "paddle": seat is not None and app.track.has_paddle(seat),
        "reads": False,
        "buttons": [],
    }
    if stage is None:
        racers = [] if session is None else find_waiting_racers(session)
        missing = [racer for racer in racers if not racer.bot and app.track.find_unfit([racer.index])]
        if not missing or not app.track.find_unfit([DOME]):  # it begins in a moment
            return None
        who = ", ".join(racer.signed for racer in missing)
        moment = Moment("idle", say("Slap on your phones"), (say("Still missing: {who}", who=who),))
        idle = _add_prompt(app, moment, say)
        return {**idle._asdict(), **about, "racing": seat in [racer.index for racer in racers]}
    inside = seat is not None and any(racer.index == seat for racer in stage.attempt.seats)
    # players who may not buzz are told so, even if they have a paddle; a judge follows the race like a spectator
    is_judge = buzzes and seat is not None and seat == find_judge(app)
    is_addressed = (joined or (buzzes and not inside)) and not is_judge
    moment = describe_moment(app, stage, seat if is_addressed else None, say)
    reads = isinstance(stage, RefusedStage) or (isinstance(stage, VerdictStage) and not stage.gathering)
    offered = list_buttons(app, stage, say) if may_act and not (inside and is_judge_here(app, stage)) else []
    buttons = [(label, act, {**extra, "stage": stage.kind}) for label, act, extra in offered]
    return {
        **moment._asdict(), **about, "racing": inside and not stage.attempt.by_ark, "reads": reads, "buttons": buttons,
    }  # fmt: skip


def is_judge_here(app: App, stage: Stage) -> bool:
    """Whether a player with a phone of their own judges the race, so that those who race can't end it."""
    is_open = isinstance(stage, CallStage | NowStage | InsteadStage) and not stage.attempt.counts_down
    return is_open and find_judge(app) in app.presence.holders()


def find_judge(app: App) -> int | None:
    """Return the seat that judges the race of the live match; None if nobody in particular does."""
    judge = None if app.live is None or app.live.question is None else app.live.question.about
    return judge.index if isinstance(judge, Seat) else None


def find_waiting_racers(session: Session) -> list[Seat]:
    """Return the racers while the match waits for a race to begin."""
    question = session.question
    if session.paused or not isinstance(question, Race) or session.find_bot(question) is not None:
        return []
    return [session.seats[seat] for seat in question.seats]


def describe_moment(app: App, stage: Stage, seat: int | None, say: Say) -> Moment:
    """Return the race for a seat that slaps on its phone, or for None, who watches or slaps a paddle."""
    attempt = stage.attempt
    if isinstance(stage, VerdictStage | ClaimStage):
        lines = list_verdict_lines(attempt, stage.verdict, say)
        if isinstance(stage, ClaimStage):  # the question that the buttons answer
            question = app.match.get_voice(say.language).prompt(stage.claim, app.match.match.table)
            lines = [question, describe_objecting(stage, say, has_buttons=True), *lines]
        winner = next((seat.index for seat in attempt.seats if seat.index == stage.verdict.winner), None)
        return Moment("verdict", describe_race_result(attempt, stage.verdict, say), tuple(lines), winner)
    if isinstance(stage, RefusedStage):
        return Moment("verdict", say("That didn't work"), (say.phrase(stage.error),))
    if isinstance(stage, HandStage):
        return Moment("look", say("Whose hand was it?"))
    if isinstance(stage, InsteadStage):
        return Moment("look", say("No race: what happens instead?") if attempt.counts_down else say("What else?"))
    reason = _explain_wait(app, stage, seat, say)
    moment = Moment("wait", reason) if reason else _describe_running(stage, seat, say)
    return _add_prompt(app, moment, say) if isinstance(stage, ReadyStage) else moment


def _add_prompt(app: App, moment: Moment, say: Say) -> Moment:
    """Return a moment before a race with what hands must do meanwhile: reveal a card, take dice."""
    if app.live is None or not isinstance(app.live.question, Race):
        return moment
    prompt = app.live.get_voice(say.language).prompt(app.live.question, app.live.match.table)
    return moment._replace(lines=(prompt, *moment.lines))


def _describe_running(stage: Stage, seat: int | None, say: Say) -> Moment:
    if isinstance(stage, MissingStage):
        return Moment("ready", say("{who} hasn't tapped", who=name_racer(stage.attempt, stage.place, say)))
    if isinstance(stage, ReadyStage):
        return _describe_ready(stage, seat, say)
    if isinstance(stage, CountdownStage | CallStage) and seat is not None and seat in stage.early:
        return Moment("early", say("Too early!"), (say("Locked for ¼ s"),))
    if isinstance(stage, CountdownStage):
        count = str(stage.left - 1) if stage.left > 1 else "…"
        return Moment("armed", count, (describe_trouble(stage, say) or say("Hands off until NOW!"),))
    if isinstance(stage, CallStage):
        return Moment("armed", say("Listen …"), (say("The buzzers open when the question was read."),))
    return Moment("now", say("NOW!") if stage.attempt.counts_down else say("Buzz!"))


def _describe_ready(stage: ReadyStage, seat: int | None, say: Say) -> Moment:
    if seat is None or not stage.taps:
        return Moment("look" if seat is None else "ready", say("Get ready"))
    warning = say("Phones add a delay – phone slaps are just for fun.")
    title = say("You're ready") if seat in stage.ready else say("Tap when you're ready")
    return Moment("ready", title, (warning,))


def _explain_wait(app: App, stage: Stage, seat: int | None, say: Say) -> str:
    """Return why that seat cannot slap on its phone in this race; empty if it can."""
    if stage.attempt.by_ark:
        return say("Everyone slaps the Ark")
    if seat is None:
        return ""
    if seat not in stage.attempt.places:
        return say("You're not in this race")
    late = not isinstance(stage, ReadyStage | MissingStage) and app.track.get_race_source(seat) is not PHONE
    return say("You'll join in the next race") if late else ""


def list_buttons(app: App, stage: Stage, say: Say) -> list[Button]:
    """Return the buttons of this stage: the same actions as on the dial."""
    attempt, buttons = stage.attempt, list[Button]()
    if isinstance(stage, ReadyStage) and stage.may_be_skipped and not stage.ready:
        buttons = [(say("No race"), "confirm", {})]
    elif isinstance(stage, ReadyStage) and (stage.ready or not stage.missing):
        buttons = [(say("Go on"), "confirm", {})]
    elif isinstance(stage, MissingStage):
        buttons = [(say("Wait"), "wait", {}), (say("Sit out"), "leave_out", {})]
    elif isinstance(stage, CountdownStage) and stage.can_use_the_ark:
        buttons = [(say("Slap the Ark"), "confirm", {})]
    elif isinstance(stage, CountdownStage) and stage.gone:
        buttons = [(say("Back"), "back", {})]
    elif isinstance(stage, CallStage):
        buttons = [(say("Open the buzzers"), "confirm", {})]
        buttons += [(say("Something else …"), "skip", {})] if stage.may_be_skipped else []
    elif isinstance(stage, NowStage) and not attempt.counts_down:
        buttons = [(say("Nobody knows"), "confirm", {})]
    elif isinstance(stage, NowStage):
        buttons = [(say("No race") if stage.may_be_skipped else say("Nobody slaps"), "confirm", {})]
    elif isinstance(stage, HandStage):
        buttons = [(name_racer(attempt, seat.index, say), "hand", {"seat": seat.index}) for seat in attempt.people]
    elif isinstance(stage, ClaimStage):
        buttons = [(say("Right"), "confirm", {}), (say("Wrong"), "object", {})]
    elif isinstance(stage, InsteadStage):
        buttons = _list_replacements(app, stage, say)
    return buttons


def _list_replacements(app: App, stage: InsteadStage, say: Say) -> list[Button]:
    session = app.match
    question, voice = session.question, session.get_voice(say.language)
    assert question is not None
    buttons: list[Button] = [
        (
            voice.label_text(choice, question, session.match.table),
            "instead",
            {"choice": str(choice)},
        )
        for choice in stage.choices
    ]
    if stage.called:
        if not stage.attempt.counts_down:
            return [(say("Nobody knows"), "instead", {"choice": NOBODY.id}), *buttons]
        return [*buttons, (say("Nobody slapped"), "instead", {"choice": NOBODY.id})]
    start: list[Button] = [(say("Race!"), "start", {})] if stage.can_start else []
    return [*start, *buttons, (say("Back"), "back", {})]
