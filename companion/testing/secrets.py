"""The law of secrets: nothing a viewer gets differs between two worlds that this viewer cannot tell apart.

Two kinds of worlds are compared. In *redealt* worlds the cards that a viewer can't see are dealt again. In *other
answers* a player makes another secret choice. Everything a client could show this viewer must stay the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from random import Random
from typing import Any

from companion.core.bots import make_random_bot
from companion.core.facts import Facts
from companion.core.game import Game, Setup
from companion.core.match import Match, MatchPosition
from companion.core.question import TABLE, Question
from companion.core.session import SPECTATOR, MoveResult, Session
from companion.testing.shown import describe_common_parts, describe_move, describe_odds, describe_own_parts

STARTED: dict[tuple[object, ...], Match] = {}
"""One match of every way to set up a game."""

STEPS_BEFORE_PLAYED = 3
"""Answers after which a card chosen to be played is on the table."""

STEPS_AFTER_SECRET = 6
"""Answers for which the two worlds are followed after a secret choice: a leak may show only some questions later."""


def check_secrets(game: Game, setup: Setup, seed: int, share: float = 0.1, language: str = "en") -> int:
    """Play a random match and check the law of secrets on the way. Return the number of comparisons made.

    Comparing worlds takes long, so only this share of the opportunities is used.
    """
    rng, bot = Random(seed), make_random_bot(Random(seed))
    match = start_match(game, setup)
    viewers = [SPECTATOR, TABLE, *(seat.index for seat in setup.seats)]
    other_seed = None
    if not match.table.deal.virtual:
        other_setup = copy(setup)
        other_setup.seed = ~setup.seed
        other_seed = start_match(game, other_setup)
    compared = compare_redealt(match, other_seed, SPECTATOR, Random(seed), language)
    while (question := match.question) is not None:
        answer = bot(question, match.table)
        if rng.random() < share:
            for other in list_secret_alternatives(match, question, answer, rng):
                compared += compare_answers(match, answer, other, viewers, seed, language)
        if rng.random() < share:
            compared += compare_redealt(match, other_seed, rng.choice(viewers), rng, language)
        match.answer(answer)
        if other_seed is not None:
            other_seed.answer(str(answer))
    return compared


def start_match(game: Game, setup: Setup) -> Match:
    """Start a match. Matches that are set up alike share their pieces, because making those takes long."""
    alike = game, tuple(setup.options.items()), len(setup.seats), setup.deal, repr(setup.corrections)
    if alike not in STARTED:
        STARTED[alike] = Match(game, setup)
    return restart(STARTED[alike], setup, ())


def restart(match: Match, setup: Setup, answers: Sequence[str]) -> Match:
    """Return another match with the same pieces, at the question after these answers."""
    other = copy(match)
    other.setup = setup
    other.restore(MatchPosition(tuple(answers), ()))
    return other


def show_match(match: Match, language: str) -> Session:
    """Return a session without bots that shows this match as it is now."""
    session = Session(match, with_bots=False, clock=lambda: 0.0)
    session.get_voice(language)
    return session


def open_world(match: Match, answers: Sequence[str], language: str) -> Session:
    """Show another world of a match at the question after these answers."""
    return show_match(restart(match, match.setup, answers), language)


def list_differences(worlds: Sequence[Session], viewers: Iterable[int], language: str) -> Iterator[str]:
    """Yield everything that one of these viewers is shown differently in two worlds."""
    common = [describe_common_parts(world, language) for world in worlds]
    for viewer in viewers:
        before, after = (
            parts | describe_own_parts(world, viewer, language) for world, parts in zip(worlds, common, strict=True)
        )
        for part in sorted({*before, *after}):
            if before.get(part) != after.get(part):
                yield f"seat {viewer}: {part}: {contrast(before.get(part), after.get(part))}"


def contrast(before: object, after: object) -> str:
    """Return two values as text, from shortly before the place where they begin to differ."""
    texts = str(before), str(after)
    differs_at = next((at for at, letters in enumerate(zip(*texts, strict=False)) if len(set(letters)) > 1), 0)
    start = max(0, differs_at - 20)
    return " / ".join(text[start : start + 120] for text in texts)


def list_secret_alternatives(match: Match, question: Question, answer: Any, rng: Random) -> Iterator[Any]:
    """Yield another choice that must look the same to everybody else, if the answer is secret.

    An answer that picks one of the player's hidden cards is secret if the game says so, or if the table shows nothing
    of it to the others.
    """
    held = set(" ".join(match.table.secrets(question.seat).values()).split())
    others = [choice for choice in question.choices if choice != answer and str(choice) in held]
    if question.seat == TABLE or str(answer) not in held or not others:
        return
    other = rng.choice(others)
    if match.game.is_secret(question) or stays_face_down(match, answer, other):
        yield other


def stays_face_down(match: Match, answer: Any, other: Any) -> bool:
    """Whether two answers leave a table that looks the same to spectators, also a few answers later.

    A card that is named first and played by the next answer is public from the start.
    """
    worlds = [open_world(match, [*match.answers, str(choice)], "en") for choice in (answer, other)]
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


def compare_answers(match: Match, answer: Any, other: Any, viewers: Sequence[int], seed: int, language: str) -> int:
    """Give two secret answers in two worlds, follow both, and check that no other viewer can tell them apart."""
    asked = match.question
    assert asked is not None
    worlds = [open_world(match, match.answers, language) for _ in range(2)]
    where = f"{describe_match(match)}/{seed}, {asked}: {answer} or {other}"
    unaware = [viewer for viewer in viewers if viewer != asked.seat]
    chosen = list(zip(worlds, (answer, other), strict=True))
    moves = [world.answer(world.n, choice) for world, choice in chosen]
    bot, compared = make_random_bot(Random(seed)), 0
    for step in range(STEPS_AFTER_SECRET):
        # A move that differs is public: everyone sees it happen. So are hands that are scored, and a question that is
        # skipped because only one choice was left.
        if name_question(worlds[0]) != name_question(worlds[1]) or any(
            count_in_sight(world.facts, choice) > count_in_sight(match.facts, choice) for world, choice in chosen
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
        wrong = list(list_differences(worlds, unaware, language))
        assert not wrong, f"a secret choice is shown to {wrong}; {where}"
        compared += len(unaware)
        if TABLE in unaware:
            odds = [describe_odds(world) for world in worlds]
            assert odds[0] == odds[1], f"the odds tell a secret: {odds}; {where}"
        common = find_common_answer(worlds, bot)
        if not unaware or common is None:
            break
        moves = [world.answer(world.n, common) for world in worlds]
    return compared


def count_in_sight(facts: Facts, choice: Any) -> int:
    """Return how often the public facts name a piece. A player with no other choice may have played it at once."""
    return " ".join(facts.values()).split().count(str(choice))


def has_to_play(move: MoveResult, chosen: Any, other: Any) -> bool:
    """Whether a cue names the piece that was left in hand, as the only one to play, and not the chosen one."""
    named = [id for cue in move.cues for id in cue.ids]
    return is_named(other, named) and not is_named(chosen, named)


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


def compare_redealt(match: Match, other_seed: Match | None, viewer: int, rng: Random, language: str) -> int:
    """Redeal what this viewer cannot see and check that everything shown to them stays the same.

    At a real table the program has dealt nothing and knows only what was entered. There the same answers were given in
    a match with another seed.
    """
    if other_seed is None:
        world = open_world(match, match.answers, language)
        world.match.table.imagine(max(viewer, TABLE), Random(rng.getrandbits(32)))
    else:
        world = show_match(other_seed, language)
    wrong = list(list_differences((show_match(match, language), world), [viewer], language))
    assert not wrong, (
        f"hidden cards are shown to {wrong}; {describe_match(match)}, answer {len(match.answers)}: {match.question}"
    )
    return 1


def describe_match(match: Match) -> str:
    """Return what is needed to play a match again."""
    setup = match.setup
    return f"{match.game.id} {dict(setup.options)}, {len(setup.seats)} players, {setup.deal} seed {setup.seed}"
