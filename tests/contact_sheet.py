"""Every view on sheets to look at: plays all scenarios in every language and tiles what both screens showed.

`make contact-sheet` writes `build/contact-sheet/0.96-01.png` and on. Besides the frames of the scenarios there is one
picture of every kind of question of every game, as dial and eyes meet it first. `make contact-sheet GLASS=2.42` does so
on another glass, with its chip, and leaves out what looks the same on the smallest.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from PIL import Image, ImageDraw

from companion.core.bots import make_random_bot
from companion.core.match import Match
from companion.core.question import Race
from companion.core.registry import find_game, list_game_ids
from companion.core.words import LANGUAGES
from companion.device.pencil import SMALLEST_INCHES, Pencil
from companion.device.rehearsal import GAP, Rehearsal, RehearsalScript
from companion.device.stage import marked_choices
from companion.testing.fit import list_views
from drivers.wiring import Wiring

SCRIPTS = Path(__file__).parent / "device" / "scripts"
SHEETS = Path("build/contact-sheet")
CHIP_BEHIND = {"0.96": "ssd1306", "1.3": "sh1106", "1.54": "ssd1309", "2.42": "ssd1309"}
"""What modules of that size usually have."""
ACROSS, DOWN = 3, 6
"""Pictures on a sheet: so many can be looked at one by one."""
SCALE = 2
WIDTH, HEIGHT = 2 * 128 + GAP, 64
CAPTION = 12
NAMES = ("Anna", "Ben", "Élodie", "Dan", "Maximilian")

Tile = tuple[str, Image.Image]


def scenes(language: str, glass: str) -> Iterator[Tile]:
    """The frames of every scenario."""
    for file in sorted(SCRIPTS.glob("*.txt")):
        with TemporaryDirectory() as folder, Rehearsal(Path(folder) / "data", language, wiring=wired(glass)) as hands:
            written = RehearsalScript(file.read_text(encoding="utf-8"), file.name).play(hands, Path(folder) / "frames")
            for frame in written:
                with Image.open(frame) as picture:
                    yield f"{language} {file.stem} {frame.stem}", picture.resize((WIDTH, HEIGHT), 0).convert("1")


def questions(language: str, glass: str) -> Iterator[Tile]:
    """The first view of every kind of question, and the first group behind it."""
    for id in list_game_ids():
        game = find_game(id)
        seen: set[str] = set()
        for deal, seed in (("table", 3), ("virtual", 5)):
            players = game.players[-1] if deal == "table" else game.usual_players
            match = Match(game, game.set_up(NAMES[:players], seed=seed, deal=deal))
            yield from asked(match, language, seen, glass)


def asked(match: Match, language: str, seen: set[str], glass: str) -> Iterator[Tile]:
    """A picture of each kind of question that was not seen before."""
    game, bot = match.game, make_random_bot(Random(2))
    voice, face = game.voice(game.say(language)), game.face()
    face.say = voice.say
    while (question := match.question) is not None:
        if question.ask not in seen and not isinstance(question, Race):
            seen.add(question.ask)
            for view in list_views(match, voice)[:2]:
                left, right = Pencil(glass), Pencil(glass)
                view.draw(left)
                marked = marked_choices(view, question)
                if not (marked and face.draw_choices(right, match.table, marked)):
                    face.picture(right, match.table, question)
                yield f"{language} {game.id} {question.ask}", side_by_side(left, right)
        match.answer(bot(question, match.table))


def side_by_side(left: Pencil, right: Pencil) -> Image.Image:
    """Both screens as one picture."""
    both = Image.new("1", (WIDTH, HEIGHT))
    both.paste(left.image, (0, 0))
    both.paste(right.image, (128 + GAP, 0))
    return both


def sheet(tiles: list[Tile]) -> Image.Image:
    """All pictures below their names."""
    wide, high = WIDTH * SCALE + 2, HEIGHT * SCALE + CAPTION + 6
    rows = -(-len(tiles) // ACROSS)
    page = Image.new("L", (wide * ACROSS, high * rows), 96)
    draw = ImageDraw.Draw(page)
    for number, (name, picture) in enumerate(tiles):
        x, y = number % ACROSS * wide, number // ACROSS * high
        draw.text((x + 2, y), name, fill=255)
        page.paste(picture.convert("L").resize((WIDTH * SCALE, HEIGHT * SCALE), 0), (x, y + CAPTION))
    return page


def tiles_on(glass: str) -> list[Tile]:
    """Everything, in every language."""
    return [tile for language in LANGUAGES for tile in (*scenes(language, glass), *questions(language, glass))]


def wired(glass: str) -> Wiring:
    """Our wiring with both screens behind that glass."""
    wiring = Wiring.load()
    chip = CHIP_BEHIND[glass]
    screens = {name: replace(screen, inches=glass, chip=chip) for name, screen in wiring.screens.items()}
    return replace(wiring, screens=screens)


def main(glass: str = SMALLEST_INCHES) -> int:
    """Write the sheets and say where they are."""
    tiles = tiles_on(glass)
    if glass != SMALLEST_INCHES:
        known = {name: picture.tobytes() for name, picture in tiles_on(SMALLEST_INCHES)}
        tiles = [(name, picture) for name, picture in tiles if known.get(name) != picture.tobytes()]
    SHEETS.mkdir(parents=True, exist_ok=True)
    for old in SHEETS.glob(f"{glass}-*.png"):
        old.unlink()
    for number, first in enumerate(range(0, len(tiles), ACROSS * DOWN), 1):
        sheet(tiles[first : first + ACROSS * DOWN]).save(SHEETS / f"{glass}-{number:02}.png", optimize=True)
    print(f"{SHEETS}/{glass}-*.png: {len(tiles)} pictures")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
