"""Plots as SVG by matplotlib, in colours that the page decides: ink and paper follow its light or dark."""

import io
import re
from functools import cache
from typing import Any

from companion.core.errors import N_
from companion.core.tally import Bars, Lines, Plot
from companion.lab.results import ResultsError

INK, LINE = "#010203", "#040506"
"""Stand-ins that become the page's own colours; nothing else is drawn in them."""

COLOURS = ("#2f7fb8", "#d9772b", "#3f9b57", "#b0529b", "#8a8f3c", "#6f6fd0")
"""Told apart on light and dark paper, and by most colour-blind people; lines differ by dashes as well."""

DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 2)))
SIZE = (5.6, 3.5)


def drawn(plot: Plot) -> str:
    """The plot as an SVG element, with its title for those who listen."""
    figure, axes = _empty(plot)
    if isinstance(plot, Bars):
        _bars(axes, plot)
    else:
        _lines(axes, plot)
    text = io.StringIO()
    figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :].replace(INK, "currentColor").replace(LINE, "var(--line)")
    svg = re.sub(
        r'<svg [^>]*?viewBox="([^"]+)"[^>]*>',
        rf'<svg viewBox="\1" role="img" aria-label="{_plain(plot)}">',
        svg,
        count=1,
    )
    return re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)


def _plain(plot: Plot) -> str:
    """A plot in one line: its title, and the figures of bars."""
    words = plot.title
    if isinstance(plot, Bars):
        told = ", ".join(f"{name} {height:.3g}" for name, height in zip(plot.names, plot.heights, strict=True))
        words = f"{plot.title}: {told}"
    return words.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")


@cache
def _library() -> Any:
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


def _empty(plot: Plot) -> tuple[Any, Any]:
    _library()
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=SIZE, layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(plot.title)
    axes.set_ylabel(plot.up)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", linewidth=0.7)
    axes.set_axisbelow(True)
    return figure, axes


def _bars(axes: Any, plot: Bars) -> None:
    at = range(len(plot.names))
    axes.bar(at, plot.heights, color=COLOURS[0], width=0.7, yerr=plot.within or None, ecolor=INK, capsize=3)
    many = len(plot.names) > 12
    labels = [name if not many or place % 5 == 0 else "" for place, name in enumerate(plot.names)]
    long = max(map(len, labels), default=0) * len(labels) > 60 and not many
    axes.set_xticks(at, labels, rotation=30 if long else 0, ha="right" if long else "center")
    if max(plot.heights, default=0) <= 1 and min(plot.heights, default=0) >= 0:
        _in_percent(axes)


def _lines(axes: Any, plot: Lines) -> None:
    for place, (name, heights) in enumerate(plot.lines.items()):
        look = {"color": COLOURS[place % len(COLOURS)], "linestyle": DASHES[place % len(DASHES)], "linewidth": 1.8}
        axes.plot(plot.at, heights, label=name, drawstyle="steps-post" if plot.steps else "default", **look)
    axes.set_xlabel(plot.across)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_ylim(bottom=0)
    if len(plot.lines) > 1:
        axes.legend()
    if max((max(heights, default=0) for heights in plot.lines.values()), default=0) <= 1:
        _in_percent(axes)


def _in_percent(axes: Any) -> None:
    from matplotlib.ticker import PercentFormatter  # noqa: PLC0415

    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
