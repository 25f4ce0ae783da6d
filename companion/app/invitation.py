"""Address and join code with which phones find this Arkside."""

from collections.abc import Callable


class Invitation:
    """Address of the page and the code that lets a phone in. Both are empty if no page is served.

    >>> invitation = Invitation()
    >>> invitation.address, invitation.code = "http://192.168.1.7:8080/", "K7MP3W"
    >>> invitation.link(), invitation.link("/wifi")
    ('HTTP://192.168.1.7:8080/J/K7MP3W', 'HTTP://192.168.1.7:8080/J/K7MP3W/WIFI')
    """

    def __init__(self) -> None:
        self.address = ""
        self.code = ""
        self.open_to_phones: Callable[[], None] | None = None
        """Opens the page to phones; None unless only this computer may open it so far."""
        self.renew: Callable[[], None] = lambda: None
        """Replaces the code; phones that have joined stay in."""

    def link(self, to: str = "") -> str:
        """Return the link for the QR code: the address with the join code, to the page or to a path below it.

        It is in capitals because a QR code stores those in fewer dots, which can then be larger on the screen.
        """
        return f"{self.address}j/{self.code}{to}".upper() if self.code else f"{self.address.rstrip('/')}{to or '/'}"
