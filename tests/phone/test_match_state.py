"""What is new to a phone, by what it saw before."""

from companion.phone.match_state import NO_STATE, PageState

ONE, TWO, OTHER = '{"n":1}', '{"n":2}', '{"n":2,"label":"other"}'


def test_a_page_that_just_opened_receives_the_whole_state():
    assert PageState({"table": "{}", "over": "null"}, [ONE]).diff_from(NO_STATE) == (
        '{"table":{},"over":null,"log":{"from":0,"lines":[{"n":1}]}}'
    )


def test_later_only_what_changed_and_the_new_lines_of_the_log():
    before = PageState({"table": "1", "over": "null"}, [ONE])
    assert PageState({"table": "2", "over": "null"}, [ONE, TWO]).diff_from(before) == (
        '{"table":2,"log":{"from":1,"lines":[{"n":2}]}}'
    )


def test_an_undo_strikes_lines_out_and_another_answer_replaces_them():
    before = PageState({}, [ONE, TWO])
    assert PageState({}, [ONE]).diff_from(before) == '{"log":{"from":1,"lines":[]}}'
    assert PageState({}, [ONE, OTHER]).diff_from(before) == f'{{"log":{{"from":1,"lines":[{OTHER}]}}}}'


def test_listeners_that_saw_the_same_hear_nothing():
    assert PageState({"table": "1"}, [ONE]).diff_from(PageState({"table": "1"}, [ONE])) == ""
