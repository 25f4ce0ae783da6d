"""The interpreters there are on this machine to run the firmware: CPython always, MicroPython where it is installed."""

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
NODE = shutil.which("node")
UNIX = shutil.which("micropython")
WASM = HERE / "node_modules" / "@micropython"

PODS: dict[str, tuple[str, ...]] = {"cpython": (sys.executable, "-m", "firmware.simulated")}
"""Commands that are a pod on input and output."""

RUNS: dict[str, tuple[str, ...]] = {}
"""Commands that run the portable tests on MicroPython."""

if NODE and WASM.exists():
    PODS["wasm"] = (NODE, str(HERE / "micropython.mjs"), "pod")
    RUNS["wasm"] = (NODE, str(HERE / "micropython.mjs"), "tests")
if UNIX:
    PODS["unix"] = (UNIX, "-m", "firmware.simulated")
    RUNS["unix"] = (UNIX, str(HERE / "portable" / "run.py"))
