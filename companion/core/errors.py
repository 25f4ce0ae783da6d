"""Errors a person can act on: each names the thing, what was wrong, and what to do next."""

from __future__ import annotations

from functools import reduce

from companion.core.grammar import GRAMMARS

# exported here, where every other module imports it
from drivers.errors import N_ as N_
from drivers.errors import ArksideError as ArksideError
from drivers.errors import Sentence as Sentence

TYPE_CHECKING = False  # importing `typing` takes as long as all else that --help needs
if TYPE_CHECKING:
    from collections.abc import Sequence


def NOUN_(text: str) -> str:
    """Mark a noun for translation, which tells its gender and number too, for sentences that agree with it."""
    return text


class Phrase(Sentence):
    """A part of a sentence that is translated by itself, and that the sentence can ask for the form it needs."""

    @classmethod
    def from_error(cls, error: ArksideError) -> Phrase:
        """Return the message of an error as a part of another sentence."""
        return cls(error.message, **error.values)

    def __format__(self, form: str) -> str:
        return format(GRAMMARS["en"].word(str(self)), form)


class NounPhrase(Phrase):
    """A noun, which sentences ask for the form they need."""

    def __format__(self, form: str) -> str:
        return format(GRAMMARS["en"].noun(self.message), form)


def join_reasons(reasons: Sequence[Phrase]) -> Phrase:
    """Join several reasons into one phrase; each is still translated on its own."""
    return reduce(lambda joined, reason: Phrase(N_("{one}; {other}"), one=joined, other=reason), reasons)


class NotAChoice(ArksideError, ValueError):
    """The answer is not one of the choices of the question."""

    code = "not-a-choice"


class DoubtfulAnswer(NotAChoice):
    """The answer is not one of the choices, but people may enter it anyway."""

    code = "doubtful"

    def __init__(self, message: str, choice: str, **values: object) -> None:
        super().__init__(message, choice=choice, **values)
        self.choice = choice
        """Id of the doubtful choice, without the prefix that confirms it."""


class NothingToAnswer(ArksideError, ValueError):
    """The match is over, or there is nothing to take back."""

    code = "nothing-to-do"


class MatchOver(NothingToAnswer):
    """The match is over: there is no question."""

    code = "match-over"


class MatchPaused(ArksideError, RuntimeError):
    """Nobody can answer while the match is paused."""

    code = "paused"


class StaleQuestion(ArksideError, RuntimeError):
    """The question was already answered: another client was quicker."""

    code = "stale-question"


class NotYourSeat(ArksideError, PermissionError):
    """The question is for another player."""

    code = "not-your-seat"


class SetupError(ArksideError, ValueError):
    """The set-up of a match is wrong: seats, options, seed or deal."""

    code = "bad-setup"
    asked_wrongly = True


class UnknownGame(ArksideError, LookupError):
    """No game of that name is installed."""

    code = "unknown-game"
    asked_wrongly = True


class GameMissing(UnknownGame):
    """A match is of a game that is not installed; it waits until it is."""

    code = "game-missing"


class BadPlugin(UnknownGame):
    """A game of another package can't be played here; all others can."""

    code = "bad-plugin"


class ContractBroken(ArksideError, RuntimeError):
    """The rules of a game failed or broke the contract; the match is unchanged."""

    code = "contract"


class UnknownBot(ArksideError, LookupError):
    """No bot of that name plays this game."""

    code = "unknown-bot"
    asked_wrongly = True


class NoOdds(ArksideError, ValueError):
    """Too little of this match was entered to simulate how it could end."""

    code = "no-odds"


class NoHint(ArksideError, ValueError):
    """There's nothing to decide now, or too little is known for a hint."""

    code = "no-hint"


class BoxError(ArksideError, ValueError):
    """A box file contains an impossible value."""

    code = "bad-box"


class SettingsError(ArksideError, ValueError):
    """The settings file contains an impossible value."""

    code = "bad-settings"


class JournalError(ArksideError, RuntimeError):
    """The journal can't be read or written; it was left untouched."""

    code = "journal"


class JournalDamaged(JournalError):
    """The file of the journal exists but is no longer a readable database."""

    code = "journal-damaged"


class RulesChanged(JournalError):
    """Today's rules would play a match differently; it can be viewed as it was saved."""

    code = "rules-changed"


class JournalBusy(JournalError):
    """Another program is writing to the journal right now; try again a little later."""

    code = "journal-busy"


class OpenElsewhere(JournalError):
    """Another program has this match open."""

    code = "open-elsewhere"


class WrittenElsewhere(JournalError):
    """The match changed in the journal: another program wrote to it."""

    code = "written-elsewhere"


class UnknownMatch(ArksideError, LookupError):
    """The journal has no match of that number."""

    code = "unknown-match"
    asked_wrongly = True


class StillPlayed(ArksideError, PermissionError):
    """The match is not over and contains secrets."""

    code = "still-played"


class ExportError(ArksideError, ValueError):
    """A file to import is not an exported match that this version understands."""

    code = "bad-export"
