"""The wait for a verdict is what the referee has to wait for, whatever the machine."""

import json

from drivers.referee import GPIO
from tests.bench import verdict
from tests.bench.verdict import measure_verdicts


def test_no_verdict_is_given_before_an_earlier_edge_could_arrive(capsys):
    verdict.main(["--size", "2", "--json"])
    figures = json.loads(capsys.readouterr().out)
    assert figures["verdict_wait_ms"] >= 1000 * GPIO.reach
    assert figures["verdict_bytes"] > 0


def test_the_same_seed_measures_the_same():
    assert measure_verdicts(2, seed=7) == measure_verdicts(2, seed=7)
