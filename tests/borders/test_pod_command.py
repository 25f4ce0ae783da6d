"""`arkside pod`: the real firmware on a pseudo-terminal, shown and measured; one line where there is no pod."""

import json

import pytest

from drivers.pod_process import PodProcess
from tests.borders.command import arkside


def test_without_a_pico_it_says_what_to_do(capfd):
    code, out, err = arkside(capfd, "pod", "--lang", "en")
    assert (code, out) == (1, "")
    assert err == "arkside: No Pico is plugged in: connect the pod with a USB cable that carries data\n"


@pytest.mark.parametrize(("what", "figure"), [("show", "round_trip_ms"), ("measure", "p99_ms")])
def test_a_pod_on_a_pseudo_terminal_is_shown_and_measured(capfd, what, figure):
    with PodProcess() as context:
        code, out, err = arkside(capfd, "pod", what, "--port", context.port, "--json", "--lang", "en")
    assert (code, err) == (0, "")
    assert json.loads(out)[figure] > 0


def test_the_state_for_people(capfd):
    with PodProcess() as context:
        code, out, _ = arkside(capfd, "pod", "--port", context.port, "--lang", "fr")
    assert code == 0
    assert "connected\u202f: True\n" in out
