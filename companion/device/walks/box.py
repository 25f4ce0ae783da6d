"""This box: switch it off, update it, see how it is. Only there where the device is a service."""

from urllib.parse import urlsplit

from companion import VERSION
from companion.device.desk import Desk
from companion.device.view import BACK, View, Walk
from companion.device.views.code import CodeView
from companion.device.views.farewell import FarewellView, PlateView
from companion.device.views.pick import PickView, Row
from companion.device.views.reading import ReadingView
from companion.device.walks.ending import sure
from companion.service.copies import kept
from companion.service.health import degrees, megabytes_free, power
from companion.service.notes import HOTSPOT, OFFERED

HOTSPOT_ADDRESS = "10.42.0.1"
"""What NetworkManager calls a computer that shares its own Wi-Fi."""
LITTLE_ROOM = 200
"""Megabytes; below this the box says so."""


def box_rows(desk: Desk) -> list[Row]:
    """The way here, in the first menu."""
    return [Row(desk.say("This box"), look_after)] if desk.notes is not None else []


def look_after(desk: Desk) -> Walk[None]:
    """Everything about the box itself."""
    at = 0
    while True:
        view = PickView(desk.say("This box"), _rows(desk), at)
        picked = yield view
        at = view.at
        if picked is BACK:
            return
        yield from picked(desk)


def _rows(desk: Desk) -> list[Row]:
    say = desk.say
    assert desk.notes is not None
    rows = []
    offered = desk.notes.read(OFFERED)
    if offered:
        rows.append(Row(say("Update"), update, offered))
    if desk.notes.there(HOTSPOT):
        rows.append(Row(say("Wi-Fi"), join_hotspot))
    return [*rows, Row(say("How it is"), tell_health), Row(say("Switch off"), switch_off)]


def switch_off(desk: Desk) -> Walk[None]:
    """Shut the computer down; the same as holding back."""
    assert desk.notes is not None
    if (yield sure(desk, desk.say("Switch off?"), desk.say("Switch off"))) is not BACK:
        desk.notes.ask("power-off")
        yield FarewellView(desk.say)


def update(desk: Desk) -> Walk[None]:
    """Install what the stick brought; the box starts again by itself."""
    say = desk.say
    assert desk.notes is not None
    version = desk.notes.read(OFFERED)
    if (
        yield sure(desk, say("Arkside {version} instead of {now}?", version=version, now=VERSION), say("Update"))
    ) is BACK:
        return
    desk.notes.ask("update")
    yield PlateView(
        say("Updating …"), say("This takes a minute or two. Do not unplug. If it fails, the old one comes back.")
    )


def join_hotspot(desk: Desk) -> Walk[None]:
    """Two codes: first our own Wi-Fi, then the page."""
    assert desk.notes is not None
    lines = [*desk.notes.lines(HOTSPOT), "", ""]
    yield hotspot_view(desk, lines[0], lines[1])
    if desk.address:
        there = urlsplit(desk.invitation("/wifi"))
        page = f"http://{HOTSPOT_ADDRESS}:{there.port}{there.path}"
        text = desk.say("2. Then choose your own Wi-Fi here:")
        yield CodeView(desk.say("Wi-Fi"), f"{text}\n{page}", page.upper() if desk.code else page)


def hotspot_view(desk: Desk, name: str, password: str) -> View:
    """Our own Wi-Fi as a code that phones join by looking at it."""
    say = desk.say
    text = say("1. Point your camera at the code, or join {name} with {password}", name=name, password=password)
    return CodeView(say("Wi-Fi"), text, f"WIFI:T:WPA;S:{name};P:{password};;")


def tell_health(desk: Desk) -> Walk[None]:
    """Power, heat, room, copies."""
    yield ReadingView(desk.say("How it is"), health_lines(desk))


def health_lines(desk: Desk) -> list[str]:
    """How the box is, in short lines."""
    say = desk.say
    lines = [f"Arkside {VERSION}"]
    found = power()
    if found is not None:
        lines.append(_power_words(desk, found.weak, found.was_weak))
        if found.slowed or found.was_slowed:
            lines.append(say("It was slowed down by heat or weak power."))
    warm = degrees()
    if warm is not None:
        lines.append(say("{n} °C", n=round(warm)))
    free = megabytes_free(desk.folder)
    lines.append(say("{n} MB free", n=free) if free >= LITTLE_ROOM else say("⚠ Only {n} MB free", n=free))
    copies = kept(desk.folder)
    lines.append(
        say("Last copy: {day}", day=copies[-1].day) if copies else say("No copy yet; one is made every night.")
    )
    if desk.address:
        lines.append(desk.address)
    return lines


def _power_words(desk: Desk, weak: bool, was_weak: bool) -> str:
    if weak:
        return desk.say("⚠ Power is too weak now: use the supply of the Pi")
    return desk.say("Power was too weak for a moment") if was_weak else desk.say("Power is good")
