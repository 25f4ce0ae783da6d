"""Entering an answer on the page as a thumb does: tap what is visible, and scroll only to what is not."""

from typing import Any, NamedTuple

from companion.core.game import Voice
from companion.core.layout import NO_VALUE, OTHER_VALUE, Control, Layout
from companion.core.match import Match
from companion.core.question import FreeText
from companion.core.session import Session
from tests.bench.dial_effort import Effort
from tests.phone.browser import Page
from tests.phone.service import Service

FIND = """((selector) => {
  const seen = (one) => one.checkVisibility();
  const all = [...document.querySelectorAll(selector)];
  const one = all.find(seen);
  if (!one) {
    const folded = all.map((one) => one.closest('details:not([open])')).find((one) => one && seen(one));
    return folded ? { folded: true } : null;
  }
  const box = one.getBoundingClientRect(), bars = document.querySelector('#tabs').offsetHeight;
  const inside = box.top >= 0 && box.bottom <= innerHeight - bars;
  if (!inside) one.scrollIntoView({ block: 'center' });
  const now = one.getBoundingClientRect();
  return { inside, x: now.x + now.width / 2, y: now.y + now.height / 2 };
})(%r)"""

IS_SHOWN = "[...document.querySelectorAll('[data-choice=\"%s\"]')].some((one) => one.checkVisibility())"

TRIES = 10
MOST_CARDS = 24
"""Cards that the page draws below the toggles, each one tap away."""
MOST_NUMBERS = 16
"""Numbers of one part of an answer that the page draws as buttons, in at most two rows."""
MOST_WHOLE_NUMBERS = 49
"""Numbers that the page draws as buttons where nothing else is asked."""


class Entry(NamedTuple):
    """Taps and scrolls that an answer took."""

    taps: int
    scrolls: int


def enter_choice(page: Page, service: Service, session: Session, choice: str) -> Entry:
    """Answer the question on this phone, and return what that took."""
    moves, n = session.moves, session.n
    page.until(f"document.querySelector('.ask[data-n=\"{n}\"]')")
    for _ in range(TRIES):  # the picture is drawn a moment after the question, and may move what is below it
        page.soon("!document.querySelector('[data-settling]')")
        entry = _tap_choice(page, session, choice)
        if service.until(lambda: session.moves != moves, 1.0):
            page.value("document.querySelectorAll('.ask details').forEach((one) => { one.open = false; })")
            return entry
    raise AssertionError(f"question {n} was not answered with {choice}")


def _tap_choice(page: Page, session: Session, choice: str) -> Entry:
    button = f'[data-choice="{choice}"]'
    taps, scrolls = _pick_parts(page, session, choice)
    place = page.value(FIND % button)
    if place is not None and "folded" in place:
        taps += 1
        page.value("document.querySelectorAll('.ask details').forEach((one) => { one.open = true; })")
        place = page.value(FIND % button)
    if place is not None:
        return Entry(taps + 1, scrolls + _press(page, place))
    page.until(  # a number of many, or a name, is typed
        f"((field) => field ? (field.value = {choice!r}, field.dispatchEvent(new Event('input')), field.form.requestSubmit(), true) : false)"
        "(document.querySelector('.ask input[type=number], .ask input[name=words]'))"
    )
    return Entry(1 + len(choice), 0)


def _pick_parts(page: Page, session: Session, choice: str) -> Entry:
    """Pick all parts of a choice but the last, where it is laid out for one screen."""
    question, table = session.question, session.match.table
    assert question is not None
    layout = session.get_voice(page.value("document.documentElement.lang")).layout(question, table)
    if layout is None:
        return Entry(0, 0)
    if choice not in layout.points or not _can_set(layout, layout.points[choice]):
        button = page.value(FIND % '[data-key="other-choices"]')
        return Entry(0, 0) if button is None else Entry(1, _press(page, button))
    taps = scrolls = 0
    toggled = any(axis.control is Control.TOGGLE for axis in layout.axes)
    for selector, times in _list_taps(layout, layout.points[choice]):
        for _ in range(times):
            if toggled and page.value(IS_SHOWN % choice):
                break  # every card is a tile of its own, too
            button = page.value(FIND % selector)
            assert button is not None, selector
            scrolls += _press(page, button)
            taps += 1
    if taps:
        page.soon(IS_SHOWN % choice)
    return Entry(taps, scrolls)


def tap_effort(match: Match, voice: Voice, choice: Any) -> Effort:
    """Return the taps of giving this answer on a phone, as far as its layout says, which takes no browser."""
    id, question = str(choice), match.question
    assert question is not None
    if isinstance(choice, FreeText):
        return Effort(1 + len(choice.text), 0)
    layout = voice.layout(question, match.table)
    if layout is None:
        typed = isinstance(choice, int) and len(question.choices) > MOST_WHOLE_NUMBERS
        return Effort(1 + len(id) if typed else 1, 0)
    if id not in layout.points or not _can_set(layout, layout.points[id]):
        return Effort(1, 0)
    cards = any(axis.control is Control.TOGGLE and axis.seat is None for axis in layout.axes)
    if cards and len(layout.points) <= MOST_CARDS:
        # where every choice is two toggles, the first one shows what it goes with
        return Effort(2 if len({sum(point) for point in layout.points.values()}) == 1 else 1, 0)
    return Effort(1 + sum(times for _, times in _list_taps(layout, layout.points[id])), 0)


def _can_set(layout: Layout, point: tuple[int, ...]) -> bool:
    """Whether each part can be set to a value that leaves the rest of the answer to the questions that follow."""
    return all(
        value != OTHER_VALUE or not all(choice.answers for choice in axis.values)
        for axis, value in zip(layout.axes, point, strict=True)
    )


def _list_taps(layout: Layout, point: tuple[int, ...]) -> list[tuple[str, int]]:
    """Return what to tap, and how often, before the choice itself can be tapped."""
    controls = [axis.control for axis in layout.axes]
    taps = []
    for at, axis in enumerate(layout.axes):
        if axis.control is Control.TABS:
            first = min(coordinates[at] for coordinates in layout.points.values())
            taps.append((f'[data-key="segment-{point[at]}"]', int(point[at] != first)))
        elif axis.control is Control.STEPPER:
            taps += _list_stepper_taps(layout, at, point[at])
        elif axis.control is Control.TOGGLE:
            taps.append((f'[data-key="toggle-{at}"]', (point[at] - axis.usual) % len(axis.values)))
    if controls[-1] in (Control.STRIP, Control.SHEET) and point[-1] != NO_VALUE:
        alike = [coordinates for coordinates in layout.points.values() if coordinates[:-1] == point[:-1]]
        if Control.ROWS in controls:
            taps.append((f'[data-key="cell-{point[0]}-{point[1]}"]', int(len(alike) > 1)))
        else:
            at = next(at for at, value in enumerate(point) if value != NO_VALUE and controls[at] is Control.TILES)
            taps.append((f'[data-key="tile-{at}-{point[at]}"]', int(len(alike) > 1)))
    return taps


def _list_stepper_taps(layout: Layout, at: int, value: int) -> list[tuple[str, int]]:
    """Return what to tap on one stepper, as `drawStepper` and `drawNumberRow` in layout.js draw it."""
    axis = layout.axes[at]
    if value == OTHER_VALUE:  # a pair, say, of which the next question asks
        value = next(at for at, entry in enumerate(axis.values) if not entry.answers)
    steps = value - axis.usual if axis.usual != NO_VALUE else 0
    if not steps:
        return []
    if _has_numbers(layout):
        return [(f'[data-key="number-{at}-{value}"]', 1)]
    if axis.follow_up and not axis.values[value].answers:
        return [(f'[data-key="other-{at}"]', 1)]
    if abs(steps) == 1:
        return [(f'[data-key="{"more_of_it" if steps > 0 else "less"}-{at}"]', 1)]
    return [(f'[data-key="value-{at}"]', 1), (f'[data-key="value-{at}-{value}"]', 1)]


def _has_numbers(layout: Layout) -> bool:
    """Whether the page draws numbers side by side instead of steppers, as `drawSettings` in layout.js does."""
    return not layout.agree and all(len(axis.values) <= MOST_NUMBERS for axis in layout.axes)


def _press(page: Page, found: dict[str, float]) -> int:
    """Tap there; return 1 if it had to be scrolled into view, else 0."""
    for kind in ("mousePressed", "mouseReleased"):
        page.command("Input.dispatchMouseEvent", type=kind, x=found["x"], y=found["y"], button="left", clickCount=1)
    return int(not found["inside"])
