"""People at phones in a real Chromium: they sit down, start a match and answer until it is over."""

from random import Random

from companion.core.registry import find_game
from companion.core.session import Session
from tests.phone.browser import Page
from tests.phone.service import Service

LOBBY = "document.querySelector('.seats')"
CONNECTED = f"{LOBBY} && document.querySelector('.link:not(.lost)')"
"""The lobby is drawn before its socket is open; what is tapped before that is lost."""
OVER = "document.querySelector('.ranking')"
TRIES = 10
"""So often somebody tries, two seconds apart."""
EVERY = 10
"""Each so many-th answer is a real click in the middle of the button; the others skip the mouse."""


def sit(page: Page, service: Service, seat: int, name: str) -> None:
    """Open the page, say who you are, sit down."""
    page.open(service.address, CONNECTED)
    page.click("[data-key='name']")
    page.value("document.querySelector('[data-key=name]').select()")
    page.type(name)
    page.press("Enter")
    page.click(f"[data-seat='{seat}']")
    page.until(f"document.querySelector('[data-seat=\"{seat}\"][aria-pressed=true]')?.textContent.includes({name!r})")


def seat_guest(page: Page, seat: int, name: str) -> None:
    """The host seats somebody who has no phone."""
    page.click(f"[data-key='place-{seat}']")
    page.until("document.querySelector('dialog[open]')")
    page.click("dialog input")
    page.type(name)
    page.press("Enter")
    page.until(f"document.querySelectorAll('.seat')[{seat}].textContent.includes({name!r})")


def start(page: Page, service: Service, game: str, deal: str = "virtual", **agreed: str) -> Session:
    """The host chooses and starts."""
    page.click(f"[data-game='{game}']")
    page.until(f"document.querySelector('[data-game=\"{game}\"][aria-checked=true]')")
    dealt = {"deal": deal} if find_game(game).deals_cards else {}
    for name, value in {**dealt, **agreed}.items():
        page.click(f"[data-key='{name}-{value}']")
        page.until(f"document.querySelector('[data-key=\"{name}-{value}\"]').checked")
    page.click("[data-key='start']")
    assert service.until(lambda: service.app.live is not None)
    session = service.app.live
    assert session is not None
    return session


def answer(page: Page, service: Service, session: Session, choice: str, by_mouse: bool = False) -> None:
    """Tap a choice on the phone that is asked, and see that it holds."""
    n, moves = session.n, session.moves
    button = f'[data-n="{n}"] [data-choice="{choice}"]'
    number = f'[data-n="{n}"] input[type=number]'

    def holds() -> bool:  # not by its number, which counts on before the next question is there
        return session.moves != moves

    if by_mouse and page.soon(f"document.querySelector({button!r})"):
        for _ in range(TRIES):  # where a race begins the list slides away under the finger, which comes down once more
            if session.paused:  # it came down on the pause
                page.value("document.querySelector('[data-key=pause]').click()")
                assert service.until(lambda: not session.paused)
            page.value("document.querySelectorAll('[data-key^=telling]').forEach((one) => { one.open = true; })")
            page.click_if_there(button)
            if service.until(holds, 2.0):
                return
    else:  # found and tapped in one go: the page may be drawn anew between two looks
        page.until(
            f"((tap, field) => tap ? (tap.click(), true) : field ? (field.value = {choice!r}, field.dispatchEvent(new Event('input')),"
            " field.form.requestSubmit(), true) : false)"
            f"(document.querySelector({button!r}), document.querySelector({number!r}))"
        )
    assert service.until(holds), f"question {n} was not answered with {choice}"


def go_on(service: Service, session: Session, choice: str) -> None:
    """The box hears an answer from somewhere else."""
    moves = session.moves
    service.call(lambda: session.answer(session.n, choice))
    assert service.until(lambda: session.moves != moves)


def play(phones: list[Page], service: Service, session: Session, rng: Random, by_hand: int = 500) -> int:
    """Answer at random, each on their own phone, the first one for the table; returns how many answers it took.

    After so many `by_hand` the rest comes from somewhere else, and the phones look on.
    """
    answered = 0
    while session.question is not None:
        if session.find_bot(session.question) is not None:
            wait_for_bot(phones[0], service, session)
            continue
        choice = rng.choice(session.question.list_ids())
        if answered < by_hand:
            answer(phones[max(0, session.question.seat)], service, session, choice, answered % EVERY == 0)
        else:
            go_on(service, session, choice)
        answered += 1
    for page in phones:
        page.until(OVER)
    return answered


def wait_for_bot(page: Page, service: Service, session: Session) -> None:
    """The box lets people read what a bot did, unless they want to go on."""
    moves = session.moves
    while session.moves == moves:
        page.value("document.querySelector('[data-key=hurry]')?.click()")
        service.until(lambda: session.moves != moves, 0.05)
