"""House-rule experiments in words."""

from companion.core.words import Say
from companion.lab.experiment import Difference, Experiment

AMOUNTS = ("questions", "points")
"""Figures that are amounts, not shares."""


def format_experiment(experiment: Experiment, say: Say) -> list[str]:
    """Return the differences between variants as lines of text."""
    (name, values), deals = experiment.variation, experiment.runs[0].figures.deals
    tried = ", ".join(values)
    lines = [say("{deals} deals, each played with {name} {values}", deals=deals, name=name, values=tried)]
    for value, differences in zip(values[1:], experiment.list_differences(), strict=True):
        lines.append(say("{name} {value} instead of {first}:", name=name, value=value, first=values[0]))
        lines += [f"  {describe_difference(difference, say)}" for difference in differences]
    return lines


def describe_difference(difference: Difference, say: Say) -> str:
    """Return one difference with its interval, and the deals it takes to see one that isn't clear."""
    form = ".2f" if difference.figure in AMOUNTS else ".1%"
    interval = say(
        "{name}: {by} ± {within} ({first} to {value})",
        name=name_figure(difference.figure, say), by=say.format_number(difference.by, f"+{form}"),
        within=say.format_number(difference.within, form), first=say.format_number(difference.first, form),
        value=say.format_number(difference.value, form),
    )  # fmt: skip
    if difference.is_clear:
        return interval
    if difference.deals_needed is None:
        return say("{what}; no difference at all", what=interval)
    return say("{what}; not clear: about {deals} deals would show it", what=interval, deals=difference.deals_needed)


def name_figure(figure: str, say: Say) -> str:
    """Return the name of a figure that is compared."""
    if figure == "questions":
        return say("questions a game")
    if figure == "points":
        return say("points a player")
    return say("wins of the starter") if figure == "starter" else say("wins of {bot}", bot=figure.removeprefix("bot "))
