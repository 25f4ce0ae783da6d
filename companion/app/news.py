"""News from root's side, in words: updates that came, failed or were taken back, and the Wi-Fi."""

from companion import VERSION
from companion.core.words import Say

FAILED = "update-failed"


def describe_news(say: Say, news: str) -> str:
    """Return a note of root's side as a sentence; empty if it says nothing to people."""
    kind, _, details = news.partition(" ")
    if kind == FAILED:
        code, _, version = details.partition(" ")
        return describe_failed_update(say, code, version)
    texts = {
        "updated": say("Arkside {version} is installed.", version=details),
        "rolled-back": say(
            "Arkside {version} didn't start, so the previous version is back. Nothing is lost.", version=details
        ),
        "no-wifi": say("Couldn't join the Wi-Fi. Check the password and try again."),
        "wifi": say("Connected to the Wi-Fi {name}.", name=details),
    }
    return texts.get(kind, "")


def describe_failed_update(say: Say, code: str, version: str) -> str:
    """Return why an update failed, in words; the codes are those of `deploy/files/usr/lib/arkside/update`."""
    reasons = {
        "damaged": say("The file is damaged. Copy it onto the stick again."),
        "not-arkside": say("This file isn't an Arkside package."),
        "other-computer": say("{version} is for another kind of computer.", version=version),
        "not-signed": say("{version} isn't signed by anyone this box trusts.", version=version),
        "not-newer": say("{version} isn't newer than {now}.", version=version, now=VERSION),
        "playing": say("A match is being played. Save and leave it first."),
        "read-only": say("The memory card is read-only."),
        "no-room": say("There isn't enough space on the memory card."),
        "no-copy": say("Your data couldn't be backed up first."),
        "cut-off": say("The power went out, so the previous version is back. Try again."),
    }
    reason = reasons.get(code, say("{version} can't be installed.", version=version))
    return say("Update failed: {reason}", reason=reason)
