"""A match as people live it with their real box, and the same match as they tell it to the companion."""

from random import Random

from companion.core.game import Bot
from companion.games.ark_and_noah import GAME
from companion.games.ark_and_noah.table import ArkAndNoahTable
from tests.bench.people.ark_and_noah import ArkAndNoahPeople, lived
from tests.games.ark_and_noah.stage import NAMES, picked, table_for


def people_of(options: dict[str, str], players: int, seed: int, bots: list[Bot]) -> ArkAndNoahPeople:
    """People who have played a match of their own, as these bots would."""
    return ArkAndNoahPeople(lived(table_for(players, "table", **options), bots, Random(seed)))


def retold(options: dict[str, str], players: int, people: ArkAndNoahPeople) -> tuple[ArkAndNoahTable, int]:
    """The match as they tell it; returns its table and how many answers it took."""
    setup = GAME.set_up(NAMES[:players], options, 0, "table")
    table = GAME.new_table(setup, GAME.make_pieces(setup))
    play = GAME.play(table)
    question = next(play)
    answers = 0
    while True:
        answers += 1
        try:
            question = play.send(picked(question, people.answer(question, table)))
        except StopIteration:
            return table, answers
