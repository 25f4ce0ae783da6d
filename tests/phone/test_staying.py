"""Phones that stay: after a restart and in the middle of a match, nobody is locked out and everybody can still join."""

from pathlib import Path
from random import Random
from urllib.error import HTTPError

import pytest

from companion.core.journal_file import FILE as JOURNAL
from companion.phone.join_code import FILE, LENGTH, JoinCode
from companion.phone.qr import make_qr_outline
from tests.phone.clients import phone, two_at
from tests.phone.service import Service, emulated, phones_only


class TestContinue:
    def test_any_player_brings_everybody_back_after_a_restart(self, tmp_path: Path) -> None:
        with phones_only(tmp_path) as before, two_at(before, "noah") as (anna, ben):
            cookies = anna.cookie, ben.cookie
        with (
            phones_only(tmp_path) as after,
            phone(after, cookie=cookies[0]) as anna,
            phone(after, cookie=cookies[1]) as ben,
        ):
            assert ben.state["you"]["role"] == "seat"
            number = ben.until(lambda state: state["setup"])["setup"]["unfinished"]["number"]
            assert ben.ask("continue", number=number)["ok"]
            assert anna.until(lambda state: state["match"])["you"]["seat"] == 0
            assert ben.until(lambda state: state["match"])["you"]["seat"] == 1

    def test_only_the_match_that_was_left_last_and_only_by_players(self, tmp_path: Path) -> None:
        with phones_only(tmp_path) as service, two_at(service, "noah") as (anna, ben), phone(service) as spectator:
            assert anna.ask("close")["ok"]
            assert anna.ask("start", agreed={"game": "noah", "deal": "virtual"})["ok"]
            assert anna.ask("close")["ok"]
            assert ben.ask("continue", number=1)["error"]["code"] == "not-allowed"
            assert spectator.ask("continue", number=2)["error"]["code"] == "not-allowed"
            assert ben.ask("continue", number=2)["ok"]


class TestInvitation:
    def test_the_code_is_the_same_after_a_restart_and_only_its_owner_can_read_the_file(self, tmp_path: Path) -> None:
        with phones_only(tmp_path) as before:
            code = before.app.invitation.code
        with phones_only(tmp_path) as after:
            assert after.app.invitation.code == after.gate.code.text == code
        assert (tmp_path / FILE).stat().st_mode & 0o077 == 0

    def test_a_new_code_is_kept_too(self, tmp_path: Path) -> None:
        code = JoinCode(file=tmp_path / FILE)
        old = code.text
        code.renew()
        assert JoinCode(file=tmp_path / FILE).text == code.text != old

    @pytest.mark.parametrize("damage", ["", "K7MP", "k7mp3w", "K7MP3WX", "ÄÖÜÄÖÜ", "\0" * 6])
    def test_a_damaged_file_means_a_new_code(self, tmp_path: Path, damage: str) -> None:
        (tmp_path / FILE).write_text(damage, encoding="utf-8")
        code = JoinCode(file=tmp_path / FILE).text
        assert len(code) == LENGTH
        assert JoinCode(file=tmp_path / FILE).text == code

    def test_a_folder_that_cannot_be_written_keeps_nobody_out(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        code = JoinCode(file=tmp_path / "file" / FILE)
        code.check(code.text, "anna")

    def test_everybody_at_the_table_can_pass_it_on_during_a_match(self, tmp_path: Path) -> None:
        with phones_only(tmp_path) as service, two_at(service, "noah") as (anna, ben), phone(service) as spectator:
            for client in (anna, ben, spectator):
                invite = client.until(lambda state: state["invite"])["invite"]
                assert (invite["address"], invite["code"]) == (service.address, service.gate.code.text)
                assert invite["qr"] == make_qr_outline(service.app.invitation.link())
            assert anna.ask("renew")["ok"]
            new = service.gate.code.text
            assert spectator.until(lambda state: state["invite"]["code"] == new)["invite"]["qr"] != invite["qr"]

    def test_nothing_is_offered_while_only_this_computer_may_open_the_page(self, tmp_path: Path) -> None:
        with emulated(tmp_path, everyone=False) as service, phone(service) as anna:
            assert anna.state["invite"] is None


class TestProblems:
    def test_the_host_reads_what_went_wrong_at_the_start(self, tmp_path: Path) -> None:
        (tmp_path / "settings.toml").write_text('odds = "perhaps"\n', encoding="utf-8")
        (tmp_path / JOURNAL).write_bytes(b"SQLite format 3\0" + bytes(9000))
        with phones_only(tmp_path) as service, two_at(service, "noah") as (anna, ben):
            assert anna.ask("close")["ok"]
            first = anna.until(lambda state: state["problem"])["problem"]
            assert "I started a new one" in first["text"]
            assert [act for act, _ in first["acts"]] == ["ok"]
            assert ben.state["problem"] is None
            assert ben.ask("problem", act="ok", left=2)["error"]["code"] == "not-allowed"
            assert anna.ask("problem", act="never", left=2)["error"]["code"] == "bad-request"
            assert anna.ask("problem", act="ok", left=2)["ok"]
            assert anna.ask("problem", act="ok", left=2)["ok"], "a second tap dismisses nothing unread"
            second = anna.until(lambda state: state["problem"]["left"] == 1)["problem"]
            assert "odds" in second["text"]
            assert anna.ask("language", language="fr")["ok"]
            anna.until(lambda state: state["problem"]["text"].startswith("Certains réglages"))
            assert anna.ask("problem", act="ok", left=1)["ok"]
            anna.until(lambda state: state["problem"] is None)

    def test_a_journal_is_opened_as_soon_as_it_can_be(self, tmp_path: Path) -> None:
        (tmp_path / JOURNAL).mkdir()
        with phones_only(tmp_path) as service, phone(service, 0, "Anna") as anna:
            assert [act for act, _ in anna.state["problem"]["acts"]] == ["retry", "ok"]
            assert anna.ask("problem", act="retry", left=1)["ok"]
            assert anna.until(lambda state: state["problem"])["problem"]["left"] == 1
            (tmp_path / JOURNAL).rmdir()
            assert anna.ask("problem", act="retry", left=1)["ok"]
            anna.until(lambda state: state["problem"] is None)
            assert anna.ask("start", agreed={"game": "noah", "deal": "virtual", "names": {"1": "Ben"}})["ok"]
            assert service.app.journal.file.parent == tmp_path


def test_a_page_that_was_opened_once_and_never_again_is_no_phone_in_the_list(tmp_path: Path) -> None:
    with phones_only(tmp_path) as service, phone(service, 0, "Anna") as anna:
        with phone(service) as visitor:
            id = visitor.state["you"]["id"]
            anna.until(lambda state: id in [row["id"] for row in state["phones"]])
        anna.until(lambda state: [row["name"] for row in state["phones"]] == ["Anna"])


class TestEnd:
    def test_everybody_seated_sees_highlights_and_may_play_again(self, tmp_path: Path) -> None:
        with phones_only(tmp_path) as service, two_at(service, "noah", length="short") as (anna, ben):
            with phone(service) as spectator:
                play_to_the_end(service)
                over = ben.until(lambda state: state["over"])["over"]
                assert over["fewest_win"]
                assert over["highlights"]
                assert spectator.ask("rematch")["error"]["code"] == "not-allowed"
                result = ben.get("matches/1/result.json")
                assert result["text"].splitlines()[0].startswith("Noah · ")
                assert result["bgstats_qr"] == make_qr_outline(result["bgstats"], "l")
                assert ben.get("matches/1.bgsplay")["games"][0]["highestWins"] is False
                assert ben.get("matches/1/played.json")["over"] == over
            assert ben.ask("rematch")["ok"]
            assert anna.until(lambda state: state["match"]["number"] == 2)

    def test_nobody_takes_home_a_match_that_is_not_over(self, tmp_path: Path) -> None:
        with phones_only(tmp_path) as service, two_at(service, "noah") as (anna, _):
            for path in ("matches/1/result.json", "matches/1.bgsplay"):
                with pytest.raises(HTTPError) as refused:
                    anna.get(path)
                with refused.value:
                    assert refused.value.code == 409


def play_to_the_end(service: Service) -> None:
    """Answer at random, in the loop of the app, until the match is over."""
    rng = Random(6)

    def play() -> None:
        session = service.app.live
        assert session is not None
        while session.question is not None:
            session.answer(session.n, rng.choice(session.question.list_ids()))

    service.call(play)
