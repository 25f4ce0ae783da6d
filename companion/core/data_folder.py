"""The data folder: where the journal, the owner's corrections of boxes and the settings live."""

# every command looks here for its language, so what only some need is imported where they need it
# ruff: noqa: PLC0415
from __future__ import annotations

import os
from pathlib import Path

from companion.core.errors import N_, SettingsError
from companion.core.seat import COLOURS
from companion.core.words import list_languages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.box import Tree

MOST_LISTED = 12
"""Most values that a refusal lists; a longer list is no help."""
SETTINGS = {
    "language": list_languages(),
    "brightness": ("low", "medium", "high"),
    "sound": ("on", "off"),
    "volume": ("off", "low", "medium", "high"),
    "night": ("off", "20", "21", "22", "23"),
    "sleep": ("2", "5", "10", "30", "60"),
    "thinking": ("off", "2", "5", "10", "20", "30", "60"),
    "reminder": ("off", "30", "60", "120"),
    "swap": ("no", "yes"),
    "flip": ("no", "yes"),
    "colours": (" ".join(COLOURS),),
    "odds": ("off", "phone", "lights"),
    "slap": ("paddles", "ark"),
    "patience": ("60", "180", "300"),
    "ready": ("5", "10", "20", "60"),
    "rule_cards": ("off", "on"),
}
"""Settings and their allowed values.

`patience` is the number of seconds a race waits for a hand, `ready` for a ready tap; `sound` is the former `volume`
without steps; `night` is the hour from which on the box is silent; `sleep` and `thinking` are minutes, `reminder`
seconds; `swap` and `flip` are about the screens; `colours` are those of the seats, in any order; `odds` are shown on
phones and screens, or on the lights too; `rule_cards` explain the game as it is played.
"""


def is_allowed(name: str, value: str) -> bool:
    """Whether a setting may have this value.

    Colours may be in any order, and fewer than there are seats: older files name five.
    """
    if name == "colours":
        colours = value.split()
        return bool(colours) and len(set(colours)) == len(colours) and set(colours) <= set(COLOURS)
    return value in SETTINGS.get(name, ())


def find_data_folder(wanted: str | None) -> Path:
    """Return the given folder, else $ARKSIDE_DATA, else the system's usual place for data."""
    named = wanted or os.environ.get("ARKSIDE_DATA")
    if named:
        try:
            return Path(named).expanduser()
        except RuntimeError:
            raise SettingsError(N_("{folder}: there's no such user; name another folder"), folder=named) from None
    base = os.environ.get("XDG_DATA_HOME")
    try:
        return (Path(base) if base else Path.home() / ".local" / "share") / "arkside"
    except RuntimeError:
        raise SettingsError(N_("There's no home folder here; name a folder with --data")) from None


def read_corrections(folder: Path, game: str) -> Tree:
    """Return the owner's corrections of a game's box; empty if there is no such file."""
    from companion.core.box import read_toml

    file = folder / "boxes" / f"{game}.toml"
    try:
        exists = file.exists()
    except (OSError, ValueError):  # not a usable folder; writing there reports it
        return {}
    return read_toml(file) if exists else {}


def read_settings(folder: Path) -> dict[str, str]:
    """Return the settings; refuse unknown names and values with the known ones."""
    from companion.core.untrusted import Quoted, Unreadable, parse_toml, read_text

    file = folder / "settings.toml"
    try:
        if not file.exists():
            return {}
        settings = parse_toml(read_text(file))
    except Unreadable as why:
        raise SettingsError(N_("{file} can't be read: {why}"), file=file, why=why.why) from None
    except (OSError, ValueError) as why:  # a folder that can't hold files
        raise SettingsError(
            N_("{file} can't be read: {why}"), file=file, why=getattr(why, "strerror", None) or why
        ) from None
    for name in settings:
        if name not in SETTINGS:
            raise SettingsError(
                N_("{file}: unknown setting {name}; known: {known}"), file=file, name=name, known=", ".join(SETTINGS)
            )
        if not (isinstance(settings[name], str) and is_allowed(name, settings[name])):
            raise SettingsError(
                N_("{file}: {name} is {value!r}; allowed: {allowed}"),
                file=file,
                name=name,
                value=Quoted(settings[name]),
                allowed=", ".join(SETTINGS[name][:MOST_LISTED]),
            )
    return settings


def read_usable_settings(folder: Path) -> tuple[dict[str, str], SettingsError | None]:
    """Return the valid settings and the error in the rest, for a device that must start anyway."""
    try:
        return read_settings(folder), None
    except SettingsError as why:
        return _salvage_settings(folder / "settings.toml"), why


def _salvage_settings(file: Path) -> dict[str, str]:
    """Return the valid lines of a damaged settings file."""
    import re

    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        return {}
    pairs = re.findall(r'^\s*(\w+)\s*=\s*"([^"]*)"\s*$', text, re.MULTILINE)
    return {name: value for name, value in pairs if is_allowed(name, value)}


def save_settings(folder: Path, values: Mapping[str, str]) -> None:
    """Write the settings file; a power cut leaves the old one or the new one, never half of it."""
    from companion.core.files import write_atomically

    file = folder / "settings.toml"
    try:
        write_atomically(file, "".join(f'{name} = "{value}"\n' for name, value in values.items()))
    except OSError as why:
        raise SettingsError(N_("{file} can't be written: {why}"), file=file, why=why.strerror) from None
