"""What it takes to enter a real table's game on a phone: `python -m tests.bench.phone_entry --game noah`.

Truthful people play with real pieces and tap every answer on one phone in Chromium, at 360 x 740. A tap outside the
visible part of the page costs a scroll. Each question is also measured on a phone of 320 x 568. Answers that a race
gives and those before the first turn are not counted.
"""

from collections import Counter
from collections.abc import Mapping
from operator import itemgetter
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from companion.core.game import Game
from companion.core.question import Race
from companion.core.session import Session
from tests.bench.command import add_game, add_size, format_way, list_games, make_parser, print_figures
from tests.bench.people import PEOPLE, seat_people
from tests.phone.browser import Page, browsers
from tests.phone.entry import Entry, enter_choice
from tests.phone.fingers import go_on, seat_guest, sit, start
from tests.phone.service import Service, phones_only

ANSWERS = 60
"""Counted answers for each way to play."""
NAMES = ("Anna", "Ben", "Chloé", "Dominique", "Émile")
SIZES = ((360, 740), (320, 568))
WAYS: Mapping[str, tuple[dict[str, str], ...]] = {
    "ark-and-noah": ({}, {"depth": "board"}),
    "noahs-ark": ({}, {"told": "before"}),
}
"""Options of the ways to play that are measured; the usual way for games that are not named here."""
MEASURE = """(async () => {
  await new Promise(requestAnimationFrame); // after a change of size
  const controls = [...document.querySelectorAll('.ask button, .ask input')].filter((one) => one.checkVisibility() && !one.closest('.cue'));
  const bottom = Math.max(...controls.map((one) => one.getBoundingClientRect().bottom)) + scrollY;
  return bottom / (innerHeight - document.querySelector('#tabs').offsetHeight);
})()"""
"""Height of the page down to the last control of the question, in screens."""


class Figures:
    """Sums over the questions of one match."""

    def __init__(self) -> None:
        self.answers = 0
        self.taps_of_turns: Counter[int] = Counter()
        """Taps by the number of turns, rounds or cards before."""
        self.entered = Entry(0, 0)
        self.screens: dict[int, list[float]] = {width: [] for width, _ in SIZES}
        self.longest = ("", 0.0)
        self.too_high: dict[int, Counter[str]] = {width: Counter() for width, _ in SIZES}
        """Questions higher than the screen, by its width."""

    def add(self, ask: str, turn: int, screens: Mapping[int, float], entered: Entry) -> None:
        """Count one answer of a turn."""
        self.answers += 1
        self.taps_of_turns[turn] += entered.taps
        self.entered = Entry(self.entered.taps + entered.taps, self.entered.scrolls + entered.scrolls)
        for width, height in screens.items():
            self.screens[width].append(height)
            self.too_high[width][ask] += height > 1
        self.longest = max(self.longest, (ask, screens[SIZES[0][0]]), key=itemgetter(1))

    def summarize(self, played: int) -> dict[str, Any]:
        """Return the means and shares."""
        count = max(1, self.answers)
        heights = {
            f"{name}_{width}": value
            for width, screens in self.screens.items()
            for name, value in (
                ("screens", round(sum(screens) / count, 2)),
                ("too_high", round(sum(height > 1 for height in screens) / count, 2)),
            )
        }
        return {
            "answers_per_turn": round(self.answers / max(1, played), 2),
            "taps_per_answer": round(self.entered.taps / count, 2),
            "taps_per_turn": round(self.entered.taps / max(1, played), 2),
            "taps_of_usual_turn": median(self.taps_of_turns.values() or [0]),
            "scrolls_per_answer": round(self.entered.scrolls / count, 2),
            **heights,
            "highest": f"{self.longest[0]} {self.longest[1]:.2f}",
            "too_high": {width: dict(+asks) for width, asks in self.too_high.items()},
        }


def play_match(
    page: Page, service: Service, game: Game, options: Mapping[str, str], seed: int, answers: int
) -> dict[str, Any]:
    """Play until that many answers are counted or the match is over."""
    session = start_on_phone(page, service, game, options)
    people = seat_people(game, session.match.table, Random(seed))
    figures = Figures()
    while session.question is not None and figures.answers < answers:
        _answer_question(page, service, session, people, figures)
    return {
        "game": game.id,
        "options": dict(options),
        "per": people.per,
        **figures.summarize(people.played(session.match.table)),
    }


def start_on_phone(page: Page, service: Service, game: Game, options: Mapping[str, str], players: int = 3) -> Session:
    """Start a match with real pieces and one phone."""
    page.look(*SIZES[0], "light")
    sit(page, service, 0, NAMES[0])
    for seat, name in enumerate(NAMES[1:players], start=1):
        seat_guest(page, seat, name)
    return start(page, service, game.id, deal="table", **options)


def find_high_questions(
    page: Page, service: Service, session: Session, seed: int, most: int
) -> tuple[int, Counter[str]]:
    """Return how many questions people answer on this page, at most that many, and which are too high for it.

    Nothing is tapped, which makes this much cheaper than a whole measurement.
    """
    people, asked, high = seat_people(session.game, session.match.table, Random(seed)), 0, Counter[str]()
    while session.question is not None and asked < most:
        question = session.question
        setting_up = people.sets_up(question, session.match.table)
        answer = people.answer(question, session.match.table)
        if not (isinstance(question, Race) or people.by_hand(question, answer) or setting_up):
            page.until(f"document.querySelector('.ask[data-n=\"{session.n}\"]')")
            asked += 1
            high[question.ask] += float(page.value(MEASURE)) > 1
        go_on(service, session, str(answer))
    return asked, +high


def _answer_question(page: Page, service: Service, session: Session, people: Any, figures: Figures) -> None:
    question, table = session.question, session.match.table
    assert question is not None
    setting_up = people.sets_up(question, table)
    answer = people.answer(question, table)
    if isinstance(question, Race) or people.by_hand(question, answer) or setting_up:
        go_on(service, session, str(answer))
        return
    page.until(f"document.querySelector('.ask[data-n=\"{session.n}\"]')")
    screens = {}
    for width, height in reversed(SIZES):
        page.resize(width, height)
        page.until(f"innerWidth === {width}")
        screens[width] = float(page.value(MEASURE))
    turn = people.played(table)
    figures.add(question.ask, turn, screens, enter_choice(page, service, session, str(answer)))


def main(arguments: list[str] | None = None) -> None:
    """Print a line for each way to play, or one JSON document."""
    parser = make_parser("phone_entry", __doc__)
    add_game(parser, tuple(PEOPLE))
    add_size(parser, ANSWERS, "answers of each way to play")
    args = parser.parse_args(arguments)
    measured: list[dict[str, Any]] = []
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile, browsers(Path(profile)) as (page, _):
        for game in list_games(args):
            for options in WAYS.get(game.id, ({},)):
                with TemporaryDirectory() as folder, phones_only(Path(folder), home=True) as service:
                    measured.append(play_match(page, service, game, options, args.seed, args.size))
                    page.reset()
                if not args.json:
                    figure = dict(measured[-1])
                    way = format_way(figure)
                    print(way, *(f"{name} {figure[name]}" for name in figure if name not in ("game", "options")))
    if args.json:
        print_figures("phone_entry", {"figures": measured}, as_json=True)


if __name__ == "__main__":
    main()
