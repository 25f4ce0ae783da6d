"""Words of POV-Ray: meshes, places, materials and the camera, as text. z points up, as on a printer."""

import math
import subprocess
from collections import defaultdict
from pathlib import Path

import numpy as np
from PIL import Image

from case.make import CaseError
from case.solid import Points, Solid

Vector = tuple[float, float, float]

MATERIALS = {
    "walnut": "pigment { rgb <0.30,0.155,0.075> } finish { diffuse 0.75 specular 0.18 roughness 0.06 }",
    "sand": "pigment { rgb <0.80,0.70,0.54> } finish { diffuse 0.75 specular 0.1 roughness 0.08 }",
    "black": "pigment { rgb 0.018 } finish { diffuse 0.8 specular 0.35 roughness 0.02 }",
    "milk": "pigment { rgb <0.93,0.93,0.90> } finish { diffuse 0.8 specular 0.15 }",
    "brass": "pigment { rgb <0.80,0.58,0.26> } finish { diffuse 0.6 specular 0.5 roughness 0.03 reflection 0.06 }",
    "steel": "pigment { rgb 0.62 } finish { diffuse 0.5 specular 0.7 roughness 0.02 reflection 0.18 }",
    "board": "pigment { rgb <0.02,0.22,0.11> } finish { diffuse 0.8 specular 0.3 roughness 0.03 }",
    "blueboard": "pigment { rgb <0.02,0.08,0.28> } finish { diffuse 0.8 specular 0.3 roughness 0.03 }",
    "glass": "pigment { rgb 0.006 } finish { diffuse 0.5 specular 0.6 roughness 0.008 reflection 0.03 }",
}
COLOURS = {
    "red": (0.85, 0.07, 0.05),
    "blue": (0.04, 0.16, 0.85),
    "green": (0.03, 0.60, 0.12),
    "yellow": (0.98, 0.66, 0.02),
    "white": (0.95, 0.93, 0.88),
    "ark": (0.02, 0.40, 0.85),
}


def vector(*values: float) -> str:
    """`<1, 2, 3>`"""
    return "<" + ",".join(f"{value:.4f}" for value in values) + ">"


def mesh(name: str, solid: Solid) -> str:
    """A declared mesh, to be placed as often as wanted; round walls are shaded round."""
    corners = ",".join(vector(*map(float, point)) for point in solid.mesh.vertices)
    normals = smooth(solid)
    faces = ",".join(vector_of_numbers(face.tolist()) for face in solid.mesh.faces)
    shades = ",".join(f"<{3 * n},{3 * n + 1},{3 * n + 2}>" for n in range(len(solid.mesh.faces)))
    return (
        f"#declare {name} = mesh2 {{ vertex_vectors {{ {len(solid.mesh.vertices)},{corners} }} "
        f"normal_vectors {{ {len(normals)},{','.join(vector(*normal) for normal in normals.tolist())} }} "
        f"face_indices {{ {len(solid.mesh.faces)},{faces} }} normal_indices {{ {len(solid.mesh.faces)},{shades} }} }}\n"
    )


def smooth(solid: Solid) -> Points:
    """For each corner of each face the mean of the faces that meet there at less than 30 degrees."""
    faces, flat, wide = solid.mesh.faces, solid.mesh.face_normals, solid.mesh.area_faces
    around: dict[int, list[int]] = defaultdict(list)
    for number, corners in enumerate(faces.tolist()):
        for corner in corners:
            around[corner].append(number)
    normals = []
    for number, corners in enumerate(faces.tolist()):
        for corner in corners:
            near = [face for face in around[corner] if flat[face] @ flat[number] > 0.86]
            mean = (flat[near] * wide[near, None]).sum(axis=0)
            normals.append(mean / (np.linalg.norm(mean) or 1.0))
    return np.array(normals)


def vector_of_numbers(numbers: list[int]) -> str:
    """Corners of a triangle."""
    return "<" + ",".join(map(str, numbers)) + ">"


def put(thing: str, material: str, *places: str) -> str:
    """A thing with a material, moved by these words in turn."""
    return f"object {{ {thing} texture {{ {MATERIALS.get(material, material)} }} {' '.join(places)} }}\n"


def block(low: Vector, high: Vector) -> str:
    """A box between two corners."""
    return f"box {{ {vector(*low)},{vector(*high)} }}"


def rod(at: Vector, to: Vector, radius: float) -> str:
    """A cylinder."""
    return f"cylinder {{ {vector(*at)},{vector(*to)},{radius:.3f} }}"


def shift(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> str:
    """A place."""
    return f"translate {vector(x, y, z)}"


def turn(z: float) -> str:
    """A turn about the upright axis."""
    return f"rotate {vector(0, 0, z)}"


def on_face(slope: float, front: float) -> str:
    """From the face's own measures (u, v, out of it) to the box."""
    c, s = math.cos(math.radians(slope)), math.sin(math.radians(slope))
    return f"matrix <1,0,0, 0,{c:.6f},{s:.6f}, 0,{-s:.6f},{c:.6f}, 0,0,{front}>"


LARGEST = 400_000
"""Bytes of a picture; beyond that it keeps 256 colours, so that the page loads fast."""

UPSIDE_DOWN = "matrix <1,0,0, 0,-1,0, 0,0,-1, 0,0,0>"


def lamp_colour(colour: str, glow: float) -> str:
    """Translucent plastic with a lamp behind."""
    r, g, b = COLOURS[colour]
    shine = vector(r * glow, g * glow, b * glow)
    gloss = "specular 0.7 roughness 0.006 reflection 0.05"
    return f"pigment {{ rgb {vector(r, g, b)} }} finish {{ diffuse 0.65 emission {shine} {gloss} }}"


def picture(image: Path, size: tuple[float, float], bright: float) -> str:
    """A shining picture, its middle at the origin."""
    across, up = size
    return (
        f'box {{ <0,0,-0.01>,<1,1,0> pigment {{ image_map {{ png "{image}" interpolate 2 }} }} '
        f"finish {{ diffuse 0 emission {bright} }} translate <-0.5,-0.5,0> scale <{across},{up},1> }}\n"
    )


def camera(eye: Vector, at: Vector, angle: float, size: tuple[int, int]) -> str:
    """Where the picture is taken from."""
    lens = f"sky z up z right -x*{size[0]}/{size[1]} angle {angle}"
    return f"camera {{ location {vector(*eye)} {lens} look_at {vector(*at)} }}\n"


HEAD = """#version 3.7;
global_settings { assumed_gamma 1.0 max_trace_level 6 }
#default { finish { ambient 0 } }
#include "colors.inc"
#include "woods.inc"
"""

STUDIO = """background { rgb <0.93,0.94,0.95> }
sky_sphere { pigment { rgb <0.80,0.84,0.90> } }
light_source { <-260,-420,620> rgb 0.78 area_light <160,0,0>,<0,120,80>,4,4 adaptive 1 jitter }
light_source { <520,-160,420> rgb 0.28 shadowless }
light_source { <-100,600,500> rgb 0.22 shadowless }
plane { z, 0 pigment { rgb <0.86,0.87,0.88> } finish { diffuse 0.75 emission 0.12 } }
"""

TABLE = """background { rgb <0.10,0.08,0.07> }
sky_sphere { pigment { gradient z color_map { [0 rgb <0.10,0.08,0.07>] [1 rgb <0.35,0.38,0.45>] } } }
light_source { <-420,-260,620> rgb <0.95,0.86,0.72>*0.72 area_light <220,0,0>,<0,160,60>,6,6 adaptive 1 jitter }
light_source { <600,300,500> rgb <0.45,0.55,0.75>*0.34 shadowless }
plane { z, 0 texture { T_Wood7 scale 34 rotate <0,88,4>
  finish { diffuse 0.62 specular 0.12 roughness 0.05 reflection 0.035 } } }
"""


def render(scene: str, out: Path, size: tuple[int, int], work: Path) -> None:
    """Let POV-Ray paint it."""
    source, painted = work / f"{out.stem}.pov", work / f"{out.stem}.png"
    source.write_text(HEAD + scene, encoding="utf-8")
    wide, high = size
    options = [f"+I{source}", f"+O{painted}", f"+W{wide}", f"+H{high}", "-D", "+A0.2", "+AM2", "+R2", "+WT2"]
    try:
        done = subprocess.run(["povray", *options], capture_output=True, text=True, check=False)  # noqa: S603, S607
    except FileNotFoundError:
        raise CaseError("povray is not installed: run `make case-tools`") from None
    if done.returncode:
        raise CaseError(f"{out.name}: povray says {done.stderr.strip().splitlines()[-3:]}")
    image = Image.open(painted).convert("RGB")
    image.save(out, optimize=True)
    if out.stat().st_size > LARGEST:
        few = image.quantize(256, method=Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.FLOYDSTEINBERG)
        few.save(out, optimize=True)
