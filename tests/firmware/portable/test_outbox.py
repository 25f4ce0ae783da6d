"""The memory of edges on their way. Runs on CPython and on MicroPython."""

from firmware.outbox import SIZE, SLOTS, Outbox, unwrap_ticks


def fresh(chance=4711):
    return Outbox(bytearray(SIZE), 5, chance)


def test_an_edge_is_kept_with_all_that_belongs_to_it():
    outbox = fresh()
    outbox.push(3, True, 123456)
    outbox.push(3, False, 1 << 29)
    assert outbox.waiting == 2
    assert outbox.read_edge(0) == (0, 3, 1, 123456)
    assert outbox.read_edge(1) == (0, 3, 0, 1 << 29)


def test_an_acknowledgement_clears_everything_up_to_it():
    outbox = fresh()
    for n in range(5):
        outbox.push(0, n % 2 == 0, n)
    outbox.acknowledge(outbox.stream, 2)
    assert outbox.waiting == 2
    assert outbox.read_edge(outbox.tail)[3] == 3


def test_acknowledgements_that_are_old_or_of_another_stream_or_ahead_change_nothing():
    outbox = fresh()
    for n in range(5):
        outbox.push(0, n % 2 == 0, n)
    outbox.acknowledge(outbox.stream, 2)
    for stream, seq in ((outbox.stream, 1), (outbox.stream + 1, 4), (outbox.stream, 5), (outbox.stream, 65535)):
        outbox.acknowledge(stream, seq)
        assert outbox.waiting == 2


def test_a_warm_reset_keeps_every_edge_its_number_and_its_boot():
    memory = bytearray(SIZE)
    before = Outbox(memory, 5, 99)
    before.push(1, True, 500)
    before.push(1, False, 600)
    before.acknowledge(before.stream, 0)
    after = Outbox(memory, 5, 12345)
    assert after.stream == before.stream == 99
    assert after.boot == before.boot + 1
    assert after.waiting == 1
    assert after.read_edge(1) == (before.boot, 1, 0, 600)
    after.push(2, True, 50)
    assert after.read_edge(2) == (after.boot, 2, 1, 50)


def test_a_warm_reset_remembers_which_buttons_the_host_believes_closed():
    memory = bytearray(SIZE)
    before = Outbox(memory, 5, 99)
    before.push(1, True, 500)
    before.push(4, True, 500)
    before.push(4, False, 700)
    assert Outbox(memory, 5, 1).closed == [False, True, False, False, False]


def test_a_power_cut_begins_a_new_stream():
    for noise in (0x00, 0xFF, 0x5A):
        outbox = Outbox(bytearray([noise] * SIZE), 5, 31337)
        assert (outbox.stream, outbox.boot, outbox.waiting) == (31337, 0, 0)
        assert outbox.closed == [False] * 5


def test_memory_that_makes_no_sense_is_not_believed():
    memory = bytearray(SIZE)
    Outbox(memory, 5, 99)
    memory[13] = 0x7F  # a head far beyond the tail
    assert Outbox(memory, 5, 5).stream == 5


def test_a_full_outbox_keeps_the_oldest_and_counts_what_it_drops():
    outbox = fresh()
    for n in range(SLOTS + 3):
        outbox.push(0, n % 2 == 0, n)
    assert outbox.waiting == SLOTS
    assert outbox.dropped == 3
    assert outbox.read_edge(0)[3] == 0


def test_numbers_go_round_without_a_gap():
    outbox = fresh()
    for n in range(0x10000 + 700):
        outbox.push(n % 5, n % 2 == 0, n)
        seq = n & 0xFFFF
        assert outbox.read_edge(seq)[3] == n
        outbox.acknowledge(outbox.stream, seq)
    assert (outbox.waiting, outbox.dropped) == (0, 0)


def test_the_clock_continues_when_the_ticks_wrap():
    outbox = fresh()
    step = 1 << 27
    for n in range(100):
        assert outbox.tell_time(n * step & 0x3FFFFFFF) == n * step


def test_an_edge_right_at_the_wrap_is_stamped_right_though_the_loop_has_not_seen_it():
    for wrap in (1 << 29, 1 << 30, 3 << 29):
        outbox = fresh()
        for moment in range(0, wrap, 1 << 27):
            outbox.tell_time(moment & 0x3FFFFFFF)
        outbox.push(0, True, wrap - 1 & 0x3FFFFFFF)
        outbox.push(0, False, wrap + 7 & 0x3FFFFFFF)
        assert outbox.read_edge(0)[3] == wrap - 1
        assert outbox.read_edge(1)[3] == wrap + 7


def test_eras_count_half_wraps():
    assert unwrap_ticks(0, 5) == 5
    assert unwrap_ticks(1, (1 << 29) + 5) == (1 << 29) + 5
    assert unwrap_ticks(2, 5) == (1 << 30) + 5
    assert unwrap_ticks(1, 5) == (1 << 30) + 5, "the era is behind: the wrap came just now"
