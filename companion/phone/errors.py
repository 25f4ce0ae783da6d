"""What a page is refused, with a code for the page and a sentence for its reader."""

from companion.core.errors import ArksideError


class BadRequest(ArksideError, ValueError):
    """A message that no page of ours sends."""

    code = "bad-request"


class NotAllowed(ArksideError, PermissionError):
    """This phone may not do that."""

    code = "not-allowed"


class SeatTaken(ArksideError, PermissionError):
    """Another phone holds that seat."""

    code = "seat-taken"


class MatchOpen(ArksideError, RuntimeError):
    """A match is being played: it has to end or to rest before another one begins."""

    code = "match-open"


class NoMatch(ArksideError, RuntimeError):
    """Nothing is being played."""

    code = "no-match"
