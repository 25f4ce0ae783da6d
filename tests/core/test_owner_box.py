"""What a real table tells about its box is told once: it is kept for the next session, and only as long as it holds."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import companion.core.teach
from companion.core.data_folder import read_corrections
from companion.core.errors import JournalError
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.match_export import export_match, import_match
from companion.core.session import Session
from companion.core.sessions import Sessions
from companion.core.teach import OwnerBox, locate_corrections, write_corrections
from companion.games.ark import GAME as ARK
from companion.games.noahs_ark import GAME

LAID = ("most-lions", "4", "most-noa", "2", "most-cards", "5", "seat-0")
"""Three objectives with what they are worth, and who begins."""
NEW_CARD = ("other-card", "snake", "lion", "lion", "4", "noa")
RACE = ("slap-1", "right")
TOLD = {
    "objectives": {"lions": 4, "noa": 2, "cards": 5},
    "animals": {"card-04": {"shows": ["lion", "lion", "snake"], "points": 4, "noa": 1}},
}


class PowerCut(Exception):
    """The program ends here and now."""


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path) as journal:
        journal.sessions = Sessions(journal)
        yield journal
        if journal.sessions.live is not None:
            journal.sessions.live.close()


def begin_match(journal: Journal, *answers: str, deal: str = "table") -> Session:
    """A session at a real table with the box as the owner has it by now."""
    if journal.sessions.live is not None:
        journal.sessions.live.close()
    data = journal.file.parent
    setup = GAME.set_up(
        ["Anna", "Ben"],
        {"length": "shortest", "told": "before"},
        deal=deal,
        corrections=read_corrections(data, GAME.id),
    )
    return enter_answers(journal.sessions.start(GAME, setup), *answers)


def enter_answers(session: Session, *answers: str) -> Session:
    for answer in answers:
        session.answer(session.n, answer)
    return session


def undo(session: Session) -> None:
    session.undo(session.n)


def reopen_after_power_cut(journal: Journal, session: Session) -> Session:
    """As after a power cut: the other program is gone, and its lock with it."""
    session._closing()
    return journal.sessions.open(1)


def get_asked(session: Session) -> str:
    assert session.question is not None
    return session.question.ask


def file_of(journal: Journal) -> Path:
    return locate_corrections(GAME, journal.file.parent)


def load_saved(journal: Journal) -> dict[str, Any]:
    return tomllib.loads(file_of(journal).read_text(encoding="utf-8"))


def test_the_next_match_knows_what_was_entered_in_this_one(journal: Journal) -> None:
    begin_match(journal, *LAID, *NEW_CARD, *RACE)
    assert load_saved(journal) == TOLD
    again = begin_match(journal, "most-lions")
    assert get_asked(again) == "objective", "nobody asks for the points of the lions any more"
    enter_answers(again, "most-noa", "most-cards", "seat-0")
    assert again.question is not None
    assert "lion-lion-snake-noa-4" in again.question.list_ids()
    assert again.match.facts["most-lions"] == "4 open"


def test_a_guess_that_was_right_is_kept_as_well(journal: Journal) -> None:
    begin_match(journal, *LAID, "lion-snake-1")
    assert load_saved(journal)["animals"] == {"card-04": {"shows": ["lion", "snake"], "points": 1, "noa": 0}}


def test_it_is_in_the_file_before_the_next_question_and_no_race_writes_to_it(journal: Journal) -> None:
    session = begin_match(journal, *LAID, *NEW_CARD)
    assert get_asked(session) == "slap"
    assert load_saved(journal) == TOLD
    file_of(journal).unlink()
    enter_answers(session, *RACE)
    assert not file_of(journal).exists(), "nothing new was told, so nothing was written"


def test_if_the_program_deals_there_is_nothing_to_enter(journal: Journal) -> None:
    session = begin_match(journal, "seat-0", deal="virtual")
    assert get_asked(session) == "slap"
    assert not file_of(journal).exists()


def test_taking_the_answer_back_takes_it_out_of_the_file(journal: Journal) -> None:
    session = begin_match(journal, *LAID, *NEW_CARD)
    undo(session)
    assert load_saved(journal) == {"objectives": TOLD["objectives"]}
    session.redo(session.n)
    assert load_saved(journal) == TOLD
    undo(session)
    enter_answers(session, "no-noa")
    assert load_saved(journal)["animals"]["card-04"]["noa"] == 0


def test_taking_everything_back_leaves_the_box_as_it_was(journal: Journal) -> None:
    by_hand = {"objectives": {"eagles": 7}, "animals": {"card-04": {"points": 2}}}
    write_corrections(file_of(journal), by_hand)
    session = begin_match(journal, *LAID, *NEW_CARD)
    assert load_saved(journal)["objectives"] == {"eagles": 7, **TOLD["objectives"]}
    while session.match.answers:
        undo(session)
    assert load_saved(journal) == by_hand


def test_the_match_itself_keeps_the_box_it_began_with(journal: Journal) -> None:
    session = begin_match(journal, *LAID, *NEW_CARD, *RACE)
    assert session.match.setup.corrections == {}
    record = journal.load_record(1)
    assert Match(GAME, record.setup, record.list_standing_choices()).facts == session.match.facts
    assert import_match(export_match(record), "match.json").setup.corrections == {}
    assert reopen_after_power_cut(journal, session).match.facts == session.match.facts


def test_a_match_that_continues_another_day_does_not_undo_what_was_taught_meanwhile(journal: Journal) -> None:
    session = begin_match(journal, *LAID)
    taught = {"objectives": {"lions": 6, "noa": 2, "cards": 5}}
    write_corrections(file_of(journal), taught)
    session = reopen_after_power_cut(journal, session)
    assert load_saved(journal) == taught
    for _ in range(6):
        undo(session)
    assert load_saved(journal) == {"objectives": {"lions": 6}}, "its own two figures go, the one taught later stays"


def test_a_power_cut_before_the_file_is_written_loses_nothing(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begin_match(journal, *LAID, *NEW_CARD[:-1])
    with monkeypatch.context() as cut:
        cut.setattr(companion.core.teach, "write_corrections", power_cut)
        with pytest.raises(PowerCut):
            enter_answers(session, NEW_CARD[-1])
    assert "animals" not in load_saved(journal)
    resumed = reopen_after_power_cut(journal, session)
    assert get_asked(resumed) == "slap"
    assert load_saved(journal) == TOLD


def test_after_a_power_cut_during_undo_file_and_journal_agree(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begin_match(journal, *LAID, *NEW_CARD)
    with monkeypatch.context() as cut:
        cut.setattr(journal, "mark_answers", power_cut)
        with pytest.raises(PowerCut):
            undo(session)
    write_corrections(file_of(journal), {"objectives": TOLD["objectives"]})  # as the cut may have left it
    assert get_asked(reopen_after_power_cut(journal, session)) == "slap"
    assert load_saved(journal) == TOLD


def power_cut(*_: object) -> None:
    raise PowerCut


def test_an_answer_stays_if_its_undo_fails(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begin_match(journal, *LAID, *NEW_CARD)

    def full(*_: object) -> None:
        raise JournalError("no room")

    monkeypatch.setattr(journal, "mark_answers", full)
    with pytest.raises(JournalError):
        undo(session)
    assert get_asked(session) == "slap"
    assert load_saved(journal) == TOLD


def test_a_file_that_was_spoilt_meanwhile_is_left_alone_and_the_match_continues(journal: Journal) -> None:
    session = begin_match(journal, *LAID)
    for spoilt in ("animals = [", "[objectives]\nunicorns = 3\n"):
        file_of(journal).write_text(spoilt, encoding="utf-8")
        happened = session.answer(session.n, "lion-snake-1")
        assert "Your corrections can't be saved: " in str(happened.unsaved)
        assert file_of(journal).read_text(encoding="utf-8") == spoilt
        assert session.answer(session.n, "slap-0").unsaved is None, "it is said once"
        undo(session)
        undo(session)


def test_a_folder_that_cannot_be_written_to_is_named_and_the_match_continues(journal: Journal) -> None:
    session = begin_match(journal, *LAID[:1])
    file_of(journal).parent.write_text("a file where the folder should be", encoding="utf-8")
    assert str(session.answer(session.n, LAID[1]).unsaved).startswith("Your corrections can't be saved: ")
    enter_answers(session, *LAID[2:])
    assert get_asked(session) == "reveal"


def test_a_name_taught_elsewhere_meanwhile_costs_one_card_and_not_all_the_others(tmp_path: Path) -> None:
    """Somebody taught that name to another card at another screen; whatever else the match learns is kept."""
    start = ("seat-0", "goat", "cow", "zebra", "fox", "toad", "snail")
    setup = ARK.set_up(["Anna", "Ben", "Cleo"], deal="table")
    box = OwnerBox(ARK, setup, tmp_path)
    file = locate_corrections(ARK, tmp_path)
    write_corrections(file, {"animals": {"zebra": {"name": "okapi"}}})
    match = Match(ARK, setup, (*start, "another", "said-okapi", "shy", "3", "hot", "herbivore"))
    why = box.save_learned(match.table.learned)
    assert why is not None
    assert "another card already has this name" in str(why)
    for answer in ("take-toad", "another", "said-wombat", "useful", "1", "cold", "omnivore"):
        match.answer(answer)
        assert box.save_learned(match.table.learned) is None, "it was said already"
    saved = tomllib.loads(file.read_text(encoding="utf-8"))["animals"]
    assert saved.pop("zebra") == {"name": "okapi"}
    assert [entry["name"] for entry in saved.values()] == ["wombat"]


def test_a_conflict_that_is_undone_costs_nothing(tmp_path: Path) -> None:
    start = ("seat-0", "goat", "cow", "zebra", "fox", "toad", "snail")
    setup = ARK.set_up(["Anna", "Ben", "Cleo"], deal="table")
    box = OwnerBox(ARK, setup, tmp_path)
    write_corrections(locate_corrections(ARK, tmp_path), {"animals": {"zebra": {"name": "okapi"}}})
    match = Match(ARK, setup, (*start, "another", "said-okapi", "shy", "3", "hot", "herbivore"))
    assert box.save_learned(match.table.learned) is not None
    write_corrections(locate_corrections(ARK, tmp_path), {})
    match.answer("take-toad")
    match.answer("another")
    match.answer("elephant")
    for answer in ("heavy", "cold", "none"):
        match.answer(answer)
        assert box.save_learned(match.table.learned) is None
    assert read_corrections(tmp_path, ARK.id)["animals"]["moose"]["name"] == "okapi"
