"""The options of a game: agreed on before a match, explained at any time."""

from typing import Any

from companion.core.game import Game, Option, OptionDifference
from companion.core.session import Session
from companion.device.context import Context
from companion.device.view import BACK, HELP, Sign, View, Walk
from companion.device.views.pages import DifferencePage, DifferencesView
from companion.device.views.pick import PickView, Row
from companion.device.views.reading import ReadingView

HOUSE_RULES = Sign("HOUSE_RULES")
"""Read the house rules."""


class OptionView(PickView):
    """List of the values of an option; the Ark opens the page that explains them."""

    def dome(self) -> None:
        """Show how the values differ."""
        self.decide(HELP)


def make_option_view(context: Context, game: Game, option: Option, deal: str = "", at: int = 0) -> OptionView:
    """Return a list of the values in words, with a page to open if a title can't explain the difference."""
    words = game.say(context.say.language)
    rows = [Row(words(option.words[value]), value) for value in option.list_values(deal)]
    if game.list_differences(option, words):
        rows.append(Row(context.say("What's the difference?"), HELP))
    return OptionView(words(option.about), rows, at)


def ask_option(context: Context, game: Game, option: Option, deal: str) -> Walk[Any]:
    """Ask for a value; return it or BACK. Reading about the option leads back here."""
    at = 0
    while True:
        view = make_option_view(context, game, option, deal, at)
        picked = yield view
        if picked is not HELP:
            return picked
        at = view.at
        yield make_option_page(context, game, option)


def make_option_page(context: Context, game: Game, option: Option) -> View:
    """Return the page that explains an option, or one page for each difference."""
    words = game.say(context.say.language)
    values = [words(option.words[value]) for value in option.values]
    pages = [
        DifferencePage(difference.what, _page(context, values, difference))
        for difference in game.list_differences(option, words)
    ]
    if pages:
        return DifferencesView(pages)
    return ReadingView(words(option.title), [words(option.about)])


def _page(context: Context, values: list[str], difference: OptionDifference) -> list[str]:
    """List the rule for each value, and after an arrow the one we play."""
    cases = [context.fact_line(value, how) for value, how in zip(values, difference.each, strict=True)]
    return [*cases, f"> {difference.played}"] if difference.played else cases


def show_options(context: Context, session: Session) -> Walk[None]:
    """Show the options of this match; a push explains one."""
    match = session.match
    at = 0
    while True:
        words = match.game.say(context.say.language)
        agreed = {option: option.words[value] for option, value in match.game.list_agreed_options(match.setup)}
        rows = [Row(context.fact_line(words(option.title), words(value)), option) for option, value in agreed.items()]
        house_rules = match.setup.house_rules
        rows += [Row(context.say("House rules"), HOUSE_RULES)] if house_rules else []
        view = PickView(context.say("Options"), rows, at)
        option = yield view
        if option is BACK:
            return
        at = view.at
        if option is HOUSE_RULES:
            yield ReadingView(context.say("House rules"), [house_rules])
            continue
        yield make_option_page(context, match.game, option)
