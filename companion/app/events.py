"""What an app tells its clients: one small value for each thing that can happen."""

from dataclasses import dataclass

from companion.core.session import Happened, Session


@dataclass(frozen=True, slots=True)
class MatchOpened:
    """A match was started or resumed; it is the live one now."""

    session: Session


@dataclass(frozen=True, slots=True)
class MatchClosed:
    """The live match was saved and left, or is over and made room."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A question was answered, by whoever it was."""

    session: Session
    happened: Happened


@dataclass(frozen=True, slots=True)
class Undone:
    """Answers were taken back."""

    session: Session
    happened: Happened


@dataclass(frozen=True, slots=True)
class Redone:
    """Answers that were taken back hold again."""

    session: Session
    happened: Happened


@dataclass(frozen=True, slots=True)
class Paused:
    """No time passes and nobody can answer until the match goes on."""

    session: Session


@dataclass(frozen=True, slots=True)
class Resumed:
    """The match goes on after a pause."""

    session: Session


@dataclass(frozen=True, slots=True)
class RaceMoved:
    """The race looks different; `App.races` knows how."""


@dataclass(frozen=True, slots=True)
class NoticeChanged:
    """There is something new to read before the next question, or everybody has read it."""


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """The draft of the next match is different."""


@dataclass(frozen=True, slots=True)
class PresenceChanged:
    """A participant joined, sat down, was renamed or left."""


@dataclass(frozen=True, slots=True)
class SettingChanged:
    """A setting has another value."""

    name: str


@dataclass(frozen=True, slots=True)
class FaultsChanged:
    """A part of the box failed, or works again."""


@dataclass(frozen=True, slots=True)
class OddsChanged:
    """Who is likely to win looks different."""


AppEvent = (
    MatchOpened
    | MatchClosed
    | Answered
    | Undone
    | Redone
    | Paused
    | Resumed
    | RaceMoved
    | NoticeChanged
    | LobbyChanged
    | PresenceChanged
    | SettingChanged
    | FaultsChanged
    | OddsChanged
)
