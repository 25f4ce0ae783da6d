"""The socket of the phone page: one state for everyone, sent as it changes, and refusals with a code."""

import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from companion.core.data_folder import SETTINGS
from companion.core.game import Table
from companion.core.journal import Journal
from companion.core.question import Question
from companion.core.registry import find_game
from companion.core.statistics import compute_statistics
from companion.device.views.cue import CueView
from companion.device.views.pick import PickView
from companion.device.views.private import HandOverView, OnPhoneView
from companion.device.views.question import QuestionView
from companion.phone import pages
from companion.phone.records import READS_A_SECOND, READS_AT_ONCE
from companion.service.notes import SYSTEM_NEWS, Notes
from tests.phone.clients import Client, asked, phone, two_at
from tests.phone.races import lid, tell
from tests.phone.service import Box


def first_choice(client: Client) -> str:
    return str(client.state["question"]["choices"][0]["id"])


def hurry(client: Client, there: Callable[[], bool]) -> None:
    """Nobody reads what the box shows meanwhile."""
    end = time.monotonic() + 20
    while not there():
        assert time.monotonic() < end
        client.tell("go_on")
        with suppress(TimeoutError):
            client.hear(0.1)


class TestLobby:
    def test_a_new_phone_sees_what_can_be_played(self, service: Box) -> None:
        with phone(service) as client:
            setup = client.state["setup"]
        assert [game["id"] for game in setup["games"]] == ["ark", "ark-and-noah", "noah", "noahs-ark", "any"]
        noah = setup["games"][2]
        assert noah["players"] == [1, 5]
        assert noah["options"][0]["name"] == "length"
        assert client.state["table_state"] == "lobby"

    def test_everybody_sees_who_sits_where(self, service: Box) -> None:
        with phone(service) as other, phone(service, 3, "Cleo"):
            state = other.until(lambda state: state["people"][3]["name"] == "Cleo")
            assert state["people"][3]["phone"] is not None

    def test_a_held_seat_is_not_taken_silently(self, service: Box) -> None:
        with phone(service, 1, "Ben"), phone(service) as other:
            reply = other.ask("seat", seat=1)
            assert reply["error"]["code"] == "seat-taken"
            assert other.state["you"]["seat"] is None

    def test_everybody_sees_the_hosts_choices(self, service: Box) -> None:
        with phone(service) as host, phone(service) as other:
            assert host.ask("setup", agreed={"game": "noah", "deal": "table", "options": {"length": "short"}})["ok"]
            other.until(lambda state: state["setup"]["agreed"]["options"].get("length") == "short")
            agreed = other.state["setup"]["agreed"]
            assert (agreed["game"], agreed["deal"]) == ("noah", "table")

    def test_another_game_forgets_the_options_of_the_one_before(self, service: Box) -> None:
        with phone(service) as host:
            host.ask("setup", agreed={"game": "noah", "options": {"length": "short"}})
            host.ask("setup", agreed={"game": "ark"})
            host.until(lambda state: state["setup"]["agreed"]["game"] == "ark")
            assert "length" not in host.state["setup"]["agreed"]["options"]

    def test_values_and_defaults_of_options_depend_on_the_deal(self, service: Box) -> None:
        def depths(state: Any) -> list[str]:
            (game,) = [one for one in state["setup"]["games"] if one["id"] == "ark-and-noah"]
            (depth,) = [option for option in game["options"] if option["name"] == "depth"]
            return [value for value, _ in depth["values"]]

        with phone(service) as host:
            host.ask("setup", agreed={"game": "ark-and-noah", "deal": "table"})
            host.until(lambda state: state["setup"]["agreed"]["game"] == "ark-and-noah")
            assert host.state["setup"]["agreed"]["options"]["depth"] == "score"
            assert depths(host.state) == ["score", "board", "counts"]
            host.ask("setup", agreed={"options": {"depth": "score", "mode": "quick"}})
            host.ask("setup", agreed={"deal": "virtual"})
            host.until(lambda state: state["setup"]["agreed"]["deal"] == "virtual")
            options = host.state["setup"]["agreed"]["options"]
            assert (options["depth"], options["mode"]) == ("board", "quick")
            assert depths(host.state) == ["board", "counts"]

    @pytest.mark.parametrize(
        ("agreed", "code"),
        [
            (None, "bad-request"), ([], "bad-request"), ({"sea": 1}, "bad-request"), ({"game": 7}, "bad-request"),
            ({"game": "chess"}, "unknown-game"), ({"deal": "stolen"}, "bad-setup"), ({"options": []}, "bad-request"),
            ({"options": {"length": "endless"}}, "bad-setup"), ({"names": {"9": "Ann"}}, "bad-request"),
            ({"names": {"1": 3}}, "bad-request"), ({"names": []}, "bad-request"),
            ({"names": {"1": "\ud800"}}, "bad-request"), ({"house_rules": "\ud800"}, "bad-request"),
        ],
    )  # fmt: skip
    def test_impossible_options_change_nothing(self, service: Box, agreed: Any, code: str) -> None:
        with phone(service) as host:
            before = host.state["setup"]["agreed"]
            assert host.ask("setup", agreed=agreed)["error"]["code"] == code
            assert host.state["setup"]["agreed"] == before

    @pytest.mark.parametrize("name", ["", "   ", "x" * 17, "bot:greedy", "a\u0007b", "\ud800", 5, None])
    def test_a_name_that_cannot_be_shown_is_refused(self, service: Box, name: Any) -> None:
        with phone(service) as client:
            assert client.ask("name", name=name)["error"]["code"] == "bad-request"

    def test_too_few_players_is_said_in_words(self, service: Box) -> None:
        with phone(service, 0, "Anna") as host:
            reply = host.ask("start", agreed={"game": "ark"})
        assert reply["error"]["code"] == "bad-setup"
        assert "3 to 5" in reply["error"]["message"]

    def test_people_with_gaps_between_them_move_up(self, service: Box) -> None:
        with phone(service, 1, "Anna") as anna, phone(service, 4, "Ben") as ben:
            assert anna.ask("start", agreed={"game": "noah", "deal": "virtual", "names": {"2": "bot:greedy"}})["ok"]
            anna.until(lambda state: state["match"] and state["you"]["seat"] == 0)
            ben.until(lambda state: state["match"] and state["you"]["seat"] == 2)
            assert [seat["name"] for seat in ben.state["match"]["seats"]] == ["Anna", "Greedy", "Ben"]


class TestDevice:
    def test_the_box_follows_a_match_that_a_phone_began(self, service: Box) -> None:
        with two_at(service, "noah"):
            assert service.until(lambda: isinstance(service.host.view, CueView | QuestionView))

    def test_it_follows_from_the_middle_of_another_menu(self, service: Box) -> None:
        with lid(service) as panel:
            menu = service.host.view
            tell(panel, push=True)
            assert service.until(lambda: service.host.view is not menu)
            with two_at(service, "noah"):
                assert service.until(lambda: isinstance(service.host.view, CueView | QuestionView))

    def test_an_answer_on_the_box_reaches_the_phones(self, service: Box) -> None:
        with two_at(service, "noah", deal="table") as (anna, ben), lid(service) as panel:
            hurry(anna, lambda: isinstance(service.host.view, QuestionView))
            assert service.until(lambda: service.host.clock() >= service.host.ignores_pushes_until)
            tell(panel, push=True)
            ben.until(lambda state: state["match"]["n"] == 2)
            assert anna.until(lambda state: len(state["log"]) == 1)["log"][0]["n"] == 1

    def test_an_answer_on_a_phone_reaches_the_box(self, service: Box) -> None:
        with two_at(service, "noah") as (anna, ben):
            assert service.until(lambda: isinstance(service.host.view, CueView | QuestionView))
            before = service.host.view
            client = asked(anna, ben)
            client.ask("answer", n=1, choice=first_choice(client))
            assert service.until(lambda: service.host.view is not before)

    def test_saving_and_leaving_a_match_leads_the_box_back_to_its_menu(self, service: Box) -> None:
        with two_at(service, "noah") as (anna, ben):
            assert service.until(lambda: isinstance(service.host.view, CueView | QuestionView))
            assert anna.ask("close")["ok"]
            ben.until(lambda state: state["table_state"] == "lobby" and state["match"] is None)
            assert service.until(lambda: type(service.host.view) is PickView)
            assert anna.until(lambda state: state["setup"])["setup"]["unfinished"]["number"] == 1
            assert anna.ask("open", number=1)["ok"]
            assert ben.until(lambda state: state["match"])["match"]["number"] == 1

    @pytest.mark.parametrize(("bot", "beside"), [("greedy", False), ("hard:4", True)])
    def test_bots_play_at_a_table_of_phones(self, service: Box, bot: str, beside: bool) -> None:
        """Those that think do so in a process beside the loop."""
        with phone(service, 0, "Anna") as anna:
            anna.ask("start", agreed={"game": "noah", "deal": "virtual", "names": {"1": f"bot:{bot}"}})

            def asked_after(n: int) -> bool:
                question = anna.state["question"]
                return bool(question) and question["mine"] and question["n"] > n

            session, n = service.app.live, 0
            assert session is not None
            hurry(anna, lambda: asked_after(0))
            while not n or 1 not in session.match.asked_seats:  # Anna may be asked several times in a row
                n = anna.state["question"]["n"]
                anna.ask("answer", n=n, choice=first_choice(anna))
                hurry(anna, lambda n=n: asked_after(n))
            worker = service.app.bots.worker
            assert worker is not None
            assert (worker.pid is not None) == beside


class TestAnswering:
    def test_only_what_changed_is_sent(self, service: Box) -> None:
        with two_at(service, "noah") as (anna, ben):
            client, other = (anna, ben) if asked(anna, ben) is anna else (ben, anna)
            client.ask("answer", n=1, choice=first_choice(client))
            other.messages.clear()
            other.until(lambda state: state["match"]["n"] == 2)
            told = set().union(*other.messages)
            assert {"match", "question", "log", "table", "facts"} <= told
            assert not told & {"words", "setup", "people", "settings", "you", "table_state"}

    def test_a_log_grows_by_lines(self, service: Box) -> None:
        with two_at(service, "noah") as (anna, ben):
            for n in (1, 2, 3):
                client = asked(anna, ben)
                client.ask("answer", n=n, choice=first_choice(client))
            anna.until(lambda state: len(state["log"]) == 3)
            raw = [m for m in anna.messages if "log" in m]
            assert [line["n"] for line in anna.state["log"]] == [1, 2, 3]
            assert raw

    def test_a_stale_answer_is_refused_with_fresh_state(self, service: Box) -> None:
        with two_at(service, "noah") as (anna, ben):
            client = asked(anna, ben)
            choice = first_choice(client)
            assert client.ask("answer", n=1, choice=choice)["ok"]
            assert client.ask("answer", n=1, choice=choice)["error"]["code"] == "stale-question"
            client.messages.clear()
            client.until(lambda state: any("question" in message for message in client.messages))
            session = service.app.live
            assert session is not None
            assert len(session.match.answers) == 1

    def test_another_question_under_the_same_number_is_not_answered_by_mistake(self, service: Box) -> None:
        with two_at(service, "noah") as (anna, ben):
            client = asked(anna, ben)
            seen = client.state["question"]
            for choice in (0, 1):  # answered, taken back, and now the same number again
                assert client.ask("answer", n=1, choice=seen["choices"][choice]["id"])["ok"]
                assert client.ask("undo", n=2)["ok"]
            late = client.ask("answer", n=1, moves=seen["moves"], choice=seen["choices"][0]["id"])
            assert late["error"]["code"] == "stale-question"

    def test_a_player_who_is_not_asked_cannot_answer(self, service: Box) -> None:
        with two_at(service, "noah") as (anna, ben):
            client, other = (anna, ben) if asked(anna, ben) is anna else (ben, anna)
            reply = other.ask("answer", n=1, choice=first_choice(client))
            assert reply["error"]["code"] == "not-your-seat"

    def test_an_answer_that_is_no_choice_is_refused_with_reasons(self, service: Box) -> None:
        with two_at(service, "noah") as (anna, ben):
            reply = asked(anna, ben).ask("answer", n=1, choice="unicorn")
            assert reply["error"]["code"] == "not-a-choice"
            assert "unicorn" in reply["error"]["message"]

    @pytest.mark.parametrize(
        "nonsense",
        [
            [], 7, None, "answer", {}, {"do": "fly"}, {"do": ["answer"]}, {"do": "answer"}, {"do": "answer", "n": "1"},
            {"do": "answer", "n": True, "choice": "x"}, {"do": "answer", "n": 1, "choice": 7},
            {"do": "answer", "n": 1, "choice": "x" * 5000}, {"do": "undo_to", "n": 1, "to": -4},
            {"do": "seat", "seat": 99}, {"do": "language", "language": "tlh"}, {"do": "settings", "name": "a", "value": "b"},
            {"do": "teach", "act": "agree"}, {"do": "open", "number": "one"}, {"do": "open", "number": 2**70},
            {"do": "move", "phone": 3}, {"do": "stand_in", "seat": 0}, {"do": "touch", "down": "yes"},
        ],
    )  # fmt: skip
    def test_unknown_messages_change_nothing(self, service: Box, nonsense: Any) -> None:
        with phone(service, 0, "Anna") as client:
            client.socket.send(json.dumps(nonsense))
            assert client.ask("here")["ok"]
            assert service.app.live is None

    def test_the_host_answers_for_players_without_phones_at_a_real_table(self, service: Box) -> None:
        with phone(service, 0, "Anna") as anna:
            anna.ask("start", agreed={"game": "noah", "deal": "table", "names": {"1": "Ben"}})
            for n in range(1, 12):
                anna.until(lambda state, n=n: state["question"] and state["question"]["n"] == n)
                assert anna.state["question"]["mine"]
                assert anna.ask("answer", n=n, choice=first_choice(anna))["ok"]


class TestSecrets:
    def test_a_hand_only_its_owner_sees(self, service: Box) -> None:
        """Over a whole match, nothing that only one may see ever reaches the phone of the other."""
        rng = Random(5)
        with two_at(service, "noah", length="short") as (anna, ben), phone(service) as looker:
            session = service.app.live
            assert session is not None
            while session.question is not None:
                client, other = (anna, ben) if session.question.seat != 1 else (ben, anna)
                asked(anna, ben)
                other.until(lambda state, n=session.n: state["question"] and state["question"]["n"] == n)
                if session.question.seat >= 0:
                    assert "choices" not in other.state["question"]
                    assert "refused" not in other.state["question"]
                hand = session.match.table.secrets(client.state["you"]["seat"])["cards"].split()
                assert client.state["table"]["cards"] == hand
                assert other.state["table"]["cards"] != hand or not hand
                client.ask("answer", n=session.n, choice=rng.choice(session.question.list_ids()))
            looker.until(lambda state: state["over"])
            assert all("cards" not in message.get("table", {}) for message in looker.messages if message.get("table"))
            assert all(not message.get("secrets") for message in looker.messages)

    def test_a_card_slipped_from_hand_to_hand_is_unseen_in_the_log_of_others(self, service: Box) -> None:
        rng = Random(2)
        with two_at(service, "noah") as (anna, ben), phone(service) as looker:
            session = service.app.live
            assert session is not None
            slipped: list[tuple[int, int]] = []
            while session.question is not None:
                if session.game.is_secret(session.question):
                    slipped.append((session.n, session.question.seat))
                client = asked(anna, ben)
                client.ask("answer", n=session.n, choice=rng.choice(session.question.list_ids()))
            assert slipped
            last = session.n - 1
            for one in (anna, ben, looker):
                one.until(lambda state: len(state["log"]) == last)
            for n, seat in slipped:
                owner, other = (anna, ben) if seat == 0 else (ben, anna)
                assert other.state["log"][n - 1]["label"] == "a hidden card"
                assert looker.state["log"][n - 1]["label"] == "a hidden card"
                assert owner.state["log"][n - 1]["label"] != "a hidden card"

    def test_the_host_stands_in_for_players_without_phones_for_one_question_only(self, service: Box) -> None:
        with phone(service, 0, "Anna") as anna:
            anna.ask("start", agreed={"game": "noah", "deal": "virtual", "names": {"1": "Ben"}})
            anna.until(lambda state: state["question"])
            session = service.app.live
            assert session is not None
            while session.question is not None and session.question.seat != 1:
                anna.ask("answer", n=session.n, choice=session.question.list_ids()[0])
            anna.until(lambda state: state["question"]["seat"] == 1)
            assert not anna.state["question"]["mine"]
            assert anna.ask("stand_in", seat=1)["ok"]
            anna.until(lambda state: state["question"]["mine"])
            assert anna.state["table"]["cards"] == session.match.table.secrets(1)["cards"].split()
            n = session.n
            anna.ask("answer", n=n, choice=first_choice(anna))
            anna.until(lambda state: state["match"]["n"] > n and state["you"]["stands_in"] is None)
            assert anna.state["table"]["cards"] == session.match.table.secrets(0)["cards"].split()

    def test_nobody_stands_in_for_a_seat_with_a_phone(self, service: Box) -> None:
        with two_at(service, "noah") as (anna, ben):
            client, other = (anna, ben) if asked(anna, ben) is anna else (ben, anna)
            reply = other.ask("stand_in", seat=client.state["you"]["seat"])
            assert reply["error"]["code"] == "not-allowed"

    def test_a_match_in_play_is_not_given_away_as_a_file(self, service: Box) -> None:
        from urllib.error import HTTPError

        with two_at(service, "noah") as (anna, _), pytest.raises(HTTPError) as refused:
            anna.get("matches/1.json")
        with refused.value:
            assert refused.value.code == 409


class TestTime:
    def test_undo_says_what_to_put_back(self, service: Box) -> None:
        with two_at(service, "noah", deal="table") as (anna, ben):
            for n in (1, 2, 3, 4):
                client = asked(anna, ben)
                client.ask("answer", n=n, choice=first_choice(client))
            reply = anna.ask("undo", n=5)
            assert reply["put_back"]
            assert ben.until(lambda state: state["match"]["n"] == 4 and state["match"]["can_redo"])
            assert len(ben.until(lambda state: len(state["log"]) == 3)["log"]) == 3
            assert anna.ask("redo", n=4)["ok"]

    def test_undo_to_any_point(self, service: Box) -> None:
        with two_at(service, "noah") as (anna, ben):
            session = service.app.live
            assert session is not None
            facts = dict(session.match.facts)
            for n in range(1, 6):
                client = asked(anna, ben)
                client.ask("answer", n=n, choice=first_choice(client))
            assert anna.ask("undo_to", n=5, to=1)["error"]["code"] == "stale-question"
            assert anna.ask("undo_to", n=6, to=1)["put_back"]
            assert session.match.facts == facts
            assert ben.until(lambda state: state["log"] == [])["match"]["n"] == 1

    def test_pause_stops_the_time_for_everybody(self, service: Box) -> None:
        with two_at(service, "noah") as (anna, ben):
            assert anna.ask("pause")["ok"]
            assert ben.until(lambda state: state["match"]["paused"])["clock"]["running"] is None
            assert ben.ask("resume")["ok"]
            assert anna.until(lambda state: not state["match"]["paused"])["clock"]["running"] is not None


class TestLanguages:
    def test_each_phone_speaks_its_own(self, service: Box) -> None:
        with two_at(service, "noah") as (anna, ben):
            assert ben.ask("language", language="fr")["ok"]
            ben.until(lambda state: state["you"]["language"] == "fr")
            french = find_game("noah").voice(find_game("noah").say("fr"))
            session = service.app.live
            assert session is not None
            assert session.question is not None
            assert ben.state["question"]["prompt"] == french.prompt(session.question, session.match.table)
            assert ben.state["question"]["prompt"] != anna.state["question"]["prompt"]
            assert (ben.state["words"]["undo"], anna.state["words"]["undo"]) == ("Annuler", "Undo")

    def test_refusals_too(self, service: Box) -> None:
        with phone(service, language="fr") as client:
            assert "Port" not in client.ask("close")["error"]["message"]
            assert (
                client.ask("close")["error"]["message"]
                == "Aucune partie en cours. Commence ou reprends-en une d’abord."
            )


class TestBoxes:
    def test_the_box_is_taught_on_a_phone(self, service: Box) -> None:
        with phone(service) as host:
            lesson = host.ask("teach", game="ark")["lesson"]
            assert lesson["told"] == 0
            after = host.ask("teach", act="agree")["lesson"]
            assert after["told"] >= 1  # one answer may tell several entries
            assert after["lesson"]["prompt"] != lesson["lesson"]["prompt"]
            assert host.ask("teach", act="answer", value="no such thing at all " * 3)["error"]["code"] == "bad-box"
            assert host.ask("teach", act="back")["lesson"]["lesson"]["told"]
            shown = host.ask("teach", act="skip")["lesson"]
            for odd in (["skip"], {"skip": 1}, "dance", 7, None):
                assert host.ask("teach", act=odd)["lesson"] == shown, "it does nothing but show the lesson again"

    def test_a_card_is_opened_corrected_and_given_to_another_owner(self, service: Box) -> None:
        with phone(service) as host:
            pieces = host.ask("teach", game="ark")["lesson"]["pieces"]
            with pytest.raises(HTTPError):
                host.get("boxes/ark.toml")
            card = host.ask("teach", act="open", path=pieces[4]["path"])["lesson"]["card"]
            weight = next(one for one in card["entries"] if one["path"].endswith(".weight"))
            other = next(value for value, _ in weight["choices"] if value != weight["value"])
            after = host.ask("teach", act="set", path=weight["path"], value=other)["lesson"]
            assert after["card"]["path"] == card["path"]
            with urlopen(f"{service.address}boxes/ark.toml") as file:  # open to phones that have not joined
                text = file.read().decode()
            assert f"weight = {other}" in text
            assert host.ask("teach", act="import", value=text)["ok"]
            assert host.ask("teach", act="import", value="nonsense")["error"]["code"] == "bad-box"
            assert host.ask("teach", act="import", value="x" * 15_001)["error"]["code"] == "bad-request"
            assert host.ask("teach", act="open", path="no.such.entry")["error"]["code"] == "bad-box"

    def test_settings_of_the_box(self, service: Box) -> None:
        with phone(service) as host, phone(service) as other:
            assert host.ask("settings", name="brightness", value="high")["ok"]
            other.until(lambda state: {one["name"]: one["value"] for one in state["settings"]}["brightness"] == "high")
            offered = {one["name"]: [value for value, _ in one["values"]] for one in other.state["settings"]}
            # what has steps today was on or off before; colours are chosen seat by seat, on the box
            assert {
                name: list(values) for name, values in SETTINGS.items() if name not in ("sound", "colours")
            } == offered

    def test_diagnostics(self, service: Box) -> None:
        with phone(service) as host:
            seen = host.get("diagnostics.json")
        assert seen["phones"] == 1
        assert len(seen["parts"]) > 10
        assert seen["memory"] > 10

    def test_diagnostics_tell_the_host_that_an_update_failed(self, service: Box, tmp_path: Path) -> None:
        service.app.notes = Notes(tmp_path)
        service.app.notes.write(SYSTEM_NEWS, "update-failed damaged 9.0")
        with phone(service) as host:
            faults = host.get("diagnostics.json")["faults"]
        assert faults == ["Update failed: The file is damaged. Copy it onto the stick again."]

    def test_diagnostics_name_what_is_broken_in_the_language_of_the_phone(self, service: Box) -> None:
        with phone(service) as host:
            host.ask("language", language="fr")
            service.board.break_part("table")
            host.until(lambda state: state["trouble"] == ["écran de droite\N{NARROW NO-BREAK SPACE}: en panne"])
            host.cookie += "; language=fr"  # as its page keeps it
            seen = host.get("diagnostics.json")
        [told] = seen["faults"]
        assert told.startswith("écran de droite\N{NARROW NO-BREAK SPACE}: en panne")
        assert "vérifie SDA" in told
        assert [fault for name, _, fault in seen["parts"] if fault] == [told]

    def test_faults_are_sent_to_every_phone(self, service: Box) -> None:
        with phone(service) as client:
            service.board.break_part("table")
            client.until(lambda state: state["trouble"] == ["right screen: not working"])


class TestPrivateQuestions:
    def test_the_box_sends_people_to_the_phone_they_sit_with(self, service: Box) -> None:
        with two_at(service, "noah") as (anna, ben):
            session = service.app.live
            assert session is not None
            assert session.question is not None
            assert service.until(lambda: isinstance(service.host.view, OnPhoneView))
            first = asked(anna, ben)
            seat = session.question.seat
            assert service.app.presence.is_connected(seat)
            first.ask("leave")
            assert service.until(lambda: not service.app.presence.is_connected(seat))


class TestBots:
    def test_one_that_thinks_keeps_no_phone_waiting(self, service: Box) -> None:
        begun, enough = threading.Event(), threading.Event()

        def thoughtful(question: Question, table: Table) -> Any:
            begun.set()
            assert enough.wait(20)
            return question.choices[0]

        with two_at(service, "noah") as (anna, ben):
            session = service.app.live
            assert session is not None
            assert service.until(lambda: isinstance(service.host.view, HandOverView))  # so far is the device
            session.bots = {1: thoughtful}
            session.pace = 0.0
            if session.question is not None and session.question.seat == 1:
                assert ben.ask("answer", n=session.n, choice=first_choice(ben))["ok"]
            while not begun.is_set():
                hurry(anna, lambda: begun.is_set() or bool(anna.state["question"]["mine"]))
                if not begun.is_set():
                    anna.ask("answer", n=session.n, choice=first_choice(anna))
            n = session.n
            assert anna.ask("language", language="fr")["ok"]
            assert anna.ask("undo", n=n - 3)["error"]["code"] == "stale-question"
            assert session.n == n
            enough.set()
            hurry(anna, lambda: session.n > n)


class TestAfterwards:
    @pytest.mark.parametrize(
        ("reader", "address"),
        [("compute_statistics", "statistics.json"), ("list_matches", "matches.json"),
         ("describe_played_match", "matches/1/played.json"), ("describe_result", "matches/1/result.json")],
    )  # fmt: skip
    def test_reading_lists_and_figures_delays_nobody(
        self, reader: str, address: str, service: Box, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """With many or long matches they take seconds; meanwhile the table plays on, because another thread reads."""
        may_end = threading.Event()

        class Figures(dict[str, int]):
            as_json = dict.copy

        def read_slowly(*about: object) -> Figures:
            assert may_end.wait(60)
            return Figures(read=1)

        monkeypatch.setattr(pages, reader, read_slowly)
        with phone(service) as anna, phone(service) as ben, ThreadPoolExecutor(1) as other:
            found = other.submit(anna.get, address)
            try:
                assert ben.ask("name", name="Ben")["ok"]
                assert not found.done()
            finally:
                may_end.set()
            assert found.result() == {"read": 1}

    def test_lists_are_paced_for_each_phone(self, service: Box) -> None:
        now = 100.0
        service.pages._reader._clock = lambda: now
        with phone(service) as anna, phone(service) as ben:
            for _ in range(READS_AT_ONCE):
                assert anna.get("matches.json") == []
            with pytest.raises(HTTPError, match="429") as refused:
                anna.get("statistics.json")
            refused.value.close()
            assert ben.get("matches.json") == []
            now += 1 / READS_A_SECOND
            assert anna.get("matches.json") == []

    def test_a_whole_match_leaves_history_and_a_file_to_keep(self, service: Box) -> None:
        rng = Random(1)
        with two_at(service, "noah", length="short") as (anna, ben):
            session = service.app.live
            assert session is not None
            while session.question is not None:
                asked(anna, ben).ask("answer", n=session.n, choice=rng.choice(session.question.list_ids()))
            over = ben.until(lambda state: state["over"])["over"]
            assert over["ranking"][0]["place"] == 1
            assert over["ranking"][0]["points"] <= over["ranking"][-1]["points"]  # the fewest tears win
            (row,) = anna.get("matches.json")
            assert (row["names"], row["scores"]) == (["Anna", "Ben"], session.match.table.scores)
            with Journal(service.app.folder) as journal:
                assert anna.get("statistics.json?game=noah") == compute_statistics(journal, "noah").as_json()
            assert anna.get("statistics.json?game=ark")["people"] == []
            kept = anna.get("matches/1.json")
            assert [one["choice"] for one in kept["answers"]] == session.match.answers
            log = anna.until(lambda state: len(state["log"]) == len(session.match.answers))["log"]
            assert log[-1]["scores"] == session.match.table.scores
            refused = anna.ask("undo", n=session.n)
            assert refused["error"]["code"] == "match-over", "the exported file tells the order of all cards"
            assert anna.ask("rematch")["ok"]
            again = ben.until(lambda state: state["match"] and state["match"]["number"] == 2)
            assert [seat["name"] for seat in again["match"]["seats"]] == ["Anna", "Ben"]

    def test_a_match_that_is_played_is_not_replaced(self, service: Box) -> None:
        with two_at(service, "noah") as (anna, _):
            for what in ("start", "rematch"):
                assert anna.ask(what)["error"]["code"] == "match-open"

    def test_every_answer_is_in_the_journal_before_the_reply(self, service: Box) -> None:
        with two_at(service, "noah") as (anna, ben):
            client = asked(anna, ben)
            choice = first_choice(client)
            client.ask("answer", n=1, choice=choice)
            with Journal(service.app.folder) as journal:
                assert journal.load_record(1).list_standing_choices() == [choice]
