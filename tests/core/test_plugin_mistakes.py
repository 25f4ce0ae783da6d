"""Mistakes that people make in games of their own: each costs one clear line, and never the box or another game."""

import logging
import struct
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.app.app import App
from companion.core import contract_checks, fallback, registry
from companion.core.bots import list_bots
from companion.core.contract_checks import OutOfTime, limit_processor_time
from companion.core.match import Match
from companion.core.question import TABLE, Question
from companion.core.registry import find_game, list_bad_plugins, list_game_ids
from companion.core.session import SPECTATOR, Session
from companion.device.rehearsal import Rehearsal
from companion.engine import Engine
from companion.lab.odds import OddsCounter
from companion.phone.lobby_view import describe_lobby
from companion.phone.match_state import MatchState
from companion.testing.game_laws import GameLaws, check_odds_do_not_peek
from companion.testing.laws import check_words
from companion.testing.secrets import check_secrets
from tests.plugins import Packages

OURS = ("ark", "ark-and-noah", "noah", "noahs-ark", "any")

COINS = """
from pathlib import Path

from companion.core.cards import Card, Kinds
from companion.core.game import Game, Outcome, Table, Voice
from companion.core.label import Label
from companion.core.question import TABLE, Question


class Coin(Card):
    def __init__(self, number):
        super().__init__(f"coin-{{number}}", number)
        self.number = number


class CoinTable(Table):
    def __init__(self, setup, pieces):
        super().__init__(setup)
        coins = [Coin(number) for number in range(9)]
        self.pile = self.deal.make_pile(Kinds(coins), coins)

    def facts(self):
        return {{"pile": str(len(self.pile)), "score-0": str(self.scores[0]), "score-1": str(self.scores[1])}}

    def secrets(self, seat):
        return {{}}

    def view(self, seat):
        return {{"pile": len(self.pile)}}
{table}

class CoinVoice(Voice):
    def prompt(self, question, table):
        return f"{{table.seats[question.seat].name}}, draw?"

    def label(self, choice, question, table):
        return Label(str(choice))

    def fact_label(self, name, table):
        return name

    def fact_value(self, name, value, table):
        return value

    def reason(self, entry):
        return entry.reason

    def help(self, question, table):
        return []
{voice}

class Coins(Game):
    contract = 1
    id = "other"
    title = "Coins"
    players = range(2, 3)
    folder = Path(__file__).parent / "coins"

    def unpack(self, box, options, players):
        return None

    def new_table(self, setup, pieces):
        return CoinTable(setup, pieces)

    def play(self, table):
        while len(table.pile) > 1:
            seat = len(table.pile) % 2
            if (yield Question(seat, "draw", ("draw", "stop"))) == "draw":
                card = yield from table.pile.reveal("turned_up")
                table.ledger.add(seat, card.number, "coin")
            else:
                yield from table.pile.reveal("turned_up")
        best = max(table.scores)
        return Outcome(tuple(seat for seat, score in enumerate(table.scores) if score == best), "most-points")

    def bots(self):
        return {{}}

    def voice(self, say):
        return CoinVoice(say)
{game}

GAME = Coins()
"""
"""The smallest game there is: draw a coin from a pile or throw it away. It has no bots of its own."""


def install_coins(packages: Packages, table: str = "", voice: str = "", game: str = "") -> None:
    """Install the small game with further methods of its table, voice or game."""
    bodies = {"table": table, "voice": voice, "game": game}
    packages.write(COINS.format(**{name: f"\n{body}\n" if body else "" for name, body in bodies.items()}))
    box = packages.folder / "coins" / "box.toml"
    box.parent.mkdir(exist_ok=True)
    box.write_text("", encoding="utf-8")


def start_session() -> Session:
    game = find_game("other")
    return Session(Match(game, game.set_up(["Anna", "Ben"], seed=3)))


def assert_left_out(why: str, folder: Path) -> None:
    """Check that the game is left out with this line, and that box, lobby and the other games go on."""
    assert [str(plugin) for plugin in list_bad_plugins()] == [why]
    assert list_game_ids() == OURS
    assert Engine().hello()["left_out"] == [why]
    with Rehearsal(folder) as device:
        device.push()
        device.pick("New match")
        device.pick("Noah")


@pytest.fixture(autouse=True)
def forget_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fallback, "_failures_logged", set())


class TestWithoutBots:
    def test_it_is_played_by_people_by_chance_and_by_a_thinking_bot(self, packages: Packages, tmp_path: Path) -> None:
        install_coins(packages)
        assert list_bad_plugins() == ()
        game = find_game("other")
        assert list(list_bots(game)) == ["random", "montecarlo", "hard", "easy"]
        assert start_session().question is not None
        with closing(App(tmp_path, "en")) as app:
            app.lobby.change("other", "virtual", names={0: "Anna", 1: "Ben"})
            assert describe_lobby(app, "en")
            assert app.lobby.start().question is not None


class TestRules:
    @pytest.mark.parametrize(
        ("play", "why"),
        [
            ("return None", "play() returns NoneType, not a generator of questions"),
            ("return Outcome((0,), 'most-points')\n        yield", "its rules ask nothing"),
        ],
    )
    def test_that_never_ask_are_left_out(self, packages: Packages, tmp_path: Path, play: str, why: str) -> None:
        install_coins(packages, game=f"    def play(self, table):\n        {play}")
        assert_left_out(f"others: 'other' does what no game may: {why}", tmp_path)

    def test_that_hang_are_left_out(self, packages: Packages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(registry, "TRIAL_SECONDS", 0.2)
        body = """
            try:
                while True:
                    pass
            except Exception:
                pass
            yield"""
        install_coins(packages, game=f"    def play(self, table):{body}")
        assert_left_out(
            "others: 'other' does what no game may: its first turns take more than 0.2 s of processor time", tmp_path
        )

    def test_with_a_text_for_choices_are_left_out(self, packages: Packages, tmp_path: Path) -> None:
        install_coins(packages, game='    def play(self, table):\n        yield Question(0, "draw", "yes")')
        assert_left_out(
            "others: the game 'other' can't be loaded (TypeError: the choices of 'draw' are the text 'yes': "
            "put them into a tuple or list)",
            tmp_path,
        )

    def test_a_question_takes_any_other_kind_of_choices(self) -> None:
        for choices in (("a", "b"), ["a", "b"], iter("ab"), {"a": 1, "b": 2}):
            assert Question(0, "draw", choices).list_ids() == ["a", "b"]


class TestTable:
    @pytest.mark.parametrize(
        ("body", "why"),
        [
            ("def secrets(self, seat):\n        return {'hand': ('a', 'b')[seat + 2]}",
             "secrets(0) fails (IndexError: tuple index out of range)"),
            ("def secrets(self, seat):\n        return {0: 'a', 1: 'b'}[seat]", "secrets(-1) fails (KeyError: -1)"),
            ("def view(self, seat):\n        return {'hand': self.hands[seat]}",
             "view(-1) fails (AttributeError: 'CoinTable' object has no attribute 'hands')"),
            ("def view(self, seat):\n        return {'pile': self.pile}",
             "view() cannot be sent as JSON (Object of type ShuffledPile is not JSON serializable)"),
            ("def facts(self):\n        return {'pile': len(self.pile)}", "facts() has an entry that is no text"),
            ("def secrets(self, seat):\n        return None", "secrets(-1) returns NoneType, not a dict"),
        ],
    )  # fmt: skip
    def test_a_table_that_cannot_be_shown_to_everybody_is_left_out(
        self, packages: Packages, tmp_path: Path, body: str, why: str
    ) -> None:
        install_coins(packages, table=f"    {body}")
        assert_left_out(f"others: 'other' does what no game may: {why}", tmp_path)

    def test_the_example_shows_spectators_no_secrets_and_does_not_fail(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "thirdparty"))
        import olive_press

        match = Match(olive_press.GAME, olive_press.GAME.set_up(["Anna", "Ben"], seed=1))
        for _ in range(2):
            match.answer(match.question.choices[0])
        assert [bool(match.table.secrets(seat)) for seat in (SPECTATOR, TABLE, 0, 1, 2)] == [
            False,
            False,
            True,
            True,
            False,
        ]


class TestFace:
    @pytest.mark.parametrize("colour", ["300, 0, 0", "0, -1, 0", "0, 0, 12.5", "None, 0, 0"])
    def test_a_colour_that_no_light_has_is_left_out(self, packages: Packages, tmp_path: Path, colour: str) -> None:
        packages.install(
            f"class Odd(NoahFace):\n    def lights(self, table, question): return [Light({colour})]\nface = Odd"
        )
        assert_left_out(
            f"others: 'other' does what no game may: colour ({colour}): each part is a whole number from 0 to 255",
            tmp_path,
        )

    @pytest.mark.parametrize("lights", [[fallback.Light(0, 0, 256)], [None], None, 7])
    def test_a_later_failure_is_replaced_and_logged_once(
        self, packages: Packages, caplog: pytest.LogCaptureFixture, lights: object
    ) -> None:
        packages.install()
        session = start_session()
        session.face._own.lights = lambda table, question: lights  # type: ignore[attr-defined]
        session.face._own.lights.__name__ = "lights"  # type: ignore[attr-defined]
        for _ in range(2):
            shown = session.face.lights(session.match.table, session.question)
            assert len(shown) == 15
            assert fallback.find_lights_fault(shown) == ""
        assert len([record for record in caplog.records if "face.lights" in record.getMessage()]) == 1


class TestWords:
    @pytest.mark.parametrize("returned", ["None", "7"])
    @pytest.mark.parametrize("method", ["prompt", "label", "fact_label", "fact_value", "reason"])
    def test_that_are_no_text_are_replaced_and_logged_once(
        self, packages: Packages, tmp_path: Path, caplog: pytest.LogCaptureFixture, method: str, returned: str
    ) -> None:
        install_coins(packages, voice=f"    def {method}(self, *about):\n        return {returned}")
        with closing(App(tmp_path, "en")) as app:
            app.lobby.change("other", "virtual", names={0: "Anna", 1: "Ben"})
            session = app.lobby.start(seed=1)
            for _ in range(3):
                for viewer in (TABLE, 0, 1):
                    assert MatchState(app).describe_for("en", viewer)
                session.answer(session.n, "draw")
        words = [record.getMessage() for record in caplog.records if f"voice.{method}" in record.getMessage()]
        assert words == [f"other: voice.{method} failed (TypeError: it returned {returned}); a plain one is used"]
        with pytest.raises(AssertionError, match=rf"voice.{method}: it returned {returned}"):
            check_words(session.game, session.match.setup, "en")

    def test_a_label_without_a_text_is_replaced(self, packages: Packages) -> None:
        install_coins(packages, voice="    def label(self, *about):\n        return Label(None)")
        session = start_session()
        assert session.question is not None
        label = session.get_voice("en").label("draw", session.question, session.match.table)
        assert label.text == "draw"

    def test_a_damaged_catalog_is_left_out_by_name(self, packages: Packages, caplog: pytest.LogCaptureFixture) -> None:
        install_coins(packages)
        catalog = packages.folder / "coins" / "locale" / "fr" / "LC_MESSAGES" / "coins.mo"
        catalog.parent.mkdir(parents=True)
        for damaged in (b"no catalog at all", b"\xde\x12\x04\x95" + b"\xff" * 40, b""):
            catalog.write_bytes(damaged)
            session = start_session()
            assert session.question is not None
            assert session.get_voice("fr").prompt(session.question, session.match.table) == "Ben, draw?"
            with pytest.raises((OSError, ValueError, struct.error)):  # whatever gettext makes of it
                check_words(session.game, session.match.setup, "fr")
        assert list_bad_plugins() == ()
        said = [record for record in caplog.records if record.levelno == logging.WARNING]
        assert all(str(catalog) in record.getMessage() for record in said)
        assert said


class TestSecrets:
    def test_a_secret_shown_to_everybody_is_found_by_the_laws(self, packages: Packages) -> None:
        body = """
            hidden_hands = True
            class Leaky(NoahVoice):
                def heading(self, table):
                    return table.secrets(0)["cards"]
            voice = Leaky
        """
        packages.install(body)
        game = find_game("other")
        with pytest.raises(AssertionError, match=r"hidden cards are shown to \['seat -2: heading"):
            check_secrets(game, game.set_up(["Anna", "Ben", "Cleo"], seed=1), seed=1, share=1.0)

    def test_hands_that_are_not_declared_are_found_by_the_laws(self, packages: Packages) -> None:
        packages.install("hidden_hands = False")

        class Laws(GameLaws):
            game = find_game("other")

        with pytest.raises(AssertionError, match="hidden_hands = True is missing"):
            Laws().test_hands_that_are_hidden_are_declared()


class TestOdds:
    def test_they_do_not_know_the_order_of_a_shuffled_pile(self, packages: Packages) -> None:
        install_coins(packages)
        session = start_session()
        check_odds_do_not_peek(session.game, session.match.setup)
        counter = OddsCounter(session.match, "random")
        counter.imagine(200)
        assert all(0 < chance.share < 1 for chance in counter.odds.chances)

    def test_a_game_that_keeps_the_order_is_found_by_the_laws(self, packages: Packages) -> None:
        install_coins(packages, table="    def imagine(self, seat, rng):\n        pass")
        session = start_session()
        with pytest.raises(AssertionError, match=r"imagined matches end alike"):
            check_odds_do_not_peek(session.game, session.match.setup)


class TestTime:
    def test_an_alarm_that_is_not_needed_leaves_nothing_behind(self) -> None:
        with limit_processor_time(60):
            Random(1).random()
        assert contract_checks.signal.getitimer(contract_checks.signal.ITIMER_VIRTUAL) == (0.0, 0.0)

    def test_code_that_hangs_is_stopped(self) -> None:
        def hang() -> None:
            with limit_processor_time(0.05):
                while True:
                    pass

        with pytest.raises(OutOfTime):
            hang()
