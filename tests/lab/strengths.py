"""`make strengths`: that Hard beats Medium beats Easy beats chance in every game, with few and with four players.

Hard is also compared with the older Monte Carlo bot at about equal time, and in Noah with human rules of thumb. How many
deals are played is fixed here. Takes more than an hour of one core: Hard plays thousands of games in its mind for each
real one. `python -m tests.lab.strengths noah` compares the bots of one game.
"""

import sys

from tests.lab.arena import main as compare_bots

LEVELS = (("easy", "random", 400), ("greedy", "easy", 400))
GAMES: dict[str, tuple[tuple[int, ...], tuple[tuple[str, str, int], ...]]] = {
    "noah": ((2, 4), (("hard:64", "greedy", 40), ("hard:64", "montecarlo:32", 80))),
    "ark": ((3, 4), (("hard:64", "greedy", 60),)),
    "ark-and-noah": ((2, 4), (("hard:24", "greedy", 40),)),
    "noahs-ark": ((2, 4), (("hard:64", "greedy", 20),)),
    "noahs-ark-by-lot": ((2, 4), ()),
}
"""Numbers of players, and pairs of bots with their deals. In Noah's Ark decisions alone are worth little, so they are
compared for the quick bots only."""


def main(names: list[str]) -> int:
    """Compare the bots of these games; return 1 if an order is not certain."""
    uncertain = 0
    for name in names or GAMES:
        players, pairs = GAMES[name]
        for number in players:
            thumb = (("hard:64", "thumb", 80),) if (name, number) == ("noah", 4) else ()
            for first, second, deals in (*LEVELS, *pairs, *thumb):
                uncertain += compare_bots([name, str(number), first, second, str(deals)])
    return int(bool(uncertain))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
