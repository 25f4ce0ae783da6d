"""Plain words and a plain face, for games that have none and for those whose own fail in the middle of a match."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from companion.core.checks import wrong_lights, wrong_tune
from companion.core.cue import Cue
from companion.core.errors import ArksideError
from companion.core.face import DARK, LIGHTS, Face, Light, Pencil, PlainFace
from companion.core.facts import Change
from companion.core.game import Game, Guesswork, Outcome, Voice
from companion.core.ledger import Entry
from companion.core.question import Question
from companion.core.seat import Seat

T = TypeVar("T")
Lighting = Callable[..., Sequence[Light]]
WHOLE_SCREEN = (0, 0, 127, 63)

log = logging.getLogger(__name__)


class PlainVoice(Voice):
    """Everything by its id: no beauty, but a match can be played to its end with it."""

    def prompt(self, question: Question, table: Any) -> str:
        """Who is asked, and what."""
        ask = question.ask.replace("_", " ")
        return f"{table.seats[question.seat].name}: {ask}" if question.seat >= 0 else ask

    def choice(self, choice: Any, question: Question, table: Any) -> str:
        """The id of the choice."""
        return str(choice)

    def fact(self, name: str, table: Any) -> str:
        """The name of the fact."""
        return name

    def value(self, name: str, value: str, table: Any) -> str:
        """The value as it is."""
        return value

    def reason(self, entry: Entry) -> str:
        """The name of the reason."""
        return entry.reason

    def help(self, question: Question, table: Any) -> list[str]:
        """Nothing is known."""
        return []


def voice_of(game: Game, language: str) -> Voice:
    """A game in that language; where its own words fail, plain ones take their place."""
    say = game.say(language)
    try:
        return SafeVoice(game.voice(say), game.id)
    except Exception as why:
        _note(game.id, "voice", why)
        return PlainVoice(say)


def face_of(game: Game) -> Face:
    """How a game looks; where its own face fails, the plain one takes its place."""
    try:
        return SafeFace(game.face(), game.id)
    except Exception as why:
        _note(game.id, "face", why)
        return PlainFace()


_noted: set[tuple[str, str]] = set()


def _note(game: str, what: str, why: Exception) -> None:
    """Write down what failed, once for each thing: it would fail at every question."""
    if (game, what) not in _noted:
        _noted.add((game, what))
        log.warning("%s: %s failed (%s: %s); a plain one is used", game, what, type(why).__name__, why)
        log.debug("%s", game, exc_info=why)


class SafeVoice(PlainVoice):
    """A game's own words; each phrase that cannot be made is replaced by the plain one."""

    def __init__(self, voice: Voice, game: str) -> None:
        super().__init__(voice.say)
        self._own = voice
        self._game = game

    def _try(self, own: Callable[..., T], plain: Callable[..., T], *about: Any) -> T:
        try:
            return own(*about)
        except ArksideError:
            raise
        except Exception as why:
            _note(self._game, f"voice.{own.__name__}", why)
            return plain(*about)

    def prompt(self, question: Question, table: Any) -> str:
        """The question as one sentence."""
        return self._try(self._own.prompt, super().prompt, question, table)

    def choice(self, choice: Any, question: Question, table: Any) -> str:
        """One choice."""
        return self._try(self._own.choice, super().choice, choice, question, table)

    def guessed(self, choice: Any, question: Question, table: Any) -> bool:
        """Whether a choice is only guessed."""
        return self._try(self._own.guessed, super().guessed, choice, question, table)

    def marked(self, words: str) -> str:
        """Words for a guess."""
        return self._try(self._own.marked, super().marked, words)

    def worded(self, choice: Any, question: Question, table: Any) -> str:
        """An answer in words."""
        return self._try(self._own.worded, super().worded, choice, question, table)

    def label(self, choice: Any, question: Question, table: Any) -> str:
        """A choice as lists show it."""
        return self._try(self._own.label, super().label, choice, question, table)

    def unseen(self, question: Question, table: Any) -> str:
        """What others read instead of a secret answer."""
        return self._try(self._own.unseen, super().unseen, question, table)

    def guesswork(self, guesswork: Guesswork) -> str:
        """How much is guessed."""
        return self._try(self._own.guesswork, super().guesswork, guesswork)

    def ahead(self, choice: Any, question: Question, table: Any) -> bool:
        """Whether a choice stays in front of a long list."""
        return self._try(self._own.ahead, super().ahead, choice, question, table)

    def fact(self, name: str, table: Any) -> str:
        """What a fact is about."""
        return self._try(self._own.fact, super().fact, name, table)

    def value(self, name: str, value: str, table: Any) -> str:
        """What a fact says."""
        return self._try(self._own.value, super().value, name, value, table)

    def reason(self, entry: Entry) -> str:
        """Why points were given."""
        return self._try(self._own.reason, super().reason, entry)

    def change(self, change: Change, table: Any) -> str:
        """A fact that is different now."""
        return self._try(self._own.change, super().change, change, table)

    def points(self, entry: Entry, points: int, table: Any) -> str:
        """Points that were given just now."""
        return self._try(self._own.points, super().points, entry, points, table)

    def cue(self, cue: Cue, table: Any) -> str:
        """What hands must do."""
        return self._try(self._own.cue, super().cue, cue, table)

    def outcome(self, outcome: Outcome, table: Any) -> str:
        """Who won, and why."""
        return self._try(self._own.outcome, super().outcome, outcome, table)

    def help(self, question: Question, table: Any) -> list[str]:
        """The rules that bear on a question."""
        return self._try(self._own.help, super().help, question, table)

    def missing(self, id: str, question: Question, table: Any) -> str:
        """What is not offered, by its name."""
        return self._try(self._own.missing, super().missing, id, question, table)

    def refused(self, question: Question, table: Any) -> Mapping[str, list[str]] | None:
        """What people may look for and not find."""
        return self._try(self._own.refused, super().refused, question, table)

    def elsewhere(self, question: Question, table: Any) -> Mapping[str, list[str]]:
        """Pieces that plainly are somewhere else."""
        return self._try(self._own.elsewhere, super().elsewhere, question, table)

    def heading(self, table: Any) -> str:
        """One short line above the board."""
        return self._try(self._own.heading, super().heading, table)

    def board(self, table: Any) -> list[str]:
        """The table in lines of text."""
        return self._try(self._own.board, super().board, table)

    def overview(self, table: Any) -> Mapping[str, list[str]]:
        """What people may want to look up."""
        return self._try(self._own.overview, super().overview, table)

    def picture_words(self, table: Any) -> Mapping[str, str]:
        """The texts of the picture on a phone."""
        return self._try(self._own.picture_words, super().picture_words, table)

    def counted(self, figures: Mapping[str, Any]) -> list[str]:
        """What simulations counted."""
        return self._try(self._own.counted, super().counted, figures)

    def seat(self, seat: Seat, table: Any) -> str:
        """One player in a few words."""
        return self._try(self._own.seat, super().seat, seat, table)


class SafeFace(PlainFace):
    """A game's own face; what it cannot show, or the device cannot, is shown plainly."""

    def __init__(self, face: Face, game: str) -> None:
        self._own = face
        self._game = game

    def _try(self, own: Callable[..., T], plain: Callable[..., T], *about: Any) -> T:
        self._own.page, self._own.say = self.page, self.say
        try:
            return own(*about)
        except Exception as why:
            _note(self._game, f"face.{own.__name__}", why)
            return plain(*about)

    def pages(self, table: Any) -> int:
        """How many pages the picture has."""
        return self._try(self._own.pages, super().pages, table)

    def spot(self, draw: Pencil, table: Any, choices: Sequence[Any]) -> bool:
        """Where these choices lie."""
        return self._try(self._own.spot, super().spot, draw, table, choices)

    def lights(self, table: Any, question: Question | None) -> Sequence[Light]:
        """The light bar, always of the length there is."""
        return self._lit(self._own.lights, super().lights, table, question)

    def countdown(self, left: int, of: int) -> Sequence[Light]:
        """The bar while a race is armed."""
        return self._lit(self._own.countdown, super().countdown, left, of)

    def _lit(self, own: Lighting, plain: Lighting, *about: Any) -> list[Light]:
        lights = list(self._try(own, plain, *about))
        if wrong_lights(lights):
            lights = list(plain(*about))
        return [*lights, *[DARK] * (LIGHTS - len(lights))]

    def picture(self, draw: Pencil, table: Any, question: Question | None) -> None:
        """The table; half a picture is wiped away before the plain one is drawn."""

        def anew(*about: Any) -> None:
            draw.rectangle(WHOLE_SCREEN, fill=0)
            super(SafeFace, self).picture(draw, table, question)

        self._try(self._own.picture, anew, draw, table, question)

    def tune(self, changes: Sequence[Change]) -> str:
        """The tune for what just changed."""
        tune = self._try(self._own.tune, super().tune, changes)
        return "" if wrong_tune(tune) else tune

    def last_lines(self, table: Any) -> Sequence[Entry]:
        """The lines of a final scoring."""
        return self._try(self._own.last_lines, super().last_lines, table)
