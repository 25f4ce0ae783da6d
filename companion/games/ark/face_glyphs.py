"""Pixel signs for the small screen."""

from typing import Any

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
"""Signs five pixels high: scoring cards, climates and seats."""

CLIMATES = {
    "hot": ("..###..", ".#####.", "#######", "#######", "#######", ".#####.", "..###.."),
    "cold": ("...#...", "#..#..#", ".#.#.#.", "..###..", ".#.#.#.", "#..#..#", "...#..."),
}
"""Sun and snowflake, one solid and one open, so that they differ from afar."""

CARDS = {
    "card": ("####", "####", "####"),
    "hunter": ("#..#", "####", ".##."),
    "place": ("....", "....", "####"),
}
"""Cards in a cabin; a hunter has ears."""

DROPS = {"fallen": (".#.", "###", "###", ".#."), "waiting": ("...", "...", "...", ".#.")}
"""Rain cards that were drawn, and those still in the supply."""


def stamp(draw: Any, x: int, y: int, rows: tuple[str, ...], ink: int = 1) -> int:
    """Draw a sign at its top left corner; return the x of the next one."""
    draw.point(
        [(x + right, y + down) for down, row in enumerate(rows) for right, dot in enumerate(row) if dot == "#"],
        fill=ink,
    )
    return x + len(rows[0]) + 1
