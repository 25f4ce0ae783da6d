"""Render plots as SVG with matplotlib. Ink and paper colours follow the page's light or dark theme."""

import io
import re
from functools import cache
from typing import Any

from companion.core.errors import N_
from companion.core.tally import Bars, Lines, Plot
from companion.core.words import Say
from companion.lab.row_files import ResultsError

INK, LINE, PAPER = "#010203", "#040506", "#070809"
"""Placeholder colours, replaced by CSS colours of the page. Nothing else is drawn in them."""

COLOURS = ("#2f7fb8", "#d9772b", "#3f9b57", "#b0529b", "#8a8f3c", "#6f6fd0")
"""Distinct on light and dark backgrounds and for most colour-blind people; lines differ by dashes as well."""

DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 2)))
SIZE = (5.6, 3.5)


FEW_BARS = 6
"""Most bars that leave room for a figure on each."""

LEGEND_INSIDE = 3
"""Most lines whose legend fits inside the plot."""


def render_svg(plot: Plot, say: Say) -> str:
    """Return the plot as an SVG element with a label for screen readers and numbers in that language."""
    figure, axes = _new_figure(plot)
    if isinstance(plot, Bars):
        _draw_bars(axes, plot, say)
    else:
        _draw_lines(axes, plot, say)
    text = io.StringIO()
    figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    svg = (
        svg[svg.index("<svg") :]
        .replace(INK, "currentColor")
        .replace(LINE, "var(--line)")
        .replace(PAPER, "var(--paper)")
    )
    described = _describe_plot(plot, say)
    # a function, because names of bots may hold backslashes, which a replacement text would interpret
    svg = re.sub(
        r'<svg [^>]*?viewBox="([^"]+)"[^>]*>',
        lambda head: f'<svg viewBox="{head[1]}" role="img" aria-label="{described}">',
        svg,
        count=1,
    )
    return re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)


def _describe_plot(plot: Plot, say: Say) -> str:
    """Return a plot in one line: its title and, for bars, their figures."""
    words = plot.title
    if isinstance(plot, Bars):
        figures = ", ".join(f"{name} {_format_figure(plot, place, say)}" for place, name in enumerate(plot.names))
        words = f"{plot.title}: {figures}"
    return words.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")


@cache
def _load_matplotlib() -> Any:
    try:
        import matplotlib as library  # noqa: PLC0415 - an extra, and slow to import
    except ImportError:
        raise ResultsError(N_("A report needs matplotlib: install arkside[lab]")) from None
    library.use("svg")
    library.rcParams.update({
        "svg.fonttype": "path", "svg.hashsalt": "arkside", "font.size": 10, "text.color": INK, "axes.labelcolor": INK,
        "xtick.color": INK, "ytick.color": INK, "axes.edgecolor": LINE, "grid.color": LINE, "axes.titlesize": 11,
        "axes.titlelocation": "left", "axes.titleweight": "bold", "legend.frameon": False,
    })  # fmt: skip
    return library


def _new_figure(plot: Plot) -> tuple[Any, Any]:
    _load_matplotlib()
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=SIZE, layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(plot.title)
    axes.set_ylabel(plot.up)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", linewidth=0.7)
    axes.set_axisbelow(True)
    return figure, axes


def _is_in_percent(plot: Bars) -> bool:
    return plot.shares and max(plot.heights, default=0) <= 1 and min(plot.heights, default=0) >= 0


def _format_figure(plot: Bars, place: int, say: Say) -> str:
    """Return the figure of a bar with its margin."""
    how = ".1%" if _is_in_percent(plot) else ".1f"
    figure = say.format_number(plot.heights[place], how)
    text = f"{figure} ± {say.format_number(plot.within[place], how)}" if plot.within else figure
    return text.replace("-", "−")


def _draw_bars(axes: Any, plot: Bars, say: Say) -> None:
    """Draw vertical bars, or horizontal ones when the names are long."""
    many = len(plot.names) > 12
    if not many and max(map(len, plot.names), default=0) * len(plot.names) > 60:
        _draw_horizontal_bars(axes, plot, say)
        return
    at = range(len(plot.names))
    axes.bar(at, plot.heights, color=COLOURS[0], width=0.7, yerr=plot.within or None, ecolor=INK, capsize=3)
    places = [place for place in at if not many or place % 5 == 0]
    axes.set_xticks(places, [plot.names[place] for place in places])
    axes.set_xlabel(plot.across)
    for place, height in enumerate(plot.by_lot):
        axes.hlines(height, place - 0.43, place + 0.43, color=INK, linestyle=":", linewidth=1.2)
    tops = _find_bar_ends(plot)
    if min(plot.heights, default=0) >= 0:
        axes.set_ylim(0, 1.13 * max((*tops, *plot.by_lot), default=1) or 1)
    if len(plot.names) <= FEW_BARS:
        for place, top in enumerate(tops):
            _annotate(axes, _format_figure(plot, place, say), (place, top), (0, 4), ha="center", va="bottom")
    _format_ticks(axes.yaxis, _is_in_percent(plot), say)


def _draw_horizontal_bars(axes: Any, plot: Bars, say: Say) -> None:
    at = range(len(plot.names))
    axes.barh(at, plot.heights, color=COLOURS[0], height=0.7, xerr=plot.within or None, ecolor=INK, capsize=3)
    axes.set_yticks(at, plot.names)
    axes.invert_yaxis()
    axes.set_ylabel("")
    axes.set_xlabel(plot.up)
    axes.grid(visible=False, axis="y")
    axes.grid(axis="x", linewidth=0.7)
    for place, end in enumerate(_find_bar_ends(plot)):
        _annotate(axes, _format_figure(plot, place, say), (end, place), (4, 0), ha="left", va="center")
    axes.margins(x=0.12)
    _format_ticks(axes.xaxis, _is_in_percent(plot), say)


def _find_bar_ends(plot: Bars) -> list[float]:
    """Return the far end of each bar, error bar included."""
    within = plot.within or [0.0] * len(plot.heights)
    return [max(0.0, height) + off for height, off in zip(plot.heights, within, strict=True)]


def _annotate(axes: Any, text: str, where: tuple[float, float], off: tuple[float, float], **how: Any) -> None:
    """Write a figure beside its bar, on an opaque background so that lines don't cross it."""
    behind = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.8}
    axes.annotate(text, where, xytext=off, textcoords="offset points", fontsize=9, bbox=behind, **how)


def _draw_lines(axes: Any, plot: Lines, say: Say) -> None:
    for place, (name, heights) in enumerate(plot.lines.items()):
        look = {"color": COLOURS[place % len(COLOURS)], "linestyle": DASHES[place % len(DASHES)], "linewidth": 1.8}
        axes.plot(plot.at, heights, label=name, drawstyle="steps-post" if plot.steps else "default", **look)
    axes.set_xlabel(plot.across)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_ylim(bottom=0)
    if len(plot.lines) > LEGEND_INSIDE:
        axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    elif len(plot.lines) > 1:
        axes.legend()
    _format_ticks(axes.yaxis, max((max(heights, default=0) for heights in plot.lines.values()), default=0) <= 1, say)


def _format_ticks(axis: Any, percent: bool, say: Say) -> None:
    """Write tick labels with as few decimals as possible, in the page's language."""

    def format_number(value: float, place: int | None = None) -> str:
        number = 100 * value if percent else value
        places = next((n for n in range(3) if abs(number - round(number, n)) < 1e-9), 3)
        return say.format_number(value, f".{places}{'%' if percent else 'f'}").replace("-", "−")

    axis.set_major_formatter(format_number)
