"""The stylesheet with the colours of the seats, made from the one table of places."""

from companion.core.seat import PLACES


def write_seat_styles() -> str:
    """Return a rule for each place, by its colour and by its number, and one that picks the colours of a dark page."""
    rules = [
        f".seat-{place.colour},.seat-{index}{{--on-light:{place.on_light};--on-dark:{place.on_dark};"
        f"--dash:{place.dash};--seat:var(--on-light)}}"
        for index, place in enumerate(PLACES)
    ]
    dark = "@media (prefers-color-scheme:dark){[class*=seat-]{--seat:var(--on-dark)}}"
    return "\n".join((*rules, dark, ""))
