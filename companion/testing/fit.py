"""Check that every question, picture and line of random matches fits the small screens."""

from collections.abc import Iterator, Sequence
from random import Random

from companion.app.choice_rows import Group
from companion.core.bots import make_random_bot
from companion.core.facts import list_changes
from companion.core.fallback import find_lights_fault, find_tune_fault
from companion.core.game import Game, Voice
from companion.core.match import Match
from companion.device.pencil import HEIGHT, WIDTH
from companion.device.turn_call import TURN_ROWS
from companion.device.view import View
from companion.device.views.number import NumberView
from companion.device.views.pick import PickView, Row
from companion.device.views.question import GroupView, QuestionView, ask
from companion.device.views.reading import ReadingView
from companion.device.views.rule_card import fit_brief, fit_title
from companion.testing.paper import WatchedPencil, draw_checked

WIDE_NAMES = ("Wilhelmine-Wanda", "Maximilian M. Mo", "Ö", "Ann", "WWWWWWWWWWWWWWWW", "Bo")
MOST_CLICKS = 15
"""Most turns and pushes of the dial to the farthest choice."""


def make_matches(game: Game, seeds: Sequence[int] = ()) -> Iterator[Match]:
    """Yield a few matches that differ in options, players and deals, and a random one for each seed."""
    names = [option.name for option in game.options]
    fewest, most = game.usual_players, game.players[-1]
    alone = ((1, 0, "table"), (1, -1, "virtual")) if 1 in game.players else ()
    for players, at, deal in ((most, 0, "table"), (most, 1, "table"), (fewest, -1, "virtual"), *alone):
        each = [option.list_values(deal) for option in game.options]
        values = [offered[at % len(offered)] for offered in each]
        yield Match(game, game.set_up(WIDE_NAMES[:players], dict(zip(names, values, strict=True)), players, deal))

    for seed in seeds:
        yield make_match(game, seed)


def make_match(game: Game, seed: int, deals: Sequence[str] = ("table", "table", "virtual")) -> Match:
    """Make a match with random options and players, and one of these deals."""
    rng = Random(seed)
    deal = rng.choice(deals)
    names = rng.sample(WIDE_NAMES, rng.choice(game.players))
    options = {option.name: rng.choice(option.list_values(deal)) for option in game.options}
    return Match(game, game.set_up(names, options, seed, deal))


class ViewReader:
    """Checks views, each row below a title only once."""

    def __init__(self) -> None:
        self.known: set[tuple[str, str]] = set()

    def check(self, view: View) -> None:
        """Check that the view shows its whole text, whichever row is selected."""
        if isinstance(view, NumberView):
            view.at = len(view.numbers) - 1
            draw_checked(view)
        elif isinstance(view, PickView):
            for at, row in enumerate(view.rows):
                if (view.title, row.label) not in self.known:
                    view.at = at
                    self._check_row(view, row)

    def _check_row(self, view: PickView, marked: Row) -> None:
        letters = draw_checked(view).letters
        assert "".join(view.title.split()) in letters, view.title
        assert "".join(marked.label.split()) in letters, f"{marked.label!r} below {view.title!r}"
        self.known |= {(view.title, row.label) for row in view.rows if "".join(row.label.split()) in letters}


def check_texts_fit(game: Game, language: str, seeds: Sequence[int] = ()) -> None:
    """Check that nothing runs off the screen and no choice is shortened, in a few matches and one for each seed."""
    voice, reader = game.voice(game.say(language)), ViewReader()
    for match in make_matches(game, seeds):
        bot = make_random_bot(Random(7))  # fixed, so that a text that doesn't fit fails every time
        while match.question is not None:
            for view in list_views(match, voice):
                reader.check(view)
            match.answer(bot(match.question, match.table))
        _check_the_end(match, voice, reader)
    _check_rule_cards(game, language)


def _check_rule_cards(game: Game, language: str) -> None:
    for text in game.primer.word_cards(game.say(language)):
        assert fit_title(text.title).whole, text.title
        assert fit_brief(text.brief).whole, text.brief


def _check_the_end(match: Match, voice: Voice, reader: ViewReader) -> None:
    assert match.outcome is not None
    reader.check(PickView(voice.describe_outcome(match.outcome, match.table), [Row("-", 0)]))
    facts = match.facts.items()
    draw_checked(ReadingView("-", [voice.write_fact(voice.fact(name, value, match.table)) for name, value in facts]))
    draw_checked(ReadingView("-", [voice.reason(entry) for entry in match.table.ledger.entries]))


def check_face_fits(game: Game, language: str = "en", seeds: Sequence[int] = ()) -> None:
    """Check that pictures, lights and tunes are ones the device can show and play."""
    face = game.face()
    face.say = game.say(language)
    for match in make_matches(game, seeds):
        bot, before = make_random_bot(Random(8)), match.facts
        while True:
            pencil = WatchedPencil()
            face.picture(pencil, match.table, match.question)
            if face.names_asked_player:
                assert pencil.image.crop((0, TURN_ROWS, WIDTH, HEIGHT)).getbbox() is None, (
                    "no room for the player's name"
                )
            changes, before = list_changes(before, match.facts), match.facts
            wrong = find_lights_fault(face.lights(match.table, match.question)) or find_tune_fault(face.tune(changes))
            assert not wrong, wrong
            if match.question is None:
                break
            for some in (match.question.choices[:1], match.question.choices):
                face.draw_choices(WatchedPencil(), match.table, some)
            match.answer(bot(match.question, match.table))


def check_clicks(game: Game, language: str = "en") -> None:
    """Check that every choice is a few clicks of the dial away; numbers have a view of their own."""
    voice = game.voice(game.say(language))
    for match in make_matches(game):
        bot = make_random_bot(Random(9))
        while match.question is not None:
            first = list_views(match, voice)[0]
            if isinstance(first, PickView):
                assert count_clicks(first.rows) <= MOST_CLICKS, match.question
            match.answer(bot(match.question, match.table))


def count_clicks(rows: Sequence[Row]) -> int:
    """Return the clicks to the farthest choice: half the ring, a push, and the same inside a group."""
    inside = [count_clicks(row.result.rows) for row in rows if isinstance(row.result, Group)]
    return len(rows) // 2 + 1 + max(inside, default=0)


def list_views(match: Match, voice: Voice) -> list[View]:
    """Return the first view of the question, and one for each group that can be opened."""
    assert match.question is not None
    first = next(ask(match.question.ask_seat(match.question.seat), match, voice))
    return [first, *list_group_views(first)] if isinstance(first, PickView) else [first]


def list_group_views(view: PickView) -> list[PickView]:
    """Return the views of all groups of a view, recursively."""
    views: list[PickView] = []
    for at, row in enumerate(view.rows):
        if isinstance(row.result, Group):
            inner = PickView(row.label, row.result.rows)
            if isinstance(view, QuestionView):  # the outermost list stays in sight beside a group of it
                views.append(GroupView(QuestionView(view.title, view.rows, at, view.symbol, view.seat)))
            else:
                views.append(inner)
            views += list_group_views(inner)
    return views
