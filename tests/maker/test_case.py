"""The printed case: what lies in the repository can be printed, and everything fits into it."""

import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest
import trimesh
from case.check import Check
from case.make import HERE, as_scad, prints, sizes

STL = HERE / "stl"
TRIANGLE = 50
HEAD = 84


@pytest.fixture
def meshes(tmp_path: Path) -> Path:
    """A copy to spoil."""
    return Path(shutil.copytree(STL, tmp_path / "stl"))


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """The check as people run it."""
    return subprocess.run(
        [sys.executable, "-m", "case.check", *words], cwd=HERE.parent, capture_output=True, text=True, check=False
    )


def scaled(file: Path, by: float) -> None:
    """Write a mesh larger or smaller than it should be."""
    mesh = trimesh.load_mesh(file, file_type="stl")
    file.write_bytes(mesh.apply_scale(by).export(file_type="stl"))


def test_every_mesh_is_closed_lies_on_the_bed_and_takes_its_parts() -> None:
    check = Check(STL)
    check.run()
    assert check.bad == []
    assert len(check.good) > 350


def test_the_sources_were_made_from_these_sizes() -> None:
    assert (HERE / "dimensions.scad").read_text(encoding="utf-8") == as_scad(sizes())


def test_there_is_a_mesh_for_every_part_and_no_other() -> None:
    assert {file.stem for file in STL.glob("*.stl")} == {name for name, _ in prints(sizes())}


def test_the_meshes_are_small_enough_for_a_repository() -> None:
    assert sum(file.stat().st_size for file in STL.iterdir()) < 3_200_000


def test_a_mesh_with_a_missing_triangle_is_found(meshes: Path) -> None:
    file = meshes / "diffuser.stl"
    whole = file.read_bytes()
    (count,) = struct.unpack_from("<I", whole, 80)
    file.write_bytes(whole[:80] + struct.pack("<I", count - 1) + whole[HEAD : len(whole) - TRIANGLE])
    check = Check(meshes)
    check.mesh(check.solids["diffuser"])
    assert "diffuser: the mesh is closed" in check.bad


def test_a_mesh_turned_inside_out_is_found(meshes: Path) -> None:
    check = Check(meshes)
    check.solids["dial-knob"].mesh.invert()
    check.mesh(check.solids["dial-knob"])
    assert "dial-knob: every face looks outwards" in check.bad


def test_a_part_larger_than_the_bed_is_found(meshes: Path) -> None:
    scaled(meshes / "dome-shell.stl", 1.7)
    check = Check(meshes)
    check.mesh(check.solids["dome-shell"])
    assert [line.split(":")[1] for line in check.bad] == [" largest side on the bed", " widest bridge"][
        : len(check.bad)
    ]
    assert check.bad


def test_a_ceiling_that_would_droop_is_found(meshes: Path) -> None:
    check = Check(meshes)
    upside_down = check.solids["paddle-shell-60"]
    upside_down.mesh.apply_transform(trimesh.transformations.rotation_matrix(3.14159265, (1, 0, 0)))
    upside_down.mesh.apply_translation((0, 0, -upside_down.mesh.bounds[0][2]))
    check.mesh(upside_down)
    assert any("widest bridge" in line for line in check.bad)


def test_a_diffuser_that_is_too_wide_for_its_slit_is_found(meshes: Path) -> None:
    scaled(meshes / "diffuser.stl", 1.02)
    check = Check(meshes)
    check.body(check.solids["box-body-1.3"], ("1.3", "1.3"))
    assert any("slit around the diffuser" in line for line in check.bad)


def test_a_body_for_other_screens_is_found() -> None:
    check = Check(STL)
    check.body(check.solids["box-body-0.96"], ("1.3", "1.3"))
    assert any("window around the dots" in line for line in check.bad)
    assert any("hole for screw of a screen" in line for line in check.bad)


def test_a_plate_that_does_not_go_in_is_found(meshes: Path) -> None:
    scaled(meshes / "pod-base.stl", 1.03)
    check = Check(meshes)
    check.pod()
    assert "pod-base: goes into pod-shell without touching it" in check.bad
    assert any("0 of 3 screws" in line for line in check.bad)


def test_a_button_that_is_too_deep_is_found() -> None:
    check = Check(STL)
    check.sizes["button"]["60"]["depth"] = 56.0
    check.puck("paddle-shell-60", "paddle-base", "paddle", "60")
    assert [line.split(": ")[1] for line in check.bad] == ["air below the button"]


def test_a_taller_carrier_board_would_hit_the_screens() -> None:
    check = Check(STL)
    check.sizes["pi"]["above"] = 45.0
    check.body(check.solids["box-body-1.3"], ("1.3", "1.3"))
    assert any("the carrier board touches" in line for line in check.bad)


def test_the_command_says_in_one_line_what_is_missing(meshes: Path) -> None:
    (meshes / "box-base.stl").unlink()
    done = command("--stl", str(meshes))
    assert done.returncode == 1
    assert done.stderr == f"case: {meshes / 'box-base.stl'}: is missing; run `make case`\n"


def test_the_command_names_a_wiring_it_cannot_read(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text('[screen.question]\nglass = "7"\n', encoding="utf-8")
    done = command("--wiring", str(own))
    assert done.returncode == 1
    assert done.stderr.startswith("case: mine.toml: screen.question.glass")
    assert "Traceback" not in done.stderr


def test_a_wiring_of_ones_own_asks_for_its_own_meshes(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(
        '[screen.question]\nglass = "1.3"\nchip = "sh1106"\n[button.paddle-0]\nmillimetres = 30\n', encoding="utf-8"
    )
    names = [name for name, _ in prints(sizes(own), own=True)]
    assert names[:2] == ["box-body-1.3-0.96", "paddle-shell-30"]
    assert len(names) == len([name for name, _ in prints(sizes())]) - 5


def test_the_minimal_build_has_one_screen_and_a_dark_window_like_it(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text('build = "minimal"\n[screen.question]\nglass = "1.3"\n', encoding="utf-8")
    assert next(name for name, _ in prints(sizes(own), own=True)) == "box-body-1.3"


def test_a_wall_thinner_than_two_millimetres_is_found(meshes: Path) -> None:
    scaled(meshes / "paddle-shell-60.stl", 0.7)
    check = Check(meshes)
    check.closes("paddle-shell-60", "paddle-base")
    assert any("its walls: 1.8" in line for line in check.bad)


@pytest.mark.skipif(shutil.which("openscad") is None, reason="needs OpenSCAD: make case-tools")
@pytest.mark.parametrize("part", ["diffuser", "light-tray", "dome-ring"])
def test_openscad_makes_the_same_bytes_again(part: str, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "case.make", "--only", part, "--out", str(tmp_path)]
    done = subprocess.run(words, cwd=HERE.parent, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert (tmp_path / f"{part}.stl").read_bytes() == (STL / f"{part}.stl").read_bytes()
    assert (tmp_path / "layout.json").read_bytes() == (STL / "layout.json").read_bytes()
