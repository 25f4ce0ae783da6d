"""What the dial takes for an answer is what hands really do: the same match on the device, pushes and clicks counted."""

from collections import Counter

from companion.device.rehearsal import Rehearsal
from tests.bench.dial_effort import Effort, dial_effort
from tests.device.hands import answers_of, begin_noah


def test_hands_push_and_turn_as_often_as_was_reckoned(device: Rehearsal) -> None:
    match = begin_noah(device, players=3)
    voice = match.game.voice(match.game.say("en"))
    efforts: Counter[Effort] = Counter()
    for answer in answers_of(match, seed=4)[:60]:
        device.read_on()
        reckoned = dial_effort(match, voice, match.find_choice(answer).choice)
        pushes, clicks = device.pushes, device.clicks
        device.answer(answer)
        assert Effort(device.pushes - pushes, device.clicks - clicks) == reckoned, answer
        efforts[reckoned] += 1
    assert {effort.pushes for effort in efforts} == {1, 2}, "lists of some length are grouped"
    assert len(efforts) > 5
