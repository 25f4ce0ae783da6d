"""Texts about a race, the same for every client, each in its own language."""

from collections.abc import Mapping, Sequence

from companion.app.part_words import describe_fault, translate_wire
from companion.app.race_track import DOME
from companion.app.races import OBJECTING, ClaimStage, CountdownStage, RaceAttempt
from companion.core.seat import SYMBOLS
from companion.core.words import Say
from drivers.referee import PHONE, POD, ButtonProblem, Verdict


def sign_of(place: int, say: Say) -> str:
    """Return the sign of a seat, or the name of the dome."""
    return say("Ark") if place == DOME else SYMBOLS[place]


def join_signs(places: Sequence[int], say: Say) -> str:
    """Return the signs of several seats."""
    return " ".join(sign_of(place, say) for place in places)


def name_racer(attempt: RaceAttempt, place: int, say: Say) -> str:
    """Return the sign and the name of the player at this button."""
    names = [seat.name for seat in attempt.seats if seat.index == place]
    return " ".join([sign_of(place, say), *names])


def describe_race_news(attempt: RaceAttempt, say: Say) -> str:
    """Return the text about a change in the middle of the race; empty if there was none."""
    if attempt.news is None:
        return ""
    if attempt.news.kind == "use-paddle":
        return say("{who}: slap the paddle!", who=join_signs(attempt.news.places, say))
    return say("No pod: slap the Ark!") if attempt.news.kind == "no-pod" else say("Slap the Ark!")


def describe_gone(attempt: RaceAttempt, place: int, say: Say) -> str:
    """Return the text about a seat's button that is gone."""
    source = attempt.track.get_race_source(place)
    if source is POD:
        return say("No pod. Plug it in again.")
    if source is PHONE:
        return say("Phone disconnected: {who}", who=name_racer(attempt, place, say))
    return say("Paddle not working: {who}", who=name_racer(attempt, place, say))


def describe_trouble(stage: CountdownStage, say: Say) -> str:
    """Return why NOW! is delayed: a button is gone, stuck or held; empty if nothing is wrong."""
    attempt = stage.attempt
    if stage.gone:
        return describe_gone(attempt, stage.gone[0], say)
    if not stage.problems:
        return ""
    place, problem = next(iter(stage.problems.items()))
    who = name_racer(attempt, place, say)
    if problem is ButtonProblem.LEANING:
        return say("{who}: let go of the button!", who=who)
    wire = translate_wire(say, attempt.track.wire(place))
    return say("Stuck button: {who}. Check {wire}", who=who, wire=wire)


def describe_race_result(attempt: RaceAttempt, verdict: Verdict, say: Say) -> str:
    """Return the outcome of a race in a few words."""
    if verdict.lost:
        return say("Race again!")
    if verdict.dead_heat:
        return say("Dead heat!")
    if verdict.winner is None:
        return say("Nobody slapped")
    return say("{who} was first", who=name_racer(attempt, verdict.winner, say))


def list_verdict_lines(attempt: RaceAttempt, verdict: Verdict, say: Say) -> list[str]:
    """Return everybody's time, false starts, and whose times are not comparable."""
    if verdict.lost:
        return [_describe_lost(attempt, verdict, say)]
    lines = []
    for slap in verdict.order:
        who = name_racer(attempt, slap.seat, say)
        if slap.seat == verdict.first[0]:
            lines.append(say("{who}: {seconds:.3f} s", who=who, seconds=slap.after_now_ms / 1000))
        else:
            lines.append(say("{who}: +{ms:.1f} ms", who=who, ms=slap.margin_ms))
    if verdict.dead_heat:
        names = [name_racer(attempt, seat.index, say) for seat in attempt.tied_seats(verdict)]
        lines.append(say("Too close to call: {names} race again.", names=say.join_names(names)))
    if verdict.early:
        lines.append(describe_false_starts(dict(verdict.early), say))
    return lines + describe_unfair(attempt, verdict, say)


def list_verdict_notes(attempt: RaceAttempt, verdict: Verdict, say: Say) -> list[str]:
    """Return remarks on the order: the winner's time, false starts, phones and bots."""
    if verdict.lost:
        return [_describe_lost(attempt, verdict, say)]
    if verdict.dead_heat:
        who = join_signs([seat.index for seat in attempt.tied_seats(verdict)], say)
        return [say("Too close to call. Push the dial: {who} race again.", who=who)]
    notes = [say("{seconds:.3f} s", seconds=slap.after_now_ms / 1000) for slap in verdict.order[:1]]
    if verdict.early:
        notes.append(describe_false_starts(dict(verdict.early), say))
    return notes + describe_unfair(attempt, verdict, say)


def list_verdict_rows(attempt: RaceAttempt, verdict: Verdict, say: Say) -> list[tuple[str, str]]:
    """Return everybody with their distance to the winner; those who did not slap come last, without a figure."""
    rows = [(name_racer(attempt, slap.seat, say), say("+{ms:.1f} ms", ms=slap.margin_ms)) for slap in verdict.order]
    slapped = {slap.seat for slap in verdict.order}
    return rows + [(name_racer(attempt, seat.index, say), "-") for seat in attempt.seats if seat.index not in slapped]


def describe_false_starts(early: Mapping[int, int], say: Say) -> str:
    """Return who started too early, and how often; empty if nobody did."""
    who = [f"{sign_of(place, say)} ×{times}" if times > 1 else sign_of(place, say) for place, times in early.items()]
    return say("Too early: {who}", who=", ".join(who)) if who else ""


def describe_unfair(attempt: RaceAttempt, verdict: Verdict, say: Say) -> list[str]:
    """Return whose times can't be compared with those of hands on paddles."""
    lines = []
    if verdict.friendly:
        lines.append(say("On a phone, just for fun: {who}", who=join_signs(verdict.friendly, say)))
    if attempt.bots:
        lines.append(say("Bots, random times: {who}", who=join_signs(attempt.bots, say)))
    return lines


def describe_objecting(stage: ClaimStage, say: Say, has_buttons: bool = False) -> str:
    """Return how others object to the winner's dice; before taps count, that they should look at them.

    `has_buttons` is for pages with buttons for right and wrong, which must say what to tap twice.
    """
    if not stage.listening:
        return say("Check the dice!")
    if stage.tapped_once:
        return say("{who}: tap again if it's wrong", who=join_signs(stage.tapped_once, say))
    if len(stage.others.friendly) == len(stage.others.places):
        return say("Wrong? Say so ({n:.0f} s)", n=OBJECTING)
    if has_buttons:
        return say("Wrong? Say so here, or tap your paddle twice ({n:.0f} s)", n=OBJECTING)
    return say("Wrong? Tap twice ({n:.0f} s)", n=OBJECTING)


def _describe_lost(attempt: RaceAttempt, verdict: Verdict, say: Say) -> str:
    if attempt.faults:
        (place, fault), *_ = attempt.faults.items()
        who = name_racer(attempt, place, say)
        return say("Doesn't count: {who} ({fault})", who=who, fault=describe_fault(say, fault))
    who = ", ".join(name_racer(attempt, place, say) for place in verdict.lost)
    return say("Some slaps got lost ({who}), so nobody can tell who was first.", who=who)
