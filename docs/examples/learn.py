"""Let a PettingZoo agent play Noah; here it picks any legal action."""

from random import Random

from companion.lab.zoo import env

table, rng = env("noah", players=3), Random(1)
table.reset(seed=1)
for agent in table.agent_iter():
    observation, reward, terminated, truncated, _ = table.last()
    if terminated or truncated:
        table.step(None)
    else:
        legal = [action for action, allowed in enumerate(observation["action_mask"]) if allowed]
        table.step(rng.choice(legal))
print("rewards:", reward)
