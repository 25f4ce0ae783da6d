"""Evenings that meet every view: guests join, choose a game, answer each kind of question, race, and see the end."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.core.game import Game
from companion.core.question import TABLE, Question, Race
from companion.core.session import Session
from companion.games.ark.real import Bringing
from tests.bench.people import PEOPLE, seat_people
from tests.phone.browser import Page
from tests.phone.fingers import CONNECTED, go_on, seat_guest, sit, start
from tests.phone.service import Service, phones_only
from tests.screenshots.camera import TV, Camera

Ways = tuple[tuple[str, dict[str, str]], ...]

WAYS: Mapping[str, Ways] = {
    "any": (("table", {}),),
    "ark-and-noah": (("table", {}), ("table", {"depth": "board"}), ("virtual", {})),
    "noahs-ark": (("table", {}), ("table", {"mode": "advanced"}), ("virtual", {})),
}
"""Cards and options of the matches that are played; games that are not named here are played in the usual two ways."""
USUAL: Ways = (("table", {}), ("virtual", {}))

MOST_ANSWERS = 600
MENU = ("more", "invite", "settings", "diagnostics", "history")
IN_MATCH = ("table", "scores", "log", "rules")
DRAWN = "document.querySelector('main section')?.childElementCount"
LOADED = "new Promise((done) => setTimeout(done, 300))"
"""Lists that a view fetches have come by then; without a picture it would show that they are loading."""
LOSE_CONNECTION = """import('/page.js').then(({ app }) => {
  Object.assign(app.live, { connected: false, lost: true, receive: () => {} });
  app.live.changed(new Set(['connected']));
})"""


class Table:
    """A running Arkside, the host's phone, and a television that only looks on."""

    def __init__(self, service: Service, phone: Page, screen: Page, camera: Camera) -> None:
        self.service = service
        self.phone = phone
        self.screen = screen
        self.camera = camera

    def take_views(self, names: tuple[str, ...], prefix: str) -> None:
        """Take views of the host's phone by their address."""
        for name in names:
            self.phone.value(f"location.hash = {name!r}")
            self.phone.until(DRAWN)
            self.phone.value(LOADED)
            self.camera.take(self.phone, f"{prefix}-{name}")
        self.phone.value("location.hash = 'play'")
        self.phone.until(DRAWN)

    def take_screen(self, view: str) -> None:
        """Take what the television shows."""
        self.screen.value(LOADED)
        self.camera.take(self.screen, view, (TV,))


@contextmanager
def host_table(
    camera: Camera, open_phone: Callable[[], Page], guests: tuple[str, ...] = ("Ben", "Chloé")
) -> Iterator[Table]:
    """Anna's phone with guests beside her, and the television."""
    with TemporaryDirectory() as folder, phones_only(Path(folder), home=True) as service:
        phone, screen = open_phone(), open_phone()
        phone.look(360, 740, "light")
        sit(phone, service, 0, "Anna")
        for seat, name in enumerate(guests, start=1):
            seat_guest(phone, seat, name)
        screen.look(TV.width, TV.height, "light")
        screen.open(f"{service.address}tv", "document.querySelector('.tv-lobby')")
        for page in (phone, screen):
            use_language(page, camera.language)
        yield Table(service, phone, screen, camera)
        for page in (phone, screen):
            page.leave()
            page.throw_away()


def use_language(page: Page, language: str) -> None:
    """Switch the page to a language."""
    if page.value("document.documentElement.lang") != language:
        page.value("document.querySelector('.language').click()")
        page.until(f"document.documentElement.lang === {language!r}")


def take_joining(camera: Camera, open_phone: Callable[[], Page]) -> None:
    """Take what somebody sees before they have joined, and the lobby of a guest."""
    with TemporaryDirectory() as folder, phones_only(Path(folder)) as service:
        phone = open_phone()
        phone.command("Network.enable")
        phone.command("Network.setExtraHTTPHeaders", headers={"Accept-Language": camera.language})
        phone.open(service.address, "document.querySelector('input[name=code]')")
        camera.take(phone, "join")
        phone.open(f"{service.address}j/WRONGX", "document.querySelector('.card h2')")
        camera.take(phone, "join-wrong-link")
        phone.open(f"{service.address}j/{service.gate.code.text}", CONNECTED)
        use_language(phone, camera.language)
        camera.take(phone, "lobby-first")
        guest = open_phone()
        guest.open(f"{service.address}j/{service.gate.code.text}", CONNECTED)
        use_language(guest, camera.language)
        camera.take(guest, "lobby-guest")
        for page in (phone, guest):
            page.leave()
            page.throw_away()


def take_game(camera: Camera, open_phone: Callable[[], Page], game: Game) -> None:
    """Take every kind of question of a game in all ways to play it, its table, its scores and its end."""
    seen: set[str] = set()
    for deal, options in WAYS.get(game.id, USUAL):
        with host_table(camera, open_phone) as table:
            if not seen:
                take_lobby(table, game.id, game.id)
            session = start(table.phone, table.service, game.id, deal=deal, **options)
            play_match(table, session, seen, "-".join([game.id, *options.values(), deal]))


def take_alone(camera: Camera, open_phone: Callable[[], Page]) -> None:
    """Take Noah for one player, from the lobby to the end."""
    with host_table(camera, open_phone, guests=()) as table:
        take_lobby(table, "noah", "alone")
        play_match(table, start(table.phone, table.service, "noah"), set(), "alone")


def take_lobby(table: Table, game: str, prefix: str) -> None:
    """Take the lobby once a game is chosen."""
    table.phone.click(f"[data-game='{game}']")
    table.phone.until(f"document.querySelector('[data-game=\"{game}\"][aria-checked=true]')")
    table.camera.take(table.phone, f"{prefix}-lobby")
    table.take_screen(f"{prefix}-tv-lobby")


def play_match(table: Table, session: Session, seen: set[str], prefix: str) -> None:
    """Play a match to its end, and take each kind of question that was not seen before."""
    game, rng = session.game, Random(4)
    real = session.match.setup.deal == "table"
    people = seat_people(game, session.match.table, rng) if real and game.id in PEOPLE else None
    shown = False
    for _ in range(MOST_ANSWERS):
        question = session.question
        if question is None:
            break
        kind = f"{prefix.removesuffix('-table')} {question.ask}"
        own = real or question.seat in (0, TABLE)  # cards of others are on their own phones
        if own and kind not in seen and not isinstance(question, Race):
            seen.add(kind)
            table.phone.until(f"document.querySelector('.ask[data-n=\"{session.n}\"]')")
            table.phone.value(LOADED)
            table.camera.take(table.phone, f"{prefix}-{question.ask}")
        if "sheet" not in seen and has_open_places(question):
            seen.add("sheet")
            take_sheet(table, session.n, f"{prefix}-{question.ask}-sheet")
        if not shown and session.n > 8 * len(session.seats) and question.seat == 0:
            shown = True
            table.take_views(IN_MATCH, prefix)
            table.take_screen(f"{prefix}-tv")
        answer = rng.choice(question.choices) if people is None else people.answer(question, session.match.table)
        go_on(table.service, session, str(answer))
    if session.question is None:
        table.phone.until("document.querySelector('.ranking, .podium')")
        table.phone.value(LOADED)
        table.camera.take(table.phone, f"{prefix}-end")
        table.camera.keep_shared_picture(table.phone, f"{prefix}-shared")
        table.take_screen(f"{prefix}-tv-end")


def has_open_places(question: Question) -> bool:
    """Whether a seen card of Ark could go to several places, which a phone shows on a plan."""
    return sum(isinstance(choice, Bringing) for choice in question.choices) > 2


def take_sheet(table: Table, n: int, view: str) -> None:
    """Take the sheet that opens for the last part of a choice."""
    table.phone.until(f"document.querySelector('.ask[data-n=\"{n}\"]')")
    table.phone.click(".many .tile:not([data-choice]):not([aria-disabled])")
    table.phone.until("document.querySelector('dialog[open]')")
    table.camera.take(table.phone, view)
    table.phone.value("document.querySelector('dialog').close()")


def take_menu(camera: Camera, open_phone: Callable[[], Page]) -> None:
    """Take everything behind the menu, teaching, a rule card and the help of a question."""
    with host_table(camera, open_phone) as table:
        phone = table.phone
        phone.value("location.hash = 'teach'")
        phone.until("document.querySelector('[data-game=ark]')")
        phone.click("[data-game='ark']")
        phone.until("document.querySelector('[data-key=card-right]')")
        camera.take(phone, "teach-card")
        phone.value("location.hash = 'play'")
        phone.until("document.querySelector('[data-key=cards-here]')")
        phone.value("document.querySelector('[data-key=cards-here]').click()")
        session = start(phone, table.service, "noah", deal="table")
        phone.until("document.querySelector('.card.rule')")
        camera.take(phone, "rule-card")
        phone.click("[data-key='no-more-cards']")
        people = seat_people(session.game, session.match.table, Random(3))
        while session.question is not None and session.n < 20:
            go_on(table.service, session, str(people.answer(session.question, session.match.table)))
        phone.until(f"document.querySelector('.ask[data-n=\"{session.n}\"]')")
        phone.value("document.querySelector('[data-key=why]')?.click()")
        phone.until("document.querySelector('dialog[open]')")
        camera.take(phone, "help")
        phone.value("document.querySelector('dialog').close()")
        table.take_views(MENU, "menu")


def take_waiting_and_race(camera: Camera, open_phone: Callable[[], Page]) -> None:
    """Take the phone of somebody who waits, and a race on two phones."""
    with seat_two(camera, open_phone) as (table, ben):
        session = start(table.phone, table.service, "noah", "virtual")
        assert session.question is not None
        waiting = ben if session.question.seat == 0 else table.phone
        waiting.until("document.querySelector('.ask:not(.mine)') && document.querySelector('.picture *')")
        camera.take(waiting, "waiting")
        asked = table.phone if waiting is ben else ben
        asked.click("[data-key='hint']")
        asked.until("document.querySelector('.hint')")
        camera.take(asked, "hint")
        asked.click("[data-key='pause']")
        asked.until("document.querySelector('.ask > .note')")
        camera.take(asked, "paused")
        asked.click("[data-key='pause']")
        waiting.value(LOSE_CONNECTION)
        camera.take(waiting, "connection-lost")
        waiting.value("location.reload()")
        waiting.until("document.querySelector('.link:not(.lost)')")
    with seat_two(camera, open_phone) as (table, ben):
        session = start(table.phone, table.service, "noahs-ark", "virtual", length="shortest")
        while not isinstance(session.question, Race):
            assert session.question is not None
            go_on(table.service, session, session.question.list_ids()[0])
        take_race(table, ben)


@contextmanager
def seat_two(camera: Camera, open_phone: Callable[[], Page]) -> Iterator[tuple[Table, Page]]:
    """Anna and Ben, each with a phone of their own."""
    with host_table(camera, open_phone, guests=()) as table:
        ben = open_phone()
        ben.look(360, 740, "light")
        sit(ben, table.service, 1, "Ben")
        use_language(ben, camera.language)
        yield table, ben
        ben.leave()
        ben.throw_away()


def take_race(table: Table, other: Page) -> None:
    """Take a race from its start to the verdict."""
    for page in (table.phone, other):
        page.until("document.querySelector('[data-key=slap-here]')")
        page.value("document.querySelector('[data-key=slap-here]').click()")
    for page in (table.phone, other):  # a race begins once everybody has something to slap
        page.until("document.querySelector('#slap[aria-disabled=false]')")
    table.camera.take(table.phone, "race-ready")
    table.take_screen("race-tv-ready")
    for page in (table.phone, other):
        page.touch("#slap")
        page.lift()
    table.phone.until("document.querySelector('#slap[data-state=now]')")
    with table.camera.hold(table.phone, "race-now"):
        pass
    other.touch("#slap")
    other.lift()
    table.phone.until("document.querySelector('#slap[data-state=verdict]')")
    table.camera.take(table.phone, "race-verdict")
    table.take_screen("race-tv-verdict")
