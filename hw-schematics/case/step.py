"""Writes the case as STEP, for CAD programs: `make case-step` puts a file for each mesh into build/case-step.

OpenSCAD knows only triangles. Open CASCADE sews them together and joins those that lie in one plane, so that walls,
floors and openings are real faces that can be measured and cut; rounded parts stay as many-sided as they are printed.
"""

import argparse
import re
import sys
from pathlib import Path
from typing import Any

from case.make import HERE, CaseError
from case.solid import Solid

TARGET = HERE.parents[1] / "build" / "case-step"
STAMP = re.compile(r"(FILE_NAME\('[^']*',)'[^']*'")
LONG_AGO = r"\1'2026-01-01T00:00:00'"
COUNTED = re.compile(r"Open CASCADE STEP translator [\d.]+ \d+")
"""What Open CASCADE calls a part: the number counts those that it wrote since it was started."""
TOLERANCE = 1e-4
"""Corners closer than this, in millimetres, are one; directions closer than this, in radians, are the same."""


def main() -> int:
    """Convert all meshes, or those that are named."""
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], epilog="example: python -m case.step box-base"
    )
    parser.add_argument("names", nargs="*", metavar="PART", help="parts as in stl/, without the ending; all if none")
    parser.add_argument("--out", type=Path, default=TARGET, metavar="FOLDER", help="where the files go")
    args = parser.parse_args()
    names = args.names or sorted(file.stem for file in (HERE / "stl").glob("*.stl"))
    args.out.mkdir(parents=True, exist_ok=True)
    try:
        for name in names:
            faces = convert(HERE / "stl" / f"{name}.stl", args.out / f"{name}.step")
            sys.stdout.write(f"{name}.step: {faces} faces\n")
            sys.stdout.flush()
    except CaseError as error:
        sys.stderr.write(f"case: {error}\n")
        return 1
    return 0


def convert(mesh: Path, target: Path) -> int:
    """Write a mesh as solids with flat faces and return how many faces there are.

    The result is refused if it is not closed or has another volume than the mesh.
    """
    try:
        from OCP.IFSelect import IFSelect_ReturnStatus  # noqa: PLC0415 - most people never need this large library
        from OCP.Message import Message, Message_Gravity  # noqa: PLC0415
        from OCP.STEPControl import STEPControl_StepModelType, STEPControl_Writer  # noqa: PLC0415
    except ImportError as error:
        raise CaseError("Open CASCADE is not here: pip install 'arkside[step]'") from error
    shape, volume = _sew(mesh)
    expected = float(Solid.load(mesh).mesh.volume)
    if abs(volume - expected) > 1e-3 * expected:
        raise CaseError(f"{mesh.name} has {expected:.1f} mm3, but its STEP would have {volume:.1f}")
    # it would print a page about every file
    for printer in Message.DefaultMessenger_s().Printers():
        printer.SetTraceLevel(Message_Gravity.Message_Fail)
    writer = STEPControl_Writer()
    writer.Transfer(shape, STEPControl_StepModelType.STEPControl_AsIs)
    if writer.Write(str(target)) != IFSelect_ReturnStatus.IFSelect_RetDone:
        raise CaseError(f"{target} can't be written")
    # Open CASCADE notes when it wrote a file, and as which; without that the same mesh gives the same bytes
    text = target.read_text(encoding="utf-8")
    target.write_text(COUNTED.sub(mesh.stem, STAMP.sub(LONG_AGO, text, count=1)), encoding="utf-8")
    return text.count("ADVANCED_FACE(")


def _sew(mesh: Path) -> tuple[Any, float]:
    """Return the shape with a solid for every closed surface, and its volume in cubic millimetres."""
    from OCP.BRep import BRep_Builder  # noqa: PLC0415
    from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeSolid, BRepBuilderAPI_Sewing  # noqa: PLC0415
    from OCP.BRepGProp import BRepGProp  # noqa: PLC0415
    from OCP.BRepLib import BRepLib  # noqa: PLC0415
    from OCP.GProp import GProp_GProps  # noqa: PLC0415
    from OCP.ShapeUpgrade import ShapeUpgrade_UnifySameDomain  # noqa: PLC0415
    from OCP.StlAPI import StlAPI_Reader  # noqa: PLC0415
    from OCP.TopAbs import TopAbs_ShapeEnum  # noqa: PLC0415
    from OCP.TopExp import TopExp_Explorer  # noqa: PLC0415
    from OCP.TopoDS import TopoDS, TopoDS_Compound, TopoDS_Shape  # noqa: PLC0415

    triangles = TopoDS_Shape()
    if not StlAPI_Reader().Read(triangles, str(mesh)):
        raise CaseError(f"{mesh} can't be read")
    sewing = BRepBuilderAPI_Sewing(TOLERANCE)
    sewing.Add(triangles)
    sewing.Perform()
    if sewing.NbFreeEdges():
        raise CaseError(f"{mesh.name} is not closed: {sewing.NbFreeEdges()} edges have a face on one side only")
    joining = ShapeUpgrade_UnifySameDomain(sewing.SewedShape(), True, True, False)
    joining.SetLinearTolerance(TOLERANCE)
    joining.SetAngularTolerance(TOLERANCE)
    joining.Build()
    compound, builder = TopoDS_Compound(), BRep_Builder()
    builder.MakeCompound(compound)
    shells = TopExp_Explorer(joining.Shape(), TopAbs_ShapeEnum.TopAbs_SHELL)
    while shells.More():
        solid = BRepBuilderAPI_MakeSolid(TopoDS.Shell(shells.Current())).Solid()
        BRepLib.OrientClosedSolid_s(solid)
        builder.Add(compound, solid)
        shells.Next()
    measured = GProp_GProps()
    BRepGProp.VolumeProperties_s(compound, measured)
    return compound, float(measured.Mass())


if __name__ == "__main__":
    raise SystemExit(main())
