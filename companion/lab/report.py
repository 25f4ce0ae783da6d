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
    say, figures = Say(language), simulation.figures.as_json()
    game = find_game(simulation.plan.game)
    title = say("{game}: {n} simulated games", game=game.title, n=figures["games"])
    tally = game.make_tally(simulation.plan.players)
    of_game = [] if tally is None else list(tally.make_plots(simulation.figures.counted, game.say(language)))
    sections = [
        render_section(say, say("Who wins"), [*plot_places(figures, say), *plot_bots(figures, say)]),
        render_section(say, say("Points and length"), [plot_points(simulation, say), *plot_length(simulation, say)]),
        render_section(say, say("The game itself"), of_game),
    ]
    css = (Path(__file__).parent / "report.css").read_text(encoding="utf-8")
    return "\n".join([
        f'<!doctype html><html lang="{escape(language)}"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<title>{escape(title)}</title><style>{css}</style>",
        f"<main><h1>{escape(title)}</h1>",
        *(f"<p>{escape(line)}</p>" for line in describe_run(figures, game, say)),
        *sections,
        "</main></html>",
        "",
    ])  # fmt: skip


def describe_run(figures: Mapping[str, Any], game: Game, say: Say) -> Iterator[str]:
    """Yield lines about what was played, so that it can be reproduced."""
    bots = ", ".join(figures["bots"])
    yield say("{n} players, bots: {bots}, seed {seed}", n=figures["players"], bots=bots, seed=figures["seed"])
    words, agreed = game.say(say.language), figures["options"]
    options = ", ".join(
        f"{words(option.title)} = {words(option.words[agreed[option.name]])}"
        for option in game.options
        if option.name in agreed and option.is_relevant(agreed, "virtual", figures["players"])
    )
    if options:
        yield say("Options: {options}", options=options)
    yield describe_box(figures["program"], say)
    if figures["paired"]:
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


def plot_places(figures: Mapping[str, Any], say: Say) -> list[Plot]:
    """Plot wins by the place after the starter, or by seat in games that don't say who began."""
    if "wins_by_place" not in figures:
        return [plot_seats(figures, say)]
    players = figures["players"]
    names = [name_place(place, say) for place in range(players)]
    return [Bars(
        say("Wins by place"), say("share of games"), names, figures["wins_by_place"], describe_places(figures, say),
        figures["wins_by_place_within"], by_lot=[1 / players] * players,
    )]  # fmt: skip


def plot_seats(figures: Mapping[str, Any], say: Say) -> Plot:
    """Plot wins by seat."""
    fair = 1 / figures["players"]
    names = [say("seat {n}", n=n + 1) for n in range(figures["players"])]
    if not figures["paired"]:
        names = [f"{name} {bot}" for name, bot in zip(names, figures["bots"], strict=True)]
    note = say("by chance each would win {fair:.1%}", fair=fair)
    return Bars(
        say("Wins by seat"), say("share of games"), names, figures["wins"], note, figures["wins_within"],
        by_lot=[fair] * figures["players"],
    )  # fmt: skip


def plot_bots(figures: Mapping[str, Any], say: Say) -> list[Plot]:
    """Plot wins by bot, if there are several."""
    bots = figures["by_bot"]
    if len(bots) < 2:
        return []
    shares = ", ".join(f"{bot['bot']} {say.format_number(bot['fair'], '.0%')}" for bot in bots)
    wins, within = [bot["wins"] for bot in bots], [bot["wins_within"] for bot in bots]
    return [Bars(
        say("Wins by bot"), say("share of games"), [bot["bot"] for bot in bots], wins,
        say("by chance: {shares}", shares=shares), within, by_lot=[bot["fair"] for bot in bots],
    )]  # fmt: skip


def plot_points(simulation: Simulation, say: Say) -> Plot:
    """Plot the distribution of final scores for each bot."""
    scores = simulation.figures.bot_scores
    at = choose_steps(min(map(min, scores.values())), max(map(max, scores.values())))
    lines = {bot: count_shares(counts, at) for bot, counts in scores.items()}
    return Lines(say("Points at the end"), say("points"), say("share of players"), list(at), lines, steps=True)


def plot_length(simulation: Simulation, say: Say) -> list[Plot]:
    """Plot the length of games in questions; empty if a game has hardly any."""
    questions = simulation.figures.questions
    half = find_in_order(questions, questions.total() // 2)
    if half < FEW_QUESTIONS:
        return []
    at = choose_steps(min(questions), max(questions))
    note = say("Half of the games take fewer than {n} questions.", n=half)
    if not find_game(
        simulation.plan.game
    ).simulated:  # what a simulation draws at random takes people longer than an answer
        note += " " + say(
            "Assuming {seconds:g} s for each, that's about {minutes:.0f} minutes with people.",
            seconds=SECONDS_A_QUESTION, minutes=half * SECONDS_A_QUESTION / 60,
        )  # fmt: skip
    lines = {say("games"): count_shares(questions, at)}
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
