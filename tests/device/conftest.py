"""A device to rehearse on, and how its pictures are compared."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from PIL import Image, ImageChops

from companion.device.rehearsal import Rehearsal

settings.register_profile("device", deadline=None)  # a busy machine is not a wrong one
settings.load_profile("device")

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Rehearsal]:
    """The device in English, with an empty data folder."""
    with Rehearsal(tmp_path) as rehearsal:
        yield rehearsal


@pytest.fixture
def same_picture(regenerate: bool) -> Callable[[Image.Image, str], None]:
    """Compare both screens with a golden picture; `pytest --regenerate` writes it anew."""

    def compare(picture: Image.Image, name: str) -> None:
        file = GOLDEN / f"{name}.png"
        if regenerate:
            file.parent.mkdir(parents=True, exist_ok=True)
            picture.save(file, optimize=True)
        assert file.exists(), f"{file} is missing: run pytest --regenerate and look at what it drew"
        with Image.open(file) as golden:
            assert ImageChops.difference(golden.convert("1"), picture).getbbox() is None, f"{name} looks different"

    return compare
