"""KiCad's own text form, nested lists in brackets: written and read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias
from uuid import NAMESPACE_URL, uuid5

Tree: TypeAlias = "str | float | int | Sequence[Tree]"
TOKEN = re.compile(r'\(|\)|"(?:[^"\\]|\\.)*"|[^\s()"]+')


class Text(str):
    """A text in quotes, as opposed to a word of the language."""

    __slots__ = ()


def make_uuid(*names: object) -> Text:
    """Return a UUID derived from names: the same at every run, so that generated files don't change."""
    return Text(uuid5(NAMESPACE_URL, "/".join(("arkside", *map(str, names)))))


def number(value: float) -> str:
    """Millimetres without noise."""
    return f"{value:.4f}".rstrip("0").rstrip(".") if value else "0"


def write(tree: Tree, depth: int = 0) -> str:
    """The tree as text; short lists stay on one line."""
    if isinstance(tree, Text):
        return '"' + tree.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(tree, str):
        return tree
    if isinstance(tree, int | float):
        return number(tree)
    words = [write(each, depth + 1) for each in tree]
    line = "(" + " ".join(words) + ")"
    if len(line) <= 110 and "\n" not in line:
        return line
    return "(" + ("\n" + "\t" * (depth + 1)).join(words) + "\n" + "\t" * depth + ")"


def read(text: str) -> list[Tree]:
    """The tree that a text describes."""
    stack: list[list[Tree]] = [[]]
    for token in TOKEN.findall(text):
        if token == "(":  # noqa: S105  (a bracket, not a password)
            stack.append([])
        elif token == ")":  # noqa: S105
            done = stack.pop()
            stack[-1].append(done)
        elif token.startswith('"'):
            stack[-1].append(Text(re.sub(r"\\(.)", r"\1", token[1:-1])))
        else:
            stack[-1].append(token)
    top = stack[0][0]
    if not isinstance(top, list):
        raise TypeError("a file of KiCad is one list")
    return top


def every(tree: Tree, head: str) -> list[Sequence[Tree]]:
    """The lists right below that begin with this word."""
    return (
        [each for each in tree if isinstance(each, list) and each and each[0] == head] if isinstance(tree, list) else []
    )


def value(tree: Tree, head: str) -> str:
    """The word or text that follows a name right below."""
    return str(every(tree, head)[0][1])
