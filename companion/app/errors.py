"""Refusals of the app: each has a code for programs and a sentence for people."""

from companion.core.errors import N_, ArksideError

RELOAD = N_("Something went wrong. Please reload the page.")


class BadRequest(ArksideError, ValueError):
    """A message that none of our clients sends."""

    code = "bad-request"


class NotAllowed(ArksideError, PermissionError):
    """A request that this client has no right to make."""

    code = "not-allowed"


class SeatTaken(ArksideError, PermissionError):
    """A seat that another participant holds."""

    code = "seat-taken"


class MatchOpen(ArksideError, RuntimeError):
    """A match is being played and has to end or be saved before another one begins."""

    code = "match-open"


class NoMatch(ArksideError, RuntimeError):
    """A request that needs a match while none is being played."""

    code = "no-match"


class NoBox(ArksideError, RuntimeError):
    """A request about the parts of a box where there are only phones."""

    code = "no-box"


class UnknownParticipant(ArksideError, LookupError):
    """A participant who is no longer known."""

    code = "unknown-phone"


class TooManyPhones(ArksideError, PermissionError):
    """No participant can be forgotten to make room for a new one."""

    code = "too-many-phones"
