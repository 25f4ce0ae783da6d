"""Races in the terminal: people tell who was first, and against bots the clock does."""

import io
from collections.abc import Iterator

import pytest
from rich.console import Console

from companion.core.match import Match
from companion.core.question import Race
from companion.core.registry import find_game
from companion.core.session import Session
from companion.core.words import Say
from companion.terminal.play import TerminalPlay

GAME = find_game("noahs-ark")


class Keyboard:
    """Types these lines one after the other; every line takes as long as the number behind it says."""

    def __init__(self, *lines: tuple[str, float]) -> None:
        self.lines: Iterator[tuple[str, float]] = iter(lines)
        self.prompts: list[str] = []
        self.now = 0.0

    def read(self, prompt: str) -> str:
        self.prompts.append(prompt)
        try:
            line, seconds = next(self.lines)
        except StopIteration:
            raise EOFError from None
        self.now += seconds
        return line

    def clock(self) -> float:
        return self.now


def play(
    players: str, *lines: tuple[str, float], language: str = "en", seed: int = 5, **options: str
) -> tuple[Match, str, Keyboard]:
    """Type into a match until there is nothing more to type; what stands on the screen then."""
    match = Match(GAME, GAME.set_up(players.split(","), options, seed))
    keyboard, paper = Keyboard(*lines), io.StringIO()
    TerminalPlay(Session(match), Say(language), Console(file=paper, width=100), keyboard.read, keyboard.clock).run()
    return match, paper.getvalue(), keyboard


def test_people_alone_tell_who_was_first() -> None:
    match, screen, _ = play("Anna,Ben", ("1", 0), ("2", 0))
    assert "dice. Who is first?" in screen
    assert match.answers == ["seat-0", "slap-1"]
    assert match.question is not None
    assert match.question.ask == "claim"


def test_against_a_bot_a_quick_hand_wins() -> None:
    match, screen, keyboard = play("Anna,bot:greedy", ("1", 0), ("", 0), ("", 0.5))
    assert "NOW!" in screen
    assert "Anna: 0.50 s" in screen
    assert match.answers[-1] == "slap-0"
    assert any("Enter: ready" in prompt for prompt in keyboard.prompts)
    assert any("Enter: slap!" in prompt for prompt in keyboard.prompts)


@pytest.mark.parametrize("late", [("", 60.0), ("n", 1.0)], ids=["too late", "gave up"])
def test_a_slow_player_loses_to_the_bot(late: tuple[str, float]) -> None:
    match, screen, _ = play("Anna,bot:greedy", ("1", 0), ("", 0), late)
    assert match.answers[1] == "slap-1"
    assert "Greedy: " in screen


def test_nobody_is_asked_about_dice_that_only_the_bot_has_seen() -> None:
    match, screen, _ = play("Anna,bot:greedy", ("1", 0), ("", 0), ("", 60.0))
    assert match.answers[2] in ("right", "wrong")
    assert "Greedy was first! Are the dice right?" not in screen
    assert isinstance(match.question, Race), "the next thing a person is asked is a race again"


def test_bots_alone_in_a_race_need_nobody() -> None:
    match, _, _ = play("Anna,bot:greedy,bot:random", ("1", 0), ("", 0), ("", 0.1), ("2", 0))
    assert match.answers[:3] == ["seat-0", "slap-0", "wrong"]
    assert match.answers[3] in ("slap-1", "slap-2"), "Anna sits out, and the bots go on without her"


def test_even_a_bot_that_decides_at_random_gets_its_dice_right() -> None:
    give_up = [("", 0.0), ("n", 0.0)] * 40
    match, _, _ = play("Anna,bot:random", ("1", 0), *give_up, length="shortest")
    assert match.answers.count("wrong") < match.answers.count("right") // 4


def test_several_people_against_a_bot_say_whose_hand_it_was() -> None:
    match, _, keyboard = play("Anna,Ben,bot:greedy", ("1", 0), ("", 0), ("", 0.2), ("Greedy", 0), ("Ben", 0))
    assert match.answers[1] == "slap-1"
    assert keyboard.prompts[3:5] == ["Whose hand was it? Anna, Ben > "] * 2


def test_a_race_can_be_asked_about_and_left() -> None:
    match, screen, _ = play("Anna,bot:greedy", ("1", 0), ("?", 0), ("s", 0), ("q", 0))
    assert "Slap the Ark!" in screen
    assert match.answers == ["seat-0"]


def test_undo_leads_back_to_what_a_person_answered() -> None:
    match, _, _ = play("Anna,bot:greedy", ("1", 0), ("", 0), ("", 60.0), ("u", 0))
    assert match.answers == ["seat-0"], "the bot's slap and its dice are taken back together"


def test_nothing_is_handed_over_where_nothing_is_secret() -> None:
    _, screen, keyboard = play(
        "Anna,Ben", *[(answer, 0.0) for answer in ("1", "1", "1") * 12], mode="advanced", flice="without", seed=4
    )
    assert "play a power before the next card" in screen
    assert not any("Hand over" in prompt for prompt in keyboard.prompts)


def test_a_race_against_bots_speaks_french() -> None:
    _, screen, keyboard = play("Anna,bot:greedy", ("1", 0), ("", 0), ("", 0.5), language="fr")
    assert "TOP\u202f!" in screen
    assert "Anna\u202f: 0,50 s" in screen
    assert any(prompt.startswith("Entrée\u202f: taper\u202f!") for prompt in keyboard.prompts)


def test_a_whole_match_against_bots_reaches_its_end() -> None:
    match = Match(GAME, GAME.set_up(["Anna", "bot:greedy", "bot:random"], {"length": "shortest"}, seed=8))
    paper, passed = io.StringIO(), [0.0]

    def read(prompt: str) -> str:
        passed[0] += 2.0
        return "" if prompt.startswith("Enter") else "1"

    assert TerminalPlay(Session(match), Say("en"), Console(file=paper, width=100), read, lambda: passed[0]).run()
    assert match.outcome is not None
    assert "objective: " in paper.getvalue()
