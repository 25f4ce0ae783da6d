"""A program that opens a live match, answers for one seat and hears everything that happens."""

from pathlib import Path
from tempfile import TemporaryDirectory

from companion.core.journal import Journal
from companion.core.registry import game_named
from companion.core.sessions import Sessions

with TemporaryDirectory() as folder, Journal(Path(folder)) as journal:
    sessions = Sessions(journal, "my program")  # another program that has the match open is named if we're refused
    game = game_named("noah")
    with sessions.start(game, game.set_up(["Anna", "Ben"], seed=7)) as session:
        session.voice("fr")  # everything that happens is worded in French too
        session.listen(lambda event: print("event:", event.kind))
        question = session.question
        assert question is not None
        happened = session.answer(session.n, question.ids()[0], by=question.seat)
        print("in French:", happened.told["fr"].label)
        session.undo(session.n)
        print("back at question", session.n)
