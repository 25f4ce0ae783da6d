"""Small mistakes put into a source file, one at a time: what a tired programmer could have written instead."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

COMPARED = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
RECKONED = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Div: "*", ast.Mod: "*",
            ast.BitAnd: "|", ast.BitOr: "&", ast.LShift: ">>", ast.RShift: "<<"}  # fmt: skip
OUTSIDE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assert, ast.JoinedStr, ast.Raise)
SILENT = {"log", "logging", "warnings"}
"""What is said to a log changes nothing that a test should hold."""


class Mutant(NamedTuple):
    """One mistake: where, what stood there and what stands there now."""

    file: str
    line: int
    old: str
    new: str
    start: int
    end: int

    def source(self, text: str) -> str:
        """The file with the mistake in it."""
        data = text.encode()
        return (data[: self.start] + self.new.encode() + data[self.end :]).decode()

    def __str__(self) -> str:
        old, new = (" ".join(part.split()) for part in (self.old, self.new))
        return f"{self.file}:{self.line}: `{old[:70]}` -> `{new[:70]}`"


def mutants_of(file: str, root: Path) -> list[Mutant]:
    """Every mistake that this file could hold."""
    text = (root / file).read_text(encoding="utf-8")
    return list(_Mutator(file, text).all())


def read_hand_made(file: Path, root: Path) -> dict[str, list[Mutant]]:
    """Return the mistakes that somebody wrote down, by group. Each must fit exactly one place."""
    groups: dict[str, list[dict[str, str]]] = tomllib.loads(file.read_text(encoding="utf-8"))
    return {name: [_find_hand_made(entry, root) for entry in entries] for name, entries in groups.items()}


def _find_hand_made(entry: dict[str, str], root: Path) -> Mutant:
    data, old = (root / entry["file"]).read_bytes(), entry["old"].encode()
    if data.count(old) != 1:
        raise ValueError(f"{entry['file']}: {entry['what']}: {data.count(old)} places have {entry['old']!r}")
    start = data.index(old)
    line = data.count(b"\n", 0, start) + 1
    return Mutant(entry["file"], line, entry["old"], entry["new"], start, start + len(old))


class _Mutator:
    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.data = text.encode()
        self.tree = ast.parse(text)
        lines = self.data.splitlines(keepends=True)
        self.starts = [0]
        for line in lines:
            self.starts.append(self.starts[-1] + len(line))
        self.excused = {
            n for n, line in enumerate(lines, 1) if b"pragma: no cover" in line or b"pragma: no mutant" in line
        }

    def all(self) -> Iterator[Mutant]:
        for body in _functions(self.tree):
            for node in _inside(body):
                if getattr(node, "lineno", 0) not in self.excused:
                    yield from self._of(node)

    def _of(self, node: ast.AST) -> Iterator[Mutant]:
        if isinstance(node, ast.Compare):
            yield from self._compared(node)
        elif isinstance(node, ast.BinOp) and type(node.op) in RECKONED and not _is_text(node):
            yield self._between(node, node.left, node.right, RECKONED[type(node.op)])
        elif isinstance(node, ast.BoolOp):
            other = "or" if isinstance(node.op, ast.And) else "and"
            yield self._between(node, node.values[0], node.values[1], other)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield self._instead(node, f"({self._text(node.operand)})")
        elif isinstance(node, ast.If | ast.While | ast.IfExp):
            yield self._instead(node.test, f"(not ({self._text(node.test)}))")
        elif isinstance(node, ast.Constant) and type(node.value) in (int, float, bool):
            yield self._instead(node, str(not node.value if isinstance(node.value, bool) else node.value + 1))
        elif isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
            yield self._instead(node.value, "None")
        elif isinstance(node, ast.AugAssign) or _does(node):
            yield self._instead(node, "pass")
        elif isinstance(node, ast.Break | ast.Continue):
            yield self._instead(node, "continue" if isinstance(node, ast.Break) else "break")

    def _compared(self, node: ast.Compare) -> Iterator[Mutant]:
        parts = [node.left, *node.comparators]
        for at, op in enumerate(node.ops):
            yield self._between(node, parts[at], parts[at + 1], COMPARED[type(op)])

    def _between(self, node: ast.expr, left: ast.expr, right: ast.expr, word: str) -> Mutant:
        """Another sign between two operands, which keep their brackets."""
        gap = self.data[self._end(left) : self._start(right)].decode()
        closing, opening = gap[: gap.rfind(")") + 1], gap[gap.find("(") if "(" in gap else len(gap) :]
        new = f"{closing} {word} {opening}"
        return self._mutant(node, self._end(left), self._start(right), new)

    def _instead(self, node: ast.stmt | ast.expr, new: str) -> Mutant:
        return self._mutant(node, self._start(node), self._end(node), new)

    def _mutant(self, node: ast.stmt | ast.expr, start: int, end: int, new: str) -> Mutant:
        around = self._text(node)
        shown = around[: start - self._start(node)] + new + around[end - self._start(node) :]
        return Mutant(self.file, node.lineno, around, shown, self._start(node), self._end(node))

    def _text(self, node: ast.stmt | ast.expr) -> str:
        return self.data[self._start(node) : self._end(node)].decode()

    def _start(self, node: ast.stmt | ast.expr) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.stmt | ast.expr) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset


def _functions(tree: ast.Module) -> Iterator[ast.stmt]:
    """Every statement, but for annotations and what classes and modules only name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name not in ("__repr__", "__str__"):
            yield from node.body
        elif isinstance(node, ast.Module | ast.ClassDef):
            yield from (one for one in node.body if isinstance(one, ast.Assign) and isinstance(one.value, ast.Constant))


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """A statement and what is in it, without functions inside, annotations, messages and asserts, `strict` zips too."""
    if isinstance(node, OUTSIDE) or _is_kind(node) or (isinstance(node, ast.keyword) and node.arg == "strict"):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns"):
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, ast.AST):
                    yield from _inside(one)


def _does(node: ast.AST) -> bool:
    """A call for what it does."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and not _is_log(node.value)


def _is_kind(node: ast.AST) -> bool:
    """A question for the type of something: a wrong one is an error at once, which proves nothing."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance"


def _is_text(node: ast.BinOp) -> bool:
    return any(isinstance(one, ast.JoinedStr) or (isinstance(one, ast.Constant) and isinstance(one.value, str))
               for one in (node.left, node.right))  # fmt: skip


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_log(call: ast.Call) -> bool:
    root: ast.expr = call.func
    while isinstance(root, ast.Attribute):
        root = root.value
    return isinstance(root, ast.Name) and root.id in SILENT
