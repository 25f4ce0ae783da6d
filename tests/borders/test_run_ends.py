"""`arkside run` told to end: every part is dark before the process is gone, and it says 0."""

import signal
import subprocess
import sys

import pytest

from tests.programs import run_program

# the real command in a process of its own, which tells when it runs and what its parts show at the end
WATCHED = """
import sys
from companion.cli import main
from companion.device.host import Host
from drivers.panel import Panel
from drivers.silicon.board import Board

run, close, leave = Host.run, Panel.close, Board.__exit__

async def told(self):
    self.panel.lamp("dome").on()
    self.panel.lights.show([(9, 9, 9)] * 15)
    self.panel.buzzer.play([(440, 60)])
    print("running", flush=True)
    await run(self)

def left(self, *why):
    lit = [self.screens[name].on for name in self.screens]
    print("dark" if not (any(lit) or self.lamp("dome") or self.sound() or any(map(any, self.pixels()))) else "lit")
    leave(self, *why)

Host.run, Board.__exit__ = told, left
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("enough", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("page", [["--headless"], ["--port", "0"]])
def test_a_signal_leaves_the_box_dark_and_ends_it_with_0(tmp_path, enough, page):
    words = ["run", "--emulate", "--data", str(tmp_path), *page]
    with run_program(
        [sys.executable, "-c", WATCHED, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as running:
        assert running.stdout is not None
        for line in running.stdout:
            if "running" in line if "--headless" in page else "ready" in line:
                break
        running.send_signal(enough)
        said, wrong = running.communicate(timeout=60)
    assert (running.returncode, wrong) == (0, "")
    assert said.splitlines()[-1] == "dark"
