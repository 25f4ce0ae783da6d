"""What is new to a phone: found out once for all phones that saw the same before."""

from companion.core.ledger import Entry, Ledger
from companion.core.plain import PlainVoice
from companion.core.words import Say
from companion.phone.match_state import NOTHING, Reasons, Seen

ONE, TWO, OTHER = '{"n":1}', '{"n":2}', '{"n":2,"label":"other"}'


def test_a_page_that_just_opened_is_told_everything():
    assert Seen({"table": "{}", "over": "null"}, [ONE]).since(NOTHING) == (
        '{"table":{},"over":null,"log":{"from":0,"lines":[{"n":1}]}}'
    )


def test_later_only_what_changed_and_the_new_lines_of_the_log():
    before = Seen({"table": "1", "over": "null"}, [ONE])
    assert Seen({"table": "2", "over": "null"}, [ONE, TWO]).since(before) == (
        '{"table":2,"log":{"from":1,"lines":[{"n":2}]}}'
    )


def test_an_undo_strikes_lines_out_and_another_answer_replaces_them():
    before = Seen({}, [ONE, TWO])
    assert Seen({}, [ONE]).since(before) == '{"log":{"from":1,"lines":[]}}'
    assert Seen({}, [ONE, OTHER]).since(before) == f'{{"log":{{"from":1,"lines":[{OTHER}]}}}}'


def test_who_saw_the_same_is_told_nothing():
    assert Seen({"table": "1"}, [ONE]).since(Seen({"table": "1"}, [ONE])) == ""


class CountingVoice(PlainVoice):
    """Counts how often it is asked for a reason."""

    def __init__(self) -> None:
        super().__init__(Say("en"))
        self.asked = 0

    def reason(self, entry: Entry) -> str:
        self.asked += 1
        return f"{entry.reason} {entry.about}"


def test_a_reason_is_worded_once_and_anew_after_an_undo() -> None:
    voice, reasons, ledger = CountingVoice(), Reasons(), Ledger(2)
    first = ledger.add(0, 6, "pair", "lions")
    assert reasons.said(ledger, voice) == [(first, "pair lions")]
    second = ledger.add(1, 2, "pitch", "left")
    assert reasons.said(ledger, voice) == [(first, "pair lions"), (second, "pitch left")]
    assert voice.asked == 2
    replayed = Ledger(2)
    again = replayed.add(0, 5, "pair", "cats")
    assert reasons.said(replayed, voice) == [(again, "pair cats")]
