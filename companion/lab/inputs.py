"""How much a real table has to tell: answers, and what the dial takes for them, with people who never lie."""

from collections.abc import Callable, Iterable, Mapping
from math import sqrt
from random import Random
from statistics import stdev
from typing import Any, NamedTuple

from companion.core.game import Game, Voice
from companion.core.match import Match
from companion.core.people import People
from companion.core.words import LANGUAGES
from companion.lab.bench import other_ways

MATCHES = 12
"""Matches a figure. How far off such a figure may be is told with it."""


class Effort(NamedTuple):
    """What hands do for an answer."""

    pushes: int
    clicks: int
    """Steps that the dial is turned."""


DialEffort = Callable[[Match, Voice, Any], Effort]
"""What it takes to give this answer with the dial; only the device knows."""


def bench_inputs(
    games: Iterable[Game],
    seed: int,
    dial_effort: DialEffort,
    said: Callable[[dict[str, Any]], None],
    matches: int = MATCHES,
) -> None:
    """Count for each game with each number of players, in the usual way and in every other."""
    for game in games:
        for options in ({}, *other_ways(game, "table")):
            for players in game.players:
                figure = count_inputs(game, players, options, seed, dial_effort, matches)
                if figure is not None:
                    said(figure)


def count_inputs(
    game: Game, players: int, options: Mapping[str, str], seed: int, dial_effort: DialEffort, matches: int
) -> dict[str, Any] | None:
    """The means over some matches; what was told before the first turn is counted by itself. None without people."""
    count = Count()
    per = ""
    for number in range(matches):
        setup = game.set_up([f"seat {n + 1}" for n in range(players)], options, seed + number, "table")
        match = Match(game, setup)
        people = game.people(match.table, Random(seed + number))
        if people is None:
            return None
        per = people.per
        count.add(match, people, game.voice(game.say(LANGUAGES[0])), dial_effort)
    return {"game": game.id, "players": players, "options": dict(options), "per": per, **count.means()}


class Count:
    """Answers, pushes and clicks of some matches."""

    def __init__(self) -> None:
        self.matches = 0
        self.played = 0
        self.means_of_matches: list[float] = []
        self.setting_up = 0
        self.answers = 0
        self.pushes = 0
        self.clicks = 0

    def add(self, match: Match, people: People, voice: Voice, dial_effort: DialEffort) -> None:
        """Let these people play to the end."""
        self.matches += 1
        answers_before = self.answers
        while match.question is not None:
            answer = people.answer(match.question, match.table)
            if people.sets_up(match.question, match.table):
                self.setting_up += 1
            elif not people.by_hand(match.question, answer):
                self._take_down(dial_effort(match, voice, match.find_choice(answer).choice))
            match.answer(answer)
        played = max(1, people.played(match.table))
        self.played += played
        self.means_of_matches.append((self.answers - answers_before) / played)

    def _take_down(self, effort: Effort) -> None:
        self.answers += 1
        self.pushes += effort.pushes
        self.clicks += effort.clicks

    def means(self) -> dict[str, float]:
        """How many of each a turn, round or card; answers before the first of them, a match."""
        played = max(1, self.played)
        return {
            "answers": round(self.answers / played, 3),
            "pushes": round(self.pushes / played, 3),
            "clicks": round(self.clicks / played, 3),
            "setup_answers": round(self.setting_up / max(1, self.matches), 3),
            "matches": self.matches,
            "answers_error": round(self._standard_error(), 3),
        }

    def _standard_error(self) -> float:
        """How far the mean of the answers is off, as the differences between the matches tell."""
        return stdev(self.means_of_matches) / sqrt(self.matches) if self.matches > 1 else 0.0
