"""The printed case: what lies in the repository can be printed, and everything fits into it."""

import csv
import shutil
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import trimesh
from case.check import Check
from case.computers import find_opening, list_setups, read_computers
from case.make import HERE, CaseError, as_scad, prints, sizes
from case.plates import SEATS, Piece, find_folder, list_plates, read_plate, write_plate
from case.scene import Painter, list_carrier_parts, outline_on_board
from case.solid import Solid
from case.step import convert

STL = HERE / "stl"
TRIANGLE = 50
HEAD = 84
Bar = tuple[tuple[float, float, float], tuple[float, float, float]]
"""A bar of plastic, by two of its corners."""


@pytest.fixture
def meshes(tmp_path: Path) -> Path:
    """A copy to spoil."""
    return Path(shutil.copytree(STL, tmp_path / "stl"))


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """The check as people run it."""
    return subprocess.run(
        [sys.executable, "-m", "case.check", *words], cwd=HERE.parent, capture_output=True, text=True, check=False
    )


def scale_mesh(file: Path, by: float) -> None:
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
    scale_mesh(meshes / "dome-shell.stl", 1.7)
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
    scale_mesh(meshes / "diffuser.stl", 1.02)
    check = Check(meshes)
    check.body(check.solids["box-body-1.3"], ("1.3", "1.3"))
    assert any("slit around the diffuser" in line for line in check.bad)


def test_a_body_for_other_screens_is_found() -> None:
    check = Check(STL)
    check.body(check.solids["box-body-0.96"], ("1.3", "1.3"))
    assert any("window around the dots" in line for line in check.bad)
    assert any("hole for screw of a screen" in line for line in check.bad)


def test_a_plate_that_does_not_go_in_is_found(meshes: Path) -> None:
    scale_mesh(meshes / "pod-base.stl", 1.03)
    check = Check(meshes)
    check.pod()
    assert "pod-base: goes into pod-shell without touching it" in check.bad
    assert any("0 of 3 screws" in line for line in check.bad)


def test_a_button_that_is_too_deep_is_found() -> None:
    check = Check(STL)
    check.sizes["button"]["60"]["depth"] = 56.0
    check.puck("paddle-shell-60", "paddle-base", "paddle", "60")
    assert [line.split(": ")[1] for line in check.bad] == ["air below the button"]


def test_plugs_that_are_too_tall_would_hit_the_screens() -> None:
    check = Check(STL)
    check.sizes["carrier"]["plugs"] = 30.0
    check.body(check.solids["box-body-1.3"], ("1.3", "1.3"))
    assert any("plugs on the carrier board clear of everything else, except the plug of" in line for line in check.bad)


def mount(check: Check, name: str, *bars: Bar) -> list[str]:
    """Put a computer into a body that has extra bars of plastic, and return what is wrong."""
    body = check.stand_up(check.solids["box-body-1.3"])
    plastic = [trimesh.creation.box(bounds=bar) for bar in bars]
    filled = Solid(body.name, trimesh.util.concatenate([body.mesh, *plastic]))
    before = len(check.bad)
    for setup in list_setups(check.sizes, read_computers(check.sizes)[name]):
        check.check_mounting(filled, setup, [])
    return check.bad[before:]


def rear_bar(check: Check, begin: float, end: float, low: float, high: float) -> Bar:
    """A bar in the back wall, from one place of the rear edge of the Pi to another, at a height above the table."""
    x, deep = check.layout["pi"][0][0], check.case["depth"]
    return (x - end, deep - check.case["wall"] + 0.1, low), (x - begin, deep - 0.1, high)


@pytest.mark.parametrize("name", ["Pi 3 B+", "Pi 4 B"])
def test_an_opening_that_ends_before_the_audio_jack_is_found(name: str) -> None:
    check = Check(STL)
    wrong = mount(check, name, rear_bar(check, 46.5, 60.0, 3.1, 22.0))
    assert any("room for the audio jack, but plastic is in the way" in line for line in wrong)
    assert any("room for a plug in the audio jack" in line for line in wrong)
    assert {line.split(": ")[1].split(",")[0] for line in wrong} <= {
        f"room for {what}the audio jack" for what in ("", "air around ", "the body to pass ", "a plug in ")
    }, "and nothing else is wrong"


def test_a_pi_5_has_no_jack_and_does_not_mind() -> None:
    check = Check(STL)
    assert mount(check, "Pi 5", rear_bar(check, 46.5, 60.0, 3.1, 22.0)) == []


def test_a_bar_below_a_socket_would_keep_the_body_from_closing() -> None:
    check = Check(STL)
    wrong = mount(check, "Pi 4 B", rear_bar(check, 5.0, 17.0, 3.1, 5.0))
    assert [line.split(": ")[1].split(",")[0] for line in wrong] == ["room for the body to pass the USB-C socket"]


@pytest.mark.parametrize(("edge", "place", "moved"), [("rear", 0, 2.0), ("side", 2, 52.0)])
def test_a_socket_beyond_its_opening_is_found(edge: str, place: int, moved: float) -> None:
    check = Check(STL)
    socket = check.sizes["computer"]["Pi 4 B"][edge][place]
    socket[1] = moved
    assert any(f"{socket[0]} socket, but plastic is in the way" in line for line in mount(check, "Pi 4 B"))


def test_the_cooler_of_a_pi_5_wants_taller_standoffs() -> None:
    check = Check(STL)
    assert mount(check, "Pi 5") == []
    check.sizes["carrier"]["tall_standoff"] = check.sizes["carrier"]["standoff"]
    assert any("the blower of the cooler clear of everything else, except" in line for line in mount(check, "Pi 5"))


def test_a_zero_does_not_fit_and_the_check_says_why() -> None:
    check = Check(STL, pi="Zero 2 W")
    for computer in check.computers:
        check.base(computer)
    assert check.bad.count("box-base: hole for screw of a Zero 2 W: there is none") == 2
    assert any("room for the carrier board, but plastic is in the way" in line for line in mount(check, "Zero 2 W"))


def test_the_lists_name_the_computers_that_fit_and_no_others() -> None:
    with (HERE.parent / "parts" / "table.csv").open(encoding="utf-8", newline="") as file:
        listed = " ".join(next(row for row in csv.reader(file) if row[0] == "computer"))
    listed = listed.replace("Model ", "")  # shops sell our Pi 4 B as a Pi 4 Model B
    assert {name for name in read_computers(sizes()) if name in listed} == {
        name for name, computer in read_computers(sizes()).items() if computer.fits
    }


def test_openings_follow_from_the_sockets() -> None:
    known = read_computers(sizes())
    jack = next(socket for socket in known["Pi 4 B"].rear if socket.kind == "audio jack")
    opening = find_opening([jack], room=0.5)
    assert (opening.begin, opening.end) == (54.0 - 5.5, 54.0 + 5.5), "its plug is wider than the jack"
    assert (opening.above, opening.below) == (8.5, 2.5)
    assert sizes()["pi"]["rear"][1] == opening.end, "the jack is the last socket of the rear edge"


def test_every_seat_has_a_plate_in_its_colour_with_its_own_badge() -> None:
    badges = set()
    for seat in SEATS:
        shell, badge, base = read_plate(find_folder(STL) / f"paddle-{seat}.3mf")
        assert (shell.plastic, base.plastic) == (seat, seat)
        assert badge.plastic != seat
        assert badge.group == shell.group, "a slicer prints the badge into its dent"
        badges.add(round(float(badge.mesh.volume), 1))
    assert len(badges) == len(SEATS)


def test_a_plate_of_other_meshes_is_found(meshes: Path) -> None:
    scale_mesh(meshes / "emblem.stl", 0.99)
    shutil.copytree(find_folder(STL), find_folder(meshes))
    check = Check(meshes)
    plates = dict(list_plates(check.sizes, check.layout, check.solids, own=False))
    check.colour_plate("box-body-1.3", plates["box-body-1.3"])
    check.colour_plate("box-parts", plates["box-parts"])
    assert check.bad == ["box-body-1.3.3mf: holds the parts as they are in the STL files"]


def test_parts_that_overlap_on_a_plate_are_found(meshes: Path) -> None:
    find_folder(meshes).mkdir()
    check = Check(meshes)
    base = check.solids["box-base"]
    pieces = [Piece(name, "sand", base.mesh, name) for name in ("one", "two")]
    pieces[1].mesh.apply_translation((30.0, 0.0, 0.0))
    write_plate(find_folder(meshes) / "box-parts.3mf", pieces)
    check.colour_plate("box-parts", pieces)
    assert "box-parts.3mf: nothing else lies where one is" in check.bad


def test_plates_are_written_the_same_each_time(tmp_path: Path) -> None:
    check = Check(STL)
    for name, pieces in list_plates(check.sizes, check.layout, check.solids, own=False):
        write_plate(tmp_path / f"{name}.3mf", pieces)
        files = [zipfile.ZipFile(folder / f"{name}.3mf") for folder in (tmp_path, find_folder(STL))]
        again, kept = ({entry: file.read(entry) for entry in file.namelist()} for file in files)
        assert again == kept


def test_the_command_says_in_one_line_which_plate_is_missing(meshes: Path) -> None:
    done = command("--stl", str(meshes))
    assert done.returncode == 1
    assert done.stderr.startswith(f"case: {meshes.parent / '3mf' / 'box-body-0.96.3mf'}: cannot be read")


def test_the_command_names_the_computers_it_knows() -> None:
    done = command("--pi", "Pi 6")
    assert done.returncode == 1
    assert done.stderr == "case: parts.toml has no computer Pi 6; it knows Pi 3 B+, Pi 4 B, Pi 5, Zero 2 W\n"


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


def test_your_own_wiring_asks_for_its_own_meshes(tmp_path: Path) -> None:
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
    scale_mesh(meshes / "paddle-shell-60.stl", 0.7)
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


def test_pictures_show_the_carrier_board_as_it_is() -> None:
    """Every part is painted around the place at which an assembly house would put it."""
    with (HERE.parent / "carrier" / "box-cpl.csv").open(encoding="utf-8", newline="") as file:
        placed = {row["Designator"]: row for row in csv.DictReader(file)}
    painted = {part.component.ref: outline_on_board(part) for part in list_carrier_parts()}
    assert placed.keys() <= painted.keys()
    for name, row in placed.items():
        (left, right), (top, bottom) = painted[name]
        x, y = float(row["Mid X"].removesuffix("mm")), 56.5 - float(row["Mid Y"].removesuffix("mm"))
        assert left < x < right, name
        assert top < y < bottom, name


def test_pictures_leave_out_no_kind_of_part(tmp_path: Path) -> None:
    """All that rises above the board is painted; test points are flat, and the header hangs below it."""
    painter = Painter(tmp_path, "1.3")
    flat = {
        part.footprint.name for part in list_carrier_parts() if not painter.paint_part(part, short=56.0, above=12.6)
    }
    assert flat == {"TestPoint", "Header_40"}


def test_a_part_as_step_has_the_volume_of_its_mesh_and_whole_faces(tmp_path: Path) -> None:
    pytest.importorskip("OCP", reason="Open CASCADE is 70 MB, and only `make case-step` needs it")
    mesh = trimesh.creation.box((20, 30, 4)).subdivide()
    mesh.export(tmp_path / "plate.stl")
    assert convert(tmp_path / "plate.stl", tmp_path / "plate.step") == 6  # of its many triangles
    again = tmp_path / "again.step"
    convert(tmp_path / "plate.stl", again)
    assert again.read_bytes() == (tmp_path / "plate.step").read_bytes()


def test_an_open_mesh_is_no_step(tmp_path: Path) -> None:
    pytest.importorskip("OCP", reason="Open CASCADE is 70 MB, and only `make case-step` needs it")
    mesh = trimesh.creation.box((20, 30, 4))
    mesh.update_faces([False] + [True] * (len(mesh.faces) - 1))
    mesh.export(tmp_path / "plate.stl")
    with pytest.raises(CaseError, match="not closed"):
        convert(tmp_path / "plate.stl", tmp_path / "plate.step")
