"""Report on a simulation as one self-contained HTML page with light and dark themes."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from companion.core.errors import N_
from companion.core.game import Game
from companion.core.registry import find_game
from companion.core.tally import Bars, Lines, Plot
from companion.core.words import Say
from companion.lab.figures import find_in_order
from companion.lab.place_words import describe_places, name_place
from companion.lab.plots import render_svg
from companion.lab.row_files import ResultsError
from companion.lab.simulate import Simulation

FEW_QUESTIONS = 10
"""Games with fewer questions decide themselves, as Noah's Ark does when races are drawn at random."""

SECONDS_A_QUESTION = 8.0
"""Assumed seconds a person takes for an answer. Not measured; the page says so."""


def write_report(file: Path, simulation: Simulation, language: str) -> None:
    """Write the page to a file. Raise ResultsError if that fails."""
    text = render_page(simulation, language)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as why:
        raise ResultsError(N_("Can't use {file}: {why}"), file=file, why=why.strerror) from None


def render_page(simulation: Simulation, language: str) -> str:
    """Return the whole page as HTML."""
    say, found = Say(language), simulation.figures.as_json()
    game = find_game(simulation.plan.game)
    title = say("{game}: {n} simulated games", game=game.title, n=found["games"])
    tally = game.make_tally(simulation.plan.players)
    of_game = [] if tally is None else list(tally.make_plots(simulation.figures.counted, game.say(language)))
    sections = [
        render_section(say, say("Who wins"), [*plot_places(found, say), *plot_bots(found, say)]),
        render_section(say, say("Points and length"), [plot_points(simulation, say), *plot_length(simulation, say)]),
        render_section(say, say("The game itself"), of_game),
    ]
    css = (Path(__file__).parent / "report.css").read_text(encoding="utf-8")
    return "\n".join([
        f'<!doctype html><html lang="{escape(language)}"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<title>{escape(title)}</title><style>{css}</style>",
        f"<main><h1>{escape(title)}</h1>",
        *(f"<p>{escape(line)}</p>" for line in describe_run(found, game, say)),
        *sections,
        "</main></html>",
        "",
    ])  # fmt: skip


def describe_run(found: Mapping[str, Any], game: Game, say: Say) -> Iterator[str]:
    """Yield lines about what was played, so that it can be reproduced."""
    bots_there = ", ".join(found["bots"])
    yield say("{n} players, bots: {bots}, seed {seed}", n=found["players"], bots=bots_there, seed=found["seed"])
    words, agreed = game.say(say.language), found["options"]
    options = ", ".join(
        f"{words(option.title)} = {words(option.words[agreed[option.name]])}"
        for option in game.options
        if option.name in agreed and option.is_relevant(agreed, "virtual", found["players"])
    )
    if options:
        yield say("Options: {options}", options=options)
    yield describe_box(found["program"], say)
    if found["paired"]:
        yield say("Every deal was played in every seating of the bots, so neither cards nor seats favour one.")
    yield say(
        "Bars show the results, thin lines their 95 % confidence intervals, dotted lines what pure chance would give."
    )


def describe_box(program: Mapping[str, Any], say: Say) -> str:
    """Return the versions of program and box in one line."""
    versions = say(
        "Arkside {version}, rules {rules}, Python {python}, box {box}",
        version=program["arkside"], rules=program["rules"], python=program["python"], box=program["box"],
    )  # fmt: skip
    return versions + (" " + say("(with the owner's corrections)") if program["corrections"] else "")


def render_section(say: Say, title: str, plots: Sequence[Plot]) -> str:
    """Return a heading with its plots; empty without plots."""
    if not plots:
        return ""
    figures = "".join(
        f"<figure>{render_svg(plot, say)}<figcaption>{escape(plot.note)}</figcaption></figure>"
        if plot.note else f"<figure>{render_svg(plot, say)}</figure>"
        for plot in plots
    )  # fmt: skip
    return f'<section><h2>{escape(title)}</h2><div class="plots">{figures}</div></section>'


def plot_places(found: Mapping[str, Any], say: Say) -> list[Plot]:
    """Plot wins by the place after the starter, or by seat in games that don't say who began."""
    if "wins_by_place" not in found:
        return [plot_seats(found, say)]
    players = found["players"]
    names = [name_place(place, say) for place in range(players)]
    return [Bars(
        say("Wins by place"), say("share of games"), names, found["wins_by_place"], describe_places(found, say),
        found["wins_by_place_within"], by_lot=[1 / players] * players,
    )]  # fmt: skip


def plot_seats(found: Mapping[str, Any], say: Say) -> Plot:
    """Plot wins by seat."""
    fair = 1 / found["players"]
    names = [say("seat {n}", n=n + 1) for n in range(found["players"])]
    if not found["paired"]:
        names = [f"{name} {bot}" for name, bot in zip(names, found["bots"], strict=True)]
    note = say("by chance each would win {fair:.1%}", fair=fair)
    return Bars(
        say("Wins by seat"), say("share of games"), names, found["wins"], note, found["wins_within"],
        by_lot=[fair] * found["players"],
    )  # fmt: skip


def plot_bots(found: Mapping[str, Any], say: Say) -> list[Plot]:
    """Plot wins by bot, if there are several."""
    each = found["by_bot"]
    if len(each) < 2:
        return []
    shares = ", ".join(f"{bot['bot']} {say.format_number(bot['fair'], '.0%')}" for bot in each)
    wins, within = [bot["wins"] for bot in each], [bot["wins_within"] for bot in each]
    return [Bars(
        say("Wins by bot"), say("share of games"), [bot["bot"] for bot in each], wins,
        say("by chance: {shares}", shares=shares), within, by_lot=[bot["fair"] for bot in each],
    )]  # fmt: skip


def plot_points(simulation: Simulation, say: Say) -> Plot:
    """Plot the distribution of final scores for each bot."""
    scores = simulation.figures.bot_scores
    at = choose_steps(min(map(min, scores.values())), max(map(max, scores.values())))
    lines = {bot: count_shares(made, at) for bot, made in scores.items()}
    return Lines(say("Points at the end"), say("points"), say("share of players"), list(at), lines, steps=True)


def plot_length(simulation: Simulation, say: Say) -> list[Plot]:
    """Plot the length of games in questions; empty if a game has hardly any."""
    asked = simulation.figures.questions
    half = find_in_order(asked, asked.total() // 2)
    if half < FEW_QUESTIONS:
        return []
    at = choose_steps(min(asked), max(asked))
    note = say("Half of the games take fewer than {n} questions.", n=half)
    if not find_game(
        simulation.plan.game
    ).simulated:  # what a simulation draws at random takes people longer than an answer
        note += " " + say(
            "Assuming {seconds:g} s for each, that's about {minutes:.0f} minutes with people.",
            seconds=SECONDS_A_QUESTION, minutes=half * SECONDS_A_QUESTION / 60,
        )  # fmt: skip
    lines = {say("games"): count_shares(asked, at)}
    return [Lines(say("Length of a game"), say("questions"), say("share of games"), list(at), lines, note, steps=True)]


def choose_steps(least: int, most: int) -> range:
    """Return at most about 30 bins over a range of numbers, so that noise doesn't look like a pattern."""
    width = max(1, -(-(most - least) // 30))
    return range(least, most + 2 * width, width)


def count_shares(numbers: Counter[int], at: range) -> list[float]:
    """Return the share of numbers in each bin."""
    bins: Counter[int] = Counter()
    for number, times in numbers.items():
        bins[(number - at.start) // at.step] += times
    return [bins[place] / numbers.total() for place in range(len(at))]
