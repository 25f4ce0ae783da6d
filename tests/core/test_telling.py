"""Pieces the box does not know: words of one's own, figures asked for once, guesses marked as guesses."""

from typing import Any, ClassVar

import pytest

from companion.core.errors import NotAChoice
from companion.core.game import Guesswork, Outcome, Setup, Table
from companion.core.label import Label, Weight
from companion.core.match import Match
from companion.core.question import TABLE, FreeText, FreeTextQuestion, Play, Question
from companion.core.registry import find_game
from companion.core.session import Session
from companion.core.unknown_piece import ANOTHER, UNNAMED, PieceFigure, ask_figures
from companion.core.words import LANGUAGES, Say
from companion.device.view import BACK
from companion.device.views.name import NameView
from companion.device.views.pick import PickView
from companion.device.views.question import WRITE, ask
from companion.engine import Engine
from companion.games.noah import Noah
from companion.games.noah.voice import NoahVoice
from companion.terminal.typed import find_choice
from tests.laws import check_question


class TellingVoice(NoahVoice):
    """Words for a game that knows a zebra by guess only."""

    def prompt(self, question: Question, table: Any) -> str:
        return question.ask

    def label(self, choice: Any, question: Question, table: Any) -> Label:
        return Label(f"the {choice}", guessed=choice == "zebra")


class TellingGame(Noah):
    """Noah's table, but all it asks is which animal lies there."""

    id: ClassVar[str] = "noah"

    def play(self, table: Table) -> Play[Outcome]:
        card = yield Question(TABLE, "card", ("cat", "zebra", ANOTHER))
        if card == ANOTHER:
            said = yield FreeTextQuestion(TABLE, "name", (UNNAMED,))
            name = said.text if isinstance(said, FreeText) else ""
            climate, weight = yield from ask_figures(
                TABLE, [PieceFigure("climate", ("hot",)), PieceFigure("weight", (1, 2))]
            )
            table.learn("animals.zebra.name", name)
            table.learn("animals.zebra.weight", weight)
            table.learn("animals.zebra.climate", climate)
        yield Question(TABLE, "next", ("a", "b"))
        return Outcome((0,), "fewest-tears")

    def voice(self, say: Any) -> TellingVoice:
        return TellingVoice(say)

    def count_guesses(self, box: Any) -> Guesswork:
        return Guesswork(34, 47, "animals")


GAME = TellingGame()


def match(*answers: str, deal: str = "table") -> Match:
    return Match(GAME, setup(deal), answers)


def setup(deal: str = "table") -> Setup:
    return GAME.set_up(["Anna", "Ben"], deal=deal)


def test_free_text_is_an_answer_and_its_id_is_replayed() -> None:
    played = match(ANOTHER)
    played.answer(FreeText("snow hare"))
    assert played.answers[-1] == "said-snow hare"
    again = match(*played.answers, "2")
    assert again.table.learned == {"animals": {"zebra": {"name": "snow hare", "weight": 2, "climate": "hot"}}}


def test_spaces_are_corrected_and_unreadable_text_is_refused() -> None:
    played = match(ANOTHER)
    for wrong in ("said-", "said-   ", "said-a\x07b", "said-" + "x" * 21):
        with pytest.raises(NotAChoice, match="That needs 1 to 20 letters that can be printed"):
            played.answer(wrong)
    assert played.answers == [ANOTHER]
    played.answer("said- snow   hare ")
    assert played.answers[-1] == "said-snow hare"


def test_words_are_no_answer_where_nobody_asked_for_them() -> None:
    with pytest.raises(NotAChoice):
        match().answer("said-cat")


def test_a_name_may_be_left_out() -> None:
    assert match(ANOTHER, UNNAMED, "1").table.learned["animals"]["zebra"] == {"name": "", "weight": 1, "climate": "hot"}


def test_only_figures_that_could_be_several_things_are_asked() -> None:
    played = match(ANOTHER, UNNAMED)
    assert played.question is not None
    assert played.question.ask == "weight", "the climate is certain"


def test_undo_forgets_a_learned_figure_and_redo_restores_it() -> None:
    played = match(ANOTHER, "said-okapi", "2")
    played.undo()
    assert played.table.learned == {}
    played.redo()
    assert played.table.learned["animals"]["zebra"]["name"] == "okapi"


def test_an_entry_needs_one_choice_and_any_other_question_two() -> None:
    check_question(FreeTextQuestion(TABLE, "name", (UNNAMED,)), setup())
    with pytest.raises(AssertionError):
        check_question(Question(TABLE, "name", (UNNAMED,)), setup())


def test_programs_learn_how_long_a_text_may_be() -> None:
    session = Session(match(ANOTHER))
    asked = session.view(TABLE)["question"]
    assert (asked["choices"], asked["free"]) == ([UNNAMED], 20)
    answer = Engine(session).respond(b'{"do":"answer","choice":"said-okapi"}')
    assert answer is not None
    assert answer["question"]["ask"] == "weight"
    assert "free" not in answer["question"]


def test_a_guess_is_marked_in_lists_and_not_in_the_log() -> None:
    playing = match()
    voice = GAME.voice(GAME.say("en"))
    question = playing.question
    assert question is not None
    assert [voice.label_text(choice, question, playing.table) for choice in question.choices[:2]] == [
        "the cat",
        "the zebra ?",
    ]
    session = Session(playing)
    session.get_voice("en")
    assert session.answer(1, "zebra").label == "the zebra"


def test_the_log_shows_a_typed_text_as_it_was_typed() -> None:
    session = Session(match(ANOTHER))
    session.get_voice("en")
    assert session.answer(2, "said-okapi").label == "okapi"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_with_real_cards_begins_with_how_much_is_guessed(language: str) -> None:
    (line,) = Session(match()).list_opening_lines(language)[:1]
    assert "34" in line.text
    assert "47" in line.text
    assert "?" in line.text
    assert line.weight is Weight.GOOD_TO_KNOW, "nobody has to act on it"
    assert line not in Session(match(deal="virtual")).list_opening_lines(language)
    assert line not in Session(match("cat")).list_opening_lines(language), "said once, not at every sitting"


def test_a_box_that_is_fully_known_says_nothing_about_guesses() -> None:
    noah = find_game("noah")
    assert noah.count_guesses(noah.open_box({}, {})) is None


def test_the_box_has_a_row_that_leads_to_the_letters_and_back_again() -> None:
    playing = match(ANOTHER)
    assert playing.question is not None
    walk = ask(playing.question, playing, GAME.voice(GAME.say("en")))
    rows = next(walk)
    assert isinstance(rows, PickView)
    assert [row.label for row in rows.rows] == ["write it", "the unnamed"]
    assert isinstance(walk.send(WRITE), NameView)
    assert isinstance(walk.send(BACK), PickView)
    walk.send(WRITE)
    with pytest.raises(StopIteration) as picked:
        walk.send("Okapi")
    playing.answer(picked.value.value)
    assert playing.answers[-1] == "said-Okapi"


class Typing:
    """A person at a terminal whose game speaks French."""

    def __init__(self, *answers: str) -> None:
        self.match = match(*answers)
        self.voice = GAME.voice(Say("fr"))

    def __call__(self, word: str) -> str:
        return str(find_choice(word, self.match, self.voice))


def test_choices_are_found_by_id_number_or_label() -> None:
    typed = Typing()
    assert [typed(word) for word in ("cat", "2", "the Zébra", "the c")] == ["cat", "zebra", "zebra", "cat"]
    with pytest.raises(NotAChoice, match="'the' fits several answers"):
        typed("the")
    with pytest.raises(NotAChoice, match="I don't know 'lion'"):
        typed("lion")


def test_a_name_that_is_typed_is_taken_as_it_is() -> None:
    typed = Typing(ANOTHER)
    assert [typed(word) for word in ("snow  hare", "1", "the unnamed")] == ["said-snow hare", UNNAMED, UNNAMED]
    with pytest.raises(NotAChoice, match="1 to 20 letters"):
        typed("x" * 30)


def test_free_text_has_no_place_among_the_choices() -> None:
    """Whoever thinks ahead follows places; a name that somebody made up is none of them."""
    played = match(ANOTHER)
    assert played.question is not None
    ids = played.question.list_ids()
    played.answer(FreeText("snow hare"))
    named = match(ANOTHER, ids[-1])
    assert played.table.history.places[1:2] == [-1]
    assert named.table.history.places[1:2] == [len(ids) - 1]


def test_guesses_are_announced_before_the_first_answer_of_a_real_table_only() -> None:
    guess = "34"
    assert any(guess in line for line in map(str, Session(match()).list_opening_lines("en")))
    assert not any(guess in line for line in map(str, Session(match(deal="virtual")).list_opening_lines("en")))
    assert not any(guess in line for line in map(str, Session(match(ANOTHER)).list_opening_lines("en")))
