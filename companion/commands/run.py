"""`arkside run`: run the box, or phones alone.

On a Pi it drives the real parts. Elsewhere it simulates them on a web page, or runs without any box.
"""

import argparse
import asyncio
import gc
import logging
import signal
import sys
import time
from collections.abc import Coroutine
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.commands.parser import Parser
from companion.commands.shared import add_wiring_argument, choose_wiring, find_folder
from companion.core.errors import N_, ArksideError
from companion.core.untrusted import Unreadable, read_text
from companion.core.words import PROGRAM, Say
from companion.phone.words import PHONE

if TYPE_CHECKING:
    from socket import socket

    from companion.app.presence import Invitation
    from companion.device.host import Host
    from drivers.panel import Panel
    from drivers.pod_process import PodProcess
    from drivers.silicon.board import Board

SWITCH_SECONDS = 0.0005
"""Time after which a thread gives way to the event loop: an answer needs the interpreter several times, and Python's
usual 5 ms would add up while another thread reads the whole journal."""
EXAMPLE = "arkside run --emulate --port 8080"
PORT = 8080


def add_arguments(parser: Parser) -> None:
    """Add the kind of hardware, the page and scripts."""
    say = parser.say
    silicon = parser.add_mutually_exclusive_group()
    silicon.add_argument("--pi", action="store_true", help=say("use the real parts, even if this isn't a Pi"))
    silicon.add_argument("--emulate", action="store_true", help=say("simulate the box, even on a Pi"))
    silicon.add_argument(
        "--phones-only", action="store_true", help=say("no box at all: serve phones and a TV from this computer")
    )
    parser.add_argument("--pod", action="store_true", help=say("simulate a pod too, with the page's paddles on it"))
    parser.add_argument(
        "--phones",
        action="store_true",
        help=say("let phones on the same Wi-Fi open the page (always on for the service)"),
    )
    parser.add_argument(
        "--panel", action="store_true", help=say("let the host use the simulated box from other computers too")
    )
    parser.add_argument("--headless", action="store_true", help=say("don't serve a page"))
    parser.add_argument("--safe", action="store_true", help=say("start with a message about safe mode and its reason"))
    parser.add_argument("--port", type=int, default=PORT, metavar="N", help=say("port of the page"))
    add_wiring_argument(parser)
    parser.add_argument("--script", metavar=say("FILE"), help=say("play a script in virtual time and write frames"))
    parser.add_argument(
        "--frames", metavar=say("FOLDER"), default="frames", help=say("folder for the frames of a script")
    )


def run(args: argparse.Namespace) -> int:
    """Run the box or phones alone until a signal. Errors use the catalogs of the client that raised them."""
    catalogs = [PHONE, PROGRAM]
    try:
        if args.phones_only:
            run_until_signal(run_phones_only(args))
        else:
            from companion.device.words import DEVICE  # not loaded when there is no box

            catalogs.insert(0, DEVICE)
            run_device(args)
    except ArksideError as error:
        sys.stderr.write(f"arkside: {Say(args.say.language, *catalogs).phrase(error)}\n")
        return 1
    return 0


def run_device(args: argparse.Namespace) -> None:
    """Play a script, or run the box on real parts or on simulated ones."""
    from companion.device.computer import is_a_pi

    if args.script:
        play_script(args)
    elif args.pi or (is_a_pi() and not args.emulate):
        run_until_signal(run_real(args))
    else:
        run_until_signal(run_emulated(args))


def run_until_signal(device: Coroutine[Any, Any, None]) -> None:
    """Run until SIGTERM or SIGINT, then cancel so that every part is switched off."""
    sys.setswitchinterval(SWITCH_SECONDS)
    logging.basicConfig(format="arkside: %(message)s")  # to standard error, where a service keeps its journal
    logging.getLogger("drivers").setLevel(logging.INFO)

    async def main() -> None:
        running = asyncio.create_task(device)

        def end() -> None:
            if not running.cancelling():  # a second signal must not interrupt the clean-up
                running.cancel()

        for enough in (signal.SIGTERM, signal.SIGINT):
            with suppress(NotImplementedError):  # Windows has no such handlers; there ctrl-c cancels by itself
                asyncio.get_running_loop().add_signal_handler(enough, end)
        with suppress(asyncio.CancelledError):
            await running

    asyncio.run(main())


def play_script(args: argparse.Namespace) -> None:
    """Play a script of presses, in a fresh data folder unless one is named, so that it is reproducible."""
    from tempfile import TemporaryDirectory

    from companion.device.rehearsal import Rehearsal, RehearsalScript, ScriptError

    try:
        text = read_text(Path(args.script))
    except Unreadable as why:
        raise ScriptError(N_("Can't read {file}: {why}"), file=args.script, why=why.why) from None
    with TemporaryDirectory() as fresh:
        folder = Path(args.data) if args.data else Path(fresh)
        with Rehearsal(folder, args.say.language, wiring=choose_wiring(args)) as rehearsal:
            script = RehearsalScript(text, args.script)
            for file in script.play(rehearsal, Path(args.frames), lambda line: sys.stdout.write(f"{line}\n")):
                sys.stdout.write(f"{file}\n")


async def run_real(args: argparse.Namespace) -> None:
    """Run on the real parts. Missing parts are reported on the others."""
    from drivers.panel import Panel
    from drivers.pod import Pod

    with Panel(choose_wiring(args), pod=Pod) as panel:
        await run_on(panel, args, None)


async def run_emulated(args: argparse.Namespace) -> None:
    """Run on simulated chips. A real pod on a USB port is still found."""
    from functools import partial

    from drivers.panel import Panel
    from drivers.pod import Pod
    from drivers.pod_process import PodProcess
    from drivers.silicon.board import Board

    with ExitStack() as opened:
        simulated = opened.enter_context(PodProcess()) if args.pod else None
        pod = Pod if simulated is None else partial(Pod, port=simulated.port)
        wiring = choose_wiring(args)
        board = opened.enter_context(Board(wiring, clock=time.monotonic))
        panel = opened.enter_context(Panel(wiring, pod=pod))
        await run_on(panel, args, SimulatedParts(board, simulated))


class SimulatedParts(NamedTuple):
    """Simulated board and pod in place of real parts."""

    board: "Board"
    pod: "PodProcess | None"


async def run_on(panel: "Panel", args: argparse.Namespace, desktop: SimulatedParts | None) -> None:
    """Run the box on these parts, with its web page unless headless."""
    from companion.app.app import App
    from companion.device.host import Host
    from companion.device.housekeeping import choose_first_walk, look_after

    clock = time.monotonic if desktop is None else desktop.board.run_until_now
    with closing(App(find_folder(args), args.say.language, clock=clock)) as app:
        host = Host(panel, app, choose_first_walk(args.safe))
        with look_after(host):
            if args.headless:
                freeze_heap()
                await host.run()
            else:
                await run_with_page(host, args, desktop)


async def run_with_page(host: "Host", args: argparse.Namespace, desktop: SimulatedParts | None) -> None:
    """Run the box and serve the page for phones, with the emulator if parts are simulated."""
    from companion.phone.gate import open_gate
    from companion.phone.pages import Pages
    from companion.phone.server import ALL_INTERFACES, LOOPBACK_ADDRESS, PortTaken, open_socket, serve

    app = host.app
    try:
        listening = open_socket(args.port, ALL_INTERFACES if args.phones else LOOPBACK_ADDRESS)
    except PortTaken as taken:
        if desktop is not None:
            raise
        sys.stderr.write(f"arkside: {Say(args.say.language, PHONE, PROGRAM).phrase(taken)}\n")
        freeze_heap()
        await host.run()  # a real box works without its page
        return
    address = build_address(listening, everyone=args.phones)
    app.invitation.address = address if args.phones or desktop is not None else ""
    pages = Pages(app, open_gate(app, panel=args.panel))
    if desktop is None:
        asgi = pages.make_app()
    else:
        from companion.device.emulator import Emulator

        emulator = Emulator(desktop.board, host, desktop.pod)
        asgi = pages.make_app(*emulator.routes(), lifespan=emulator.lifespan)
        address = f"http://{LOOPBACK_ADDRESS}:{listening.getsockname()[1]}/box"
    await serve(asgi, app, host.run, listening, lambda: announce_ready(args.say, address), everyone=args.phones)


async def run_phones_only(args: argparse.Namespace) -> None:
    """Serve phones without any box: no screens, no drivers, simulated or real."""
    from companion.app.app import App
    from companion.phone.gate import open_gate
    from companion.phone.pages import Pages
    from companion.phone.server import ALL_INTERFACES, open_socket, serve

    with closing(App(find_folder(args), args.say.language)) as app:
        listening = open_socket(args.port, ALL_INTERFACES)
        app.invitation.address = build_address(listening, everyone=True)
        asgi = Pages(app, open_gate(app)).make_app()
        await serve(asgi, app, app.run, listening, lambda: print_invitation(args.say, app.invitation))


def build_address(listening: "socket", *, everyone: bool) -> str:
    """Return the address of the page; with --port 0 the system chose the port."""
    from companion.phone.server import LOOPBACK_ADDRESS, find_address_for_phones

    return f"http://{find_address_for_phones() if everyone else LOOPBACK_ADDRESS}:{listening.getsockname()[1]}/"


def print_invitation(say: Say, invitation: "Invitation") -> None:
    """Print the address and the code for phones, on a terminal with a QR code."""
    import segno

    if sys.stdout.isatty():
        segno.make(invitation.link(), error="m").terminal(sys.stdout, compact=True)
    text = say("Phones: open {address} and enter the code {code}", address=invitation.address, code=invitation.code)
    sys.stdout.write(f"{text}\n")
    announce_ready(say, invitation.address)


def announce_ready(say: Say, address: str) -> None:
    """Print the address of the page, now that everything is loaded."""
    sys.stdout.write(say("Arkside is ready: open {address} (Ctrl-C stops it)", address=address) + "\n")
    sys.stdout.flush()
    freeze_heap()


def freeze_heap() -> None:
    """Exempt what is loaded by now from garbage collection.

    It stays until the end, and a full collection that looked through it would stop the loop in the middle of a race.
    """
    gc.collect()
    gc.freeze()
