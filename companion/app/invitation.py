"""How phones find this Arkside: its address and the join code."""

from collections.abc import Callable


class Invitation:
    """The address of the page and the code that lets a phone in. Empty where no page is served.

    >>> invitation = Invitation()
    >>> invitation.address, invitation.code = "http://192.168.1.7:8080/", "K7MP3W"
    >>> invitation.link(), invitation.link("/wifi")
    ('HTTP://192.168.1.7:8080/J/K7MP3W', 'HTTP://192.168.1.7:8080/J/K7MP3W/WIFI')
    """

    def __init__(self) -> None:
        self.address = ""
        self.code = ""
        self.open_to_phones: Callable[[], None] | None = None
        """Opens the page to phones, where so far only this computer may open it."""
        self.renew: Callable[[], None] = lambda: None
        """Shows another code from now on; whoever is in stays in."""

    def link(self, to: str = "") -> str:
        """Return what a camera is shown: the address with the join code, leading to the page or further on.

        It is in capitals because a QR code holds half as many again of them, so its dots are larger on the screen.
        """
        return f"{self.address}j/{self.code}{to}".upper() if self.code else f"{self.address.rstrip('/')}{to or '/'}"
