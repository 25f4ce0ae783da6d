"""The options of a game: agreed on before a match, explained at any time."""

from typing import Any

from companion.core.game import Game, Option
from companion.device.desk import Desk
from companion.device.view import BACK, HELP, Walk
from companion.device.views.pick import PickView, Row
from companion.device.views.reading import ReadingView
from companion.device.walks.resume import fact_line


class OptionView(PickView):
    """The values of an option, below what they mean; the Ark tells more."""

    def dome(self) -> None:
        """Explain."""
        self.decide(HELP)


def option_view(desk: Desk, game: Game, option: Option, at: int = 0) -> OptionView:
    """The values in words; where they differ in more than the title can say, there is a page to open."""
    words = game.say(desk.say.language)
    rows = [Row(words(option.words[value]), value) for value in option.values]
    if game.differences(option, words):
        rows.append(Row(desk.say("What is different?"), HELP))
    return OptionView(words(option.about), rows, at)


def settle(desk: Desk, game: Game, option: Option) -> Walk[Any]:
    """The value agreed on, or BACK; reading about it leads back here."""
    at = 0
    while True:
        view = option_view(desk, game, option, at)
        picked = yield view
        if picked is not HELP:
            return picked
        at = view.at
        yield option_page(desk, game, option)


def option_page(desk: Desk, game: Game, option: Option) -> ReadingView:
    """All about an option: what it means, then each thing that is different, and what we play."""
    words = game.say(desk.say.language)
    lines = [words(option.about)]
    differences = game.differences(option, words)
    if differences:
        lines.append(" | ".join(words(option.words[value]) for value in option.values))
    for difference in differences:
        lines.append(fact_line(desk, difference.what, " | ".join(difference.each)))
        lines += [f"> {difference.played}"] if difference.played else []
    return ReadingView(words(option.title), lines)


def look_at_options(desk: Desk) -> Walk[None]:
    """What was agreed on before this match; a push on one explains it."""
    match = desk.match
    assert match is not None
    at = 0
    while True:
        words = match.game.say(desk.say.language)
        agreed = {option: option.words[match.setup.options[option.name]] for option in match.game.options}
        rows = [Row(fact_line(desk, words(one.title), words(value)), one) for one, value in agreed.items()]
        view = PickView(desk.say("Agreed"), rows, at)
        option = yield view
        if option is BACK:
            return
        at = view.at
        yield option_page(desk, match.game, option)
