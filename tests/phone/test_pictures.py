"""The table pictures in a real Chromium: tables of many matches, taps that answer, keyboards, small screens, sizes."""

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from companion.core.bots import find_bot, make_random_bot
from companion.core.match import Match
from companion.core.registry import find_game
from companion.phone.pages import PAGE
from tests.boxed import BOXED
from tests.phone.browser import IN_CHROMIUM, Page
from tests.phone.pictures import open_blank, played, show
from tests.phone.service import Service, emulated

pytestmark = IN_CHROMIUM

GAMES = ("noah", "ark", "noahs-ark", "ark-and-noah")
BOARD = {"depth": "board"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with emulated(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="module")
def page(service: Service, browser: tuple[Page, Callable[[], Page]]) -> Iterator[Page]:
    tab = browser[1]()
    open_blank(tab, service)
    tab.resize(360, 740)
    yield tab
    tab.leave()


def until(game: str, players: int, there: Callable[[Match], bool], ways: int = 1) -> Match:
    """A match of Ark & Noah, stopped at the first question of that kind; now and then something foolish is done."""
    for seed in range(3, 3 + ways):
        match, rng = played(game, players, 20, seed, BOARD), Random(seed)
        bots = find_bot(match.game, "greedy")(rng), make_random_bot(rng)
        while match.question is not None:
            if there(match):
                return match
            match.answer(bots[rng.random() < 0.3 or match.question.seat < 0](match.question, match.table))
    raise AssertionError("no such question in these matches")


FERRIES = """(() => {
  const box = (one) => { const b = one.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
  const boats = [...document.querySelectorAll('.p-number')].map((one) => one.parentNode);
  const all = (name) => boats.flatMap((boat) => [...boat.querySelectorAll(name)]);
  return [all('.p-boat').map(box), boats.map((one) => one.querySelector('.p-number ~ text').textContent), all('text').map(box), box(document.querySelector('.p-noah'))];
})()"""


def overlap(one: list[float], other: list[float]) -> bool:
    """Whether two boxes (left, top, right, bottom) share more than their edges."""
    return all(max(one[at], other[at]) + 1 < min(one[at + 2], other[at + 2]) for at in (0, 1))


def tappable(page: Page) -> set[str]:
    return set(page.value("[...document.querySelectorAll('[data-choice]')].map((one) => one.dataset.choice)"))


def tap(page: Page, choice: str) -> list[str]:
    """A finger on the middle of what is to be seen of a choice; what came of it."""
    page.value("window.tapped.length = 0")
    selector = f'[data-choice="{choice}"] > :not(title):not(.p-field)'
    page.value(f"document.querySelector({selector!r}).scrollIntoView({{ block: 'center' }})")
    page.click(selector)
    answers: list[str] = page.value("window.tapped")
    return answers


@pytest.mark.parametrize("game", GAMES)
def test_tables_of_many_matches_are_drawn_without_an_error(page: Page, service: Service, game: str) -> None:
    rng = Random(game)
    players = find_game(game).players
    for number in range(14):
        match = played(game, rng.choice(players), rng.randrange(160), number, bot=("greedy", "random")[number % 2])
        assert show(page, service, match, ("en", "fr")[number % 2]) > 30
        assert page.errors == []
        assert "undefined" not in page.value("document.querySelector('.picture').outerHTML")
        assert "NaN" not in page.value("document.querySelector('.picture').outerHTML")


@pytest.mark.parametrize("game", GAMES)
def test_the_first_table_and_the_last_are_drawn_too(page: Page, service: Service, game: str) -> None:
    for steps in (0, 10_000):
        assert show(page, service, played(game, 3, steps, 1)) > 10
        assert page.errors == []


@pytest.mark.parametrize("options", [{"depth": "counts"}, {"mode": "quick"}, {"hull": "tapered"}, {"edition": "fr"}])
def test_every_way_to_play_ark_and_noah_has_its_picture(page: Page, service: Service, options: dict[str, str]) -> None:
    for steps in (10, 60, 120):
        assert show(page, service, played("ark-and-noah", 3, steps, 2, options)) > 30
        assert page.errors == []


class TestHull:
    @pytest.mark.parametrize("players", [2, 4])
    @pytest.mark.parametrize("width", [360, 1280])
    def test_every_edge_and_every_cube_that_can_be_built_is_tapped_where_it_is(
        self, page: Page, service: Service, players: int, width: int
    ) -> None:
        page.resize(width, 740)
        match = until(
            "ark-and-noah", players, lambda candidate: candidate.question.ask == "build" and has_cubes(candidate)
        )  # type: ignore[union-attr]
        show(page, service, match)
        assert match.question is not None
        ids = {str(choice) for choice in match.question.choices}
        assert tappable(page) == ids
        for choice in sorted(ids, key=lambda candidate: (not candidate.startswith("pitch"), candidate))[:40]:
            assert tap(page, choice) == [choice]
        page.resize(360, 740)

    def test_the_field_around_an_edge_belongs_to_it(self, page: Page, service: Service) -> None:
        match = until("ark-and-noah", 4, lambda candidate: candidate.question.ask == "build")  # type: ignore[union-attr]
        show(page, service, match)
        missed = page.value(
            "[...document.querySelectorAll('.p-tap > .p-free')].filter((line) => {"
            " line.scrollIntoView({ block: 'center' }); const b = line.getBoundingClientRect(), flat = b.width > b.height;"
            " return [-10, 10].some((off) => document.elementFromPoint(b.x + b.width / 2 + (flat ? 0 : off),"
            " b.y + b.height / 2 + (flat ? off : 0))?.closest('[data-choice]') !== line.parentNode); }).length"
        )
        assert missed == 0

    def test_boards_are_swapped_by_tapping_them(self, page: Page, service: Service) -> None:
        for seed in range(40):
            match = played("ark-and-noah", 3, 0, seed, BOARD)
            rng = Random(seed)
            while match.question is not None and match.question.ask != "swap":
                match.answer(rng.choice(match.question.choices))
            if match.question is not None:
                break
        assert match.question is not None
        show(page, service, match)
        for choice in match.question.choices[:8]:
            assert tap(page, str(choice)) == [str(choice)]

    def test_food_is_fed_by_tapping_a_corral(self, page: Page, service: Service) -> None:
        match = until(
            "ark-and-noah",
            2,
            lambda candidate: sum(str(c).startswith("corral-") for c in candidate.question.choices) > 1,
        )  # type: ignore[union-attr]
        show(page, service, match)
        corrals = [id for id in tappable(page) if id.startswith("corral-")]
        assert corrals
        for choice in corrals:
            assert tap(page, choice) == [choice]

    def test_where_several_things_could_go_a_corral_asks_which(self, page: Page, service: Service) -> None:
        match = until("ark-and-noah", 2, crowded, ways=60)
        show(page, service, match)
        assert match.question is not None
        corral = page.value("document.querySelector('[data-corral]').dataset.corral")
        page.value("document.querySelector('[data-corral]').scrollIntoView({ block: 'center' })")
        page.click(f"[data-corral='{corral}'] > .p-home")
        ids = {str(choice) for choice in match.question.choices if aims_at(str(choice), corral)}
        assert len(ids) > 1
        assert (
            set(
                page.value(
                    "[...document.querySelectorAll('[data-menu] [data-choice]')].map((one) => one.dataset.choice)"
                )
            )
            == ids
        )
        for choice in ids:
            assert choice in tap(page, choice)
            page.value("window.redraw()")
            page.click(f"[data-corral='{corral}'] > .p-home")

    def test_a_player_who_is_not_asked_cannot_tap(self, page: Page, service: Service) -> None:
        match = until("ark-and-noah", 4, lambda candidate: candidate.question.ask == "build")  # type: ignore[union-attr]
        show(page, service, match, mine=False)
        assert tappable(page) == set()
        assert page.value("document.querySelectorAll('[role=button]').length") == 0


def has_cubes(match: Match) -> bool:
    return match.question is not None and any(str(choice).startswith("pitch") for choice in match.question.choices)


def aims_at(choice: str, corral: str) -> bool:
    return choice == corral or choice.endswith(f"-into-{corral.removeprefix('corral-')}")


def crowded(match: Match) -> bool:
    """Whether two answers mean the same corral."""
    assert match.question is not None
    homes = [str(choice).split("-into-")[1] for choice in match.question.choices if "-into-" in str(choice)]
    return len(homes) > len(set(homes))


def asked(page: Page, service: Service, match: Match, ask: str) -> list[str]:
    """Play on until that is asked, draw it, and tell what can be answered."""
    while match.question is not None and match.question.ask != ask:
        match.answer(match.question.choices[0])
    show(page, service, match)
    assert match.question is not None
    return match.question.list_ids()


class TestOthers:
    def test_noah_goes_to_the_ferry_that_is_tapped(self, page: Page, service: Service) -> None:
        ids = asked(page, service, played("noah", 3, 0, 2), "move_noah")
        assert tappable(page) == set(ids)
        assert [tap(page, id) for id in ids] == [[id] for id in ids]

    def test_every_ferry_has_its_number_and_nothing_covers_another(self, page: Page, service: Service) -> None:
        for width in (320, 360, 1280):
            page.resize(width, 740)
            for steps in (30, 62, 95):
                show(page, service, played("noah", 5, steps, steps))
                boats, numbers, texts, noahs = page.value(FERRIES)
                assert numbers == ["1", "2", "3", "4", "5"]
                assert [pair for pair in combinations(boats, 2) if overlap(*pair)] == []
                assert [pair for pair in combinations(texts, 2) if overlap(*pair)] == [], "such as elephant and 10"
                assert sum(overlap(noahs, boat) for boat in boats) == 1, "Noah is on one of them"
        page.resize(360, 740)

    def test_a_card_of_the_own_hand_is_loaded(self, page: Page, service: Service) -> None:
        ids = asked(page, service, played("noah", 3, 0, 2), "load")
        assert [tap(page, id) for id in ids] == [[id] for id in ids]

    def test_a_card_goes_into_the_cabin_that_is_tapped(self, page: Page, service: Service) -> None:
        ids = asked(page, service, played("ark", 4, 60, 3), "where")
        assert tappable(page) == set(ids)
        assert [tap(page, id) for id in ids] == [[id] for id in ids]

    def test_the_first_of_a_race_is_entered_by_their_sign(self, page: Page, service: Service) -> None:
        match = played("noahs-ark", 3, 9, 4, {"race": "real"})
        assert match.question is not None
        assert match.question.ask == "slap"
        show(page, service, match, race={"state": "now", "title": "NOW!", "lines": []})
        assert "NOW!" in page.value("document.querySelector('.picture').textContent")
        assert tap(page, "slap-1") == ["slap-1"]

    def test_the_keyboard_reaches_everything(self, page: Page, service: Service) -> None:
        match = until("ark-and-noah", 2, lambda candidate: candidate.question.ask == "build")  # type: ignore[union-attr]
        show(page, service, match)
        assert match.question is not None
        choice = str(match.question.choices[3])
        page.value(f"document.querySelector('[data-choice=\"{choice}\"]').focus()")
        page.press("Enter")
        assert page.value("window.tapped") == [choice]
        page.value("window.redraw()")
        page.until(f"document.activeElement.dataset.choice === {choice!r}")


@pytest.mark.parametrize("game", GAMES)
class TestEveryone:
    def test_it_fits_and_can_be_read_on_every_screen(self, page: Page, service: Service, game: str) -> None:
        for width, height in ((320, 640), (360, 740), (1280, 800), (1920, 1080)):
            page.resize(width, height)
            show(page, service, played(game, max(find_game(game).players), 70, 6), "fr")
            assert page.value("document.documentElement.scrollWidth") <= width
            smallest = page.value(
                "Math.min(...[...document.querySelectorAll('.picture text')].map((one) => one.getAttribute('font-size')"
                " * one.ownerSVGElement.getScreenCTM().a))"
            )
            assert smallest >= 8
            outside = page.value(
                "(() => { const frame = document.querySelector('.picture').getBoundingClientRect();"
                " return [...document.querySelectorAll('.picture text')].filter((one) => { const b = one.getBoundingClientRect();"
                " return b.left < frame.left - 1 || b.right > frame.right + 1; }).map((one) => one.textContent); })()"
            )
            assert outside == []
        page.resize(360, 740)

    def test_thumbs_find_what_can_be_tapped_on_the_smallest_phone(
        self, page: Page, service: Service, game: str
    ) -> None:
        page.resize(320, 640)
        for steps in range(4, 90, 3):
            match = played(game, max(find_game(game).players), steps, steps)
            show(page, service, match)
            low = page.value(
                "[...document.querySelectorAll('.picture [data-choice]')].map((one) => [one.dataset.choice, "
                "one.getBoundingClientRect().height, one.getBoundingClientRect().width]).filter(([id, high, wide]) =>"
                " high < (id.startsWith('instead-of') || id.startsWith('pitch') ? 24 : 40) || wide < 24)"
            )
            assert low == []
        page.resize(360, 740)

    def test_it_is_drawn_again_when_the_phone_is_turned(self, page: Page, service: Service, game: str) -> None:
        page.resize(360, 740)
        show(page, service, played(game, 3, 40, 1))
        before = page.value("document.querySelector('.picture').getAttribute('viewBox')")
        page.resize(740, 360)
        page.until(f"document.querySelector('.picture').getAttribute('viewBox') !== {before!r}")
        page.resize(360, 740)
        page.until(f"document.querySelector('.picture').getAttribute('viewBox') === {before!r}")

    def test_those_who_cannot_see_it_hear_what_there_is(self, page: Page, service: Service, game: str) -> None:
        show(page, service, played(game, 3, 40, 1))
        unnamed = page.value(
            "[...document.querySelectorAll('.picture [role]')].filter((one) => one.getAttribute('role') !== 'group'"
            " && !one.getAttribute('aria-label')).length"
        )
        assert unnamed == 0
        assert page.value("document.querySelectorAll('.picture [aria-label]').length") > 3

    def test_seats_differ_in_shape(self, page: Page, service: Service, game: str) -> None:
        players = max(find_game(game).players)
        show(page, service, played(game, players, 60, 1))
        shapes = page.value(
            "[...new Set([...document.querySelectorAll('.p-mark')].map((one) => one.getAttribute('d')))].length"
        )
        assert shapes == players

    def test_its_words_are_translated(self, game: str) -> None:
        one = find_game(game)
        table = played(game, 3, 40, 1).table
        english, french = (one.voice(one.say(language)).picture_words(table) for language in ("en", "fr"))
        assert set(english) == set(french)
        assert sum(english[key] != french[key] for key in english) > len(english) / 2


def test_the_policy_of_the_page_holds_for_pictures() -> None:
    files = [find_game(id).folder / "picture.js" for id in BOXED] + [PAGE / "drawing.js", PAGE / "finger.js"]
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert "style=" not in text
        assert "innerHTML" not in text
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_they_are_small() -> None:
    pictures = [find_game(id).folder / "picture.js" for id in BOXED]
    assert len(pictures) == len(GAMES)
    assert sum(len(file.read_bytes()) for file in [*pictures, PAGE / "picture.css"]) < 41_000


def test_names_of_players_are_never_markup(page: Page, service: Service) -> None:
    match = played("noah", 2, 20, 1)
    match.table.seats[0].name = "<img src=x onerror=alert(1)>"
    show(page, service, match)
    assert page.value("document.querySelectorAll('.picture img').length") == 0
    assert "<img" in page.value("document.querySelector('.picture').textContent")


def test_the_sheet_is_where_the_page_looks_for_it(service: Service) -> None:
    assert '<link rel="stylesheet" href="/picture.css">' in (PAGE / "page.html").read_text(encoding="utf-8")
    assert Path(PAGE / "picture.css").exists()
