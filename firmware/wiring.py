"""Which pin of the Pico goes where, by GPIO number."""

BUTTONS = (2, 3, 4, 5, 6)
"""One a seat, from the pin to ground; the Pico's own pull-ups are used."""

LAMPS = (10, 11, 12, 13, 14)
"""One a seat, through a channel of a TBD62003A."""

RING = 16
"""Data into the ring of WS2812 pixels."""

PIXELS = 16
