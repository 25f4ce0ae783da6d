"""Draft of the next match: game, seats, options. All clients see the same draft and start matches here."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.app.errors import BadRequest, MatchOpen, NoMatch
from companion.core.errors import N_, ArksideError, MatchOver, SetupError
from companion.core.game import DEALS, LARGEST_SEED, Game
from companion.core.record import clean_house_rules
from companion.core.registry import find_game, list_game_ids
from companion.core.seat import BOT, LONGEST_NAME, SYMBOLS
from companion.core.session import Session
from companion.core.teach import load_corrections
from companion.core.words import PROGRAM, Say

if TYPE_CHECKING:
    from companion.app.app import App
    from companion.core.record import Record


log = logging.getLogger(__name__)


class SeatDraft(NamedTuple):
    """A player for the next match: a person, or a bot of some kind."""

    name: str
    bot: str = ""
    colour: str = ""
    """Colour for this match; empty for the seat's default."""

    @property
    def as_text(self) -> str:
        """Player as `Game.set_up` expects it: `Anna`, `bot:greedy:Robo`."""
        if not self.bot:
            return self.name
        return f"{BOT}{self.bot}:{self.name}" if self.name else f"{BOT}{self.bot}"


def can_use_real_cards(game: Game, people: Iterable[SeatDraft]) -> bool:
    """Whether these people can play a game with their own cards: a bot can't hold a hidden hand of real ones."""
    return not game.hidden_hands or not any(guest.bot for guest in people)


class Draft(NamedTuple):
    """Game, options and names chosen so far."""

    game: str
    deal: str
    options: Mapping[str, str]
    names: Mapping[int, str]
    """Names of seats that no participant holds, by seat; bots as `bot:greedy`."""
    shuffled: bool = False
    """Whether chance decides at the start who sits where."""
    house_rules: str = ""
    """What people agreed on besides the options, in their own words."""


class LobbySeat(NamedTuple):
    """One seat before a match: its name, and the participant who holds it."""

    seat: int
    name: str
    participant: str | None


class Lobby:
    """The draft of the next match. All clients start it with `start`."""

    def __init__(self, app: "App") -> None:
        self.app = app
        self.draft = Draft(_find_last_game(app), "table", {}, {})

    @property
    def options(self) -> dict[str, str]:
        """Value of each option of the chosen game, defaults included."""
        return find_game(self.draft.game).complete_options(self.draft.options, self.draft.deal)

    def list_seats(self) -> list[LobbySeat]:
        """Return every seat with its holder or its draft name."""
        held = self.app.presence.holders()
        return [
            LobbySeat(seat, held[seat].name, held[seat].id)
            if seat in held
            else LobbySeat(seat, self.draft.names.get(seat, ""), None)
            for seat in range(len(SYMBOLS))
        ]

    def change(
        self,
        game: str | None = None,
        deal: str | None = None,
        options: Mapping[str, str] | None = None,
        names: Mapping[int, str] | None = None,
        shuffled: bool | None = None,
        house_rules: str | None = None,
    ) -> None:
        """Change any part of the draft; an impossible change is refused as a whole."""
        draft = self.draft
        chosen = find_game(draft.game if game is None else game)
        dealt = draft.deal if deal is None else deal
        if dealt not in DEALS:
            raise SetupError(N_("Unknown deal {deal!r}. Choose: {known}"), deal=dealt, known=", ".join(DEALS))
        wanted = self._keep_options(chosen, dealt) | dict(options or {})
        chosen.complete_options(wanted, dealt)  # raises before anything has changed
        seated = {**draft.names, **{seat: _clean_name(seat, name) for seat, name in (names or {}).items()}}
        self.draft = Draft(
            chosen.id, dealt, wanted, {seat: name for seat, name in seated.items() if name},
            draft.shuffled if shuffled is None else shuffled,
            draft.house_rules if house_rules is None else clean_house_rules(house_rules),
        )  # fmt: skip
        self.app.notify_lobby()

    def _keep_options(self, game: Game, deal: str) -> dict[str, str]:
        """Return the options chosen before that this game and deal still offer."""
        # Another game may use the same option name for something else, so nothing is carried over.
        offered = game.list_option_values(deal) if game.id == self.draft.game else {}
        return {name: value for name, value in self.draft.options.items() if value in offered.get(name, ())}

    def start(self, people: Sequence[SeatDraft] | None = None, seed: int | None = None) -> Session:
        """Start the match of the draft with these people, or with everybody who has a seat in the lobby.

        People in the lobby move up to the first seats, together with their phones.
        """
        self._make_room()
        game = find_game(self.draft.game)
        seated: list[LobbySeat] = []
        from_lobby = people is None
        if people is None:
            seated = [place for place in self.list_seats() if place.name or place.participant is not None]
            seated = self._shuffle(seated)
            say = Say(self.app.settings["language"], PROGRAM)
            people = [SeatDraft(place.name or say("Player {n}", n=at + 1)) for at, place in enumerate(seated)]
        elif self.draft.shuffled:
            seated = self._seat_in_order(people)
            people = [people[place.seat] for place in seated]
        session = self._start(game, people, self.options, self.draft.deal, seed, self.draft.house_rules)
        self._move_up(seated)  # only now: if the start fails, everybody keeps their seat
        if from_lobby and seated:
            names = {at: place.name for at, place in enumerate(seated) if place.participant is None}
            self.draft = self.draft._replace(names=names)
        return session

    def rematch(self, people: Sequence[SeatDraft] | None = None) -> Session:
        """Play the finished match again, reshuffled, with the same people or with others."""
        live = self.app.live
        if live is None:
            raise NoMatch(N_("There's no match yet. Start or continue one first."))
        setup = live.match.setup
        self._make_room()
        same = [SeatDraft(seat.name, seat.bot, seat.colour) for seat in setup.seats]
        return self._start(live.game, people or same, setup.options, setup.deal, house_rules=setup.house_rules)

    def open(self, number: int) -> Session:
        """Continue a saved match.

        One that ended with cards dealt by the program stays ended: its file gives away the order of all cards.
        """
        record = self.app.journal.load_record(number)
        if record.ended is not None and record.setup.deal == "virtual":
            raise MatchOver(N_("Match {number} is over. Start a new one."), number=number)
        self._make_room()
        return self.app.show(self.app.sessions.open(number))

    def close(self) -> None:
        """Save and leave the match; it can be continued at any time."""
        if self.app.live is None:
            raise NoMatch(N_("There's no match yet. Start or continue one first."))
        self.app.live.close()

    def known_names(self) -> list[str]:
        """Return names of people who played before, most frequent first; none if the journal can't be read."""
        try:
            return self.app.journal.list_people()
        except ArksideError as why:
            log.warning("%s", why)
            return []

    def saved_match(self) -> "Record | None":
        """Return the most recent saved match whose game is installed; None if there is none or it can't be read."""
        try:
            number = self.app.journal.find_unfinished(*list_game_ids())
            return None if number is None else self.app.journal.load_record(number)
        except ArksideError as why:
            log.warning("%s", why)
            return None

    def _start(
        self,
        game: Game,
        people: Sequence[SeatDraft],
        options: Mapping[str, str],
        deal: str,
        seed: int | None = None,
        house_rules: str = "",
    ) -> Session:
        if not game.has_bots and any(player.bot or player.name.startswith(BOT) for player in people):
            raise SetupError(N_("{game} is for people: bots can't play it"), game=game.title)
        corrections = load_corrections(game, self.app.folder, options)
        # The seed is recorded with the match: a replay deals the same cards.
        chance = self.app.rng.randrange(LARGEST_SEED) if seed is None else seed
        names, colours = [player.as_text for player in people], [player.colour for player in people]
        setup = game.set_up(names, options, chance, deal if game.deals_cards else "table", corrections, colours)
        setup.house_rules = house_rules
        return self.app.show(self.app.sessions.start(game, setup))

    def _seat_in_order(self, people: Sequence[SeatDraft]) -> list[LobbySeat]:
        """Return seats for these people in the order that chance decides, with the phones that hold them now."""
        holders = self.app.presence.holders()
        return self._shuffle([
            LobbySeat(seat, guest.name, holders[seat].id if seat in holders else None)
            for seat, guest in enumerate(people)
        ])  # fmt: skip

    def _shuffle(self, seated: list[LobbySeat]) -> list[LobbySeat]:
        """Return the seats in the order in which people will sit."""
        if self.draft.shuffled:
            self.app.rng.shuffle(seated)
        return seated

    def _make_room(self) -> None:
        """Close a match that is over; refuse while one is being played."""
        live = self.app.live
        if live is not None:
            if live.question is not None:
                raise MatchOpen(N_("You're still playing {game}. Save and leave it first."), game=live.game.title)
            live.close()

    def _move_up(self, seated: Sequence[LobbySeat]) -> None:
        """Move people's phones to their seats in the match, which has no empty seats in between."""
        moving = [
            (at, place.participant)
            for at, place in enumerate(seated)
            if place.participant is not None and place.seat != at
        ]
        # free all seats before giving out the first, because a seat has one holder
        for _, participant in moving:
            self.app.presence.move(participant, None)
        for at, participant in moving:
            self.app.presence.move(participant, at)


def _clean_name(seat: int, name: str) -> str:
    """Return a name for a seat without stray spaces, cut to the longest that can be shown."""
    if not 0 <= seat < len(SYMBOLS) or not name.isprintable():
        raise BadRequest(N_("Use a name of 1 to {most} ordinary characters"), most=LONGEST_NAME)
    clean = " ".join(name.split())
    return clean[: LONGEST_NAME + len(BOT)] if clean.startswith(BOT) else clean[:LONGEST_NAME]


def _find_last_game(app: "App") -> str:
    """Return the installed game that was played last, or the first one."""
    try:
        played = app.journal.list_recent_games()
    except ArksideError:
        played = []
    return next((game for game in played if game in list_game_ids()), list_game_ids()[0])


def describe_bots(kinds: Iterable[str], say: Say) -> dict[str, str]:
    """Return the level of each kind of bot that people play against, ours first.

    Bots of plug-ins have only their name. Bots made for comparisons aren't offered.
    """
    ours = {"greedy": say("Medium"), "hard": say("Hard"), "easy": say("Easy")}
    known = set(kinds)
    return {kind: words for kind, words in ours.items() if kind in known} | {
        kind: kind for kind in sorted(known - set(ours) - {"random", "montecarlo"})
    }
