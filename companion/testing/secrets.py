"""The law of secrets: nothing a viewer gets differs between two worlds that this viewer cannot tell apart.

Two kinds of worlds are compared. In *redealt* worlds the cards that a viewer can't see are dealt again. In *other
answers* a player makes another secret choice. Everything a client could show this viewer must stay the same.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.core.bots import make_random_bot
from companion.core.game import Game, Setup
from companion.core.match import Match
from companion.core.question import TABLE, Question
from companion.core.session import SPECTATOR, MoveResult, Session
from companion.testing.shown import describe_everything, describe_move, describe_odds

STEPS_BEFORE_PLAYED = 3
"""Answers after which a card chosen to be played is on the table."""

STEPS_AFTER_SECRET = 6
"""Answers for which the two worlds are followed after a secret choice: a leak may show only some questions later."""


def check_secrets(game: Game, setup: Setup, seed: int, share: float = 0.1, language: str = "en") -> int:
    """Play a random match and check the law of secrets on the way. Return the number of comparisons made.

    Comparing worlds takes long, so only this share of the opportunities is used.
    """
    rng, bot = Random(seed), make_random_bot(Random(seed))
    session = open_session(game, setup, (), language)
    viewers = [SPECTATOR, TABLE, *(seat.index for seat in session.seats)]
    for viewer in viewers:
        describe_everything(session, viewer, language)
    compared = 0
    while (question := session.question) is not None:
        answer = bot(question, session.match.table)
        if rng.random() < share:
            for other in list_secret_alternatives(session, question, answer, rng):
                compared += compare_answers(session, answer, other, viewers, seed, language)
        if setup.deal == "virtual" and rng.random() < share:
            compared += compare_redealt(session, rng.choice(viewers), rng, language)
        session.answer(session.n, answer)
    return compared


def open_session(game: Game, setup: Setup, answers: Sequence[str], language: str) -> Session:
    """Open a match without bots at the question after these answers."""
    session = Session(Match(game, setup, list(answers)), with_bots=False, clock=lambda: 0.0)
    session.get_voice(language)
    return session


def list_differences(first: Session, second: Session, viewer: int, language: str) -> list[str]:
    """Return everything that a viewer is shown differently in two worlds."""
    before, after = (describe_everything(world, viewer, language) for world in (first, second))
    return [f"{part}: {before[part]} / {value}" for part, value in after.items() if before[part] != value]


def list_secret_alternatives(session: Session, question: Question, answer: Any, rng: Random) -> Iterator[Any]:
    """Yield another choice that must look the same to everybody else, if the answer is secret.

    An answer that picks one of the player's hidden cards is secret if the game says so, or if the table shows nothing
    of it to the others.
    """
    held = set(" ".join(session.match.table.secrets(question.seat).values()).split())
    others = [choice for choice in question.choices if choice != answer and str(choice) in held]
    if question.seat == TABLE or str(answer) not in held or not others:
        return
    other = rng.choice(others)
    if session.game.is_secret(question) or stays_face_down(session, answer, other):
        yield other


def stays_face_down(session: Session, answer: Any, other: Any) -> bool:
    """Whether two answers leave a table that looks the same to spectators, also a few answers later.

    A card that is named first and played by the next answer is public from the start.
    """
    setup, answers = session.match.setup, session.match.answers
    worlds = [open_session(session.game, setup, [*answers, str(choice)], "en") for choice in (answer, other)]
    for _ in range(STEPS_BEFORE_PLAYED):
        if not look_alike(worlds):
            return False
        common = find_common_answer(worlds, make_random_bot(Random(1)))
        if common is None:
            return False
        for world in worlds:
            world.answer(world.n, common)
    return look_alike(worlds)


def look_alike(worlds: Sequence[Session]) -> bool:
    """Whether two tables show spectators the same, and the same player is asked the same kind of question."""
    first, second = ((world.facts, world.match.table.view(TABLE), name_question(world)) for world in worlds)
    return first == second


def name_question(session: Session) -> tuple[int, str] | None:
    """Return who is asked and what, without the choices."""
    return None if session.question is None else (session.question.seat, session.question.ask)


def compare_answers(session: Session, answer: Any, other: Any, viewers: Sequence[int], seed: int, language: str) -> int:
    """Give two secret answers in two worlds, follow both, and check that no other viewer can tell them apart."""
    asked = session.question
    assert asked is not None
    game, setup, answers = session.game, session.match.setup, session.match.answers
    worlds = [open_session(game, setup, answers, language) for _ in range(2)]
    where = f"{game.id} {dict(setup.options)} {setup.deal} seed {setup.seed}/{seed}, {asked}: {answer} or {other}"
    unaware = [viewer for viewer in viewers if viewer != asked.seat]
    chosen = list(zip(worlds, (answer, other), strict=True))
    moves = [world.answer(world.n, choice) for world, choice in chosen]
    bot, compared = make_random_bot(Random(seed)), 0
    for step in range(STEPS_AFTER_SECRET):
        # A move that differs is public: everyone sees it happen. So are hands that are scored, and a question that is
        # skipped because only one choice was left.
        if name_question(worlds[0]) != name_question(worlds[1]) or any(
            count_in_sight(world, choice) > count_in_sight(session, choice) for world, choice in chosen
        ):
            break
        if has_to_play(moves[0], answer, other) or has_to_play(moves[1], other, answer):
            break  # the card that was kept is played at once, and a new round may hide where it lies
        if step and (not look_alike(worlds) or any(move.points for move in moves)):
            break
        unaware = [viewer for viewer in unaware if not can_tell_apart(worlds, viewer)]
        for viewer in unaware:
            lines = [describe_move(world, move, viewer, language) for world, move in zip(worlds, moves, strict=True)]
            assert lines[0] == lines[1], f"the log tells seat {viewer} a secret: {lines[0]} / {lines[1]}; {where}"
            wrong = list_differences(worlds[0], worlds[1], viewer, language)
            assert not wrong, f"seat {viewer} is told a secret: {wrong}; {where}"
            compared += 1
        odds = [describe_odds(world) for world in worlds]
        assert TABLE not in unaware or odds[0] == odds[1], f"the odds tell a secret: {odds}; {where}"
        common = find_common_answer(worlds, bot)
        if not unaware or common is None:
            break
        moves = [world.answer(world.n, common) for world in worlds]
    return compared


def count_in_sight(session: Session, choice: Any) -> int:
    """Return how often the public facts name a piece. A player with no other choice may have played it at once."""
    return " ".join(session.facts.values()).split().count(str(choice))


def has_to_play(move: MoveResult, chosen: Any, remaining: Any) -> bool:
    """Whether a cue names the piece that a player kept, as the only one to play, and not the secret one."""
    named = [id for cue in move.cues for id in cue.ids]
    return is_named(remaining, named) and not is_named(chosen, named)


def is_named(piece: Any, ids: Sequence[str]) -> bool:
    """Whether one of these ids is that of a piece, perhaps with more about it, such as the sex of a snail."""
    return any(id == str(piece) or id.startswith(f"{piece}-") for id in ids)


def can_tell_apart(worlds: Sequence[Session], viewer: int) -> bool:
    """Whether a player sees different cards of their own in the two worlds, such as one they were given."""
    first, second = (world.match.table.secrets(max(viewer, TABLE)) for world in worlds)
    return first != second


def find_common_answer(worlds: Sequence[Session], bot: Any) -> str | None:
    """Return an answer that both worlds offer for the same question, or None."""
    first, second = (world.question for world in worlds)
    if first is None or second is None or name_question(worlds[0]) != name_question(worlds[1]):
        return None
    offered = set(second.list_ids())
    common = [choice for choice in first.choices if str(choice) in offered]
    if not common:
        return None
    return str(bot(Question(first.seat, first.ask, common, first.about), worlds[0].match.table))


def compare_redealt(session: Session, viewer: int, rng: Random, language: str) -> int:
    """Redeal what this viewer cannot see and check that everything shown to them stays the same."""
    game, setup, answers = session.game, session.match.setup, session.match.answers
    world = open_session(game, setup, answers, language)
    world.match.table.imagine(max(viewer, TABLE), Random(rng.getrandbits(32)))
    wrong = list_differences(session, world, viewer, language)
    assert not wrong, (
        f"seat {viewer} is shown hidden cards: {wrong}; {game.id} {dict(setup.options)} seed {setup.seed}, "
        f"answer {len(answers)}: {session.question}"
    )
    return 1
