"""Which pin of the Pico goes where, by GPIO number."""

BUTTONS = (2, 3, 4, 5, 6)
"""One per seat, from the pin to ground, with the Pico's own pull-ups."""

LAMPS = (10, 11, 12, 13, 14)
"""One per seat, through a channel of a TBD62003A: a lamp takes more current than a pin can give."""

RING = 16
"""Data into the ring of WS2812 pixels."""

PIXELS = 16
