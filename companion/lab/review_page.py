"""A match review as one self-contained HTML page with light and dark themes."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from companion.core.fallback import make_safe_voice
from companion.core.highlights import MatchTimes, collect_highlights
from companion.core.match import Match
from companion.core.question import Race
from companion.core.seat import PLACES, Seat
from companion.core.voice import Voice
from companion.core.words import Say
from companion.lab.review import COSTLY, JudgedDecision, Review, TurningPoint

WIDTH, HEIGHT = 720, 260
LEFT, TOP, RIGHT, BOTTOM = 72, 14, 24, 30
"""Size of the plot and its margins, in units of its view box."""

GRID = (0.0, 0.25, 0.5, 0.75, 1.0)

MOST_ANSWERS = 4
"""Answers of one turn that are shown for a turning point."""


class WordedDecision(NamedTuple):
    """Question, answer and best choice in words."""

    round: str
    """Round in which it was asked; empty in games without rounds."""
    prompt: str
    chosen: str
    best: str
    why: str
    """What speaks for the best choice; may be empty."""


def word_answers(match: Match, review: Review, language: str) -> dict[int, WordedDecision]:
    """Return every answer that the page mentions in words, by question number."""
    best = {judged.n: judged.best for judged in review.decisions}
    wanted = {n for judged in review.turning_points for n in list_shown_answers(judged)}
    for seat in match.setup.seats:
        best_one = review.find_best(seat.index)
        wanted |= {decision.n for decision in review.list_costly(seat.index)} | (
            {best_one.n} if best_one is not None else set()
        )
    voice, words = make_safe_voice(match.game, language), {}
    replayed = Match(match.game, match.setup)
    for n, answer in enumerate(match.answers, 1):
        question, table = replayed.question, replayed.table
        assert question is not None
        pick = question.find_choice(answer)
        assert pick is not None
        if n in wanted:
            better = question.find_choice(best.get(n, answer))
            assert better is not None
            words[n] = WordedDecision(
                name_round(table, voice), voice.prompt(question, table),
                voice.name_answer(pick.choice, question, table), voice.name_answer(better.choice, question, table),
                voice.explain_choice(better.choice, question, table),
            )  # fmt: skip
        replayed.take_choice(pick)
    return words


class ReviewPage:
    """Writes one review in one language."""

    def __init__(self, match: Match, review: Review, times: MatchTimes, language: str, number: int) -> None:
        self._match = match
        self._review = review
        self._times = times
        self._language = language
        self._number = number
        self._say = Say(language)
        self._seats = match.setup.seats
        self._worded = word_answers(match, review, language)
        self._scores = list_scores(match)

    def render(self) -> str:
        """Return the whole page as HTML."""
        say, match = self._say, self._match
        assert match.outcome is not None
        title = say("{game}, match {number}: review", game=match.game.title, number=self._number)
        outcome = make_safe_voice(match.game, self._language).describe_outcome(match.outcome, match.table)
        folder = Path(__file__).parent
        css = "".join((folder / name).read_text(encoding="utf-8") for name in ("report.css", "review.css"))
        return "\n".join([
            f'<!doctype html><html lang="{escape(self._language)}"><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            f"<title>{escape(title)}</title><style>{css}{write_seat_colours(self._seats)}</style>",
            f"<main><h1>{escape(title)}</h1><p class=lead>{escape(outcome)}</p>",
            *self._render_curve(), *self._render_highlights(), *self._render_turning_points(), *self._render_balance(),
            *(part for seat in self._seats for part in self._render_player(seat)),
            *self._render_slaps(), *self._render_method(),
            "</main></html>",
            "",
        ])  # fmt: skip

    def _render_curve(self) -> Iterable[str]:
        say, review = self._say, self._review
        if review.why_no_curve is not None:
            why = self._match.game.say(self._language).phrase(review.why_no_curve)
            yield from self._render_scores(why)
            return
        yield "<section>" + write_tag("h2", say("Chances over the match"))
        marks = [(place, turn.n) for place, turn in enumerate(review.turning_points, 1)]
        levels = [(level, say("{n:.0f}%", n=100 * level)) for level in GRID]
        starts = ", ".join(
            say("{name} {n:.0f}%", name=seat.name, n=100 * review.curve[0].chances[seat.index]) for seat in self._seats
        )
        label = say("Chances at the start: {chances}", chances=starts)
        yield self._render_figure(draw_curve(review.curve, self._seats, marks, levels, label))
        yield write_tag("p", say("From what everyone at the table could see, before each question."))
        yield "</section>"

    def _render_scores(self, why: str) -> Iterable[str]:
        """Show points where there are no chances, and why there are none."""
        say, scores = self._say, self._scores
        yield "<section>" + write_tag("h2", say("Points over the match"))
        values = [0, *(value for _, row in scores for value in row)]
        levels = [(level, say("{n:d}", n=level)) for level in choose_levels(min(values), max(values))]
        ends = ", ".join(say("{name} {n:d}", name=seat.name, n=scores[-1][1][seat.index]) for seat in self._seats)
        label = say("Points at the end: {points}", points=ends)
        yield self._render_figure(draw_curve(scores, self._seats, [], levels, label))
        yield write_tag("p", why) + "</section>"

    def _render_highlights(self) -> Iterable[str]:
        say, match, voice = self._say, self._match, make_safe_voice(self._match.game, self._language)
        highlights = collect_highlights(match, voice, self._times, [row for _, row in self._scores])
        if highlights:
            yield "<section>" + write_tag("h2", say("Worth telling")) + "<ul class=highlights>"
            yield "".join(
                f"<li><span>{escape(highlight.icon)}</span> {escape(highlight.text)}</li>" for highlight in highlights
            )
            yield "</ul></section>"

    def _render_figure(self, svg: str) -> str:
        """Return a plot with its legend."""
        legend = "".join(
            f'<span><svg viewBox="0 0 24 24" class="seat seat-{seat.colour}"><path d="{seat.path}"/></svg>'
            f"{escape(seat.name)}</span>"
            for seat in self._seats
        )
        return f"<figure>{svg}<figcaption>{legend}</figcaption></figure>"

    def _render_turning_points(self) -> Iterable[str]:
        say = self._say
        if not self._review.turning_points:
            return
        yield "<section>" + write_tag("h2", say("Turning points")) + "<ol class=points>"
        for turn in self._review.turning_points:
            seat = self._seats[turn.seat]
            change = say("{name}: {points}% chance to win", name=seat.name, points=format_points(turn.change, say))
            answers = "".join(self._render_words(n) for n in list_shown_answers(turn))
            yield f"<li>{answers}{write_tag('p', f'{self._locate(turn.n, turn.last)} · {change}')}</li>"
        yield "</ol></section>"

    def _render_answer(self, n: int, *notes: str) -> str:
        """Return question and answer, with notes below them."""
        first, *others = notes
        lines = [f"{self._locate(n, n)} · {first}", *others]
        return self._render_words(n) + "".join(write_tag("p", line) for line in lines)

    def _locate(self, first: int, last: int) -> str:
        """Return the round and the numbers of the questions; `arkside replay` shows the same numbers."""
        say = self._say
        numbers = (
            say("questions {first} to {last}", first=first, last=last) if last > first else say("question {n}", n=first)
        )
        # what the last answer seems to change is often the final scoring
        ends = say("the last of the match") if last == len(self._match.answers) else ""
        return ", ".join(part for part in (self._worded[first].round, numbers, ends) if part)

    def _render_words(self, n: int) -> str:
        """Return question and answer."""
        words = self._worded[n]
        return write_tag("small", words.prompt) + write_tag("strong", words.chosen)

    def _render_balance(self) -> Iterable[str]:
        say, review = self._say, self._review
        # a sum over a few decisions would look as if the others had been faultless
        if not review.balance or review.why_no_decisions is not None or 2 * review.checked < review.of:
            return
        yield "<section>" + write_tag("h2", say("Luck and play"))
        rows = [
            (
                seat.signed, say("{n:.0f}%", n=100 * row.start), format_points(row.play, say),
                format_points(row.others, say), format_points(row.luck, say), say("{n:.0f}%", n=100 * row.result),
            )
            for seat, row in zip(self._seats, review.balance, strict=True)
        ]  # fmt: skip
        races = has_races(self._match)
        luck = say("Races and luck") if races else say("Luck")
        yield write_table(["", say("Start"), say("Play"), say("Others"), luck, say("Result")], rows)
        about = " ".join((
            say("Chances to win, in percent. Play is what the player's own costly decisions lost; 0 is faultless."),
            say("Others is what costly decisions of the other players brought or took."),
            say("Quick hands, cards and dice did the rest.") if races
            else say("Luck is everything else: the cards and the dice."),
        ))  # fmt: skip
        yield write_tag("p", about) + "</section>"

    def _render_player(self, seat: Seat) -> Iterable[str]:
        say, review = self._say, self._review
        if review.why_no_decisions is not None:
            return
        costly, best = review.list_costly(seat.index), review.find_best(seat.index)
        yield "<section>" + write_tag("h2", seat.signed)
        if costly:
            yield write_tag("h3", say("Costliest decisions")) + "<ol class=decisions>"
            yield from (f"<li>{self._render_costly(decision)}</li>" for decision in costly)
            yield "</ol>"
        elif any(decision.seat == seat.index for decision in review.decisions):
            yield write_tag("p", say("No costly decision was found."))
        elif review.checked < review.of:
            yield write_tag("p", say("None of this player's decisions were tried."))
        else:
            yield write_tag("p", say("This player had nothing to decide."))
        if best is not None:
            gain = say("{points:.0f}% more chance to win than with the next best choice", points=100 * best.edge)
            yield write_tag("h3", say("Best decision")) + f"<div class=best>{self._render_answer(best.n, gain)}</div>"
        yield "</section>"

    def _render_costly(self, decision: JudgedDecision) -> str:
        say, words = self._say, self._worded[decision.n]
        price = say("{points:.0f}% less chance to win", points=100 * decision.cost)
        better = say("better: {choice}", choice=words.best) + (f" ({words.why})" if words.why else "")
        return self._render_answer(decision.n, price, better)

    def _render_slaps(self) -> Iterable[str]:
        say, slaps = self._say, self._times.slaps
        if not slaps:
            return
        rows = []
        for seat in self._seats:
            if times := slaps.get(seat.index):
                seconds = (say("{n:.2f} s", n=value) for value in (min(times), fmean(times)))
                rows.append((seat.signed, str(len(times)), *seconds))
        yield "<section>" + write_tag("h2", say("Slaps"))
        yield write_table(["", say("Races"), say("Fastest"), say("Average")], rows) + "</section>"

    def _render_method(self) -> Iterable[str]:
        say, review = self._say, self._review
        yield "<section>" + write_tag("h2", say("How this was found"))
        if review.why_no_decisions is not None and not self._match.game.hidden_hands:
            yield write_tag("p", self._match.game.say(self._language).phrase(review.why_no_decisions))
        elif review.why_no_decisions is not None:
            yield write_tag("p", say(
                "The cards were real and hidden, so decisions can't be judged: nobody told the program what each "
                "player held. Only chances from what everyone saw are shown."
            ))  # fmt: skip
        else:
            yield write_tag("p", say(
                "Decisions tried in imagined games, from what the player could know at the time: {checked} of {of}. "
                "One is called costly if another choice was almost certainly better and raised the chance to win by "
                "{points:.0f}% or more.", checked=review.checked, of=review.of, points=100 * COSTLY,
            ))  # fmt: skip
            if review.checked < review.of:
                command = f"arkside review {self._number} --seconds 600"
                yield write_tag("p", say("With more time it tries more of them: {command}", command=command))
        if review.why_no_curve is None or review.why_no_decisions is None:
            yield write_tag("p", say("Simple bots play the imagined games to their end, so chances are estimates."))
        yield "</section>"


def name_round(table: Any, voice: Voice) -> str:
    """Return the round as the game names it, or nothing if it has none."""
    value = table.facts().get("round", "")
    return f"{voice.fact_label('round', table)} {voice.fact_value('round', value, table)}" if value.isdigit() else ""


def has_races(match: Match) -> bool:
    """Whether quick hands decided something."""
    return any(isinstance(question, Race) for question in match.questions)


def list_shown_answers(turning_point: TurningPoint) -> range:
    """Return the numbers of the questions whose answers are shown for a turning point."""
    return range(turning_point.n, min(turning_point.last, turning_point.n + MOST_ANSWERS - 1) + 1)


def format_points(chance: float, say: Say) -> str:
    """Return a change of a chance in points, with its sign."""
    points = round(100 * chance)
    return say("{n:+d}", n=points).replace("-", "\N{MINUS SIGN}") if points else "0"


def write_tag(name: str, text: str) -> str:
    """Return an element with this text."""
    return f"<{name}>{escape(text)}</{name}>"


def write_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table whose rows begin with their heading."""
    head = "".join(write_tag("th", head) for head in heads)
    body = "".join(
        f"<tr>{write_tag('th', first)}{''.join(write_tag('td', cell) for cell in others)}</tr>"
        for first, *others in rows
    )
    return f"<div class=wide><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def write_short_review(match: Match, review: Review, language: str) -> str:
    """Return the review in a few lines of text, for a small screen."""
    say, worded, lines = Say(language), word_answers(match, review, language), []
    balance = dict(enumerate(review.balance)) if 2 * review.checked >= review.of > 0 else {}
    for seat in match.setup.seats:
        if seat.index in balance:
            row = balance[seat.index]
            shares = {"play": format_points(row.play, say), "luck": format_points(row.luck, say)}
            if has_races(match):
                lines.append(say("{name}: play {play}, races and luck {luck}", name=seat.signed, **shares))
            else:
                lines.append(say("{name}: play {play}, luck {luck}", name=seat.signed, **shares))
        for decision in review.list_costly(seat.index)[:1]:
            words, lost = worded[decision.n], round(100 * decision.cost)
            lines.append(say(
                "{name}, question {n}: {chosen} cost {points}%; better: {better}",
                name=seat.signed, n=decision.n, chosen=words.chosen, points=lost, better=words.best,
            ))  # fmt: skip
    for turning_point in review.turning_points:
        name, points = match.setup.seats[turning_point.seat].signed, format_points(turning_point.change, say)
        answers = ", ".join(worded[n].chosen for n in list_shown_answers(turning_point))
        lines.append(
            say(
                "Turning point {n}: {answer}, {name} {points}%",
                n=turning_point.n,
                answer=answers,
                name=name,
                points=points,
            )
        )
    if not lines and review.why_no_decisions is not None:
        lines.append(match.game.say(language).phrase(review.why_no_decisions))
    return "\n".join(lines or [say("No costly decision was found.")]) + "\n"


def write_seat_colours(seats: Sequence[Seat]) -> str:
    """Return style rules for the colours and dashes of these seats."""
    places = {place.colour: place for place in PLACES}
    light = "".join(f".seat-{seat.colour}{{--seat:{places[seat.colour].on_light}}}" for seat in seats)
    dark = "".join(f".seat-{seat.colour}{{--seat:{places[seat.colour].on_dark}}}" for seat in seats)
    return f"{light}@media (prefers-color-scheme: dark){{{dark}}}"


def list_scores(match: Match) -> list[tuple[int, tuple[int, ...]]]:
    """Return everyone's points at the start, whenever they changed, and at the end, with the number of the question."""
    replayed, last = Match(match.game, match.setup), len(match.answers) + 1
    rows = [(1, tuple(replayed.table.scores))]
    for n, answer in enumerate(match.answers, 2):
        replayed.answer(answer)
        scores = tuple(replayed.table.scores)
        if scores != rows[-1][1] or n == last:
            rows.append((n, scores))
    return rows


def choose_levels(least: int, most: int) -> list[int]:
    """Return a few round numbers from the least to the most, for the lines of a plot.

    >>> choose_levels(-3, 47)
    [-10, 0, 10, 20, 30, 40, 50]
    """
    steps = (digit * 10**zeros for zeros in range(9) for digit in (1, 2, 5))
    step = next(step for step in steps if most - least <= 5 * step)
    return list(range(least // step * step, -(-most // step) * step + step, step))


def draw_curve(
    curve: Sequence[tuple[int, Sequence[float]]],
    seats: Sequence[Seat],
    marks: Sequence[tuple[int, int]],
    levels: Sequence[tuple[float, str]],
    label: str,
) -> str:
    """Return a value of every seat over the questions of a match as an SVG element.

    Levels are horizontal lines with their texts; numbered marks show the turning points.
    """
    last, (bottom, _), (top, _) = curve[-1][0], levels[0], levels[-1]
    dashes = {place.colour: place.dash for place in PLACES}

    def x(n: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (n - 1) / max(1, last - 1), 1)

    def y(value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (top - value) / max(1e-9, top - bottom), 1)

    parts = []
    for level, text in levels:
        parts.append(f'<path class="grid" d="M{LEFT} {y(level)}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(level) + 4}" text-anchor="end">{escape(text)}</text>')
    for place, n in marks:
        parts.append(f'<path class="mark" d="M{x(n)} {TOP}V{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text class="mark" x="{x(n)}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{place}</text>')
    for seat in seats:
        points = " ".join(f"{x(n)},{y(values[seat.index])}" for n, values in curve)
        dash = dashes[seat.colour]
        parts.append(f'<polyline class="seat-{seat.colour}" points="{points}" stroke-dasharray="{dash}"/>')
    about = f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}"'
    return f'<svg class="curve" {about}>{"".join(parts)}</svg>'
