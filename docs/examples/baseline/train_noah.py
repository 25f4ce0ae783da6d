"""Train a player of Noah that beats the greedy bot: `python docs/examples/baseline/train_noah.py --out noah.json`.

Each choice is described by a few figures that its player can see. A weight for each figure, and a softmax over the
choices, are the whole player; REINFORCE moves the weights towards what won. Needs `arkside[lab]`.
"""

import argparse
import json
import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from companion.core.game import Outcome
from companion.core.playing import Run
from companion.core.question import Question
from companion.core.registry import find_game

NOAH = find_game("noah")
GREEDY = NOAH.bots()["greedy"]
SETUP = NOAH.set_up(["learner", "teacher"])
PIECES = NOAH.make_pieces(SETUP)
KINDS = PIECES.kinds.all
COPIES = [PIECES.deck.count(kind) for kind in KINDS]
FIGURES = {"load": 17, "move_noah": 9, "give": 7, "give_back": 7}
"""Figures of a choice, by the question; other questions have one answer with two players."""
BATCH = 50
"""Games between two steps of learning."""


class View:
    """The part of a table that one player sees, and what follows from it for all choices of a question."""

    def __init__(self, table: Any, seat: int) -> None:
        self.table = table
        self.hand = table.hands[seat]
        self.rival_cards = table.hands[1 - seat].size
        unseen = COPIES[:]
        for card in self.hand.held:
            unseen[card.index] -= 1
        for aboard in table.aboard:
            for animal in aboard:
                unseen[animal.card.index] -= 1
        # a snail is one card with two sides
        self.unseen = [(kind.bits, number) for kind, number in zip(KINDS, unseen, strict=True) if number > 0]
        self.total = max(1, sum(number for _, number in self.unseen))
        self._stuck: dict[int, float] = {}

    def is_stuck(self, takes: int) -> float:
        """Chance that no card of the rival fits on a ferry that takes these kinds."""
        if takes not in self._stuck:
            fitting = sum(number for bits, number in self.unseen if bits & takes)
            self._stuck[takes] = (1 - fitting / self.total) ** self.rival_cards
        return self._stuck[takes]

    def rate_ferry(self, index: int) -> float:
        """Cards that the rival picks up on average if Noah goes there."""
        return float(self.is_stuck(self.table.loads[index].takes) * len(self.table.aboard[index]))


def describe_load(animal: Any, seen: View) -> list[float]:
    """Describe loading an animal."""
    table, hand = seen.table, seen.hand
    at = table.noah.index
    aboard, load = table.aboard[at], table.loads[at]
    after = load.plus(animal)
    pair = bool(aboard) and aboard[-1].species == animal.species
    left = hand.size - 1
    rest = hand.bits & ~animal.card.bits
    moves = table.noah.across if animal.male else table.noah.beside
    reach = [] if animal.stays else [ferry.index for ferry in moves[0].choices]
    gifts = min(table.departures + 1, left) if after.full else 0
    hardest = max((seen.rate_ferry(index) for index in reach), default=0.0)
    mine = max((bool(rest & table.loads[index].takes) for index in reach), default=bool(rest & after.takes))
    return [
        animal.tears, animal.weight / 10, after.full, gifts, pair, pair and left, pair and mine, pair and not mine,
        (after.limit - after.weight) / 10, animal.drills, animal.swaps, animal.looks, animal.stays,
        0.0 if pair else hardest, 0.0 if pair or not animal.stays else seen.is_stuck(after.takes) * (len(aboard) + 1),
        bool(rest & after.takes), rest.bit_count() / 8,
    ]  # fmt: skip


def describe_move(ferry: Any, seen: View) -> list[float]:
    """Describe sending Noah to a ferry."""
    table, bits = seen.table, seen.hand.bits
    load, aboard = table.loads[ferry.index], table.aboard[ferry.index]
    again = bool(table.pair)
    mine = PIECES.kinds.list_kinds(bits & load.takes) if again else []
    return [
        0.0 if again else seen.rate_ferry(ferry.index), 0.0 if again else seen.is_stuck(load.takes),
        (not again) * len(aboard), (not again) * (load.limit - load.weight) / 10,
        again and not mine, max((animal.tears for animal in mine), default=0) / 4,
        any(load.plus(animal).full for animal in mine),
        any(aboard and aboard[-1].species == animal.species for animal in mine), len(mine) / 4,
    ]  # fmt: skip


def describe_gift(card: Any, seen: View) -> list[float]:
    """Describe giving a card away."""
    table = seen.table
    homes = sum(bool(card.bits & load.takes) for load in table.loads)
    twins = sum(other.species == card.species for other in seen.hand.held)
    fills = any(
        load.plus(kind).full for load in table.loads for kind in PIECES.kinds.list_kinds(card.bits & load.takes)
    )
    return [card.tears, card.weight / 10, homes / 5, twins > 1, fills, bool(card.power), card.weight == 0]


DESCRIBE = {"load": describe_load, "move_noah": describe_move, "give": describe_gift, "give_back": describe_gift}


class Player:
    """A player with a weight for every figure; while it learns, it notes what it chose."""

    def __init__(self, weights: dict[str, Any], rng: Random, learning: bool) -> None:
        self.weights = weights
        self.rng = rng
        self.learning = learning
        self.gradient = {ask: np.zeros(size) for ask, size in FIGURES.items()}

    def __call__(self, question: Question, table: Any) -> Any:
        """Choose by the weights: at random in proportion while learning, the best otherwise."""
        describe = DESCRIBE.get(question.ask)
        if describe is None or question.choices[0] == "take-back":
            return self.rng.choice(question.choices)
        seen = View(table, question.seat)
        rows = np.array([describe(choice, seen) for choice in question.choices], float)
        values = rows @ self.weights[question.ask]
        if not self.learning:
            # now and then any choice, because two mules could be loaded and picked up for ever
            place = self.rng.randrange(len(rows)) if self.rng.random() < 0.005 else int(values.argmax())
            return question.choices[place]
        chances = np.exp(values - values.max())
        chances /= chances.sum()
        place = min(int(np.searchsorted(chances.cumsum(), self.rng.random())), len(rows) - 1)
        self.gradient[question.ask] += rows[place] - chances @ rows
        return question.choices[place]


def play(players: list[Any], seed: int) -> tuple[Outcome, Any]:
    """Play a game and return its outcome and table."""
    SETUP.seed = seed
    run = Run(NOAH, NOAH.new_table(SETUP, PIECES))
    while run.question is not None:
        run.answer(players[run.question.seat](run.question, run.table))
    assert run.outcome is not None
    return run.outcome, run.table


def train(games: int, seed: int, rate: float = 0.05) -> dict[str, Any]:
    """Learn by playing against the greedy bot in both seats; Adam takes the steps."""
    rng = Random(seed)
    weights = {ask: np.zeros(size) for ask, size in FIGURES.items()}
    speed = {ask: np.zeros(size) for ask, size in FIGURES.items()}
    spread = {ask: np.zeros(size) for ask, size in FIGURES.items()}
    usual = 0.0
    for step in range(1, games // BATCH + 1):
        total = {ask: np.zeros(size) for ask, size in FIGURES.items()}
        for game in range(BATCH):
            learner, seat = Player(weights, rng, learning=True), rng.randrange(2)
            players = [learner, GREEDY(rng)] if seat == 0 else [GREEDY(rng), learner]
            outcome, table = play(players, rng.getrandbits(48))
            lead = table.scores[1 - seat] - table.scores[seat]  # tears are bad
            reward = outcome.get_share(seat) - 0.5 + np.tanh(lead / 8)
            usual += (reward - usual) / min(1000, (step - 1) * BATCH + game + 1)
            for ask in FIGURES:
                total[ask] += (reward - usual) * learner.gradient[ask]
        left = rate * (1 - 0.9 * step * BATCH / games)
        for ask in FIGURES:
            slope = total[ask] / BATCH
            speed[ask] = 0.9 * speed[ask] + 0.1 * slope
            spread[ask] = 0.99 * spread[ask] + 0.01 * slope**2
            size = np.sqrt(spread[ask] / (1 - 0.99**step)) + 1e-8
            weights[ask] = weights[ask] + left * speed[ask] / (1 - 0.9**step) / size
    return weights


def compare(weights: dict[str, Any], deals: int, seed: int) -> tuple[float, float]:
    """Return the share of wins against the greedy bot and its 95 % margin; each deal is played in both seatings."""
    rng, shares = Random(seed), []
    for _ in range(deals):
        deal = rng.getrandbits(48)
        player = Player(weights, rng, learning=False)
        first, _ = play([player, GREEDY(rng)], deal)
        second, _ = play([GREEDY(rng), player], deal)
        shares.append((first.get_share(0) + second.get_share(1)) / 2)
    return float(np.mean(shares)), float(1.96 * np.std(shares) / np.sqrt(deals))


def main() -> None:
    """Train, compare and save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--deals", type=int, default=1000, help="deals to compare on, each in both seatings")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="where the weights go, as JSON")
    args = parser.parse_args()
    weights = train(args.games, args.seed)
    trained = time.process_time()
    share, within = compare(weights, args.deals, args.seed + 1)
    print(f"trained in {trained:.0f} s; wins {share:.1%} ± {within:.1%} against greedy")
    if args.out:
        args.out.write_text(json.dumps({ask: list(row.round(4)) for ask, row in weights.items()}, indent=1) + "\n")


if __name__ == "__main__":
    main()
