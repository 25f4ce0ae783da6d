"""Signs for the small screen: pictures that need no language."""

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
"""What lies in a cabin; a hunter pricks its ears."""

DROPS = {"fallen": (".#.", "###", "###", ".#."), "waiting": ("...", "...", "...", ".#.")}
"""A rain card that was drawn, and one that still lies in the supply."""


def stamp(draw: Any, x: int, y: int, rows: tuple[str, ...], ink: int = 1) -> int:
    """Draw a sign with its top left corner there; returns where the next one can begin."""
    draw.point(
        [(x + right, y + down) for down, row in enumerate(rows) for right, dot in enumerate(row) if dot == "#"],
        fill=ink,
    )
    return x + len(rows[0]) + 1
