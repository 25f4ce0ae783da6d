"""Rules to read: a card before the question it concerns, and all cards of a game to look up."""

from collections.abc import Sequence

from companion.app.choice_rows import MORE, group_rows
from companion.app.rule_cards import list_rule_texts
from companion.core.game import Game
from companion.core.primer import TOPICS, RuleCard, RuleText, find_texts, word_card
from companion.core.registry import find_game, list_game_ids
from companion.core.session import Session
from companion.device.context import Context
from companion.device.letters import LetterPredictor
from companion.device.view import BACK, HELP, Sign, Walk
from companion.device.views.name import NameView
from companion.device.views.pick import PickView, Row
from companion.device.views.question import choose
from companion.device.views.reading import ReadingView
from companion.device.views.rule_card import RuleCardView

GO_ON, TELL_MORE, STOP = Sign("GO_ON"), Sign("TELL_MORE"), Sign("STOP")
LOOK_UP = Sign("LOOK_UP")
"""Find the rules that contain a word."""


def show_card(context: Context, session: Session, card: RuleCard) -> Walk[bool]:
    """Show a card until it is read. Return whether people want to see more of them."""
    say = context.say
    text = word_card(card, context.voice_of(session).say)
    while True:
        picked = yield RuleCardView(text)
        if picked is BACK:
            rows = [
                Row(say("Go on"), GO_ON),
                Row(say("The whole rule"), TELL_MORE),
                Row(say("No more rule cards"), STOP),
            ]
            picked = yield PickView(text.title, rows)
        if picked not in (HELP, TELL_MORE, BACK):
            return picked is not STOP
        if picked is not BACK:
            yield ReadingView(text.title, [text.text])


def look_up_rules(context: Context) -> Walk[None]:
    """Look up the rules of any game."""
    games = [game for game in map(find_game, list_game_ids()) if game.primer.cards]
    at = 0
    while True:
        view = PickView(
            context.say("Rules"), [Row(game.translate_title(context.say.language), game) for game in games], at
        )
        game = yield view
        if game is BACK:
            return
        at = view.at
        yield from read_rules(context, game)


def look_up_rules_of(context: Context, session: Session) -> Walk[None]:
    """Look up the rules of the match that is played."""
    yield from read_rules(context, session.game)


def read_rules(context: Context, game: Game) -> Walk[None]:
    """List the cards of a game by topic, and show those that are picked or found by a word."""
    say = game.say(context.say.language)
    texts = list_rule_texts(game, context.app.folder, say)
    rows = [
        Row(context.say("Look up a word"), LOOK_UP, MORE, pinned=True),
        *(Row(text.title, text, group=(say(TOPICS[text.topic]),)) for text in texts),
    ]
    while True:
        picked = yield from choose(game.translate_title(context.say.language), group_rows(rows), "", None)
        if picked is LOOK_UP:
            yield from find_rules(context, texts)
        elif isinstance(picked, RuleText):
            yield ReadingView(picked.title, [picked.text])
        else:
            return


def find_rules(context: Context, texts: Sequence[RuleText]) -> Walk[None]:
    """Show the rules that contain a word, written letter by letter."""
    # the letters of titles are offered first, so that a few pushes of the dial write a word
    titles = LetterPredictor({text.title.casefold(): 1 for text in texts})
    word = yield NameView(context.say("Look up a word"), predictor=titles)
    if word is BACK:
        return
    rows = [Row(text.title, text) for text in find_texts(texts, word)]
    at = 0
    while rows:
        view = PickView(word, rows, at)
        picked = yield view
        if picked is BACK:
            return
        at = view.at
        yield ReadingView(picked.title, [picked.text])
    yield ReadingView(word, [context.say("No rule mentions that.")])
