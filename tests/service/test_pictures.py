"""The screens that people see besides playing, as the guide in `deploy` shows them: drawn by the device itself."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from companion.device.rehearsal import Rehearsal
from companion.device.views.switch_off import UnplugView
from companion.device.words import load_words
from companion.service.health import Power
from companion.service.notes import HOTSPOT, OFFERED, SYSTEM_NEWS, WHY
from tests.service.test_housekeeping import Box

PICTURES = Path(__file__).parents[2] / "deploy" / "pictures"
SCALE = 3


def safe_mode(box):
    box.notes.write(WHY, "/var/lib/arkside/settings.toml: sound is 7; allowed: on, off")
    box.begin(safe=True)


def what_went_wrong(box):
    safe_mode(box)
    box.device.push()


def held(box):
    box.device.board.press("back")
    box.beats(3.2)


def good_night(box):
    box.housekeeping.say_good_night()


def unplug(box):
    box.device.host.stage.show(UnplugView(box.device.context.say), box.device.clock.now, True)


def hotspot(box):
    box.notes.write(HOTSPOT, "Arkside 3F2A\nk7mp3wq9xd")
    box.device.app.invitation.address = "http://arkside.local:8080/"
    box.device.back()
    box.device.turn(-2)
    box.device.push()
    box.device.push()


def wifi_page(box):
    hotspot(box)
    box.device.push()


def offered(box):
    box.notes.write(OFFERED, "1.1.0")
    box.device.back()
    box.device.turn(-2)
    box.device.push()


def updating(box):
    offered(box)
    box.device.push()
    box.device.turn(1)
    box.device.push()


def taken_back(box):
    box.notes.write(SYSTEM_NEWS, "rolled-back 1.1.0")
    box.begin()


def weak_power(box):
    box.look = lambda: Power(True, False, True, False)
    box.begin()


SCENES = (
    safe_mode,
    what_went_wrong,
    held,
    good_night,
    unplug,
    hotspot,
    wifi_page,
    offered,
    updating,
    taken_back,
    weak_power,
)


@pytest.mark.golden
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_the_guide_shows_what_the_screens_show(scene, language, tmp_path, regenerate):
    (tmp_path / "run").mkdir()
    with Rehearsal(tmp_path / "data", language) as device:
        scene(Box(device, tmp_path / "run"))
        picture = device.picture(SCALE)
    file = PICTURES / f"{scene.__name__.replace('_', '-')}{'' if language == 'en' else '.fr'}.png"
    if regenerate:
        file.parent.mkdir(exist_ok=True)
        picture.save(file, optimize=True)
    with Image.open(file) as golden:
        assert ImageChops.difference(golden.convert("1"), picture).getbbox() is None, f"{file.name} looks different"


def test_every_text_has_its_french():
    assert load_words("fr")("Safe to unplug") == "Tu peux débrancher"
