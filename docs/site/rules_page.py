"""The rule cards of a game as a page of the site, so that the site says what the box says."""

from companion.core.primer import TOPICS
from companion.core.registry import find_game

TITLES = {"en": "{game}: the rules", "fr": "{game} : les règles"}
HOW = {
    "en": "These are the cards that Arkside shows in a first game. The box, phones and `arkside rules {id}` find "
    "them by word.",
    "fr": "Ce sont les cartes qu’Arkside montre dans une première partie. La boîte, les téléphones et "
    "`arkside rules {id}` les retrouvent.",
}


def write_rules_page(id: str, language: str) -> str:
    """Return all rule cards and pieces of a game in Markdown, topic by topic."""
    game = find_game(id)
    say = game.say(language)
    lines = [f"# {TITLES[language].format(game=game.title)}", "", HOW[language].format(id=id), ""]
    topic = ""
    for text in game.primer.list_texts(game.open_box(game.complete_options({}), {}), say):
        if text.topic != topic:
            topic = text.topic
            lines += [f"## {say(TOPICS[topic])}", ""]
        if topic == "pieces":
            lines.append(f"- **{text.title}**: {text.text}")
        else:
            lines += [f"### {text.title}", "", f"**{text.brief}**", "", text.text, ""]
    return "\n".join([*lines, ""])
