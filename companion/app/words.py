"""Words that several clients share."""

from collections.abc import Iterable

from companion.core.words import Say


def bots_in_words(kinds: Iterable[str], say: Say) -> dict[str, str]:
    """Return how well each of these kinds of bots plays, ours first; other people's bots have only their name."""
    ours = {"greedy": say("plays well"), "montecarlo": say("thinks ahead"), "random": say("plays anything")}
    known = set(kinds)
    return {kind: words for kind, words in ours.items() if kind in known} | {
        kind: kind for kind in sorted(known - set(ours))
    }
