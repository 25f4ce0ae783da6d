"""Show the options of a game in a terminal, and tables of what they change."""

from collections.abc import Iterator, Mapping

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from companion.core.game import Game
from companion.core.words import Say


def render_options(game: Game, agreed: Mapping[str, str], say: Say) -> RenderableType:
    """Return every option with its value, and how to choose another."""
    grid = Grid.grid(padding=(0, 2))
    for option in game.options:
        value = agreed[option.name]
        others = say.join_phrases(
            say("{fact}: {value}", fact=f"{option.name}={other}", value=say(option.words[other]))
            for other in option.values
            if other != value
        )
        grid.add_row(Text(say(option.title), "bold"), say(option.words[value]), Text(f"--option {others}", "dim"))
    return Group(grid, *render_differences(game, say))


def render_differences(game: Game, say: Say) -> Iterator[RenderableType]:
    """Yield a table of differences for each option that describes them."""
    for option in game.options:
        differences = game.list_differences(option, say)
        if differences:
            values = [say(option.words[value]) for value in option.values]
            grid = Grid(say(option.title), *values, say("we play"), box=SIMPLE_HEAD, padding=0, pad_edge=False)
            for difference in differences:
                grid.add_row(*map(Text, (difference.what, *difference.each, difference.played)))
            yield grid
