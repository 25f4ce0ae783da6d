"""Table pictures in a real Chromium: any table of any match, drawn by the game's own `picture.js` on the real page."""

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from companion.core.bots import find_bot, make_random_bot
from companion.core.match import Match
from companion.core.question import Question
from companion.core.registry import find_game
from companion.core.session import SPECTATOR
from tests.phone.browser import Page
from tests.phone.service import Service

NAMES = ("Anna", "Ben", "Cléo", "Dominique", "Éloïse")
SHOW = """
(async () => {{
  const {{ draw }} = await import("/games/{game}/picture.js");
  if (!document.querySelector("link[href='/picture.css']")) {{
    const sheet = Object.assign(document.createElement("link"), {{ rel: "stylesheet", href: "/picture.css" }});
    await new Promise((done) => {{ sheet.onload = done; document.head.append(sheet); }});
  }}
  document.body.replaceChildren();
  const place = document.createElement("div"), root = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  place.className = "picture-place"; place.id = "place";
  root.setAttribute("class", "picture"); root.setAttribute("role", "group");
  place.append(root); document.body.append(place);
  window.tapped = [];
  window.redraw = () => draw(root, {table}, {{ ...{options}, tap: (id) => window.tapped.push(id) }});
  window.redraw();
  return root.querySelectorAll("*").length;
}})()
"""


def played(
    game: str, players: int, steps: int, seed: int, options: Mapping[str, str] | None = None, bot: str = "greedy"
) -> Match:
    """A match of bots, stopped after so many answers or at its end."""
    box = find_game(game)
    setup = box.set_up(list(NAMES[:players]), {**box.simulated, **(options or {})}, seed, "virtual", {})
    match, rng = Match(box, setup), Random(seed)
    bots = find_bot(box, bot)(rng), make_random_bot(rng)
    while match.question is not None and len(match.answers) < steps:
        question = match.question
        match.answer(bots[question.seat < 0](question, match.table))
    return match


def asked(match: Match, question: Question | None, language: str = "en") -> dict[str, Any] | None:
    """The question as the page has it, for the one who is asked."""
    if question is None:
        return None
    voice = match.game.voice(match.game.say(language))
    choices = [
        {"id": str(choice), "label": voice.label(choice, question, match.table).text} for choice in question.choices
    ]
    seat = question.seat if question.seat >= 0 else None
    return {"n": 1, "seat": seat, "mine": True, "ask": question.ask, "choices": choices}


def show(
    page: Page, service: Service, match: Match, language: str = "en", race: object = None, mine: bool = True
) -> int:
    """Draw the table as whoever is asked sees it; gives how many elements there are."""
    question = match.question
    voice = match.game.voice(match.game.say(language))
    seats = [
        {
            "index": seat.index,
            "name": seat.name,
            "symbol": seat.symbol,
            "shape": seat.shape,
            "path": seat.path,
            "colour": seat.colour,
        }
        for seat in match.table.seats
    ]
    options: dict[str, Any] = {
        "seats": seats, "question": asked(match, question, language), "race": race,
        "words": dict(voice.picture_words(match.table)),
    }  # fmt: skip
    if options["question"] is not None:
        options["question"]["mine"] = mine
    table = match.table.view(question.seat if question is not None else SPECTATOR)
    page.errors[:] = [error for error in page.errors if '"network"' not in error]  # that page has no icon of its own
    script = SHOW.format(game=match.game.id, table=json.dumps(table), options=json.dumps(options))
    return int(page.value(script))


def open_blank(page: Page, service: Service) -> None:
    """A page of the server without a script of its own, under the same policy as all of them."""
    page.open(f"{service.address}wifi", "document.querySelector('h1')")


def look(page: Page, folder: Path, name: str, width: int, height: int, dark: bool = False) -> Path:
    """A picture of the picture."""
    page.resize(width, height)
    page.prefer(dark)
    page.value("window.redraw()")
    file = folder / f"{name}-{width}{'-dark' if dark else ''}.png"
    page.picture(file)
    return file
