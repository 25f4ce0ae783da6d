"""Play many matches of Noah at once with random legal actions."""

import numpy as np

from companion.lab.batch import BatchEnv

tables, rng = BatchEnv("arkside/Noah-v1", 16, players=2), np.random.default_rng(1)
seen = tables.reset(seed=7)
matches = 0
for _ in range(200):
    actions = (seen.masks * rng.random(seen.masks.shape)).argmax(axis=1)
    seen = tables.step(actions)
    matches += int(seen.done.sum())
print("matches:", matches)
