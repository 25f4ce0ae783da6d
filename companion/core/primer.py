"""Rule cards: one rule each, in a few words.

A game lists its cards as data in `primer.py`. Clients show them in a first game when they first matter
(`companion.app.rule_cards`), under the help of a question, and when somebody looks a rule up.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.errors import N_
from companion.core.words import normalize_spelling

if TYPE_CHECKING:
    from companion.core.box import Box
    from companion.core.question import Question
    from companion.core.words import Say

TOPICS = {
    "setup": N_("Set-up"),
    "turn": N_("Playing"),
    "powers": N_("Special pieces"),
    "scoring": N_("End and scoring"),
    "pieces": N_("All the pieces"),
}
"""Headings under which cards are listed, in reading order."""

IN_TITLE, IN_TEXT = 2, 1
"""Weight of a word that is found in the title, or elsewhere on a card."""


class RuleCard(NamedTuple):
    """One rule. Texts are English and marked for translation.

    A card applies to the questions in `asks`, and to any question while `when` holds. With neither, it can only be
    looked up. `when` must depend on nothing but what everyone at the table can see.
    """

    id: str
    topic: str
    title: str
    brief: str
    """The rule in a sentence or two that fit a small screen."""
    text: str
    """The whole rule."""
    asks: tuple[str, ...] = ()
    """Kinds of question (`Question.ask`) that it helps with."""
    when: Callable[[Any], bool] | None = None
    """Whether it matters at this table."""
    in_force: Callable[[Any], bool] | None = None
    """Whether the rule belongs to the kind of game played at this table, such as the quick one; None for any."""
    covers: tuple[str, ...] = ()
    """Statements of the rulebooks that it explains, by the ids in `tests/games/statements.toml`."""

    def applies(self, question: "Question", table: Any) -> bool:
        """Whether the card helps with this question."""
        if self.in_force is not None and not self.in_force(table):
            return False
        return self.is_happening(table) or question.ask in self.asks

    def is_happening(self, table: Any) -> bool:
        """Whether it matters at this table now, whatever is asked."""
        return self.when is not None and self.when(table)


class RuleText(NamedTuple):
    """A rule card, or a piece with everything printed on it, in one language."""

    id: str
    topic: str
    title: str
    brief: str
    text: str


DescribePieces = Callable[["Box", "Say"], Iterable[RuleText]]
"""Function that describes every piece of a box."""


class Primer(NamedTuple):
    """All rule cards of a game, in the order in which to learn them."""

    cards: tuple[RuleCard, ...] = ()
    describe_pieces: DescribePieces = lambda box, say: ()

    def list_applying(self, question: "Question", table: Any) -> list[RuleCard]:
        """Return the cards that help with this question."""
        return [card for card in self.cards if card.applies(question, table)]

    def word_cards(self, say: "Say") -> list[RuleText]:
        """Return all cards in one language."""
        return [word_card(card, say) for card in self.cards]

    def list_texts(self, box: "Box", say: "Say") -> list[RuleText]:
        """Return all cards and all pieces in one language, topic by topic."""
        topics = list(TOPICS)
        texts = [*self.word_cards(say), *self.describe_pieces(box, say)]
        return sorted(texts, key=lambda text: topics.index(text.topic))


NO_CARDS = Primer()
"""Primer of a game without rule cards."""


def word_card(card: RuleCard, say: "Say") -> RuleText:
    """Return a card in one language."""
    return RuleText(card.id, card.topic, say(card.title), say(card.brief), say(card.text))


def find_texts(texts: Sequence[RuleText], words: str) -> list[RuleText]:
    """Return the cards that contain every word, or words that begin like it; best first.

    Pieces are found by their names only: all of them have a weight, and a search for "weight" shouldn't list them all.

    >>> mule = RuleText("mule", "powers", "Mule", "Noah stays.", "He doesn't move.")
    >>> ferry = RuleText("load", "turn", "Loading", "Load Noah's ferry.", "A mule is an animal too.")
    >>> [text.id for text in find_texts([ferry, mule], "mules")], find_texts([ferry, mule], "lion")
    ([], [])
    >>> [text.id for text in find_texts([ferry, mule], "Mul")]
    ['mule', 'load']
    """
    wanted = _split_words(words)
    ranked = [(_rank_text(text, wanted), text) for text in texts] if wanted else []
    matching = [(rank, text) for rank, text in ranked if rank]
    return [text for _, text in sorted(matching, key=lambda pair: -pair[0])]


def _rank_text(text: RuleText, wanted: Sequence[str]) -> int:
    """Return how well a card matches; 0 if a word is missing."""
    title = _split_words(text.title)
    below = [] if text.topic == "pieces" else _split_words(f"{text.brief} {text.text}")
    rank = 0
    for word in wanted:
        if any(part.startswith(word) for part in title):
            rank += IN_TITLE
        elif any(part.startswith(word) for part in below):
            rank += IN_TEXT
        else:
            return 0
    return rank


def _split_words(text: str) -> list[str]:
    return re.findall(r"\w+", normalize_spelling(text))
