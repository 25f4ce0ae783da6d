"""Refusals of the app: each has a code for programs and a sentence for people."""

from companion.core.errors import N_, ArksideError

RELOAD = N_("Something went wrong. Please reload the page.")


class BadRequest(ArksideError, ValueError):
    """A message that none of our clients sends."""

    code = "bad-request"


class NotAllowed(ArksideError, PermissionError):
    """This client may not do that."""

    code = "not-allowed"


class SeatTaken(ArksideError, PermissionError):
    """Somebody else holds that seat."""

    code = "seat-taken"


class MatchOpen(ArksideError, RuntimeError):
    """A match is being played: it has to end or be saved before another one begins."""

    code = "match-open"


class NoMatch(ArksideError, RuntimeError):
    """Nothing is being played."""

    code = "no-match"


class UnknownParticipant(ArksideError, LookupError):
    """There is no such participant any more."""

    code = "unknown-phone"


class TooManyPhones(ArksideError, PermissionError):
    """Every remembered participant is still needed."""

    code = "too-many-phones"
