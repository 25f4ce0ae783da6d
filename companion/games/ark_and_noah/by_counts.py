"""The `counts` depth: people enter numbers for what they build and load on the real ark."""

from collections.abc import Sequence
from typing import Any

from companion.core.facts import Facts
from companion.core.ledger import Entry
from companion.core.question import TABLE, Play, Question
from companion.core.unknown_piece import ANOTHER
from companion.games.ark_and_noah.depth import (
    CLOSED,
    DONE,
    NO,
    NO_BOARD,
    SMALLEST_WALL_AROUND_A_STRAY,
    YES,
    DepthWithoutPlaces,
    KnownCorral,
    list_board_counts,
)
from companion.games.ark_and_noah.pieces import Species
from companion.games.ark_and_noah.table import ArkAndNoahTable

BACK = "back"

SMALLEST_CORRAL = 4
"""The boards around a single square."""


class ByCounts(DepthWithoutPlaces):
    """Asks for numbers, the most likely one first."""

    def build(self, table: ArkAndNoahTable, seat: int, most: int) -> Play[None]:
        """Ask for boards, then cubes. `back` comes first if boards inside a new corral went back."""
        most_boards = min(most, table.boards[seat], self.edges - sum(table.boards_on_ark))
        if table.cues is not None:
            could_pitch = min(most, table.pitch[seat], self._room_for_more_pitch(table))
            table.begin_turn(seat, most_boards > 0 or could_pitch > 0)
        boards = (yield from self._ask_boards_added(table, seat, most_boards)) if most_boards else 0
        count_most_pitch = min(most - boards, table.pitch[seat], self._room_for_more_pitch(table))
        pitch = (yield Question(seat, "build_pitch", range(count_most_pitch, -1, -1))) if count_most_pitch > 0 else 0
        table.put_pitch_on_ark(seat, pitch)
        lines: dict[str, Entry] = {}
        table.score(seat, boards * self.worth, "boards", lines)
        table.score(seat, pitch * self.worth, "pitch", lines)

    def _ask_boards_added(self, table: ArkAndNoahTable, seat: int, most: int) -> Play[int]:
        on_ark = table.boards_on_ark
        back: list[int] = []
        least = 0
        while True:
            choices: list[Any] = [*range(most, least - 1, -1)]
            could_return = [
                other
                for other in table.seats
                # a board added now can come back as well, but not the one that closes the corral
                if on_ark[other.index] + (most - 1 if other.index == seat else 0) > back.count(other.index)
            ]
            if could_return and sum(on_ark) >= SMALLEST_WALL_AROUND_A_STRAY - most:
                choices.append(BACK)
            if len(choices) > 1:
                answer = yield Question(seat, "build_boards", choices, most)
            else:
                answer = choices[0]
                table.cue("added", table.seats[seat], answer)
            if answer != BACK:
                break
            owner = could_return[0]
            if len(could_return) > 1:
                owner = yield Question(seat, "board_back", could_return)
            back.append(owner.index)
            least = max(1, 1 + back.count(seat) - on_ark[seat])
        # boards go back only now: before, they were still part of what the player added
        table.put_boards_on_ark(seat, answer)
        for other in back:
            table.return_board(other)
            table.cue("back", table.seats[other])
        return int(answer)

    def _room_for_more_pitch(self, table: ArkAndNoahTable) -> int:
        return self.count_pitch_room(sum(table.boards_on_ark)) - table.pitch_on_ark

    def load(self, table: ArkAndNoahTable, seat: int, budget: int) -> Play[None]:
        """Ask for all food of the turn (a number), a pair (a species), or `done`.

        With nothing left to spend only a pair that costs nothing can come aboard, and only one that we know to be
        small is asked for. For another one, people undo and correct its figures first, as a cue tells them.
        """
        lines: dict[str, Entry] = {}
        announced = table.cues is None
        fed = False
        while True:
            pairs, food = self._pairs(table, seat, budget), self._food(table, seat, budget)
            corrections = self._list_correction(table, seat) if table.boards_on_ark[seat] and budget else ()
            if fed and not pairs:  # a number is all the food of a turn, unless a pair comes in between
                food = ()
            choices = (*pairs, *food, *corrections, DONE)
            able = len(choices) > 1
            if not announced:
                table.begin_turn(seat, able)
                announced = True
            if not able:
                if not budget and table.list_pairs_to_correct(seat):
                    table.cue("maybe_small", table.seats[seat])
                break
            choice = yield Question(seat, "load", choices, budget)
            if choice is DONE:
                break
            if choice is ANOTHER:
                yield from table.correct_a_pair(seat)
            elif isinstance(choice, Species):
                budget -= table.cost(seat, choice)
                corral = yield from self._corral(table, seat, choice)
                table.score_pair(seat, choice, corral.colours, corral.pitch)
                table.embark(seat, choice)
                fed = False
            else:
                fed = True
                budget -= choice
                table.put_food_on_ark(seat, choice)
                table.score(seat, choice, "food", lines)

    def _food(self, table: ArkAndNoahTable, seat: int, budget: int) -> Sequence[int]:
        """Return the possible numbers of food tiles, if a corral with a board of this seat can exist."""
        # food goes only into corrals with an own board
        if not table.boards_on_ark[seat] or sum(table.boards_on_ark) < SMALLEST_CORRAL:
            return ()
        return range(min(budget, table.food[seat], self.squares - table.food_on_ark), 0, -1)

    def _pairs(self, table: ArkAndNoahTable, seat: int, budget: int) -> list[Species]:
        """Return affordable pairs for which a corral with a board of this seat can exist."""
        if not table.boards_on_ark[seat]:
            return []
        affordable = table.list_pairs(seat, budget)
        return self._list_housable(table, affordable) if affordable else []

    def _list_housable(self, table: ArkAndNoahTable, pairs: list[Species]) -> list[Species]:
        """Return those pairs for which a corral with food and pitch can exist, judged by numbers."""
        built, fed = sum(table.boards_on_ark), table.food_on_ark
        small = sum([species.small for species in table.aboard])
        # every big pair lives in a corral of its own that is full of food, and so does every small one
        free = (fed - small, fed - sum([species.size for species in table.aboard]))
        return [
            species
            for species in pairs
            if (self.quick or max(1, species.size) <= free[not species.small])
            and any(boards <= built for boards, _ in self.list_shapes(species.size, table.pitch_on_ark))
        ]

    def _corral(self, table: ArkAndNoahTable, seat: int, species: Species) -> Play[KnownCorral]:
        """Ask for the boards and cubes of the corral, or which known corral it is."""
        possible = self.list_shapes(species.size, table.pitch_on_ark)
        known = [corral for corral in self.corrals if corral.can_hold(seat, species, possible)]
        around = tuple(sorted({boards for boards, _ in possible}))
        colours = [0] * len(table.seats)
        order = [seat, *(other for other in range(len(table.seats)) if other != seat)]
        for turn, owner in enumerate(order):
            later = sum(table.boards_on_ark[other] for other in order[turn + 1 :])
            later = min(later, around[-1])
            choices: Sequence[Any] = list_board_counts(table.boards_on_ark[owner], sum(colours), later, around)
            if not turn:  # at least one board is the loader's own
                choices = [*known, *(number for number in choices if number)]
            answer = (yield Question(seat, "corral_boards", choices, owner)) if len(choices) > 1 else choices[0]
            if isinstance(answer, KnownCorral):
                self.corrals.remove(answer)
                return answer
            colours[owner] = answer
        # the shape of the hull often leaves only one number of cubes
        cubes = [pitch for boards, pitch in possible if boards == sum(colours)]
        pitch = (yield Question(seat, "corral_pitch", cubes, species)) if len(cubes) > 1 else cubes[0]
        return self.remember_corral(colours, pitch, species)

    def load_last_food(self, table: ArkAndNoahTable, seat: int) -> Play[None]:
        """Ask how many food tiles go aboard at the last loading."""
        most = min(table.food[seat], self.squares - table.food_on_ark)
        if most > 0:
            number = yield Question(seat, "last_food", range(most, -1, -1))
            table.put_food_on_ark(seat, number)
        elif table.food[seat]:
            table.cue("no_room_for_food", table.seats[seat])

    def load_last_pairs(self, table: ArkAndNoahTable, seat: int) -> Play[None]:
        """Ask which pairs go aboard; their places no longer matter."""
        mine = table.list_pairs(seat)
        pairs: list[Any] = [*self._list_housable(table, mine), *self._list_correction(table, seat)]
        if mine and not pairs:
            table.cue("no_room_for_pairs", table.seats[seat])
        while pairs:
            choice = yield Question(seat, "last_pairs", (*pairs, DONE))
            if choice is DONE:
                return
            if choice is ANOTHER:
                yield from table.correct_a_pair(seat)
            else:
                table.embark(seat, choice)
            pairs = [*self._list_housable(table, table.list_pairs(seat)), *self._list_correction(table, seat)]

    def _list_correction(self, table: ArkAndNoahTable, seat: int) -> Sequence[str]:
        """Offer a correction if a pair with guessed figures might fit after all."""
        ready = sum(table.boards_on_ark) >= SMALLEST_CORRAL and (self.quick or table.food_on_ark)
        return (ANOTHER,) if ready and table.list_pairs_to_correct(seat) else ()

    def check_flood(self, table: ArkAndNoahTable) -> Play[str]:
        """Ask whether the hull is closed, once there are enough boards."""
        # too few boards to close the hull: nobody needs to look
        closed = sum(table.boards_on_ark) >= self.outer and (yield Question(TABLE, "hull_closed", (YES, NO))) == YES
        if closed:
            return CLOSED
        return "" if table.count_boards_off_ark() else NO_BOARD

    def facts(self, table: ArkAndNoahTable) -> Facts:
        """Return the numbers of pieces on the ark, and the pairs."""
        facts = {f"on-ark-{seat}": f"boards-{number}" for seat, number in enumerate(table.boards_on_ark)}
        if not self.quick:
            facts["on-ark"] = f"pitch-{table.pitch_on_ark} food-{table.food_on_ark}"
        facts["aboard"] = " ".join(species.id for species in table.aboard)
        return facts

    def view(self, table: ArkAndNoahTable) -> dict[str, Any]:
        """Return the numbers of pieces on the ark as JSON."""
        return {
            "boards": table.boards_on_ark,
            "pitch": table.pitch_on_ark,
            "food": table.food_on_ark,
            "aboard": [species.id for species in table.aboard],
        }
