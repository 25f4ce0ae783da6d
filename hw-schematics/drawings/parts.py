"""The parts list: what to buy for a build, how many, what to look for and what else will do."""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from drawings.box import box
from drawings.circuit import Circuit
from drawings.harness import NAMES, box_by_hand, by_hand, pod_by_hand, with_board
from drawings.pod import pod
from drawings.power import Budget, budget
from drivers.wiring import Wiring
from firmware.wiring import BUTTONS, PIXELS

SCREEN_SCREWS = {"0.96": "M2", "1.3": "M2.5"}
COLUMNS = ("part", "by hand", "with the board", "what to look for", "typical", "also works")


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the list; the two numbers are for wiring by hand and for the carrier board."""

    part: str
    by_hand: int | str
    with_board: int | str
    look_for: str
    typical: str
    also: str = ""


def items(wiring: Wiring) -> list[Item]:
    """Everything to buy for a wiring."""
    circuits = [box(wiring)] + ([pod(wiring.pod)] if wiring.pod is not None else [])
    return [
        *_computer(wiring), *_seen(wiring), *_touched(wiring), *_pod(wiring),
        *_soldered(box_by_hand(wiring), circuits), *_wire(wiring), *_case(wiring),
    ]  # fmt: skip


def as_csv(wiring: Wiring) -> str:
    """The list for a spreadsheet."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for item in items(wiring):
        writer.writerow((item.part, item.by_hand, item.with_board, item.look_for, item.typical, item.also))
    return text.getvalue()


def as_page(builds: dict[str, Wiring]) -> str:
    """The lists and budgets of all builds as one page in Markdown."""
    lines = [
        "# Parts and power",
        "",
        "Written by `make drawings` from the wiring; each list is also a CSV file in this folder.",
        "",
    ]
    for name, wiring in builds.items():
        lines += [f"## {name}", "", "| " + " | ".join(COLUMNS) + " |", "|---|--:|--:|---|---|---|"]
        lines += [
            f"| {item.part} | {item.by_hand} | {item.with_board} | {item.look_for} | {item.typical} | {item.also} |"
            for item in items(wiring)
        ]
        lines += ["", *_power_table(budget(wiring)), ""]
    return "\n".join(lines)


def _power_table(found: Budget) -> list[str]:
    share = 100 * found.margin / found.supply
    return [
        "| drawn at 5 V, all at once | mA |", "|---|--:|",
        *(f"| {draw.what} | {draw.milliamps} |" for draw in found.draws),
        f"| **together** | **{found.total}** |",
        f"| supply to buy: 5.1 V, {found.supply / 1000:g} A | {found.supply} |",
        f"| left over ({share:.0f} %) | {found.margin} |",
    ]  # fmt: skip


def _computer(wiring: Wiring) -> Iterator[Item]:
    amps = f"{wiring.supply.milliamps / 1000:g} A"
    yield Item("computer", 1, 1, "a Raspberry Pi with 40 pins on it", "Raspberry Pi 4 B, 2 GB",
               "Pi 3 B+, Zero 2 W with a header; Pi 5 with a supply of 5 A")  # fmt: skip
    yield Item("memory card", 1, 1, "microSD, 16 GB or more, A1", "SanDisk 32 GB A1")
    yield Item("supply", 1, 1, f"5.1 V, {amps}, USB-C, tested to a safety standard", "Raspberry Pi 15 W USB-C supply",
               "any of at least that current made for a Pi; Pi 3 and Zero 2 W: the same with micro USB")  # fmt: skip


def _seen(wiring: Wiring) -> Iterator[Item]:
    kinds = Counter((screen.inches, screen.chip) for screen in wiring.screens.values())
    addresses = " and ".join(f"0x{screen.address:02X}" for screen in wiring.screens.values())
    for (inches, chip), count in sorted(kinds.items()):
        look = f"OLED {inches} inch, 128x64, I2C, chip {chip.upper()}, pins GND VCC SCL SDA; address {addresses}"
        yield Item("screen", count, count, look, f"{inches} inch {chip.upper()} module",
                   "0.96 inch SSD1306 or 1.3 inch SH1106: name glass and chip in the wiring")  # fmt: skip
    if wiring.lights is not None:
        look = f"WS2812B strip, 5 V, {wiring.lights.pixels_a_metre} a metre, cut to {wiring.lights.pixels} pixels"
        yield Item("light bar", 1, 1, look, "WS2812B, IP30",
                   "SK6812 RGB; other densities: name them in the wiring")  # fmt: skip
    if wiring.buzzer is not None:
        yield Item(
            "buzzer",
            1,
            1,
            "passive piezo buzzer, 3 to 5 V, without an oscillator of its own",
            "PS1240",
            "any passive piezo disc",
        )


def _touched(wiring: Wiring) -> Iterator[Item]:
    yield Item("dial", 1, 1, "rotary encoder module with push, pins in the order CLK DT SW + GND", "KY-040",
               "a bare EC11: CLK = A, DT = B, both middle legs to GND")  # fmt: skip
    kinds: dict[tuple[int, bool], list[str]] = defaultdict(list)
    for button in wiring.buttons.values():
        kinds[button.millimetres, button.lamp is not None].append(button.colour)
    for (size, lit), colours in sorted(kinds.items()):
        yield _button(size, lit, ", ".join(colours), len(colours))


def _button(size: int, lit: bool, colours: str, count: int) -> Item:
    name = "dome button" if size == 100 else "arcade button"
    lamp = "with a 5 V LED" if lit else "without a lamp"
    others = "no other size" if size == 100 else "24, 30 or 60 mm: name the size in the wiring"
    look = f"{size} mm, {lamp}, microswitch, normally open: {colours}"
    return Item(name, count, count, look, f"{size} mm {name}", f"{others}{'; a 12 V lamp is too dim' if lit else ''}")


def _pod(wiring: Wiring) -> Iterator[Item]:
    if wiring.pod is None:
        return
    yield Item("pod", 1, 1, "Raspberry Pi Pico with pins soldered on", "Raspberry Pi Pico H", "Pico W, Pico 2")
    yield Item(
        "USB cable",
        1,
        1,
        f"USB-A to micro USB with data lines, {wiring.pod.usb_millimetres / 1000:g} m",
        "any that is not for charging only",
    )
    yield Item("ring", 1, 1, f"WS2812B ring, 5 V, {PIXELS} pixels", "68 mm ring of 16")
    yield _button(wiring.pod.button_millimetres, True, "red, blue, green, yellow, white", len(BUTTONS))


def _soldered(hand: Circuit, circuits: list[Circuit]) -> Iterator[Item]:
    """What stands on the board or the breadboard; the pod is wired by hand in any case."""
    first, *rest = circuits
    pods = Counter(_sold_as(component.symbol, component.value) for circuit in rest for component in circuit.components)
    boards = Counter(_sold_as(component.symbol, component.value) for component in first.components)
    bare = Counter(_sold_as(component.symbol, component.value) for component in hand.components)
    for part, look, typical, also in dict.fromkeys([*boards, *pods]):
        key = (part, look, typical, also)
        if part:
            yield Item(part, bare[key] + pods[key], boards[key] + pods[key], look, typical, also)
    plugs = Counter(len(component.pins) for component in first.components if component.footprint.startswith("XH"))
    for pins, count in sorted(plugs.items()):
        yield Item(f"plug, {pins} pins", 0, count, "JST XH, 2.5 mm: header B-XH-A and housing XHP with crimped wires",
                   f"B{pins}B-XH-A and XHP-{pins}", "sold as a set of cable and header")  # fmt: skip
    yield Item("header socket", 0, 1, "2x20, 2.54 mm, for stacking, at least 8.5 mm high", "2x20 stacking header")
    yield Item("carrier board", 0, 1, "made from our Gerber files: 65 x 56.5 mm, two layers, 1.6 mm", "`make board`")
    chips = any(component.ref.startswith("U") for component in hand.components)
    yield Item(
        "board to wire on",
        chips + len(rest),
        len(rest),
        "solderless breadboard, 830 holes, or perfboard",
        "830 point breadboard",
    )
    yield Item("standoffs", 0, 4, "M2.5, 11 mm, a thread of 6 mm at one end, with screws", "brass standoffs for a HAT")


def _sold_as(symbol: str, value: str) -> tuple[str, str, str, str]:
    return {
        "74AHCT125": ("level shifter", "74AHCT125, DIP-14, and a socket", "SN74AHCT125N", "74HCT125"),
        "TBD62003A": ("lamp driver", "TBD62003A, DIP-16, and a socket", "TBD62003APG",
                      "ULN2003A or TD62003: same pins, but lamps shine less"),
        "CAT24C32": ("identity chip", "24C32 EEPROM, 3.3 V, DIP-8; may be left out", "CAT24C32LI-G", "24LC32A-I/P"),
        "R": (f"resistor {value}", f"{value} (ohm), 1/4 W, wired", "carbon or metal film", ""),
        "C": ("capacitor 100n", "100 nF, ceramic, 5 mm between the legs", "X7R, 50 V", ""),
        "C_Polarized": ("capacitor 1000u", "1000 uF, 10 mm wide, at most 13 mm high, legs 5 mm apart",
                        "10 V, 105 °C", "6.3 V"),
        "PTC": ("resettable fuse", "PTC, holds 1.1 A, trips at 2.2 A, legs 5 mm apart, at most 9 mm wide", "RUEF110",
                "any radial PTC of 1 to 1.35 A for 6 V or more"),
        "LED": ("power LED", "3 mm, green; may be left out with its resistor", "any 3 mm LED", "any colour but blue"),
        "Jumper": ("jumper", "2 pins, 2.54 mm; may be left out", "pin header 1x2", ""),
    }.get(symbol, ("", "", "", ""))  # fmt: skip


def _wire(wiring: Wiring) -> Iterator[Item]:
    hand = [by_hand("", wiring)] + ([pod_by_hand(wiring)] if wiring.pod is not None else [])
    board = [with_board(wiring)] + ([pod_by_hand(wiring)] if wiring.pod is not None else [])
    lengths = [Counter[str](), Counter[str]()]
    for total, harnesses in zip(lengths, (hand, board), strict=True):
        for harness in harnesses:
            for wire in harness.wires:
                if wire.net != "USB":
                    total[wire.colour] += wire.millimetres
    for colour in sorted({*lengths[0], *lengths[1]}):
        hand_metres, board_metres = (f"{length[colour] / 1000:.1f} m" for length in lengths)
        yield Item(
            f"wire, {NAMES[colour]}", hand_metres, board_metres, "stranded, 0.25 mm² (AWG 24)", "silicone or PVC"
        )


def _case(wiring: Wiring) -> Iterator[Item]:
    """What holds the printed case together; where each screw goes is in the guide."""
    lit, domed, pods = wiring.lights is not None, "dome" in wiring.buttons, wiring.pod is not None
    paddles = sum(part.startswith("paddle-") for part in wiring.buttons) + (len(BUTTONS) if pods else 0)
    cones = paddles + domed + pods
    m3 = 5 + 3 * lit + 3 * cones + 3 * domed
    yield Item("screw M3 x 10", m3, m3, "countersunk, for box, light tray, paddles, Ark and pod",
               "for plastic, or with a metric thread", "M3 x 12 in the box and the cones")  # fmt: skip
    yield Item("screw M2.5 x 6", 4, 0, "for the Pi; with the board its standoffs do this", "pan head")
    small = Counter(SCREEN_SCREWS[screen.inches] for screen in wiring.screens.values() for _ in range(4))
    small += Counter({"M2": 4 * pods})
    for thread, count in sorted(small.items()):
        yield Item(f"screw {thread} x 5", count, count, "for screens and Pico", "pan head")
    feet = 4 * (1 + cones)
    yield Item("foot", feet, feet, "self-adhesive, 10 mm wide, 2 to 3 mm high", "rubber bumper")
    ties = 3 + paddles + domed + (len(BUTTONS) if pods else 0)
    yield Item("cable tie", ties, ties, "2.5 mm wide, 100 mm long", "any colour")
