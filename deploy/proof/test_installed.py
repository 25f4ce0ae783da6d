"""From a fresh Debian to a box that plays, stumbles, is updated and goes: one long day, in this order."""

import contextlib
import re
import time
from pathlib import Path

import pytest

from deploy.proof.machine import Machine
from deploy.proof.packages import build_variant, signature_of

HERE = Path(__file__).parent
DATA = "/var/lib/arkside"
NOT_OURS = (
    "/proc/",
    "/sys/",
    "/dev/",
    "/run/",
    "/tmp/",
    "/var/tmp/",
    "/var/log/",
    "/var/lib/dpkg/",
    "/var/lib/systemd/",
    "/var/cache/ldconfig/",
)
"""Paths that the system itself writes while it runs."""
USERS = re.compile(r"/etc/(passwd|group|shadow|gshadow|subuid|subgid)-?$|/etc/\.(pwd\.lock|updated)$|/root/")


def files(box: Machine) -> set[str]:
    """Every file on the disk that is not the business of the system."""
    paths = box.run("find / -xdev ! -type d -print").splitlines()
    return {file for file in paths if not file.startswith(NOT_OURS) and not USERS.match(file)}


def stamps(box: Machine) -> dict[str, str]:
    """Every file with its time and size."""
    lines = box.run("find / -xdev ! -type d -printf '%p\\t%T@ %s\\n'").splitlines()
    pairs = dict(line.split("\t") for line in lines)
    return {file: stamp for file, stamp in pairs.items() if not file.startswith(NOT_OURS) and not USERS.match(file)}


def hands(box: Machine, *words: str) -> str:
    """Let hands at the page do something; what the question screen shows then."""
    box.put(HERE / "hands.py", "/root")
    path = 'import sys; sys.path[:0] = ["/root", *(f"/usr/lib/arkside/{n}" for n in ("lib", "cp%d%d" % sys.version_info[:2]))]'
    return box.run(f"python3 -c '{path}; import hands' {' '.join(words)}")


def still(box: Machine) -> str:
    """Return the question screen once two reads agree: a busy computer draws late."""
    shown = hands(box)
    while (again := hands(box)) != shown:
        shown = again
    return shown


def bring(box: Machine, package: Path, place: str = "/root") -> str:
    """Bring a package in with its signature; its name inside."""
    signature = package.with_name(f"{package.name}.minisig")
    box.put(signature if "half" in package.parts else signature_of(package), place)
    return box.put(package, place)


def active(box: Machine) -> bool:
    return box.show("ActiveState") == "active"


def page_answers(box: Machine) -> bool:
    return "200" in box.run("curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:8080/", check=False)


def answers(box: Machine) -> str:
    """All matches of the box, as it tells them itself."""
    return box.run(f"runuser -u arkside -- arkside history --json --data {DATA}").strip()


@pytest.fixture(scope="module")
def before(box: Machine) -> set[str]:
    """The disk before the package came."""
    return files(box)


def test_the_package_installs_and_the_box_is_ready(
    box: Machine, before: set[str], package: Path, figure: list[str]
) -> None:
    began = time.monotonic()
    box.run(f"dpkg -i {box.put(package)}")
    figure.append(f"installed in {time.monotonic() - began:.1f} s, python {box.run('python3 -V').split()[1]}")
    box.wait("the service", lambda: active(box))
    box.wait("the page", lambda: page_answers(box))
    assert box.show("User") == "arkside"
    assert box.run("systemctl list-units --failed --no-legend 'arkside*'").strip() == ""


def test_it_is_ready_in_three_seconds_and_light(box: Machine, figure: list[str]) -> None:
    taken = []
    for _ in range(3):
        box.run("systemctl restart arkside")
        began, ready = (
            int(box.show(name)) for name in ("InactiveExitTimestampMonotonic", "ActiveEnterTimestampMonotonic")
        )
        taken.append((ready - began) / 1e6)
    box.wait("the page", lambda: page_answers(box))
    rss = int(box.run("grep VmRSS /proc/$(systemctl show -p MainPID --value arkside)/status").split()[1]) / 1024
    figure.append(f"ready after {min(taken):.2f} s (of {', '.join(f'{each:.2f}' for each in taken)}), {rss:.1f} MiB")
    assert min(taken) <= 3.0
    assert rss <= 80


def test_its_sandbox_is_tight(box: Machine, figure: list[str]) -> None:
    output = box.run("systemd-analyze security --no-pager arkside.service")
    exposure = re.search(r"exposure level for arkside.service: ([\d.]+)", output)
    assert exposure is not None
    figure.append(f"exposure {exposure[1]}")
    assert float(exposure[1]) <= 2.0
    assert box.show("MemoryMax") == str(192 * 1024 * 1024)


@pytest.mark.parametrize("unit", ["arkside-requests", "arkside-network", "arkside-stick@sda1"])
def test_the_helpers_of_root_are_sandboxed(box: Machine, unit: str, figure: list[str]) -> None:
    output = box.run(f"systemd-analyze security --no-pager {unit}.service")
    exposure = re.search(r"exposure level for \S+: ([\d.]+)", output)
    assert exposure is not None
    figure.append(f"exposure {exposure[1]}")
    assert float(exposure[1]) <= 4.0


def as_service(box: Machine, command: str) -> None:
    """Do something with the rights of the service's user."""
    box.run(f"runuser -u arkside -- sh -c '{command}'")


def requests_done(box: Machine) -> str:
    """Wait until the helper has run; what is left that could start it again."""
    box.wait("the helper", lambda: box.show("ActiveState", "arkside-requests.service") == "inactive")
    return box.run(
        "ls /run/arkside-requests/power-off /run/arkside-requests/update /run/arkside-requests/wifi 2>&1", check=False
    )


def test_the_services_user_cannot_delete_through_root(box: Machine) -> None:
    box.run("mkdir -p /etc/precious && touch /etc/precious/update /etc/precious/kept")
    as_service(box, "rm -rf /run/arkside/requests; ln -s /etc/precious /run/arkside/requests")
    as_service(box, "cd /run/arkside-requests; touch -- -x --help; ln -s /etc/precious/kept wifi; mkdir -p update/deep")
    box.run("systemctl start arkside-requests.service")
    assert requests_done(box).count("No such file") == 3
    assert box.show("Result", "arkside-requests.service") == "success"
    assert box.show("ActiveState", "arkside-requests.path") == "active"
    assert box.run("ls /etc/precious").split() == ["kept", "update"]
    refused = "ln -sfT /etc/precious /run/arkside-requests 2>&1 || echo refused"
    assert "refused" in box.run(f"runuser -u arkside -- sh -c '{refused}'")
    box.run(
        "rm -r /etc/precious; rm /run/arkside/requests; rm -r /run/arkside-requests/* /run/arkside-requests/.refused*"
    )


def test_a_hung_box_is_woken_and_the_match_continues_at_its_question(box: Machine, figure: list[str]) -> None:
    play = f"arkside play noah --players Anna,Ben --seed 7 --data {DATA}"
    box.run(f"printf '1\\n1\\n1\\nq\\n' | runuser -u arkside -- {play}")
    before = answers(box)
    hands(box, "press:back", "release:back", "push")  # the menu anew, Continue
    box.wait("a match on the table", lambda: "yes" in box.run("test -e /run/arkside/playing && echo yes", check=False))
    whose_eyes = still(box)
    hands(box, "push")
    asked = still(box)
    restarts = int(box.show("NRestarts"))
    box.run("kill -STOP $(systemctl show -p MainPID --value arkside)")
    woken = box.wait("the watchdog", lambda: int(box.show("NRestarts")) > restarts and active(box))
    figure.append(f"stopped, found out, killed and ready again in {woken:.1f} s")
    assert box.run("cat /run/arkside/why").strip() == "watchdog"  # what safe mode would say, had it not been cured
    box.wait("whose hand it is", lambda: hands(box) == whose_eyes)  # nobody knows who sits there by now
    hands(box, "push")
    box.wait("the question that was asked", lambda: hands(box) == asked)
    assert answers(box) == before


def test_it_is_not_updated_in_the_middle_of_a_match(box: Machine, package: Path) -> None:
    newer = bring(box, build_variant(package, "1.1.0"))
    refused = box.run(f"arkside update {newer}; echo code $?", check=False)
    assert "a match is on the table" in refused
    assert "code 1" in refused


def test_it_ends_cleanly_on_request(box: Machine, figure: list[str]) -> None:
    began = time.monotonic()
    box.run("systemctl stop arkside")
    figure.append(f"stopped in {time.monotonic() - began:.2f} s")
    assert box.show("Result") == "success"
    assert box.run("ls /run/arkside").split() == []
    box.run("systemctl start arkside")


def test_the_pod_can_be_installed_and_a_box_taught_from_the_package(box: Machine) -> None:
    """The libraries for both are in it: what fails is the Pico that is not there, not the program."""
    output = box.run("arkside pod install --port /dev/ttyNOPE", check=False)
    assert "ttyNOPE" in output
    assert "pip install" not in output
    box.run("/usr/bin/python3 -I /usr/lib/arkside/run.py mpremote version")
    program = "import sys; sys.path[:0] = ['/usr/lib/arkside/lib']; import tomlkit; print(tomlkit.dumps({'a': 1}))"
    assert box.run(f'python3 -c "{program}"').strip() == "a = 1"


def test_seven_copies_are_kept(box: Machine) -> None:
    for _ in range(9):
        # systemd holds back what is started five times in ten seconds; nights are longer than that
        box.run("systemctl reset-failed arkside-backup.service; systemctl start arkside-backup.service; sleep 1")
    copies = box.run(f"ls {DATA}/backups").split()
    assert len(copies) == 7
    inside = box.run(f"python3 -m zipfile -l {DATA}/backups/{copies[-1]}")
    assert "arkside.db" in inside


def test_an_update_keeps_everything(box: Machine, package: Path) -> None:
    before = answers(box)
    newer = bring(box, build_variant(package, "1.1.0"))
    output = box.run(f"arkside update {newer}; echo code $?", check=False)
    assert "code 0" in output, output
    assert box.run("dpkg-query -W -f '${Version}' arkside") == "1.1.0"
    assert active(box)
    assert answers(box) == before


def test_a_version_that_does_not_start_is_taken_back(box: Machine, package: Path, figure: list[str]) -> None:
    before = answers(box)
    broken = bring(box, build_variant(package, "1.2.0", broken=True))
    began = time.monotonic()
    output = box.run(f"arkside update {broken}; echo code $?", check=False)
    figure.append(f"taken back after {time.monotonic() - began:.0f} s")
    assert "code 3" in output, output
    assert box.run("dpkg-query -W -f '${Version}' arkside") == "1.1.0"
    box.wait("the version before", lambda: active(box))
    assert answers(box) == before
    box.wait("the page", lambda: page_answers(box))


def test_a_stick_offers_its_update_and_nothing_else_happens(box: Machine, package: Path) -> None:
    box.run("mkdir -p /root/stick")
    bring(box, build_variant(package, "1.3.0"), "/root/stick")
    box.run("echo no package > /root/stick/arkside_9.9.9_amd64.deb")
    assert "1.3.0" in box.run("/usr/lib/arkside/stick /root/stick")
    assert box.run("cat /run/arkside/offered").strip() == "1.3.0"
    assert box.run("dpkg-query -W -f '${Version}' arkside") == "1.1.0"


def test_a_package_from_a_stick_is_installed_when_the_box_asks_for_it(box: Machine) -> None:
    before = answers(box)
    as_service(box, "touch /run/arkside-requests/update")
    box.wait("the update", lambda: box.run("dpkg-query -W -f '${Version}' arkside") == "1.3.0")
    box.wait("its end", lambda: box.show("ActiveState", "arkside-update.service") == "inactive")
    assert box.show("ExecMainStatus", "arkside-update.service") == "0"
    assert active(box)
    assert answers(box) == before
    assert box.run("ls /var/cache/arkside /run/arkside-requests").split() == [
        "/run/arkside-requests:",
        "/var/cache/arkside:",
    ]


def test_after_three_failures_it_runs_in_safe_mode_and_says_why(box: Machine, figure: list[str]) -> None:
    before = answers(box)
    taken = "[dial]\na = 4\n"  # the pin of the back button
    box.run(f"systemctl stop arkside; printf '{taken}' | runuser -u arkside -- tee {DATA}/wiring.toml")
    began = time.monotonic()
    box.run("systemctl start arkside", check=False)
    box.wait("safe mode", lambda: active(box) and box.run("cat /run/arkside/starts", check=False).strip() == "4")
    figure.append(f"safe mode after {time.monotonic() - began:.1f} s")
    assert "wiring.toml: dial.a is GPIO4, already taken by button.back.pin" in box.run("cat /run/arkside/why")
    box.run(f"rm {DATA}/wiring.toml; rm /run/arkside/starts; systemctl restart arkside")
    assert active(box)
    assert answers(box) == before


def test_a_wiring_on_the_boot_partition_chooses_the_build(box: Machine) -> None:
    box.run("mkdir -p /boot/firmware && echo 'build = \"minimal\"' > /boot/firmware/wiring.toml")
    box.run("systemctl restart arkside")
    assert box.run(f"stat -c '%U %a' {DATA}/wiring.toml").strip() == "arkside 640"
    box.wait("the page", lambda: page_answers(box))
    assert box.run("cat /run/arkside/why 2>&1", check=False).strip().endswith("No such file or directory")
    box.run(f"rm /boot/firmware/wiring.toml {DATA}/wiring.toml; systemctl restart arkside")


def test_it_writes_nowhere_but_into_its_folders(box: Machine) -> None:
    first = stamps(box)
    box.run("systemctl restart arkside; systemctl start arkside-backup.service")
    hands(box, "push", "turn:1", "push")
    box.run(f"arkside diagnostics --data {DATA} > /tmp/report")
    changed = {file for file, stamp in stamps(box).items() if first.get(file) != stamp}
    assert {file for file in changed if not file.startswith(f"{DATA}/")} == set()
    report = box.run("cat /tmp/report")
    assert "arkside 1." in report
    assert "Anna" not in report


def test_a_journal_of_root_is_told_with_its_cure(box: Machine) -> None:
    """As after a copy with `sudo cp -a`; systemd gives the folder back to the service, but not the files in it."""
    before = answers(box)
    line = f"arkside.db belongs to root. Type at a shell: sudo chown -R arkside: {DATA}"
    box.run(f"systemctl stop arkside; chown root: {DATA}/arkside.db; systemctl start arkside")
    box.wait("the reason", lambda: line in box.run("journalctl -u arkside --no-pager -o cat"))
    assert active(box)
    box.run(f"chown -R arkside: {DATA}; systemctl restart arkside")
    assert answers(box) == before


def test_on_a_read_only_card_it_plays_and_is_not_updated(box: Machine, package: Path) -> None:
    newer = bring(box, build_variant(package, "1.4.0"))
    box.run(f"systemctl stop arkside; mkdir -p /run/data && mount -t tmpfs tmpfs /run/data && cp -a {DATA}/. /run/data")
    box.run(f"chown arkside: /run/data && mount --bind /run/data {DATA} && mount -o remount,bind,ro /")
    try:
        assert "Read-only file system" in box.run("touch /usr/lib/arkside/x", check=False)
        box.run("systemctl start arkside")
        box.wait("the page", lambda: page_answers(box))
        assert "cannot be written" in box.run(f"arkside update {newer}", check=False)
    finally:
        box.run(f"systemctl stop arkside; mount -o remount,bind,rw /; umount {DATA} /run/data", check=False)
    box.run("systemctl start arkside")
    assert active(box)


def test_removal_leaves_the_data_and_purge_nothing(box: Machine, before: set[str]) -> None:
    data = set(box.run(f"find {DATA} -type f -name '*.db'").split())
    box.run("dpkg -r arkside")
    left = {file for file in files(box) - before if not file.startswith(f"{DATA}/")}
    # Debian keeps what an administrator may have changed; nothing of it may lead anybody to a page that is gone
    assert left == {"/etc/avahi/services/arkside.service.removed"}
    assert data <= set(box.run(f"find {DATA} -type f").split())
    box.run("dpkg -P arkside")
    assert files(box) - before == set()
    assert "arkside" not in box.run("cat /etc/passwd")
    assert (
        box.run(
            "find / -xdev -name '*arkside*' -not -path '/root/*' -not -path '/proc/*' -not -path '/tmp/*' | grep -v /var/lib/systemd/ || true"
        ).strip()
        == ""
    )


def test_a_long_press_switches_the_computer_off(box: Machine, package: Path, figure: list[str]) -> None:
    box.run(f"dpkg -i {box.put(package)}")
    box.wait("the service", lambda: active(box))
    began = time.monotonic()
    with contextlib.suppress(AssertionError):  # the machine goes away under our hands
        hands(box, "press:back", *["look"] * 12)
    leader = Path(f"/proc/{box.leader}")
    while leader.exists() and time.monotonic() < began + 60:
        time.sleep(0.1)
    assert not leader.exists()
    figure.append(f"off {time.monotonic() - began:.1f} s after back was pressed (held for 5)")
