"""Let OpenSpiel's information-set search play the first moves of Noah."""

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from companion.lab.spiel import register_games

register_games()
game = pyspiel.load_game("arkside_noah(players=2)")
state = game.new_initial_state()
state.apply_action(7)  # the deal
evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 8, allow_inconsistent_action_sets=True)
for _ in range(2):
    action = bot.step(state)
    print(state.action_to_string(action))
    state.apply_action(action)
