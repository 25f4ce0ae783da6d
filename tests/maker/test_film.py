"""The film of the README: small, made from its script, and what it shows is what the chips held."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from PIL import Image

ROOT = Path(__file__).parents[2]
FILM = ROOT / "hw-schematics" / "film.png"


@pytest.fixture(scope="module")
def film() -> ModuleType:
    found = importlib.util.spec_from_file_location("film", ROOT / "hw-schematics" / "film.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_it_is_light_and_shown_by_the_readme() -> None:
    assert FILM.stat().st_size < 1_000_000
    assert "hw-schematics/film.png" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_its_script_still_plays_and_leads_through_a_match_and_a_race(film: ModuleType, tmp_path: Path) -> None:
    pictures, lengths = film.scenes(film.SCRIPT.read_text(encoding="utf-8"), tmp_path)
    with Image.open(FILM) as shown:
        assert shown.n_frames == len(pictures) == len(lengths)  # type: ignore[attr-defined]
        assert shown.size == pictures[0].size
    assert 15 < sum(lengths) / 1000 < 60
    colours = [len(picture.crop((0, 230, picture.width, 250)).getcolors(9999) or ()) for picture in pictures]
    assert len(set(colours)) > 2  # the lights tell different things
    assert len({picture.tobytes() for picture in pictures}) >= len(pictures) - 2
