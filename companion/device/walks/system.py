"""Menu of the box itself: switch off, update, Wi-Fi, status and news. Shown only where the box runs as a service."""

from urllib.parse import urlsplit

from companion import VERSION
from companion.device.context import Context
from companion.device.view import BACK, View, Walk
from companion.device.views.code import CodeView
from companion.device.views.pick import PickView, Row, confirm
from companion.device.views.reading import ReadingView
from companion.device.views.switch_off import NoticeView, SwitchingOffView
from companion.service.backups import list_backups
from companion.service.health import count_free_megabytes, read_power, read_temperature
from companion.service.notes import FAILED, HOTSPOT, OFFERED, SYSTEM_NEWS, Notes, describe_news

HOTSPOT_ADDRESS = "10.42.0.1"
"""What NetworkManager calls a computer that shares its own Wi-Fi."""
LITTLE_ROOM = 200
"""Free space in megabytes below which the box warns."""


def list_box_rows(context: Context) -> list[Row]:
    """Return the rows of this menu in the first menu."""
    return [Row(context.say("This box"), show_system_menu)] if context.app.notes is not None else []


def show_system_menu(context: Context) -> Walk[None]:
    """Show the menu of the box itself."""
    assert context.app.notes is not None
    yield from show_news(context, context.app.notes)
    at = 0
    while True:
        view = PickView(context.say("This box"), _rows(context), at)
        picked = yield view
        at = view.at
        if picked is BACK:
            return
        yield from picked(context)


def _rows(context: Context) -> list[Row]:
    say = context.say
    assert context.app.notes is not None
    rows = []
    offered = context.app.notes.read(OFFERED)
    if offered:
        rows.append(Row(say("Update"), update, offered))
    if context.app.notes.has(HOTSPOT):
        rows.append(Row(say("Wi-Fi"), join_hotspot))
    return [*rows, Row(say("Box status"), show_health), Row(say("Switch off"), switch_off)]


def switch_off(context: Context) -> Walk[None]:
    """Shut the computer down; the same as holding back."""
    assert context.app.notes is not None
    if (yield confirm(context.say, context.say("Switch off?"), context.say("Switch off"))) is not BACK:
        context.app.notes.ask("power-off")
        yield SwitchingOffView(context.say)


def update(context: Context) -> Walk[None]:
    """Install what the stick brought; the box starts again by itself."""
    say = context.say
    assert context.app.notes is not None
    version = context.app.notes.read(OFFERED)
    if (
        yield confirm(
            context.say, say("Arkside {version} instead of {now}?", version=version, now=VERSION), say("Update")
        )
    ) is BACK:
        return
    context.app.notes.drop(SYSTEM_NEWS)
    context.app.notes.ask("update")
    yield UpdatingView(context)
    yield from show_news(context, context.app.notes)


class UpdatingView(NoticeView):
    """Shown until the box is restarted by the update, or root's side says why there won't be one."""

    LOOK_EVERY = 1.0

    def __init__(self, context: Context) -> None:
        say = context.say
        super().__init__(
            say("Updating …"), say("This takes a minute or two. Don't unplug. If it fails, the old version comes back.")
        )
        self._notes = context.app.notes

    def tick(self, now: float) -> bool:
        """Leave once the update has failed."""
        self.due = now + self.LOOK_EVERY
        if self._notes is not None and self._notes.read(SYSTEM_NEWS).startswith(FAILED):
            self.decide(None)
        return False


def join_hotspot(context: Context) -> Walk[None]:
    """Show two codes: first our own Wi-Fi, then the page."""
    assert context.app.notes is not None
    lines = [*context.app.notes.lines(HOTSPOT), "", ""]
    yield make_hotspot_view(context, lines[0], lines[1])
    if context.app.invitation.address:
        address = urlsplit(context.app.invitation.link("/wifi"))
        page = f"http://{HOTSPOT_ADDRESS}:{address.port}{address.path}"
        text = context.say("2. Then choose your own Wi-Fi here:")
        yield CodeView(context.say("Wi-Fi"), f"{text}\n{page}", page.upper() if context.app.invitation.code else page)


def make_hotspot_view(context: Context, name: str, password: str) -> View:
    """Return a QR code by which phones join our own Wi-Fi."""
    say = context.say
    text = say("1. Point your camera at the code, or join {name} with {password}", name=name, password=password)
    return CodeView(say("Wi-Fi"), text, f"WIFI:T:WPA;S:{name};P:{password};;")


def show_health(context: Context) -> Walk[None]:
    """Show power, temperature, free space and backups."""
    yield ReadingView(context.say("Box status"), list_health_lines(context))


def list_health_lines(context: Context) -> list[str]:
    """List the status of the box in short lines."""
    say = context.say
    lines = [f"Arkside {VERSION}"]
    power = read_power()
    if power is not None:
        lines.append(_power_words(context, power.weak, power.was_weak))
        if power.slowed or power.was_slowed:
            lines.append(say("The box slowed down: too hot, or weak power."))
    warm = read_temperature()
    if warm is not None:
        lines.append(say("Temperature: {n} °C", n=round(warm)))
    free = count_free_megabytes(context.app.folder)
    lines.append(say("Free space: {n} MB", n=free) if free >= LITTLE_ROOM else say("⚠ Only {n} MB free", n=free))
    copies = list_backups(context.app.folder)
    lines.append(
        say("Last backup: {day}", day=copies[-1].day) if copies else say("No backup yet. One is made every night.")
    )
    if context.app.invitation.address:
        lines.append(context.app.invitation.address)
    return lines


def _power_words(context: Context, weak: bool, was_weak: bool) -> str:
    if weak:
        return context.say("⚠ Power is too weak: use the Pi's own power supply")
    return context.say("Power was too weak for a moment") if was_weak else context.say("Power is good")


def show_news(context: Context, notes: Notes) -> Walk[None]:
    """Show the news of root's side, if there is any, and forget it."""
    text = describe_news(context.say, notes.read(SYSTEM_NEWS))
    notes.drop(SYSTEM_NEWS)
    if text:
        yield ReadingView(context.say("News"), [text])
