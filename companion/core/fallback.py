"""Fallback voice and face, for games that have none and for those whose own fail during a match."""

import logging
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, get_args

from companion.core.errors import ArksideError
from companion.core.face import BLINKS, DARK, LIGHTS, TUNES, DrawingSurface, Face, FallbackFace, Light
from companion.core.facts import FactChange
from companion.core.game import Game, Voice
from companion.core.label import CueLine, Fact, Label
from companion.core.ledger import Entry
from companion.core.primer import RuleCard
from companion.core.question import Question

T = TypeVar("T")
LightsMaker = Callable[..., Sequence[Light]]
WHOLE_SCREEN = (0, 0, 127, 63)
BRIGHTEST = 255

log = logging.getLogger(__name__)


class FallbackVoice(Voice):
    """Names everything by its id: not pretty, but enough to finish a match."""

    def prompt(self, question: Question, table: Any) -> str:
        """Return the name of the seat and the id of the question."""
        ask = question.ask.replace("_", " ")
        return f"{table.seats[question.seat].name}: {ask}" if question.seat >= 0 else ask

    def label(self, choice: Any, question: Question, table: Any) -> Label:
        """Return the id of the choice."""
        return Label(str(choice), pinned=isinstance(choice, str))

    def fact_label(self, name: str, table: Any) -> str:
        """Return the name of the fact."""
        return name

    def fact_value(self, name: str, value: str, table: Any) -> str:
        """Return the value unchanged."""
        return value

    def reason(self, entry: Entry) -> str:
        """Return the name of the reason."""
        return entry.reason

    def help(self, question: Question, table: Any) -> list[str]:
        """Return no help."""
        return []


def make_safe_voice(game: Game, language: str) -> Voice:
    """Return the voice of a game; where it fails, the fallback voice is used."""
    say = game.say(language)
    try:
        return SafeVoice(game.voice(say), game.id)
    except Exception as why:
        _log_failure_once(game.id, "voice", why)
        return FallbackVoice(say)


def make_safe_face(game: Game) -> Face:
    """Return the face of a game; where it fails, the fallback face is used."""
    try:
        return SafeFace(game.face(), game.id)
    except Exception as why:
        _log_failure_once(game.id, "face", why)
        return FallbackFace()


def list_applying_cards(game: Game, question: Question, table: Any) -> list[RuleCard]:
    """Return the rule cards that help with a question; none where a game fails to say."""
    try:
        return game.primer.list_applying(question, table)
    except Exception as why:
        _log_failure_once(game.id, "primer", why)
        return []


_failures_logged: set[tuple[str, str]] = set()


def _log_failure_once(game: str, part: str, why: Exception) -> None:
    """Log a failure once: the same thing would fail again at every question."""
    if (game, part) not in _failures_logged:
        _failures_logged.add((game, part))
        log.warning("%s: %s failed (%s: %s); a plain one is used", game, part, type(why).__name__, why)
        log.debug("%s", game, exc_info=why)


class SafeVoice(FallbackVoice):
    """A game's own voice; each phrase that fails is replaced by the fallback."""

    def __init__(self, voice: Voice, game: str) -> None:
        super().__init__(voice.say)
        self._own = voice
        self._game = game
        # class variables that the usual phrases look at
        vars(self).update(facts_of_seats=voice.facts_of_seats, cue_weights=voice.cue_weights)


def find_words_fault(name: str, returned: Any) -> str:
    """Return the fault of what a method of a voice returned; an empty text if clients can show it.

    Texts, labels, facts and cues are checked. Lists and mappings are not looked into, but None is neither.
    """
    promised = getattr(Voice, name).__annotations__.get("return")
    if promised in (str, Label, Fact, CueLine):
        is_wrong = not isinstance(returned, promised)
    else:
        is_wrong = returned is None and type(None) not in get_args(promised)
    if isinstance(returned, Label):
        is_wrong = is_wrong or not isinstance(returned.text, str)
    return f"it returned {returned!r:.60}" if is_wrong else ""


def _guard(name: str) -> Callable[..., Any]:
    """Make the method of `SafeVoice` that asks the game's own voice first."""
    usual = getattr(Voice, name)

    def phrase(self: SafeVoice, *about: Any) -> Any:
        if getattr(type(self._own), name) is usual:  # built upon other phrases, each of which is guarded
            return usual(self, *about)
        try:
            returned = getattr(self._own, name)(*about)
            if fault := find_words_fault(name, returned):
                raise TypeError(fault)
            return returned
        except ArksideError:
            raise
        except Exception as why:
            _log_failure_once(self._game, f"voice.{name}", why)
            return getattr(FallbackVoice, name)(self, *about)

    phrase.__name__ = name
    phrase.__doc__ = getattr(Voice, name).__doc__
    return phrase


# every phrase of the contract, so that a new one cannot be forgotten here
for _name, _member in vars(Voice).items():
    if callable(_member) and not _name.startswith("_"):
        setattr(SafeVoice, _name, _guard(_name))


def find_lights_fault(lights: Any) -> str:
    """Return the fault of a face's lights; an empty text if there is none."""
    if not isinstance(lights, Sequence) or not all(isinstance(light, Light) for light in lights):
        return f"its lights are {lights!r:.60}"
    if len(lights) > LIGHTS:
        return f"{len(lights)} lights of {LIGHTS}"
    return next(filter(None, map(_find_light_fault, lights)), "")


def _find_light_fault(light: Light) -> str:
    colour = light[:3]
    if not all(isinstance(part, int) and 0 <= part <= BRIGHTEST for part in colour):
        return f"colour {colour}: each part is a whole number from 0 to {BRIGHTEST}"
    return "" if light.blink in BLINKS else f"blink {light.blink!r}"


def find_tune_fault(tune: str) -> str:
    """Return the fault of a tune; an empty text if there is none."""
    return f"tune {tune!r}" if tune and tune not in TUNES else ""


class SafeFace(FallbackFace):
    """A game's own face; anything that fails or can't be displayed is replaced by the fallback."""

    def __init__(self, face: Face, game: str) -> None:
        self._own = face
        self._game = game
        self.names_asked_player = face.names_asked_player

    def _try(self, own: Callable[..., T], plain: Callable[..., T], *about: Any) -> T:
        self._own.page, self._own.say = self.page, self.say
        try:
            return own(*about)
        except Exception as why:
            _log_failure_once(self._game, f"face.{own.__name__}", why)
            return plain(*about)

    def count_pages(self, table: Any) -> int:
        """Return the number of pages of the picture."""
        return self._try(self._own.count_pages, super().count_pages, table)

    def draw_choices(self, draw: DrawingSurface, table: Any, choices: Sequence[Any]) -> bool:
        """Draw where these choices are."""
        return self._try(self._own.draw_choices, super().draw_choices, draw, table, choices)

    def lights(self, table: Any, question: Question | None) -> Sequence[Light]:
        """Return the light bar, cut or filled to its real length."""
        return self._fill_lights(self._own.lights, super().lights, table, question)

    def light_countdown(self, left: int, of: int) -> Sequence[Light]:
        """Light the bar for the countdown of a race."""
        return self._fill_lights(self._own.light_countdown, super().light_countdown, left, of)

    def _fill_lights(self, own: LightsMaker, plain: LightsMaker, *about: Any) -> list[Light]:
        lights = self._try(own, plain, *about)
        if fault := find_lights_fault(lights):
            _log_failure_once(self._game, f"face.{own.__name__}", ValueError(fault))
            lights = plain(*about)
        return [*lights, *[DARK] * (LIGHTS - len(lights))]

    def picture(self, draw: DrawingSurface, table: Any, question: Question | None) -> None:
        """Draw the table. If the game fails halfway, its half picture is erased and the fallback drawn."""

        def anew(*about: Any) -> None:
            draw.rectangle(WHOLE_SCREEN, fill=0)
            super(SafeFace, self).picture(draw, table, question)

        self._try(self._own.picture, anew, draw, table, question)

    def tune(self, changes: Sequence[FactChange]) -> str:
        """Return the tune for the last change."""
        tune = self._try(self._own.tune, super().tune, changes)
        return tune if tune and not find_tune_fault(tune) else ""

    def list_final_entries(self, table: Any) -> Sequence[Entry]:
        """Return the lines of a final scoring."""
        return self._try(self._own.list_final_entries, super().list_final_entries, table)
