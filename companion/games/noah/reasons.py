"""Reasons why an answer that people might expect is not among the choices."""

from collections.abc import Iterator, Mapping, Sequence

from companion.core.errors import N_, Phrase
from companion.core.question import Question
from companion.games.noah.pieces import EITHER, MALE, TAKE_BACK, Animal
from companion.games.noah.real import split_loading
from companion.games.noah.table import NoahTable

MOVES = {
    True: N_("a male sends Noah to one of the two ferries across"),
    False: N_("a female sends Noah to one of the two ferries next to him"),
}


def list_refusals(table: NoahTable, question: Question) -> Mapping[str, Sequence[Phrase]]:
    """Return every refused id with all its reasons."""
    if question.ask == "load":
        return dict(_explain_animals(table, question))
    if question.ask == "move_noah":
        return _explain_ferries(table, question)
    return {}


def _explain_animals(table: NoahTable, question: Question) -> Iterator[tuple[str, list[Phrase]]]:
    """Yield animals that do not fit, ferries out of reach, and picking up when something fits."""
    goals: dict[Animal, set[int]] = {}
    for choice in question.choices:
        if choice is not TAKE_BACK:
            animal, goal = split_loading(choice)
            goals.setdefault(animal, set()).add(0 if goal is None else goal.index + 1)
    for animal in table.pieces.kinds.all:
        if animal in goals:
            yield from _explain_goals(table, animal, goals[animal])
        elif animal.sex != EITHER:
            against = why_not_loaded(table, question.seat, animal)
            for end in ("", *(f"-{ferry.index + 1}" for ferry in table.ferries)):
                yield animal.id + end, against
    if TAKE_BACK not in question.choices:
        yield TAKE_BACK, [_why_not_pick_up(table)]


def _explain_goals(table: NoahTable, animal: Animal, goals: set[int]) -> Iterator[tuple[str, list[Phrase]]]:
    """Yield ids that name an animal that fits without a ferry that Noah can reach."""
    if 0 in goals:
        return
    yield animal.id, [Phrase(N_("add where Noah goes, such as {example}"), example=f"{animal.id}-{min(goals)}")]
    for ferry in table.ferries:
        if ferry.index + 1 not in goals:
            yield f"{animal.id}-{ferry.index + 1}", [explain_move(animal)]


def explain_move(animal: Animal) -> Phrase:
    """Return where an animal sends Noah."""
    return Phrase(MOVES[animal.sex == MALE])


def why_not_loaded(table: NoahTable, seat: int, animal: Animal) -> list[Phrase]:
    """Return all reasons against loading an animal that is not among the choices."""
    against = table.loads[table.noah.index].objections(animal)
    if not table.hands[seat].bits & animal.bits:
        away = N_("it's not in this hand") if table.deal.virtual else N_("it can't be in this hand")
        against.append(Phrase(away))
    return against


def _why_not_pick_up(table: NoahTable) -> Phrase:
    if not table.aboard[table.noah.index]:
        return Phrase(N_("the ferry is empty"))
    if table.deal.virtual:
        return Phrase(N_("an animal in this hand fits"))
    return Phrase(N_("something in this hand must fit; if not, undo the wrong entry"))


def _explain_ferries(table: NoahTable, question: Question) -> dict[str, list[Phrase]]:
    male = table.aboard[table.noah.index][-1].sex == MALE
    return {
        ferry.id: [Phrase(N_("no ferry is left there") if ferry.index in table.gaps else MOVES[male])]
        for ferry in table.ferries
        if ferry not in question.choices
    }
