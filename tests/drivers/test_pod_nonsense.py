"""No message, however odd, stops either end: a host would be deaf, and a pod would be reset by its watchdog."""

from hypothesis import given
from hypothesis import strategies as st

from drivers.pod_link import PodLink
from firmware.link import DIGEST, TEXT, VERSION, WORDS, encode_message
from firmware.simulated import SimulatedPod

NUMBERS = st.one_of(st.integers(-3, 70_000), st.integers())
TEXTS = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=30)


def messages() -> st.SearchStrategy[bytes]:
    """Frames with a right checksum and any values at all."""
    kinds = []
    for line in WORDS:
        word, *fields = line.split()
        values = st.tuples(*(TEXTS if field in TEXT else NUMBERS for field in fields))
        kinds.append(st.builds(lambda values, word=word: encode_message(word, *values), values))
    return st.one_of(*kinds, st.binary(max_size=40))


HELLO = encode_message("hello", VERSION, DIGEST, 1, 0, 0, 5, 16)


@given(st.lists(messages(), max_size=20))
def test_nothing_the_pod_could_say_stops_the_host(said: list[bytes]) -> None:
    link = PodLink()
    for n, data in enumerate([HELLO, *said]):
        link.receive(data, float(n))
        link.take()
        link.send(float(n))
        link.due()


@given(st.lists(messages(), max_size=20))
def test_nothing_the_host_could_say_stops_the_pod(said: list[bytes]) -> None:
    now = [0]
    simulated = SimulatedPod(lambda: now[0], lambda data: None)
    for data in said:
        now[0] += 5000
        simulated.move_contact(1, not simulated.levels[1])
        simulated.board.incoming += data
        simulated.pod.step()
    assert simulated.board.fed == len(said)
