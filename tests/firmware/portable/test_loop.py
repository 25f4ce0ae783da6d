"""The pod's loop with everything given to it. Runs on CPython and on MicroPython."""

from firmware.link import DIGEST, VERSION, WORDS, MessageReader, encode_message
from firmware.simulated import SimulatedPod


class Bench:
    """A simulated pod with a clock that stands still until it is told to go."""

    def __init__(self, now=0):
        self.now = now
        self.sent = []
        self.simulated = SimulatedPod(lambda: self.now, self.sent.append, chance=42)

    def tell(self, word, *values):
        self.simulated.board.incoming += encode_message(word, *values)

    def step(self, us=0):
        self.now += us
        self.simulated.pod.step()

    def take_messages(self, *words):
        """Return the messages since the last call, these words only."""
        found = MessageReader().feed(b"".join(self.sent))
        self.sent.clear()
        return [(word, values) for word, values in found if not words or word in words]


def test_the_pod_says_hello_when_it_starts_and_when_it_is_asked():
    bench = Bench()
    hello = ("hello", [VERSION, DIGEST, 42, 0, 0, 5, 16])
    assert bench.take_messages() == [hello]
    bench.tell("who")
    bench.step()
    assert bench.take_messages() == [hello]


def test_the_pod_tells_its_whole_dictionary():
    bench = Bench()
    bench.take_messages()
    bench.tell("words")
    bench.step()
    assert [values[2] for _, values in bench.take_messages("word")] == list(WORDS)


def test_an_edge_is_sent_at_once_and_stamped_when_it_happened():
    bench = Bench()
    bench.now = 1000
    bench.simulated.move_contact(2, True)
    bench.step(700)
    assert bench.take_messages("edge") == [("edge", [42, 0, 0, 2, 1, 1000])]


def test_an_edge_is_repeated_until_it_is_acknowledged():
    bench = Bench()
    bench.simulated.move_contact(2, True)
    for _ in range(50):
        bench.step(1000)
    assert len(bench.take_messages("edge")) == 5
    bench.tell("ack", 42, 0)
    for _ in range(50):
        bench.step(1000)
    assert bench.take_messages("edge") == []


def test_only_what_is_not_acknowledged_is_repeated():
    bench = Bench()
    for n in range(4):
        bench.simulated.move_contact(1, n % 2 == 0)
    bench.step()
    bench.take_messages()
    bench.tell("ack", 42, 1)
    bench.step(11000)
    assert [values[1] for _, values in bench.take_messages("edge")] == [2, 3]


def test_a_host_that_is_gone_is_not_shouted_at_and_gets_everything_when_it_is_back():
    bench = Bench()
    for _ in range(400):
        bench.step(10000)
    bench.take_messages()
    bench.simulated.move_contact(0, True)
    for _ in range(100):
        bench.step(10000)
    assert bench.take_messages("edge") == []
    bench.tell("who")
    bench.step()
    assert [values[1] for _, values in bench.take_messages("edge")] == [0]


def test_the_clock_is_sent_with_the_number_of_the_question():
    bench = Bench()
    bench.take_messages()
    bench.now = (1 << 30) * 3 + 17
    bench.simulated.outbox.era = 6
    bench.tell("sync", 9)
    bench.step()
    assert bench.take_messages("clock") == [("clock", [9, 42, 0, (1 << 30) * 3 + 17])]


def test_lamps_and_ring_show_what_the_host_says():
    bench = Bench()
    bench.tell("lamp", 1, 3, 200)
    bench.tell("ring", 2, "ff8000" * 16)
    bench.step()
    assert bench.simulated.board.lamps == [0, 0, 0, 200, 0]
    assert bench.simulated.board.colours == bytes([255, 128, 0]) * 16
    assert [values for _, values in bench.take_messages("done")] == [[1], [2]]


def test_a_repeated_old_command_does_not_undo_a_newer_one():
    bench = Bench()
    bench.tell("lamp", 65535, 3, 200)
    bench.tell("lamp", 0, 3, 10)
    bench.tell("lamp", 65535, 3, 200)
    bench.tell("lamp", 65534, 2, 99)
    bench.step()
    assert bench.simulated.board.lamps == [0, 0, 99, 10, 0], "each lamp has its own order"
    assert len(bench.take_messages("done")) == 4, "but every command is confirmed"


def test_commands_for_lamps_that_are_not_there_and_colours_that_are_none_do_no_harm():
    bench = Bench()
    bench.tell("lamp", 1, 9, 255)
    bench.tell("lamp", 2, -1, 255)
    bench.tell("ring", 3, "no colour")
    bench.tell("edge", 1, 2, 3, 4, 5, 6)
    bench.step()
    assert bench.simulated.board.lamps == [0] * 5
    assert bench.simulated.board.colours == bytes(48)


def test_a_missed_interrupt_is_made_up_for():
    bench = Bench()
    bench.simulated.move_contact(1, True)
    bench.step()
    bench.take_messages()
    bench.simulated.levels[1] = False
    bench.step(1000)
    assert bench.take_messages("edge") == [], "an interrupt may still be on its way"
    bench.step(6000)
    edges = bench.take_messages("edge")
    assert [values[3:5] for _, values in edges] == [[1, 0]]


def test_interrupts_are_held_only_while_such_an_edge_is_written():
    bench = Bench()
    held = []
    bench.simulated.board.disable_interrupts = lambda: held.append("hold") or 7
    bench.simulated.board.restore_interrupts = held.append
    bench.simulated.levels[1] = True
    bench.step(1000)
    assert held == []
    bench.step(6000)
    assert held == ["hold", 7]


def test_a_button_released_during_a_reset_is_reported():
    bench = Bench()
    bench.simulated.move_contact(1, True)
    bench.step()
    bench.tell("ack", 42, 0)
    bench.step()
    bench.simulated.levels[1] = False
    bench.simulated.reset()
    bench.take_messages()
    bench.step(1000)
    bench.step(6000)
    assert [(values[2], values[3], values[4]) for _, values in bench.take_messages("edge")] == [(1, 1, 0)]


def test_a_reset_loses_no_edge():
    bench = Bench(5000)
    bench.now = 9000
    bench.simulated.move_contact(4, True)
    bench.simulated.move_contact(4, False)
    bench.simulated.reset()
    bench.step(100)
    assert bench.take_messages("hello", "edge")[-2:] == [
        ("edge", [42, 0, 0, 4, 1, 4000]),
        ("edge", [42, 1, 0, 4, 0, 4000]),
    ]


def test_the_watchdog_is_fed_every_pass():
    bench = Bench()
    for _ in range(7):
        bench.step(100)
    assert bench.simulated.board.fed == 7


def test_the_pod_counts_and_reports():
    bench = Bench()
    bench.take_messages()
    bench.simulated.board.incoming += b"rubbish\n"
    bench.simulated.move_contact(0, True)
    bench.tell("report")
    bench.step(12345)
    assert bench.take_messages("health") == [("health", [1, 0, 1, 12])]


def test_a_ring_command_in_bad_letters_is_counted_and_changes_nothing():
    for bad in ("zz0000", "-10000", "ff00f.", "12\xe9"):
        bench = Bench()
        bench.tell("ring", 1, "0102ff")
        bench.step()
        before = bench.simulated.board.colours
        bench.take_messages()
        bench.tell("ring", 2, bad)
        bench.step()
        assert bench.take_messages("done") == [("done", [2])]
        assert bench.simulated.board.colours == before
        bench.tell("report")
        bench.step()
        assert bench.take_messages("health")[0][1][2] == 1


def test_halt_is_confirmed_and_done():
    bench = Bench()
    bench.tell("halt", 8)
    bench.step()
    assert ("done", [8]) in bench.take_messages()
    assert bench.simulated.board.halted


def test_the_simulated_pod_obeys_its_commands():
    bench = Bench()
    assert bench.simulated.run_command("3 close\n")
    assert bench.simulated.levels[3]
    assert bench.simulated.run_command("3 open\n")
    assert bench.simulated.run_command("reset\n")
    assert bench.simulated.outbox.waiting == 2
    assert not bench.simulated.run_command("dance\n")
