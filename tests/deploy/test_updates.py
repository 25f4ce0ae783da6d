"""Updates by file and by stick: root's scripts with real packages, and a dpkg that installs into a text file."""

import shutil
import subprocess

import pytest

from tests.deploy.root_scripts import SCRIPTS, RootScripts
from tests.deploy.signer import Signer

pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="packages can only be made on Debian")

ARCHITECTURE = "amd64"
DPKG = """
case $1 in
    --print-architecture) echo amd64; exit ;;
    --compare-versions) exec /usr/bin/dpkg "$@" ;;
esac
case $* in *--configure*) exit ;; esac
for file in "$@"; do :; done
[ ! -e {folder}/dpkg-fails ] || exit 1
if [ -e {folder}/dpkg-stops ]; then
    rm {folder}/dpkg-stops
    echo "half-configured $(dpkg-deb -f "$file" Version)" > {folder}/installed
    exit 1
fi
echo "installed $(dpkg-deb -f "$file" Version)" > {folder}/installed
"""
QUERY = """
case $* in
    *Status-Status*Version*) cat {folder}/installed ;;
    *Status-Status*) cut -d" " -f1 {folder}/installed ;;
    *Installed-Size*) echo 1000 ;;
    *) cut -d" " -f2 {folder}/installed ;;
esac
"""
SYSTEMCTL = """
case "$1 $3" in
    "show NRestarts"*) echo 0 ;;
    "is-active "*) ! grep -q broken {folder}/installed ;;
esac
"""


class Updates(RootScripts):
    """A computer with version 1.0 on which updates can be tried."""

    def __init__(self, folder):
        super().__init__(folder)
        for name, body in (("dpkg", DPKG), ("dpkg-query", QUERY), ("systemctl", SYSTEMCTL)):
            self.replace_program(name, body.replace("{folder}", str(folder)))
        self.replace_script("heal")
        self.replace_script("repack", 'touch "$1"')
        self.be("1.0")
        self.stick = folder / "stick"
        self.keys = folder / "keys"
        self.stick.mkdir()
        self.keys.mkdir()
        self.surroundings["ARKSIDE_KEYS"] = str(self.keys)
        self.maker = Signer(folder)
        self.maker.publish(self.keys)

    def be(self, version, status="installed"):
        """Have this version on the computer."""
        (self.folder / "installed").write_text(f"{status} {version}\n")

    @property
    def installed(self):
        return (self.folder / "installed").read_text().split()[1]

    def package(self, version, architecture=ARCHITECTURE, name="arkside", folder=None, size="1000", comment=None):
        """Make a real package and sign it."""
        tree = self.folder / "tree"
        shutil.rmtree(tree, ignore_errors=True)
        (tree / "DEBIAN").mkdir(parents=True)
        (tree / "DEBIAN/control").write_text(
            f"Package: {name}\nVersion: {version}\nArchitecture: {architecture}\nInstalled-Size: {size}\n"
            "Maintainer: Somebody <a@b.c>\nDescription: a package\n"
        )
        (tree / "usr").mkdir()
        (tree / "usr/content").write_bytes(bytes(range(256)) * 400)
        file = (folder or self.folder) / f"arkside_{version}_{ARCHITECTURE}.deb"
        subprocess.run(["dpkg-deb", "-Znone", "-b", tree, file], check=True, capture_output=True)
        self.maker.sign(file, comment or f"{name} {version} {architecture}")
        return file

    def update(self, *words):
        """Install a file from a shell; exit code and what was said."""
        done = self.call("update", *map(str, words))
        return done.returncode, done.stdout + done.stderr

    def plug_in(self):
        """Look at the stick."""
        done = self.call("stick", str(self.stick))
        assert done.returncode == 0, done.stderr
        return self.note("offered")

    def left_over(self):
        """Return the files that a finished update has left in the cache."""
        return sorted(file.name for file in self.cache.iterdir())


@pytest.fixture
def box(tmp_path):
    return Updates(tmp_path)


def cut(file, part=0.5):
    """Leave the first part of a file, as a stick does that is pulled out too early."""
    content = file.read_bytes()
    file.write_bytes(content[: int(len(content) * part)])


def signature_of(file):
    return file.with_name(f"{file.name}.minisig")


def test_a_newer_version_is_installed(box):
    assert box.update(box.package("2.0")) == (0, "arkside: installing 2.0 over 1.0\narkside: 2.0 runs\n")
    assert (box.installed, box.note("told"), box.left_over()) == ("2.0", "updated 2.0", [])


@pytest.mark.parametrize("words", [(), ("--unsigned",)])
def test_half_a_package_is_refused_before_anything_happens(box, words):
    file = box.package("2.0")
    cut(file)
    code, said = box.update(*words, file)
    assert (code, box.installed) == (1, "1.0")
    assert "damaged" in said
    assert not any(line.startswith(("dpkg|--force", "systemctl|stop")) for line in box.calls())


def test_half_a_package_on_a_stick_is_not_offered_and_people_learn_why(box):
    cut(box.package("2.0", folder=box.stick))
    assert box.plug_in() == ""
    assert box.note("told") == "update-failed damaged 2.0"
    assert box.left_over() == []


def test_the_best_whole_package_of_a_stick_is_offered(box):
    cut(box.package("3.0", folder=box.stick))
    signature_of(box.package("4.0", folder=box.stick)).unlink()
    for version in ("1.5", "2.0", "0.9"):
        box.package(version, folder=box.stick)
    (box.stick / f"arkside_9.9_{ARCHITECTURE}.deb").write_text("no package")
    assert box.plug_in() == "2.0"
    assert box.note("told") == ""
    done = subprocess.run(
        ["dpkg-deb", "-f", box.cache / "offered.deb", "Version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == "2.0\n"


@pytest.mark.parametrize("version", ["1.0", "0.9", "1.0~rc1"])
def test_packages_that_are_not_newer_are_neither_offered_nor_reported(box, version):
    box.package(version, folder=box.stick)
    assert (box.plug_in(), box.note("told")) == ("", "")


def test_another_computers_package_under_a_right_name_is_not_offered(box):
    file = box.package("2.0", architecture="riscv64", folder=box.stick)
    assert box.plug_in() == ""
    assert box.note("told") == "update-failed other-computer 2.0"
    code, said = box.update(file)
    assert code == 1
    assert "riscv64" in said


def test_another_program_is_refused(box):
    code, said = box.update("--unsigned", box.package("2.0", name="kite"))
    assert code == 1
    assert "no package of Arkside" in said


def test_an_older_version_needs_to_be_asked_for(box):
    file = box.package("0.9")
    code, said = box.update(file)
    assert (code, box.installed) == (1, "1.0")
    assert "--downgrade" in said
    assert box.update("--downgrade", file)[0] == 0
    assert box.installed == "0.9"


def test_the_same_version_may_be_installed_again_from_a_shell(box):
    assert box.update(box.package("1.0"))[0] == 0


@pytest.mark.parametrize("came", ["2.0", "3.0"])
def test_an_offer_of_yesterday_does_not_replace_what_came_since(box, came):
    box.package("2.0", folder=box.stick)
    assert box.plug_in() == "2.0"
    box.be(came)
    assert box.update("--offered")[0] == 1
    assert (box.installed, box.note("told"), box.note("offered")) == (came, "update-failed not-newer 2.0", "")


def test_a_failure_of_dpkg_is_reported_as_a_failure(box):
    (box.folder / "dpkg-fails").touch()
    code, said = box.update(box.package("2.0"))
    assert (code, box.installed) == (1, "1.0")
    assert "2.0 could not be installed; 1.0 stays" in said
    assert box.note("told") == "update-failed not-installed 2.0"
    assert box.calls()[-1] == "systemctl|start|arkside|"
    assert box.left_over() == []


def test_a_version_that_does_not_run_is_taken_back(box):
    box.replace_script("repack", f'cp {box.package("1.0")} "$1"')
    code, said = box.update(box.package("2.0+broken"))
    assert (code, box.installed) == (3, "1.0")
    assert "going back to 1.0" in said
    assert box.note("told") == "rolled-back 2.0+broken"
    assert box.left_over() == []


def test_a_version_that_only_runs_in_safe_mode_is_taken_back(box):
    box.replace_script("repack", f'cp {box.package("1.0")} "$1"')
    (box.notes / "starts").write_text("4")
    code, _ = box.update(box.package("2.0"))
    assert (code, box.installed) == (3, "1.0")


def test_a_version_that_is_only_half_installed_is_taken_back(box):
    box.replace_script("repack", f'cp {box.package("1.0")} "$1"')
    (box.folder / "dpkg-stops").touch()
    code, said = box.update(box.package("2.0"))
    assert (code, box.installed) == (3, "1.0")
    assert "going back to 1.0" in said


def test_refusals_of_an_offer_reach_the_box(box):
    box.package("2.0", folder=box.stick)
    box.plug_in()
    (box.notes / "playing").touch()
    assert box.update("--offered")[0] == 1
    assert box.note("told") == "update-failed playing 2.0"
    assert box.note("offered") == "2.0"  # it can be installed when the match is over
    (box.notes / "playing").unlink()
    assert box.update("--offered")[0] == 0
    assert (box.installed, box.note("offered")) == ("2.0", "")


def test_an_update_that_does_not_fit_is_refused(box):
    code, said = box.update(box.package("2.0", size=str(1 << 40)))
    assert code == 1
    assert "not enough room" in said


def test_data_that_cannot_be_copied_stop_the_update(box):
    (box.data / "arkside.db").touch()
    box.replace_program("runuser", "exit 1")
    code, said = box.update(box.package("2.0"))
    assert (code, box.installed) == (1, "1.0")
    assert "cannot be copied" in said


def test_half_done_installations_are_healed_first(box):
    box.be("1.0", "half-installed")
    box.replace_script("heal", f"echo installed 1.0 > {box.folder}/installed")
    assert box.update(box.package("2.0"))[0] == 0
    assert "heal|" in box.calls()


def test_while_files_are_replaced_a_power_cut_can_be_noticed(box):
    """The marker is there, with a package to go back to, at the moment at which dpkg begins."""
    body = DPKG.replace("{folder}", str(box.folder)).replace("[ !", f"ls {box.cache} > {box.folder}/seen; [ !", 1)
    box.replace_program("dpkg", body)
    assert box.update(box.package("2.0"))[0] == 0
    assert {"updating", "previous.deb"} <= set((box.folder / "seen").read_text().split())
    assert box.left_over() == []


def test_an_unsigned_package_is_not_offered_and_people_learn_why(box):
    signature_of(box.package("2.0", folder=box.stick)).unlink()
    assert box.plug_in() == ""
    assert box.note("told") == "update-failed not-signed 2.0"
    assert box.left_over() == []


def test_a_package_signed_by_a_stranger_is_not_offered(box):
    box.maker = Signer(box.folder, "stranger")
    box.package("2.0", folder=box.stick)
    assert box.plug_in() == ""
    assert box.note("told") == "update-failed not-signed 2.0"


def test_a_signature_for_another_version_does_not_count(box):
    box.package("2.0", folder=box.stick, comment=f"arkside 1.5 {ARCHITECTURE}")
    assert box.plug_in() == ""
    assert box.note("told") == "update-failed not-signed 2.0"


def test_an_old_signed_package_under_a_new_name_is_not_offered(box):
    old = box.package("0.9", folder=box.stick)
    for file in (old, signature_of(old)):
        file.rename(file.with_name(file.name.replace("0.9", "7.0")))
    assert box.plug_in() == ""
    assert box.note("told") == "update-failed damaged 7.0"


def test_an_unsigned_package_needs_somebody_at_a_shell_who_insists(box):
    file = box.package("2.0")
    signature_of(file).unlink()
    code, said = box.update(file)
    assert (code, box.installed) == (1, "1.0")
    assert "add --unsigned" in said
    assert box.update("--unsigned", file)[0] == 0
    assert box.installed == "2.0"


def test_a_signature_left_in_the_cache_counts_for_no_other_file(box):
    file = box.package("2.0")
    signature_of(file).rename(box.cache / "candidate.deb.minisig")
    assert box.update(file)[0] == 1
    assert box.installed == "1.0"


def test_an_offered_package_is_checked_again_before_it_is_installed(box):
    box.package("2.0", folder=box.stick)
    assert box.plug_in() == "2.0"
    (box.cache / "offered.deb.minisig").write_text("gone")
    assert box.update("--offered")[0] == 1
    assert box.note("told") == "update-failed not-signed -"


def test_dpkg_reads_nothing_of_a_file_before_its_signature_was_checked(box):
    box.replace_program("dpkg-deb", "exit 1")
    (box.stick / f"arkside_2.0_{ARCHITECTURE}.deb").write_text("anything")
    assert box.plug_in() == ""
    assert not any(line.startswith("dpkg-deb|") for line in box.calls())


def test_a_file_too_large_for_a_package_is_not_copied_whole(box):
    file = box.package("2.0", folder=box.stick)
    with file.open("r+b") as opened:
        opened.truncate(1 << 40)  # a hole: it takes no room, a copy would
    assert box.plug_in() == ""
    assert box.note("told") == "update-failed not-arkside 2.0"
    assert box.left_over() == []


@pytest.mark.parametrize("version", ["2.0 now", "-1", "2.0\nupdated", "$(reboot)", "x"])
def test_odd_names_on_a_stick_are_left_alone(box, version):
    (box.stick / f"arkside_{version}_{ARCHITECTURE}.deb").write_text("anything")
    assert (box.plug_in(), box.note("told")) == ("", "")


def test_only_plain_file_systems_are_mounted_and_nothing_on_them_can_run():
    text = (SCRIPTS / "stick").read_text()
    assert "options=ro,nosuid,nodev,noexec" in text
    assert text.count("mount -t ") == 2
    assert "mount -t vfat,exfat -o " in text
    assert "mount -t ext4 -o " in text


class Broken(Updates):
    """A computer that was switched off in the middle of an update from 1.0 to 2.0."""

    def __init__(self, folder):
        super().__init__(folder)
        shutil.copyfile(SCRIPTS / "heal", self.scripts / "heal")
        (self.scripts / "heal").chmod(0o755)
        self.be("2.0", "half-installed")
        (self.cache / "updating").write_text("2.0\n")
        self.package("1.0").rename(self.cache / "previous.deb")
        (self.data / "backups").mkdir()
        (self.data / "backups/before-2.0.zip").touch()
        self.replace_program("runuser")
        self.replace_program("sync")

    def heal(self):
        done = self.call("heal")
        return done.returncode


@pytest.fixture
def broken(tmp_path):
    return Broken(tmp_path)


def test_after_a_power_cut_the_version_before_and_its_data_come_back(broken):
    (broken.scripts / "lib.py.dpkg-new").touch()
    assert broken.heal() == 0
    assert broken.installed == "1.0"
    restored = (
        f"runuser|-u|arkside|--|/usr/bin/arkside|restore|--data|{broken.data}|{broken.data}/backups/before-2.0.zip|"
    )
    assert restored in broken.calls()
    assert broken.note("told") == "update-failed cut-off 2.0"
    assert broken.left_over() == []
    assert not (broken.scripts / "lib.py.dpkg-new").exists()


def test_a_cut_while_it_heals_is_healed_the_next_time(broken):
    (broken.folder / "dpkg-fails").touch()
    assert broken.heal() != 0
    assert {"updating", "previous.deb"} <= set(broken.left_over())
    assert (broken.data / "backups/before-2.0.zip").exists()
    (broken.folder / "dpkg-fails").unlink()
    assert broken.heal() == 0
    assert broken.installed == "1.0"


def test_without_a_package_of_the_old_version_the_new_one_is_completed(broken):
    cut(broken.cache / "previous.deb")
    broken.package("2.0").rename(broken.cache / "candidate.deb")
    assert broken.heal() == 0
    assert broken.installed == "2.0"


def test_an_update_after_a_power_cut_needs_no_restart_before(broken):
    """It heals first, and what healing tidies away is not the package that is to be installed."""
    assert broken.update(broken.package("3.0"))[0] == 0
    assert broken.installed == "3.0"
    assert any("previous.deb" in line for line in broken.calls() if line.startswith("dpkg|--force"))


def test_healing_installs_nothing_whose_signature_was_not_checked(broken):
    (broken.cache / "updating").unlink()
    (broken.cache / "previous.deb").unlink()
    broken.package("2.0").rename(broken.cache / "candidate.deb")
    assert broken.heal() != 0
    assert not any(line.startswith("dpkg|--force-confold|--force-downgrade") for line in broken.calls())


def test_healing_waits_for_nothing_that_waits_for_it():
    """The service starts after it; a package that starts or stops the service meanwhile would wait for ever."""
    heal = (SCRIPTS / "heal").read_text()
    assert heal.index("export SYSTEMD_OFFLINE=1") < heal.index("dpkg --force-confold")
    unit = (SCRIPTS.parent / "systemd/system/arkside-heal.service").read_text()
    assert "Before=arkside.service" in unit
    postinst = (SCRIPTS.parents[3] / "debian/postinst").read_text()
    assert "arkside-heal" not in postinst.partition("deb-systemd-invoke start")[2]
