"""The gate for untrusted data: checked while it is read, and escaped where it is shown.

Files to import, rows of the journal, settings, boxes, requests of phones and programs: none of them is ours only
because it looks like it. `Untrusted` returns values that can be used as they are, or names the entry that cannot.
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
TOO_DEEP = "nested too deeply"
EPOCH = "1970-01-01T00:00:00.000Z"
HALVES = "halves of letters"
ESCAPED_HALF = rb"\ud"
"""Half of a surrogate pair as JSON escapes it; without the other half it is no letter."""

UNSEEN = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)
"""Control, escape, bidirectional and invisible characters; line ends and tabs are allowed."""
MARKS = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
MOST_MARKS = 3
"""Most combining marks on one letter; no language has more."""


class Unreadable(ValueError):
    """Untrusted data is invalid. Has the entry and the reason; the caller puts them into a sentence."""

    def __init__(self, entry: str, why: str = "") -> None:
        super().__init__(entry, why)
        self.entry = entry
        self.why = why


def sanitize(text: str) -> str:
    r"""Return a text that is safe on any screen: characters that would move, hide or turn others are spelled out.

    >>> sanitize("Anna"), sanitize("\x1b[2J"), sanitize("a\u202eb")
    ('Anna', '\\x1b[2J', 'a\\u202eb')
    """
    if text.isascii() and text.isprintable():
        return text
    import re  # noqa: PLC0415 (it keeps what it has compiled, and most calls never come here)

    visible = re.sub(UNSEEN, lambda match: match[0].encode("unicode_escape").decode(), text)
    return re.sub(f"({MARKS}{{{MOST_MARKS}}}){MARKS}+", r"\1", visible)


class Quoted:
    """The beginning of an untrusted value, to be quoted in a sentence."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __repr__(self) -> str:
        try:
            text = sanitize(repr(self.value))
        except (ValueError, RecursionError):  # a number of thousands of digits, or endless nesting
            text = type(self.value).__name__
        return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}…"


def read_text(file: Path) -> str:
    """Return the text of a file; raise `Unreadable` if it is missing, too long or no text."""
    try:
        with file.open("rb") as stream:
            content = stream.read(LONGEST_FILE + 1)
        if len(content) > LONGEST_FILE:
            raise Unreadable("", f"more than {LONGEST_FILE >> 20} MB")
        return content.decode("utf-8-sig")
    except OSError as why:
        raise Unreadable("", why.strerror or str(why)) from None
    except UnicodeDecodeError:
        raise Unreadable("", "not UTF-8") from None
    except ValueError as why:  # a name that no file can have
        if isinstance(why, Unreadable):
            raise
        raise Unreadable("", str(why)) from None


def parse_json(text: str | bytes, *, allow_halves: bool = False) -> Any:
    """Parse JSON; refuse anything else, deep nesting and numbers of thousands of digits.

    Halves of surrogate pairs are refused too, because they can't be encoded again. A reader that takes every text
    through `Untrusted.text` may allow them here, and names the entry instead.
    """
    import json  # noqa: PLC0415 (every command passes here for its settings, which are no JSON)

    try:
        written = text.encode() if isinstance(text, str) else text
        tree = check_depth(json.loads(text))
        if not allow_halves and ESCAPED_HALF in written.lower():
            json.dumps(tree, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Unreadable("", HALVES) from None
    except Unreadable:
        raise
    except (ValueError, RecursionError):
        raise Unreadable("", "not JSON") from None
    return tree


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML; refuse anything else with its place and the reason."""
    import tomllib  # noqa: PLC0415

    try:
        tree: dict[str, Any] = check_depth(tomllib.loads(text))
    except RecursionError:
        raise Unreadable("", TOO_DEEP) from None
    except ValueError as why:
        raise Unreadable("", why.why if isinstance(why, Unreadable) else str(why)) from None
    return tree


def check_depth(tree: Any) -> Any:
    """Return the tree; refuse one nested deeper than any of ours."""
    level, depth = [tree], 0
    while level:
        if depth > DEEPEST:
            raise Unreadable("", TOO_DEEP)
        below = (node.values() if isinstance(node, dict) else node for node in level if isinstance(node, dict | list))
        level = [child for children in below for child in children if isinstance(child, dict | list)]
        depth += 1
    return tree


def read_moment(text: object) -> str:
    """Parse a time of the journal; anything else counts as the earliest time."""
    from datetime import datetime  # noqa: PLC0415

    try:
        year = datetime.fromisoformat(str(text)).year
    except ValueError:
        return EPOCH
    return str(text) if 1970 <= year < 3000 else EPOCH


class _Missing:
    """The value of an entry that is not there."""


class Untrusted:
    """One value of a tree from outside and the path to it; it is read as one type, or refused with its path.

    >>> seat = Untrusted({"name": "Anna", "bot": True})
    >>> seat["name"].text()
    'Anna'
    >>> seat["bot"].text()
    Traceback (most recent call last):
    companion.core.untrusted.Unreadable: ('bot', 'str')
    """

    __slots__ = ("path", "value")

    def __init__(self, value: object, path: str = "") -> None:
        self.value = value
        self.path = path

    def __getitem__(self, key: str) -> Untrusted:
        """Return an entry of an object; a missing one is refused when it is read."""
        value = self.value.get(key, _Missing) if isinstance(self.value, dict) else _Missing
        return Untrusted(value, f"{self.path}.{key}" if self.path else key)

    def __contains__(self, key: str) -> bool:
        return isinstance(self.value, dict) and key in self.value

    @property
    def is_null(self) -> bool:
        """Whether it is null, like a time in the future."""
        return self.value is None

    def text(self, most: int = LONGEST_TEXT, *, printable: bool = False) -> str:
        """Read a text of at most that many letters that can be stored, and if asked, printed."""
        value: str = self._of_type(str)
        if printable and not value.isprintable():
            raise self._refusal("str")
        try:
            value.encode()
        except UnicodeEncodeError:
            raise self._refusal("str") from None
        if len(value) > most:
            raise self._refusal(f"str ({most})")
        return value

    def whole(self, least: int | None = None, most: int | None = None) -> int:
        """Read a whole number within bounds."""
        value: int = self._of_type(int)
        if (least is not None and value < least) or (most is not None and value > most):
            raise self._refusal(f"int ({least}-{most})")
        return value

    def number(self) -> float:
        """Read a number, whole or not."""
        return float(self._of_type(float) if isinstance(self.value, float) else self.whole())

    def flag(self) -> bool:
        """Return true or false."""
        value: bool = self._of_type(bool)
        return value

    def moment(self) -> str:
        """Read a time."""
        return read_moment(self.text())

    def tree(self) -> dict[str, Any]:
        """Read an object as it is; the caller checks its values."""
        value: dict[str, Any] = check_depth(self._of_type(dict))
        return value

    def entries(self) -> dict[str, Untrusted]:
        """Read the entries of an object by names that can be stored."""
        names = [Untrusted(name, self[name].path).text() for name in self._of_type(dict)]
        return {name: self[name] for name in names}

    def each(self) -> list[Untrusted]:
        """Read the items of a list."""
        return [Untrusted(entry, f"{self.path}[{n}]") for n, entry in enumerate(self._of_type(list))]

    def _of_type(self, kind: type) -> Any:
        if type(self.value) is not kind:
            raise self._refusal(kind.__name__)
        return self.value

    def _refusal(self, why: str) -> Unreadable:
        return Unreadable(sanitize(self.path), why)


def read_json(text: str, path: str) -> Untrusted:
    """Parse a JSON text into a value that is read by type. Refusals call it `path`."""
    return Untrusted(parse_json(text), path)
