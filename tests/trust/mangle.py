"""Hostile input from seeds: good input spoilt, and values that nobody expects."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

TEXTS = (
    "", " ", "\0", "x" * 300, "n" * 10_000, "\u202eevil", "\u2066\u2067", "z\u0351\u0363\u0310" * 40, "👩‍👩‍👧‍👦" * 8, "שלום", "\ud800",
    "\x1b[2J", "\x1b]0;pwned\x07", "\r\n", "a\nb", "%s%n", "{seat}", "{0.__class__}", "../../etc/passwd", "bot:", "bot:greedy",
    "said-", "said-" + "x" * 90, "slap-9", "slap--1", "9" * 5000, "-1", "1e309", "NaN", "null", "cat-f", "ferry-1", "done", "²", "１",
)  # fmt: skip
NUMBERS = (
    -(10**30),
    -(2**63),
    -(2**31),
    -2,
    -1,
    0,
    1,
    2,
    3,
    5,
    40,
    255,
    256,
    65_535,
    2**31,
    2**53,
    2**63 - 1,
    2**63,
    10**30,
)
OTHERS = (
    None,
    True,
    False,
    0.5,
    -0.0,
    1e308,
    float("inf"),
    float("nan"),
    [],
    {},
    [[]],
    {"": {}},
    [None],
    {"do": "new"},
)
BYTES = (
    b"\0", b"\n", b"\r", b'"', b"'", b"\\", b"{", b"}", b"[", b"]", b"[" * 3000, b'{"a":' * 2000, b"\xff", b"\xc0\x80", b"\xed\xa0\x80",
    b"\xe2\x80\xae", b"\x1b[31m", b"9" * 5000, b"-", b"1e999", b"NaN", b"null", b"true", b"=", b"#", b"inf", b"0x", b"\\ud800", b"\\u0000",
    b"1979-05-27T07:32:00Z", b".", b",", b" ", b"\t",
)  # fmt: skip


def odd(rng: Random) -> Any:
    """A value that nobody expects there."""
    kind = rng.randrange(4)
    return rng.choice(TEXTS if kind < 2 else NUMBERS if kind == 2 else OTHERS)


def spoilt(rng: Random, good: bytes) -> bytes:
    """Good bytes with a few of them changed, lost, doubled or replaced by others that hurt."""
    data = bytearray(good)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        at, upto = rng.randrange(len(data) + 1), rng.randrange(1, 12)
        match rng.randrange(6):
            case 0 if data:
                data[at % len(data)] = rng.randrange(256)
            case 1:
                del data[at : at + upto]
            case 2:
                data[at:at] = data[at : at + upto] * rng.randrange(1, 4)
            case 3:
                data[at : at + upto] = rng.choice(BYTES)
            case 4:
                del data[at:]
            case _:
                data[at:at] = rng.choice(BYTES)
    return bytes(data)


def twist_tree(rng: Random, tree: Any) -> Any:
    """The same tree of JSON with one branch replaced, lost, doubled or renamed."""
    if isinstance(tree, dict) and tree and rng.random() < 0.85:
        key = rng.choice(list(tree))
        match rng.randrange(8):
            case 0:
                return {name: value for name, value in tree.items() if name != key}
            case 1:
                return {**tree, str(odd(rng)): odd(rng)}
            case _:
                return {**tree, key: twist_tree(rng, tree[key])}
    if isinstance(tree, list) and tree and rng.random() < 0.85:
        at = rng.randrange(len(tree))
        more: Sequence[Any] = rng.choice(([], [tree[at]], [tree[at]] * 20, [odd(rng)], [twist_tree(rng, tree[at])]))
        return [*tree[:at], *more, *tree[at + 1 :]]
    return odd(rng)


def as_text(tree: Any) -> str:
    """As JSON; also what is none, such as NaN."""
    return json.dumps(tree, ensure_ascii=bool(len(str(tree)) % 2))
