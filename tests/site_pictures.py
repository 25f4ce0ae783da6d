"""The pictures of the documentation: a real box and real phones in a match of each game, in both languages.

`make docs-pictures` writes them into `docs/pictures` and `docs/fr/pictures`, and four phones for the README. Look at
them before you commit them.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from film import lid
from PIL import Image

from companion.core.question import Race
from companion.core.session import Session
from companion.core.unknown_piece import ANOTHER
from companion.device.rehearsal import Rehearsal, RehearsalScript
from tests.phone.browser import Page, browsers
from tests.phone.fingers import seat_guest, sit, start
from tests.phone.service import Box, emulated

FOLDERS = {"en": Path("docs/pictures"), "fr": Path("docs/fr/pictures")}
RACE = Path("tests/device/scripts/noahs-ark-wrong-claim.txt")
README, DARK = Path("hw-schematics/phone.png"), Path("build/noah-dark.webp")
README_PHONES = ("noah-question", "ark-and-noah-question", "ark-table")
"""Pictures that stand side by side in the README, before the one in the dark."""
LARGEST = 60_000
"""Bytes of a picture."""
PHONE = (360, 740)
SHARPNESS = 1.5
"""Dots of a picture to a dot of the phone's page."""


@contextmanager
def evening(language: str) -> Iterator[tuple[Box, Page]]:
    """A box that has just been switched on, and Anna's phone at its table with Ben and Cléo."""
    with (
        TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        browsers(Path(folder) / "profile") as (page, _),
        emulated(Path(folder) / "data", language) as box,
    ):
        page.look(*PHONE, "light")
        page.resize(*PHONE, SHARPNESS)
        sit(page, box, 0, "Anna")
        for seat, name in enumerate(("Ben", "Cléo"), 1):
            seat_guest(page, seat, name)
        if (
            page.value("document.documentElement.lang") != language
        ):  # a page starts in that of its browser, if it names one
            page.click(".language")
            page.until(f"document.documentElement.lang === {language!r}")
        yield box, page
        page.leave()


def answer_until(box: Box, session: Session, stop: Callable[[Session], bool]) -> None:
    """Answer somehow until the match is at the moment to show: bots of the games know no real tables."""
    rng = Random(11)
    for _ in range(400):
        if stop(session):
            return
        box.call(box.app.go_on)
        question, moves = session.question, session.moves
        assert question is not None
        choice = rng.choice([candidate for candidate in question.choices if str(candidate) != str(ANOTHER)])
        box.call(lambda choice=choice: session.answer(session.n, str(choice)))
        assert box.until(lambda moves=moves: session.moves != moves)
    raise AssertionError("that moment never came")


def save(picture: Image.Image, file: Path) -> None:
    """Write a picture as a small WebP file; one full of emoji a little coarser, so that it stays small."""
    file = file.with_suffix(".webp")
    file.parent.mkdir(parents=True, exist_ok=True)
    for quality in (82, 72):
        picture.convert("RGB").save(file, quality=quality, method=6)
        if file.stat().st_size <= LARGEST:
            break


def save_phone(page: Page, file: Path, view: str = "play", dark: bool = False) -> None:
    """Save one view of the phone's page."""
    page.prefer(dark)
    page.value(f"location.hash = {view!r}")
    page.until("document.querySelector('main section')?.childElementCount")
    page.value("new Promise((done) => setTimeout(done, 600))")
    page.value("window.scrollTo(0, 0)")
    shot = file.with_suffix(".png")
    shot.parent.mkdir(parents=True, exist_ok=True)
    page.picture(shot)
    with Image.open(shot) as picture:
        save(picture, file)
    shot.unlink()


def save_box(box: Box, file: Path) -> None:
    """Save the lid of the box as its chips hold it."""
    save(lid(box), file)  # type: ignore[arg-type]


def shoot_game(language: str, game: str, stop: Callable[[Session], bool], options: dict[str, str]) -> None:
    """Save a question, the table and the box in the middle of a match."""
    folder = FOLDERS[language]
    with evening(language) as (box, page):
        if game == "noah":
            save_phone(page, folder / "lobby")
        session = start(page, box, game, "table", **options)
        answer_until(box, session, stop)
        page.until(f"document.querySelector('[data-n=\"{session.n}\"]')")
        box.call(box.app.go_on)
        page.value("new Promise((done) => setTimeout(done, 900))")
        save_phone(page, folder / f"{game}-question")
        page.value("new Promise((done) => setTimeout(done, 1500))")  # the name of whose turn it is goes again
        save_box(box, folder / f"{game}-box")
        if game != "noahs-ark":  # before a race its table has nothing to show
            save_phone(page, folder / f"{game}-table", "table")
        if (language, game) == ("en", "noah"):
            save_phone(page, DARK, "table", dark=True)
            join_phones([*(folder / f"{name}.webp" for name in README_PHONES), DARK])


def join_phones(files: Sequence[Path], gap: int = 16) -> None:
    """Save phones side by side for the README."""
    width, height = PHONE
    joined = Image.new("RGB", (len(files) * (width + gap) - gap, height), "white")
    for at, file in enumerate(files):
        with Image.open(file) as picture:
            joined.paste(picture.resize(PHONE, Image.Resampling.LANCZOS), (at * (width + gap), 0))
    joined.quantize(method=Image.Quantize.MAXCOVERAGE, kmeans=3).save(README, optimize=True)


def shoot_race(language: str) -> None:
    """Save the box in the two moments of a race that people remember."""
    folder = FOLDERS[language]
    script = RACE.read_text(encoding="utf-8").partition("now\n")[0]
    with TemporaryDirectory() as data, Rehearsal(Path(data), language) as device:
        play = partial(play_script, device, Path(data))
        play(script + "now\n")
        save(lid(device), folder / "race-now")
        play("tap paddle-2\ntap paddle-0\nwait 1\n")
        save(lid(device), folder / "race-verdict")


def play_script(device: Rehearsal, folder: Path, text: str) -> None:
    """Move the hands of a box as a script says."""
    RehearsalScript(text, RACE.name).play(device, folder)


def is_asked(ask: str, after: int, seat: int = 0) -> Callable[[Session], bool]:
    """Return whether a seat is asked this, after at least so many answers."""
    return lambda session: (
        session.n > after
        and session.question is not None
        and session.question.ask == ask
        and session.question.seat == seat
    )


def is_race(session: Session) -> bool:
    """Whether the match waits for a slap, not the first one."""
    return session.n > 3 and isinstance(session.question, Race)


def has_built(session: Session) -> bool:
    """Whether Anna builds, and others have."""
    return is_asked("build", 70)(session)


MOMENTS: dict[str, tuple[Callable[[Session], bool], dict[str, str]]] = {
    "noah": (is_asked("load", 14), {}),
    "ark": (lambda session: session.n > 26 and session.question is not None and session.question.seat == 0, {}),
    "ark-and-noah": (has_built, {"depth": "board"}),
    "noahs-ark": (is_race, {}),
}


def main(names: list[str]) -> None:
    """Save all pictures, or those of the games that are named."""
    for language in FOLDERS:
        if not names or "race" in names:
            shoot_race(language)
        for game, (stop, options) in MOMENTS.items():
            if not names or game in names:
                shoot_game(language, game, stop, options)


if __name__ == "__main__":
    main(sys.argv[1:])
