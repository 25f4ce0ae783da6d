"""A page about a simulation that people look at: self-contained HTML, light and dark, nothing from elsewhere."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from companion.core.errors import N_
from companion.core.game import Game
from companion.core.registry import game_named
from companion.core.tally import Bars, Lines, Plot
from companion.core.words import Say
from companion.lab.plots import render_svg
from companion.lab.results import ResultsError
from companion.lab.simulate import Simulation

FEW_QUESTIONS = 10
"""Below that a game decides itself, as Noah's Ark does where races are drawn by lot."""

SECONDS_A_QUESTION = 8.0
"""How long people take for an answer, where nobody has measured it; the page says that it is an assumption."""


def write_report(file: Path, simulation: Simulation, language: str) -> None:
    """Write the page; a file that cannot be written is named."""
    text = render_page(simulation, language)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as why:
        raise ResultsError(N_("{file}: cannot be used: {why}"), file=file, why=why.strerror) from None


def render_page(simulation: Simulation, language: str) -> str:
    """The whole page as text."""
    say, found = Say(language), simulation.figures.as_json()
    game = game_named(simulation.plan.game)
    title = say("{game}: {n} simulated games", game=game.title, n=found["games"])
    tally = game.tally(simulation.plan.players)
    of_game = [] if tally is None else list(tally.plots(simulation.figures.counted, game.say(language)))
    sections = [
        render_section(say, say("Who wins"), [plot_seats(found, say), *plot_bots(found, say)]),
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
    """What was played, so that somebody else can play it again."""
    bots_there = ", ".join(found["bots"])
    yield say("{n} players, bots: {bots}, seed {seed}", n=found["players"], bots=bots_there, seed=found["seed"])
    words, agreed = game.say(say.language), found["options"]
    options = ", ".join(
        f"{words(option.title)} = {words(option.words[agreed[option.name]])}"
        for option in game.options
        if option.name in agreed and option.matters(agreed, "virtual")
    )
    if options:
        yield say("Agreed: {options}", options=options)
    if found["paired"]:
        yield say("Every deal was played in every seating of the bots, so neither cards nor seats favour one.")
    yield say(
        "Bars show what was found; thin lines hold the truth 19 times of 20, dotted ones are what chance would give."
    )


def render_section(say: Say, title: str, plots: Sequence[Plot]) -> str:
    """A heading and its plots; nothing where there is nothing to see."""
    if not plots:
        return ""
    figures = "".join(
        f"<figure>{render_svg(plot, say)}<figcaption>{escape(plot.note)}</figcaption></figure>"
        if plot.note else f"<figure>{render_svg(plot, say)}</figure>"
        for plot in plots
    )  # fmt: skip
    return f'<section><h2>{escape(title)}</h2><div class="plots">{figures}</div></section>'


def plot_seats(found: Mapping[str, Any], say: Say) -> Plot:
    """Whether a seat has an edge."""
    fair = 1 / found["players"]
    telling = [
        n for n, (won, off) in enumerate(zip(found["wins"], found["wins_within"], strict=True)) if abs(won - fair) > off
    ]
    names = [say("seat {n}", n=n + 1) for n in range(found["players"])]
    if telling:
        note = say.plural(
            "by lot each would win {fair:.1%}; {seats} differs from that",
            "by lot each would win {fair:.1%}; {seats} differ from that",
            len(telling), fair=fair, seats=say.names([names[n] for n in telling]),
        )  # fmt: skip
    else:
        note = say("by lot each would win {fair:.1%}; no seat is seen to differ from that", fair=fair)
    if not found["paired"]:
        names = [f"{name} {bot}" for name, bot in zip(names, found["bots"], strict=True)]
    return Bars(
        say("Victories by seat"), say("share of games"), names, found["wins"], note, found["wins_within"],
        by_lot=[fair] * found["players"],
    )  # fmt: skip


def plot_bots(found: Mapping[str, Any], say: Say) -> list[Plot]:
    """Which bot is stronger, where there are several."""
    each = found["by_bot"]
    if len(each) < 2:
        return []
    shares = ", ".join(f"{one['bot']} {say.number(one['fair'], '.0%')}" for one in each)
    wins, within = [one["wins"] for one in each], [one["wins_within"] for one in each]
    return [Bars(
        say("Victories by bot"), say("share of games"), [one["bot"] for one in each], wins,
        say("by lot: {shares}", shares=shares), within, by_lot=[one["fair"] for one in each],
    )]  # fmt: skip


def plot_points(simulation: Simulation, say: Say) -> Plot:
    """How many points are made, by each kind of bot."""
    scores = simulation.figures.bot_scores
    at = choose_steps(min(map(min, scores.values())), max(map(max, scores.values())))
    lines = {bot: count_shares(made, at) for bot, made in scores.items()}
    return Lines(say("Points at the end"), say("points"), say("share of players"), list(at), lines, steps=True)


def plot_length(simulation: Simulation, say: Say) -> list[Plot]:
    """How long a game takes, in questions and at a table; nothing where there is hardly anything to decide."""
    asked = sorted(simulation.figures.questions)
    half = asked[len(asked) // 2]
    if half < FEW_QUESTIONS:
        return []
    at = choose_steps(asked[0], asked[-1])
    note = say("Half of the games take fewer than {n} questions.", n=half)
    if not game_named(simulation.plan.game).simulated:  # what is drawn by lot here takes people more than an answer
        note += " " + say(
            "If people need {seconds:g} s for each, which is an assumption, that is about {minutes:.0f} minutes.",
            seconds=SECONDS_A_QUESTION, minutes=half * SECONDS_A_QUESTION / 60,
        )  # fmt: skip
    lines = {say("games"): count_shares(asked, at)}
    return [Lines(say("Length of a game"), say("questions"), say("share of games"), list(at), lines, note, steps=True)]


def choose_steps(least: int, most: int) -> range:
    """A few dozen steps from one number to the other, so that chance does not look like a pattern."""
    width = max(1, -(-(most - least) // 30))
    return range(least, most + 2 * width, width)


def count_shares(numbers: Sequence[int], at: range) -> list[float]:
    """Which part of the numbers lies in each step."""
    counts = Counter((number - at.start) // at.step for number in numbers)
    return [counts[place] / len(numbers) for place in range(len(at))]
