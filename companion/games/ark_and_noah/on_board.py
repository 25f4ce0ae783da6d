"""The `board` depth: every board, cube, food tile and pair has a place, and the rest is computed."""

from collections.abc import Sequence
from typing import Any

from companion.core.facts import Facts
from companion.core.ledger import Entry
from companion.core.question import Play, Question
from companion.core.unknown_piece import ANOTHER
from companion.games.ark_and_noah.ark import ArkBoard, Corral, Into
from companion.games.ark_and_noah.depth import CLOSED, DONE, NO_BOARD, Depth
from companion.games.ark_and_noah.hull import HullEdge, PitchSpace
from companion.games.ark_and_noah.pieces import ArkAndNoahPieces
from companion.games.ark_and_noah.table import UNLIMITED, ArkAndNoahTable


class OnBoard(Depth):
    """Asks for one piece at a time: an edge, a space, a corral."""

    def __init__(self, pieces: ArkAndNoahPieces) -> None:
        self.ark = ArkBoard(pieces.hull, pieces.players, stores=not pieces.quick)
        self.worth = pieces.worth_of_building

    def build(self, table: ArkAndNoahTable, seat: int, most: int) -> Play[None]:
        """Add boards and cubes one by one until done."""
        ark, boards, pitch = self.ark, table.boards, table.pitch
        lines: dict[str, Entry] = {}
        if table.cues is not None:
            able = (boards[seat] and ark.open_edges) or (pitch[seat] and ark.open_spaces)
            table.begin_turn(seat, bool(able))
        question = Question(seat, "build", ())
        for left in range(most, 0, -1):
            edges: list[HullEdge] = ark.open_edges if boards[seat] else []
            spaces: list[PitchSpace] = ark.open_spaces if pitch[seat] else []
            if not edges and not spaces:
                break
            if table.cues is not None:  # simulations keep no question, so they fill in the same one again
                question = Question(seat, "build", ())
            question.choices = (*edges, *spaces, DONE)
            question.about = left
            place = yield question
            if place is DONE:
                break
            if isinstance(place, HullEdge):
                table.put_boards_on_ark(seat, 1)
                table.score(seat, self.worth, "boards", lines)
                for corral in ark.place_board(place, seat):
                    self._close(table, corral)
            else:
                table.put_pitch_on_ark(seat, 1)
                table.score(seat, self.worth, "pitch", lines)
                ark.place_pitch(place)

    def _close(self, table: ArkAndNoahTable, corral: Corral) -> None:
        """Send the boards left inside a new corral back to the supply."""
        if table.cues is not None:  # simulations close corrals too often to pay for the call
            table.cue("closes", corral, corral.size)
        for edge, owner in corral.strays:
            table.return_board(owner)
            table.cue("stray", table.seats[owner], edge)

    def swap(self, table: ArkAndNoahTable, seat: int) -> Play[None]:
        """Ask for one board, then for one of another colour."""
        laid, owner = self.ark.list_laid_edges(), self.ark.owner
        first: HullEdge = yield Question(seat, "swap", laid)
        colour = owner[first.index]
        others = [edge for edge in laid if owner[edge.index] != colour]
        second: HullEdge = others[0]
        if len(others) == 1:
            table.cue("swaps", first, second)
        else:
            second = yield Question(seat, "swap_with", others, first)
        self.ark.swap(first, second)

    def load(self, table: ArkAndNoahTable, seat: int, budget: int) -> Play[None]:
        """Ask for food tiles and pairs one by one, until done."""
        lines: dict[str, Entry] = {}
        begun = table.cues is None  # simulations give no cues
        unsure = table.list_pairs_to_correct(seat)
        while True:
            food = self.list_feedable(seat) if budget and table.food[seat] else []
            pairs = self.list_loadable(table, seat, budget)
            corrections = self._list_correction(table, seat, seat) if unsure else ()
            able = bool(food or pairs or corrections)
            if not begun:
                table.begin_turn(seat, able)
                begun = True
            if not able:
                break
            choice = yield Question(seat, "load", (*food, *pairs, *corrections, DONE), budget)
            if choice is DONE:
                break
            if isinstance(choice, Corral):
                budget -= 1
                self._feed(table, seat, choice)
                table.score(seat, 1, "food", lines)
            elif choice is ANOTHER:
                yield from table.correct_a_pair(seat)
            else:
                budget -= table.cost(seat, choice.species)
                corral = choice.corral
                table.score_pair(seat, choice.species, corral.colours, corral.pitch.bit_count())
                self._board(table, seat, choice)

    def list_feedable(self, seat: int) -> list[Corral]:
        """Return corrals with a board of this seat and an empty square."""
        return [corral for corral in self.ark.hungry if corral.colours[seat]]

    def list_loadable(self, table: ArkAndNoahTable, seat: int, budget: int) -> list[Into]:
        """Return affordable pairs, each with the corrals they could go into."""
        return self.ark.list_ways_in(table.pairs[seat], budget, seat)

    def _feed(self, table: ArkAndNoahTable, seat: int, corral: Corral) -> None:
        self.ark.feed(corral)
        table.put_food_on_ark(seat, 1)

    def _board(self, table: ArkAndNoahTable, seat: int, choice: Into) -> None:
        self.ark.house_pair(choice.species, choice.corral)
        table.embark(seat, choice.species)

    def load_last_food(self, table: ArkAndNoahTable, seat: int) -> Play[None]:
        """Ask for corrals with an empty square, with boards of any colour."""
        if table.food[seat] and not self.ark.hungry:
            table.cue("no_room_for_food", table.seats[seat])
        while table.food[seat] and self.ark.hungry:
            choice = yield Question(seat, "last_food", (*self.ark.hungry, DONE), table.food[seat])
            if choice is DONE:
                return
            self._feed(table, seat, choice)

    def load_last_pairs(self, table: ArkAndNoahTable, seat: int) -> Play[None]:
        """Ask for pairs: size, food and pitch still count, colour and cost do not (rulings.md 1.8 #16)."""
        fitting = self._list_fitting(table, seat)
        if not fitting and table.list_pairs(seat):
            table.cue("no_room_for_pairs", table.seats[seat])
        while fitting:
            choice = yield Question(seat, "last_pairs", (*fitting, DONE))
            if choice is DONE:
                return
            if choice is ANOTHER:
                yield from table.correct_a_pair(seat)
            else:
                self._board(table, seat, choice)
            fitting = self._list_fitting(table, seat)

    def _list_fitting(self, table: ArkAndNoahTable, seat: int) -> list[Into | str]:
        return [*self.ark.list_ways_in(table.pairs[seat], UNLIMITED, None), *self._list_correction(table, seat, None)]

    def _list_correction(self, table: ArkAndNoahTable, seat: int, colour: int | None) -> Sequence[str]:
        """Offer a correction if a pair with guessed figures might fit after all."""
        if not table.list_pairs_to_correct(seat):
            return ()
        ready = [corral for corrals in self.ark.welcomes for corral in corrals if not corral.has_no_board_of(colour)]
        return (ANOTHER,) if ready else ()

    def check_flood(self, table: ArkAndNoahTable) -> Play[str]:
        """Return why the flood comes, as seen on the board."""
        if self.ark.gaps == 0:
            return CLOSED
        return "" if table.count_boards_off_ark() else NO_BOARD
        yield  # makes this a generator, as the rules expect

    def count_open_outer_edges(self) -> int:
        """Return the gaps in the hull."""
        return self.ark.gaps

    def find_outer_leaders(self, table: ArkAndNoahTable) -> Play[tuple[int, ...]]:
        """Return the seats with the most outer boards."""
        counts = self.ark.count_outer_boards()
        return tuple(seat for seat, count in enumerate(counts) if count and count == max(counts))
        yield  # makes this a generator, as the rules expect

    def facts(self, table: ArkAndNoahTable) -> Facts:
        """Return each board, cube and corral."""
        ark = self.ark
        facts = {f"board-{edge}": f"seat-{ark.owner[edge.index]}" for edge in ark.list_laid_edges()}
        facts |= {space.id: "cube" for space in ark.hull.spaces if ark.pitch & space.bit}
        for corral in ark.corrals:
            pairs = [species.id for species in (corral.big, corral.small) if species is not None]
            facts[corral.id] = " ".join([f"squares-{corral.size}", f"food-{corral.food}", *pairs])
        return facts

    def view(self, table: ArkAndNoahTable) -> dict[str, Any]:
        """Return squares, edges, pitch spaces and corrals, enough to draw the ark."""
        ark = self.ark
        return {
            "squares": {square.id: [square.column, square.row] for square in ark.hull.squares},
            "edges": {
                edge.id: {"squares": [square.id for square in edge.squares], "side": edge.side, "owner": owner}
                for edge, owner in zip(ark.hull.edges, ark.owner, strict=True)
            },
            "pitch": {
                space.id: {"edges": [edge.id for edge in space.edges], "cube": bool(ark.pitch & space.bit)}
                for space in ark.hull.spaces
            },
            "corrals": [
                {
                    "id": corral.id,
                    "squares": [square.id for square in corral.squares],
                    "boards": corral.colours,
                    "food": corral.food,
                    "big": corral.big and corral.big.id,
                    "small": corral.small and corral.small.id,
                }
                for corral in ark.corrals
            ],
            "gaps": ark.gaps,
        }
