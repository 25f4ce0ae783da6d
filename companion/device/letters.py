"""Prediction of the next letter from common names, so that writing one takes few clicks of the dial."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

ALPHABET = "abcdefghijklmnopqrstuvwxyzéèêëàâäçîïôöùûüñœæßáíóúåø'-. 0123456789"
DONE, ERASE, COMPLETE = "✓", "⌫", "»"

END = ""
"""What follows the last letter."""

KNOWN_HERE = 40.0
"""Weight of a name that played here, compared with a common name."""

COMMON, RARER = 6.0, 1.0
COMMON_LINES = 2
"""The first lines of the list are the names that are met most."""

HABIT = 0.02
"""Weight of letters that often follow each other, compared with whole names."""

SURE = 0.4
"""From this part of all names that begin so, the likeliest one is offered as a whole."""

SHORTEST_REST = 2


class LetterPredictor:
    """Orders signs by how likely each is to come next.

    >>> LetterPredictor({"anna": 1.0, "anton": 1.0}).next("an")[:3]
    ['»', 'n', 't']
    """

    def __init__(self, words: dict[str, float], alphabet: str = ALPHABET) -> None:
        self.words = words
        self.alphabet = alphabet
        self._letters: defaultdict[str, float] = defaultdict(float)
        self._habits: defaultdict[tuple[str, str], float] = defaultdict(float)
        for word, weight in words.items():
            for pair in pairwise((END, *word, END)):
                self._habits[pair] += weight
                self._letters[pair[1]] += weight

    def next(self, written: str) -> list[str]:
        """Return every sign, the likeliest first, with DONE and COMPLETE among the letters."""
        start = written.casefold()
        last = start[-1:]
        likely = defaultdict(float, {sign: self._habit(last, sign) for sign in self.alphabet})
        for word, weight in self.words.items():
            if word.startswith(start):
                likely[word[len(start) : len(start) + 1] or DONE] += weight
        if start.strip():
            likely[DONE] += HABIT * self._habits[last, END]
        # COMPLETE comes first, so that one push finishes a likely name.
        rest = self.rest(written)
        order = {sign: place for place, sign in enumerate(self.alphabet)}
        signs = sorted(likely, key=lambda sign: (-likely[sign], order.get(sign, 0)))
        return [COMPLETE, *signs] if rest else signs

    def _habit(self, last: str, sign: str) -> float:
        """Return how often one letter follows another, plus a little for how common it is overall."""
        return HABIT * (self._habits[last, sign] + HABIT * self._letters[sign])

    def rest(self, written: str) -> str:
        """Return the missing end of the likeliest name, or nothing while several names are about as likely."""
        start = written.casefold()
        fitting = {word: weight for word, weight in self.words.items() if word.startswith(start)} if start else {}
        if not fitting:
            return ""
        best = max(fitting, key=lambda word: fitting[word])
        sure = fitting[best] >= SURE * sum(fitting.values()) and len(best) - len(start) >= SHORTEST_REST
        return best[len(start) :] if sure else ""


def around(signs: Sequence[str]) -> list[str]:
    """Arrange signs as a ring: the first where the dial is, the next ones in turn to its right and to its left.

    >>> around("abcde")
    ['a', 'b', 'd', 'e', 'c']
    """
    return [signs[0], *signs[1::2], *reversed(signs[2::2])] if signs else []


@cache
def first_names() -> dict[str, float]:
    """Return the names of the list with their weights."""
    lines = (Path(__file__).with_name("names.txt")).read_text(encoding="utf-8").splitlines()
    names: dict[str, float] = {}
    for number, line in enumerate(line for line in lines if not line.startswith("#")):
        for name in line.casefold().split():
            names.setdefault(name, COMMON if number < COMMON_LINES else RARER)
    return names


def names_predicted(known: Iterable[str]) -> LetterPredictor:
    """Return a predictor for names of people; names of earlier players count most."""
    weights = {name.casefold(): KNOWN_HERE for name in known}
    return LetterPredictor({**first_names(), **weights})
