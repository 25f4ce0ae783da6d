"""Constants that all parts of the page's server share."""

from collections.abc import MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
"""An ASGI request or socket."""

NOT_JOINED = 4401
"""Closes the socket of a phone that has not joined or was removed, so that its page asks for the join code."""
