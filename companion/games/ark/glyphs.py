"""Signs for the small screen: digits in two sizes, and pictures that need no language."""

from collections.abc import Mapping
from typing import Any

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
    "-": ("...", "...", ".#.", "...", "..."),
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
    "circle": (".###.", "#####", "#####", "#####", ".###."),
    "square": ("#####", "#####", "#####", "#####", "#####"),
    "triangle": ("..#..", "..#..", ".###.", ".###.", "#####"),
    "diamond": ("..#..", ".###.", "#####", ".###.", "..#.."),
    "star": ("..#..", "..#..", "#####", ".###.", "#...#"),
}
"""Five pixels high: what scores, the climates, and the marks of the seats."""

CLIMATES = {
    "hot": ("..###..", ".#####.", "#######", "#######", "#######", ".#####.", "..###.."),
    "cold": ("...#...", "#..#..#", ".#.#.#.", "..###..", ".#.#.#.", "#..#..#", "...#..."),
}
"""Full and empty, so that they differ from afar: the sun and a snowflake."""

CARDS = {
    "card": ("####", "####", "####"),
    "hunter": ("#..#", "####", ".##."),
    "place": ("....", "....", "####"),
}
NARROW_CARDS = {
    "card": ("###", "###", "###"),
    "hunter": ("#.#", "###", ".#."),
    "place": ("...", "...", "###"),
}
"""What lies in a cabin; a hunter pricks its ears."""

DROPS = {"fallen": (".#.", "###", "###", ".#."), "waiting": ("...", "...", "...", ".#.")}
"""A rain card that was drawn, and one that still lies in the supply."""

TALL = {
    "0": (".##.", "#..#", "#..#", "#..#", "#..#", "#..#", ".##."),
    "1": (".#", "##", ".#", ".#", ".#", ".#", ".#"),
    "2": (".##.", "#..#", "...#", "..#.", ".#..", "#...", "####"),
    "3": ("###.", "...#", "...#", ".##.", "...#", "...#", "###."),
    "4": ("#..#", "#..#", "#..#", "####", "...#", "...#", "...#"),
    "5": ("####", "#...", "###.", "...#", "...#", "#..#", ".##."),
    "6": (".##.", "#...", "#...", "###.", "#..#", "#..#", ".##."),
    "7": ("####", "...#", "...#", "..#.", "..#.", ".#..", ".#.."),
    "8": (".##.", "#..#", "#..#", ".##.", "#..#", "#..#", ".##."),
    "9": (".##.", "#..#", "#..#", ".###", "...#", "...#", ".##."),
    ".": (".", ".", ".", ".", ".", ".", "#"),
    "-": ("....", "....", "....", ".##.", "....", "....", "...."),
}
"""Digits of seven pixels' height, to be read across the table."""


def stamp(draw: Any, x: int, y: int, rows: tuple[str, ...], ink: int = 1) -> int:
    """Draw a sign with its top left corner there; returns where the next one can begin."""
    draw.point(
        [(x + right, y + down) for down, row in enumerate(rows) for right, dot in enumerate(row) if dot == "#"],
        fill=ink,
    )
    return x + len(rows[0]) + 1


def number(draw: Any, x: int, y: int, text: str, ink: int = 1, digits: Mapping[str, tuple[str, ...]] = DIGITS) -> int:
    """Write a number; returns where the next sign can begin."""
    for digit in text:
        x = stamp(draw, x, y, digits[digit], ink)
    return x


def width(text: str, digits: Mapping[str, tuple[str, ...]] = DIGITS) -> int:
    """How many pixels a number takes."""
    return sum(len(digits[digit][0]) + 1 for digit in text) - 1
