"""Hundreds of clumsy and hostile calls of the command line: none may end in a traceback, each says one clear line.

    python -m tests.trust.cli_calls --json [--all]

Most calls run in a fork of this process, in which everything is loaded already; those about the process itself (its
locale, its output, its home) run as processes of their own. Without --all one call in twelve is made.
"""

import argparse
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from companion.cli import COMMANDS, main
from tests.trust import hostile

SAMPLED = 12
PATIENCE = 30.0
"""Seconds after which a call that does not end is told to; only the device may need that."""
TRACES = (b"Traceback (most recent call last)", b"Exception ignored", b"went wrong inside", b"Fatal Python error")
TRICKS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Call(NamedTuple):
    """One call: its words, what lies in its data folder, and what is strange around it."""

    words: tuple[str, ...]
    data: str | None = "fresh"
    env: Mapping[str, str | None] = {}
    out: str = "pipe"
    alone: bool = False
    """Whether it runs as a process of its own."""
    typed: bytes = b""
    seconds: float = PATIENCE

    def __str__(self) -> str:
        words = " ".join(word if len(word) < 50 else f"{word[:20]}…" for word in self.words)
        return f"arkside {words!r} on {self.data} {dict(self.env)} {self.out if self.out != 'pipe' else ''}".strip()


class Ended(NamedTuple):
    """How a call ended: -1 if it had to be told to."""

    code: int
    out: bytes
    err: bytes


def calls(folder: Path) -> Iterator[Call]:
    """All of them."""
    yield from asked_wrongly()
    yield from with_odd_arguments()
    yield from on_odd_data(folder)
    yield from in_odd_places()


def asked_wrongly() -> Iterator[Call]:
    """Words that no command knows, at each of them."""
    for command in COMMANDS:
        for words in (
            ["--help"], ["--nonsense"], ["--lang", "xx"], ["--lang"], ["--data"], ["--lang", "fr", "--help"],
            ["-1"], ["--json=yes"], ["\x1b[2J"], ["\udcff"], ["--", "--"], ["a", "b", "c", "d"],
        ):  # fmt: skip
            if words == ["-1"] and command == "run":
                continue
            yield Call((command, *words))
    for words in ([], ["--version"], ["nonsense"], ["--nonsense", "x"], ["\u202e"], ["play" * 4000], ["--lang=xx"]):
        if words:
            yield Call(tuple(words))


NUMBERS = (
    "0",
    "-1",
    "9" * 30,
    "9" * 5000,
    "1e9",
    "nan",
    "inf",
    "½",
    "٣",
    "１",
    "0x10",
    "",
    " ",
    "1 ",
    "None",
    "\x1b[2J",
    "\udc80",
)
NAMES = (
    "", ",", "A", "A,A", "A,B,C,D,E,F,G", "a" * 10_000, "Anna,\x1b[2J", "Anna,\u202eneB", f"Anna,{hostile.ZALGO}",
    "[/red],[bold]", "bot:", "bot:greedy", "bot:skynet,Ben", "Anna,bot::", "\udcff,Ben", "\0,Ben", "Anna,Ben\n", "شيرين,👨‍👩‍👧",
)  # fmt: skip
PATHS = (
    "", ".", "~nosuchuser/x", "/dev/null/x", "x" * 5000, "full", "null", "/proc/self/mem", "missing/x",
    "a\nb", "\x1b[2J", "\udcff", "/dev/stdout/x", "loop", "a/" * 3000,
)  # fmt: skip
"""Every file that could be made lies in the folder of the bench; `full` and `null` lead to those devices from there."""


def with_odd_arguments() -> Iterator[Call]:
    """Numbers, names, files and folders that cannot be."""
    for number in NUMBERS:
        for words in (
            ("replay", number), ("export", number), ("play", "--resume", number), ("play", "noah", "--seed", number),
            ("simulate", "noah", "--workers", "1", "--games", number if number != "9" * 30 else "2", "--players", number),
            ("bench", "press", "--size", number if number != "9" * 30 else "x"), ("tournament", "noah", "--players", number, "--games", "2"),
        ):  # fmt: skip
            yield Call(words, "played")
    for names in NAMES:
        yield Call(("play", "noah", "--players", names), "fresh")
        yield Call(("simulate", "noah", "--workers", "1", "--games", "2", "--bots", names))
    for path in PATHS:
        for words in (
            ("history", "--data", path), ("boxes", "--data", path), ("import", path), ("export", "1", "--to", path),
            ("backup", "--to", path), ("restore", path), ("diagnostics", "--to", path), ("run", "--script", path or "x"),
            ("selftest", "--emulate", "--wiring", path), ("simulate", "noah", "--workers", "1", "--games", "2", "--out", path),
            ("update", path or "x"), ("pod", "show", "--port", path), ("simulate", "noah", "--workers", "1", "--games", "2", "--report", path),
        ):  # fmt: skip
            yield Call(words, "played")
    for option in ("", "=", "x", "length", "length=", "length=\x1b", "=short", "length=short=long", "\udcff=1"):
        yield Call(("simulate", "noah", "--workers", "1", "--games", "2", "--option", option))
        yield Call(("boxes", "noah", "--option", option))
    for game in ("chess", "", "NOAH", "noah ", "../noah", "\x1b[2J", "\udcff", "n" * 9999):
        for command in ("play", "simulate", "tournament", "boxes"):
            yield Call((command, game))
    for share in ("0", "-1", "2", "nan", "x"):
        yield Call(("simulate", "noah", "--workers", "1", "--games", "2", "--until", share))


def on_odd_data(folder: Path) -> Iterator[Call]:
    """Everything that reads, on data that cannot be."""
    for name in hostile.ODD_ROWS:
        for words in (("history",), ("history", "--json"), ("history", "--stats"), ("replay", "1"), ("replay", "3"),
                      ("export", "1"), ("play", "--resume", "3"), ("diagnostics",)):  # fmt: skip
            yield Call(words, f"row: {name}", typed=b"?\nundo\nquit\n")
    for name in (*hostile.SETTINGS, *hostile.BYTES):
        for words in (("history",), ("boxes",), ("diagnostics",)):
            yield Call(words, f"settings: {name}")
    for name in (*hostile.SETTINGS, *hostile.BYTES, *hostile.BOXES):
        for words in (("boxes", "noah"), ("boxes", "teach", "noah"), ("play", "noah", "--players", "A,B")):
            yield Call(words, f"box: {name}")
    for name in (*hostile.SETTINGS, *hostile.BYTES, *hostile.WIRINGS):
        yield Call(("selftest", "--emulate"), f"wiring: {name}")
    for name in sorted(file.name for file in (folder / "forged").iterdir()):
        yield Call(("import", str(folder / "forged" / name)), "fresh")


def in_odd_places() -> Iterator[Call]:
    """Outputs that are closed or full, locales that know no letters, no home."""
    reading = (("history",), ("boxes", "ark"), ("--help",), ("replay", "1"), ("history", "--stats"))
    for words in reading:
        for out in ("full", "closed", "both closed", "head"):
            yield Call(words, "played", out=out, alone=True)
        for env in (
            {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
            {"LANG": "fr_FR.ISO-8859-1", "PYTHONIOENCODING": "latin-1"}, {"PYTHONIOENCODING": "ascii", "LANG": "fr"},
            {"HOME": None, "XDG_DATA_HOME": None}, {"COLUMNS": "1", "TERM": "dumb"}, {"COLUMNS": "-5"},
            {"LANGUAGE": "\x1b[2J", "LANG": "xx"}, {"COLUMNS": "99999999999999999999"},
        ):  # fmt: skip
            yield Call(words, None if "HOME" in env else "played", env, alone=True)
    yield Call(("history",), None, {"HOME": "/dev/null/nobody", "XDG_DATA_HOME": None, "USER": None}, alone=True)
    yield Call(("history",), None, {"HOME": "", "XDG_DATA_HOME": ""}, alone=True)
    yield Call(("history",), None, {"ARKSIDE_DATA": "~nosuchuser"}, alone=True)
    yield Call(("engine",), typed=b'\xff\n{\n[]\n{"do":"new"}\n' + b"[" * 9000 + b"\n", alone=True)
    yield Call(("engine",), out="closed", alone=True)
    yield Call(("play", "noah", "--players", "A,B"), typed=b"\xff\xfe\n\x1b[A\n" + b"9" * 5000 + b"\n", alone=True)
    yield Call(("run", "--emulate", "--headless"), "row: seats are no JSON", alone=True, seconds=4)
    yield Call(("run", "--emulate", "--port", "99999"), alone=True)
    yield Call(("run", "--emulate", "--port", "-1"), alone=True)


def prepare_folders(folder: Path) -> None:
    """All data folders and forged files that calls ask for."""
    good = folder / "played"
    hostile.play_matches(good)
    for name, sql in hostile.ODD_ROWS.items():
        hostile.odd(folder / f"row: {name}", good, sql)
    texts: dict[str, bytes] = {name: text.encode() for name, text in hostile.SETTINGS.items()} | hostile.BYTES
    for kind, file, own in (
        ("settings", "settings.toml", {}), ("box", "boxes/noah.toml", hostile.BOXES), ("wiring", "wiring.toml", hostile.WIRINGS),
    ):  # fmt: skip
        for name, text in (texts | {key: value.encode() for key, value in own.items()}).items():
            target = folder / f"{kind}: {name}" / file
            target.parent.mkdir(parents=True)
            target.write_bytes(text)
    (folder / "forged").mkdir()
    for name, text in hostile.forge_exports(good).items():
        (folder / "forged" / f"{name}.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    (folder / "loop").symlink_to(folder / "loop")
    for device in ("full", "null"):
        (folder / device).symlink_to(f"/dev/{device}")


def environment(call: Call, folder: Path, fresh: Path) -> dict[str, str]:
    """What a call finds around it."""
    env = {key: value for key, value in os.environ.items() if not key.startswith(("ARKSIDE", "LC_", "LANG"))}
    env |= {"LANG": "C.UTF-8", "TERM": "dumb", "HOME": str(folder)}
    if call.data is not None:
        env["ARKSIDE_DATA"] = str(fresh if call.data == "fresh" else folder / call.data)
    for key, value in call.env.items():
        env.pop(key, None)
        if value is not None:
            env[key] = value
    return env


def make_call(call: Call, folder: Path) -> Ended:
    """Make the call."""
    with TemporaryDirectory(dir=folder) as fresh:
        env = environment(call, folder, Path(fresh) / "data")
        return in_process(call, env, folder) if call.alone else in_fork(call, env, folder)


def in_process(call: Call, env: dict[str, str], folder: Path) -> Ended:
    """As a process of its own, by way of a shell where its output is to be strange."""
    redirected = {
        "pipe": "", "full": " >/dev/full", "closed": " >&-", "both closed": " >&- 2>&-", "head": " | head -c 1",
    }[call.out]  # fmt: skip
    program = ["sh", "-c", f'exec "$0" "$@"{redirected}' if "|" not in redirected else f'"$0" "$@"{redirected}']
    process = subprocess.Popen(
        [*program, sys.executable, "-m", "companion", *call.words], env=env, cwd=folder,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        out, err = process.communicate(call.typed, timeout=call.seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGTERM)
        try:
            out, err = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            return Ended(-1, out, err)
        return Ended(0 if call.words[0] == "run" else -1, out, err)
    return Ended(process.returncode, out, err)


def in_fork(call: Call, env: dict[str, str], folder: Path) -> Ended:
    """In a fork of this process, in which everything is loaded."""
    files = [folder / f".{name}" for name in ("in", "out", "err")]
    files[0].write_bytes(call.typed)
    child = os.fork()
    if child == 0:
        try:
            os._exit(_child(call, env, folder, files))
        finally:
            os._exit(1)  # whatever went wrong: otherwise two processes would go on as this one
    code = _wait(child, call.seconds)
    return Ended(code, files[1].read_bytes(), files[2].read_bytes())


def _wait(child: int, seconds: float) -> int:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return -1


def _child(call: Call, env: dict[str, str], folder: Path, files: list[Path]) -> int:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    for number, file in enumerate(files):
        os.dup2(os.open(file, (os.O_WRONLY | os.O_CREAT | os.O_TRUNC) if number else os.O_RDONLY), number)
    sys.stdin = io.TextIOWrapper(
        io.BufferedReader(io.FileIO(0, "rb", closefd=False)), encoding="utf-8", errors="surrogateescape"
    )
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "wb", closefd=False)), encoding="utf-8")
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(2, "wb", closefd=False)), encoding="utf-8", errors="backslashreplace"
    )
    code: Any
    try:
        code = main(call.words)
    except SystemExit as left:
        code = left.code or 0
    except BaseException:
        import traceback

        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return code if isinstance(code, int) else 1


def wrong_with(call: Call, ended: Ended) -> str:
    """What a call did that none may do; empty if all is well."""
    said = ended.out + ended.err
    if any(trace in said for trace in TRACES):
        return "tracebacks"
    if ended.code not in (0, 1, 2):
        return "hangs" if ended.code == -1 else "crashes"
    if ended.code and len(ended.err.strip().splitlines()) > 1 and call.out == "pipe":
        return "long_errors"
    return "tricks" if TRICKS.search(said.decode("utf-8", "replace")) else ""


def figures(every: int, only: str = "") -> dict[str, int]:
    """Make the calls and count; what went wrong is told at once."""
    import companion.commands.play
    import companion.lab.simulate  # noqa: F401  (so that no fork has to load them)

    count: Counter[str] = Counter()
    with TemporaryDirectory() as name:
        folder = Path(name)
        prepare_folders(folder)
        for n, call in enumerate(calls(folder)):
            if n % every or only not in str(call):
                continue
            ended = make_call(call, folder)
            wrong = wrong_with(call, ended)
            count["cli_calls"] += 1
            if wrong:
                count[wrong] += 1
                last = (ended.err.strip() or ended.out.strip() or b"-").splitlines()[-1].decode(errors="replace")
                sys.stderr.write(f"{wrong}: {call} -> {ended.code}: {last[:160]!r}\n")
    return {name: count[name] for name in ("cli_calls", "tracebacks", "crashes", "hangs", "long_errors", "tricks")}


def run() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object (it does in any case)")
    parser.add_argument("--all", action="store_true", help="every call")
    parser.add_argument("--only", default="", help="only those of all calls in which this can be found")
    args = parser.parse_args()
    found = figures(1 if args.all or args.only else SAMPLED, args.only)
    print(json.dumps(found))
    return 1 if sum(found.values()) > found["cli_calls"] else 0


if __name__ == "__main__":
    sys.exit(run())
