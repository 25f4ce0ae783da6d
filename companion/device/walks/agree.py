"""Agreeing on a match: which game, who sits where, which options, whose cards."""

from random import SystemRandom

from companion.core.game import LARGEST_SEED, Game, Setup
from companion.core.home import corrections
from companion.core.seat import Seat
from companion.core.shelf import game_ids, game_named
from companion.core.words import Say
from companion.device.desk import Desk
from companion.device.view import BACK, Sign, Walk
from companion.device.views.name import NameView
from companion.device.views.pick import PickView, Row
from companion.device.views.seats import SeatsView
from companion.device.walks.options import settle

NEW_NAME = Sign("NEW_NAME")
ENOUGH = Sign("ENOUGH")


def agree(desk: Desk) -> Walk[tuple[Game, Setup] | None]:
    """A game and all that was agreed on for it; None if somebody went all the way back."""
    while True:
        game = yield from choose_game(desk)
        if game is None:
            return None
        names = yield from seat_people(desk, game)
        if names is None:
            continue
        terms = yield from settle_terms(desk, game)
        if terms is not None:
            deal, options = terms
            seed = SystemRandom().randrange(LARGEST_SEED)
            setup = game.set_up(names, options, seed, deal, corrections(desk.folder, game.id))
            return game, setup


def choose_game(desk: Desk) -> Walk[Game | None]:
    """One of the boxes on the shelf; a single one is not asked for."""
    games = [game_named(id) for id in game_ids()]
    rows = [Row(game.title, game, players_of(game)) for game in games]
    picked = yield PickView(desk.say("Which game?"), rows)
    return None if picked is BACK else picked


def players_of(game: Game) -> str:
    """How many can play, such as 2-5."""
    return f"{game.players[0]}-{game.players[-1]}"


def seat_people(desk: Desk, game: Game) -> Walk[list[str] | None]:
    """A name for each seat in turn, from those known or a new one; None if somebody goes back."""
    names: list[str] = []
    while len(names) < game.players[-1]:
        picked = yield _seat_view(desk, game, names)
        if picked is ENOUGH:
            break
        if picked is NEW_NAME:
            seat = Seat(len(names), "")
            name = yield NameView(desk.say("Name of {symbol}", symbol=seat.symbol))
            if name is not BACK and not _taken(name, names):
                names.append(name)
        elif picked is not BACK:
            names.append(picked)
        elif names:
            names.pop()
        else:
            return None
    return names


def _taken(name: str, names: list[str]) -> bool:
    return name.casefold() in (other.casefold() for other in names)


def _seat_view(desk: Desk, game: Game, names: list[str]) -> SeatsView:
    say = desk.say
    seat = Seat(len(names), "")
    rows = [Row(name, name) for name in desk.players() if not _taken(name, names)][:12]
    usual = say("Player {n}", n=len(names) + 1)
    if not _taken(usual, names) and usual not in [row.label for row in rows]:
        rows.append(Row(usual, usual))
    rows.append(Row(say("New name"), NEW_NAME))
    if len(names) in game.players:
        rows.insert(0, Row(say.plural("{n} player: go", "{n} players: go", len(names)), ENOUGH))
    title = say("Who sits at {colour}?", colour=colour_name(say, seat.colour))
    return SeatsView(title, rows, names, seat.symbol)


def colour_name(say: Say, colour: str) -> str:
    """The colour of a seat in words."""
    names = {
        "red": say("red"), "blue": say("blue"), "green": say("green"), "yellow": say("yellow"), "white": say("white"),
    }  # fmt: skip
    return names[colour]


def settle_terms(desk: Desk, game: Game) -> Walk[tuple[str, dict[str, str]] | None]:
    """Whose cards, and the options of the game; None if somebody goes back before the first."""
    say = desk.say
    deals = [Row(say("the real cards here"), "table"), Row(say("cards of the companion"), "virtual")]
    options: dict[str, str] = {}
    deal = yield PickView(say("What do you play with?"), deals)
    if deal is BACK:
        return None
    for option in game.options:
        # what only differs when nobody is there is nothing to ask people about
        if option.name in game.simulated or not option.matters(options, deal):
            continue
        picked = yield from settle(desk, game, option, deal)
        if picked is BACK:
            return (yield from settle_terms(desk, game))
        options[option.name] = picked
    return deal, options
