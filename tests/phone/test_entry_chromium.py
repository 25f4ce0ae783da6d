"""A real table entered on one screen in a real Chromium: few taps, no scrolling, and nothing moves under the thumb."""

import json
from random import Random

import pytest

from companion.core.question import TABLE
from companion.core.registry import find_game
from companion.core.session import Session
from companion.phone.choices import list_choices
from tests.bench.people import PEOPLE, seat_people
from tests.bench.phone_entry import ANSWERS, WAYS, find_high_questions, start_on_phone
from tests.long import mark_long
from tests.phone.axe import COLOURS, NEEDS_AXE, faults
from tests.phone.browser import IN_CHROMIUM, Page
from tests.phone.entry import enter_choice
from tests.phone.fingers import go_on, seat_guest, sit, start
from tests.phone.service import Service

pytestmark = IN_CHROMIUM

CELLS = """[...document.querySelectorAll('.cell, .place')].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.dataset.key, Math.round(x), Math.round(y + scrollY), Math.round(width), Math.round(height)]; })"""
BOTTOM_OF_GRID = "Math.max(...[...document.querySelectorAll('.cell')].map((one) => one.getBoundingClientRect().bottom))"
WHOLE_MATCH = 150
"""Questions after which most is on the table."""
ROOM = "innerHeight - document.querySelector('#tabs').offsetHeight"


def start_real_table(page: Page, service: Service, game: str, **options: str) -> Session:
    """Anna has a phone, Ben and Cleo have none."""
    sit(page, service, 0, "Anna")
    seat_guest(page, 1, "Ben")
    seat_guest(page, 2, "Cleo")
    return start(page, service, game, deal="table", **options)


def play_until(page: Page, service: Service, session: Session, ask: str, times: int = 1, seed: int = 1) -> str:
    """Play on from somewhere else until this is asked for the nth time; return the true answer to it."""
    people = seat_people(find_game(session.game.id), session.match.table, Random(seed))
    while True:
        question = session.question
        assert question is not None
        answer = str(people.answer(question, session.match.table))
        times -= question.ask == ask
        if not times:
            page.until(f"document.querySelector('.ask[data-n=\"{session.n}\"]')")
            return answer
        go_on(service, session, answer)


def start_building(page: Page, service: Service, size: tuple[int, int]) -> Session:
    """Start Ark & Noah with every place, and wait until somebody builds on the hull of this phone."""
    page.look(*size, "light")
    session = start_real_table(page, service, "ark-and-noah", depth="board")
    play_until(page, service, session, "build")
    page.until("document.querySelector('.above-picture') && document.querySelector('.picture [data-choice] .p-free')")
    page.until("!document.querySelector('[data-settling]')")
    return session


TILES = "[...document.querySelectorAll('.tile')].map((one) => one.getBoundingClientRect().y)"
PICTURE_TOP = "document.querySelector('.picture').getBoundingClientRect().top"
MIDDLE = """(() => {
  const line = document.querySelector('.picture [data-choice="%s"] > .p-free').getBoundingClientRect();
  return [line.x + line.width / 2, line.y + line.height / 2];
})()"""


class TestNoah:
    @pytest.mark.parametrize(("width", "height"), [(360, 740), (320, 568)])
    def test_every_animal_is_in_sight(self, phones: list[Page], service: Service, width: int, height: int) -> None:
        page = phones[0]
        session = start_real_table(page, service, "noah")
        play_until(page, service, session, "load", times=3)
        page.look(width, height, "light")
        assert page.value("document.querySelectorAll('.cell').length") == 24
        assert page.value(BOTTOM_OF_GRID) <= page.value(ROOM)
        assert page.value("document.documentElement.scrollWidth") <= width

    def test_an_animal_and_its_ferry_are_two_taps(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "noah")
        people = seat_people(find_game("noah"), session.match.table, Random(4))
        loaded = 0
        while loaded < 8:
            question = session.question
            assert question is not None
            answer = str(people.answer(question, session.match.table))
            if question.ask == "load":
                entry = enter_choice(page, service, session, answer)
                assert entry.taps <= 2
                assert entry.scrolls == 0
                assert session.match.answers[-1] == answer
                loaded += 1
            else:
                go_on(service, session, answer)
        assert page.errors == []

    def test_nothing_moves_when_an_animal_is_tapped(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "noah")
        play_until(page, service, session, "load")
        before = page.value(CELLS)
        page.click(".cell:not([data-choice]):not([aria-disabled])")
        page.until("document.querySelector('.cell[aria-pressed=true]')")
        assert page.value(CELLS) == before
        assert page.value("document.querySelectorAll('.place[data-choice]').length") == 2

    def test_a_cell_that_does_not_fit_shows_its_reason(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "noah")
        play_until(page, service, session, "load", times=4)
        moves, question = session.moves, session.question
        assert question is not None
        page.click(".cell[aria-disabled]")
        name = page.value("document.querySelector('.cell[aria-disabled]').getAttribute('aria-label')")
        page.until("document.querySelector('#toast p')")
        text = (
            page.value("document.querySelector('#toast p').textContent").replace("\N{NO-BREAK SPACE}", " ").split("\n")
        )
        refused = session.get_voice("en").explain_missing_choices(question, session.match.table)
        assert text == [name, *refused[name]]
        assert session.moves == moves

    def test_the_set_up_is_ticked_off_step_by_step(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "noah")
        page.until("document.querySelector('[data-key^=step-]')")
        page.click("[data-key^=step-]")
        assert service.until(lambda: bool(service.app.ticked.list_done(session)))
        page.until("document.querySelector('[data-key^=step-]').checked")
        heights = page.value("[...document.querySelectorAll('.tick')].map((one) => one.offsetHeight)")
        assert max(heights) < 70, "the box stands beside its text"
        assert page.errors == []

    def test_doubtful_answers_are_entered_after_reading_the_doubt(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "noah")
        play_until(page, service, session, "load", times=4)
        moves = session.moves
        page.click("[data-key=why]")
        page.until("document.querySelector('dialog [data-key=anyway]')")
        page.click("dialog [data-key=anyway]")
        page.until("document.querySelector('dialog [data-choice^=anyway]')")
        id = page.value("document.querySelector('dialog [data-choice^=anyway]').dataset.choice")
        page.click("dialog [data-choice^=anyway]")
        page.click("dialog button.main")
        assert service.until(lambda: session.moves != moves)
        assert session.match.answers[-1] == id
        assert page.errors == []

    def test_the_list_keeps_the_order_of_the_choices(self, phones: list[Page], service: Service) -> None:
        """A species with one choice left stays between its neighbours."""
        page = phones[0]
        session = start_real_table(page, service, "noah")
        people = seat_people(find_game("noah"), session.match.table, Random(1))
        looked = 0
        while looked < 2:
            question = session.question
            assert question is not None
            choices = list_choices(session, question, session.get_voice("en"))
            headings = dict.fromkeys(choice["group"] for choice in choices)
            gathered = [choice for heading in headings for choice in choices if choice["group"] == heading]
            if question.ask == "load" and len(choices) > 8 and gathered != choices:
                page.until(f"document.querySelector('.ask[data-n=\"{session.n}\"]')")
                labels = page.value(
                    "[...document.querySelectorAll('.all-choices [data-choice]')].map((one) => one.dataset.choice)"
                )
                assert labels == [choice["id"] for choice in choices]
                looked += 1
            go_on(service, session, str(people.answer(question, session.match.table)))

    def test_a_keyboard_loads_too(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "noah")
        play_until(page, service, session, "load")
        moves = session.moves
        page.value("document.querySelector('.cell:not([data-choice]):not([aria-disabled])').focus()")
        page.press("Enter")
        page.until("document.querySelector('.place[data-choice]')")
        page.value("document.querySelector('.place[data-choice]').focus()")
        page.press("Enter")
        assert service.until(lambda: session.moves != moves)


def test_cards_of_a_large_hand_are_buttons_although_the_picture_shows_them_too(
    phones: list[Page], service: Service
) -> None:
    """The picture has them below the ferries, where a small phone doesn't show them."""
    page = phones[0]
    sit(page, service, 0, "Anna")
    seat_guest(page, 1, "Ben")
    seat_guest(page, 2, "Cleo")
    service.call(lambda: service.app.lobby.change("noah", "virtual"))
    service.call(lambda: service.app.lobby.start(seed=183))
    assert service.until(lambda: service.app.live is not None)
    session, rng = service.app.live, Random(1)
    assert session is not None
    for _ in range(10):  # then Anna has been given so many cards
        assert session.question is not None
        go_on(service, session, rng.choice(session.question.list_ids()))
    assert session.question is not None
    assert (session.question.ask, session.question.seat, len(session.question.choices)) == ("load", 0, 10)
    page.until(
        f"document.querySelector('.ask[data-n=\"{session.n}\"]') && document.querySelector('.picture [data-choice]')"
    )
    page.until("!document.querySelector('[data-settling]')")
    page.until(
        "[...document.querySelectorAll('.ask [data-choice]')].filter((one) => one.checkVisibility()).length === 10"
    )


@pytest.mark.parametrize(
    ("seats", "language", "most"),
    mark_long([("three", "en", WHOLE_MATCH), ("most", "fr", ANSWERS)], quick=[("most", "fr", ANSWERS)]),
)
@pytest.mark.parametrize(("game", "options"), [(game, way) for game in PEOPLE for way in WAYS.get(game, ({},))])
def test_no_question_is_higher_than_the_screen(
    phones: list[Page], service: Service, game: str, options: dict[str, str], seats: str, language: str, most: int
) -> None:
    players = 3 if seats == "three" else find_game(game).players[-1]
    session = start_on_phone(phones[0], service, find_game(game), options, players)
    if language != "en":
        phones[0].click("[data-key=language]")
        phones[0].until(f"document.documentElement.lang === {language!r}")
    asked, high = find_high_questions(phones[0], service, session, 1, most)
    assert asked > 10
    assert high == {}


@NEEDS_AXE
@pytest.mark.parametrize(
    ("game", "ask"),
    [
        ("noah", "load"),
        ("ark", "turn"),
        ("ark-and-noah", "built_else"),
        ("ark-and-noah", "loads"),
        ("noahs-ark", "won_card"),
    ],
)
def test_axe_finds_no_fault(phones: list[Page], service: Service, game: str, ask: str) -> None:
    page = phones[0]
    session = start_real_table(page, service, game)
    play_until(page, service, session, ask)
    faults_by_scheme = {}
    for scheme, rule in (("light", None), ("dark", COLOURS)):
        page.look(360, 740, scheme)
        faults_by_scheme[scheme] = faults(page, rule)
    assert faults_by_scheme == {"light": [], "dark": []}


class TestArk:
    def test_a_face_up_card_is_one_tap(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "ark")
        play_until(page, service, session, "turn")
        assert session.question is not None
        take = next(id for id in session.question.list_ids() if id.startswith("take-"))
        assert enter_choice(page, service, session, take) == (1, 0)

    def test_a_card_whose_place_is_open_opens_a_sheet_and_moves_nothing(
        self, phones: list[Page], service: Service
    ) -> None:
        page = phones[0]
        session = start_real_table(page, service, "ark")
        people = seat_people(find_game("ark"), session.match.table, Random(1))
        while True:
            question = session.question
            assert question is not None
            brought = [
                id for id in question.list_ids() if question.ask == "turn" and ("-port-" in id or "-starboard-" in id)
            ]
            answer = str(people.answer(question, session.match.table))
            if len(brought) > 1:
                break
            go_on(service, session, answer)
        page.until(f"document.querySelector('.ask[data-n=\"{session.n}\"]')")
        before = page.value(TILES)
        entry = enter_choice(page, service, session, brought[0])
        assert entry.taps == 2
        assert session.match.answers[-1] == brought[0]
        assert len(before) >= 50

    def test_a_cabin_is_tapped_where_it_is_aboard(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "ark")
        answer = play_until(page, service, session, "where", 2)
        side, row = answer.split("-")[:2]
        page.until("document.querySelector('.plan')")
        spot = f".plan [data-choice={json.dumps(answer)}]"
        left, name = page.value(
            f"((one) => [one.getBoundingClientRect().x, one.ariaLabel])(document.querySelector('{spot}'))"
        )
        assert (left > 170) == (side == "starboard")
        assert name.startswith(f"{side} {row}: ")
        page.click(".plan .spot[aria-disabled]")
        page.until("document.querySelector('#toast p').textContent.includes('\\n')")  # it says why
        page.click(spot)
        assert service.until(lambda: session.match.answers[-1] == answer)

    def test_search_dims_the_other_cards_and_enter_takes_the_only_one(
        self, phones: list[Page], service: Service
    ) -> None:
        page = phones[0]
        session = start_real_table(page, service, "ark")
        play_until(page, service, session, "turned_up")
        expression = "[...document.querySelectorAll('.many .tile:not(.unmatched) small')].map((one) => one.textContent)"
        every, places = page.value(expression), page.value(TILES)
        page.click("[data-key=search-tiles]")
        page.type("eleph")
        page.until(f"{expression}.length === 1")
        assert page.value(expression) == ["elephant"]
        assert len(every) > 40
        assert page.value(TILES) == places, "and all of them stay where they are"
        page.press("Enter")
        assert service.until(lambda: session.match.answers[-1] == "elephant")

    def test_a_card_keeps_its_tile(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "ark")
        people = seat_people(find_game("ark"), session.match.table, Random(1))
        tiles = "[...document.querySelectorAll('[data-key^=tile-1-]')].map((one) => one.getAttribute('aria-label'))"
        places = []
        while len(places) < 4:
            question = session.question
            assert question is not None
            if question.ask == "turn":
                page.until(f"document.querySelector('.ask[data-n=\"{session.n}\"]')")
                places.append(tuple(page.value(tiles)))
            go_on(service, session, str(people.answer(question, session.match.table)))
        assert len(set(places)) == 1
        assert len(places[0]) == len(session.match.table.pieces.kinds.all)  # the rain has none, an unknown card has one

    def test_a_sheet_closes_when_somebody_else_answers(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "ark")
        answer = play_until(page, service, session, "where")
        page.click(".spot:not([data-choice]):not([aria-disabled])")
        page.until("document.querySelector('dialog[open] .sheet')")
        go_on(service, session, answer)
        page.until("!document.querySelector('dialog[open]')")


class TestArkAndNoah:
    def test_expected_answers_of_everyone_are_confirmed_with_one_tap(
        self, phones: list[Page], service: Service
    ) -> None:
        page = phones[0]
        session = start_real_table(page, service, "ark-and-noah")
        play_until(page, service, session, "built_else")
        page.click("[data-key=send]")
        assert service.until(lambda: session.match.answers[-1] == "all")

    def test_one_player_who_did_otherwise_is_one_answer(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "ark-and-noah")
        play_until(page, service, session, "built_else")
        expected = session.question and session.question.about.shares
        assert expected is not None
        page.click("[data-key=less-0]")
        page.click("[data-key=send]")
        seat, number = expected[0]
        assert service.until(lambda: session.match.answers[-1] == f"s{seat.index}-did-{number - 1}")

    def test_several_who_did_otherwise_are_answered_from_one_screen(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "ark-and-noah")
        play_until(page, service, session, "built_else")
        before = len(session.match.answers)
        assert session.question is not None
        (one, first), (other, second) = session.question.about.shares[:2]
        for key in ("less-0", "less-1", "less-1"):
            page.click(f"[data-key={key}]")
        page.click("[data-key=send]")
        assert service.until(lambda: len(session.match.answers) == before + 3)
        group = "-".join(f"s{seat.index}" for seat in sorted((one, other), key=lambda seat: seat.index))
        assert session.match.answers[before:] in (
            [group, str(first - 1), str(second - 2)],
            [f"s{one.index}-s{other.index}", str(first - 1), str(second - 2)],
        )

    def test_a_number_far_away_takes_two_taps(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "ark-and-noah")
        play_until(page, service, session, "built_else")
        assert session.question is not None
        seat, _ = session.question.about.shares[0]
        page.click("[data-key=value-0]")
        page.click("[data-key=value-0-0]")
        page.click("[data-key=send]")
        assert service.until(lambda: session.match.answers[-1] == f"s{seat.index}-did-0")

    def test_a_pair_is_one_tap_and_can_be_taken_back(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "ark-and-noah")
        play_until(page, service, session, "loaded_else")
        assert session.question is not None
        alone = [f"s{seat.index}" for seat, _ in session.question.about.shares]
        for key in ("other-0", "other-0", "other-1"):
            page.click(f"[data-key={key}]")
        page.until("document.querySelector('[data-key=other-0][aria-pressed=false]')")
        page.click("[data-key=send]")
        assert service.until(lambda: session.match.answers[-1] == alone[1])

    def test_whoever_shares_the_lead_is_tapped(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "ark-and-noah")
        play_until(page, service, session, "hull_led")
        assert page.value("document.querySelector('[data-key=send]')") is None, "nobody was tapped yet"
        above = "document.querySelector('[data-choice=no]').getBoundingClientRect().bottom"
        assert page.value(f"{above} < document.querySelector('.toggle').getBoundingClientRect().top")
        for seat in (0, 2):
            page.click(f"[data-key=toggle-{seat}]")
        page.click("[data-key=send]")
        assert service.until(lambda: session.match.answers[-1] == "s0-s2")

    def test_boards_that_do_not_add_up_are_not_sent(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "ark-and-noah")
        answer = play_until(page, service, session, "corral_walls")
        entry = enter_choice(page, service, session, answer)
        assert entry.taps <= 5, "one for each player, one for the pitch, one to send"
        assert entry.scrolls == 0
        assert session.match.answers[-1] == answer

    def test_two_actions_take_two_taps(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        sit(page, service, 0, "Anna")
        seat_guest(page, 1, "Ben")
        session = start(page, service, "ark-and-noah", deal="table")
        answer = play_until(page, service, session, "choose_two")
        assert page.value("document.querySelector('.all-cards')") is None, "they would only repeat the actions"
        entry = enter_choice(page, service, session, answer)
        assert (entry.taps, entry.scrolls) == (2, 0)
        assert session.match.answers[-1] == answer


class TestNoahsArk:
    def test_a_card_is_composed_of_toggles(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "noahs-ark", told="before")
        answer = play_until(page, service, session, "reveal")
        assert page.value("document.querySelectorAll('.toggle').length") == 7
        assert page.value("document.querySelector('[data-key=send]').disabled")
        point = session.get_voice("en").layout(session.question, session.match.table).points[answer]
        for animal, count in enumerate(point[:-1]):
            for _ in range(count):
                page.click(f"[data-key=toggle-{animal}]")
        fitting = page.value("[...document.querySelectorAll('.all-cards .tile:not([aria-disabled])')].map((one) => one.dataset.choice)")  # fmt: skip
        assert answer in fitting
        assert len(fitting) < len(page.value("[...document.querySelectorAll('.all-cards .tile')].map(String)"))
        page.click("[data-key=send]")
        assert service.until(lambda: session.match.answers[-1] == answer)

    def test_a_card_that_the_box_knows_is_one_tap(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "noahs-ark", told="before")
        answer = play_until(page, service, session, "reveal")
        assert enter_choice(page, service, session, answer) == (1, 0)
        assert session.match.answers[-1] == answer

    def test_a_card_that_the_box_does_not_know_is_entered_on_one_screen(
        self, phones: list[Page], service: Service
    ) -> None:
        page = phones[0]
        session = start_real_table(page, service, "noahs-ark", told="before")
        play_until(page, service, session, "reveal")
        before = len(session.match.answers)
        for key in ("toggle-0", "toggle-0", "toggle-3", *["more_of_it-7"] * 9):
            page.click(f"[data-key={key}]")
        page.click("[data-key=send]")
        page.until("!document.querySelector('[data-key=send]')")
        assert service.until(lambda: session.question is not None and session.question.ask == "slap")
        entered = session.match.answers[before:]
        assert entered[0] == "other-card"
        assert [id for id in entered if id in ("lion", "eagle", "8", "no-noa")] == [
            "lion",
            "lion",
            "eagle",
            "8",
            "no-noa",
        ]


class TestHull:
    def test_the_hull_is_turned_and_not_mirrored(self, phones: list[Page], service: Service) -> None:
        """North is on the right of an upright hull, so that choices and picture agree."""
        page = phones[0]
        session = start_real_table(page, service, "ark-and-noah", depth="board")
        play_until(page, service, session, "build")
        page.until("document.querySelector('.picture [data-choice=a1-north]')")
        middle = """((id) => { const b = document.querySelector(`.picture [data-choice="${id}"] .p-free`).getBoundingClientRect();
            return [Math.round(b.x + b.width / 2), Math.round(b.y + b.height / 2)]; })"""
        north, west, south = (page.value(f"{middle}({id!r})") for id in ("a1-north", "a1-west", "a4-south"))
        assert north[0] > south[0]
        assert west[1] < north[1]
        assert "north →" in page.value("document.querySelector('.picture').textContent")


def test_a_device_without_emoji_shows_names_alone(phones: list[Page], service: Service) -> None:
    page = phones[0]
    session = start_real_table(page, service, "noah")
    play_until(page, service, session, "load")
    page.value("document.documentElement.classList.add('no-emoji')")
    assert page.value("document.querySelectorAll('.grid-head .emoji').length") == 12
    assert not page.value("[...document.querySelectorAll('.emoji')].some((one) => one.checkVisibility())")
    assert page.value("[...document.querySelectorAll('.grid-head small')].every((one) => one.checkVisibility())")


class TestTurn:
    def test_waiting_players_only_see_who_they_wait_for(self, table: list[Page], service: Service) -> None:
        session = start(table[0], service, "noah")
        assert session.question is not None
        seat = session.question.seat
        asked_page, waiting = table[seat], table[1 - seat]
        name = session.seats[seat].name
        for page in (asked_page, waiting):
            page.until("document.querySelector('.turn-of')")
        assert asked_page.value("document.querySelector('.whose').textContent") == "Your turn"
        assert waiting.value("document.querySelector('.whose').textContent") == f"{name}'s turn"
        assert waiting.value("document.querySelector('.ask .note').textContent") == f"Waiting for {name}"
        assert waiting.value("document.querySelectorAll('.ask p').length") == 2

    def test_a_spectator_waits_for_the_table_if_everybody_is_asked(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "noah")
        assert session.question is not None
        assert session.question.seat == TABLE
        page.until("document.querySelector('.ask')")
        page.value("import('/page.js').then(({ app }) => { app.state.question.mine = false; app.render(); })")
        assert page.value("document.querySelector('.ask .note').textContent") == "Waiting for the table"

    def test_the_turn_has_the_colour_of_the_seat(self, table: list[Page], service: Service) -> None:
        session = start(table[0], service, "noah")
        assert session.question is not None
        colour = session.seats[session.question.seat].colour
        table[0].until(f"document.querySelector('.turn-of.seat-{colour}')")

    def test_a_press_meant_for_the_screen_before_is_ignored(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "noah")
        play_until(page, service, session, "load")
        moves = session.moves
        # the timer of the change before would end what begins here
        page.until("!('settling' in document.querySelector('#main').dataset)")
        # as if the question had changed this very moment
        page.value("document.querySelector('#main').dataset.settling = ''")
        x, y = page.value(
            "(() => { const b = document.querySelector('.cell:not([aria-disabled]):not([data-choice])')"
            ".getBoundingClientRect(); return [b.x + 9, b.y + 9]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            page.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        assert not page.value("!!document.querySelector('.cell[aria-pressed=true]')")
        page.value("delete document.querySelector('#main').dataset.settling")
        page.click(".cell:not([aria-disabled]):not([data-choice])")
        page.until("document.querySelector('.cell[aria-pressed=true]')")
        assert session.moves == moves

    def test_a_changed_screen_settles(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_real_table(page, service, "noah")
        page.until("document.querySelector('.ask')")
        page.value(
            "(() => { window.settled = 0; new MutationObserver(() => { window.settled += 1; })"
            ".observe(document.querySelector('#main'), { attributeFilter: ['data-settling'] }); })()"
        )
        go_on(service, session, "seat-1")
        page.until("window.settled === 2")  # it began, and it ended

    def test_edges_are_tapped_one_after_the_other_without_a_jump(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_building(page, service, (320, 568))
        page.value(
            "[...document.querySelectorAll('.picture [data-choice] .p-free')].at(-1).scrollIntoView({ block: 'center' })"
        )
        where, top = page.value("scrollY"), page.value(PICTURE_TOP)
        assert where > 50
        assert page.value("document.querySelector('.below-picture .cue') !== null"), "there is something to do first"
        seat, n = session.question and session.question.seat, session.n
        edge = page.value(
            "[...document.querySelectorAll('.picture [data-choice] .p-free')].at(-1).parentNode.dataset.choice"
        )
        page.value(f"document.querySelector('.picture [data-choice=\"{edge}\"]').dispatchEvent(new Event('click'))")
        assert service.until(lambda: session.n == n + 1)
        page.until(f"document.querySelector('.ask[data-n=\"{n + 1}\"]')")
        assert session.question is not None
        assert (session.question.ask, session.question.seat) == ("build", seat)
        assert (page.value("scrollY"), page.value(PICTURE_TOP)) == (where, top), "nothing moved under the thumb"

    def test_the_whole_hull_is_in_sight_below_its_question(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        start_building(page, service, (360, 740))
        bottom = page.value(
            "Math.max(...[...document.querySelectorAll('.p-free')].map((one) => one.getBoundingClientRect().bottom))"
        )
        assert bottom <= 740 - page.value("document.querySelector('#tabs').offsetHeight")

    def test_a_finger_builds_along_a_wall(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        session = start_building(page, service, (360, 740))
        n, y = session.n, page.value("scrollY")
        wall = ["b2-b3", "c2-c3", "d2-d3"]
        middles = [page.value(MIDDLE % edge) for edge in wall]
        (x0, y0), (x1, y1) = middles[0], middles[-1]
        path = [(x0 + (x1 - x0) * at / 4 + 3, y0 + (y1 - y0) * at / 4) for at in range(5)]
        page.drag(path)
        assert service.until(lambda: session.n == n + 3)
        assert session.match.answers[-3:] == wall, "board by board, in the order of the finger"
        assert page.value("scrollY") == y, "the page didn't scroll with the finger"

    def test_another_question_starts_at_the_top(self, phones: list[Page], service: Service) -> None:
        page = phones[0]
        page.look(320, 568, "light")
        session = start_real_table(page, service, "noah")
        play_until(page, service, session, "load")
        page.value("scrollTo(0, 99999)")
        assert page.value("scrollY") > 100
        assert session.question is not None
        lion = next(id for id in session.question.list_ids() if id.startswith("lion-"))
        go_on(service, session, lion)  # where Noah goes then is another question
        assert session.question.ask != "load"
        page.until("scrollY === 0")


class TestCall:
    def test_a_phone_calls_its_player_when_their_turn_comes(self, table: list[Page], service: Service) -> None:
        session = start(table[0], service, "noah")
        for page in table:
            page.until("document.querySelector('.ask')")
            page.value("window.buzzes = 0; navigator.vibrate = () => { window.buzzes += 1; return true; }; 0")
        assert session.question is not None
        first = session.question.seat
        while session.question is not None and session.question.seat in (first, -1):
            go_on(service, session, session.question.list_ids()[-1])
        other = table[1 - first]
        other.until("document.querySelector('.ask.mine')")
        assert other.value("window.buzzes") == 1
        assert table[first].value("window.buzzes") == 0

    def test_each_phone_chooses_how_it_calls_and_remembers_it(self, table: list[Page], service: Service) -> None:
        page = table[0]
        page.value("location.hash = 'settings'")
        page.until("document.querySelector('[data-key=call-vibrate]').checked")
        page.value("window.buzzes = 0; navigator.vibrate = () => { window.buzzes += 1; return true; }; 0")
        page.value("window.said = []; speechSynthesis.speak = (one) => { window.said.push([one.lang, one.text]); }; 0")
        page.click("[data-key='call-vibrate']")
        assert page.value("window.buzzes") == 0
        page.click("[data-key='call-vibrate']")
        assert page.value("window.buzzes") == 1  # so that people feel what they chose
        page.click("[data-key='call-vibrate']")
        page.click("[data-key='call-speak']")
        assert page.value("window.said") == [["en", "Your turn"]]
        page.open(f"{service.address}#settings", "document.querySelector('[data-key=call-speak]')")
        ticked = "[...document.querySelectorAll('[data-key^=call-]')].filter((one) => one.checked).map((one) => one.dataset.key)"
        assert page.value(ticked) == ["call-speak"]

    def test_a_phone_reads_the_question_aloud(self, table: list[Page], service: Service) -> None:
        table[0].value("localStorage.setItem('call', 'speak')")
        table[0].value("window.said = []; speechSynthesis.speak = (one) => { window.said.push(one.text); }; 0")
        session = start(table[0], service, "noah")
        while session.question is not None and session.question.seat != 1:
            go_on(service, session, session.question.list_ids()[-1])
        table[0].until("document.querySelector('.ask:not(.mine)')")
        while session.question is not None and session.question.seat != 0:
            go_on(service, session, session.question.list_ids()[-1])
        table[0].until("document.querySelector('.ask.mine') && window.said.length")
        assert table[0].value("window.said.at(-1)") == table[0].value("document.querySelector('#prompt').textContent")


class TestAwake:
    VIDEO = "document.querySelector('video')"

    def test_the_screen_stays_on_from_the_first_touch_of_a_match(self, table: list[Page], service: Service) -> None:
        page = table[0]
        assert page.value(f"!{self.VIDEO}")
        start(page, service, "noah")
        page.until("document.querySelector('.ask')")
        page.click("#head h1")
        page.until(f"{self.VIDEO} && !{self.VIDEO}.paused && {self.VIDEO}.currentTime > 0")
        kinds = page.value(f"{self.VIDEO}.srcObject.getTracks().map((one) => one.kind).sort()")
        assert kinds == ["audio", "video"]
        assert page.value(f"!{self.VIDEO}.muted && !{self.VIDEO}.loop"), "or Safari and Chrome let the screen sleep"

    def test_it_may_sleep_where_somebody_prefers_that(self, table: list[Page], service: Service) -> None:
        page = table[0]
        page.value("location.hash = 'settings'")
        page.until("document.querySelector('[data-key=stay-awake]').checked")
        page.click("[data-key='stay-awake']")
        page.value("location.hash = 'play'")
        page.until("document.querySelector('[data-key=start]')")
        start(page, service, "noah")
        page.until("document.querySelector('.ask')")
        page.click("#head h1")
        assert page.value(f"!{self.VIDEO}")
