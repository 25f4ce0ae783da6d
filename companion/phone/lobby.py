"""Before a match: which game, who sits where, what is agreed on. Everybody in the lobby sees the same draft."""

import logging
from contextlib import suppress
from random import SystemRandom
from typing import Any

from companion.core.bots import bots_of
from companion.core.errors import N_, ArksideError, SetupError
from companion.core.game import DEALS, LARGEST_SEED, Game
from companion.core.record import Record
from companion.core.registry import game_ids, game_named
from companion.core.seat import BOT, COLOURS, LONGEST_NAME, SHAPES, SYMBOLS
from companion.core.session import Session
from companion.core.teach import corrections_of
from companion.device.context import Context
from companion.device.words import bots_in_words, device_say
from companion.phone.errors import BadRequest, MatchOpen, NoMatch
from companion.phone.who import Gate, JoinedPhone
from companion.phone.words import phone_say

MOST_NAMES = 24

Draft = tuple[str, str, dict[str, str], dict[int, str]]

log = logging.getLogger(__name__)


class Lobby:
    """The draft of the next match, and what turns it into one."""

    def __init__(self, context: Context, gate: Gate) -> None:
        self.context = context
        self.gate = gate
        self.version = 0
        """Counts changes of the draft."""
        self.game = last_played(context)
        self.deal = "table"
        self.options: dict[str, str] = {}
        self.names: dict[int, str] = {}
        """Names of seats that have no phone; bots as `bot:greedy`."""
        self._held: dict[int, JoinedPhone] | None = None
        gate.changed.append(self._moved)
        self._known: tuple[tuple[int, int | None], list[str]] | None = None

    @property
    def draft(self) -> Draft:
        """What is agreed on so far; whoever tries something can put it back."""
        return self.game, self.deal, self.options, self.names

    @draft.setter
    def draft(self, draft: Draft) -> None:
        self.game, self.deal, self.options, self.names = draft
        self.version += 1

    def people(self) -> list[dict[str, Any]]:
        """Every place before a match, with the phone or the name that sits there."""
        held = self.held()
        return [
            {"seat": seat, "name": held[seat].name if seat in held else self.names.get(seat, ""),
             "phone": held[seat].id if seat in held else None, "symbol": SYMBOLS[seat], "shape": SHAPES[seat],
             "colour": COLOURS[seat]}
            for seat in range(len(SYMBOLS))
        ]  # fmt: skip

    def held(self) -> dict[int, JoinedPhone]:
        """The seats that phones hold; asked for every phone and answer, and seldom different."""
        if self._held is None:
            self._held = {place.seat: place for place in self.gate.places() if place.seat is not None}
        return self._held

    def _moved(self) -> None:
        self._held = None

    def seen(self, language: str) -> dict[str, Any]:
        """All there is to choose from, in words, and what was chosen so far."""
        names, unfinished = self._from_journal()
        return {
            "games": [described(game_named(id), language, self.deal) for id in game_ids()],
            "names": names,
            "agreed": {"game": self.game, "deal": self.deal, "options": self.agreed_options()},
            "unfinished": unfinished,
            "longest_name": LONGEST_NAME,
        }

    def agreed_options(self) -> dict[str, str]:
        """What holds for each option of the game chosen."""
        return game_named(self.game).agree(self.options, self.deal)

    def change(self, patch: Any) -> None:
        """Take over what the host chose: any of `game`, `deal`, `options`, `names`; what cannot be is refused."""
        if not isinstance(patch, dict) or not patch.keys() <= {"game", "deal", "options", "names"}:
            raise BadRequest(N_("This page is not understood; load it again"))
        game = game_named(_text(patch.get("game", self.game)))
        options = patch.get("options", {})
        if not isinstance(options, dict):
            raise BadRequest(N_("This page is not understood; load it again"))
        deal = _text(patch.get("deal", self.deal))
        if deal not in DEALS:
            raise SetupError(N_("Unknown deal {deal!r}: it is one of {known}"), deal=deal, known=", ".join(DEALS))
        wanted = self._kept(game, deal) | {_text(name): _text(value) for name, value in options.items()}
        game.agree(wanted, deal)
        names = self._names(patch.get("names", {}))
        self.draft = game.id, deal, wanted, names

    def _kept(self, game: Game, deal: str) -> dict[str, str]:
        """What was agreed on before and still can be: in the same game, with cards of that deal."""
        offered = game.offered(deal) if game.id == self.game else {}
        return {name: value for name, value in self.options.items() if value in offered.get(name, ())}

    def _names(self, given: Any) -> dict[int, str]:
        if not isinstance(given, dict):
            raise BadRequest(N_("This page is not understood; load it again"))
        names = dict(self.names)
        for seat, name in given.items():
            if not str(seat).isdecimal() or len(str(seat)) > 1 or int(seat) >= len(SYMBOLS):
                raise BadRequest(N_("This page is not understood; load it again"))
            text = " ".join(_text(name).split())[: LONGEST_NAME + len(BOT)]
            names[int(seat)] = text
        return {seat: name for seat, name in names.items() if name}

    def start(self) -> Session:
        """Begin the match as agreed; people move up to the first seats, and their phones with them."""
        self._nothing_open()
        game = game_named(self.game)
        people = [one for one in self.people() if one["name"] or one["phone"] is not None]
        say = phone_say(self.context.settings["language"])
        names = [one["name"] or say("Player {n}", n=at + 1) for at, one in enumerate(people)]
        wanted = self.agreed_options()
        told = corrections_of(game, self.context.folder, wanted)
        setup = game.set_up(names, wanted, SystemRandom().randrange(LARGEST_SEED), self.deal, told)
        session = self.context.sessions.start(game, setup)
        self._move_up(people)
        self._follow()
        return session

    def _move_up(self, people: list[dict[str, Any]]) -> None:
        for at, one in enumerate(people):
            if one["phone"] is not None and one["seat"] != at:
                self.gate.move(one["phone"], at)
        self.names = {at: one["name"] for at, one in enumerate(people) if one["phone"] is None}

    def open(self, number: int) -> Session:
        """Go on with a match that rests."""
        self._nothing_open()
        session = self.context.sessions.open(number)
        self._follow()
        return session

    def rematch(self) -> Session:
        """The same people, game and options once more, with cards shuffled anew."""
        live = self.context.sessions.live
        if live is None:
            raise NoMatch(N_("No match is being played now"))
        self._nothing_open()
        setup = live.match.setup
        names = [f"{BOT}{seat.bot}" if seat.bot else seat.name for seat in setup.seats]
        game = live.game
        told = corrections_of(game, self.context.folder, setup.options)
        again = game.set_up(names, setup.options, SystemRandom().randrange(LARGEST_SEED), setup.deal, told)
        session = self.context.sessions.start(game, again)
        self._follow()
        return session

    def close(self) -> None:
        """Let the match rest; it can be opened again."""
        if self.context.sessions.live is None:
            raise NoMatch(N_("No match is being played now"))
        self.context.sessions.live.close()
        self._follow()

    def _nothing_open(self) -> None:
        """A match that is over makes room; one that is being played does not."""
        live = self.context.sessions.live
        if live is not None:
            if live.question is not None:
                raise MatchOpen(N_("{game} is being played; let it rest first"), game=live.game.title)
            live.close()

    def _follow(self) -> None:
        """Let the device follow, and everybody see it."""
        self.context.elsewhere += 1
        self.version += 1
        self._known = None

    def _from_journal(self) -> tuple[list[str], dict[str, Any] | None]:
        """Names known from other matches, and the one that waits; a journal that cannot be read keeps nobody away."""
        try:
            number = self.context.journal.unfinished(*game_ids())
            if self._known is None or self._known[0] != (self.version, number):
                self._known = ((self.version, number), self.context.players()[:MOST_NAMES])
            return self._known[1], None if number is None else waiting(self.context.journal.record(number))
        except ArksideError as why:
            log.warning("%s", why)
            return [], None


def last_played(context: Context) -> str:
    """The game that is on the table most likely."""
    played: list[str] = []
    with suppress(ArksideError):
        rows = context.journal.look("SELECT game FROM matches ORDER BY number DESC LIMIT 50")
        played = [str(row[0]) for row in rows]
    return next((game for game in played if game in game_ids()), game_ids()[0])


def waiting(record: Record) -> dict[str, Any]:
    """A match that rests, in a line."""
    return {
        "number": record.number, "title": game_named(record.setup.game).title,
        "names": [seat.name for seat in record.setup.seats], "began": record.began,
    }  # fmt: skip


def described(game: Game, language: str, deal: str) -> dict[str, Any]:
    """A game as it is chosen: for how many, and what can be agreed on with cards of that deal."""
    say = game.say(language)
    return {
        "id": game.id, "title": game.title, "players": [game.players[0], game.players[-1]],
        "bots": list(bots_in_words(bots_of(game), device_say(language)).items()),
        "options": [
            {"name": option.name, "title": say(option.title), "about": say(option.about),
             "values": [[value, say(option.words[value])] for value in option.offered(deal)],
             "only_if": option.only_if}
            for option in game.options if option.name not in game.simulated and option.deal in ("", deal)
        ],
    }  # fmt: skip


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise BadRequest(N_("This page is not understood; load it again"))
    return value
