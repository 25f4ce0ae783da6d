"""Show the pieces of games in a terminal: every figure, its origin, and how to correct it."""

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from companion.core.box import PROVENANCES, Box
from companion.core.game import Game
from companion.core.teach import Teaching
from companion.core.words import Say
from companion.terminal.printer import render_options

MARKS = {"rulebook": "", "source": "°", "reconstructed": "?", "owner": "!"}
STYLES = {"rulebook": "", "source": "", "reconstructed": "yellow", "owner": "green"}


def show_boxes(boxes: Sequence[tuple[Game, Box]], say: Say, console: Console) -> None:
    """Print a line for each game with the number of figures by origin."""
    grid = Grid("", "", say("players"), box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for origin in PROVENANCES:
        grid.add_column(say(origin), justify="right")
    for game, box in boxes:
        counts = Counter(box.provenance.values())
        figures = [Text(str(counts[origin] or "-"), STYLES[origin]) for origin in PROVENANCES]
        grid.add_row(Text(game.title, "bold"), game.id, f"{game.players[0]}-{game.players[-1]}", *figures)
    console.print(grid)
    console.print(
        Text(say("`arkside boxes GAME` shows every figure; `arkside boxes teach GAME` lets you enter yours")),
        soft_wrap=True,
    )


def show_box(teaching: Teaching, box: Box, say: Say, console: Console) -> None:
    """Print one game: options, all figures, the meaning of marks, and how to correct figures."""
    game = teaching.game
    players = say("{least} to {most} players", least=game.players[0], most=game.players[-1])
    console.print(Text.assemble((game.title, "bold"), f" ({game.id}), {players}\n"))
    console.print(render_options(game, teaching.options, say))
    for table in dict.fromkeys(path.partition(".")[0] for path in box.provenance):
        console.print(Rule(Text(table, "bold"), align="left", style="dim"))
        console.print(Group(*_render_table(box, table)))
    console.print(Rule(style="dim"))
    for line in _list_footer(teaching, box, say):
        console.print(Text(line), soft_wrap=True)  # a wrapped path can't be copied


def _render_table(box: Box, table: str) -> Iterator[RenderableType]:
    """Yield single figures side by side, then similar entries as rows and columns."""
    paths = [path for path in box.provenance if path.startswith(table + ".")]
    single = [path for path in paths if path.count(".") == 1]
    if single:
        yield Columns(
            [Text.assemble(f"{_last_name(path)} ", _format_figure(box, path)) for path in single], padding=(0, 4)
        )
    entries = list(dict.fromkeys(path.rpartition(".")[0] for path in paths if path not in single))
    if entries:
        yield _render_grid(box, entries, list(dict.fromkeys(_last_name(path) for path in paths if path not in single)))


def _render_grid(box: Box, entries: list[str], columns: list[str]) -> Grid:
    grid = Grid("", *columns, box=None, padding=(0, 3, 0, 0), pad_edge=False, header_style="dim")
    for entry in entries:
        known = {column: f"{entry}.{column}" for column in columns if f"{entry}.{column}" in box.provenance}
        figures = [_format_figure(box, known[column]) if column in known else Text() for column in columns]
        grid.add_row(entry.partition(".")[2], *figures)
    return grid


def _last_name(path: str) -> str:
    return path.rpartition(".")[2]


def _format_figure(box: Box, path: str) -> Text:
    """Return a figure with the mark of its origin; drawings keep their lines."""
    value, origin = box.get_value(path), box.provenance[path]
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value).strip()
    return Text(f"{text} {MARKS[origin]}".rstrip(), STYLES[origin])


def _list_footer(teaching: Teaching, box: Box, say: Say) -> Iterator[str]:
    origins = set(box.provenance.values())
    marks = [f"{MARKS[origin]} {say(origin)}" for origin in PROVENANCES if origin in origins and MARKS[origin]]
    yield say("Figures without a mark are from the rulebook; {marks}", marks=", ".join(marks))
    entered, every = teaching.progress
    if every:
        yield say(
            "{entered} of {every} figures entered. For the rest: arkside boxes teach {game}",
            entered=entered, every=every, game=teaching.game.id,
        )  # fmt: skip
    yield say("You can also correct any figure by hand, under the same names, in {file}", file=teaching.file)
