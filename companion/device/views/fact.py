"""A list of actions, with facts about their subject on the other screen."""

from collections.abc import Sequence

from companion.device.fit import fit, wrap
from companion.device.font import font
from companion.device.pencil import HEIGHT, WIDTH, Pencil
from companion.device.views.pick import PickView, Row


class FactView(PickView):
    """Pick an action; `facts` describe the thing it applies to."""

    def __init__(self, title: str, rows: Sequence[Row], facts: Sequence[str], at: int = 0) -> None:
        super().__init__(title, rows, at)
        self.facts = facts

    def second_screen(self, pencil: Pencil) -> bool:
        """Draw the facts as large as they fit; last lines that have no room are left out."""
        text = "\n".join(self.facts)
        fitted = fit(text, WIDTH - 1, HEIGHT, ("strong", "text", "small"))
        if not fitted.whole:
            face = font("small")
            lines = [line for fact in self.facts for line in wrap(fact, face, WIDTH - 1)]
            fitted = fitted._replace(lines=tuple(lines[: HEIGHT // face.height]))
        pencil.put(0, 0, fitted)
        return True
