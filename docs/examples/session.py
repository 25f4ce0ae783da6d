"""A program that opens a live match, answers for one seat and hears everything that happens."""

from pathlib import Path
from tempfile import TemporaryDirectory

from companion.core.journal import Journal
from companion.core.registry import find_game
from companion.core.sessions import Sessions

with TemporaryDirectory() as folder, Journal(Path(folder)) as journal:
    sessions = Sessions(journal, "my program")  # another program that has the match open is named if we're refused
    game = find_game("noah")
    with sessions.start(game, game.set_up(["Anna", "Ben"], seed=7)) as session:
        session.get_voice("fr")  # everything that happens is worded in French too
        session.add_listener(lambda event: print("event:", event.kind))
        question = session.question
        assert question is not None
        happened = session.answer(session.n, question.list_ids()[0], by=question.seat)
        print("in French:", happened.lines["fr"].label)
        session.undo(session.n)
        print("back at question", session.n)
