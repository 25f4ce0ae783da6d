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

KEPT_AT = 0x2002C000
"""An address in the upper part of the heap, which nothing has touched yet when this program starts."""
KEPT = 16 + 256 * 8 + 4
"""The outbox and a note behind it."""
BEFORE = bytes(uctypes.bytearray_at(KEPT_AT, KEPT))
"""What was there before the reset, read before the imports below take more of the heap."""

from firmware.outbox import SIZE, Outbox
from firmware.pod import Pod
from firmware.wiring import BUTTONS, LAMPS, PIXELS, RING

WATCHDOG_MS = 5000
ROOM = 65536
"""Heap left for the program."""
STAY = b"STAY"
"""Left behind the outbox to say: do not start after the next reset."""

FALLING = machine.Pin.IRQ_FALLING
RISING = machine.Pin.IRQ_RISING


@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=24)
def ws2812():
    """One bit of a pixel in ten cycles: three low, two high, five as the bit says."""
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[1]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()


class Button:
    """A contact with its interrupt, which does nothing but take down the edge."""

    def __init__(self, number, seat, outbox):
        self.seat = seat
        self.push = outbox.push
        self.pin = machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)
        self.irq = self.pin.irq(self.changed, FALLING | RISING, hard=True)

    def changed(self, pin):
        """Stamp first. The flags know of a contact that is open again by the time we look."""
        ticks = time.ticks_us()
        flags = self.irq.flags()
        if flags & FALLING:
            self.push(self.seat, True, ticks)
        if flags & RISING and pin.value():
            self.push(self.seat, False, ticks)

    def closed(self):
        """Whether the contact is closed now."""
        return not self.pin.value()


class Pico:
    """The board that pod.py asks for."""

    seats = len(BUTTONS)
    pixels = PIXELS

    def __init__(self, outbox, kept):
        self.kept = kept
        self.buttons = [Button(number, seat, outbox) for seat, number in enumerate(BUTTONS)]
        self.lamps = [machine.PWM(machine.Pin(number), freq=1000, duty_u16=0) for number in LAMPS]
        # the pixels are fed by PIO, because the usual driver keeps interrupts out for 0.5 ms
        self.pixel_feed = rp2.StateMachine(0, ws2812, freq=8_000_000, sideset_base=machine.Pin(RING))
        self.pixel_feed.active(1)
        self.poll = select.poll()
        self.poll.register(sys.stdin, select.POLLIN)
        self.watchdog = machine.WDT(timeout=WATCHDOG_MS)
        self.ticks_us = time.ticks_us
        self.write = sys.stdout.buffer.write
        self.hold = machine.disable_irq
        self.release = machine.enable_irq
        self.alive = self.watchdog.feed

    def read(self):
        """What has come from the host; reading more than one byte would wait for all of them."""
        data = b""
        while self.poll.poll(0):
            data += sys.stdin.buffer.read(1)
        return data

    def closed(self, seat):
        """Whether the contact is closed."""
        return self.buttons[seat].closed()

    def lamp(self, seat, level):
        """Light a lamp."""
        self.lamps[seat].duty_u16(level * 257)

    def ring(self, colours):
        """Send the colours, green first as these pixels want it."""
        for i in range(0, len(colours) - 2, 3):
            self.pixel_feed.put(colours[i + 1] << 16 | colours[i] << 8 | colours[i + 2], 8)

    def halt(self):
        """Start again, but not with this program."""
        self.kept[SIZE : SIZE + 4] = STAY
        time.sleep_ms(50)
        machine.reset()


def fence_off():
    """Memory at KEPT_AT with what it held before the reset, and the block around it that keeps everything else away.

    A watchdog reset leaves RAM as it was, and so does MicroPython's start, except where it allocates. Should the heap
    lie elsewhere in some build, ordinary memory will do: then a reset loses what was on its way.
    """
    gc.collect()
    fence = bytearray(max(KEPT, gc.mem_free() - ROOM))
    start = uctypes.addressof(fence)
    if not start <= KEPT_AT <= start + len(fence) - KEPT:
        return bytearray(KEPT), None
    memory = uctypes.bytearray_at(KEPT_AT, KEPT)
    memory[:] = BEFORE
    return memory, fence


def main():
    """Run until the watchdog bites, unless asked to stay away: by the host, or by the button on the Pico."""
    kept, fence = fence_off()
    stay = bytes(kept[SIZE : SIZE + 4]) == STAY
    kept[SIZE : SIZE + 4] = bytes(4)
    if stay or rp2.bootsel_button():
        return
    micropython.alloc_emergency_exception_buf(100)
    outbox = Outbox(kept, len(BUTTONS), int.from_bytes(os.urandom(4), "big"))
    pod = Pod(Pico(outbox, kept), outbox)
    while fence is None or fence:  # named here, so that it lives as long as the loop
        pod.step()
        time.sleep_us(200)


main()
