"""The ark, for the second screen while no game is on the table."""

from math import sin

from companion.device.pencil import OFF, ON, WIDTH, Pencil

HULL = [(26, 38), (101, 38), (92, 51), (35, 51)]
HOUSE = (42, 25, 85, 37)
ROOF = [(38, 24), (89, 24), (80, 15), (47, 15)]
WINDOWS = (48, 57, 66, 75)


def draw_welcome(pencil: Pencil) -> None:
    """Draw an ark on calm water, and the name of the program."""
    pencil.polygon(ROOF, fill=ON)
    pencil.rectangle(HOUSE, fill=ON)
    for left in WINDOWS:
        pencil.rectangle((left, 28, left + 4, 33), fill=OFF)
    pencil.polygon(HULL, fill=ON)
    pencil.line((31, 42, 96, 42), fill=OFF)
    for row, y in enumerate((52, 56, 60)):
        pencil.point([(x, y + round(1.4 * sin(x / 4 + row * 2))) for x in range(WIDTH)], fill=ON)
    pencil.centre(0, "Arkside", "strong")
