"""Manifest of a simulation: the program and box that played it, so that others can repeat it."""

import hashlib
import json
import platform
from typing import Any

from companion import VERSION
from companion.core.registry import find_game
from companion.lab.plan import SimulationPlan


def describe_program(plan: SimulationPlan) -> dict[str, Any]:
    """Return the versions of the program, the rules, Python and the box, with the owner's corrections of the box."""
    game = find_game(plan.game)
    return {
        "arkside": VERSION,
        "rules": game.version,
        "python": platform.python_version(),
        "box": hash_box(plan),
        "corrections": plan.corrections,
    }


def hash_box(plan: SimulationPlan) -> str:
    """Return a short hash of the printed box with its corrections: equal hashes mean equal pieces."""
    game = find_game(plan.game)
    entries = game.open_box(plan.options, plan.corrections).export_tree()
    text = json.dumps(entries, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]
