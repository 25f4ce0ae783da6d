"""`arkside engine`: let any program drive matches by JSON lines."""

import argparse
import sys
from typing import TYPE_CHECKING

from companion.engine import serve

if TYPE_CHECKING:
    from companion.cli import Parser

EXAMPLE = """echo '{"do":"new","game":"noah","seats":["Anna","Ben"],"seed":7}' | arkside engine"""


def arguments(parser: "Parser") -> None:
    """Nothing but the protocol."""


def run(args: argparse.Namespace) -> int:
    """Serve standard input and output."""
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0
