"""Scenarios as text: a script moves the simulated hands in virtual time and writes what the screens show.

One command a line, `#` begins a comment:

    turn -2              turn the dial, clockwise if positive
    push                 push the dial
    tap paddle-0         press and let go: paddle-0 to paddle-4, dome, back; several at once if several are named
    press paddle-0       press it and stay on it
    release paddle-0     let it go
    ready                let everybody tap who races, or push where that begins a race
    now                  let the countdown of a race pass, until NOW!
    pick New match       turn to the row with these words and push
    type Anna            type on a keyboard, such as that of a phone, and be done
    look                 hand over what is for one pair of eyes
    answer cat-f         answer the question of the game with this choice
    wait 2.5             let seconds pass
    frame seats          write a picture of both screens, named seats
    break lights         break a part; a second word says how: unplugged, bus, dead, stuck, flickering
    mend lights          mend it
    inputs round 1       tell what the hands did since the last such line, under these words
"""

from collections.abc import Callable
from pathlib import Path
from typing import get_args

from companion.core.errors import N_, ArksideError
from companion.device.rehearsal import Rehearsal
from drivers.silicon.board import Breakage

SCALE = 4
TAPPED = ("paddle-0", "paddle-1", "paddle-2", "paddle-3", "paddle-4", "dome", "back")


class ScriptError(ArksideError, ValueError):
    """A script says something that cannot be done."""

    code = "bad-script"


class Script:
    """A scenario; `play` runs it and returns the files it wrote."""

    def __init__(self, text: str, name: str = "script") -> None:
        self.name = name
        self.lines = [
            (number, *line.partition("#")[0].strip().partition(" "))
            for number, line in enumerate(text.splitlines(), 1)
            if line.partition("#")[0].strip()
        ]

    def play(self, rehearsal: Rehearsal, frames: Path, tell: Callable[[str], object] = str) -> list[Path]:
        """Run every line and `tell` what it counts; an error names its line."""
        written: list[Path] = []
        counted = (rehearsal.pushes, rehearsal.clicks)

        def inputs(what: str) -> None:
            nonlocal counted
            before, counted = counted, (rehearsal.pushes, rehearsal.clicks)
            done = {"pushes": counted[0] - before[0], "clicks": counted[1] - before[1]}
            tell(rehearsal.context.say("{what}: {pushes} pushes and {clicks} clicks of the dial", what=what, **done))

        def frame(name: str) -> None:
            frames.mkdir(parents=True, exist_ok=True)
            file = frames / f"{len(written) + 1:03}-{name or 'frame'}.png"
            rehearsal.picture(SCALE).save(file)
            written.append(file)

        does: dict[str, Callable[[str], None]] = {
            "turn": lambda word: rehearsal.turn(int(word)),
            "push": lambda word: rehearsal.push(),
            "tap": lambda words: rehearsal.tap(*(known(word, TAPPED) for word in words.split() or [""])),
            "press": lambda word: rehearsal.board.press(known(word, TAPPED)),
            "release": lambda word: rehearsal.board.release(known(word, TAPPED)),
            "ready": lambda word: rehearsal.ready(),
            "now": lambda word: rehearsal.wait_for_now(),
            "pick": rehearsal.pick,
            "answer": rehearsal.answer,
            "type": lambda words: rehearsal.type(f"{words}\n"),
            "look": lambda word: rehearsal.look(),
            "wait": lambda word: rehearsal.wait(float(word)),
            "frame": frame,
            "break": lambda words: break_part(rehearsal, *words.split()),
            "inputs": inputs,
            "mend": lambda word: rehearsal.board.mend_part(breakable(rehearsal, word)),
        }
        for number, command, _, words in self.lines:
            try:
                does[known(command, tuple(does))](words.strip())
            except (ArksideError, ValueError, TypeError) as why:
                raise ScriptError(N_("{file}, line {number}: {why}"), file=self.name, number=number, why=why) from None
        return written


def known(word: str, words: tuple[str, ...]) -> str:
    """The word, if it is one of those known."""
    if word not in words:
        raise ScriptError(N_("Unknown word {word!r}. Use one of: {known}"), word=word, known=", ".join(words))
    return word


def breakable(rehearsal: Rehearsal, part: str) -> str:
    """A part of the panel by its name."""
    return known(part, tuple(one.name for one in rehearsal.panel.parts()))


def break_part(rehearsal: Rehearsal, part: str, how: str = "") -> None:
    """Break a part; a screen and the lights come off, a pin dies, unless the script says how."""
    usual = "unplugged" if part == "lights" or part in rehearsal.board.screens else "dead"
    ways: tuple[Breakage, ...] = get_args(Breakage)
    way = next(one for one in ways if one == known(how or usual, ways))
    rehearsal.board.break_part(breakable(rehearsal, part), way)
