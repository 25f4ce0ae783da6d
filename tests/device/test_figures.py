"""Statistics on the screens, and the words of a picture for those who cannot see it."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import pytest

from companion.core.errors import JournalError
from companion.core.journal import Journal
from companion.core.statistics import GameStatistics, PersonStatistics, SlapStatistics, Statistics
from companion.device.pencil import Pencil, ScreenWords
from companion.device.rehearsal import Rehearsal
from companion.device.views.pages import Bar, BarSheet, BarsView
from companion.device.views.pick import PickView, Row
from companion.device.views.reading import ReadingView
from companion.device.views.waiting import CountingView
from companion.device.walks.statistics import make_sheets
from companion.device.words import load_words

FOUND = Statistics(
    9, 1, 0,
    (
        PersonStatistics("Anna", 9, 6, 12.0, 3, 4, 3600, SlapStatistics(5, 3, 0, 180.0, 220.0)),
        PersonStatistics("Ben", 9, 3, 8.0, 0, 1, 3600, SlapStatistics(4, 1, 0, 210.0, 300.0)),
    ),
    (GameStatistics("noah", "Noah", 9, 12.5, 3, "Anna", 24.0),),
)  # fmt: skip


def test_before_the_first_end_that_is_said(tmp_path: Path) -> None:
    with Rehearsal(tmp_path) as device:
        device.pick("Statistics")
        assert isinstance(device.view, ReadingView)
        device.push()
        assert isinstance(device.view, PickView)


@pytest.mark.parametrize("way", [("Statistics",), ("Practice race", "Reaction times")])
def test_figures_of_many_matches_are_counted_in_a_thread_while_the_table_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: tuple[str, ...]
) -> None:
    monkeypatch.setattr("companion.device.walks.statistics.FEW", -1)
    with Rehearsal(tmp_path) as device:
        app, asked = device.context.app, []

        def submit(act: Callable[[Journal], object]) -> "Future[object]":
            asked.append((act, Future()))
            return asked[-1][1]

        monkeypatch.setattr(app.reader, "submit", submit)
        for row in way:
            device.pick(row)
        assert isinstance(device.view, CountingView)
        device.wait(1)
        assert isinstance(device.view, CountingView)
        ((act, found),) = asked
        found.set_result(act(app.journal))
        device.wait(1)
        assert isinstance(device.view, ReadingView)
        device.back()
        device.pick(way[-1])
        device.back()
        assert isinstance(device.view, PickView)
        assert asked[1][1].cancelled()


def test_the_reader_reads_with_a_connection_of_its_own(tmp_path: Path) -> None:
    with Rehearsal(tmp_path) as device:
        app = device.context.app
        thread, changes = app.reader.submit(lambda journal: (threading.get_ident(), journal)).result()
        assert thread != threading.get_ident()
        assert changes is not app.journal
        with pytest.raises(JournalError):
            app.reader.submit(lambda journal: journal.remember_person("Anna")).result()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_kind_of_figure_has_a_page_that_fits(language: str) -> None:
    view = BarsView([sheet for sheet in make_sheets(FOUND, load_words(language)) if sheet.bars])
    assert len(view.pages) == 6
    for page in view.pages:
        pencil = Pencil()
        view.draw(pencil)
        written = " ".join(pencil.collect_words().lines)
        assert page.title in written
        assert all(bar.figure in written for bar in page.bars)
        view.turn(1)
    assert view.at == 5


def test_more_than_four_continue_on_the_next_page_and_long_names_are_cut() -> None:
    view = BarsView([BarSheet("Won", [Bar(f"Maximilian-Alexander {n}", n / 5, str(n)) for n in range(6)])])
    assert [len(page.bars) for page in view.pages] == [4, 2]
    pencil = Pencil()
    view.draw(pencil)
    assert any("…" in line for line in pencil.collect_words().lines)


def test_a_full_bar_is_full_and_an_empty_one_is_not() -> None:
    view = BarsView([BarSheet("Won", [Bar("Anna", 1.0, "9"), Bar("Ben", 0.0, "0")])])
    pencil = Pencil()
    view.draw(pencil)
    lit = [sum(pencil.image.getpixel((x, y)) > 0 for x in range(64, 110)) for y in (19, 31)]  # type: ignore[operator]
    assert lit[0] > 40
    assert lit[1] < 5


def test_a_pencil_remembers_its_words_line_by_line() -> None:
    pencil = Pencil()
    pencil.write(60, 20, "right")
    pencil.write(0, 21, "left")
    pencil.centre(0, "top")
    pencil.write(0, 50, " ")
    assert pencil.collect_words() == ScreenWords(("top", "left right"), "")
    pencil.loud("NOW!", (0, 40, 127, 63))
    assert pencil.collect_words().lines[-1] == "NOW!"


def test_a_list_reports_the_marked_row() -> None:
    pencil = Pencil()
    PickView("Which game?", [Row("Ark", 1, "3-5"), Row("Noah", 2, "2-5")], 1).draw(pencil)
    assert pencil.collect_words().marked == "Noah 2-5"


def test_the_stage_tells_nothing_of_a_screen_that_is_dark(tmp_path: Path) -> None:
    with Rehearsal(tmp_path) as device:
        assert set(device.host.stage.words) == {"question", "table"}
        device.board.break_part("table", "unplugged")
        device.wait(20)
        assert set(device.host.stage.words) == {"question"}
