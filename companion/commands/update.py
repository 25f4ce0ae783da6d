"""`arkside update`: install another version from a file. The box rolls back if it doesn't start."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from companion.commands.parser import Parser
from companion.core.errors import N_, ArksideError

EXAMPLE = "sudo arkside update arkside_1.1.0_arm64.deb"
TOOL = Path("/usr/lib/arkside/update")


class UpdateError(ArksideError, RuntimeError):
    """The update can't be started."""

    code = "update"


def add_arguments(parser: Parser) -> None:
    """Add the package to install, and overrides for makers."""
    parser.add_argument("file", metavar=parser.say("FILE"), help=parser.say("a Debian package of Arkside"))
    parser.add_argument("--downgrade", action="store_true", help=parser.say("install it even if it is older"))
    parser.add_argument(
        "--unsigned", action="store_true", help=parser.say("install it even without a trusted signature")
    )


def run(args: argparse.Namespace) -> int:
    """Hand the file to the package's tool, which checks it, installs it and rolls back if it doesn't start."""
    if not TOOL.exists():
        raise UpdateError(N_("Arkside wasn't installed as a package here; update your clone with git pull"))
    if not Path(args.file).is_file():
        raise UpdateError(N_("{file} isn't a file"), file=args.file)
    if os.geteuid() != 0:
        raise UpdateError(N_("Updates need root: sudo arkside update {file}"), file=args.file)
    sys.stdout.flush()
    options = [f"--{name}" for name in ("downgrade", "unsigned") if getattr(args, name)]
    # an absolute path can't be taken for an option
    command: list[str] = [str(TOOL), *options, str(Path(args.file).absolute())]
    return subprocess.run(command, check=False).returncode  # noqa: S603 (a fixed tool of our own package)
