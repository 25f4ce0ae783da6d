"""The pod on a Raspberry Pi Pico, which starts this file: pins, interrupts, ring and watchdog for pod.py."""

import gc
import os
import select
import sys
import time

import machine
import micropython
import rp2
import uctypes

KEPT_ADDRESS = 0x2002C000
"""An address in the upper part of the heap, which nothing has touched yet when this program starts."""
# Written out instead of imported: importing firmware.outbox would allocate before the memory has been read.
KEPT_SIZE = 16 + 256 * 8 + 4
"""Size of the outbox and of the STAY marker behind it, in bytes."""
# This must stay above the imports of our own modules: each of them takes heap and could overwrite the outbox.
BEFORE_RESET = bytes(uctypes.bytearray_at(KEPT_ADDRESS, KEPT_SIZE))
"""Contents of that memory before the reset."""

from firmware.outbox import SIZE, Outbox
from firmware.pod import PodFirmware
from firmware.wiring import BUTTONS, LAMPS, PIXELS, RING

WATCHDOG_MS = 5000
ROOM = 65536
"""Heap left for the program."""
STAY = b"STAY"
"""Marker behind the outbox: do not start the firmware after the next reset."""

FALLING = machine.Pin.IRQ_FALLING
RISING = machine.Pin.IRQ_RISING


@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=24)
def ws2812():
    """Send one bit of a pixel in ten cycles: three low, two high, five at the level of the bit."""
    # At 8 MHz a cycle is 125 ns: a 0 is high for 250 ns and a 1 for 875 ns, both within the WS2812B's limits.
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[1]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()


class PicoButton:
    """A contact with its interrupt, which only records the edge."""

    def __init__(self, number, seat, outbox):
        self.seat = seat
        self.push = outbox.push
        self.pin = machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)
        # A hard interrupt runs at once, even during garbage collection; in return it must not allocate memory.
        self.irq = self.pin.irq(self.on_edge, FALLING | RISING, hard=True)

    def on_edge(self, pin):
        """Record an edge. Runs in interrupt context."""
        ticks = time.ticks_us()  # first of all: every instruction before it would make the stamp later
        # The level may have bounced back by now, so a closing is taken from the flags, not from the pin.
        flags = self.irq.flags()
        if flags & FALLING:
            self.push(self.seat, True, ticks)
        if flags & RISING and pin.value():
            self.push(self.seat, False, ticks)

    def is_closed(self):
        """Return whether the contact is closed now."""
        return not self.pin.value()  # the pull-up keeps an open contact high


class Pico:
    """The Pico as the board that pod.py expects."""

    seats = len(BUTTONS)
    pixels = PIXELS

    def __init__(self, outbox, kept):
        self.kept = kept
        self.buttons = [PicoButton(number, seat, outbox) for seat, number in enumerate(BUTTONS)]
        self.lamps = [machine.PWM(machine.Pin(number), freq=1000, duty_u16=0) for number in LAMPS]
        # The pixels are fed by PIO: the usual driver disables interrupts for 0.5 ms, which would delay stamps.
        self.pixel_feed = rp2.StateMachine(0, ws2812, freq=8_000_000, sideset_base=machine.Pin(RING))
        self.pixel_feed.active(1)
        self.poll = select.poll()
        self.poll.register(sys.stdin, select.POLLIN)
        self.watchdog = machine.WDT(timeout=WATCHDOG_MS)
        self.ticks_us = time.ticks_us
        self.write = sys.stdout.buffer.write
        self.disable_interrupts = machine.disable_irq
        self.restore_interrupts = machine.enable_irq
        self.feed_watchdog = self.watchdog.feed

    def read(self):
        """Return the bytes that have come from the host, without waiting."""
        data = b""
        # One byte at a time: MicroPython's read(n) blocks until all n bytes are there.
        while self.poll.poll(0):
            data += sys.stdin.buffer.read(1)
        return data

    def is_closed(self, seat):
        """Return whether the contact of a seat is closed."""
        return self.buttons[seat].is_closed()

    def set_lamp(self, seat, level):
        """Light a lamp, 0 to 255."""
        self.lamps[seat].duty_u16(level * 257)  # 255 * 257 is 65535, the full duty

    def set_ring(self, colours):
        """Send the colours to the ring, in the order green, red, blue that WS2812 pixels expect."""
        for i in range(0, len(colours) - 2, 3):
            self.pixel_feed.put(colours[i + 1] << 16 | colours[i] << 8 | colours[i + 2], 8)

    def halt(self):
        """Reset the Pico and leave this program stopped."""
        self.kept[SIZE : SIZE + 4] = STAY
        time.sleep_ms(50)  # lets USB deliver the last answer before the port vanishes
        machine.reset()


def reserve_kept_memory():
    """Return the memory at KEPT_ADDRESS with its old contents, and a block around it that must stay referenced.

    A watchdog reset leaves RAM as it was, and so does MicroPython's start, except where it allocates. If the heap is
    elsewhere in some build, ordinary memory is returned instead: a reset then loses the edges not yet sent.
    """
    gc.collect()
    # One block that covers almost the whole heap, so that the allocator can't hand out the kept memory again.
    fence = bytearray(max(KEPT_SIZE, gc.mem_free() - ROOM))
    start = uctypes.addressof(fence)
    if not start <= KEPT_ADDRESS <= start + len(fence) - KEPT_SIZE:
        return bytearray(KEPT_SIZE), None
    memory = uctypes.bytearray_at(KEPT_ADDRESS, KEPT_SIZE)
    memory[:] = BEFORE_RESET  # allocating the fence has zeroed it
    return memory, fence


def main():
    """Run forever, unless the host or the button on the Pico asks the firmware not to start."""
    kept, fence = reserve_kept_memory()
    stay = bytes(kept[SIZE : SIZE + 4]) == STAY
    kept[SIZE : SIZE + 4] = bytes(4)  # cleared at once, so that it holds for a single start
    if stay or rp2.bootsel_button():
        return
    # An exception in a hard interrupt can't allocate its traceback; this buffer is reserved for it.
    micropython.alloc_emergency_exception_buf(100)
    outbox = Outbox(kept, len(BUTTONS), int.from_bytes(os.urandom(4), "big"))
    pod = PodFirmware(Pico(outbox, kept), outbox)
    while fence is None or fence:  # always true; named here so that the fence is never garbage-collected
        pod.step()
        time.sleep_us(200)


main()
