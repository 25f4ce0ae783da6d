"""Words that several clients share."""

from collections.abc import Iterable

from companion.core.words import Say


def describe_bots(kinds: Iterable[str], say: Say) -> dict[str, str]:
    """Return the strength of each kind of bot, ours first; bots of plug-ins have only their name."""
    ours = {"greedy": say("Medium"), "montecarlo": say("Hard"), "random": say("Easy")}
    known = set(kinds)
    return {kind: words for kind, words in ours.items() if kind in known} | {
        kind: kind for kind in sorted(known - set(ours))
    }
