"""`make film`: the device in a few seconds, from a script that moves simulated hands, for the README."""

from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageDraw

from companion.device.pencil import Pencil
from companion.device.rehearsal import Rehearsal, RehearsalScript
from companion.device.stage import LAMPS

HERE = Path(__file__).parent
SCRIPT = HERE / "film.txt"
FILM = HERE / "film.png"
SCALE = 3
WIDTH, EDGE = 2 * 128 * SCALE + 60, 20
HEIGHT = 64 * SCALE + 160
WOOD, DARK, GLOW = "#6b4226", "#120c08", (190, 232, 255)
PADDLES = ("#c8322b", "#2f5fd0", "#2f9a48", "#d9a514", "#d8d4c8")
SYMBOLS = "●■▲◆★"


def lid(device: Rehearsal) -> Image.Image:
    """Everything on the lid as the chips hold it now."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), WOOD)
    draw = ImageDraw.Draw(picture)
    for place, name in enumerate(("question", "table")):
        x = EDGE + place * (128 * SCALE + EDGE)
        draw.rounded_rectangle((x - 6, EDGE - 6, x + 128 * SCALE + 5, EDGE + 64 * SCALE + 5), 8, "black")
        glass = device.board.image(name).convert("1").resize((128 * SCALE, 64 * SCALE), Image.Resampling.NEAREST)
        picture.paste(GLOW, (x, EDGE), glass)
    draw_lights(draw, device, EDGE + 64 * SCALE + 18)
    draw_buttons(draw, device, EDGE + 64 * SCALE + 52)
    return picture


def draw_lights(draw: ImageDraw.ImageDraw, device: Rehearsal, y: int) -> None:
    """The light bar, brighter than it is: a film has no glow."""
    draw.rounded_rectangle((EDGE - 6, y - 4, WIDTH - EDGE + 5, y + 18), 11, DARK)
    pixels = device.board.pixels()
    step = (WIDTH - 2 * EDGE) / len(pixels)
    for place, colour in enumerate(pixels):
        most = max(colour)
        shown = tuple(round(40 + 215 * part / max(most, 60)) for part in colour) if most else (30, 24, 20)
        x = EDGE + place * step
        draw.rounded_rectangle((x + 3, y, x + step - 4, y + 14), 7, shown)


def draw_buttons(draw: ImageDraw.ImageDraw, device: Rehearsal, y: int) -> None:
    """Paddles and the Ark, with a bright ring where the lamp shines."""
    step = (WIDTH - 2 * EDGE) / len(LAMPS)
    for place, part in enumerate(LAMPS):
        x = EDGE + (place + 0.5) * step
        lit = device.board.lamp(part)
        colour = PADDLES[place] if place < len(PADDLES) else "#1f6496"
        draw.ellipse((x - 34, y, x + 34, y + 68), "#fff2c0" if lit else DARK)
        draw.ellipse((x - 27, y + 7, x + 27, y + 61), colour)
        letters = sign(SYMBOLS[place] if place < len(PADDLES) else "Ark")
        draw.bitmap((x - letters.width // 2, y + 34 - letters.height // 2), letters, "white")


def sign(text: str) -> Image.Image:
    """A word in the letters of the device, twice as large."""
    pencil = Pencil()
    pencil.write(1, 1, text, "large")
    letters = pencil.image.crop(pencil.image.getbbox())
    return letters.resize((2 * letters.width, 2 * letters.height), Image.Resampling.NEAREST)


def scenes(script: str, folder: Path) -> tuple[list[Image.Image], list[int]]:
    """The pictures of the film and how many milliseconds each of them stays."""
    pictures: list[Image.Image] = []
    lengths: list[int] = []
    with Rehearsal(folder, seed=4) as device:
        for line in script.splitlines():
            command, _, word = line.partition("#")[0].strip().partition(" ")
            if command == "show":
                pictures.append(lid(device))
                lengths.append(round(1000 * float(word)))
            elif command:
                RehearsalScript(line, SCRIPT.name).play(device, folder)
    return pictures, lengths


def make(file: Path) -> None:
    """Write the film as an animated PNG of few colours."""
    with TemporaryDirectory() as folder:
        pictures, lengths = scenes(SCRIPT.read_text(encoding="utf-8"), Path(folder))
    first, *others = (picture.quantize(64, dither=Image.Dither.NONE) for picture in pictures)
    first.save(file, save_all=True, append_images=others, duration=lengths, loop=0, optimize=True)


if __name__ == "__main__":
    make(FILM)
