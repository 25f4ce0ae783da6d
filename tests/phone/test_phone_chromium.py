"""The page for phones in a real Chromium: whole matches, stale taps, restarts, undo, French, keys, secrets."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.app import bots
from companion.core.session import Session
from companion.device.views.race import VerdictView
from tests.long import mark_long
from tests.phone.browser import IN_CHROMIUM, Page
from tests.phone.fingers import CONNECTED, OVER, answer, play, seat_guest, sit, start
from tests.phone.service import Box, emulated, free_port
from tests.programs import PATIENCE, run_program, stop_program

pytestmark = IN_CHROMIUM


@pytest.mark.parametrize(
    ("game", "agreed"),
    mark_long(
        [("noah", {"length": "short"}), ("ark-and-noah", {"mode": "quick"}), ("noahs-ark", {"length": "shortest"})],
        quick=[("noahs-ark", {"length": "shortest"})],
    ),
)
def test_two_phones_play_a_whole_match(table: list[Page], service: Box, game: str, agreed: dict[str, str]) -> None:
    session = start(table[0], service, game, **agreed)
    play(table, service, session, Random(3), by_hand=80)
    assert session.match.outcome is not None
    for page in table:
        points = page.value(
            "[...document.querySelectorAll('.ranking strong')].map((one) => Number(one.firstChild.data))"
        )
        assert sorted(points) == sorted(session.match.table.scores)
        assert page.errors == []


def test_two_phones_and_a_bot_play_a_whole_match_of_ark(
    table: list[Page], service: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "PACE", 0.0)  # nobody has to follow
    table[0].click("[data-key='place-2']")
    table[0].until("document.querySelector('dialog[open]')")
    table[0].value("[...document.querySelectorAll('dialog .chips button')].at(-1).click()")
    table[0].until("document.querySelectorAll('.seat')[2].textContent.includes('bot')")
    session = start(table[0], service, "ark")
    play(table, service, session, Random(1))
    assert session.match.outcome is not None
    assert table[0].errors == table[1].errors == []


def test_a_stale_tap_changes_nothing_and_shows_what_is_asked_now(table: list[Page], service: Box) -> None:
    session = start(table[0], service, "noah", deal="table")
    anna, ben = table
    for page in table:  # at a real table anybody may tell who begins
        page.until("document.querySelector('[data-n=\"1\"] [data-choice]')")
    # the tap of Ben is on its way while that of Anna counts: the page of Ben cannot know yet
    ben.value("(() => { const send = WebSocket.prototype.send; WebSocket.prototype.send = function (text) {"
              " setTimeout(() => send.call(this, text), 400); }; })()")  # fmt: skip
    ben.value("document.querySelector('[data-choice]').click()")
    answer(anna, service, session, "seat-1")
    ben.until("document.querySelector('#toast').textContent.includes('Question 1 is over')")
    ben.until("document.querySelector('[data-n=\"2\"]')")
    assert session.match.answers == ["seat-1"]


def test_a_match_can_be_taken_back_to_any_point(table: list[Page], service: Box) -> None:
    session = start(table[0], service, "noah")
    for _ in range(6):
        assert session.question is not None
        answer(table[max(0, session.question.seat)], service, session, session.question.list_ids()[0])
    answers = list(session.match.answers)
    table[0].until("document.querySelector('[data-n=\"7\"]')")
    table[0].click("[data-key='undo']")
    table[0].until("document.querySelector('dialog[open] h2')?.textContent === 'Put the table back like this'")
    assert session.match.answers == answers[:-1]
    table[0].press("Escape")
    table[0].until("document.querySelector('[data-key=redo]')")
    table[0].click("[data-key='redo']")
    assert service.until(lambda: session.match.answers == answers)
    table[0].until("document.querySelector('dialog[open]')")
    table[0].press("Escape")
    table[1].click("[data-key='tab-log']")
    table[1].until("document.querySelectorAll('.log > li').length === 6")
    table[1].click("[data-back='3']")
    table[1].until("document.querySelector('dialog[open]')")
    table[1].click("dialog button.main")
    assert service.until(lambda: session.match.answers == answers[:2])
    table[1].until("document.querySelector('dialog[open] li')")
    table[1].until("document.querySelectorAll('.log > li').length === 2")


def test_each_phone_speaks_its_own_language(table: list[Page], service: Box) -> None:
    table[1].click(".language")
    table[1].until("document.documentElement.lang === 'fr' && document.body.innerText.includes('Quel jeu')")
    title = "import('/dom.js').then(({ h }) => h('h2', {}, 'Que donnes-tu ?').textContent)"
    assert table[1].value(title) == "Que donnes\N{NON-BREAKING HYPHEN}tu\N{NO-BREAK SPACE}?"
    session = start(table[0], service, "noah")
    for page in table:
        page.until("document.querySelector('#prompt')")
    assert table[0].value("document.querySelector('[data-key=undo]').textContent") == "↶ Undo"
    assert table[1].value("document.querySelector('[data-key=undo]').textContent") == "↶ Annuler"
    question = session.question
    assert question is not None
    french = session.get_voice("fr").prompt(question, session.match.table)
    assert table[1].value("document.querySelector('#prompt').textContent") == french
    assert table[1].value("document.querySelector('#status').textContent") == french
    table[1].open(service.address, f"document.documentElement?.lang === 'fr' && document.querySelector('#prompt')?.textContent === {french!r}")  # fmt: skip


def test_a_hand_only_its_owner_sees(table: list[Page], service: Box) -> None:
    """Not on the screen, and nowhere in what the phone was sent."""
    session = start(table[0], service, "noah")
    for page in table:
        page.until("document.querySelector('.secret')")
    cards = "[...document.querySelectorAll('.secret .hand span')].map((card) => card.textContent).join(', ')"
    texts = [page.value(cards) for page in table]
    voice = session.get_voice("en")
    hands = [session.match.table.secrets(seat)["cards"] for seat in (0, 1)]
    words = [text.replace("\N{NO-BREAK SPACE}", " ") for text in texts]  # a sign stays with its word
    assert words == [voice.fact_value("cards", hand, session.match.table) for hand in hands]
    first = [page.value("fetch('/').then((a) => a.text())") for page in table]
    assert voice.fact_value("cards", hands[1], session.match.table) in first[1]
    assert voice.fact_value("cards", hands[1], session.match.table) not in first[0]
    question = session.question
    assert question is not None
    other = table[1 - question.seat]
    assert other.value("document.querySelectorAll('[data-choice]').length") == 0


def test_a_match_is_set_up_and_played_with_keys_alone(phones: list[Page], service: Box) -> None:
    page = phones[0]
    page.look(1280, 800, "dark")
    page.open(service.address, CONNECTED)

    def tab_to(selector: str) -> None:
        for _ in range(120):
            if page.value(f"document.activeElement?.matches({selector!r})"):
                return
            page.press("Tab")
        raise AssertionError(f"no key leads to {selector}")

    tab_to("[data-key=name]")
    page.type("Anna")
    page.press("Enter")
    page.until("document.querySelector('[data-key=name]').value === 'Anna'")
    tab_to("[data-seat='0']")
    page.press("Enter")
    page.until("document.querySelector('[data-seat=\"0\"][aria-pressed=true]')")
    tab_to("[data-key='place-1']")
    page.press(" ")
    page.until("document.querySelector('dialog[open]')")
    tab_to("dialog input")
    page.type("Ben")
    page.press("Enter")
    page.until("document.querySelectorAll('.seat')[1].textContent.includes('Ben')")
    tab_to("[data-game=noah]")
    page.press("Enter")
    page.until("document.querySelector('[data-game=noah][aria-checked=true]')")
    tab_to("[name=deal]")
    page.press("ArrowRight")
    page.until("document.querySelector('[data-key=deal-virtual]').checked")
    tab_to("[data-key=start]")
    page.press("Enter")
    assert service.until(lambda: service.app.live is not None)
    session = service.app.live
    assert session is not None
    for n in range(1, 6):
        page.until(f"document.querySelector('[data-n=\"{n}\"]')")
        assert session.question is not None
        if session.question.seat == 1:  # Ben has no phone: he answers on this one
            tab_to("[data-key=stand-in]")
            page.press("Enter")
        page.until(f"document.querySelector('[data-n=\"{n}\"] [data-choice]')")
        if n == 1:
            tab_to("[data-key=why]")
            page.press("Enter")
            page.until("document.querySelector('dialog[open]')")
            page.press("Escape")
            page.until("!document.querySelector('dialog[open]')")
        tab_to("[data-choice]")
        page.press("Enter")
        assert service.until(lambda n=n: session.n == n + 1)  # type: ignore[misc]


def test_fingers_on_two_phones_run_a_race(table: list[Page], service: Box) -> None:
    session = start(table[0], service, "noahs-ark")
    anna, ben = table
    while session.question is not None and not hasattr(session.question, "seats"):
        answer(table[max(0, session.question.seat)], service, session, session.question.list_ids()[0])
    for page in table:
        page.until("document.querySelector('[data-key=slap-here]')", 15_000)
        page.click("[data-key='slap-here']")
    for page in table:
        page.until("document.querySelector('.race.ready') && document.querySelector('[data-key=slap-paddle]')")
        page.touch("#slap")
        page.lift()
    for page in table:
        page.until("document.querySelector('.race.armed')")
    for page in table:
        page.until("document.querySelector('.race.now')")
    ben.touch("#slap")
    ben.lift()
    ben.until("document.querySelector('.race.verdict')?.textContent.includes('Ben was first')")
    anna.until("document.querySelector('.race.verdict')")
    assert service.until(lambda: not isinstance(service.host.view, VerdictView) or not service.host.view.gathering, 10)


def test_the_box_is_killed_and_the_phones_find_it_again(phones: list[Page], tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "companion", "run", "--emulate", "--port", str(port), "--data", str(tmp_path)]

    @contextmanager
    def box() -> Iterator[subprocess.Popen[str]]:
        with run_program(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            assert process.stdout is not None
            assert f"{port}" in process.stdout.readline()
            yield process

    address = f"http://127.0.0.1:{port}/"
    with box() as running:
        for seat, page in enumerate(phones):
            page.open(address, CONNECTED)
            page.click(f"[data-seat='{seat}']")
            page.until(f"document.querySelector('[data-seat=\"{seat}\"][aria-pressed=true]')")
        phones[0].click("[data-game='noah']")
        phones[0].until("document.querySelector('[data-game=noah][aria-checked=true]')")
        phones[0].click("[data-key='deal-virtual']")
        phones[0].until("document.querySelector('[data-key=deal-virtual]').checked")
        phones[0].click("[data-key='start']")
        for page in phones:
            page.until("document.querySelector('[data-n=\"1\"]')")
        asked_page = next(page for page in phones if page.value("!!document.querySelector('.ask.mine')"))
        asked_page.click("[data-choice]")
        for page in phones:
            page.until('document.querySelector(\'[data-n="2"], [data-n="3"]\')')
        os.kill(running.pid, signal.SIGKILL)
        running.communicate(timeout=PATIENCE)
    for page in phones:
        page.until("document.querySelector('#lost').textContent && document.body.matches('.offline')")
    with box() as running:
        for page in phones:  # nobody loads anything again, and everybody still has their seat
            page.until("document.querySelector('.link:not(.lost)') && document.querySelector('.own')", 15_000)
            page.until("!document.querySelector('#lost').textContent && !document.body.matches('.offline')")
        phones[1].until("document.querySelector('#view-lobby > :first-child [data-key=continue]')")
        phones[1].click("[data-key='continue']")
        for page in phones:
            page.until('document.querySelector(\'[data-n="2"], [data-n="3"]\')')
        asked_page = next(page for page in phones if page.value("!!document.querySelector('.ask.mine')"))
        n = asked_page.value("Number(document.querySelector('.ask').dataset.n)")
        asked_page.click("[data-choice]")
        asked_page.until(f"Number(document.querySelector('[data-n]')?.dataset.n) > {n}")
        stop_program(running)


def test_the_end_is_shared_kept_and_played_once_more(table: list[Page], service: Box) -> None:
    anna, ben = table
    session = start(anna, service, "noah", length="short")
    rng = Random(6)
    while session.question is not None:  # how it is played is another test's business
        client = session.question
        done = asyncio.run_coroutine_threadsafe(answered(session, rng.choice(client.list_ids())), service.loop)
        done.result(10)
    for page in table:
        page.until(OVER)
    anna.value("(() => { window.kept = []; navigator.share = undefined; document.execCommand = () => {"
               " window.kept.push(document.activeElement.value); return true; };"
               " Object.defineProperty(navigator, 'clipboard', { value: undefined }); })()")  # fmt: skip
    anna.click("[data-key='share']")
    anna.until("window.kept.length === 1")
    lines = anna.value("window.kept[0]").splitlines()
    assert lines[0].startswith("Noah · ")
    scores = session.match.table.scores
    assert {line for line in lines if line[0].isdigit()} == {
        f"{place}. {seat.symbol} {seat.name}: {scores[seat.index]} {'tear' if scores[seat.index] == 1 else 'tears'}"
        for seat in session.seats
        for place in [1 if session.match.outcome and seat.index in session.match.outcome.winners else 2]
    }
    anna.value("(() => { const make = URL.createObjectURL; URL.createObjectURL = (blob) => {"
               " window.kept.push([blob.type, blob.size]); return make(blob); }; })()")  # fmt: skip
    anna.click("[data-key='png']")
    anna.until("window.kept.length === 2")
    kind, size = anna.value("window.kept[1]")
    assert (kind, size > 3000) == ("image/png", True)
    size = anna.value(
        "import('/share_picture.js').then(async ({ drawPicture }) => { const { app } = await import('/page.js');"
        " const { over, match } = app.state; const canvas = drawPicture(app, { ...match, over });"
        " return [canvas.width, canvas.height]; })"
    )
    assert size == [1080, 1350]
    alone = anna.value(
        "import('/end.js').then(async ({ drawResult }) => { const { app } = await import('/page.js');"
        " const { over, match } = app.state, ranking = over.ranking.slice(0, 1);"
        " document.body.append(drawResult(app, { ...match, over: { ...over, ranking } }));"
        " const step = document.querySelector('body > .over .step'), seen = step.checkVisibility();"
        " step.closest('.over').remove(); return seen; })"
    )
    assert alone is False, "whoever played alone stands on a step"
    anna.value("document.querySelector('[data-key=take-home]').open = true")
    anna.until("document.querySelectorAll('.qr').length === 2 && document.querySelector('[data-key=json]')")
    assert anna.value("document.querySelector('[data-key=bgstats]').href").startswith("https://app.bgstatsapp.com/")
    exported = anna.value("fetch(document.querySelector('[data-key=json]').href).then((answer) => answer.json())")
    assert [answer["choice"] for answer in exported["answers"]] == session.match.answers
    ben.value("location.hash = 'history'")
    ben.until("document.querySelector('.plot') && document.querySelectorAll('.matches li').length === 1")
    assert "[object" not in ben.value("document.body.innerText")
    ben.value("location.hash = 'play'")
    ben.until("document.querySelector('.highlights li') && document.querySelector('.podium .won')")
    ben.click("[data-key='rematch']")
    for page in table:
        page.value("location.hash = 'play'")
        page.until("document.querySelector('[data-n=\"1\"]')")


async def answered(session: Session, choice: str) -> None:
    """In the loop of the device, as the dial would."""
    session.answer(session.n, choice)


def test_a_card_is_found_by_its_first_letters_in_the_language_of_the_phone(table: list[Page], service: Box) -> None:
    anna = table[0]
    anna.click(".language")
    anna.until("document.documentElement.lang === 'fr'")
    seat_guest(anna, 2, "Cleo")
    session = start(anna, service, "ark", deal="table")
    voice = session.get_voice("fr")
    while session.question is not None and session.question.ask != "turned_up":
        answer(anna, service, session, session.question.list_ids()[0])
    question = session.question
    assert question is not None
    anna.until(f"document.querySelector('[data-n=\"{session.n}\"] [data-key=search]')")
    labels = {id: voice.label(choice, question, session.match.table).text for id, choice in zip(question.list_ids(), question.choices, strict=True)}  # fmt: skip
    wanted, label = next((id, label) for id, label in labels.items() if label.startswith("éléphant"))
    anna.click("[data-key='as-list']")
    anna.click("[data-key='search']")
    anna.type("ele")
    anna.until("document.querySelectorAll('details button[data-choice]').length === 1")
    assert anna.value("document.querySelector('details button[data-choice] span').textContent").startswith(label)
    n = session.n
    anna.press("Enter")
    assert service.until(lambda: session.n == n + 1)
    assert session.match.answers[-1] == wanted


def test_missing_choices_have_reasons(table: list[Page], service: Box) -> None:
    session = start(table[0], service, "ark-and-noah")
    rng = Random(1)
    asked_page = table[0]
    for _ in range(40):
        assert session.question is not None
        asked_page = table[max(0, session.question.seat)]
        if session.get_voice("en").explain_missing_choices(session.question, session.match.table):
            break
        answer(asked_page, service, session, rng.choice(session.question.list_ids()))
    assert session.question is not None
    refused = session.get_voice("en").explain_missing_choices(session.question, session.match.table)
    name, reasons = next(iter(refused.items()))
    asked_page.until(f"document.querySelector('[data-n=\"{session.n}\"] details.refused')")
    asked_page.click("[data-key='refused']")
    asked_page.until("document.querySelector('details.refused[open]')")
    assert asked_page.value("document.querySelector('details.refused dt').textContent") == name
    assert asked_page.value("document.querySelector('details.refused dd').textContent") == reasons[0]
    # a long press on any choice opens the same
    asked_page.click("button[data-choice]", down_only=True)
    asked_page.until("document.querySelector('dialog[open]')?.textContent.includes(" + repr(reasons[0]) + ")")
    n = session.n
    asked_page.release_mouse()
    asked_page.press("Escape")
    asked_page.until("!document.querySelector('dialog[open]')")
    assert session.n == n


def test_a_card_that_the_box_does_not_know_is_entered_in_words(table: list[Page], service: Box) -> None:
    anna = table[0]
    seat_guest(anna, 2, "Cleo")
    session = start(anna, service, "ark", deal="table")
    while session.question is not None and "another" not in session.question.list_ids():
        answer(anna, service, session, session.question.list_ids()[0])
    answer(anna, service, session, "another")
    n = session.n
    anna.until(f"document.querySelector('[data-n=\"{n}\"] [data-key=words]')")
    anna.click("[data-key='words']")
    anna.type("snow hare")
    anna.until("document.querySelectorAll('button[data-choice]').length === 0")
    assert "possible" not in anna.value("document.querySelector('.ask').innerText"), "whatever is typed is possible"
    anna.press("Enter")
    assert service.until(lambda: session.n == n + 1)
    assert session.match.answers[-1] == "said-snow hare"


def test_a_pause_lets_the_picture_rest_too(table: list[Page], service: Box) -> None:
    session = start(table[0], service, "noah")
    assert session.question is not None
    asked_page = table[session.question.seat]
    asked_page.until("document.querySelector('.picture [data-choice]')")
    asked_page.click("[data-key='pause']")
    asked_page.until("!document.querySelector('[data-choice]')")
    asked_page.click("[data-key='pause']")
    asked_page.until("document.querySelector('.picture [data-choice]')")
    assert session.n == 1


def test_the_table_by_itself_follows_the_race(table: list[Page], service: Box) -> None:
    """Beside the button that everybody slaps it says nothing twice."""
    session = start(table[0], service, "noahs-ark")
    while session.question is not None and not hasattr(session.question, "seats"):
        answer(table[max(0, session.question.seat)], service, session, session.question.list_ids()[0])
    anna, ben = table
    anna.until("document.querySelector('.race') && document.querySelector('.picture .p-die')")
    assert not anna.value("!!document.querySelector('.picture [class*=p-race-]')")
    ben.value("location.hash = 'table'")
    ben.until("document.querySelector('.picture [class*=p-race-look]')")
    anna.click("[data-key='slap-here']")
    anna.until("document.querySelector('[data-key=slap-paddle]')")
    anna.touch("#slap")
    anna.lift()
    ben.value("location.hash = 'play'")
    ben.until("document.querySelector('[data-key=slap-here]')")
    ben.click("[data-key='slap-here']")
    ben.until("document.querySelector('[data-key=slap-paddle]')")
    ben.touch("#slap")
    ben.lift()
    ben.value("location.hash = 'table'")
    for stage in ("armed", "now"):
        ben.until(f"document.querySelector('.picture .p-race-{stage}')")


def test_others_read_in_the_lobby_how_a_bot_plays(phones: list[Page], tmp_path: Path) -> None:
    with emulated(tmp_path, home=False) as service:
        for seat, page in enumerate(phones):
            page.open(f"{service.address}j/{service.gate.code.text}", CONNECTED)
            sit(page, service, seat, ("Anna", "Ben")[seat])
        phones[0].click("[data-key='place-2']")
        phones[0].until("document.querySelector('dialog[open]')")
        phones[0].value("[...document.querySelectorAll('dialog .chips button')].at(-1).click()")
        phones[1].until("document.querySelector('.seats').textContent.includes('Easy')")
        text = phones[1].value("document.querySelectorAll('main .card')[1].innerText")
        assert "Anna, Ben, bot: Easy" in text
        for page in phones:
            page.leave()


def until_somebody_builds(table: list[Page], service: Box) -> tuple[Session, int]:
    """A match of Ark & Noah up to the first board, and whose it is."""
    session = start(table[0], service, "ark-and-noah")
    while session.question is not None and session.question.ask != "build":
        ids = session.question.list_ids()
        answer(table[max(0, session.question.seat)], service, session, "build" if "build" in ids else ids[0])
    question = session.question
    assert question is not None
    return session, question.seat


def test_edges_are_tapped_on_the_hull_and_their_list_stays_folded(table: list[Page], service: Box) -> None:
    session, seat = until_somebody_builds(table, service)
    page, n = table[seat], session.n
    page.until(
        f"document.querySelector('[data-key=\"telling-list-{n}\"]') && document.querySelector('.picture [data-choice]')"
    )
    reach = "document.querySelector('.picture').getBoundingClientRect().top"
    assert page.value(reach) < 740, "the hull is in sight without reading through the list"
    edge = page.value("document.querySelector('.picture [data-choice] .p-free').parentNode.dataset.choice")
    page.click(f".picture [data-choice='{edge}']")
    assert service.until(lambda: session.n == n + 1)
    assert session.match.answers[-1] == edge


def test_the_folded_list_is_opened_and_searched(table: list[Page], service: Box) -> None:
    session, seat = until_somebody_builds(table, service)
    page, other, n = table[seat], table[1 - seat], session.n
    page.until("document.querySelector('[data-key=as-list]')")
    page.click("[data-key='as-list']")
    page.click("[data-key='search']")
    page.type("between a1 and b1")
    page.until("document.querySelectorAll('details button[data-choice]').length === 1")
    other.click(".language")  # whatever others do meanwhile, the list stays open with what was typed
    other.until("document.documentElement.lang === 'fr'")
    assert page.value("document.querySelector('[data-key=search]').value") == "between a1 and b1"
    assert page.value("document.querySelector('[data-key=as-list]').parentNode.open")
    page.press("Enter")
    assert service.until(lambda: session.n == n + 1)
    assert session.match.answers[-1] == "a1-b1"


def test_a_match_that_begins_is_seen_from_its_top(phones: list[Page], service: Box) -> None:
    page = phones[0]
    sit(page, service, 0, "Anna")
    seat_guest(page, 1, "Ben")
    page.value("document.querySelector('[data-key=deal-virtual]').click()")
    page.until("document.querySelector('[data-key=deal-virtual]').checked")
    page.value("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.value("scrollY") > 0
    start(page, service, "ark-and-noah")
    page.until("document.querySelector('#prompt')")
    page.until("scrollY === 0")
