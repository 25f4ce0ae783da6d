"""Paints the pictures of README and guide: the printed meshes with the bought parts in them, by POV-Ray.

`make case-pictures` runs it. What the screens show is a frame that a test compares with the real device.
"""

import argparse
import json
import math
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from drawings.board import Placed, place_parts
from drawings.sources import circuits
from PIL import Image, ImageFilter

from case.computers import ComputerSetup, Socket, list_setups, read_computers
from case.make import HERE, CaseError, sizes
from case.pov import (
    STUDIO,
    TABLE,
    UPSIDE_DOWN,
    block,
    camera,
    lamp_colour,
    mesh,
    on_face,
    picture,
    put,
    render,
    rod,
    shift,
    turn,
)  # fmt: skip
from case.solid import Solid
from drivers.wiring import BUILDS, Wiring

FRAME = HERE.parents[1] / "tests" / "device" / "golden" / "match-load-5.png"
SEATS = ("red", "blue", "green", "yellow", "white")
SETUPS = {"pi-3": ("Pi 3 B+", False), "pi-4": ("Pi 4 B", False), "pi-5": ("Pi 5", False), "pi-5-cooler": ("Pi 5", True)}
LIGHTS = ((255, 40, 20), (30, 80, 255), (20, 220, 60), (255, 170, 10), (255, 245, 225))
BODY = "walnut"


def list_carrier_parts() -> list[Placed]:
    """Return the parts of the carrier board where its own drawing places them."""
    builds = {name: Wiring.of_build(name) for name in BUILDS}
    return place_parts(circuits(builds)[0])


def outline_on_board(part: Placed) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return where the body of a part begins and ends: from the SD end, and from the edge with the header."""
    left, top, right, bottom = part.footprint.outline
    (one, other), (low, high) = zip(part.at(left, top), part.at(right, bottom), strict=True)
    return (min(one, other), max(one, other)), (min(low, high), max(low, high))


class Painter:
    """Knows the sizes and writes parts of scenes."""

    def __init__(self, work: Path, glass: str) -> None:
        self.work = work
        self.glass = glass
        self.sizes = sizes()
        self.case = self.sizes["case"]
        known = read_computers(self.sizes)
        self.setups = {
            name: next(setup for setup in list_setups(self.sizes, known[computer]) if setup.cooler == cooler)
            for name, (computer, cooler) in SETUPS.items()
        }
        self.oled = self.sizes["oled"][glass]
        self.layout: dict[str, Any] = json.loads((HERE / "stl" / "layout.json").read_text(encoding="utf-8"))
        self.u = float(self.layout[f"screen_u_{glass}"])
        self.face = on_face(self.case["slope"], self.case["front"])
        self._screens()
        self._bar()

    def meshes(self, *names: str) -> str:
        """Declare printed parts; `box-body` is the one for our glass."""
        return "".join(
            mesh(name.replace("-", "_").replace(".", "_"), Solid.load(HERE / "stl" / f"{self._file(name)}.stl"))
            for name in names
        )

    def _file(self, name: str) -> str:
        if name == "paddle-shell":
            return f"{name}-60"
        return f"{name}-{self.glass}" if name == "box-body" else name

    # ---- the box

    def body(self, *places: str) -> str:
        """The wedge as it stands."""
        return put("box_body", BODY, UPSIDE_DOWN, self.face, *places)

    def face_parts(self, *places: str, lit: bool = True) -> str:
        """Return the parts in the face, seen from outside."""
        out = ""
        for side, name in ((-1, "question"), (1, "table")):
            out += self.screen(side, name if lit else "", *places)
        out += self.lights(*places) if lit else ""
        out += self.dial(*places) + self.back(*places)
        out += self.knob(*places) + self.emblem(*places) if lit else ""
        return out

    def screen(self, side: int, name: str, *places: str) -> str:
        """A module behind its window; with a name, it shows that picture."""
        (across, up), deep = self.oled["pcb"], self.case["face"] + self.oled["stack"]
        rise, (wide, high) = self.oled["rise"], self.oled["active"]
        at = shift(side * self.u, self.layout["screen_v"])
        out = put(
            block((-across / 2, -up / 2 - rise, -deep - 1.6), (across / 2, up / 2 - rise, -deep)),
            "blueboard",
            at,
            self.face,
            *places,
        )
        glass = block(
            (-wide / 2 - 2.2, -high / 2 - 3, -deep), (wide / 2 + 2.2, high / 2 + 2, -self.case["face"] - 0.05)
        )
        out += put(glass, "glass", at, self.face, *places)
        for pin in range(4):
            x = (pin - 1.5) * 2.54
            out += put(
                block((x - 0.4, up / 2 - rise - 2, -deep - 9), (x + 0.4, up / 2 - rise - 1.2, -deep)),
                "brass",
                at,
                self.face,
                *places,
            )
        if name:
            shown = picture(self.work / f"{name}.png", (wide, high), 1.7)
            out += f"object {{ {shown} {at} {shift(z=-self.case['face'])} {self.face} {' '.join(places)} }}\n"
        return out

    def lights(self, *places: str) -> str:
        """The diffuser with fifteen pixels behind it, and the glow it throws."""
        _, v = self.layout["light"][0]
        wide, high = self.layout["light"][1]
        shown = picture(self.work / "bar.png", (wide - 0.6, high - 0.6), 1.4)
        out = f"object {{ {shown} {shift(0, v, 0.02)} {self.face} {' '.join(places)} }}\n"
        for zone, (r, g, b) in enumerate(LIGHTS):
            x = (zone - 2) * wide / 5
            out += (
                f"light_source {{ <{x:.2f},{v},9> rgb <{r},{g},{b}>/255*0.16 fade_distance 14 fade_power 2 "
                f"{self.face} {' '.join(places)} }}\n"
            )
        return out

    def dial(self, *places: str) -> str:
        """The encoder, which comes from inside."""
        at, behind = shift(*self.layout["dial"]), -self.case["face"]
        across, up = self.sizes["dial"]["body"]
        board = block((-across / 2, -up / 2, behind - 9), (across / 2, up / 2, behind - 7.4))
        out = put(board, "board", at, self.face, *places)
        out += put(block((-6.5, -6.5, behind - 7), (6.5, 6.5, behind)), "steel", at, self.face, *places)
        return out + put(rod((0, 0, -3), (0, 0, 12), 3), "steel", at, self.face, *places)

    def knob(self, *places: str) -> str:
        """Return the knob of the dial."""
        at = shift(*self.layout["dial"])
        return put("dial_knob", "brass", UPSIDE_DOWN, shift(z=17), turn(-40), at, self.face, *places)

    def emblem(self, *places: str) -> str:
        """The ark in the face."""
        return put("emblem", "brass", shift(z=-0.6), shift(*self.layout["emblem"]), self.face, *places)

    def back(self, *places: str) -> str:
        """The back button: an arcade button of 24 mm."""
        button = self.sizes["button"][self.sizes["back"]["size"]]
        return self.button(button, "black", 0.0, shift(*self.layout["back"]), self.face, *places)

    def button(self, known: dict[str, float], colour: str, glow: float, *places: str) -> str:
        """An arcade button in a panel whose top is at 0: rim, cap, body, tabs."""
        rim, hole = known["flange"] / 2, known["hole"] / 2
        cap = "black" if colour == "black" else lamp_colour(colour, glow)
        domed = known["flange"] > 50
        high = known["flange"] * 0.30 if domed else 2.6
        out = put(rod((0, 0, 0), (0, 0, 3.2), rim), "black", *places)
        out += put(f"torus {{ {rim - 1.2},1.2 rotate <90,0,0> translate <0,0,3.2> }}", "black", *places)
        shape = f"sphere {{ 0,1 scale <{rim * 0.90:.2f},{rim * 0.90:.2f},{high:.2f}> translate <0,0,3> }}"
        clipped = f"intersection {{ {shape} {block((-99, -99, 0), (99, 99, 99))} }}"
        out += put(clipped, cap, *places)
        out += put(rod((0, 0, -known["depth"] * 0.55), (0, 0, 0), hole), "milk" if colour == "black" else cap, *places)
        out += put(block((-5, -10, -known["depth"] * 0.85), (5, 10, -known["depth"] * 0.5)), "black", *places)
        for x, y in ((-2.5, -6), (2.5, -6), (-2.5, 6), (2.5, 6)):
            out += put(
                block((x - 0.3, y - 1.4, -known["depth"]), (x + 0.3, y + 1.4, -known["depth"] * 0.84)), "brass", *places
            )
        return out

    def pi(self, *places: str, setup: ComputerSetup | None = None) -> str:
        """A computer on its posts with the carrier board above; a Pi 4 if none is named."""
        setup = setup or self.setups["pi-4"]
        board = self._board_painter(places)
        long, short = setup.computer.board
        out = board((0, long), (0, short), -self.sizes["pi"]["thick"], 0, "board")
        for edge, sockets in (("rear", setup.computer.rear), ("side", setup.computer.side)):
            for socket in sockets:
                jack = socket.kind == "audio jack"
                out += self._jack(board, socket, places) if jack else self._socket(board, edge, long, socket)
        out += board((22, 37), (24, 39), 0, 2.4, "steel")
        out += board((7, 58), (short - 6, short - 1), 0, 2.5, "black")
        out += board((-2.4, 12), (23.5, 34.5), -self.sizes["pi"]["thick"] - 1.1, -self.sizes["pi"]["thick"], "black")
        if setup.cooler:
            out += self._cooler(board, places)
        return out + self._carrier(board, short, setup.standoff, places)

    def _board_painter(self, places: tuple[str, ...]) -> Callable[..., str]:
        """Return a function that paints blocks: along the rear edge from the SD end, away from it, from low to high."""
        (x, y), top = self.layout["pi"]

        def paint(
            along: tuple[float, float], across: tuple[float, float], low: float, high: float, material: str
        ) -> str:
            corners = (x - along[1], y - across[1], top + low), (x - along[0], y - across[0], top + high)
            return put(block(*corners), material, *places)

        return paint

    def _jack(self, board: Callable[..., str], socket: Socket, places: tuple[str, ...]) -> str:
        """The audio jack: a block of black plastic with a round neck."""
        (x, y), top = self.layout["pi"]
        at, middle = x - socket.middle, top + socket.shell[1] / 2
        out = board(socket.span(socket.shell[0]), (0.0, socket.depth), 0, socket.shell[1], "black")
        out += put(rod((at, y, middle), (at, y + socket.overhang, middle), 3.0), "black", *places)
        return (
            out
            + put(rod((at, y, middle), (at, y + socket.overhang + 0.05, middle), 2.2), "steel", *places)
            + put(rod((at, y, middle), (at, y + socket.overhang + 0.1, middle), 1.75), "black", *places)
        )

    @staticmethod
    def _socket(board: Callable[..., str], edge: str, long: float, socket: Socket) -> str:
        """A shell with a dark mouth; two of them for a USB socket."""

        def paint(span: tuple[float, float], inner: float, outer: float, low: float, high: float, material: str) -> str:
            if edge == "rear":
                return board(span, (-outer, -inner), low, high, material)
            return board((long + inner, long + outer), span, low, high, material)

        wide, high = socket.shell
        rim = 1.0 if wide > 12 else 0.5
        body = socket.span(wide - (2.0 if socket.kind == "USB" else 0.0))
        top = high - (0.8 if socket.kind == "USB" else 0.0)
        out = paint(body, -socket.depth, socket.overhang, 0, top, "steel")
        stories = 2 if socket.kind == "USB" else 1
        for story in range(stories):
            low, upper = top * story / stories + rim, top * (story + 1) / stories - rim
            mouth = socket.span(body[1] - body[0] - 2 * rim)
            out += paint(mouth, 0, socket.overhang + 0.05, low, upper, "black")
            if stories == 2:
                out += paint(socket.span(10.5), 0, socket.overhang + 0.1, (low + upper) / 2, upper - 1.2, "milk")
        return out

    def _cooler(self, board: Callable[..., str], places: tuple[str, ...]) -> str:
        """Fins and blower of the Active Cooler."""
        (x, y), top = self.layout["pi"]
        cooler = self.sizes["cooler"]
        high = cooler["high"] - 0.5
        begin, end, rear, front = cooler["fins"]
        out = board((begin, end), (rear, front), 3.5, 4.8, "steel")
        for n in range(8):
            for m in range(9):
                at, away = begin + 0.5 + n * (end - begin - 1) / 8, rear + 0.5 + m * (front - rear - 1) / 9
                out += board((at, at + 1.3), (away, away + 2.8), 4.8, high, "steel")
        begin, end, rear, front = cooler["blower"]
        out += board((begin, end), (rear, front), 3.5, high, "black")
        at, away = (begin + end) / 2, (rear + front) / 2
        out += put(rod((x - at, y - away, top + high), (x - at, y - away, top + high + 0.1), 9.5), "steel", *places)
        out += put(rod((x - at, y - away, top + high), (x - at, y - away, top + high + 0.2), 8.3), "glass", *places)
        return out

    def _carrier(self, board: Callable[..., str], short: float, standoff: float, places: tuple[str, ...]) -> str:
        """The carrier board with all its parts, on four standoffs."""
        (x, y), top = self.layout["pi"]
        carrier, pi = self.sizes["carrier"], self.sizes["pi"]
        long, wide = carrier["board"]
        above = standoff + carrier["thick"]
        out = board((0, long), (short - wide, short), standoff, above, "blueboard")
        out += board((7, 58), (short - 6, short - 1), 2.5, standoff, "black")
        for part in list_carrier_parts():
            out += self.paint_part(part, *places, short=short, above=above)
        for dx in (0, pi["holes"][0]):
            for dy in (0, pi["holes"][1]):
                foot = (x - pi["inset"] - dx, y - pi["inset"] - dy, top)
                out += put(rod(foot, (foot[0], foot[1], top + standoff), 2.4), "brass", *places)
                head = (foot[0], foot[1], top + above)
                out += put(rod(head, (head[0], head[1], head[2] + 1.6), 2.3), "steel", *places)
        return out

    def paint_part(self, part: Placed, *places: str, short: float, above: float) -> str:
        """Paint one part of the carrier board: its outline where the board has it, as high as such parts are."""
        board = self._board_painter(places)
        along, down = outline_on_board(part)
        across = (short - down[1], short - down[0])
        kind = part.footprint.name
        (x, y), top = self.layout["pi"]

        def upright(centre: tuple[float, float], radius: float, low: float, high: float, material: str) -> str:
            at, away = part.at(*centre)
            foot = (x - at, y - (short - away))
            return put(rod((*foot, top + above + low), (*foot, top + above + high), radius), material, *places)

        out = ""  # test points are flat, and the header hangs below the board
        if kind.startswith("XH"):
            out = board(along, across, above, above + 7.0, "milk")
        elif kind.startswith("DIP"):
            out = board(along, (across[0] - 1.4, across[1] + 1.4), above, above + 3.9, "glass")
            out += board(along, across, above + 3.9, above + 7.5, "black")
        elif kind.startswith("PinHeader"):
            out = board(along, across, above, above + 2.5, "black")
        elif kind == "CP_Radial":
            out = upright((2.5, 0.0), 5.0, 0.0, 12.5, "black")
        elif kind == "R_Upright":
            out = upright((0.0, 0.0), 1.25, 0.8, 7.1, "sand") + upright((2.54, 0.0), 0.3, 0.0, 8.2, "steel")
        elif kind == "LED_3mm":
            out = upright((1.27, 0.0), 1.5, 0.0, 4.8, lamp_colour("green", 0.2))
        elif kind in ("C_Disc", "PTC"):
            out = board(along, across, above + 0.8, above + (9.8 if kind == "PTC" else 5.8), "brass")
        return out

    # ---- around the box

    def paddle(self, seat: int, *places: str, button: bool = True) -> str:
        """A paddle of a seat."""
        size, known = self.sizes["paddle"], self.sizes["button"]["60"]
        out = put("paddle_shell", BODY, UPSIDE_DOWN, shift(z=size["height"]), *places)
        if button:
            out += self.button(known, SEATS[seat], 0.28, shift(z=size["height"]), *places)
        return out

    def dome(self, *places: str) -> str:
        """The Ark: the dome in its ring."""
        size, known = self.sizes["dome"], self.sizes["button"]["100"]
        out = put("dome_shell", BODY, UPSIDE_DOWN, shift(z=size["height"]), *places)
        out += put("dome_ring", "brass", shift(z=size["height"]), *places)
        return out + self.button(known, "ark", 0.30, shift(z=size["height"]), *places)

    def cable(self, *points: tuple[float, float, float], radius: float = 2.3, material: str = "black") -> str:
        """A cable that lies on the table."""
        spots = ",".join(f"<{x:.1f},{y:.1f},{z:.1f}>,{radius}" for x, y, z in points)
        return put(f"sphere_sweep {{ cubic_spline {len(points)},{spots} }}", material)

    # ---- what shines

    def _screens(self) -> None:
        """Both halves of a frame, large, each dot a dot."""
        frame = Image.open(FRAME).convert("L")
        for name, left in (("question", 0), ("table", 132)):
            half = frame.crop((left, 0, left + 128, 64)).resize((1280, 640), Image.Resampling.NEAREST)
            dots = Image.new("L", (10, 10), 0)
            dots.paste(255, (0, 0, 9, 9))
            grid = Image.new("L", half.size)
            for x in range(0, half.width, 10):
                for y in range(0, half.height, 10):
                    grid.paste(dots, (x, y))
            lit = Image.composite(half, Image.new("L", half.size), grid)
            glow = half.filter(ImageFilter.GaussianBlur(9)).point(lambda value: value * 0.22)
            lit = Image.merge(
                "RGB", [Image.blend(lit, glow, 0.25).point(lambda v, k=k: min(255, v * k)) for k in (0.86, 1.12, 1.3)]
            )
            lit.save(self.work / f"{name}.png")

    def _bar(self) -> None:
        """Fifteen pixels behind a diffuser."""
        bar = Image.new("RGB", (1500, 110))
        for pixel in range(15):
            bar.paste(LIGHTS[pixel // 3], (pixel * 100 + 14, 8, pixel * 100 + 86, 102))
        soft = bar.filter(ImageFilter.GaussianBlur(12))
        soft.save(self.work / "bar.png")


def paint_assembled(painter: Painter) -> str:
    """Return the scene of the whole device on a table."""
    out = TABLE + painter.meshes(
        "box-body", "box-base", "dial-knob", "emblem", "paddle-shell", "dome-shell", "dome-ring"
    )
    out += painter.body(shift(z=3)) + put("box_base", "black", shift(z=3)) + painter.face_parts(shift(z=3))
    for seat, (x, y) in enumerate(((-172, 66), (-156, 196), (-42, 262), (84, 262), (190, 196))):
        out += painter.paddle(seat, turn(-math.degrees(math.atan2(x, y + 150))), shift(x, y, 3))
    out += painter.dome(shift(180, 54, 3))
    return out + camera((-60, -400, 400), (6, 96, 20), 45, SIZES["box"])


def behind(painter: Painter) -> str:
    """The ports and the cable slots."""
    out = TABLE + painter.meshes("box-body", "box-base", "dial-knob", "emblem")
    out += (
        painter.body(shift(z=3))
        + put("box_base", "black", shift(z=3))
        + painter.pi(shift(z=3))
        + painter.face_parts(shift(z=3))
    )
    for n, x in enumerate(painter.layout["cables"]):
        out += painter.cable(
            (x, 80, 8.5),
            (x, 108, 8.5),
            (x + n, 135, 6),
            (x + 8 + n * 5, 175, 3),
            (x + 20 + n * 9, 260, 3),
            (x + 30 + n * 12, 330, 3),
            radius=2.1,
        )
    out += "light_source { <-260,560,420> rgb <0.8,0.84,0.95>*0.6 }\n"
    return out + camera((-190, 420, 240), (0, 76, 24), 32, SIZES["behind"])


def paint_exploded(painter: Painter) -> str:
    """Return the scene of the device taken apart, one layer above the other."""
    out = STUDIO + painter.meshes("box-body", "box-base", "dial-knob", "emblem", "diffuser", "light-tray")
    out += put("box_base", "sand", shift(z=1)) + painter.pi(shift(z=24))
    below, above = shift(0, 0, 84), shift(0, 0, 262)
    out += painter.screen(-1, "question", below) + painter.screen(1, "table", below) + painter.dial(below)
    v = painter.layout["light"][0][1]
    out += put("light_tray", "black", shift(0, v, -24), painter.face, below)
    out += put("diffuser", "milk", shift(0, v, -2), painter.face, below)
    out += painter.body(shift(z=205)) + painter.back(above) + painter.knob(above) + painter.emblem(above)
    return out + camera((-330, -640, 440), (0, 45, 158), 31, SIZES["exploded"])


def inside(painter: Painter) -> str:
    """The body on its face, with everything screwed in."""
    out = STUDIO + painter.meshes("box-body", "light-tray")
    slope, front = painter.case["slope"], painter.case["front"]
    back = f"{shift(0, 0, -front)} rotate <{-slope},0,0> {UPSIDE_DOWN} {shift(z=21)}"
    out += put("box_body", "sand", shift(z=21)) + painter.face_parts(back, lit=False)
    _, v = painter.layout["light"][0]
    deep = painter.case["face"] + painter.layout["light"][2] + painter.layout["light"][3]
    out += put("light_tray", "black", shift(0, v, -deep), painter.face, back)
    wide, high = painter.sizes["buzzer"]["diameter"], painter.sizes["buzzer"]["height"]
    x, y = painter.layout["buzzer"]
    out += put(rod((x, y, -3), (x, y, -3 - high), wide / 2), "black", painter.face, back)
    return out + camera((90, 300, 420), (0, -58, 34), 28, SIZES["inside"])


def base(painter: Painter) -> str:
    """The Pi and the carrier board on the plate."""
    out = STUDIO + painter.meshes("box-base")
    out += put("box_base", "sand") + painter.pi()
    return out + camera((-250, 330, 260), (-4, 62, 8), 30, SIZES["base"])


def paint_open(painter: Painter, setup: str) -> str:
    """A computer on the plate, seen from behind."""
    out = STUDIO + painter.meshes("box-base")
    out += put("box_base", "sand", shift(z=0.1)) + painter.pi(shift(z=0.1), setup=painter.setups[setup])
    out += "light_source { <-300,500,300> rgb 0.35 shadowless }\n"
    return out + camera((-230, 350, 140), (-34, 84, 12), 22, (480, 330))


def paint_closed(painter: Painter, setup: str) -> str:
    """The closed box from behind: every socket of this computer is in its opening."""
    out = STUDIO + painter.meshes("box-body", "box-base")
    out += painter.body(shift(z=3)) + put("box_base", "sand", shift(z=3))
    out += painter.pi(shift(z=3), setup=painter.setups[setup])
    out += "light_source { <-300,500,260> rgb 0.55 shadowless }\n"
    return out + camera((-250, 390, 130), (-32, 92, 25), 22, (480, 330))


def paddle(painter: Painter) -> str:
    """A paddle taken apart, and one together."""
    out = STUDIO + painter.meshes("paddle-shell", "paddle-base", "badges")
    size, known = painter.sizes["paddle"], painter.sizes["button"]["60"]
    out += put("paddle_base", "sand", turn(180), shift(-75, 0, 1)) + painter.paddle(
        1, turn(180), shift(-75, 0, 42), button=False
    )
    out += painter.button(known, "blue", 0.2, shift(-75, 0, size["height"] + 110)) + painter.paddle(
        0, turn(180), shift(85, 0, 3)
    )
    out += put("badges", "milk", shift(-30, -92, 0.2))
    return out + camera((60, -560, 290), (4, 0, 74), 33, SIZES["paddle"])


def dome(painter: Painter) -> str:
    """The dome taken apart."""
    out = STUDIO + painter.meshes("dome-shell", "dome-base", "dome-ring")
    size, known = painter.sizes["dome"], painter.sizes["button"]["100"]
    out += put("dome_base", "sand", turn(180), shift(z=1))
    out += put("dome_shell", BODY, UPSIDE_DOWN, shift(z=size["height"] + 40), turn(180))
    out += put("dome_ring", "brass", shift(z=size["height"] + 66)) + painter.button(
        known, "ark", 0.2, shift(z=size["height"] + 160)
    )
    return out + camera((150, -720, 400), (0, 0, 116), 21, SIZES["dome"])


def pod(painter: Painter) -> str:
    """The pod taken apart: the Pico on its plate, the shell with its ring of pixels upside down."""
    out = STUDIO + painter.meshes("pod-shell", "pod-base")
    pico, ring = painter.sizes["pico"], painter.sizes["ring"]
    high = painter.case["base"] + painter.case["post"]
    y = painter.sizes["pod"]["bottom"] / 2 - painter.case["wall"] - 3
    long, wide = pico["board"]
    at = shift(-70)
    out += put("pod_base", "sand", at) + put(block((-wide / 2, y - long, high), (wide / 2, y, high + 1)), "board", at)
    out += put(block((-4, y - 4.5, high + 1), (4, y + 1.3, high + 3.7)), "steel", at)
    out += put(block((-3.5, y - 30, high + 1), (3.5, y - 23, high + 1.9)), "black", at)
    out += put("pod_shell", "milk", shift(70))
    outer, inner = rod((0, 0, 0.9), (0, 0, 2.5), ring["outer"] / 2), rod((0, 0, 0), (0, 0, 9), ring["inner"] / 2)
    hoop = f"difference {{ {outer} {inner} }}"
    out += put(hoop, "black", shift(70))
    for n in range(16):
        out += put(rod((0, 30, 2.4), (0, 30, 2.6), 0.9), "brass", turn(n * 22.5), shift(70))
    return out + camera((0, -420, 330), (0, 2, 8), 34, SIZES["pod"])


def prints(painter: Painter) -> str:
    """Everything as it comes off the bed."""
    places = {
        "box_body": (BODY, -250, 150), "box_base": ("sand", -250, -140), "light_tray": ("black", -60, -60),
        "diffuser": ("milk", -60, -95), "dial_knob": ("brass", -110, -130), "badges": ("milk", -80, -130),
        "emblem": ("brass", -105, -165), "paddle_shell": (BODY, -75, 40), "paddle_base": ("sand", 60, 60),
        "dome_shell": (BODY, 200, 60),
        "dome_base": ("sand", 350, 60), "dome_ring": ("brass", 350, -90),
        "pod_shell": ("milk", 90, -90), "pod_base": ("sand", 215, -90),
    }  # fmt: skip
    out = STUDIO + painter.meshes(*(name.replace("_", "-") for name in places))
    out += "".join(put(name, material, shift(x, y, 0.1)) for name, (material, x, y) in places.items())
    return out + camera((30, -820, 760), (40, -4, 10), 42, SIZES["prints"])


SIZES = {
    "box": (940, 548), "behind": (640, 400), "exploded": (640, 660), "inside": (640, 450), "base": (640, 430),
    "paddle": (640, 430), "dome": (440, 540), "pod": (640, 370), "prints": (760, 430),
}  # fmt: skip
SIZES |= {f"{name}-{state}": (480, 330) for name in SETUPS for state in ("open", "closed")}
SCENES: dict[str, Callable[[Painter], str]] = {
    "box": paint_assembled, "behind": behind, "exploded": paint_exploded, "inside": inside, "base": base,
    "paddle": paddle, "dome": dome, "pod": pod, "prints": prints,
    **{f"{name}-open": partial(paint_open, setup=name) for name in SETUPS},
    **{f"{name}-closed": partial(paint_closed, setup=name) for name in SETUPS},
}  # fmt: skip


def main() -> int:
    """Paint all pictures, or those that are named."""
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], epilog="example: python -m case.scene box inside"
    )
    parser.add_argument(
        "names", nargs="*", metavar="PICTURE", help=f"some of {', '.join(SCENES)}; all if none is named"
    )
    parser.add_argument("--glass", default="1.3", help="the screens to show")
    parser.add_argument("--scale", type=float, default=1.0, metavar="N", help="smaller for a quick look")
    parser.add_argument("--out", type=Path, default=HERE / "pictures", metavar="FOLDER", help="where the pictures go")
    args = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            painter = Painter(Path(folder), args.glass)
            for name in args.names or SCENES:
                wide, high = SIZES[name]
                size = (round(wide * args.scale), round(high * args.scale))
                render(SCENES[name](painter), args.out / f"{name}.png", size, Path(folder))
                sys.stdout.write(f"{name}.png\n")
                sys.stdout.flush()
    except CaseError as error:
        sys.stderr.write(f"case: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
