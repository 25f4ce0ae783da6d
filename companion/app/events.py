"""Events that an app publishes to its clients: one small class for each thing that can happen."""

from dataclasses import dataclass

from companion.core.session import MoveResult, Session


class AppEvent:
    """Something that happened to the app."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class MatchOpened(AppEvent):
    """A match was started or resumed; it is the live one now."""

    session: Session


@dataclass(frozen=True, slots=True)
class MatchClosed(AppEvent):
    """The live match was saved and left, or was over and made room for another."""


@dataclass(frozen=True, slots=True)
class Answered(AppEvent):
    """A question was answered by a person or a bot."""

    session: Session
    happened: MoveResult


@dataclass(frozen=True, slots=True)
class Undone(AppEvent):
    """Answers were undone."""

    session: Session
    happened: MoveResult


@dataclass(frozen=True, slots=True)
class Redone(AppEvent):
    """Undone answers were restored."""

    session: Session
    happened: MoveResult


@dataclass(frozen=True, slots=True)
class Paused(AppEvent):
    """The match was paused: the clock stops and nobody can answer."""

    session: Session


@dataclass(frozen=True, slots=True)
class Resumed(AppEvent):
    """The match goes on after a pause."""

    session: Session


@dataclass(frozen=True, slots=True)
class RaceMoved(AppEvent):
    """The race looks different; see `App.races`."""


@dataclass(frozen=True, slots=True)
class NoticeChanged(AppEvent):
    """There is a new notice, or the last one was dismissed."""


@dataclass(frozen=True, slots=True)
class StepTicked(AppEvent):
    """A player ticked off a step that hands had to do; see `App.ticked`."""


@dataclass(frozen=True, slots=True)
class LobbyChanged(AppEvent):
    """The draft of the next match is different."""


@dataclass(frozen=True, slots=True)
class PresenceChanged(AppEvent):
    """A participant joined, sat down, was renamed or left."""


@dataclass(frozen=True, slots=True)
class SettingChanged(AppEvent):
    """A setting has another value."""

    name: str


@dataclass(frozen=True, slots=True)
class FaultsChanged(AppEvent):
    """A part of the box failed, or works again."""


@dataclass(frozen=True, slots=True)
class ProblemsChanged(AppEvent):
    """A problem found at start-up was read, or another came up; see `App.problems`."""


@dataclass(frozen=True, slots=True)
class OddsChanged(AppEvent):
    """The odds changed."""


@dataclass(frozen=True, slots=True)
class HintChanged(AppEvent):
    """A hint was asked for, found or dropped; see `App.hints`."""


@dataclass(frozen=True, slots=True)
class SelfTestMoved(AppEvent):
    """The self-test began, asks for another part, or ended; see `App.self_test`."""
