"""A release: built by the real script in a copy of the project with one commit; the slow parts are left to `make release`."""

import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from argparse import Namespace
from pathlib import Path
from threading import Event, Lock

import pytest

from companion import VERSION
from deploy import release, sbom

PROJECT = Path(__file__).parents[2]
WHO = {f"GIT_{role}_{what}": "a@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the files that git knows here, changes included, as a project of one commit."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not in a checkout")
    folder = tmp_path_factory.mktemp("project")
    for name in listed.stdout.split("\0"):
        # pictures and meshes are most of it, and no part of what is built here
        if name and (PROJECT / name).is_file() and not name.startswith(("tests/", "hw-schematics/")):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / name, folder / name)
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "All"]):
        subprocess.run(["git", *words], cwd=folder, env={**os.environ, **WHO}, check=True, capture_output=True)
    return folder


def make(project, *words, **settings):
    """Run the script as `make release` does."""
    return subprocess.run(
        [sys.executable, "deploy/release.py", *words], cwd=project, capture_output=True, text=True, check=False,
        env={**os.environ, **settings},
    )  # fmt: skip


def make_key(folder, name):
    if shutil.which("minisign") is None:
        pytest.skip("minisign is not installed: apt-get install minisign")
    folder.mkdir(exist_ok=True)
    pair = ["-p", folder / f"{name}.pub", "-s", folder / f"{name}.key"]
    subprocess.run(["minisign", "-G", "-W", *pair], check=True, capture_output=True)
    return folder / f"{name}.key"


def test_source_and_wheel_are_the_same_twice_and_their_hashes_are_listed(project, tmp_path):
    done = make(project, "--only", "sdist,wheel,recipe", "--into", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "3 files, the same bytes twice" in done.stdout
    assert "not signed" in done.stdout
    folder = tmp_path / f"arkside-{VERSION}"
    files = {f"arkside-{VERSION}{end}" for end in (".tar.gz", "-py3-none-any.whl", "-image-recipe.zip")}
    assert {file.name for file in folder.iterdir()} == {*files, "SHA256SUMS"}
    for line in (folder / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    with zipfile.ZipFile(folder / f"arkside-{VERSION}-py3-none-any.whl") as wheel:
        assert f"arkside-{VERSION}.dist-info/METADATA" in wheel.namelist()
        assert any(name.endswith("/fr/LC_MESSAGES/noah.mo") for name in wheel.namelist())


def test_the_hashes_are_signed_by_a_key_that_boxes_trust(project, tmp_path):
    key = make_key(tmp_path / "keys", "release")
    words = ["--only", "recipe", "--into", str(tmp_path), "--secret-key", str(key), "--keys", str(tmp_path / "keys")]
    done = make(project, *words, MINISIGN="-W")
    assert done.returncode == 0, done.stderr
    sums = tmp_path / f"arkside-{VERSION}" / "SHA256SUMS"
    assert release.is_signed(sums, tmp_path / "keys" / "release.pub")
    sums.write_text(sums.read_text() + "\n")
    assert not release.is_signed(sums, tmp_path / "keys" / "release.pub")


def test_a_key_that_no_box_trusts_is_refused(project, tmp_path):
    make_key(tmp_path / "keys", "release")
    stranger = make_key(tmp_path / "elsewhere", "stranger")
    words = ["--secret-key", str(stranger), "--keys", str(tmp_path / "keys")]
    done = make(project, "--only", "recipe", "--into", str(tmp_path), *words, MINISIGN="-W")
    assert done.returncode == 1
    assert "no box would take this release" in done.stderr


def test_uncommitted_files_are_not_released(project, tmp_path):
    file = project / "deploy" / "left-behind.txt"
    file.write_text("not committed\n")
    try:
        done = make(project, "--only", "recipe", "--into", str(tmp_path))
    finally:
        file.unlink()
    assert done.returncode == 1
    assert "deploy/left-behind.txt" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_parts_that_could_not_be_built_are_named(project, tmp_path):
    done = make(project, "--only", "recipe,image", "--into", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "left out: card image and arkside.rpi-imager-manifest: name Raspberry Pi OS Lite with FROM=" in done.stdout


def test_a_build_that_fails_stops_the_other_one_at_its_next_step(tmp_path, monkeypatch):
    failed, done = Event(), []

    def work(bench):
        if bench.out.name == "out-0":
            failed.set()
            raise release.ReleaseError("the first one failed")
        failed.wait()

    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")  # gone again after the test
    monkeypatch.setattr(release, "STEPS", {"work": work, "more": done.append})
    monkeypatch.setattr(release, "clone", lambda folder: folder)
    args = Namespace(image=None, url="", keys=tmp_path, into=tmp_path)
    with pytest.raises(release.ReleaseError, match="the first one failed"):
        release.build_twice(["work", "more", "more"], args)
    assert len(done) <= 1  # it may have been on its way already


def test_what_two_builds_share_is_used_by_one_at_a_time(tmp_path, monkeypatch):
    at_work, most = [], []

    def work(bench):
        at_work.append(bench)
        most.append(len(at_work))
        (bench.out / "file").write_text("the same")
        at_work.remove(bench)

    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    monkeypatch.setattr(release, "STEPS", {"hardware": work})
    monkeypatch.setattr(release, "ONE_AT_A_TIME", lock := CountingLock())
    monkeypatch.setattr(release, "clone", lambda folder: folder)
    release.build_twice(["hardware"], Namespace(image=None, url="", keys=tmp_path, into=tmp_path))
    assert lock.taken == 2
    assert most == [1, 1]


class CountingLock:
    """A lock that counts how often it was taken."""

    def __init__(self):
        self.lock, self.taken = Lock(), 0

    def __enter__(self):
        self.lock.acquire()
        self.taken += 1

    def __exit__(self, *error):
        self.lock.release()


def test_two_builds_that_differ_are_no_release(tmp_path):
    for folder, text in (("one", "a"), ("two", "b")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "same").write_text("same")
        (tmp_path / folder / "other").write_text(text)
    (tmp_path / "two" / "more").write_text("more")
    with pytest.raises(release.ReleaseError, match="differ: more, other$"):
        release.compare(tmp_path / "one", tmp_path / "two")


def test_an_archive_does_not_tell_who_packed_it_and_when(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")

    def pack(name, order, moment, owner, mode):
        with tarfile.open(tmp_path / name, "w:gz") as archive:
            for each in order:
                member = tarfile.TarInfo(each)
                member.size, member.mtime, member.uid, member.uname, member.mode = 1, moment, owner, str(owner), mode
                archive.addfile(member, io.BytesIO(b"x"))
        release.pack_tar(tmp_path / name, tmp_path / f"plain-{name}")
        return (tmp_path / f"plain-{name}").read_bytes()

    assert pack("one.tar.gz", "ab", 1e9, 0, 0o644) == pack("two.tar.gz", "ba", 1.5e9, 1000, 0o600)


def test_the_card_image_of_a_release_is_the_same_twice_and_names_no_folder(card, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    made = []
    for number, surroundings in enumerate(release.SURROUNDINGS):
        out = tmp_path / f"out-{number}"
        out.mkdir()
        (out / f"arkside_{VERSION}_arm64.deb").write_bytes(b"!<arch>\n")
        bench = release.Bench(PROJECT, out, VERSION, surroundings, image=card, url="https://example.org/1/")
        release.build_image(bench)
        assert bench.left_out == []
        made.append(out)
    release.compare(*made)
    text = (made[0] / "arkside.rpi-imager-manifest").read_text()
    assert "file:" not in text
    (entry,) = json.loads(text)["os_list"]
    assert entry["url"] == "https://example.org/1/arkside.img.xz"
    assert entry["icon"] == "https://example.org/1/icon.png"
    assert entry["image_download_size"] == (made[0] / "arkside.img.xz").stat().st_size
    assert (made[0] / "icon.png").exists()


def test_a_card_image_needs_the_address_at_which_it_will_be_published(card, tmp_path):
    with pytest.raises(release.ReleaseError, match="URL="):
        release.build_image(release.Bench(PROJECT, tmp_path, VERSION, {}, image=card))


def test_documentation_is_built_by_make_and_installs_nothing(tmp_path, monkeypatch):
    """A rule that would install something is passed over, also when its stamp looks old."""
    if shutil.which("make") is None:
        pytest.skip("make is not installed: apt-get install make")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    source, out, environment = (tmp_path / name for name in ("source", "out", "environment"))
    for folder in (source, out, environment):
        folder.mkdir()
    (environment / "ready").touch()
    os.utime(environment / "ready", (1, 1))
    (source / "pyproject.toml").touch()
    rules = "docs: $(VENV)/ready\n\tmkdir -p build/site && echo page > build/site/index.html\n"
    (source / "Makefile").write_text(f"{rules}$(VENV)/ready: pyproject.toml\n\ttouch installed\n")
    monkeypatch.setattr(sys, "prefix", str(environment))
    release.build_docs(bench := release.Bench(source, out, VERSION, {}))
    with zipfile.ZipFile(bench.name("-docs.zip")) as archive:
        assert archive.read("index.html") == b"page\n"
    assert not (source / "installed").exists()
    (environment / "ready").unlink()
    release.build_docs(bench)
    assert bench.left_out == ["documentation: its tools are not installed (make docs)"]


# ---- the list of what is in a package


def wheel(folder, name, version, *lines):
    file = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as archive:
        text = "\n".join(["Metadata-Version: 2.4", f"Name: {name}", f"Version: {version}", *lines, ""])
        archive.writestr(f"{name}-{version}.dist-info/METADATA", text)
    return file


@pytest.fixture
def listed(tmp_path, monkeypatch):
    """The list of a package with two libraries, one of which needs the other."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    package = tmp_path / "arkside_1.0.0_arm64.deb"
    package.write_bytes(b"a package")
    needs = [
        "Requires-Dist: Drum.Stick>=1",
        "Requires-Dist: cymbal; extra == 'loud'",
        "License-Expression: MIT OR Apache-2.0",
    ]
    wheels = [wheel(tmp_path, "drum", "2.0", *needs), wheel(tmp_path, "drum_stick", "1.5", "License: BSD-3-Clause")]
    return lambda: sbom.describe(package, "arm64", wheels)


def test_a_package_lists_its_libraries(listed, tmp_path):
    found = json.loads(listed())
    assert found["metadata"]["component"]["purl"] == "pkg:deb/arkside@1.0.0?arch=arm64"
    assert found["metadata"]["component"]["hashes"][0]["content"] == hashlib.sha256(b"a package").hexdigest()
    drum, stick = found["components"]
    assert (drum["purl"], stick["purl"]) == ("pkg:pypi/drum@2.0", "pkg:pypi/drum-stick@1.5")
    assert drum["licenses"] == [{"expression": "MIT OR Apache-2.0"}]
    assert stick["licenses"] == [{"license": {"id": "BSD-3-Clause"}}]
    (file,) = drum["externalReferences"]
    assert file["hashes"][0]["content"] == hashlib.sha256((tmp_path / file["url"]).read_bytes()).hexdigest()
    needs = {each["ref"]: each.get("dependsOn", []) for each in found["dependencies"]}
    assert needs == {"arkside": ["drum", "drum_stick"], "drum": ["drum_stick"], "drum_stick": []}


def test_the_same_package_gives_the_same_list(listed):
    assert listed() == listed()


def test_a_list_that_does_not_follow_the_schema_is_not_written(listed):
    sbom.validate(listed())
    with pytest.raises(SystemExit, match="does not follow"):
        sbom.validate(listed().replace('"type": "library"', '"type": "drum kit"'))
