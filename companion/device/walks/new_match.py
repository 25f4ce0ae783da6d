"""Agreeing on a match: which game, who sits where, which options, whose cards."""

from collections.abc import Sequence
from typing import Any

from companion.app.choice_rows import MORE
from companion.app.lobby import SeatDraft, can_use_real_cards
from companion.app.rule_cards import OFF, ON
from companion.core.game import Game, Option
from companion.core.record import LONGEST_HOUSE_RULES
from companion.core.registry import find_game, list_game_ids
from companion.device.context import Context
from companion.device.view import BACK, Sign, Walk
from companion.device.views.fact import FactView
from companion.device.views.name import NameView
from companion.device.views.pick import PickView, Row
from companion.device.walks.options import ask_option
from companion.device.walks.seating import seat_people
from companion.device.walks.settings import change

SHUFFLE = Sign("SHUFFLE")
"""Toggle whether chance decides the seats."""
HOUSE_RULES = Sign("HOUSE_RULES")
"""Write house rules down."""
EXPLAIN = Sign("EXPLAIN")
"""Turn the rule cards on or off."""

Agreed = tuple[Game, list[SeatDraft], str, dict[str, str]]
"""A game, the people, whose cards, and the options."""


def agree_on_match(context: Context) -> Walk[Agreed | None]:
    """Return a game with its agreed options; None if the user went all the way back."""
    while True:
        game = yield from choose_game(context)
        if game is None:
            return None
        guests = yield from seat_people(context, game)
        if guests is None:
            continue
        terms = yield from settle_terms(context, game, guests)
        if terms is not None:
            deal, options = terms
            return game, guests, deal, options


def choose_game(context: Context) -> Walk[Game | None]:
    """Return one of the installed games, or None if the user went back."""
    games = [find_game(id) for id in list_game_ids()]
    rows = [Row(game.translate_title(context.say.language), game, format_players(game)) for game in games]
    picked = yield PickView(context.say("Which game?"), rows)
    return None if picked is BACK else picked


def format_players(game: Game) -> str:
    """Format the number of players, such as 2-5."""
    return f"{game.players[0]}-{game.players[-1]}"


def choose_deal(
    context: Context, game: Game, guests: Sequence[SeatDraft], deals: list[Row], options: dict[str, str]
) -> Walk[Any]:
    """Return whose cards are played with, or BACK.

    The last rows are about rule cards, seats, house rules and options that few people need, kept in `options`.
    """
    say, settings, at = context.say, context.app.settings, 0
    title = say("What are you playing with?")
    while True:
        shown = settings["rule_cards"] == ON
        cards = (
            [Row(say("Explain the rules"), EXPLAIN, say("yes") if shown else say("no"))] if game.primer.cards else []
        )
        draft = context.app.lobby.draft
        cards.append(Row(say("Shuffle the seats"), SHUFFLE, say("yes") if draft.shuffled else say("no")))
        cards.append(Row(say("House rules"), HOUSE_RULES, MORE))
        words = game.say(say.language)
        agreed = game.complete_options(options)
        rare = [option for option in game.options if option.is_rare and option.is_relevant(agreed, players=len(guests))]
        cards += [Row(words(option.title), option, words(option.words[agreed[option.name]])) for option in rare]
        view: PickView
        if can_use_real_cards(game, guests):
            view = PickView(title, [*deals, *cards], at)
        else:  # said here and not after the last question, when everything would be lost
            view = FactView(title, [*deals[1:], *cards], [say("A bot can't hold real cards.")], at)
        picked = yield view
        at = view.at
        if picked is EXPLAIN:
            yield from change(context, "rule_cards", OFF if shown else ON)
        elif picked is SHUFFLE:
            context.app.lobby.change(shuffled=not draft.shuffled)
        elif isinstance(picked, Option):
            value = yield from ask_option(context, game, picked, "")
            if value is not BACK:
                options[picked.name] = value
        elif picked is HOUSE_RULES:
            written = yield NameView(say("House rules"), start=draft.house_rules, longest=LONGEST_HOUSE_RULES)
            if written is not BACK:
                context.app.lobby.change(house_rules=written)
        else:
            return picked


def settle_terms(context: Context, game: Game, guests: Sequence[SeatDraft]) -> Walk[tuple[str, dict[str, str]] | None]:
    """Ask for the cards and the options. Return None after Back at the first of these questions."""
    say = context.say
    deals = [Row(say("Our own cards and pieces"), "table"), Row(say("Cards on the screen"), "virtual")]
    options: dict[str, str] = {}
    deal = (yield from choose_deal(context, game, guests, deals, options)) if game.deals_cards else "table"
    if deal is BACK:
        return None
    for option in game.options:
        # options that only matter when nobody is there needn't be asked
        if option.is_rare or option.name in game.simulated or not option.is_relevant(options, deal, len(guests)):
            continue
        picked = yield from ask_option(context, game, option, deal)
        if picked is BACK:
            return (yield from settle_terms(context, game, guests)) if game.deals_cards else None
        options[option.name] = picked
    return deal, options
