"""The lobby as a page shows it: everything to choose from, and the choices so far."""

from typing import Any

from companion.app.app import App
from companion.app.journal_rescue import JournalNotSaved
from companion.app.lobby import describe_bots
from companion.app.presence import Invitation
from companion.core.bots import list_bots
from companion.core.cover import PICTURE, read_cover
from companion.core.game import Game
from companion.core.registry import find_game, list_game_ids
from companion.core.seat import LONGEST_NAME, PLACES, Place
from companion.core.words import PROGRAM, Say
from companion.phone.qr import make_qr_outline


def describe_people(app: App) -> list[dict[str, Any]]:
    """Return every seat before a match, with the phone or the name that has it."""
    return [
        {"seat": place.seat, "name": place.name, "phone": place.participant, **describe_place(PLACES[place.seat])}
        for place in app.lobby.list_seats()
    ]  # fmt: skip


def describe_take_overs(app: App) -> list[dict[str, Any]]:
    """Return the open requests to take over a seat or the role of the host."""
    presence = app.presence
    return [
        {"id": request.id, "name": presence.get(request.id).name, "seat": request.seat, "number": request.number}
        for request in presence.take_overs
    ]


def describe_problem(app: App, say: Say) -> dict[str, Any] | None:
    """Return the first problem found at start-up, and what the host can do about it; None if there is none."""
    if not app.problems:
        return None
    acts = [["retry", say("Try again")], ["ok", say("Keep playing")]]
    first = app.problems[0]
    acts = acts if isinstance(first, JournalNotSaved) else [["ok", say("OK")]]
    return {"text": say.phrase(first), "left": len(app.problems), "acts": acts}


def describe_place(place: Place) -> dict[str, str]:
    """Return the symbol, shape and colour of a place."""
    return {"symbol": place.symbol, "shape": place.shape, "path": place.path, "colour": place.colour}


def describe_lobby(app: App, language: str) -> dict[str, Any]:
    """Return the draft of the next match, and everything to choose from."""
    lobby = app.lobby
    saved = lobby.saved_match()
    unfinished = None if saved is None else {
        "number": saved.number, "title": find_game(saved.setup.game).title,
        "names": [seat.name for seat in saved.setup.seats], "began": saved.began,
    }  # fmt: skip
    seated = sum(bool(place.name) or place.participant is not None for place in lobby.list_seats())
    return {
        "games": [describe_game(find_game(id), language, lobby.draft.deal, seated) for id in list_game_ids()],
        "names": lobby.known_names(),
        "agreed": {
            "game": lobby.draft.game,
            "deal": lobby.draft.deal,
            "options": lobby.options,
            "shuffled": lobby.draft.shuffled,
            "house_rules": lobby.draft.house_rules,
        },
        "unfinished": unfinished,
        "longest_name": LONGEST_NAME,
    }


def describe_invitation(invitation: Invitation) -> dict[str, Any] | None:
    """Return how others join; None while phones can't open the page. Everybody who has joined may pass the code on."""
    if not invitation.address or invitation.open_to_phones is not None:
        return None
    return {
        "address": invitation.address, "code": invitation.code, "qr": dict(make_qr_outline(invitation.link())),
    }  # fmt: skip


def describe_game(game: Game, language: str, deal: str, seated: int) -> dict[str, Any]:
    """Return a game as it is chosen: number of players, bots, and its options for that deal and number of people."""
    say = game.say(language)
    return {
        "id": game.id, "title": game.translate_title(language), "lid": read_cover(game.folder).describe(),
        "cover": f"/games/{game.id}/{PICTURE}" if (game.folder / PICTURE).exists() else None,
        "players": [game.players[0], game.players[-1]],
        "bots": list(describe_bots(list_bots(game), Say(language, PROGRAM)).items()) if game.has_bots else [],
        "deals_cards": game.deals_cards,
        "options": [
            {"name": option.name, "title": say(option.title), "about": say(option.about),
             "values": [[value, say(option.words[value])] for value in option.list_values(deal)],
             "only_if": option.only_if}
            for option in game.options
            if option.name not in game.simulated and option.deal in ("", deal)
            and (option.players is None or (seated or game.usual_players) in option.players)
        ],
    }  # fmt: skip
