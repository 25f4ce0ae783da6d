"""Starts a module of Arkside with the libraries of this package, whichever of its Pythons the system has.

    /usr/bin/python3 -I /usr/lib/arkside/run.py companion play noah

`lib` holds what is the same for every Python, `cp311` and `cp313` what was compiled for one. The system's own libraries
come last, so that python3-lgpio of Raspberry Pi OS is found where it is installed.
"""

import os
import runpy
import sys

HOME = os.path.dirname(os.path.abspath(__file__))
COMPILED = os.path.join(HOME, "cp{}{}".format(*sys.version_info[:2]))


def main() -> None:
    """Find the libraries and become the module that was asked for."""
    if not os.path.isdir(COMPILED):
        sys.exit(
            "arkside: this package is not made for Python {}.{}; install a newer one".format(*sys.version_info[:2])
        )
    libraries = [os.path.join(HOME, "lib"), COMPILED]
    sys.path[:0] = libraries
    os.environ["PYTHONPATH"] = os.pathsep.join(libraries)  # for processes that we start, such as a simulated pod
    module = sys.argv.pop(1)
    runpy.run_module(module, run_name="__main__", alter_sys=True)


main()
