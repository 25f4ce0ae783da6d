"""The scripts that root runs, in folders of a test, with programs beside them that only write down how they were called."""

import os
import pwd
import shutil
import subprocess
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "deploy/files/usr/lib/arkside"


class RootScripts:
    """A copy of the scripts with notes, requests and cache of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.requests, self.notes, self.cache, self.programs, self.data = (
            folder / name for name in ("requests", "notes", "cache", "bin", "data")
        )
        self._calls = folder / "calls"
        self.scripts = folder / "scripts"
        shutil.copytree(SCRIPTS, self.scripts)
        for made in (self.requests, self.notes, self.cache, self.programs, self.data):
            made.mkdir()
        self.surroundings = {
            "PATH": f"{self.programs}:{os.environ['PATH']}",
            "TMPDIR": str(folder),
            "ARKSIDE_NOTES": str(self.notes),
            "ARKSIDE_REQUESTS": str(self.requests),
            "ARKSIDE_CACHE": str(self.cache),
            "ARKSIDE_STATE": str(self.data),
            "ARKSIDE_STEADY": "0",
            "ARKSIDE_USER": pwd.getpwuid(os.getuid()).pw_name,
        }

    def replace_program(self, name, body=""):
        """Put a program before the real one: it writes down its words, then does what `body` says."""
        self._write(self.programs / name, name, body)

    def replace_script(self, name, body=""):
        """Do the same with one of the scripts."""
        self._write(self.scripts / name, name, body)

    def _write(self, file, name, body):
        file.unlink(missing_ok=True)
        file.write_text(f'#!/bin/sh\n{{ printf "%s|" {name} "$@"; echo; }} >> {self._calls}\n{body}\n')
        file.chmod(0o755)

    def call(self, script, *words, check=False):
        """Run one of the scripts to its end."""
        return subprocess.run(
            [self.scripts / script, *words],
            env=self.surroundings, cwd=self.folder, capture_output=True, text=True, check=check, timeout=120,
        )  # fmt: skip

    def calls(self):
        """How the replaced programs were called, a line each."""
        return self._calls.read_text().splitlines() if self._calls.exists() else []

    def forget_calls(self):
        """Begin to listen anew."""
        self._calls.unlink(missing_ok=True)

    def note(self, name):
        """A note for the service; empty if there is none."""
        file = self.notes / name
        return file.read_text().strip() if file.exists() else ""
