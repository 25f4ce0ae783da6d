"""Nobody reads of a card that their seat may not know: prompts, log, cues and the table of every seat."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.cards import ShuffledPile
from companion.core.match import Match
from companion.core.question import TABLE
from companion.core.session import SPECTATOR, Session
from companion.core.words import LANGUAGES
from companion.games.noah import GAME
from companion.games.noah.solo import SoloNoahTable
from companion.games.noah.table import NoahTable
from tests.games.noah.stage import Stage
from tests.laws import NAMES

GIRAFFE = ["giraffe-m cat-m mule-f", "bear-f", "panda-f panda-m"]
FILLED_BY_GIRAFFE = "giraffe-m cat-m mule-f parrot-f lion-m kangaroo-m"


def cards_known_to(seat: int, table: NoahTable) -> set[str]:
    """The ids of all cards that lie open, have left on a ferry, or are in a hand that this seat may see."""
    assert isinstance(table.pile, ShuffledPile)
    known = table.known_on_top if isinstance(table, SoloNoahTable) and seat == 0 else 0
    unseen = Counter(card.id for card in table.pile.cards[: len(table.pile) - known])
    for place, hand in enumerate(table.hands):
        cards = hand.get_known_cards()
        assert cards is not None
        is_looked_at = table.peeked is not None and table.peeked.index == place and table.looker == seat
        if place != seat and not is_looked_at:
            unseen.update(card.id for card in cards.held)
    return set(Counter(card.id for card in table.pieces.deck) - unseen)


class Names:
    """All ways to name a card: its id, and its name in every language."""

    def __init__(self, table: NoahTable) -> None:
        voices = [GAME.voice(GAME.say(language)) for language in LANGUAGES]
        kinds = table.pieces.kinds.all
        self.cards = {kind.id: kind.card.id for kind in kinds}
        self.cards |= {voice.name(kind.id): kind.card.id for voice in voices for kind in kinds}
        longest_first = sorted(self.cards, key=len, reverse=True)  # "snail" is a part of "snail-m"
        self.pattern = re.compile("|".join(map(re.escape, longest_first)))

    def find_cards(self, texts: Iterable[str]) -> set[str]:
        """The ids of the cards that these texts name."""
        return {self.cards[name] for text in texts for name in self.pattern.findall(text)}


@pytest.mark.laws
@pytest.mark.parametrize("players", GAME.players)
def test_nobody_reads_of_a_card_that_they_may_not_know(players: int, games: int) -> None:
    for seed in range(max(1, games // 60)):
        session = Session(Match(GAME, GAME.set_up(NAMES[:players], {}, seed)))
        voices = [session.get_voice(language) for language in LANGUAGES]
        bot, table = make_random_bot(Random(seed)), session.match.table
        assert isinstance(table, NoahTable)
        names, everyone = Names(table), (*range(players), TABLE, SPECTATOR)
        lay_open: set[str] = set()
        while session.question is not None:
            question = session.question
            known = {seat: cards_known_to(seat, table) | lay_open for seat in everyone}
            for seat in everyone:
                view = session.view(seat)
                view.pop("why", None)  # names every animal, whoever holds it
                shown = [json.dumps(view), *(voice.prompt(question, table) for voice in voices)]
                assert names.find_cards(shown) <= known[seat], f"seat {seat}, {question}"
            lay_open = cards_known_to(TABLE, table)
            happened = session.answer(session.n, bot(question, table))
            # loaded for all to see, even if the ferry has left since
            loads = [str(cue) for cue in happened.cues if cue.kind == "loads"]
            lay_open |= names.find_cards([happened.choice, *loads] if question.ask == "load" else loads)
            for seat in everyone:
                told = [
                    text
                    for line in happened.lines.values()
                    for text in (line.prompt, line.label_for(seat), *line.changes, *map(str, line.cues))
                ]
                may_know = known[seat] | cards_known_to(seat, table) | lay_open
                assert names.find_cards(told) <= may_know, f"seat {seat}, {question} -> {happened.choice}"


def test_only_the_seat_that_looks_sees_the_hand() -> None:
    table = Stage(GIRAFFE, {1: "bear-m"}).answer("giraffe-m", "seat-2").table
    assert table.secrets(0)["cards-2"] == "panda-m panda-f"
    assert table.view(0)["cards-2"] == ["panda-m", "panda-f"]
    for seat in (1, 2, TABLE):
        assert "cards-2" not in table.secrets(seat)
        assert "cards-2" not in table.view(seat)


@pytest.mark.parametrize(("seat", "knows"), [(0, True), (1, False)])
def test_only_the_seat_that_looks_remembers_the_hand_in_its_mind(seat: int, knows: bool) -> None:
    imagined = set()
    for seed in range(30):
        stage = Stage(GIRAFFE, {1: "bear-m"}).answer("giraffe-m", "seat-2")
        stage.table.imagine(seat, Random(seed))
        imagined.add(stage.hand(2))
    assert (imagined == {"panda-m panda-f"}) == knows


def test_a_giraffe_that_fills_the_last_ferry_is_seen_while_its_gifts_are_asked() -> None:
    stage = Stage([FILLED_BY_GIRAFFE, "bear-f", "panda-f panda-m"], {1: "rhinoceros-m panda-m"}, departures=3)
    stage.answer("giraffe-m", "seat-2")
    assert stage.asked == (0, "give")
    assert stage.table.secrets(0)["cards-2"] == "panda-m panda-f"
    stage.answer("cat-m", "seat-1")
    assert stage.table.secrets(0)["cards-2"] == "panda-m panda-f"


def test_a_look_ends_with_the_turn() -> None:
    stage = Stage(GIRAFFE, {1: "bear-m"}).answer("giraffe-m", "seat-2", "ferry-3")
    assert stage.table.peeked is None
    assert list(stage.table.secrets(0)) == ["cards"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_gets_a_card_is_asked_without_naming_the_card(language: str) -> None:
    stage = Stage(["panda-m cat-m cat-f parrot-m", "lion-m", "lion-f"], {1: "elephant-m bear-m"}, departures=1)
    stage.answer("panda-m", "ferry-4", "cat-m")
    assert stage.question is not None
    assert (stage.question.ask, stage.question.about) == ("give_to", 2)
    assert (
        GAME.voice(GAME.say(language)).prompt(stage.question, stage.table)
        == {
            "en": "Anna, who gets a card? (2 left to give)",
            "fr": "Anna, à qui donnes-tu une carte\u202f? (encore 2 à donner)",
        }[language]
    )
