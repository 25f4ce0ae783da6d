"""What is not play, in a real Chromium: matches to look at, and teaching the hull by tapping its squares."""

import json
from random import Random

import pytest

from companion.app.journal_rescue import JournalNotSaved
from companion.core.errors import N_
from companion.core.record import Record
from companion.core.registry import find_game
from companion.core.teach import load_corrections
from tests.phone.axe import COLOURS, NEEDS_AXE, faults
from tests.phone.browser import IN_CHROMIUM, Page
from tests.phone.fingers import CONNECTED, LOBBY, start
from tests.phone.service import Box

pytestmark = IN_CHROMIUM


def a_match(service: Box, answers: int) -> Record:
    """Begin a match of Noah in the loop of the box, answer so often, and let it rest."""
    noah, context = find_game("noah"), service.host.context
    records: list[Record] = []

    def play() -> None:
        with context.app.sessions.start(noah, noah.set_up(["Anna", "Ben"], {"length": "short"}, seed=3)) as session:
            while session.question is not None and session.n <= answers:
                session.answer(session.n, session.question.choices[0])
        records.append(context.app.journal.load_record(session.number))

    service.call(play)
    assert service.until(lambda: bool(records))
    return records[0]


def test_a_match_that_was_played_is_looked_at(phones: list[Page], service: Box) -> None:
    record, page = a_match(service, 1000), phones[0]
    page.open(f"{service.address}#history", f"document.querySelector('[data-key=\"look-{record.number}\"]')")
    page.click(f"[data-key='look-{record.number}']")
    page.until("document.querySelector('.log li') && document.querySelector('.plot')")
    assert page.value("document.querySelectorAll('.log > li').length") == len(record.list_standing_choices())
    assert page.value("[...document.querySelectorAll('.score strong')].map((one) => Number(one.textContent))") == list(
        record.scores
    )
    assert page.value("document.querySelectorAll('.log button').length") == 0
    assert page.errors == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_history_and_figures_fit_the_smallest_phone(phones: list[Page], service: Box, language: str) -> None:
    page = phones[0]
    for _ in range(2):
        a_match(service, 1000)
    page.look(320, 640, "light")
    page.open(f"{service.address}#history", "document.querySelector('.figures')")
    if language != "en":
        page.click(".language")
        page.until(f"document.documentElement.lang === {language!r}")
    page.value("(() => { const game = document.querySelector('[data-key=game]'); game.value = 'noah';"
               " game.dispatchEvent(new Event('change')); })()")  # fmt: skip
    page.until("document.querySelectorAll('.figures thead th').length === 6 && document.querySelector('.line')")
    assert page.value("document.documentElement.scrollWidth") <= 320
    cut = "[...document.querySelectorAll('select')].filter((one) => one.scrollWidth > one.clientWidth).length"
    assert page.value(cut) == 0


def test_figures_call_tears_a_score_and_slaps_are_in_seconds(phones: list[Page], service: Box) -> None:
    record, page = a_match(service, 1000), phones[0]
    order = [{"seat": 0, "after_now_ms": 11_920.0, "margin_ms": 0.0}]
    detail = json.dumps({"first": [0], "order": order, "friendly": [], "early": {}})
    slap = record.number, 9_999, "slap-0", detail, "2026-01-01T18:05:00.000Z"
    service.call(lambda: service.app.journal._db.execute("INSERT INTO answers VALUES (?,?,?,?,0,?)", slap))
    page.open(f"{service.address}#history", "document.querySelector('.bar')")
    text = page.value("document.querySelector('main').textContent")
    average = sum(record.scores) / len(record.scores)
    assert f"average score {average:.1f}" in text, "in Noah they are tears, not points"
    assert "11.92 s" in text
    assert "100%" in text
    page.click(".language")
    page.until("document.documentElement.lang === 'fr' && document.querySelector('main').textContent.includes('11,92')")
    assert "100\u202f%" in page.value("document.querySelector('main').textContent").replace("\xa0", "\u202f")


def test_a_match_of_other_rules_is_shown_and_cannot_be_continued(phones: list[Page], service: Box) -> None:
    record, page = a_match(service, 20), phones[0]
    service.call(lambda: service.app.journal._db.execute("UPDATE matches SET trail = trail + 1"))
    page.open(service.address, f"{LOBBY} && document.querySelector('.link:not(.lost)')")
    page.until("document.querySelector('[data-key=continue]')")
    page.click("[data-key='continue']")
    page.until("document.querySelector('[role=note]') && document.querySelectorAll('.log > li').length === 20")
    assert page.value("location.hash") == f"#match/{record.number}"
    assert service.app.live is None


def test_the_hull_is_taught_by_tapping_its_squares(phones: list[Page], service: Box) -> None:
    page = phones[0]
    page.open(f"{service.address}#teach", "document.querySelector('[data-game=ark-and-noah]')")
    page.until("document.querySelector('.link:not(.lost)')")
    page.click("[data-game='ark-and-noah']")
    page.until("document.querySelector('.squares')")
    rows, columns = page.value(
        "(() => { const at = [...document.querySelectorAll('.square')].map((one) => one.dataset.square.split('-').map(Number));"
        " return [0, 1].map((n) => Math.max(...at.map((one) => one[n])) + 1); })()"
    )
    page.click("[data-square='0-0']")
    page.click("[data-key='columns-more']")
    page.until(f"document.querySelectorAll('.square').length === {rows * (columns + 1)}")
    page.click(f"[data-square='0-{columns}']")
    pressed = (
        "[...document.querySelectorAll('.square')].map((one) => (one.ariaPressed === 'true' ? '#' : '.')).join('')"
    )
    signs = page.value(pressed)
    drawn = [signs[at : at + columns + 1] for at in range(0, len(signs), columns + 1)]
    assert drawn[0][0] == "."
    assert drawn[0][-1] == "#"
    page.click("[data-key='squares-ok']")
    game = find_game("ark-and-noah")
    folder = service.app.folder
    assert service.until(lambda: bool(load_corrections(game, folder, game.complete_options({}))))
    assert load_corrections(game, folder, game.complete_options({}))["hull"]["own"]["bow"] == "\n".join(drawn)
    assert page.errors == []


def test_a_card_is_found_corrected_and_confirmed(phones: list[Page], service: Box) -> None:
    page, game = phones[0], find_game("ark")
    page.open(f"{service.address}#teach", "document.querySelector('[data-game=ark]')")
    page.until("document.querySelector('.link:not(.lost)')")
    page.click("[data-game='ark']")
    page.until("document.querySelectorAll('.taught').length > 40")
    page.click("[data-key='find-card']")
    page.type("zebra")
    page.until("document.querySelectorAll('.taught').length === 1")
    page.click(".taught")
    page.until("document.querySelector('[data-key=\"taught-animals.zebra.name\"]')")
    page.click("[data-key='animals.zebra.weight-4']")
    page.until("document.querySelector('[data-key=\"animals.zebra.weight-4\"][aria-pressed=true]')")
    assert load_corrections(game, service.app.folder) == {"animals": {"zebra": {"weight": 4}}}
    assert page.value("document.querySelector('[data-key=card-right]').getBoundingClientRect().bottom < innerHeight")
    page.click("[data-key='card-right']")
    page.until("document.querySelector('.taught b').textContent === '✓'")
    assert len(load_corrections(game, service.app.folder)["animals"]["zebra"]) == 5
    page.value("document.querySelector('[data-key=share-box]').open = true")
    assert page.value("Boolean(document.querySelector('.qr')) && document.querySelector('[data-key=save-box]').pathname") == "/boxes/ark.toml"  # fmt: skip
    assert page.errors == []


def test_a_file_of_another_owner_is_loaded(phones: list[Page], service: Box) -> None:
    page = phones[0]
    page.open(f"{service.address}#teach", "document.querySelector('[data-game=ark]')")
    page.until("document.querySelector('.link:not(.lost)')")
    page.click("[data-game='ark']")
    page.until("document.querySelector('[data-key=load-box]')")
    page.value("""((field, chosen) => {
      chosen.items.add(new File(['[animals.zebra]\\nweight = 4\\n'], 'ark.toml'));
      field.files = chosen.files;
      field.dispatchEvent(new Event('change'));
    })(document.querySelector('[data-key=load-box]'), new DataTransfer())""")
    page.until("document.querySelector('#toast p')")
    assert load_corrections(find_game("ark"), service.app.folder) == {"animals": {"zebra": {"weight": 4}}}


@NEEDS_AXE
@pytest.mark.parametrize(("scheme", "rule"), [("light", None), ("dark", COLOURS)])
def test_axe_finds_no_serious_fault_there(phones: list[Page], service: Box, scheme: str, rule: str | None) -> None:
    record, page = a_match(service, 1000), phones[0]
    page.look(360, 740, scheme)
    page.open(f"{service.address}#match/{record.number}", "document.querySelector('.log li')")
    assert faults(page, rule) == []
    assert page.value("document.documentElement.scrollWidth") <= 360
    page.value("location.hash = 'teach'")
    page.until("document.querySelector('[data-game=ark-and-noah]') && document.querySelector('.link:not(.lost)')")
    page.click("[data-game='ark-and-noah']")
    page.until("document.querySelector('.squares')")
    assert faults(page, rule) == []
    assert page.value("document.documentElement.scrollWidth") <= 360
    assert page.value("Math.min(...[...document.querySelectorAll('.square')].map((one) => one.offsetHeight))") >= 44


@NEEDS_AXE
@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 320)])
def test_axe_finds_no_serious_fault_on_invitation_and_end(
    table: list[Page], service: Box, scheme: str, width: int
) -> None:
    page = table[0]
    page.look(width, 740, scheme)
    page.value("location.hash = 'invite'")
    page.until("document.querySelector('.qr')")
    assert faults(page) == []
    page.value("location.hash = 'play'")
    page.until(LOBBY)
    session = start(page, service, "noah", length="short")
    rng = Random(6)

    def play() -> None:
        while session.question is not None:
            session.answer(session.n, rng.choice(session.question.list_ids()))

    service.call(play)
    page.until("document.querySelector('.podium') && document.querySelector('.highlights')")
    page.value("document.querySelector('[data-key=take-home]').open = true")
    page.until("document.querySelectorAll('.qr').length === 2")
    assert faults(page) == []
    assert page.value("document.documentElement.scrollWidth") <= width


@NEEDS_AXE
def test_the_host_reads_what_went_wrong_at_the_start(phones: list[Page], service: Box) -> None:
    page, app = phones[0], service.app
    page.look(320, 568, "dark")
    app.problems.append(
        JournalNotSaved(N_("{file} can't be used: {why}"), file="/var/lib/arkside/arkside.db", why="disk")
    )
    page.open(service.address, CONNECTED)
    page.until("document.querySelector('.problem')?.textContent.includes('/var/lib/arkside/arkside.db')")
    assert faults(page) == []
    assert page.value("document.documentElement.scrollWidth") <= 320
    page.click("[data-key=problem-ok]")
    page.until("!document.querySelector('.problem')")
    assert app.problems == []


def test_noah_ends_with_tears_instead_of_points(table: list[Page], service: Box) -> None:
    page = table[0]
    session = start(page, service, "noah", length="short")

    def play() -> None:
        while session.question is not None:
            session.answer(session.n, session.question.list_ids()[0])

    service.call(play)
    page.value("window.open = () => null; navigator.share = async ({ text }) => { window.shared = text; }")
    for language, tears in (("en", "tears"), ("fr", "larmes")):
        if language != "en":
            page.click(".language")
            page.until(f"document.documentElement.lang === {language!r}")
        for view, place in (("play", ".podium"), ("scores", ".plot"), (f"match/{session.number}", ".plot")):
            page.value(f"location.hash = {view!r}")
            page.until(f"document.querySelector('main {place}')")
            shown = page.value("document.querySelector('main').textContent").lower()
            assert "point" not in shown, view
            assert tears in shown, view
        page.value("location.hash = 'play'")
        page.until("document.querySelector('#view-end [data-key=share]')")
        page.click("#view-end [data-key=share]")
        page.until(f"window.shared?.includes('{tears}')")


@NEEDS_AXE
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_host_tests_the_box_by_phone(phones: list[Page], service: Box, language: str) -> None:
    page = phones[0]
    page.look(320, 640, "light")
    page.open(f"{service.address}#more", "document.querySelector('[data-key=self_test]')")
    page.until("document.querySelector('.link:not(.lost)')")
    if language != "en":
        page.click(".language")
        page.until(f"document.documentElement.lang === {language!r}")
    page.click("[data-key='self_test']")
    page.until("document.querySelector('[data-key=start]')")
    page.click("[data-key='start']")
    page.until("document.querySelector('[data-key=yes]')")
    page.click("[data-key='no']")
    page.until("document.querySelector('#view-self_test svg path')?.getBBox().width > 38")
    assert page.value("document.documentElement.scrollWidth") <= 320
    assert faults(page) == []
    page.click("[data-key='stop']")
    page.until("document.querySelector('[data-key=start]')")
    assert page.errors == []
