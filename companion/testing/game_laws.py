"""All laws as one test class: inherit from it and name the game to check every property over random matches."""

from collections.abc import Iterator
from typing import ClassVar

import pytest

from companion.core.game import DEALS, Game, Setup, Table
from companion.core.match import Match
from companion.core.question import Question
from companion.core.registry import list_complaints
from companion.core.words import find_languages
from companion.testing.fit import check_clicks, check_face_fits, check_texts_fit
from companion.testing.laws import NAMES, check_cues, check_undo_and_redo, check_words, play_checked, playthrough
from companion.testing.peeking import check_odds_do_not_peek
from companion.testing.secrets import check_secrets


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
