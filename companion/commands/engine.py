"""`arkside engine`: let other programs play matches over JSON Lines."""

import argparse
import sys

from companion.commands.parser import Parser
from companion.commands.shared import find_folder
from companion.engine import serve

EXAMPLE = """echo '{"do":"new","game":"noah","seats":["Anna","Ben"],"seed":7}' | arkside engine"""


def add_arguments(parser: Parser) -> None:
    """Add no arguments: everything is in the protocol."""


def run(args: argparse.Namespace) -> int:
    """Serve standard input and output."""
    serve(sys.stdin.buffer, sys.stdout.buffer, find_folder(args))
    return 0
