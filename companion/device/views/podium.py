"""End of a match: the winner in large letters, and everybody's rank with a medal of its own shape."""

from collections.abc import Sequence

from companion.core.face import DARK, LIGHTS, Light, make_seat_light
from companion.core.ranking import RankedSeat, rank_players
from companion.core.session import Session
from companion.device.context import Context
from companion.device.fit import fit
from companion.device.font import font
from companion.device.pencil import HEIGHT, OFF, ON, WIDTH, Pencil
from companion.device.view import View

STEP_SECONDS = 0.12
"""Seconds for each step of the winners' colours along the lights."""
STEPS = 90
NEVER = float("inf")

RUN = 6
"""Length of one running colour, in lights."""
MEDAL = 13
MEDALS = 3
WORDS = 34
"""Most pixels for the reason of the victory."""
CUP = (
    "...#######...", "...#######...", ".###.####.##.", ".#.#.####.#.#", ".#.#.####.#.#", ".#.#.####.#.#",
    "..###.###.##.", "....#.###....", ".....###.....", "......#......", "......#......", "....#####....",
    "...#######...",
)  # fmt: skip


class PodiumView(View):
    """The winner on one screen, the ranking on the other; a push goes on to reasons, log and rematch."""

    def __init__(self, context: Context, session: Session) -> None:
        super().__init__()
        self.context = context
        self.places = rank_players(session.match)
        voice = context.voice_of(session)
        outcome = session.match.outcome
        self.won = outcome is not None and bool(outcome.winners)
        self.words = (
            context.say("Ended early") if outcome is None else voice.describe_outcome(outcome, session.match.table)
        )
        self.due = 0.0
        self._step = -1

    @property
    def first(self) -> list[RankedSeat]:
        """Players in first place. In a match that was ended early or lost they lead, but nobody won."""
        return [place for place in self.places if place.rank == 1]

    def tick(self, now: float) -> bool:
        """Move the lights on."""
        if now < self.due:
            return False
        if self._step < 0 and self.won:
            self.context.play("victory")
        self._step += 1
        self.due = now + STEP_SECONDS if self.won and self._step < STEPS else NEVER
        return True

    def lights(self) -> Sequence[Light] | None:
        """Return the colours of the winners: they run along the bar and stop at the end."""
        if not self.won:
            return None
        colours = [make_seat_light(place.seat) for place in self.first]
        lights = []
        for at in range(LIGHTS):
            along = (at - self._step) % LIGHTS
            shines = along % RUN < RUN - 2 or self._step >= STEPS
            lights.append(colours[along // RUN % len(colours)] if shines else DARK)
        return lights

    def push(self) -> None:
        """Close the podium."""
        self.decide(None)

    def back(self) -> None:
        """Close the podium: the match is over, so there is nothing to go back to."""
        self.decide(None)

    def draw(self, pencil: Pencil) -> None:
        """Draw the winners as large as they fit, and the reason of their victory."""
        if self.won:
            draw_cup(pencil, 1, 6)
        left = MEDAL + 5 if self.won else 0
        words = fit(self.words, WIDTH - 2, WORDS, ("text", "small"))
        y = HEIGHT - words.height - 1
        draw_names(pencil, [place.seat.signed for place in self.first], left, y - 1)
        for line in words.lines:
            pencil.centre(y, line, words.font.name)
            y += words.font.height

    def second_screen(self, pencil: Pencil) -> bool:
        """Draw all ranks in order: medal, shape, name, points."""
        pitch = min(20, HEIGHT // len(self.places))
        for row, place in enumerate(self.places):
            draw_place(pencil, row * pitch, pitch, place)
        return True


def draw_names(pencil: Pencil, names: Sequence[str], left: int, bottom: int) -> None:
    """Draw one name to be read across the table, or several as large as they fit."""
    if len(names) == 1:
        pencil.loud_name(names[0], (left, 0, WIDTH, bottom))
        return
    fitted = fit("\n".join(names), WIDTH - left, bottom, ("large", "strong", "text", "small"))
    y = (bottom - fitted.height) // 2
    for line in fitted.lines:
        pencil.centre(y, line, fitted.font.name, left=left)
        y += fitted.font.height


def draw_place(pencil: Pencil, top: int, pitch: int, place: RankedSeat) -> None:
    """Draw one line of the ranking."""
    draw_medal(pencil, top + max(0, pitch - MEDAL) // 2, place.rank)
    points = str(place.points)
    size = "large" if pitch >= font("large").height else "strong"
    drop = (pitch - font(size).height) // 2
    right = WIDTH - 1 - font(size).width(points)
    name = fit(place.seat.signed, right - MEDAL - 8, pitch, (size, "strong", "text", "small"))
    pencil.write(MEDAL + 3, top + (pitch - name.font.height) // 2, name.lines[0], name.font.name)
    pencil.write(right, top + drop, points, size)


def draw_medal(pencil: Pencil, top: int, rank: int) -> None:
    """Draw a full disc for the first, a ring for the second, a square for the third; others have only a figure."""
    box = (0, top, MEDAL - 2, top + MEDAL - 2)
    if rank == 1:
        pencil.ellipse(box, fill=ON, outline=ON)
    elif rank == 2:
        pencil.ellipse(box, fill=OFF, outline=ON)
    elif rank == MEDALS:
        pencil.rectangle(box, outline=ON)
    pencil.centre(top, str(rank), "text", OFF if rank == 1 else ON, 0, MEDAL - 1)


def draw_cup(pencil: Pencil, left: int, top: int) -> None:
    """Draw the winner's cup, twice as high as `CUP`."""
    pencil.point(
        [(left + x, top + 2 * y + half) for y, row in enumerate(CUP) for x, dot in enumerate(row) for half in (0, 1)
         if dot == "#"],
        fill=ON,
    )  # fmt: skip
