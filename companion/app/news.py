"""News from root's side, in words: updates that came, failed or were taken back, and the Wi-Fi."""

from companion import VERSION
from companion.core.words import Say

FAILED = "update-failed"


def describe_news(say: Say, news: str) -> str:
    """Return a note of root's side as a sentence; empty if it says nothing to people."""
    what, _, rest = news.partition(" ")
    if what == FAILED:
        code, _, version = rest.partition(" ")
        return describe_failed_update(say, code, version)
    texts = {
        "updated": say("Arkside {version} is installed.", version=rest),
        "rolled-back": say(
            "Arkside {version} did not start, so the one before is back. Nothing is lost.", version=rest
        ),
        "no-wifi": say("The Wi-Fi did not let us in. Check the password and try again."),
        "wifi": say("Joined the Wi-Fi {version}.", version=rest),
    }
    return texts.get(what, "")


def describe_failed_update(say: Say, code: str, version: str) -> str:
    """Return why an update failed, in words; the codes are those of `deploy/files/usr/lib/arkside/update`."""
    reasons = {
        "damaged": say("The file is damaged. Copy it onto the stick again."),
        "not-arkside": say("The file isn't a package of Arkside."),
        "other-computer": say("{version} is made for another kind of computer.", version=version),
        "not-signed": say("{version} isn't signed by anyone this box trusts.", version=version),
        "not-newer": say("{version} isn't newer than {now}.", version=version, now=VERSION),
        "playing": say("A match is on the table. Leave it first."),
        "read-only": say("This card can't be written."),
        "no-room": say("There isn't enough room on the card."),
        "no-copy": say("Your data can't be backed up first."),
        "cut-off": say("The power went off, so the version before is back. Try again."),
    }
    reason = reasons.get(code, say("{version} can't be installed.", version=version))
    return say("Update failed: {reason}", reason=reason)
