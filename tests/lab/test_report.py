"""The report is one file that needs nothing else and says what was played."""

import re
from functools import cache
from html.parser import HTMLParser
from itertools import product

import pytest

from companion.core.registry import find_game
from companion.core.tally import Bars, Lines
from companion.core.words import Say
from companion.lab.plan import make_plan
from companion.lab.plots import render_svg
from companion.lab.report import plot_places, render_page, write_report
from companion.lab.row_files import ResultsError
from companion.lab.simulate import simulate
from tests.boxed import BOXED
from tests.long import mark_long

pytest.importorskip("matplotlib")


@cache
def simulation(game, players, games=60, bots=("greedy", "random")):
    return simulate(make_plan(find_game(game), players, bots, 3, {}, {}, watched=True), games)


class Elements(HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.open, self.titles = [], [], []

    def handle_starttag(self, tag, attrs):
        self.links += [
            value for name, value in attrs if name in ("src", "href", "xlink:href") and not value.startswith("#")
        ]
        self.titles += [value for name, value in attrs if name == "aria-label"]


@pytest.mark.parametrize(
    ("game", "language"),
    mark_long(
        product(BOXED, ("en", "fr")),
        quick=[("noah", "en"), ("ark", "fr"), ("ark-and-noah", "en"), ("noahs-ark", "fr")],
    ),
)
def test_a_report_stands_alone_and_has_a_picture_of_the_game_itself(game, language):
    text = render_page(simulation(game, max(3, find_game(game).players[0])), language)
    elements = Elements()
    elements.feed(text)
    assert elements.links == []
    assert "<script" not in text
    assert not re.search(r"url\((?!#)", text)
    assert text.count("<h2>") == 3
    assert len(elements.titles) == text.count("<figure>") >= 5
    assert {"en": "Who wins", "fr": "Qui gagne"}[language] in text


def test_the_same_run_gives_the_same_page():
    again = simulation.__wrapped__("noah", 2)
    assert render_page(simulation("noah", 2), "en") == render_page(again, "en")


def test_colours_of_ink_and_lines_are_the_pages_own():
    text = render_page(simulation("noah", 2), "en")
    assert "currentColor" in text
    assert "var(--line)" in text
    assert "#010203" not in text
    assert "#040506" not in text
    assert "#070809" not in text


def bars(heights, **more) -> str:
    """A plot of a bar for each, as those who listen hear it."""
    return render_svg(
        Bars("Pairs", "pairs per game", [str(n) for n in range(len(heights))], heights, **more), Say("fr")
    )


def test_a_bot_may_have_any_name():
    plot = Bars("Wins", "share", [r"exec:C:\bots\da.exe \1"], [0.5])
    assert r"exec:C:\bots\da.exe \1" in render_svg(plot, Say("en"))


def test_only_shares_are_shown_in_percent():
    assert 'aria-label="Pairs: 0 0,6, 1 0,2"' in bars([0.57, 0.16], shares=False)
    assert 'aria-label="Pairs: 0 57,0\u202f%, 1 15,0\u202f%"' in bars([0.57, 0.15])
    assert "0 −2,5" in bars([-2.5, 1])


def test_expected_and_measured_shares_are_drawn_side_by_side():
    assert bars([0.6, 0.4], by_lot=[0.5, 0.5]).count("stroke-dasharray") == 2
    assert "stroke-dasharray" not in bars([0.6, 0.4])


def test_races_drawn_by_lot_are_not_said_to_take_minutes():
    advanced = make_plan(find_game("noahs-ark"), 3, ("greedy",), 3, {"mode": "advanced"}, {})
    assert "questions." in (text := render_page(simulate(advanced, 20), "en"))
    assert "minutes" not in text
    assert "minutes" in render_page(simulation("noah", 2), "en")


@pytest.mark.parametrize(
    ("differ", "says"),
    [([0, 2], "“starts” and “2 after the starter” differ"), ([1], "“1 after the starter” differs"), ([], "no place")],
)
def test_it_is_said_which_places_differ_from_chance(differ, says):
    figures = {
        "players": 3,
        "wins_by_place": [0.3] * 3,
        "wins_by_place_within": [0.1] * 3,
        "places_that_differ": differ,
    }
    (plot,) = plot_places(figures, Say("en"))
    assert says in plot.note


def test_a_game_that_does_not_say_who_began_is_counted_by_seat():
    figures = {
        "players": 2,
        "wins": [0.6, 0.4],
        "wins_within": [0.1] * 2,
        "paired": False,
        "bots": ["greedy", "random"],
    }
    (plot,) = plot_places(figures, Say("en"))
    assert plot.names == ["seat 1 greedy", "seat 2 random"]
    assert plot.note == "by chance each would win 50.0%"


def test_a_page_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(ResultsError, match=r"nowhere/page\.html"):
        write_report(tmp_path / "nowhere" / "page.html", simulation("noah", 2, 20), "en")


def test_bars_tell_their_figures_to_those_who_listen():
    text = render_page(simulation("noah", 2, bots=("random",)), "en")
    assert re.search(r'aria-label="Wins by place: starts \d+\.\d% ± \d+\.\d%, 1 after the starter ', text)


def test_ferries_leave_at_21_or_13_and_the_shares_add_up():
    run = simulation("noah", 4, 200)
    figures = run.figures.as_json()["counted"]
    assert set(figures["at_weight"]) == {"13", "21"}
    assert sum(figures["at_weight"].values()) == pytest.approx(1, abs=1e-3)
    assert sum(figures["rounds_with"].values()) == pytest.approx(1, abs=1e-3)
    assert sum(figures["filled_by"]) == pytest.approx(1, abs=1e-3)
    assert sum(int(n) * share for n, share in figures["rounds_with"].items()) == pytest.approx(
        figures["departures_a_round"], abs=1e-2
    )


@pytest.mark.parametrize(("game", "players"), [("ark", 4), ("ark-and-noah", 3)])
def test_points_by_source_add_up_to_all_points(game, players):
    run = simulation(game, players, 60)
    figures = run.figures.as_json()
    mean = sum(score["mean"] for score in figures["scores"]) / players
    assert sum(figures["counted"]["points"].values()) == pytest.approx(mean, abs=0.05)


def test_the_ark_leans_within_two():
    run = simulation("ark", 3)
    tally = find_game("ark").make_tally(3)
    leaning = next(
        plot for plot in tally.make_plots(run.figures.counted, find_game("ark").say("en")) if isinstance(plot, Lines)
    )
    assert set(leaning.lines) == {"−2", "−1", "0", "+1", "+2"}
    for place in range(len(leaning.at)):
        assert sum(line[place] for line in leaning.lines.values()) == pytest.approx(1)


def test_an_objective_that_decides_was_won():
    run = simulation("noahs-ark", 3, 120)
    objectives = run.figures.as_json()["counted"]["objectives"]
    assert len(objectives) == 10
    assert all(0 <= figures["decided"] <= figures["won"] <= 1 for figures in objectives.values())
    assert any(figures["decided"] > 0 for figures in objectives.values())
    bars = [
        plot
        for plot in find_game("noahs-ark")
        .make_tally(3)
        .make_plots(run.figures.counted, find_game("noahs-ark").say("en"))
        if isinstance(plot, Bars)
    ]
    assert len(bars[0].names) == 10
