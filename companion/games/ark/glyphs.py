"""Signs of five pixels' height for the small screen: digits, and pictures that need no language."""

from typing import Any

HEIGHT = 5

DIGITS = {
    "0": ("###", "#.#", "#.#", "#.#", "###"),
    "1": (".#.", "##.", ".#.", ".#.", "###"),
    "2": ("###", "..#", "###", "#..", "###"),
    "3": ("###", "..#", ".##", "..#", "###"),
    "4": ("#.#", "#.#", "###", "..#", "..#"),
    "5": ("###", "#..", "###", "..#", "###"),
    "6": ("###", "#..", "###", "#.#", "###"),
    "7": ("###", "..#", ".#.", ".#.", ".#."),
    "8": ("###", "#.#", "###", "#.#", "###"),
    "9": ("###", "#.#", "###", "..#", "###"),
    ".": (".", ".", ".", ".", "#"),
}
PICTURES = {
    "heavy": ("..#..", ".#.#.", "#####", "#####", "#####"),
    "useful": ("..#..", "..#..", "#####", "..#..", "..#.."),
    "slow": (".##..", "#..#.", "#.##.", "#...#", "#####"),
    "shy": (".###.", "#...#", "..##.", ".....", "..#.."),
    "provision": ("...#.", ".##..", "####.", "####.", ".##.."),
    "disc": (".###.", "#...#", "#...#", "#...#", ".###."),
    "hot": (".###.", "#####", "#####", "#####", ".###."),
    "cold": ("..#..", "#.#.#", ".###.", "#.#.#", "..#.."),
    "card": ("....", "####", "####", "####", "####"),
    "hunter": ("....", "#..#", "####", ".##.", ".##."),
    "place": ("....", "....", "....", "....", "####"),
}


def stamp(draw: Any, x: int, y: int, rows: tuple[str, ...], ink: int = 1) -> int:
    """Draw a sign with its top left corner there; returns where the next one can begin."""
    draw.point(
        [(x + right, y + down) for down, row in enumerate(rows) for right, dot in enumerate(row) if dot == "#"],
        fill=ink,
    )
    return x + len(rows[0]) + 1


def number(draw: Any, x: int, y: int, text: str, ink: int = 1) -> int:
    """Write a number; returns where the next sign can begin."""
    for digit in text:
        x = stamp(draw, x, y, DIGITS[digit], ink)
    return x
