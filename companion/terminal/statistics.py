"""Format statistics of all matches as lines with bars."""

from collections.abc import Sequence
from textwrap import wrap

from companion.core.statistics import GameStatistics, PersonStatistics, Statistics
from companion.core.words import Say

NARROWEST = 40
WIDEST = 100
LONGEST_NAME = 16
FULL, EMPTY = "█", "░"


def format_statistics(statistics: Statistics, say: Say, width: int) -> list[str]:
    """Return all statistics, with a paragraph for each kind."""
    width = max(NARROWEST, min(WIDEST, width))
    if not statistics.matches:
        return [say("No finished matches yet. Statistics start with the first one.")]
    parts = [
        format_counts(statistics, say),
        format_wins(statistics.people, say, width),
        format_streaks(statistics.people, say),
    ]
    parts += [format_reactions(statistics.people, say, width), format_games(statistics.games, say, width)]
    return [line for part in parts if part for line in (*part, "")][:-1]


def format_counts(statistics: Statistics, say: Say) -> list[str]:
    """Return the numbers of finished, unfinished and unreadable matches."""
    lines = [say.plural("{n} finished match", "{n} finished matches", statistics.matches)]
    if statistics.waiting:
        lines.append(say.plural("{n} unfinished match", "{n} unfinished matches", statistics.waiting))
    if statistics.unreadable:
        lines.append(
            say.plural(
                "{n} match can't be read and isn't counted",
                "{n} matches can't be read and aren't counted",
                statistics.unreadable,
            )
        )
    return lines


def format_wins(people: Sequence[PersonStatistics], say: Say, width: int) -> list[str]:
    """Return a bar of wins for each person."""
    rows = [
        (person.name, person.won / person.played, f"{person.won}/{person.played}", format_hours(person.seconds))
        for person in people
    ]
    return format_bars(say("Matches won"), rows, width)


def format_streaks(people: Sequence[PersonStatistics], say: Say) -> list[str]:
    """Return current and longest winning streaks."""
    lines = []
    for person in people:
        if person.streak > 1:
            lines.append(say("{name} won the last {n}", name=person.name, n=person.streak))
        elif person.longest > 1:
            lines.append(say("{name} once won {n} in a row", name=person.name, n=person.longest))
    return lines


def format_reactions(people: Sequence[PersonStatistics], say: Say, width: int) -> list[str]:
    """Return reaction times, the quickest first."""
    hands = sorted(
        ((person.name, person.hands) for person in people if person.hands), key=lambda person: person[1].median_ms
    )
    slowest = max((slaps.median_ms for _, slaps in hands), default=1.0) or 1.0
    rows = [
        (name, slaps.median_ms / slowest, f"{slaps.median_ms:.0f} ms", say("best {ms} ms", ms=f"{slaps.best_ms:.0f}"))
        for name, slaps in hands
    ]
    return format_bars(say("Reaction after NOW! (median)"), rows, width)


def format_games(games: Sequence[GameStatistics], say: Say, width: int) -> list[str]:
    """Return how often each game was played, with points and lengths."""
    most = max(game.played for game in games)
    lines = format_bars(say("Games"), [(game.title, game.played / most, str(game.played), "") for game in games], width)
    for game in games:
        facts = list[str]()
        if game.points is not None:
            facts.append(say("{points} points on average", points=f"{game.points:.1f}"))
        if game.best is not None:
            facts.append(say("best {points} by {name}", points=game.best, name=game.by))
        if game.minutes is not None:
            facts.append(say("{n} min on average", n=round(game.minutes)))
        if facts:
            line = say("{fact}: {value}", fact=game.title, value=" · ".join(facts))
            lines += wrap(line, width, initial_indent="  ", subsequent_indent="    ")
    return lines


def format_bars(title: str, rows: Sequence[tuple[str, float, str, str]], width: int) -> list[str]:
    """Return a title and a bar for each row of (name, filled share, figure, note)."""
    if not rows:
        return []
    names = min(LONGEST_NAME, max(len(name) for name, *_ in rows))
    figures, behind = max(len(row[2]) for row in rows), max(len(row[3]) for row in rows)
    room = max(5, width - names - figures - (behind + 2 if behind else 0) - 5)
    lines = [title]
    for name, share, figure, more in rows:
        full = round(min(1.0, max(0.0, share)) * room)
        line = f"  {shorten(name, names):{names}} {FULL * full}{EMPTY * (room - full)} {figure:>{figures}}"
        lines.append(f"{line}  {more}".rstrip())
    return lines


def shorten(name: str, most: int) -> str:
    """Cut a name to a length, with an ellipsis."""
    return name if len(name) <= most else name[: most - 1] + "…"


def format_hours(seconds: int) -> str:
    """Return a duration in hours and minutes; empty if unknown."""
    minutes = round(seconds / 60)
    return f"{minutes // 60}:{minutes % 60:02} h" if minutes else ""
