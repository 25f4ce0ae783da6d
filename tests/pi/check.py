"""What must be so on an emulated Pi: our parts over the drivers of its own kernel. Runs in the guest, as root.

Every check prints a line; `all is well` at the end is what the caller waits for.
"""

import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from PIL import Image, ImageDraw
from smbus2 import SMBus

from companion.native import BUILD
from drivers.hat import load_wiring, read_hat
from drivers.panel import Panel
from drivers.wiring import Wiring

SPI_SENT = Path("/sys/class/spi_master/spi0/statistics/bytes_tx")
GPIO_LEVELS = Path("/sys/kernel/debug/gpio")
PLATFORM = Path("/sys/bus/platform/drivers")
ABSENT = 0x3D
"""Address of the right screen, which this Pi does not have."""
ARKSIDE = "/usr/bin/arkside"
UNIT = Path("/usr/lib/systemd/system/arkside.service")
RULES = Path("/usr/lib/arkside/lib/companion/compiled")
PARTS = ("/dev/gpiochip0", "/dev/i2c-1", "/dev/spidev0.0")
PATIENCE = 900.0

failures: list[str] = []


def make_picture() -> Image.Image:
    """Return a picture that no part of the program draws, with every edge of the glass."""
    picture = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, 127, 63), outline=1)
    draw.line((0, 0, 127, 63), fill=1)
    draw.ellipse((70, 6, 110, 30), fill=1)
    return picture


def check(what: str, holds: bool, detail: object = "") -> None:
    """Print one result and remember a failure."""
    sys.stdout.write(f"{'ok  ' if holds else 'FAIL'} {what} {detail}\n")
    sys.stdout.flush()
    if not holds:
        failures.append(what)


def check_kernel() -> None:
    """The kernel's own drivers of a Pi have found their chips."""
    for driver in ("i2c-bcm2835", "spi-bcm2835", "pinctrl-bcm2835"):
        bound = [found.name for found in (PLATFORM / driver).glob("*.*")]
        check(f"{driver} is bound", bool(bound), bound)


def check_device_rules() -> None:
    """The kernel knows every kind of device that the service may open, and the parts are of these kinds."""
    allowed = set(re.findall(r"^DeviceAllow=char-(\S+) rw$", UNIT.read_text(), re.MULTILINE))
    # systemd looks a `char-` name up in this list
    listed = Path("/proc/devices").read_text().partition("Block devices:")[0]
    kinds = {int(number): kind for number, kind in re.findall(r"^ *(\d+) (\S+)$", listed, re.MULTILINE)}
    unknown = sorted(allowed - set(kinds.values()))
    check("the unit allows kinds of devices that exist", bool(allowed) and not unknown, unknown)
    found = {part: kinds.get(os.major(os.stat(part).st_rdev), "?") for part in PARTS}
    check("and every part of the box is of one of them", set(found.values()) <= allowed, found)


def check_absent_address() -> None:
    """The kernel reports a missing acknowledge as on a real Pi."""
    code = 0
    with SMBus(1) as bus:
        try:
            bus.write_byte(ABSENT, 0)
        except OSError as error:
            code = error.errno or 0
    check("an absent part gives a Pi's own error", code == errno.EREMOTEIO, errno.errorcode.get(code, code))


def check_identity() -> None:
    """The board's identity chip, as the firmware of a Pi shows it, chooses the build."""
    hat = read_hat()
    check("the board says which build it is", hat is not None and hat.build == "race", hat)
    chosen = load_wiring(Path("/root/no-wiring.toml"))
    check("and its wiring is chosen", chosen == Wiring.of_build("race") != Wiring.load())


def check_parts() -> None:
    """Screens, lights and lamps of the build `table`, of which only the left screen is connected."""
    with Panel(Wiring.load()) as panel:
        panel.poll()
        faults = {fault.part: fault for fault in panel.faults()}
        check("only the absent screen is a fault", set(faults) == {"table"}, list(map(str, faults.values())))
        check("which does not answer", faults["table"].what == "no-answer", faults["table"].what)
        panel.question_screen.show(make_picture())
        check("a picture was sent", panel.question_screen.fault is None, panel.question_screen.bytes_sent)
        check_lights(panel)
        check_lamps(panel)


def check_lights(panel: Panel) -> None:
    """Colours leave through spi-bcm2835, which counts the bytes."""
    before = int(SPI_SENT.read_text())
    panel.lights.show([(0, 0, 9)] * panel.lights.pixels)
    sent = int(SPI_SENT.read_text()) - before
    # Every bit of three colours takes eight bits on this wire; the pause that ends a picture comes on top.
    check("lights leave through SPI", panel.lights.fault is None and sent >= 24 * panel.lights.pixels, sent)


def check_lamps(panel: Panel) -> None:
    """A lamp sets the level of its pin."""
    levels = []
    for lit in (True, False):
        panel.light_lamp("paddle-0", lit)
        pin = panel.wiring.buttons["paddle-0"].lamp
        line = next(line for line in GPIO_LEVELS.read_text().splitlines() if f"(GPIO{pin} " in line)
        levels.append(line.split("out")[-1].split()[0])
    check("a lamp goes on and off", levels == ["hi", "lo"], levels)


def check_rules() -> None:
    """Rules that the package has compiled for this computer are used on it, all of them."""
    files = sorted(RULES.glob("*.cpython-313-*.so"))
    check("compiled rules are used if there are any", len(BUILD.files) == len(files) and not BUILD.edited, len(files))
    played = subprocess.run(
        [ARKSIDE, "simulate", "noah", "--games", "2", "--workers", "1", "--seed", "5"],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    check("bots play with them", played.returncode == 0, played.stderr[-500:])


def check_program() -> None:
    """The installed command runs, and its self-test finds the screen."""
    version = subprocess.run([ARKSIDE, "--version"], capture_output=True, text=True, timeout=PATIENCE, check=False)
    check("arkside starts", version.returncode == 0, version.stdout.strip() or version.stderr)
    words = [ARKSIDE, "selftest", "--pi", "--wiring", "minimal", "--seconds", "0.1", "--json"]
    test = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
    found = {finding["part"]: finding for finding in json.loads(test.stdout or '{"selftest": []}')["selftest"]}
    check("the self-test finds the screen", found.get("question", {}).get("works") is True, test.stderr[-500:])
    silent = {part for part, finding in found.items() if not finding["works"]}
    check("and hears that nobody presses", silent == {"dial", "dial-push", "back"}, sorted(silent))
    # inputs of the model are always low, as if contacts were closed; a test that lasts two seconds calls them stuck
    faults = [finding for finding in found.values() if finding.get("fault", "stuck") != "stuck"]
    check("without blaming a driver", not faults, faults)


def main() -> None:
    """Run all checks."""
    for run_checks in (
        check_kernel, check_device_rules, check_absent_address, check_identity, check_parts, check_rules, check_program,
    ):  # fmt: skip
        try:
            run_checks()
        except Exception as error:  # the guest has no other way to report it
            check(run_checks.__name__, False, repr(error))
    sys.stdout.write("all is well\n" if not failures else f"{len(failures)} failed\n")


if __name__ == "__main__":
    main()
