"""Root's helper and the folders that the service can write: it follows no link and deletes nothing else."""

import importlib.util
import os
import shutil
import subprocess

import pytest

from tests.deploy.root_scripts import SCRIPTS, RootScripts

UNITS = SCRIPTS.parent / "systemd/system"


def load_notes():
    spec = importlib.util.spec_from_file_location("root_notes", SCRIPTS / "notes.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


notes = load_notes()


class Helper(RootScripts):
    """Root's helper for requests; what it would start only writes down its words."""

    def __init__(self, folder):
        super().__init__(folder)
        self.replace_program("systemctl")
        self.replace_script("network")

    def run(self):
        """Run it once and return its calls; raise if it fails."""
        self.forget_calls()
        done = self.call("requests")
        assert done.returncode == 0, done.stderr
        return self.calls()

    def waiting(self):
        """Names that would start the helper again."""
        return sorted(file.name for file in self.requests.iterdir() if file.name in notes.KNOWN_REQUESTS)


@pytest.fixture
def helper(tmp_path):
    return Helper(tmp_path)


@pytest.fixture
def treasure(tmp_path):
    """A folder that the service's user must not be able to reach through root."""
    folder = tmp_path / "etc"
    folder.mkdir()
    (folder / "shadow").write_text("precious\n")
    (folder / "update").write_text("also precious\n")
    return folder


def intact(treasure):
    return sorted(file.name for file in treasure.iterdir()) == ["shadow", "update"]


def test_requests_are_done_once(helper):
    for name, text in (("power-off", ""), ("update", ""), ("wifi", "Chez nous\nmot de passe\n")):
        (helper.requests / name).write_text(text)
    assert helper.run() == [
        "systemctl|is-active|arkside-update.service|",
        "systemctl|--no-block|poweroff|",
        "systemctl|--no-block|start|arkside-update.service|",
        "network|join|Chez nous|mot de passe|",
    ]
    assert helper.waiting() == []
    assert helper.run() == []


def test_the_computer_stays_on_while_an_update_replaces_files(helper):
    helper.replace_program("systemctl", '[ "$1" != is-active ] || { echo activating; exit 3; }')
    (helper.requests / "power-off").touch()
    assert helper.run() == ["systemctl|is-active|arkside-update.service|"]
    assert helper.waiting() == []


def test_the_folder_is_roots_own_and_outside_the_services():
    rules = (SCRIPTS.parent / "tmpfiles.d/arkside.conf").read_text().splitlines()
    assert "d /run/arkside-requests 1770 root arkside -" in rules
    service = (UNITS / "arkside.service").read_text()
    assert "ARKSIDE_REQUESTS=/run/arkside-requests" in service
    assert "RuntimeDirectory=arkside\n" in service  # systemd gives /run/arkside to the service, and nothing else


def test_a_link_in_place_of_the_old_folder_is_not_followed(helper, treasure):
    (helper.notes / "requests").symlink_to(treasure)
    assert helper.run() == []
    assert intact(treasure)


@pytest.mark.parametrize("name", ["power-off", "update", "wifi"])
def test_a_link_is_no_request_and_what_it_points_at_stays(helper, treasure, name):
    (helper.requests / name).symlink_to(treasure / "shadow")
    assert helper.run() == []
    assert (helper.waiting(), intact(treasure)) == ([], True)
    (helper.requests / name).symlink_to(treasure)
    assert helper.run() == []
    assert (helper.waiting(), intact(treasure)) == ([], True)


def test_folders_and_pipes_neither_stop_nor_restart_it(helper):
    (helper.requests / "power-off").mkdir()
    (helper.requests / "update" / "deep").mkdir(parents=True)
    (helper.requests / "update" / "deep" / "kept").write_text("")
    os.mkfifo(helper.requests / "wifi")
    assert helper.run() == []
    assert helper.waiting() == []
    assert len(list(helper.requests.rglob("kept"))) == 1  # moved aside, never deleted recursively
    (helper.requests / "power-off").write_text("")
    assert helper.run()[-1] == "systemctl|--no-block|poweroff|"


def test_a_file_called_like_an_option_changes_nothing(helper):
    for name in ("-x", "--help", "*", " "):
        (helper.requests / name).write_text("")
    (helper.requests / "power-off").write_text("")
    assert helper.run()[-1] == "systemctl|--no-block|poweroff|"
    assert helper.waiting() == []


def test_only_the_three_names_start_it():
    watched = [
        line.partition("=")[2]
        for line in (UNITS / "arkside-requests.path").read_text().splitlines()
        if line.startswith(("Path", "Directory"))
    ]
    assert watched == [f"/run/arkside-requests/{name}" for name in notes.KNOWN_REQUESTS]


@pytest.mark.parametrize("content", [b"x" * 1001, b"\xff\xfe", b"Home\nsecret\x00123", b"Home\x1b[2J\n"])
def test_a_request_that_no_service_writes_is_dropped(helper, content):
    (helper.requests / "wifi").write_bytes(content)
    assert helper.run() == []
    assert helper.waiting() == []


def test_a_file_of_somebody_else_is_no_request(tmp_path):
    (tmp_path / "update").write_text("")
    assert notes.take_request(tmp_path, "update", os.getuid() + 1) is None
    assert not (tmp_path / "update").exists()


def test_a_note_replaces_a_link_without_writing_through_it(tmp_path, treasure):
    (tmp_path / "told").symlink_to(treasure / "shadow")
    notes.write_note(tmp_path, "told", "updated 1.0", os.getgid())
    assert (tmp_path / "told").read_text() == "updated 1.0\n"
    assert (treasure / "shadow").read_text() == "precious\n"
    assert (tmp_path / "told").stat().st_mode & 0o777 == 0o640


def test_a_note_is_not_blocked_by_a_folder(tmp_path):
    (tmp_path / "told" / "deep").mkdir(parents=True)
    notes.write_note(tmp_path, "told", "updated 1.0", os.getgid())
    assert (tmp_path / "told").read_text() == "updated 1.0\n"


def test_a_note_cannot_leave_its_folder():
    for name in ("../x", "/etc/x", "", ".", ".."):
        assert notes.main(["put", name, "text"]) == 2


def test_nothing_of_roots_helper_deletes_recursively():
    for script in ("requests", "network", "stick", "words.sh", "notes.py"):
        text = (SCRIPTS / script).read_text()
        assert "rm -r" not in text, script
        assert "rmtree" not in text, script


@pytest.mark.parametrize("unit", ["arkside-requests", "arkside-network", "arkside-stick@", "arkside-portal"])
def test_the_helpers_are_sandboxed(unit):
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not installed: apt-get install systemd")
    words = ["security", "--offline=true", "--no-pager", "--threshold=25", UNITS / f"{unit}.service"]
    done = subprocess.run([analyze, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-600:]
