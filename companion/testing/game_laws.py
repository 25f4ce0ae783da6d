"""All laws as one test class: inherit from it and name the game to check every property over random matches."""

from collections.abc import Iterator
from random import Random
from typing import ClassVar

import pytest

from companion.core.bots import make_random_bot
from companion.core.errors import NoOdds
from companion.core.game import DEALS, Game, Setup, Table
from companion.core.imagined_world import without_unknown_pieces
from companion.core.match import Match
from companion.core.match_worlds import imagine_match
from companion.core.playing import finish_play
from companion.core.question import Question
from companion.core.registry import list_complaints
from companion.core.words import find_languages
from companion.testing.fit import check_clicks, check_face_fits, check_texts_fit
from companion.testing.laws import NAMES, check_cues, check_undo_and_redo, check_words, play_checked, playthrough
from companion.testing.secrets import check_secrets

WORLDS = 12
"""Worlds played to their end for the law of odds. If all end alike, chance has no part in them."""


class GameLaws:
    """Laws of every game; `class TestMine(GameLaws): game = GAME` checks yours."""

    game: ClassVar[Game]

    def set_ups(self) -> Iterator[Setup]:
        """Yield every number of players with every deal; a game with options may add set-ups that use them."""
        for players in self.game.players:
            for deal in DEALS:
                yield self.game.set_up(NAMES[:players], {}, players, deal)

    def test_it_can_be_registered(self) -> None:
        """The game fulfils the contract: id, version, seats, lights, tunes."""
        complaints = list_complaints(self.game, self.game.id)
        names = {"package": "this", "name": self.game.id}
        assert [message.format(**(names | values)) for message, values in complaints] == []

    @pytest.mark.laws
    def test_every_question_can_be_asked_and_every_point_has_a_reason(self, games: int) -> None:
        """Random matches of every set-up to their end."""
        for setup in self.set_ups():
            pieces = self.game.make_pieces(setup)
            for setup.seed in range(max(1, games // 10)):
                play_checked(self.game, setup, pieces, setup.seed, lambda question, table: None)

    def test_the_same_seed_plays_the_same_match(self) -> None:
        """Only the seed and the answers decide; otherwise no journal could be replayed."""
        for setup in self.set_ups():
            assert playthrough(self.game, setup, 1) == playthrough(self.game, setup, 1)

    def test_undo_and_redo_give_the_same_table(self) -> None:
        """At every prefix of a match."""
        for setup in self.set_ups():
            check_undo_and_redo(self.game, setup, setup.seed, most=60)

    def test_a_journal_can_be_read_again(self) -> None:
        """Replaying the answers leads to the same question."""
        for setup in self.set_ups():
            match = Match(self.game, setup)
            for _ in range(30):
                if match.question is not None:
                    match.answer(match.question.choices[-1])
            again = Match(self.game, setup, match.answers)
            assert (again.facts, repr(again.question)) == (match.facts, repr(match.question))

    def test_every_cue_has_words(self) -> None:
        """In every language that the game has."""
        for setup in self.set_ups():
            check_cues(self.game, setup, setup.seed, lambda *about: ["*"], lambda cue: ())

    def test_hands_that_are_hidden_are_declared(self) -> None:
        """A game with cards that others may not see says so, because then no bot can sit at a real table."""
        for setup in self.set_ups():
            hidden: list[int] = []

            def look(question: Question | None, table: Table, hidden: list[int] = hidden) -> None:
                hidden.extend(seat.index for seat in table.seats if table.secrets(seat.index))

            play_checked(self.game, setup, self.game.make_pieces(setup), setup.seed, look)
            assert self.game.hidden_hands or not hidden, "hidden_hands = True is missing"

    @pytest.mark.laws
    def test_nobody_sees_a_secret(self, games: int) -> None:
        """Nothing a viewer gets differs between worlds that this viewer cannot tell apart."""
        for setup in self.set_ups():
            for setup.seed in range(max(1, games // 100)):
                check_secrets(self.game, setup, setup.seed)

    def test_odds_do_not_know_what_comes(self) -> None:
        """An imagined match is dealt by another chance than the real one."""
        for players in self.game.players:
            check_odds_do_not_peek(self.game, self.game.set_up(NAMES[:players], {}, players))

    def test_every_word_is_text_and_no_catalog_is_damaged(self) -> None:
        """In every language that the game has."""
        for language in find_languages(self.game.folder / "locale"):
            check_words(self.game, self.game.set_up(NAMES[: self.game.usual_players]), language)

    def test_every_text_fits_the_small_screens(self) -> None:
        """In every language that the game has."""
        for language in find_languages(self.game.folder / "locale"):
            check_texts_fit(self.game, language)

    def test_every_picture_light_and_tune_is_one_that_the_device_has(self) -> None:
        """In every language that the game has."""
        for language in find_languages(self.game.folder / "locale"):
            check_face_fits(self.game, language)

    def test_no_choice_is_far_away_on_the_dial(self) -> None:
        """A few clicks are enough for all."""
        check_clicks(self.game)


def check_odds_do_not_peek(game: Game, setup: Setup) -> None:
    """Check that imagined worlds end in several ways if the cards decide how a match ends.

    Odds and thinking bots play on in such worlds. If a pile stays as it was shuffled, they know every card to come.
    """
    ends_by_seed = {_finish_match(game, setup, seed) for seed in range(WORLDS)}
    if len(ends_by_seed) == 1:
        return  # nothing is left to chance
    try:
        worlds = imagine_match(Match(game, setup))
    except NoOdds:
        return
    ends: set[str] = set()
    for number in range(WORLDS):
        world = worlds.draw_world(Random(number))
        bot = without_unknown_pieces(make_random_bot(Random(1)))
        answer = None if world.question is None else bot(world.question, world.table)
        finish_play(world.play, answer, world.table, [bot] * (len(setup.seats) + 1))
        ends.add(repr(world.table.facts()))
    assert len(ends) > 1, (
        f"{game.id}: {WORLDS} imagined matches end alike, although the cards decide: Table.imagine must shuffle again "
        "what nobody has seen"
    )


def _finish_match(game: Game, setup: Setup, seed: int) -> str:
    """Return how a match of this seed ends if a bot answers that is the same for all seeds."""
    other = Setup(setup.game, setup.seats, setup.options, seed, setup.deal, setup.corrections)
    match, bot = Match(game, other), make_random_bot(Random(1))
    while match.question is not None:
        match.answer(bot(match.question, match.table))
    return repr(match.facts)
