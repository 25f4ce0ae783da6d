"""The gate: whatever comes from outside is read here, checked while it is read, and shown without tricks.

Files to import, rows of the journal, settings, boxes, wiring, requests of phones and programs: none of them was
written by us only because it looks like it. A reader gives a value that can be used as it is, or refuses by name.
"""

from __future__ import annotations

TYPE_CHECKING = False  # every command reads settings, and starts as fast as it can
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

LONGEST_FILE = 4 * 2**20
LONGEST_TEXT = 4000
LONGEST_QUOTE = 80
DEEPEST = 40
EPOCH = "1970-01-01T00:00:00.000Z"
HALVES = "halves of letters"
ESCAPED_HALF = rb"\ud"
"""How half a letter beyond the first 65536 is escaped in JSON; without the other half it is no letter."""

UNSEEN = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)
"""Control, escape and bidirectional characters, and those that nobody sees; a line's end and a tab are none of them."""
MARKS = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
MOST_MARKS = 3
"""On one letter; no language has more."""


class Unreadable(ValueError):
    """What came from outside is not what it should be; says which entry, and whoever asked makes a sentence of it."""

    def __init__(self, entry: str, why: str = "") -> None:
        super().__init__(entry, why)
        self.entry = entry
        self.why = why


def shown(text: str) -> str:
    r"""A text as people may see it, on any screen: what would move, hide or turn other letters is spelled out.

    >>> shown("Anna"), shown("\x1b[2J"), shown("a\u202eb")
    ('Anna', '\\x1b[2J', 'a\\u202eb')
    """
    if text.isascii() and text.isprintable():
        return text
    import re  # noqa: PLC0415 (it keeps what it has compiled, and most calls never come here)

    seen = re.sub(UNSEEN, lambda found: found[0].encode("unicode_escape").decode(), text)
    return re.sub(f"({MARKS}{{{MOST_MARKS}}}){MARKS}+", r"\1", seen)


class Quoted:
    """A value of a foreign file as a sentence quotes it: the beginning of it, whatever it is."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __repr__(self) -> str:
        try:
            text = shown(repr(self.value))
        except (ValueError, RecursionError):  # a number of thousands of digits, or nested without end
            text = type(self.value).__name__
        return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"


def read_text(file: Path) -> str:
    """The text of a file; one that is no text, too long or not there is refused in a few words."""
    try:
        with file.open("rb") as stream:
            found = stream.read(LONGEST_FILE + 1)
        if len(found) > LONGEST_FILE:
            raise Unreadable("", f"more than {LONGEST_FILE >> 20} MB")
        return found.decode("utf-8-sig")
    except OSError as why:
        raise Unreadable("", why.strerror or str(why)) from None
    except UnicodeDecodeError:
        raise Unreadable("", "not UTF-8") from None
    except ValueError as why:  # a name that no file can have
        if isinstance(why, Unreadable):
            raise
        raise Unreadable("", str(why)) from None


def parsed_json(text: str | bytes) -> Any:
    """The tree in a text; whatever is no JSON, too deep or has numbers beyond all measure is refused alike.

    So are halves of letters: nothing could ever write them down again.
    """
    import json  # noqa: PLC0415 (every command passes here for its settings, which are no JSON)

    try:
        written = text.encode() if isinstance(text, str) else text
        tree = json.loads(text)
        if ESCAPED_HALF in written.lower():
            json.dumps(tree, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Unreadable("", HALVES) from None
    except (ValueError, RecursionError):
        raise Unreadable("", "not JSON") from None
    return tree


def parsed_toml(text: str) -> dict[str, Any]:
    """The tree in a text; what is no TOML is refused with where and why."""
    import tomllib  # noqa: PLC0415

    try:
        return checked(tomllib.loads(text))
    except RecursionError:
        raise Unreadable("", "nested too deeply") from None
    except ValueError as why:
        raise Unreadable("", why.why if isinstance(why, Unreadable) else str(why)) from None


def checked(tree: dict[str, Any], deep: int = 0) -> dict[str, Any]:
    """A tree that is not deeper than any of ours could be."""
    if deep > DEEPEST:
        raise Unreadable("", "nested too deeply")
    for value in tree.values():
        if isinstance(value, dict):
            checked(value, deep + 1)
    return tree


def moment(text: object) -> str:
    """A time of the journal; what is none counts as the beginning of all times."""
    from datetime import datetime  # noqa: PLC0415

    try:
        year = datetime.fromisoformat(str(text)).year
    except ValueError:
        return EPOCH
    return str(text) if 1970 <= year < 3000 else EPOCH


class Entries:
    """An object of a foreign file, read entry by entry; the one that is missing or of another kind is named."""

    def __init__(self, tree: Any, path: str = "") -> None:
        self.tree: dict[str, Any] = tree if isinstance(tree, dict) else {}
        self.path = path

    @staticmethod
    def of_json(text: str, kind: type, entry: str) -> Any:
        """A list or an object in a text."""
        found = parsed_json(text)
        if type(found) is not kind:
            raise Unreadable(entry, kind.__name__)
        return found

    def text(self, key: str, most: int = LONGEST_TEXT) -> str:
        """A text that is not longer than any of ours could be, in letters that can be written down again."""
        value: str = self.any(key, str)
        try:
            f"{key}{value}".encode()
        except UnicodeEncodeError:
            raise Unreadable(self.named(key), "str") from None
        if len(value) > most:
            raise Unreadable(self.named(key), f"str ({most})")
        return value

    def whole(self, key: str, least: int, most: int) -> int:
        """A whole number within bounds."""
        value: int = self.any(key, int)
        if not least <= value <= most:
            raise Unreadable(self.named(key), f"int ({least}-{most})")
        return value

    def moment(self, key: str) -> str:
        """A time."""
        return moment(self.text(key))

    def moment_or_none(self, key: str) -> str | None:
        """A time, or null for one that has not come."""
        return None if self.any(key, str, type(None)) is None else self.moment(key)

    def below(self, key: str) -> Entries:
        """An object inside this one."""
        return Entries(self.any(key, dict), f"{self.named(key)}.")

    def each(self, key: str) -> list[Entries]:
        """A list of objects."""
        return [Entries(one, f"{self.named(key)}[{n}].") for n, one in enumerate(self.any(key, list))]

    def any(self, key: str, *kinds: type) -> Any:
        """A value of one of these kinds, exactly."""
        value = self.tree.get(key, ...)
        if type(value) not in kinds:
            raise Unreadable(self.named(key), kinds[0].__name__)
        return value

    def named(self, key: str) -> str:
        """An entry with everything above it."""
        return f"{self.path}{key}"
