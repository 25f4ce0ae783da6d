"""The limits one by one: a log in single lines, messages at a hand's pace, bodies, connections, turns of the dial."""

import asyncio
import logging
import resource
from pathlib import Path

import pytest
from starlette.types import Message
from websockets.frames import Frame, Opcode

from companion.device.emulator import LONGEST_TURN, MOST_STEPS, Emulator
from companion.phone import choices, connections, guard, join_code, limits, live
from companion.phone.limits import (
    BURST,
    CONNECTIONS,
    FRAME_BURST,
    FRAMES_A_SECOND,
    LONGEST_BODY,
    MESSAGES_A_SECOND,
    MOST_FRAGMENTS,
    BodyTooLong,
    FrameMeter,
    RepeatFilter,
    limit_body,
    pace_messages,
)
from tests.phone.service import Box


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def record(text: str, *args: object, error: BaseException | None = None) -> logging.LogRecord:
    info = (type(error), error, error.__traceback__) if error is not None else None
    return logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, text, args, info)


class TestLog:
    def test_the_same_is_said_once_a_minute_and_then_how_often_it_was_left_out(self) -> None:
        clock = Clock()
        line = RepeatFilter(clock)
        assert line.filter(record("too many: %s", 1))
        assert not any(line.filter(record("too many: %s", n)) for n in range(500))
        assert line.filter(record("something else"))
        clock.now += limits.REPEAT_SECONDS
        again = record("too many: %s", 7)
        assert line.filter(again)
        assert again.getMessage() == "too many: 7 (500 times more before)"

    def test_a_stack_trace_becomes_the_line_that_matters(self) -> None:
        try:
            raise ValueError("odd")
        except ValueError as error:
            logged = record("Exception in ASGI application\n", error=error)
        assert RepeatFilter(Clock()).filter(logged)
        assert "\n" not in logged.getMessage()
        assert logged.exc_info is None
        assert f"ValueError: odd in {__file__}:" in logged.getMessage()

    def test_it_remembers_only_so_much(self) -> None:
        line = RepeatFilter(Clock())
        assert all(line.filter(record(f"kind {n}")) for n in range(1000))
        assert len(line._logged) <= 102

    def test_loggers_are_hushed_once(self) -> None:
        limits.quiet_loggers()
        limits.quiet_loggers()
        for name in ("uvicorn.error", "asyncio", "arkside.phone"):
            assert sum(isinstance(log_filter, RepeatFilter) for log_filter in logging.getLogger(name).filters) == 1

    def test_whatever_phones_can_cause_again_and_again_is_logged_there(self) -> None:
        modules = (choices, connections, guard, join_code, live)
        assert {module.log.name for module in modules} == {"arkside.phone"}


class TestPace:
    def test_a_burst_is_heard_at_once_and_the_rest_waits(self, monkeypatch: pytest.MonkeyPatch) -> None:
        clock, waited = Clock(), []

        async def sleep(seconds: float) -> None:
            waited.append(seconds)
            clock.now += seconds

        async def receive() -> Message:
            return {"type": "websocket.receive"}

        monkeypatch.setattr(asyncio, "sleep", sleep)

        async def hear(messages: int) -> None:
            heard = pace_messages(receive, clock)
            for _ in range(messages):
                await heard()

        asyncio.run(hear(BURST))
        assert waited == []
        asyncio.run(hear(BURST + 3 * MESSAGES_A_SECOND))
        assert clock.now == pytest.approx(3, abs=0.05)

    def test_a_body_is_read_only_as_far_as_it_may_be(self) -> None:
        async def receive() -> Message:
            return {"type": "http.request", "body": b"x" * 4096, "more_body": True}

        async def read() -> int:
            heard, got = limit_body(receive), 0
            try:
                while True:
                    got += len((await heard())["body"])
            except BodyTooLong:
                return got

        assert asyncio.run(read()) == LONGEST_BODY


def frame(opcode: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


class TestFrames:
    @pytest.mark.parametrize(
        ("opcode", "length"),
        [(Opcode.PING, 0), (Opcode.PONG, 125), (Opcode.TEXT, 5), (Opcode.TEXT, 126), (Opcode.BINARY, 70_000)],
    )
    @pytest.mark.parametrize("at_once", [1, 3, 1000, 1_000_000])
    def test_every_frame_counts_however_it_is_cut(self, opcode: Opcode, length: int, at_once: int) -> None:
        one = frame(opcode, b"x" * length)
        meter, sent = FrameMeter(Clock()), one * min(FRAME_BURST, max(2, 200_000 // len(one)))
        meter._bucket.tokens = sent.count(one)
        pieces = [sent[at : at + at_once] for at in range(0, len(sent), at_once)]
        assert all(meter.allows(piece) for piece in pieces)
        assert not meter.allows(one)

    def test_a_burst_is_allowed_and_then_a_steady_rate(self) -> None:
        clock = Clock()
        meter = FrameMeter(clock)
        assert meter.allows(frame(Opcode.PING) * FRAME_BURST)
        assert not meter.allows(frame(Opcode.PING))
        clock.now += 2
        meter = FrameMeter(clock)
        assert meter.allows(frame(Opcode.TEXT, b"{}") * FRAME_BURST)
        for _ in range(10):
            clock.now += 1
            assert meter.allows(frame(Opcode.TEXT, b"{}") * FRAMES_A_SECOND)
        assert not meter.allows(frame(Opcode.TEXT, b"{}"))

    def test_the_pieces_of_a_message_are_limited_whatever_comes_between(self) -> None:
        clock = Clock()
        meter = FrameMeter(clock)
        piece = frame(Opcode.CONT, fin=False) + frame(Opcode.PING)
        for _ in range(3):
            assert meter.allows(frame(Opcode.TEXT, b"{", fin=False))
            for _ in range(MOST_FRAGMENTS - 1):
                clock.now += 1
                assert meter.allows(piece)
        assert not meter.allows(piece)


@pytest.mark.parametrize(
    ("files", "allowed"), [(1024, CONNECTIONS), (64, 32), (16, 8), (resource.RLIM_INFINITY, CONNECTIONS)]
)
def test_connections_leave_files_for_the_rest(files: int, allowed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda what: (files, files))
    assert limits.find_connection_limit() == allowed


def test_the_dial_takes_no_more_turns_than_a_hand_could_make(service: Box, tmp_path: Path) -> None:
    done: list[float] = []

    def turn() -> None:
        emulator = Emulator(service.board, service.host)
        for _ in range(8000):
            emulator.take({"turn": MOST_STEPS})
        done.append(service.board.turning)

    service.call(turn)
    assert service.until(lambda: bool(done))
    assert done[0] <= LONGEST_TURN + 0.2
