"""How systemd starts the device: as real processes, told to end, failing three times, and safe after that."""

import os
import signal
import socket
import subprocess
import sys
import time

import pytest

from companion.as_service import MOST_FAILURES, _stop, build_command, count_start, main
from companion.service.notes import STARTS, WHY, Notes
from companion.service.notify import RestartRequested, StopRequested, notify, watchdog_seconds
from tests.programs import PATIENCE


class Service:
    """The service as a process, with systemd's side of the socket."""

    def __init__(self, folder, *words, watchdog=None):
        self.run, self.data = folder / "run", folder / "data"
        self.run.mkdir(exist_ok=True)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(folder / "notify"))
        self.socket.settimeout(PATIENCE)
        surroundings = {
            **os.environ, "RUNTIME_DIRECTORY": str(self.run), "STATE_DIRECTORY": str(self.data),
            "NOTIFY_SOCKET": str(folder / "notify"), "LANG": "C.UTF-8",
        }  # fmt: skip
        if watchdog is not None:
            surroundings["WATCHDOG_USEC"] = str(int(watchdog * 1e6))
        for name in ("WATCHDOG_PID", "ARKSIDE_DATA"):
            surroundings.pop(name, None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion.as_service", "--emulate", "--headless", *words],
            env=surroundings, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.process.kill()
        self.process.communicate()
        self.socket.close()

    def hears(self, wanted):
        """Wait until this line comes, among others."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for line in self.socket.recv(4096).decode().splitlines():
                if line.startswith(wanted):
                    return line
        raise TimeoutError(wanted)


def test_it_reports_ready_and_alive_and_ends_on_request(tmp_path):
    with Service(tmp_path, watchdog=0.4) as service:
        (service.run / WHY).write_text("watchdog\n")  # it hung before, and was started anew
        assert service.hears("READY=1")
        for _ in range(3):
            assert service.hears("WATCHDOG=1")
        assert (service.run / STARTS).read_text() == "1"
        service.process.send_signal(signal.SIGTERM)
        assert service.hears("STOPPING=1")
        _, err = service.process.communicate(timeout=60)
        assert (service.process.returncode, err) == (0, "")
        assert not (service.run / STARTS).exists()
        assert not (service.run / WHY).exists()
        assert (service.data / "arkside.db").exists()
        assert not (service.data / "arkside.db-wal").exists()  # closed, not dropped


def test_a_stopped_process_gives_no_sign_of_life(tmp_path):
    with Service(tmp_path, watchdog=0.2) as service:
        service.hears("WATCHDOG=1")
        service.process.send_signal(signal.SIGSTOP)
        service.socket.settimeout(1.0)
        with pytest.raises(TimeoutError):
            service.hears("what it never says")  # what was under way comes, and then nothing more


def test_an_impossible_wiring_fails_three_times_and_ends_in_safe_mode(tmp_path):
    (tmp_path / "data").mkdir()
    wiring = tmp_path / "data" / "wiring.toml"
    wiring.write_text("[dial]\na = 99\n")
    for _ in range(MOST_FAILURES):
        (tmp_path / "notify").unlink(missing_ok=True)
        with Service(tmp_path) as service:
            service.process.communicate(timeout=60)
            assert service.process.returncode == 1
    notes = Notes(tmp_path / "run")
    assert notes.read(WHY).startswith("wiring.toml: dial.a is 99")
    (tmp_path / "notify").unlink()
    with Service(tmp_path) as service:
        assert service.hears("READY=1")
    assert (tmp_path / "data" / "safe" / "arkside.db").exists()
    assert not (tmp_path / "data" / "arkside.db").exists()


def test_damaged_settings_and_a_damaged_journal_do_not_keep_it_from_starting(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "settings.toml").write_text('language = "fr"\nsound = 7\n')
    (tmp_path / "data" / "arkside.db").write_bytes(b"no database" * 99)
    with Service(tmp_path) as service:
        assert service.hears("READY=1")
    assert (tmp_path / "data" / "settings.toml").read_text() == 'language = "fr"\nsound = 7\n'
    assert len(list((tmp_path / "data" / "backups").glob("damaged-*.db"))) == 1


def test_safe_mode_takes_the_language_of_broken_settings(tmp_path, monkeypatch):
    monkeypatch.setenv("ARKSIDE_DATA", str(tmp_path))
    (tmp_path / "settings.toml").write_text('language = "fr"\nsound =\n')
    words = build_command(Notes(tmp_path), MOST_FAILURES + 1, ["--phones", "--emulate"])
    assert words == ["run", "--emulate", "--safe", "--headless", "--data", str(tmp_path / "safe"), "--lang", "fr"]


def test_safe_mode_works_on_a_read_only_card(tmp_path, monkeypatch):
    monkeypatch.setenv("ARKSIDE_DATA", "/proc/nowhere")
    words = build_command(Notes(tmp_path), MOST_FAILURES + 1, [])
    assert words[-1] == str(tmp_path / "safe")


def test_starts_are_counted(tmp_path):
    notes = Notes(tmp_path)
    assert [count_start(notes) for _ in range(4)] == [1, 2, 3, 4]
    notes.write(STARTS, "rubbish")
    assert count_start(notes) == 1


def test_without_listeners_nothing_is_announced(monkeypatch, tmp_path):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert notify("READY=1") is False
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    assert notify("READY=1") is False


def test_a_watchdog_for_another_process_is_not_ours(monkeypatch):
    monkeypatch.setenv("WATCHDOG_USEC", "10000000")
    monkeypatch.setenv("WATCHDOG_PID", "1")
    assert watchdog_seconds() is None
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
    assert watchdog_seconds() == 10.0


@pytest.mark.parametrize(
    ("end", "code"), [(StopRequested(0), 0), (RestartRequested(0), 0), (SystemExit(3), 3), (SystemExit("no"), 1)]
)
def test_however_the_program_ends_the_service_says_whether_that_was_wanted(monkeypatch, tmp_path, end, code):
    notes = enter_service(monkeypatch, tmp_path, end)
    assert main([]) == code
    assert notes.has(STARTS) is bool(code), "after a clean stop earlier failures no longer count"


def test_a_mistake_of_ours_is_noted_for_the_next_start(monkeypatch, tmp_path):
    notes = enter_service(monkeypatch, tmp_path, KeyError("a mistake"))
    with pytest.raises(KeyError):
        main([])
    assert notes.read(WHY) == "KeyError: 'a mistake'"


def enter_service(monkeypatch, folder, end):
    """Let the program end like that as soon as it begins; return the notes of the service."""

    def run(words):
        raise end

    monkeypatch.setattr("companion.cli.main", run)
    monkeypatch.setattr(signal, "signal", lambda *handler: None)
    for name in ("RUNTIME_DIRECTORY", "ARKSIDE_DATA", "ARKSIDE_TRACEBACK"):
        monkeypatch.setenv(name, str(folder))
    return Notes(folder)


def test_a_signal_ends_the_program_through_all_that_is_open():
    with pytest.raises(StopRequested):
        _stop(signal.SIGTERM, None)
