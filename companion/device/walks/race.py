"""Showing a race: one view for each stage, and what people pick there as commands for `App.races`."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from companion.app.race_words import name_racer
from companion.app.races import CallStage, HandStage, InsteadStage, MissingStage, RaceControl, Stage, VerdictStage
from companion.device.context import Context
from companion.device.view import BACK, STALE, Walk, run_until
from companion.device.views.code import CodeView
from companion.device.views.pick import Row
from companion.device.views.question import choose
from companion.device.views.race import GO, INSTEAD, PHONE, SIT_OUT, WAIT, instead_rows, view_of
from companion.device.walks.phones import offer_phones


def show_race(context: Context, title: str, instead: Sequence[Row] = ()) -> Walk[Any]:
    """Show the race until it's over; returns BACK or HELP if the user wants that. `instead` may replace a race."""
    races = context.app.races
    while (stage := races.stage) is not None:
        result = yield from run_until(partial(has_moved_on, races, stage), show_stage(context, stage, title, instead))
        if result is STALE:
            continue
        if result is BACK and isinstance(stage, MissingStage | InsteadStage) and not is_called(stage):
            races.go_back()
        elif result is BACK and isinstance(stage, VerdictStage) and stage.verdict.choice is not None:
            races.confirm()  # the verdict was read; only an unfinished race can be left
        elif isinstance(stage, CallStage) and result in (GO, INSTEAD):
            (races.confirm if result is GO else races.skip)()
        elif isinstance(stage, MissingStage):
            (races.leave_out_missing if result is SIT_OUT else races.wait_for_missing)()
        elif isinstance(stage, InsteadStage) and result is not BACK:
            races.start_anyway() if result is GO else races.choose_instead(result)
        elif isinstance(stage, HandStage) and result is not BACK:
            races.name_hand(result)
        else:
            return result
    return None


def has_moved_on(races: RaceControl, stage: Stage) -> bool:
    """Whether the race is at another stage now."""
    return races.stage is not stage


def is_called(stage: Stage) -> bool:
    """Whether NOW! was called before this stage."""
    return isinstance(stage, InsteadStage) and stage.called


def show_stage(context: Context, stage: Stage, title: str, instead: Sequence[Row]) -> Walk[Any]:
    """Show one stage; returns what was picked where there is something to pick."""
    if isinstance(stage, InsteadStage):
        say = context.say
        title = say("No race: what happened?") if stage.attempt.counts_down else say("What else?")
        return (yield from choose(title, instead_rows(stage, instead, say), "", None))
    result = yield view_of(context, stage, title)
    if result is PHONE and isinstance(stage, MissingStage):
        if (yield from offer_phones(context)):
            yield make_phone_view(context, stage)
        return WAIT
    return result


def make_phone_view(context: Context, stage: MissingStage) -> CodeView:
    """Return the view that shows where a phone finds the page to race on."""
    say, invitation = context.say, context.app.invitation
    name = name_racer(stage.attempt, stage.place, say)
    text = say("{who}: open this page, take your seat and tap there.", who=name)
    return CodeView(say("Race on a phone"), f"{text}\n{invitation.address}", invitation.link())
