"""The parts list: what to buy for a build, how many, what to look for and what else will do; in English and French."""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from drawings.box import box
from drawings.circuit import Circuit
from drawings.harness import NAMES, box_by_hand, by_hand, pod_by_hand, thing_in, with_board
from drawings.plugs import Ends, count_ends, is_jumper
from drawings.pod import pod
from drawings.power import (
    BOARD_OHMS,
    FUSE_OHMS,
    PowerBudget,
    budget,
    find_pod_volts,
    fused_draw,
    pod_draws,
    voltage_drops,
)
from drawings.words import ENGLISH, Words
from drivers.wiring import Wiring
from firmware.wiring import BUTTONS, PIXELS

SCREEN_SCREWS = {"0.96": "M2", "1.3": "M2.5"}
AT_THE_POD = (
    "The pod draws {amps} mA through its USB cable. With 1 m of a thin one (AWG 28) {volts} V arrive there for its "
    "ring and its lamps."
)
COUNTED = (
    "Counted with wire of 0.25 mm² (70 milliohms a metre, there and back), the fuse at its worst ({fuse} ohm, with all "
    "that hangs on it at once), the tracks of the board ({board} ohm) and 5.0 V at the header. "
    "LEDs of a strip want 3.7 V or more, a 5 V lamp 4.5 V or more."
)
COLUMNS = ("part", "by hand", "with the board", "what to look for", "search for", "also works")


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the list; the two numbers are for wiring by hand and for the carrier board."""

    part: str
    by_hand: int | str
    with_board: int | str
    look_for: str
    search: str
    also: str = ""


def items(wiring: Wiring, say: Words = ENGLISH) -> list[Item]:
    """Everything to buy for a wiring."""
    circuits = [box(wiring)] + ([pod(wiring.pod)] if wiring.pod is not None else [])
    listed = [
        *_computer(wiring, say), *_list_displays(wiring, say), *_list_controls(wiring, say), *_pod(wiring, say),
        *_list_soldered(box_by_hand(wiring), circuits, say), *_connecting(wiring, say), *_wire(wiring, say),
        *_case(wiring, say),
    ]  # fmt: skip
    return [item for item in listed if (item.by_hand, item.with_board) != (0, 0)]


def as_csv(wiring: Wiring, say: Words = ENGLISH) -> str:
    """The list for a spreadsheet."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([say(column) for column in COLUMNS])
    for item in items(wiring, say):
        writer.writerow((item.part, item.by_hand, item.with_board, item.look_for, item.search, item.also))
    return text.getvalue()


def as_page(builds: dict[str, Wiring], say: Words = ENGLISH) -> str:
    """The lists and budgets of all builds as one page in Markdown."""
    lines = [
        say("# Parts and power"), "",
        say("Written by `make drawings` from the wiring; each list is also a CSV file in this folder. "
            "[En français](README.fr.md)."), "",
        say('Under "search for" stands what to type into the search box of a shop. XH, Dupont and spades are crimped: '
            "ready-made leads save the tool."), "",
    ]  # fmt: skip
    for name, wiring in builds.items():
        lines += [f"## {name}", "", "| " + " | ".join(map(say, COLUMNS)) + " |", "|---|--:|--:|---|---|---|"]
        lines += [
            f"| {item.part} | {item.by_hand} | {item.with_board} | {item.look_for} | {item.search} | {item.also} |"
            for item in items(wiring, say)
        ]
        lines += ["", *_power_table(wiring, budget(wiring, say), say), ""]
        lines += _voltage_table(wiring, say)
    return "\n".join(lines)


def _power_table(wiring: Wiring, budget: PowerBudget, say: Words) -> list[str]:
    share = f"{100 * budget.margin / budget.supply:.0f}"
    through = fused_draw(wiring)
    fused = [f"| {say('through the fuse F1 of the board')} | {through} |"] if through else []
    return [
        f"| {say('drawn at 5 V, all at once')} | mA |", "|---|--:|",
        *(f"| {draw.what} | {draw.milliamps} |" for draw in budget.draws),
        f"| **{say('together')}** | **{budget.total}** |", *fused,
        f"| {say('supply to buy: 5.1 V, {amps} A', amps=f'{budget.supply / 1000:g}')} | {budget.supply} |",
        f"| {say('left over ({share} %)', share=share)} | {budget.margin} |",
    ]  # fmt: skip


def _voltage_table(wiring: Wiring, say: Words) -> list[str]:
    drops = voltage_drops(wiring)
    if not drops:
        return []
    heads = ("cable", "length", "lost in the cable", "lost in the fuse", "lost on the board", "arrives")
    return [
        say("### What arrives at the end of each cable"), "",
        say(COUNTED, fuse=FUSE_OHMS, board=BOARD_OHMS), "",
        "| " + " | ".join(map(say, heads)) + " | mA |", "|---|--:|--:|--:|--:|--:|--:|",
        *(
            f"| {thing_in(say, drop.thing)} | {drop.millimetres} mm | {drop.cable * 1000:.0f} mV "
            f"| {drop.fuse * 1000:.0f} mV | {drop.board * 1000:.0f} mV | {say.figure(f'{drop.arrives:.2f}')} V "
            f"| {drop.milliamps} |"
            for drop in drops
        ), "", *_pod_volts(wiring, say),
    ]  # fmt: skip


def _pod_volts(wiring: Wiring, say: Words) -> list[str]:
    if wiring.pod is None:
        return []
    amps = sum(draw.milliamps for draw in pod_draws(wiring))
    return [say(AT_THE_POD, amps=amps, volts=say.figure(f"{find_pod_volts(wiring):.2f}")), ""]


def _computer(wiring: Wiring, say: Words) -> Iterator[Item]:
    amps = f"{wiring.supply.milliamps / 1000:g}"
    yield Item(say("computer"), 1, 1, say("a Raspberry Pi with 40 pins on it"), say("Raspberry Pi 4 Model B 2GB"),
               say("Pi 3 B+; Pi 5 with a supply of 5 A"))  # fmt: skip
    yield Item(say("memory card"), 1, 1, say("microSD, 16 GB or more, A1"), say("microSD 32GB A1"))
    yield Item(say("supply"), 1, 1, say("5.1 V, {amps} A, USB-C, tested to a safety standard", amps=amps),
               say("Raspberry Pi 15W USB-C power supply"),
               say("any of at least that current made for a Pi; Pi 3 B+: the same with micro USB"),
               )  # fmt: skip


def _list_displays(wiring: Wiring, say: Words) -> Iterator[Item]:
    kinds = Counter((screen.inches, screen.chip) for screen in wiring.screens.values())
    addresses = " + ".join(f"0x{screen.address:02X}" for screen in wiring.screens.values())
    for (inches, chip), count in sorted(kinds.items()):
        look = say("OLED {inches} inch, 128x64, I2C, chip {chip}, pins GND VCC SCL SDA; address {addresses}",
                   inches=inches, chip=chip.upper(), addresses=addresses)  # fmt: skip
        if len(wiring.screens) > 1:
            look += say("; one with a pad for 0x3D on its back")
        search = say("{inches} inch OLED 128x64 I2C {chip}", inches=inches, chip=chip.upper())
        also = say("0.96 inch SSD1306 or 1.3 inch SH1106: name glass and chip in the wiring")
        yield Item(say("screen"), count, count, look, search, also)
    if wiring.lights is not None:
        density = wiring.lights.pixels_a_metre
        look = say("WS2812B strip, 5 V, {density} a metre, cut to {pixels} pixels",
                   density=density, pixels=wiring.lights.pixels)  # fmt: skip
        yield Item(say("light bar"), 1, 1, look, say("WS2812B LED strip 5V {density}/m IP30", density=density),
                   say("SK6812 RGB; other densities: name them in the wiring"))  # fmt: skip
    if wiring.buzzer is not None:
        look = say("passive piezo buzzer, 3 to 5 V, without an oscillator of its own")
        yield Item(say("buzzer"), 1, 1, look, say("passive piezo buzzer PS1240"), say("any passive piezo disc"))


def _list_controls(wiring: Wiring, say: Words) -> Iterator[Item]:
    yield Item(say("dial"), 1, 1, say("rotary encoder module with push, pins in the order CLK DT SW + GND"),
               say("KY-040 rotary encoder"), say("a bare EC11: CLK = A, DT = B, both middle legs to GND"))  # fmt: skip
    kinds: dict[tuple[int, bool], list[str]] = defaultdict(list)
    for button in wiring.buttons.values():
        kinds[button.millimetres, button.lamp is not None].append(button.colour)
    for (size, lit), colours in sorted(kinds.items()):
        yield _button(size, lit, colours, say)


def _button(size: int, lit: bool, colours: list[str], say: Words) -> Item:
    dome = size == 100
    named = ", ".join(map(say, colours))
    if lit:
        look = say("{size} mm, with a 5 V LED, microswitch, normally open: {colours}", size=size, colours=named)
        search = say("{size}mm dome push button 5V LED" if dome else "{size}mm arcade button 5V LED", size=size)
    else:
        look = say("{size} mm, without a lamp, microswitch, normally open: {colours}", size=size, colours=named)
        search = say("{size}mm arcade button", size=size)
    also = say("no other size") if dome else say("24, 30 or 60 mm: name the size in the wiring")
    also += say("; a 12 V lamp is too dim") if lit else ""
    return Item(say("dome button" if dome else "arcade button"), len(colours), len(colours), look, search, also)


def _pod(wiring: Wiring, say: Words) -> Iterator[Item]:
    if wiring.pod is None:
        return
    yield Item(say("pod"), 1, 1, say("Raspberry Pi Pico with pins soldered on"), say("Raspberry Pi Pico H"),
               say("Pico W, Pico 2"))  # fmt: skip
    metres = f"{wiring.pod.usb_millimetres / 1000:g}"
    yield Item(say("USB cable"), 1, 1, say("USB-A to micro USB with data lines, {metres} m", metres=metres),
               say("USB-A micro-USB data cable"), say("any that is not for charging only"))  # fmt: skip
    yield Item(say("ring"), 1, 1, say("WS2812B ring, 5 V, {pixels} pixels", pixels=PIXELS),
               say("WS2812B LED ring {pixels} 68mm", pixels=PIXELS))  # fmt: skip
    yield _button(wiring.pod.button_millimetres, True, ["red", "blue", "green", "yellow", "white"], say)


def _list_soldered(hand: Circuit, circuits: list[Circuit], say: Words) -> Iterator[Item]:
    """List the components on the board or the breadboard; the pod is always wired by hand."""
    first, *rest = circuits
    pods = Counter(_sold_as(part.symbol, part.value, say) for circuit in rest for part in circuit.components)
    boards = Counter(_sold_as(part.symbol, part.value, say) for part in first.components)
    bare = Counter(_sold_as(part.symbol, part.value, say) for part in hand.components)
    for key in dict.fromkeys([*boards, *pods]):
        part, look, search, also = key
        if part:
            yield Item(part, bare[key] + pods[key], boards[key] + pods[key], look, search, also)
    plugs = Counter(len(component.pins) for component in first.components if component.footprint.startswith("XH"))
    for pins, count in sorted(plugs.items()):
        look = say("JST XH, 2.5 mm: header B{pins}B-XH-A and housing XHP-{pins} with crimped wires", pins=pins)
        search = say("JST XH {pins} pin B{pins}B-XH-A XHP-{pins} pre-crimped", pins=pins)
        yield Item(
            say("plug, {pins} pins", pins=pins), 0, count, look, search, say("sold as a set of cable and header")
        )
    yield Item(say("header socket"), 0, 1, say("2x20, 2.54 mm, at least 8.5 mm high, soldered below the board"),
               say("2x20 female header 8.5mm Raspberry Pi"),
               say("a stacking header with long legs; over the cooler of a Pi 5: 13.5 mm high"))  # fmt: skip
    yield Item(say("carrier board"), 0, 1, say("made from our Gerber files: 65 x 56.5 mm, two layers, 1.6 mm"),
               say("PCB prototype 2 layers"))  # fmt: skip
    chips = any(component.ref.startswith("U") for component in hand.components)
    look = say("solderless breadboard, 830 holes, or perfboard")
    yield Item(say("board to wire on"), chips + len(rest), len(rest), look, say("breadboard 830"))
    look = say("M2.5, 11 mm, a thread of 6 mm at one end, with screws")
    yield Item(say("standoffs"), 0, 4, look, say("brass standoffs M2.5 11mm HAT"),
               say("over the cooler of a Pi 5: 16 mm"))  # fmt: skip


def _sold_as(symbol: str, value: str, say: Words) -> tuple[str, str, str, str]:
    """How a component is bought: name, what to look for, what to search for, what else works; empty if it is not."""
    if symbol == "R":
        return (
            say("resistor {value}", value=value), say("{value} (ohm), 1/4 W, wired", value=value),
            say("{value} ohm resistor 1/4W", value=value), say("metal or carbon film"),
        )  # fmt: skip
    part, look, search, also = SOLD_AS.get(symbol, ("", "", "", ""))
    if not part:
        return "", "", "", ""
    return say(part), say(look), say(search), say(also) if also else ""


SOLD_AS = {
    "74AHCT125": ("level shifter", "74AHCT125, DIP-14, and a socket", "SN74AHCT125N DIP-14", "74HCT125"),
    "TBD62003A": ("lamp driver", "TBD62003A, DIP-16, and a socket", "TBD62003APG DIP-16",
                  "ULN2003A or TD62003: same pins, but lamps shine less"),
    "CAT24C32": ("identity chip", "24C32 EEPROM, 3.3 V, DIP-8; may be left out", "24C32 EEPROM DIP-8",
                 "CAT24C32LI-G, 24LC32A-I/P"),
    "C": ("capacitor 100n", "100 nF, ceramic, 5 mm between the legs", "100nF ceramic capacitor X7R 50V 5mm", ""),
    "C_Polarized": ("capacitor 1000u", "1000 uF, 10 mm wide, at most 13 mm high, legs 5 mm apart",
                    "1000uF 10V 105C electrolytic 10x12.5", "6.3 V"),
    "PTC": ("resettable fuse", "PTC, holds 1.1 A, trips at 2.2 A, legs 5 mm apart, at most 9 mm wide",
            "RUEF110 PTC resettable fuse", "any radial PTC of 1 to 1.35 A for 6 V or more"),
    "LED": ("power LED", "3 mm; may be left out with its resistor R6", "3mm LED green", "any colour but blue"),
    "Jumper": ("jumper", "2 pins, 2.54 mm, and a cap; may be left out", "pin header 1x2 2.54mm jumper cap", ""),
}  # fmt: skip


def _connecting(wiring: Wiring, say: Words) -> Iterator[Item]:
    """List the plugs for the ends of all wires, so that the parts of this list can be plugged together."""
    hand, board = Ends(), Ends()
    hand += count_ends(by_hand("", wiring))
    board += count_ends(with_board(wiring))
    if wiring.pod is not None:
        both = count_ends(pod_by_hand(wiring))
        hand, board = hand + both, board + both
    yield Item(say("jumper wire, socket to socket"), hand.socket_socket, board.socket_socket,
               say("from the header of the Pi to pins of a module"), say("Dupont jumper wires female-female 20cm"),
               )  # fmt: skip
    yield Item(say("jumper wire, socket to pin"), hand.socket_pin, board.socket_pin,
               say("from a header to the breadboard, or from there to a module"),
               say("Dupont jumper wires male-female 20cm"),
               say("a 40-pin ribbon with a T-shaped breakout on the breadboard"))  # fmt: skip
    yield Item(say("jumper wire, pin to pin"), hand.pin_pin, board.pin_pin, say("on the breadboard"),
               say("Dupont jumper wires male-male 10cm"), say("solid wire, 0.5 mm²"))  # fmt: skip
    yield Item(say("pin strip"), -(-hand.pins // 40), -(-board.pins // 40),
               say("1x40, 2.54 mm, cut apart: soldered to ends of cables that go into the breadboard"),
               say("pin header 1x40 2.54mm"), say("Dupont pins, crimped"))  # fmt: skip
    yield Item(say("Dupont socket"), hand.sockets, board.sockets,
               say("1x1, 2.54 mm, crimped: the end of a cable at the pins of screen or dial"),
               say("Dupont female crimp terminals"), say("cut a ready-made jumper wire in two"))  # fmt: skip
    yield Item(say("spade terminal"), hand.spades, board.spades,
               say("female, crimped, for switches and lamps: 4.8 mm or 2.8 mm, measure the tabs of your buttons"),
               say("female spade terminals 4.8mm 2.8mm insulated"), say("solder the wires to the tabs"))  # fmt: skip


def _wire(wiring: Wiring, say: Words) -> Iterator[Item]:
    """Wire by the metre, for what is not a ready-made jumper wire."""
    hand = [by_hand("", wiring)] + ([pod_by_hand(wiring)] if wiring.pod is not None else [])
    board = [with_board(wiring)] + ([pod_by_hand(wiring)] if wiring.pod is not None else [])
    lengths = [Counter[str](), Counter[str]()]
    for total, harnesses in zip(lengths, (hand, board), strict=True):
        for harness in harnesses:
            for wire in harness.wires:
                if wire.net != "USB" and not is_jumper(wire):
                    total[wire.colour] += wire.millimetres
    for colour in sorted({*lengths[0], *lengths[1]}):
        by_hand_metres, board_metres = (
            say("{metres} m", metres=f"{length[colour] / 1000:.1f}") if length[colour] else 0 for length in lengths
        )
        yield Item(say("wire, {colour}", colour=say(NAMES[colour])), by_hand_metres, board_metres,
                   say("stranded, 0.25 mm² (AWG 24)"), say("24 AWG silicone wire"),
                   say("silicone or PVC"))  # fmt: skip


def _case(wiring: Wiring, say: Words) -> Iterator[Item]:
    """List the screws of the printed case; the guide says where each one goes."""
    lit, domed, pods = wiring.lights is not None, "dome" in wiring.buttons, wiring.pod is not None
    paddles = sum(part.startswith("paddle-") for part in wiring.buttons) + (len(BUTTONS) if pods else 0)
    cones = paddles + domed + pods
    m3 = 5 + 3 * lit + 3 * cones + 3 * domed
    yield Item(say("screw M3 x 10"), m3, m3, say("countersunk, for box, light tray, paddles, Ark and pod"),
               say("M3x10 countersunk screws"),
               say("for plastic, or with a metric thread; M3 x 12 in the box and the cones"))  # fmt: skip
    yield Item(say("screw M2.5 x 6"), 4, 0, say("pan head, for the Pi; with the board its standoffs do this"),
               say("M2.5x6 pan head screws"))  # fmt: skip
    small = Counter(SCREEN_SCREWS[screen.inches] for screen in wiring.screens.values() for _ in range(4))
    small += Counter({"M2": 4 * pods})
    for thread, count in sorted(small.items()):
        yield Item(say("screw {thread} x 5", thread=thread), count, count, say("pan head, for screens and Pico"),
                   say("{thread}x5 pan head screws", thread=thread))  # fmt: skip
    feet = 4 * (1 + cones)
    look = say("self-adhesive, 10 mm wide, 2 to 3 mm high")
    yield Item(say("foot"), feet, feet, look, say("rubber bumper feet 10mm"))
    ties = 3 + paddles + domed + (len(BUTTONS) if pods else 0)
    yield Item(say("cable tie"), ties, ties, say("2.5 mm wide, 100 mm long"), say("cable ties 100mm"))
