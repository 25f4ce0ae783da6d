"""Take screenshots of all views, or of the parts that are named: join, menu, race, alone, or the id of a game."""

import argparse
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.core.registry import find_game, list_game_ids
from companion.core.words import LANGUAGES
from tests.phone.browser import browsers
from tests.screenshots.camera import SCHEMES, SCREENS, TV, Camera
from tests.screenshots.evening import take_alone, take_game, take_joining, take_menu, take_waiting_and_race
from tests.screenshots.sheets import write_index, write_sheets

FOLDER = Path("build/screenshots")
CHOICES = {"languages": LANGUAGES, "schemes": SCHEMES, "screens": [screen.name for screen in (*SCREENS, TV)]}
PARTS = {"join": take_joining, "menu": take_menu, "race": take_waiting_and_race, "alone": take_alone}


def main(arguments: list[str] | None = None) -> int:
    """Take everything, or the parts and games that are named; 1 if something on them is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.screenshots", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, *list_game_ids(), []], metavar="PART")
    for name, values in CHOICES.items():
        parser.add_argument(f"--{name}", default=",".join(values), help=f"some of {', '.join(values)}")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    args = parser.parse_args(arguments)
    shutil.rmtree(args.folder, ignore_errors=True)
    args.folder.mkdir(parents=True)
    schemes, screens = args.schemes.split(","), args.screens.split(",")
    cameras = [Camera(args.folder, language, schemes, screens) for language in args.languages.split(",")]
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile, browsers(Path(profile)) as (_, open_phone):
        for camera in cameras:
            for part in args.parts or [*PARTS, *list_game_ids()]:
                if part in PARTS:
                    PARTS[part](camera, open_phone)
                else:
                    take_game(camera, open_phone, find_game(part))
    shots = [shot for camera in cameras for shot in camera.shots]
    defects = {name: found for camera in cameras for name, found in camera.defects.items()}
    index = write_index(write_sheets(shots, args.folder), defects, args.folder)
    for name, found in defects.items():
        print(name, *found, sep="\n  ")
    print(f"{index}: {len(shots)} screenshots, {len(defects)} with defects")
    return 1 if defects else 0


if __name__ == "__main__":
    sys.exit(main())
