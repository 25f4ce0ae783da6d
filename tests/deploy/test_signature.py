"""Signatures of packages, made by OpenSSL and by minisign itself, and everything that is not a signature."""

import shutil
import subprocess
import sys

import pytest

from tests.deploy.root_scripts import SCRIPTS
from tests.deploy.signer import Signer

pytestmark = pytest.mark.skipif(
    shutil.which("openssl") is None, reason="OpenSSL is not installed: apt-get install openssl"
)
COMMENT = "arkside 2.0 arm64"
SIGNED, NOT_SIGNED, CHANGED = 0, 1, 3


class Desk:
    """A file, a key that is trusted and a place for signatures."""

    def __init__(self, folder):
        self.folder = folder
        self.keys = folder / "keys"
        self.keys.mkdir()
        self.file = folder / "arkside_2.0_arm64.deb"
        self.file.write_bytes(b"a package" * 1000)
        self.signature = folder / "arkside_2.0_arm64.deb.minisig"
        self.maker = Signer(folder)
        self.maker.publish(self.keys)

    def check(self):
        """Exit code and trusted comment."""
        words = [sys.executable, "-I", SCRIPTS / "signature.py", self.file, self.signature, self.keys]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        return done.returncode, done.stdout.strip()


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def test_a_trusted_signature_is_accepted_with_its_comment(desk):
    desk.maker.sign(desk.file, COMMENT)
    assert desk.check() == (SIGNED, COMMENT)


def test_a_file_without_signature_is_not_signed(desk):
    assert desk.check() == (NOT_SIGNED, "")


def test_a_strangers_signature_does_not_count(desk):
    Signer(desk.folder, "stranger").sign(desk.file, COMMENT)
    assert desk.check() == (NOT_SIGNED, "")


def test_a_forged_key_number_is_detected(desk):
    stranger = Signer(desk.folder, "stranger")
    stranger.number = desk.maker.number
    stranger.sign(desk.file, COMMENT)
    assert desk.check() == (NOT_SIGNED, "")


def test_a_box_without_keys_trusts_nobody(desk):
    desk.maker.sign(desk.file, COMMENT)
    shutil.rmtree(desk.keys)
    assert desk.check() == (NOT_SIGNED, "")


def test_two_keys_are_trusted_so_that_one_can_be_retired(desk):
    heir = Signer(desk.folder, "z-next")
    heir.sign(desk.file, COMMENT)
    assert desk.check() == (NOT_SIGNED, "")
    heir.publish(desk.keys)
    assert desk.check() == (SIGNED, COMMENT)
    desk.maker.sign(desk.file, COMMENT)
    assert desk.check() == (SIGNED, COMMENT)


def test_one_changed_byte_is_noticed(desk):
    desk.maker.sign(desk.file, COMMENT)
    content = bytearray(desk.file.read_bytes())
    content[4000] ^= 1
    desk.file.write_bytes(content)
    assert desk.check() == (CHANGED, "")


def test_a_comment_cannot_be_changed_or_taken_from_another_signature(desk):
    desk.maker.sign(desk.file, "arkside 1.0 arm64")
    other = desk.signature.read_text().splitlines()
    desk.maker.sign(desk.file, COMMENT)
    lines = desk.signature.read_text().splitlines()
    for forged in (
        [*lines[:2], "trusted comment: arkside 9.0 arm64", lines[3]],
        [*lines[:2], other[2], lines[3]],
    ):
        desk.signature.write_text("\n".join(forged) + "\n")
        assert desk.check() == (NOT_SIGNED, "")


@pytest.mark.parametrize("content", [
    b"", b"\n\n\n\n", b"untrusted comment: x\nRUQ=\ntrusted comment: y\nAAAA\n", bytes(5000), b"\xff" * 400,
    b"untrusted comment: x\n!!!!\ntrusted comment: y\n????\n",
])  # fmt: skip
def test_an_invalid_signature_ends_in_no_stack_trace(desk, content):
    desk.signature.write_bytes(content)
    assert desk.check() == (NOT_SIGNED, "")


def test_an_old_kind_of_signature_is_refused(desk):
    desk.maker.sign(desk.file, COMMENT, kind=b"Ed")
    assert desk.check() == (NOT_SIGNED, "")


@pytest.mark.parametrize("content", [b"", b"untrusted comment: x\n", b"x\nAAAA\n", b"\xff\xff\n\xff\n"])
def test_an_invalid_key_does_not_hide_the_other_one(desk, content):
    (desk.keys / "a-broken.pub").write_bytes(content)
    desk.maker.sign(desk.file, COMMENT)
    assert desk.check() == (SIGNED, COMMENT)


def test_minisign_and_we_understand_one_another(desk):
    if shutil.which("minisign") is None or shutil.which("dpkg-deb") is None:
        pytest.skip("minisign is not installed: apt-get install minisign")
    desk.maker.sign(desk.file, COMMENT)
    checked = ["minisign", "-V", "-p", desk.keys / "release.pub", "-m", desk.file]
    assert subprocess.run(checked, capture_output=True, check=False).returncode == 0
    pair = ["-p", desk.keys / "release.pub", "-s", desk.folder / "minisign.key"]
    subprocess.run(["minisign", "-G", "-f", "-W", *pair], check=True, capture_output=True)
    signed = ["minisign", "-S", "-W", "-s", desk.folder / "minisign.key", "-t", COMMENT, "-m", desk.file]
    subprocess.run(signed, check=True, capture_output=True)
    assert desk.check() == (SIGNED, COMMENT)
