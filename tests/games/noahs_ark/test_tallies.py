"""What a simulation tells of its races."""

from collections import Counter
from random import Random
from statistics import quantiles
from typing import Any

import pytest

from companion.core.tally import BinnedCounts
from companion.games.noahs_ark import GAME
from companion.lab.plan import make_plan
from companion.lab.simulate import simulate


def simulated(players: int = 3, games: int = 200, **options: str) -> dict[str, Any]:
    figures = simulate(make_plan(GAME, players, ["random"], 1, options, {}), games).figures.as_json()
    counted: dict[str, Any] = figures["counted"]
    return counted


def test_all_seats_are_equally_fast_and_their_shares_add_up() -> None:
    counted = simulated(4)
    shares = [seat["first"] for seat in counted["seats"]]
    assert shares == pytest.approx([0.25] * 4, abs=0.03)
    assert sum(seat["first"] * seat["races"] for seat in counted["seats"]) == pytest.approx(counted["races"], rel=1e-4)


def test_the_first_hand_is_quicker_than_a_hand() -> None:
    counted = simulated()
    for seat in counted["seats"]:
        assert counted["first_after_ms"][1] < seat["time_ms"][1]
        assert seat["time_ms"] == sorted(seat["time_ms"])


def test_more_players_are_quicker_together_and_closer() -> None:
    two, five = simulated(2), simulated(5)
    assert five["first_after_ms"][1] < two["first_after_ms"][1]
    assert five["margin_ms"][1] < two["margin_ms"][1]


def test_slips_and_dead_heats_are_as_rare_as_the_model_says() -> None:
    counted = simulated(5, 400)
    assert counted["wrong_claims"] == pytest.approx(0.02, abs=0.006)
    assert 0 < counted["dead_heats"] < 0.01


def test_a_fist_takes_longer_than_the_index_finger() -> None:
    styles = simulated(3, 300, mode="advanced")["styles"]
    assert next(iter(styles)) == "flice-index-finger"
    assert styles["flice-fist"]["first_after_ms"][1] > styles["flice-index-finger"]["first_after_ms"][1]
    assert sum(style["races"] for style in styles.values()) == simulated(3, 300, mode="advanced")["races"]


def test_races_of_real_dice_leave_nothing_to_count() -> None:
    assert simulated(2, 5, race="real")["races"] == 0


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_correction_is_entered_in_words(language: str) -> None:
    voice = GAME.voice(GAME.say(language))
    lines = voice.describe_counts(simulated(3, 50, mode="advanced"))
    assert len(lines) == 2 + 3 + 6
    assert voice.describe_counts(simulated(2, 2, race="real")) == []
    assert voice.describe_counts({}) == []


class TestSpread:
    def test_its_quartiles_are_those_of_the_quantities_to_within_a_step(self) -> None:
        rng = Random(3)
        quantities = [rng.lognormvariate(7, 0.4) for _ in range(5000)]
        counts = Counter(f"time/{int(quantity / 10)}" for quantity in quantities)
        assert BinnedCounts(10.0, counts, "time").compute_quartiles() == pytest.approx(
            quantiles(quantities, n=4), abs=11
        )

    def test_one_quantity_is_all_its_quartiles(self) -> None:
        assert BinnedCounts(1.0, {"time/7": 1}, "time").compute_quartiles() == [7.5, 7.5, 7.5]

    def test_a_seat_without_figures_has_none(self) -> None:
        assert BinnedCounts(1.0, {"timer/7": 1}, "time").compute_quartiles() is None
