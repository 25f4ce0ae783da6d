"""A sample of the clumsy and hostile calls of the command line; `make cli-calls` makes all of them."""

from pathlib import Path

from tests.trust.cli_calls import Call, Ended, calls, figures, prepare_folders, wrong_with


def test_no_call_ends_in_a_traceback_or_hangs_or_controls_the_terminal() -> None:
    count = figures(every=23)
    assert count.pop("cli_calls") > 60
    assert set(count.values()) == {0}, count


def test_there_are_hundreds_of_calls(tmp_path: Path) -> None:
    prepare_folders(tmp_path)
    assert sum(1 for _ in calls(tmp_path)) > 1000


def test_the_bench_sees_what_is_wrong() -> None:
    call = Call(("history",))
    assert wrong_with(call, Ended(0, b"all is well", b"")) == ""
    assert wrong_with(call, Ended(1, b"", b"Traceback (most recent call last):\nx")) == "tracebacks"
    assert wrong_with(call, Ended(1, b"", b"Something went wrong inside (KeyError)")) == "tracebacks"
    assert wrong_with(call, Ended(-11, b"", b"")) == "crashes"
    assert wrong_with(call, Ended(-1, b"", b"")) == "hangs"
    assert wrong_with(call, Ended(1, b"", b"one\ntwo")) == "long_errors"
    assert wrong_with(call, Ended(0, b"\x1b[2J", b"")) == "tricks"
    assert wrong_with(call, Ended(0, "a\u202eb".encode(), b"")) == "tricks"
