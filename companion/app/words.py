"""Words that several clients share."""

from collections.abc import Iterable

from companion.core.words import Say


def describe_bots(kinds: Iterable[str], say: Say) -> dict[str, str]:
    """Return the level of each kind of bot that people play against, ours first.

    Bots of plug-ins have only their name. Bots made for comparisons aren't offered.
    """
    ours = {"greedy": say("Medium"), "hard": say("Hard"), "easy": say("Easy")}
    known = set(kinds)
    return {kind: words for kind, words in ours.items() if kind in known} | {
        kind: kind for kind in sorted(known - set(ours) - {"random", "montecarlo"})
    }
