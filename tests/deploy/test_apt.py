"""The apt repository: made from small packages and a throwaway key, and read by the real apt into a folder of its own."""

import lzma
import os
import shutil
import subprocess

import pytest

from deploy.apt import main
from deploy.package import own_architecture

ARCH = own_architecture()


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    """A folder of gpg with two keys: ours and a stranger's."""
    for tool in ("gpg", "dpkg-scanpackages", "dpkg-deb", "apt-get"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed: apt-get install gnupg dpkg-dev")
    folder = tmp_path_factory.mktemp("gpg")
    folder.chmod(0o700)
    surroundings = {**os.environ, "GNUPGHOME": str(folder)}
    for name in ("archive@example.org", "stranger@example.org"):
        words = ["gpg", "--batch", "--passphrase", "", "--quick-generate-key", name, "ed25519", "sign", "never"]
        subprocess.run(words, env=surroundings, check=True, capture_output=True)
    yield folder
    subprocess.run(["gpgconf", "--kill", "all"], env=surroundings, check=False)


def package(folder, version, arch=ARCH):
    """Build a package with nothing in it."""
    tree = folder / f"tree-{version}-{arch}"
    (tree / "DEBIAN").mkdir(parents=True)
    control = f"Package: arkside\nVersion: {version}\nArchitecture: {arch}\nMaintainer: A <a@b.c>\nDescription: small\n"
    (tree / "DEBIAN/control").write_text(control)
    file = folder / f"arkside_{version}_{arch}.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-b", tree, file], check=True, capture_output=True)
    return file


@pytest.fixture
def publish(keys, tmp_path, monkeypatch):
    """Put versions into the repository as `make apt-repository` does, signed by a key."""
    monkeypatch.setenv("GNUPGHOME", str(keys))
    folder = tmp_path / "apt"

    def put_in(*packages, key="archive@example.org"):
        words = ["--into", str(folder), "--key", key, "--url", folder.as_uri()]
        assert main([*map(str, packages), *words]) == 0
        return folder

    return put_in


def apt(tmp_path, *words):
    """Run apt with nothing of this computer but its program: our source, and no packages installed."""
    home = tmp_path / "computer"
    for name in ("state/lists/partial", "cache/archives/partial", "etc/sources.list.d", "etc/preferences.d"):
        (home / name).mkdir(parents=True, exist_ok=True)
    (home / "status").touch()
    source = home / "etc/sources.list.d/arkside.sources"
    if not source.exists():
        shutil.copy(tmp_path / "apt/arkside.sources", source)
    settings = {
        "Dir::State": home / "state", "Dir::State::status": home / "status", "Dir::Cache": home / "cache",
        "Dir::Etc": home / "etc", "APT::Sandbox::User": "root", "APT::Architecture": ARCH, "APT::Architectures": ARCH,
    }  # fmt: skip
    options = [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
    return subprocess.run(
        [words[0], *options, *words[1:]], capture_output=True, text=True, check=False, cwd=home,
        env={**os.environ, "LC_ALL": "C", "APT_CONFIG": "/dev/null"},
    )  # fmt: skip


def offered(tmp_path):
    """Return the versions that apt can install."""
    done = apt(tmp_path, "apt-cache", "madison", "arkside")
    return [line.split(" | ")[1].strip() for line in done.stdout.splitlines()]


def update(tmp_path):
    return apt(tmp_path, "apt-get", "update", "--error-on=any")


def test_apt_offers_what_was_published_for_this_computer(publish, tmp_path):
    publish(package(tmp_path, "1.0.0"), package(tmp_path, "1.7.0", "s390x"))
    assert update(tmp_path).returncode == 0
    assert offered(tmp_path) == ["1.0.0"]


def test_older_versions_stay_when_a_newer_one_comes(publish, tmp_path):
    publish(package(tmp_path, "1.0.0"))
    publish(package(tmp_path, "1.1.0"))
    assert update(tmp_path).returncode == 0
    assert offered(tmp_path) == ["1.1.0", "1.0.0"]


def test_a_package_comes_out_as_it_went_in(publish, tmp_path):
    file = package(tmp_path, "1.0.0")
    publish(file)
    update(tmp_path)
    assert apt(tmp_path, "apt-get", "download", "arkside").returncode == 0
    assert (tmp_path / "computer" / file.name).read_bytes() == file.read_bytes()


def test_a_list_that_was_changed_after_signing_is_refused(publish, tmp_path):
    folder = publish(package(tmp_path, "1.0.0"))
    text = (folder / "Packages").read_text().replace("Version: 1.0.0", "Version: 9.0.0")
    (folder / "Packages").write_text(text)
    (folder / "Packages.xz").write_bytes(lzma.compress(text.encode()))
    done = update(tmp_path)
    assert done.returncode != 0
    assert offered(tmp_path) == []


def test_a_repository_that_somebody_else_signed_is_refused(publish, tmp_path):
    publish(package(tmp_path, "1.0.0"))
    assert update(tmp_path).returncode == 0
    publish(package(tmp_path, "1.1.0"), key="stranger@example.org")
    done = update(tmp_path)  # with the key that it got at first
    assert done.returncode != 0
    assert "NO_PUBKEY" in done.stderr or "not signed" in done.stderr
    assert offered(tmp_path) == ["1.0.0"]


def test_a_package_that_was_exchanged_is_refused(publish, tmp_path):
    folder = publish(package(tmp_path, "1.0.0"))
    update(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    other = package(tmp_path / "elsewhere", "1.0.0", ARCH)
    other.write_bytes(other.read_bytes() + b"\n")
    shutil.copy(other, folder / other.name)
    assert apt(tmp_path, "apt-get", "download", "arkside").returncode != 0
    assert not (tmp_path / "computer" / other.name).exists()


def test_a_key_that_is_not_there_is_named(publish, tmp_path):
    with pytest.raises(SystemExit, match="nobody@example.org"):
        publish(package(tmp_path, "1.0.0"), key="nobody@example.org")
    assert not (tmp_path / "apt/InRelease").exists()
