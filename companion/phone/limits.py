"""Limits for one phone and for all of them. Anything beyond waits, or is refused with one line in the log."""

import asyncio
import logging
import time
from collections.abc import Callable

from starlette.types import Message, Receive

CONNECTIONS = 96
"""Connections in total; five phones and a television need about a dozen."""
ADDRESS_CONNECTIONS = 40
SPARE_FILES = 32
"""File descriptors reserved for the database, the parts and the pod where the system allows few."""
BACKLOG = 64
HEAD_SECONDS = 10.0
"""Time for a request to send its head."""
REQUEST_SECONDS = 30.0
"""Time until a request must be answered, however slowly the answer is read."""
IDLE_SECONDS = 15
"""Time after which an idle connection is closed."""
PING_SECONDS = 10.0
"""Interval of pings on a socket, and time to answer one."""
LONGEST_HEAD = 16_384
LONGEST_BODY = 16_384
LONGEST_MESSAGE = 16_384
FRAME_BURST = 200
FRAMES_A_SECOND = 100
"""Frames of one socket, including pings and fragments of messages; a socket that sends more is closed."""
MOST_FRAGMENTS = 64
"""Frames of one message."""
MOST_UNREAD = 262_144
"""Bytes that a socket may leave unread; one that keeps asking beyond that is closed."""
MESSAGES_A_SECOND = 50
BURST = 100
"""Messages of one socket that are handled at once; beyond that, `MESSAGES_A_SECOND`."""
CONTINUATION, FIRST_CONTROL = 0x0, 0x8
"""Opcodes of frames (RFC 6455)."""
REPEAT_SECONDS = 60.0
"""Time until the log may repeat a line."""


class BodyTooLong(Exception):
    """The body of a request is longer than any that the page sends."""


def limit_body(receive: Receive) -> Receive:
    """Return a receiver that raises `BodyTooLong` once the body exceeds its limit."""
    left = LONGEST_BODY

    async def receive_limited() -> Message:
        nonlocal left
        message = await receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise BodyTooLong
        return message

    return receive_limited


class TokenBucket:
    """Rate limit: `burst` tokens at once, then `rate` more a second. Callers take tokens after refilling it."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.tokens = float(burst)
        self._burst = burst
        self._rate = rate
        self._clock = clock
        self._refilled_at = clock()

    def refill(self) -> float:
        """Add the tokens earned since the last time, and return how many there are."""
        now = self._clock()
        self.tokens = min(self._burst, self.tokens + (now - self._refilled_at) * self._rate)
        self._refilled_at = now
        return self.tokens


def pace_messages(receive: Receive, clock: Callable[[], float] = time.monotonic) -> Receive:
    """Return a receiver that makes a socket wait if it sends too fast, and holds up nobody else."""
    bucket = TokenBucket(BURST, MESSAGES_A_SECOND, clock)

    async def receive_limited() -> Message:
        if bucket.refill() < 1:
            await asyncio.sleep((1 - bucket.tokens) / MESSAGES_A_SECOND)
        bucket.tokens -= 1
        return await receive()

    return receive_limited


class FrameMeter:
    """Counts the frames of a socket by their heads, before any time is spent on parsing or answering them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._bucket = TokenBucket(FRAME_BURST, FRAMES_A_SECOND, clock)
        self._fragments = 0
        """Frames so far of the message being received."""
        self._head = b""
        """Start of a frame head whose rest has not arrived."""
        self._payload_left = 0

    def allows(self, data: bytes) -> bool:
        """Count the frames that begin in this data; False at the first one too many."""
        self._bucket.refill()
        data = self._head + data
        at = self._payload_left
        while at + 2 <= len(data):
            mask, length = 4 * (data[at + 1] >> 7), data[at + 1] & 0x7F
            extended = {126: 2, 127: 8}.get(length, 0)
            head_end = at + 2 + extended
            if head_end > len(data):
                break
            if extended:
                length = int.from_bytes(data[at + 2 : head_end], "big")
            if not self._count_frame(data[at] & 0x0F):
                return False
            at = head_end + mask + length
        self._head = data[at:]
        self._payload_left = max(0, at - len(data))
        return True

    def _count_frame(self, opcode: int) -> bool:
        """Count one frame. Control frames, such as pings, may come between the fragments of a message."""
        self._bucket.tokens -= 1
        if opcode == CONTINUATION:
            self._fragments += 1
        elif opcode < FIRST_CONTROL:
            self._fragments = 1
        return self._bucket.tokens >= 0 and self._fragments <= MOST_FRAGMENTS


def find_connection_limit() -> int:
    """Return our limit, or less where the system has too few file descriptors."""
    try:
        import resource  # noqa: PLC0415 (not on Windows)
    except ImportError:
        return CONNECTIONS
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return CONNECTIONS if files == resource.RLIM_INFINITY else max(8, min(CONNECTIONS, files - SPARE_FILES))


class RepeatFilter(logging.Filter):
    """Logs each message at most once a minute, in one line, with the number of repeats left out."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._logged: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log this record; of its stack trace only the last line is kept."""
        first = str(record.msg).strip().partition("\n")[0]
        when, missed = self._logged.get(first, (float("-inf"), 0))
        now = self._clock()
        if now - when < REPEAT_SECONDS:
            self._logged[first] = when, missed + 1
            return False
        if len(self._logged) > 100:
            self._logged.clear()
        self._logged[first] = now, 0
        parts = [record.getMessage().strip().partition("\n")[0]]
        if record.exc_info and record.exc_info[1] is not None:
            parts.append(summarize_error(record.exc_info[1]))
        parts += [f"({missed} times more before)"] if missed else []
        record.msg, record.args, record.exc_info = " ".join(parts), (), None
        return True


def summarize_error(error: BaseException) -> str:
    """Return an error in one line, with the file and line that raised it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" in {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    return f"{type(error).__name__}: {error}{place}"


def quiet_loggers() -> None:
    """Limit the loggers of the page to single lines without repeats."""
    for name in ("uvicorn.error", "asyncio", "arkside.phone"):
        logger = logging.getLogger(name)
        if not any(isinstance(present, RepeatFilter) for present in logger.filters):
            logger.addFilter(RepeatFilter())
