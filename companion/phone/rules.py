"""The rules of a game for pages, which search them by themselves."""

from typing import Any

from companion.app.app import App
from companion.app.rule_cards import list_rule_texts
from companion.core.game import Game
from companion.core.primer import TOPICS


def describe_rule_book(app: App, game: Game, language: str) -> dict[str, Any]:
    """Return all rule cards and pieces of a game in one language, topic by topic."""
    say, live = game.say(language), app.live
    options = live.match.setup.options if live is not None and live.game is game else None
    texts = list_rule_texts(game, app.folder, say, options)
    return {
        "game": game.id,
        "title": game.translate_title(language),
        "topics": {topic: say(name) for topic, name in TOPICS.items()},
        "cards": [text._asdict() for text in texts],
    }
