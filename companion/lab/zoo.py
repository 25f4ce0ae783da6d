"""Each game as a PettingZoo environment, for libraries that learn by playing.

    from companion.lab.zoo import env
    noah = env("arkside/Noah-v1", players=3, render_mode="ansi")
    noah.reset(seed=7)
    for agent in noah.agent_iter():
        seen, reward, over, cut, info = noah.last()
        noah.step(None if over else noah.action_space(agent).sample(seen["action_mask"]))

Needs `arkside[lab]`.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from companion.lab.environments import find_environment, name_environment
from companion.lab.learning_state import Layout, LearningState, make_layout, replace_seed
from companion.lab.render import draw_svg, draw_text, paint_text

SEEDS = 2**48


def env(game: str, players: int | None = None, render_mode: str | None = None, **options: str) -> Any:
    """Return an environment, given by its id or its game, that refuses actions out of turn, as PettingZoo demands."""
    return wrappers.OrderEnforcingWrapper(ZooEnv(game, players, render_mode, **options))


class ZooEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A virtual match. Its agents are the seats; questions to the table are answered at random."""

    def __init__(self, game: str, players: int | None = None, render_mode: str | None = None, **options: str) -> None:
        super().__init__()
        self.game = find_environment(game)
        self.metadata = {
            "name": name_environment(self.game),
            "render_modes": ["ansi", "svg", "rgb_array"],
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        seats = players or self.game.usual_players
        names = [f"seat {n + 1}" for n in range(seats)]
        self.possible_agents = [f"seat_{n}" for n in range(seats)]
        self._setup = self.game.set_up(names, {**self.game.simulated, **self.game.deciding, **options})
        self._pieces = self.game.make_pieces(self._setup)
        self.layout: Layout = make_layout(self.game, self._setup, self._pieces)
        """What each figure and each action means: `layout.list_names()`, `layout.actions`."""
        self._chance = np.random.default_rng()
        actions = len(self.layout.actions)
        space = Dict({
            "observation": Box(-np.inf, np.inf, (self.layout.size,), np.float32),
            "action_mask": Box(0, 1, (actions,), np.int8),
        })  # fmt: skip
        self._seen = dict.fromkeys(self.possible_agents, space)
        self._acts = {agent: Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """Return the space of observations: figures and a mask of legal actions."""
        return self._seen[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of actions; `layout.actions` names them."""
        return self._acts[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a new match; the same seed deals the same cards."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.position = self._deal()
        while self.position.question is None:  # now and then a match ends before a seat is asked
            self.position = self._deal()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select_agent()

    def _deal(self) -> LearningState:
        setup = replace_seed(self._setup, int(self._chance.integers(SEEDS)))
        return LearningState(self.game, setup, self._pieces, self.layout)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may see now."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(self.layout.actions), np.int8)
        if self.position.question is not None and self.position.seat == seat:
            mask[list(self.position.legal)] = 1
        return {"observation": np.array(self.position.encode_observation(seat), np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action; after the end each agent steps once with None, as PettingZoo demands."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self.position.act(int(action))  # type: ignore[arg-type]  # None is only for agents whose match is over
        self._select_agent()
        self._accumulate_rewards()

    def _select_agent(self) -> None:
        if self.position.question is not None:
            self.agent_selection = self.possible_agents[self.position.seat]
            return
        self.rewards = dict(zip(self.possible_agents, self.position.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """Return the table that everyone sees: as text, as an SVG picture, or as pixels."""
        if self.render_mode is None:
            return None
        lines = draw_text(self.game, self.position.table)
        if self.render_mode == "ansi":
            return "\n".join(lines)
        return draw_svg(lines) if self.render_mode == "svg" else paint_text(lines)

    def close(self) -> None:
        """Do nothing: there are no resources to free."""
