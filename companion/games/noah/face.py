"""Noah on the device: five ferries with their loads, and Noah in front of one of them."""

from collections.abc import Sequence

from companion.core.face import WHITE, ZONE, DrawingSurface, Face, Light
from companion.core.facts import FactChange
from companion.core.label import SEX_SIGNS
from companion.core.ledger import Entry
from companion.core.question import Question
from companion.games.noah.animal_icons import ANIMAL_ICONS
from companion.games.noah.pieces import EITHER, Ferry
from companion.games.noah.table import NoahTable

LADEN = Light(0, 150, 90)
DRILLED = Light(230, 90, 0)
"""A ferry with a hole carries less: its lights warn."""

DIMMEST = 0.06
"""Brightness of the light of an empty ferry with Noah, so that he can still be seen."""

COLUMN = 25
NUMBER_TOP = -2
BAR_TOP, BAR_BOTTOM = 9, 29
HULL_TOP, HULL_BOTTOM = 31, 42
WEIGHT_TOP, LIMIT_TOP = 30, 8
ICON_TOP, SEX_TOP = 9, 20
"""Rows, chosen so that digits that change fill just one of the pages of eight rows in which a screen is sent."""

NOAH = (
    "..###..",
    "..###..",
    ".#####.",
    "#.###.#",
    "#.###.#",
    "..###..",
    ".##.##.",
    ".##.##.",
)
PLUS = (".#.", "###", ".#.")


class NoahFace(Face):
    """Three lights and one column of the screen for each ferry."""

    names_asked_player = True

    def lights(self, table: NoahTable, question: Question | None) -> Sequence[Light]:
        """Return the load of each ferry as lights from the left; the ferry with Noah is white."""
        lights: list[Light] = []
        for ferry, load in zip(table.ferries, table.loads, strict=True):
            if ferry.index in table.gaps:
                lights += [Light(0, 0, 0)] * ZONE
                continue
            is_noahs = ferry is table.noah
            colour = WHITE if is_noahs else DRILLED if load.limit < table.pieces.limit else LADEN
            least = DIMMEST if is_noahs else 0.0
            fill = ZONE * load.weight / load.limit
            lights += [colour.dim(max(least, min(1.0, fill - place))) for place in range(ZONE)]
        return lights

    def picture(self, draw: DrawingSurface, table: NoahTable, question: Question | None) -> None:
        """Draw five ferries side by side, each with the animal that came aboard last."""
        goals = question.choices if question is not None and question.ask == "move_noah" else ()
        for ferry in table.ferries:
            if ferry.index in table.gaps:
                continue
            self._ferry(draw, table, ferry, ferry in goals)
            aboard = table.aboard[ferry.index]
            icon = ANIMAL_ICONS.get(aboard[-1].species) if aboard else None
            if icon is not None:
                _draw_dots(draw, ferry.index * COLUMN + 12, ICON_TOP, icon)

    def _ferry(self, draw: DrawingSurface, table: NoahTable, ferry: Ferry, goal: bool) -> None:
        load = table.loads[ferry.index]
        left = ferry.index * COLUMN + 1
        right = left + COLUMN - 3
        if ferry is table.noah:
            _draw_dots(draw, left + 12, 0, NOAH)
        elif goal:
            draw.polygon([(left + 11, 1), (left + 21, 1), (left + 16, 6)], fill=1)
        draw.write(left + 2, NUMBER_TOP, str(ferry.index + 1), "text")
        # All bars have the same scale, so one of a ferry with a hole is shorter.
        row = (BAR_BOTTOM - BAR_TOP) / table.pieces.limit
        bar_top = BAR_BOTTOM - round(row * load.limit)
        draw.rectangle((left + 1, bar_top, left + 9, BAR_BOTTOM), outline=1)
        level = round(row * min(load.weight, load.limit))
        if level:
            draw.rectangle((left + 1, BAR_BOTTOM - level, left + 9, BAR_BOTTOM), fill=1)
        if load.limit < table.pieces.limit:
            draw.write(left - 1, LIMIT_TOP, str(load.limit), "small")
        if load.wanted != EITHER:
            # with a plus: the sex that may come next, not that of the animal above
            _draw_dots(draw, left + 11, SEX_TOP + 4, PLUS)
            draw.write(left + 15, SEX_TOP, SEX_SIGNS[load.wanted], "strong")
        draw.polygon([(left, HULL_TOP), (right, HULL_TOP), (right - 4, HULL_BOTTOM), (left + 4, HULL_BOTTOM)], fill=1)
        draw.centre(WEIGHT_TOP, str(load.weight), "strong", 0, left, right + 1)

    def list_final_entries(self, table: NoahTable) -> Sequence[Entry]:
        """Return the tears of the last round; alone, the animals left behind."""
        last = ("hand", "pile") if len(table.seats) == 1 else (f"round-{table.round}",)
        return [entry for entry in table.ledger.entries if entry.reason in last]

    def tune(self, changes: Sequence[FactChange]) -> str:
        """Return the tune for a new round, a departure, or an animal aboard."""
        names = {change.name for change in changes}
        if "round" in names:
            return "round"
        if any(change.name == "departures" and change.after != "0" for change in changes):
            return "depart"
        return "load" if any(name.startswith("ferry") for name in names) else ""


def _draw_dots(draw: DrawingSurface, left: int, top: int, rows: Sequence[str]) -> None:
    draw.point([(left + x, top + y) for y, row in enumerate(rows) for x, dot in enumerate(row) if dot == "#"], fill=1)
