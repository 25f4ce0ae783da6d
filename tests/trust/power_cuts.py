"""The power fails at every write of a whole match of each game, and the journal is opened again each time.

    python -m tests.trust.power_cuts --json [--all]

A promise is an answer, an undo or a redo whose next question was shown. After the cut the journal must open, hold every
promise (at most the one step more that was under way), ask the same question, and take the next answer. Without --all
only some places are tried.
"""

import argparse
import json
import random
import sys
from collections import Counter
from multiprocessing import Pool
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.core.errors import ArksideError
from companion.core.game import Setup
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.registry import find_game, list_game_ids
from companion.core.session import Session
from companion.core.sessions import Sessions
from tests.laws import NAMES
from tests.trust.disk import Cut, Image, Op, Recorder, cuts, lay_out

IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
LEAVE = 60
"""After so many steps people leave the table and come back."""
SAMPLED = 40
"""Without --all the power fails at one write in so many."""


class Step(NamedTuple):
    """What had been promised: the answers that hold, the question then, and whether the match was over."""

    answers: tuple[str, ...]
    question: str
    over: bool


class Played(NamedTuple):
    """One match as the disk saw it; step 0 is before there was a match."""

    game: str
    setup: Setup
    ops: list[Op]
    before: Image
    steps: list[Step | None]


def step_of(match: Match) -> Step:
    """Where a match stands."""
    return Step(tuple(match.answers), repr(match.question), match.outcome is not None)


def play_recorded_match(game: str, folder: Path, seed: int = 3) -> Played:
    """A whole match with undo and redo, left now and then and taken up again, on a disk that is watched."""
    rng = random.Random(seed)
    recorder, steps = Recorder(folder), list[Step | None]([None])
    one = find_game(game)
    setup = one.set_up(NAMES[: one.players[0] + 1], {}, seed)
    with recorder.watching(), Journal(folder) as journal:
        sessions = Sessions(journal)
        session = sessions.start(one, setup)
        while True:
            recorder.done()
            steps.append(step_of(session.match))
            if session.question is None:
                break
            if len(steps) % LEAVE == 0:
                session.close()
                session = sessions.open(session.number)
            move(session, rng)
        session.close()
    return Played(game, setup, recorder.ops, {}, steps)


def move(session: Session, rng: random.Random) -> None:
    """Mostly an answer; now and then somebody takes one back, or lets it hold again."""
    chance = rng.random()
    if chance < 0.05 and session.match.answers:
        session.undo(session.n)
    elif chance < 0.3 and session.match.can_redo:
        session.redo(session.n)
    else:
        assert session.question is not None
        session.answer(session.n, rng.choice(session.question.choices))


class Verdict(NamedTuple):
    """What became of the journal: unreadable and lost say why, and are empty if all is well."""

    unreadable: str = ""
    lost: str = ""


def reopen_after_cut(match: Played, cut: Cut, folder: Path) -> Verdict:
    """Lay the disk out as the cut left it, open the journal, and look whether every promise was kept."""
    lay_out(cut.image, folder)
    try:
        with Journal(folder) as journal:
            return look(match, cut, journal)
    except ArksideError as why:
        return Verdict(unreadable=str(why))


def look(match: Played, cut: Cut, journal: Journal) -> Verdict:
    """Whether the match is where it was promised to be, at most one step further, and goes on from there."""
    allowed = match.steps[cut.promised : cut.promised + 2]
    number = journal.find_unfinished() or journal.run_query("SELECT max(number) FROM matches")[0][0]
    if number is None:
        return Verdict(lost="" if None in allowed else "the match is gone")
    with Sessions(journal).open(number) as session:
        found = step_of(session.match)
        if found not in allowed:
            return Verdict(
                lost=f"{len(found.answers)} answers where step {cut.promised} was promised: {found.question}"
            )
        if session.question is not None:
            session.answer(session.n, session.question.choices[0])
    return Verdict()


def try_cuts(match: Played, folder: Path, every: int) -> Counter[str]:
    """Try the cuts of one match; what two cuts leave alike is opened once."""
    count: Counter[str] = Counter()
    known: dict[tuple[int, int], Verdict] = {}
    for cut in cuts(match.ops, match.before, every=every):
        looks = (cut.promised, hash(frozenset(cut.image.items())))
        if looks not in known:
            known[looks] = reopen_after_cut(match, cut, folder)
        verdict = known[looks]
        count.update(tried=1, unreadable=bool(verdict.unreadable), lost=bool(verdict.lost))
        if verdict != Verdict():
            sys.stderr.write(f"{match.game}: cut at {cut.n}, the disk {cut.way}: {verdict}\n")
    count["writes"] = sum(op.kind != "done" for op in match.ops)
    count["answers"] = len(match.steps) - 1
    return count


def tried_game(game: str, every: int) -> Counter[str]:
    """Play a match of this game and try its cuts."""
    with TemporaryDirectory(dir=IN_MEMORY) as first, TemporaryDirectory(dir=IN_MEMORY) as then:
        return try_cuts(play_recorded_match(game, Path(first)), Path(then), every)


def figures(every: int) -> dict[str, dict[str, int]]:
    """All games."""
    with Pool(2) as pool:
        found = dict(
            zip(list_game_ids(), pool.starmap(tried_game, [(game, every) for game in list_game_ids()]), strict=True)
        )
    whole = sum(found.values(), Counter[str]())
    return {"power_cuts": {name: whole[name] for name in ("tried", "unreadable", "lost", "writes", "answers")}}


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object (it does in any case)")
    parser.add_argument("--all", action="store_true", help="at every write, which takes minutes")
    found = figures(1 if parser.parse_args().all else SAMPLED)
    print(json.dumps(found))
    return 1 if found["power_cuts"]["unreadable"] or found["power_cuts"]["lost"] else 0


if __name__ == "__main__":
    sys.exit(main())
