"""The device as a service, by its own parts: what the screens say, what a held button does, what root's side is asked."""

import asyncio
import random
import time

import pytest

from companion import VERSION
from companion.core.journal import Journal
from companion.core.registry import find_game
from companion.device import housekeeping, last_screen
from companion.device.host import Host
from companion.device.housekeeping import SETTLED, Housekeeping
from companion.device.rehearsal import Rehearsal
from companion.device.views.pick import PickView
from companion.device.views.reading import ReadingView
from companion.device.views.switch_off import NoticeView, SwitchingOffView, UnplugView
from companion.device.walks.service import make_service_walk
from companion.device.words import load_words
from companion.service.health import Power, count_free_megabytes, measure_disk_fill, read_power, read_temperature
from companion.service.notes import HOTSPOT, OFFERED, PLAYING, STARTS, SYSTEM_NEWS, WHY, Notes
from companion.service.notify import RestartRequested
from tests.laws import NAMES

NOAH = find_game("noah")


class Box:
    """A rehearsal that is a service."""

    def __init__(self, device, folder, look=lambda: None):
        self.device = device
        self.notes = Notes(folder)
        self.look = look
        self.begin()

    def begin(self, safe=False):
        """Begin anew as a service does."""
        self.device.host = Host(self.device.panel, self.device.app, make_service_walk(self.notes, safe))
        self.device.context = self.device.host.context
        self.housekeeping = Housekeeping(self.device.host, self.notes, self.look)
        self.beats()

    def beats(self, seconds=0.5):
        """Let the loop turn, with those who listen to it."""
        end = self.device.clock.now + seconds
        while self.device.clock.now < end:
            self.device.wait(0.1)
            self.housekeeping.run_due_tasks()

    def asked(self):
        """What root's side would find."""
        folder = self.notes.folder / "requests"
        return sorted(file.name for file in folder.iterdir()) if folder.exists() else []


@pytest.fixture
def box(tmp_path):
    (tmp_path / "run").mkdir()
    with Rehearsal(tmp_path / "data") as device:
        yield Box(device, tmp_path / "run")


def get_screen(device):
    return device.board.image("question").tobytes()


def test_a_long_press_on_back_switches_off_and_says_so_before(box):
    device = box.device
    menu = get_screen(device)
    device.board.press("back")
    box.beats(1.2)
    assert get_screen(device) == menu
    box.beats(2.0)
    assert get_screen(device) != menu
    assert box.asked() == []
    box.beats(2.5)
    assert box.asked() == ["power-off"]


def test_letting_go_in_time_continues(box):
    device = box.device
    menu = get_screen(device)
    device.board.press("back")
    box.beats(3)
    device.board.release("back")
    box.beats(1)
    assert get_screen(device) == menu
    box.beats(6)
    assert box.asked() == []


def test_the_box_can_be_switched_off_in_its_menu(box):
    box.device.back()
    box.device.pick("This box")
    box.device.pick("Switch off")
    box.device.pick("Cancel")
    assert box.asked() == []
    box.device.pick("Switch off")
    box.device.pick("Switch off")
    assert box.asked() == ["power-off"]
    assert isinstance(box.device.view, SwitchingOffView)


def test_an_update_is_offered_only_when_a_stick_brought_one(box):
    box.device.back()
    box.device.pick("This box")
    assert "Update" not in [row.label for row in box.device.view.rows]
    box.device.back()
    box.notes.write(OFFERED, "1.1.0")
    box.device.pick("This box")
    box.device.pick("Update")
    box.device.pick("Update")
    assert box.asked() == ["update"]
    assert isinstance(box.device.view, NoticeView)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("damaged", "The file is damaged. Copy it onto the stick again."),
        ("other-computer", "9.0 is for another kind of computer"),
        ("not-newer", f"9.0 isn't newer than {VERSION}"),
        ("playing", "A match is being played"),
        ("not-installed", "9.0 can't be installed"),
    ],
)
def test_an_update_that_is_refused_says_so_instead_of_waiting_forever(box, code, words):
    box.notes.write(OFFERED, "9.0")
    box.device.back()
    box.device.pick("This box")
    box.device.pick("Update")
    box.device.pick("Update")
    box.beats(60)
    assert isinstance(box.device.view, NoticeView)
    box.notes.write(SYSTEM_NEWS, f"update-failed {code} 9.0")
    box.beats(2)
    assert isinstance(box.device.view, ReadingView)
    assert f"Update failed: {words}" in " ".join(box.device.view.lines)
    box.device.push()
    assert box.device.view.title == "This box"
    assert not box.notes.has(SYSTEM_NEWS)


def test_news_that_came_meanwhile_are_shown_before_the_menu_of_the_box(box):
    box.notes.write(SYSTEM_NEWS, "update-failed damaged 9.0")
    box.device.back()
    box.device.pick("This box")
    assert "Update failed" in " ".join(box.device.view.lines)
    box.device.push()
    assert box.device.view.title == "This box"


def test_a_box_that_is_no_service_has_no_such_menu(tmp_path):
    with Rehearsal(tmp_path) as device:
        assert "This box" not in [row.label for row in device.view.rows]


def test_the_hotspot_is_shown_as_two_codes(box):
    box.notes.write(HOTSPOT, "Arkside\nsecret123")
    box.device.app.invitation.address = "http://arkside.local:8080/"
    box.device.back()
    box.device.pick("This box")
    box.device.pick("Wi-Fi")
    assert box.device.view.address == "WIFI:T:WPA;S:Arkside;P:secret123;;"
    box.device.push()
    assert box.device.view.address == "http://10.42.0.1:8080/wifi"


def test_a_match_on_the_table_is_marked_and_taken_up_again(box):
    device = box.device
    device.pick("New match")
    assert not box.notes.has(PLAYING)
    session = device.app.sessions.start(NOAH, NOAH.set_up(NAMES[:3], {}, 5))
    rng = random.Random(1)
    for _ in range(9):
        session.answer(session.n, rng.choice(session.question.choices))
    box.beats()
    assert box.notes.has(PLAYING)
    session.close()
    box.begin()  # as after a crash: nobody took the mark away
    assert device.match.facts == session.match.facts
    assert repr(device.match.question) == repr(session.question)


def test_good_night_takes_the_mark_away_and_stays_on_the_glass(box):
    box.notes.write(PLAYING)
    before = get_screen(box.device)
    box.housekeeping.say_good_night()
    night = get_screen(box.device)
    box.device.panel.close()
    assert night != before
    assert box.device.board.screens["question"].on
    assert get_screen(box.device) == night
    assert not box.notes.has(PLAYING)


def test_the_last_picture_is_drawn_by_a_process_of_its_own(box, tmp_path):
    box.device.panel.close()
    last_screen.main(tmp_path)
    expected = notice_picture(UnplugView(load_words("en")))
    assert get_screen(box.device) == expected


def test_a_box_with_one_screen_shows_it_there(box, tmp_path):
    box.device.panel.close()
    (tmp_path / "wiring.toml").write_text('build = "minimal"\n')
    before = box.device.board.image("table").tobytes()
    last_screen.main(tmp_path)
    assert get_screen(box.device) == notice_picture(UnplugView(load_words("en")))
    assert box.device.board.image("table").tobytes() == before


def test_a_broken_wiring_does_not_keep_it_from_saying_good_night(box, tmp_path):
    box.device.panel.close()
    (tmp_path / "wiring.toml").write_text("[dial\n")
    last_screen.main(tmp_path)
    assert get_screen(box.device) == notice_picture(UnplugView(load_words("en")))


def notice_picture(view):
    from companion.device.pencil import Pencil

    pencil = Pencil()
    view.draw(pencil)
    return pencil.image.tobytes()


def test_a_start_is_good_after_a_while(box):
    box.notes.write(STARTS, "2")
    box.notes.write(WHY, "watchdog")
    box.beats(SETTLED - 5)
    assert box.notes.read(STARTS) == "2"
    box.beats(6)
    assert not box.notes.has(STARTS)
    assert not box.notes.has(WHY)


def test_systemd_hears_nothing_while_the_buttons_are_deaf(box, monkeypatch):
    notified = []
    monkeypatch.setattr(housekeeping, "notify", lambda *lines: notified.extend(lines))
    monkeypatch.setattr(housekeeping, "watchdog_seconds", lambda: 2.0)
    box.begin()
    assert "WATCHDOG=1" in notified
    monkeypatch.setattr(housekeeping, "is_hearing_edges", lambda: False)
    notified.clear()
    box.beats(5)
    assert notified == []


def test_weak_power_is_shown_on_the_screens(tmp_path):
    (tmp_path / "run").mkdir()
    with Rehearsal(tmp_path / "data") as device:
        box = Box(device, tmp_path / "run", lambda: Power(True, False, True, False))
        assert [fault.part for fault in device.panel.faults()] == ["power"]
        box.housekeeping._look = lambda: Power(False, False, True, False)
        box.beats(11)
        assert device.panel.faults() == []


@pytest.mark.parametrize(("flags", "expected"), [
    ("0x0", Power(False, False, False, False)),
    ("50005", Power(True, True, True, True)),
    ("0x50000", Power(False, False, True, True)),
])  # fmt: skip
def test_the_pi_reports_weak_power(tmp_path, flags, expected):
    folder = tmp_path / "devices" / "platform" / "soc" / "soc:firmware"
    folder.mkdir(parents=True)
    (folder / "get_throttled").write_text(f"{flags}\n")
    assert read_power(tmp_path) == expected


def test_another_computer_says_nothing_of_its_power(tmp_path):
    assert read_power(tmp_path) is None


def test_flags_that_nobody_understands_are_no_alarm(tmp_path):
    folder = tmp_path / "devices" / "platform" / "soc" / "soc:firmware"
    folder.mkdir(parents=True)
    (folder / "get_throttled").write_text("never heard of it\n")
    assert read_power(tmp_path) is None


def test_a_disk_of_which_nobody_can_tell_counts_as_full(tmp_path):
    assert count_free_megabytes(tmp_path) > 0
    assert 0 < measure_disk_fill(tmp_path) <= 1
    assert count_free_megabytes(tmp_path / "nowhere") == 0
    assert measure_disk_fill(tmp_path / "nowhere") == 1.0


def test_the_temperature_is_shown_in_degrees(tmp_path):
    assert read_temperature(tmp_path) is None
    zone = tmp_path / "class" / "thermal" / "thermal_zone0"
    zone.mkdir(parents=True)
    (zone / "temp").write_text("48312\n")
    assert read_temperature(tmp_path) == pytest.approx(48.312)


def test_safe_mode_says_what_was_wrong_and_lets_people_try_again_or_play(box):
    box.notes.write(WHY, "settings.toml: sound is 7; allowed: on, off")
    box.notes.write(STARTS, "4")
    box.begin(safe=True)
    assert box.device.view.title == "⚠ Safe mode"
    box.device.pick("What went wrong")
    assert "sound is 7" in " ".join(box.device.view.lines)
    box.device.push()
    box.device.pick("Play without my data")
    assert isinstance(box.device.view, PickView)
    assert box.device.view.title == "Arkside"
    box.begin(safe=True)
    with pytest.raises(RestartRequested):
        box.device.pick("Try again")
    assert not box.notes.has(STARTS)


@pytest.mark.parametrize("why", ["watchdog", "oom-kill", "timeout", "signal", ""])
def test_the_reason_of_systemd_is_said_in_words(box, why):
    box.notes.write(WHY, why)
    box.begin(safe=True)
    box.device.pick("What went wrong")
    shown = " ".join(box.device.view.lines)
    assert "It " in shown or "Something" in shown
    assert why == "" or why not in shown


@pytest.mark.parametrize(
    "news", ["updated 1.1.0", "rolled-back 1.1.0", "no-wifi", "wifi Home", "update-failed cut-off 1.1.0"]
)
def test_news_is_shown_once(box, news):
    box.notes.write(SYSTEM_NEWS, news)
    box.begin()
    assert isinstance(box.device.view, ReadingView)
    assert not box.notes.has(SYSTEM_NEWS)
    box.device.push()
    assert box.device.view.title == "Arkside"


def test_the_status_shows_copies_and_free_space(box):
    box.device.back()
    box.device.pick("This box")
    box.device.pick("Box status")
    assert any("Free space" in line for line in box.device.view.lines)
    with Journal(box.device.app.folder):
        pass


def test_an_idle_box_is_not_mistaken_for_one_that_hangs(box, monkeypatch):
    """Nothing moves, every part is silent, and the loop would sleep for half a minute: it wakes in time all the same."""
    monkeypatch.setattr(housekeeping, "watchdog_seconds", lambda: 0.4)
    notified = []
    monkeypatch.setattr(housekeeping, "notify", lambda *lines: notified.append(lines))

    class Resting:
        """A host that steps only when it is woken."""

        def __init__(self, host):
            self.clock, self.context, self.panel, self.stage = time.monotonic, host.context, host.panel, host.stage
            self.heard = []

        def wake(self):
            for tell in self.heard:
                tell()

    async def rest():
        host = Resting(box.device.host)
        Housekeeping(host, box.notes, lambda: None)
        host.wake()
        end = time.monotonic() + 60
        while notified.count(("WATCHDOG=1",)) < 3 and time.monotonic() < end:
            await asyncio.sleep(0.01)

    asyncio.run(rest())
    assert notified.count(("WATCHDOG=1",)) == 3
