"""`make strengths`: that thinking beats the games' own bots, and those beat chance, in every game, with intervals apart.

Takes about a quarter of an hour of one core: a bot that thinks plays a thousand games in its mind for each real one.
"""

import sys

from companion.core.registry import find_game
from companion.lab.figures import Mean
from companion.lab.simulate import WorkerPool
from companion.lab.tournament import Pairing, run_tournament
from companion.lab.workers import count_cores

GAMES = {
    "noah": (2, "montecarlo:32", 120, {}),
    "ark": (3, "montecarlo:32", 60, {}),
    "ark-and-noah": (2, "montecarlo:16", 60, {"mode": "quick"}),
    "noahs-ark": (2, "montecarlo:32", 300, {"mode": "advanced"}),
}
"""Players, the bot that thinks, games a pair and options; Noah's Ark has the most luck in it, so it takes most games."""


def share(pairing: Pairing) -> str:
    """Which share the stronger of two bots won; with odd seats each had the extra one in half of the games."""
    won = Mean()
    for meeting in pairing.meetings():
        won.add(1 - meeting.won)
    games = sum(table.figures.games for table in pairing.tables)
    least, most = max(0.0, won.value - won.within), min(1.0, won.value + won.within)
    return f"{pairing.other} won {won.value:.1%} ({least:.1%} to {most:.1%}) of {games} games against {pairing.one}"


def main(names: list[str]) -> int:
    """Compare the bots of these games; returns 1 if an order is not certain."""
    uncertain = 0
    for name in names or GAMES:
        players, thinking, games, options = GAMES[name]
        bots = ["random", "greedy", thinking]
        found = run_tournament(find_game(name), players, bots, games, 1, options, {}, WorkerPool(count_cores()))
        best, middle, last = found.ratings
        told = ", ".join(f"{one.bot} {one.elo:+.0f} ({one.least:+.0f} to {one.most:+.0f})" for one in found.ratings)
        certain = (
            [best.bot, middle.bot, last.bot] == bots[::-1] and best.least > middle.most and middle.least > last.most
        )
        print(f"{name}: {told}{'' if certain else '  NOT CERTAIN'}", flush=True)
        for pairing in found.pairings:
            print(f"  {share(pairing)}", flush=True)
        uncertain += not certain
    return int(bool(uncertain))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
