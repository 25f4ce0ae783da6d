"""A small game for one to six players, as somebody else's package: everybody bids, then all race once."""

from textwrap import dedent

from tests.plugins import Packages

GAME = dedent("""
    from pathlib import Path

    from companion.core.game import Game, Outcome, Voice
    from companion.core.label import Label
    from companion.core.question import Question, Race, SlapChoice
    from companion.core.table import Table


    class HandsTable(Table):
        def facts(self):
            return {f"score-{seat}": str(score) for seat, score in enumerate(self.scores)}

        def secrets(self, seat):
            return {}

        def view(self, seat):
            return self.facts()


    class HandsVoice(Voice):
        def prompt(self, question, table):
            return "Who was first?" if isinstance(question, Race) else f"{table.seats[question.seat].name}, your bid?"

        def label(self, choice, question, table):
            if isinstance(choice, SlapChoice) and choice.seat >= 0:
                return Label(table.seats[choice.seat].name, seat=choice.seat)
            return Label(str(choice))

        def fact_label(self, name, table):
            return table.seats[int(name.partition("-")[2])].name

        def fact_value(self, name, value, table):
            return value

        def reason(self, entry):
            return entry.reason

        def help(self, question, table):
            return ["Bid, then slap."]


    class Hands(Game):
        contract = 1
        id = "six-hands"
        title = "Six Hands"
        players = range(1, 7)
        folder = Path(__file__).parent

        def unpack(self, box, options, players):
            return box.whole("game.hands", 1, 6)

        def new_table(self, setup, pieces):
            return HandsTable(setup)

        def play(self, table):
            for seat in table.seats:
                bid = yield Question(seat.index, "bid", ("low", "high"))
                table.ledger.add(seat.index, 1 if bid == "low" else 2, "bid")
            first = yield Race("race", range(len(table.seats)))
            if isinstance(first, SlapChoice) and first.seat >= 0:
                table.ledger.add(first.seat, 3, "first")
            best = max(table.scores)
            return Outcome(tuple(seat for seat, score in enumerate(table.scores) if score == best), "most-points")

        def bots(self):
            return {}

        def voice(self, say):
            return HandsVoice(say)


    GAME = Hands()
""")


def install_six_hands(packages: Packages) -> None:
    """Install the game beside ours."""
    (packages.folder / "box.toml").write_text('[game]\nfrom = "rulebook"\nhands = 6\n', encoding="utf-8")
    packages.write(GAME, "six-hands", "six-hands")
