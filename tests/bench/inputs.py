"""How much a real table has to enter: `python -m tests.bench.inputs --game noah`.

Truthful people play whole matches with real pieces. Their answers are counted, and what each takes on the dial.
"""

from collections.abc import Callable, Iterable, Mapping
from math import sqrt
from random import Random
from statistics import stdev
from typing import Any

from companion.core.game import Game, Voice
from companion.core.match import Match
from companion.core.words import LANGUAGES
from tests.bench.command import add_game, add_size, format_way, list_games, make_parser, print_figures
from tests.bench.dial_effort import Effort, dial_effort
from tests.bench.games import other_ways
from tests.bench.people import PEOPLE, People, seat_people

MATCHES = 12
"""Matches per figure. Each figure comes with its standard error."""


DialEffort = Callable[[Match, Voice, Any], Effort]
"""Returns what it takes to give an answer with the dial."""


def bench_inputs(
    games: Iterable[Game], seed: int, report: Callable[[dict[str, Any]], None], matches: int = MATCHES
) -> None:
    """Report a figure for each game with each number of players, in the usual way and in every other."""
    for game in games:
        for options in ({}, *other_ways(game, "table")):
            for players in game.players:
                report(count_inputs(game, players, options, seed, dial_effort, matches))


def count_inputs(
    game: Game, players: int, options: Mapping[str, str], seed: int, effort_of: DialEffort, matches: int
) -> dict[str, Any]:
    """Return the means over some matches; answers before the first turn are counted apart."""
    count = Count()
    per = ""
    for number in range(matches):
        setup = game.set_up([f"seat {n + 1}" for n in range(players)], options, seed + number, "table")
        match = Match(game, setup)
        people = seat_people(game, match.table, Random(seed + number))
        per = people.per
        count.add(match, people, game.voice(game.say(LANGUAGES[0])), effort_of)
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

    def add(self, match: Match, people: People, voice: Voice, effort_of: DialEffort) -> None:
        """Let these people play to the end."""
        self.matches += 1
        answers_before = self.answers
        while match.question is not None:
            answer = people.answer(match.question, match.table)
            if people.sets_up(match.question, match.table):
                self.setting_up += 1
            elif not people.by_hand(match.question, answer):
                self._add_effort(effort_of(match, voice, match.find_choice(answer).choice))
            match.answer(answer)
        played = max(1, people.played(match.table))
        self.played += played
        self.means_of_matches.append((self.answers - answers_before) / played)

    def _add_effort(self, effort: Effort) -> None:
        self.answers += 1
        self.pushes += effort.pushes
        self.clicks += effort.clicks

    def means(self) -> dict[str, float]:
        """Return each count per turn, round or card, and the answers before the first of them per match."""
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
        """Return the standard error of the mean number of answers, from how much matches differ."""
        return stdev(self.means_of_matches) / sqrt(self.matches) if self.matches > 1 else 0.0


def main(arguments: list[str] | None = None) -> None:
    """Print a line for each way to play, as soon as it is counted, or one JSON document."""
    parser = make_parser("inputs", __doc__)
    add_game(parser, tuple(PEOPLE))
    add_size(parser, MATCHES, "matches of each way to play")
    args = parser.parse_args(arguments)
    figures: list[dict[str, Any]] = []

    def report(figure: dict[str, Any]) -> None:
        figures.append(figure)
        if not args.json:
            line = (
                "{way}, {players} players, per {per}: {answers:.2f} answers, {pushes:.2f} pushes, {clicks:.1f} clicks"
            )
            print(line.format(way=format_way(figure), **figure), flush=True)

    bench_inputs(list_games(args), args.seed, report, args.size)
    if args.json:
        print_figures("inputs", {"figures": figures}, as_json=True)


if __name__ == "__main__":
    main()
