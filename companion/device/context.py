"""State that only the box has: its words, its tunes and the seat that looks at its screens."""

from companion.app.app import App
from companion.core.game import Voice
from companion.core.session import Session
from companion.core.words import Say
from companion.device.words import load_words


class Context:
    """One box that shows an app."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.looking: int | None = None
        """Seat of the player to whom the screen was handed over."""
        self.called: int | None = None
        """Seat that was asked last, which needn't be called again."""
        self.shown_at = 0
        """The number of the question at which something private was shown last."""
        self.ended_early: Session | None = None
        """A match that people ended early, whose podium is still to be shown."""
        self.paddle_count = 0
        """Number of paddles on the lid."""
        self.tunes: list[str] = []
        """Tunes to play, soonest first; the stage takes them from here."""
        app.play_tune = self.tunes.append

    @property
    def say(self) -> Say:
        """The words of the box in the language that is set."""
        return load_words(self.app.settings["language"])

    def voice_of(self, session: Session) -> Voice:
        """Return the words of a session's game in the language of the box."""
        return session.get_voice(self.app.settings["language"])

    def fact_line(self, fact: str, value: str) -> str:
        """Return a fact and its value as one line."""
        return self.say("{fact}: {value}", fact=fact, value=value)

    def play(self, tune: str) -> None:
        """Let a tune be heard."""
        self.tunes.append(tune)

    def turn_page(self) -> None:
        """Show the next page of the table's picture, where it has several."""
        live = self.app.live
        if live is not None:
            live.face.page = (live.face.page + 1) % live.face.count_pages(live.match.table)
