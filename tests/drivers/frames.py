"""Pictures for screens: random ones, and ones like those of a match."""

import random
from collections.abc import Iterator

from PIL import Image, ImageDraw

SPECIES = ["giraffe", "lion", "woodpecker", "turtle", "elephant", "bear", "cat", "donkey", "rhinoceros", "monkey"]


def random_frames(seed: int, count: int) -> Iterator[Image.Image]:
    """Frames that differ from the one before in every way a frame can: nothing, dots, boxes, words, everything."""
    rng = random.Random(seed)
    image = Image.new("1", (128, 64))
    for _ in range(count):
        image = _change_image(rng, image.copy())
        yield image


def _change_image(rng: random.Random, image: Image.Image) -> Image.Image:
    draw = ImageDraw.Draw(image)
    kind = rng.randrange(7)
    if kind == 1:
        for _ in range(rng.randrange(1, 60)):
            image.putpixel((rng.randrange(128), rng.randrange(64)), rng.randrange(2))
    elif kind == 2:
        x, y = rng.randrange(128), rng.randrange(64)
        draw.rectangle((x, y, x + rng.randrange(60), y + rng.randrange(40)), fill=rng.randrange(2))
    elif kind == 3:
        draw.text((rng.randrange(100), rng.randrange(56)), f"{rng.choice(SPECIES)} {rng.randrange(1000)}", fill=1)
    elif kind == 4:
        image.frombytes(rng.randbytes(1024))
    elif kind == 5:
        draw.rectangle((0, 0, 127, 63), fill=rng.randrange(2))
    elif kind == 6:
        draw.line(tuple(rng.randrange(128) for _ in range(4)), fill=rng.randrange(2))
    return image


def match_frames(seed: int, turns: int) -> Iterator[Image.Image]:
    """The question screen of a match: a seat's name, a list of choices, a bar that the dial moves, a clock."""
    rng = random.Random(seed)
    score = 0
    for turn in range(turns):
        choices = rng.sample(SPECIES, 5)
        cursor = 0
        for _ in range(rng.randrange(1, 7)):
            yield _question(turn, choices, cursor, score)
            cursor = max(0, min(4, cursor + rng.choice((-1, 1, 1))))
        yield _question(turn, choices, cursor, score)
        score += rng.randrange(6)


def _question(turn: int, choices: list[str], cursor: int, score: int) -> Image.Image:
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    draw.text((2, 0), f"{('Anna', 'Ben', 'Chloe')[turn % 3]} loads", fill=1)
    draw.text((100, 0), f"{score:3d}", fill=1)
    for row, choice in enumerate(choices):
        y = 12 + 10 * row
        if row == cursor:
            draw.rectangle((0, y + 1, 3, y + 9), fill=1)
        draw.text((8, y), choice, fill=1)
    return image
