"""Seating people: known names with a push, new ones letter by letter, bots, colours; names are mended here too."""

import logging
from typing import Any

from companion.app.lobby import SeatDraft, describe_bots
from companion.core.bots import list_bots
from companion.core.errors import ArksideError
from companion.core.game import Game
from companion.core.seat import COLOUR_NAMES, COLOURS, Seat
from companion.core.words import Say
from companion.device.context import Context
from companion.device.letters import names_predicted
from companion.device.view import BACK, Sign, View, Walk
from companion.device.views.name import NameView
from companion.device.views.pick import PickView, Row
from companion.device.views.reading import ReadingView
from companion.device.views.seats import SeatsView, Typed

NEW_NAME, ENOUGH, ROBOT, COLOUR, MEND = (Sign(n) for n in ("NEW NAME", "ENOUGH", "ROBOT", "COLOUR", "MEND"))
RENAME, REMOVE = Sign("RENAME"), Sign("REMOVE")
OFFERED = 12
"""Names in the list; more would be slower to turn through than to write."""

log = logging.getLogger(__name__)


def seat_people(context: Context, game: Game) -> Walk[list[SeatDraft] | None]:
    """Seat one player after the other. Return None if the user goes all the way back."""
    guests: list[SeatDraft] = []
    colour = ""
    while len(guests) < game.players[-1]:
        picked = yield _seat_view(context, game, guests, colour)
        if picked is ENOUGH:
            break
        if isinstance(picked, tuple) and not isinstance(picked, SeatDraft):
            return list(picked)
        if picked is COLOUR:
            colour = yield from choose_colour(context, guests, colour)
            continue
        if picked is BACK:
            if not guests:
                return None
            colour = guests.pop().colour
            continue
        guest = picked if isinstance(picked, SeatDraft) else (yield from _guest(context, game, guests, picked))
        if guest is not None:
            guests.append(guest._replace(colour=find_colour(context, guests, colour)))
            colour = ""
    return guests


def _guest(context: Context, game: Game, guests: list[SeatDraft], picked: Any) -> Walk[SeatDraft | None]:
    """Ask for a new name or a bot. Return None if the user goes back."""
    if picked is MEND:
        yield from fix_names(context)
        return None
    if picked is ROBOT:
        return (yield from choose_bot(context, game, guests))
    name = yield from ask_new_name(context, guests, picked.name if isinstance(picked, Typed) else "")
    return None if name is BACK else SeatDraft(name)


def ask_new_name(context: Context, guests: list[SeatDraft], typed: str = "") -> Walk[Any]:
    """Ask for a name nobody at the table has, and save it; BACK if the user changes their mind."""
    say, seat = context.say, Seat(len(guests), "")
    seated = [guest.name for guest in guests]
    title, start = say("Name of {symbol}", symbol=seat.symbol), ""
    predictor = names_predicted(name for name in context.app.lobby.known_names() if not is_taken(name, guests))
    while True:
        view = NameView(title, predictor=predictor, start=start, seated=seated)
        view.type(typed)
        typed = ""
        name = yield view
        if name is BACK or not is_taken(name, guests):
            break
        title, start = say("{name} is already playing", name=name), name
    if name is not BACK:
        remember(context, name)
    return name


def remember(context: Context, name: str) -> None:
    """Remember a name for later matches. If that fails, this match can use it anyway."""
    try:
        context.app.journal.remember_person(name)
    except ArksideError as why:
        log.warning("%s", why)


def is_taken(name: str, guests: list[SeatDraft]) -> bool:
    """Whether a player of that name sits at the table."""
    return name.casefold() in (guest.name.casefold() for guest in guests)


def _seat_view(context: Context, game: Game, guests: list[SeatDraft], colour: str) -> SeatsView:
    say = context.say
    seat = Seat(len(guests), "", colour=find_colour(context, guests, colour))
    usual = [say("Player {n}", n=n + 1) for n in range(len(COLOURS))]
    known = [name for name in context.app.lobby.known_names() if not is_taken(name, guests) and name not in usual]
    rows = [Row(name, SeatDraft(name)) for name in known[:OFFERED]]
    rows.append(Row(say("New name"), NEW_NAME))
    if not is_taken(usual[seat.index], guests):
        rows.append(Row(usual[seat.index], SeatDraft(usual[seat.index])))
    rows += [Row(say("A bot"), ROBOT)] if game.has_bots else []
    rows.append(Row(say("Another colour"), COLOUR))
    if known:
        rows.append(Row(say("Fix names"), MEND))
    if len(guests) in game.players:
        # few people play alone, so that row is not the one that waits for a push
        place = 0 if len(guests) >= game.usual_players else len(rows)
        rows.insert(place, Row(say.plural("{n} player: go", "{n} players: go", len(guests)), ENOUGH))
    if not guests:
        rows[:0] = list_last_group(context, game)
    title = say("Who plays {colour}?", colour=name_colour(say, seat.colour))
    return SeatsView(title, rows, [guest.name for guest in guests], seat.symbol)


def list_last_group(context: Context, game: Game) -> list[Row]:
    """Return one row for the whole last group, if this game takes as many players."""
    newest = context.app.journal.load_last_seats()
    if newest is None or len(newest) not in game.players or (not game.has_bots and any(seat.bot for seat in newest)):
        return []
    guests = tuple(SeatDraft(seat.name, seat.bot, seat.colour) for seat in newest)
    return [Row(", ".join(guest.name for guest in guests), guests)]


def choose_bot(context: Context, game: Game, guests: list[SeatDraft]) -> Walk[SeatDraft | None]:
    """Ask for a bot for this seat, by how well it plays."""
    say = context.say
    kinds = describe_bots(list_bots(game), say)
    kind = yield PickView(say("Which bot?"), [Row(words, kind) for kind, words in kinds.items()])
    if kind is BACK:
        return None
    names = [say("Bot"), *(say("Bot {n}", n=n) for n in range(2, len(COLOURS) + 1))]
    return SeatDraft(next(name for name in names if not is_taken(name, guests)), kind)


def find_colour(context: Context, guests: list[SeatDraft], wanted: str) -> str:
    """Return the colour of the next seat: the wanted one, else that of its place, else a free one."""
    used = [guest.colour for guest in guests]
    usual = context.app.settings.seat_colours
    return next(name for name in (wanted, usual[len(guests)], *usual) if name and name not in used)


def choose_colour(context: Context, guests: list[SeatDraft], now: str) -> Walk[str]:
    """Return a colour that nobody has yet."""
    used = [guest.colour for guest in guests]
    rows = [Row(name_colour(context.say, colour), colour) for colour in COLOURS if colour not in used]
    picked = yield PickView(context.say("Which colour?"), rows)
    return now if picked is BACK else str(picked)


def name_colour(say: Say, colour: str) -> str:
    """Return the colour of a seat in words."""
    return say(COLOUR_NAMES[colour])


def fix_names(context: Context) -> Walk[None]:
    """Rename or remove names that are offered."""
    at = 0
    while True:
        names = context.app.lobby.known_names()
        if not names:
            return
        view = PickView(context.say("Fix names"), [Row(name, name) for name in names], min(at, len(names) - 1))
        name = yield view
        if name is BACK:
            return
        at = view.at
        yield from fix_name(context, name)


def fix_name(context: Context, name: str) -> Walk[None]:
    """Rename or remove one name."""
    say = context.say
    picked = yield PickView(name, [Row(say("Rename"), RENAME), Row(say("Remove"), REMOVE)])
    if picked is REMOVE:
        context.app.journal.forget_person(name)
    elif picked is RENAME:
        new = yield NameView(say("New name"), predictor=names_predicted(()), start=name)
        others = [other.casefold() for other in context.app.lobby.known_names() if other != name]
        if new is not BACK and new.casefold() in others:
            yield make_taken_page(context, new)
        elif new is not BACK:
            context.app.journal.rename_person(name, new)


def make_taken_page(context: Context, name: str) -> View:
    """Return the refusal of a name that another player has."""
    say = context.say
    return ReadingView(
        say("That didn't work"), [say("Someone here is already called {name}. Pick another name.", name=name)]
    )
