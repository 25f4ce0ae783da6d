"""Print rules in a terminal."""

from collections.abc import Mapping, Sequence

from rich.console import Console

from companion.core.primer import RuleText
from companion.terminal.lines import wrap_text

INDENT = "  "


def show_rules(texts: Sequence[RuleText], topics: Mapping[str, str], console: Console, titles_only: bool) -> None:
    """Print rules with or without their texts, below the headings of these topics if there are any."""
    topic = ""
    for text in texts:
        if topics and text.topic != topic:
            topic = text.topic
            console.print(topics[topic], style="bold cyan", markup=False)
        console.print(f"{INDENT}{text.title}", style="bold", markup=False)
        if not titles_only:
            console.print(wrap_text(f"{2 * INDENT}{text.text}", console.width), markup=False)
