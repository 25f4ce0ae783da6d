"""Joining a Wi-Fi with a real NetworkManager, in the sandbox of root's helper, and being found with a real avahi. There is no Wi-Fi
part in a container, so only the question whether there is one, and the connecting itself, are answered by a script."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.proof.machine import Machine, machine
from deploy.proof.test_installed import active

NMCLI = r"""#!/bin/sh
case "$*" in
    "-t -f TYPE device") echo wifi ;;
    *"connection up "*) [ -e /opt/joins ] ;;
    *) exec /usr/bin/nmcli "$@" ;;
esac
"""
NAMES = ["--ask", "Home", 'Chez: "nous"', "a  b"]


@pytest.fixture(scope="module")
def box(package: Path) -> Iterator[Machine]:
    """A box with NetworkManager and a profile that its owner made."""
    with machine("trixie", ("network-manager", "avahi-daemon", "avahi-utils")) as host:
        host.run(f"dpkg -i {host.put(package)}")
        host.wait("the service", lambda: active(host))
        host.run(f"mkdir -p /opt/fake && cat > /opt/fake/nmcli << 'END'\n{NMCLI}END\nchmod 755 /opt/fake/nmcli")
        host.run("mkdir -p /etc/systemd/system/arkside-requests.service.d")
        host.run(
            "printf '[Service]\\nEnvironment=PATH=/opt/fake:/usr/sbin:/usr/bin\\n'"
            " > /etc/systemd/system/arkside-requests.service.d/fake.conf; systemctl daemon-reload"
        )
        host.run(
            "nmcli connection add type wifi con-name Home ssid Home wifi-sec.key-mgmt wpa-psk wifi-sec.psk original"
        )
        yield host


def ask(box: Machine, name: str, password: str) -> str:
    """Ask for a Wi-Fi as the service does; what people are told."""
    box.run("rm -f /run/arkside/told")
    box.run(f"cat > /tmp/wifi << 'END'\n{name}\n{password}\nEND")
    box.run(
        "install -o arkside -m 640 /tmp/wifi /run/arkside-requests/.new && mv /run/arkside-requests/.new /run/arkside-requests/wifi"
    )
    box.wait("an answer", lambda: "wifi" in box.run("cat /run/arkside/told", check=False))
    return box.run("cat /run/arkside/told").strip()


def profiles(box: Machine) -> list[str]:
    return sorted(box.run("nmcli -t -e no -f NAME connection show").split("\n"))


def field(box: Machine, profile: str, name: str) -> str:
    return box.run(f"nmcli -s -e no -g {name} connection show {profile}").removesuffix("\n")


@pytest.mark.parametrize("name", NAMES)
def test_a_failure_deletes_nobodys_profile(box: Machine, name: str) -> None:
    box.run("rm -f /opt/joins")
    assert ask(box, name, "wrong password") == "no-wifi"
    box.wait("the helper", lambda: box.show("ActiveState", "arkside-requests.service") in ("inactive", "failed"))
    assert "Home" in profiles(box)
    assert "arkside-try" not in profiles(box)
    assert field(box, "Home", "802-11-wireless-security.psk") == "original"


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_joined_as_it_is(box: Machine, name: str) -> None:
    box.run("touch /opt/joins")
    assert ask(box, name, '-long "enough"') == f"wifi {name}"
    box.wait("the helper", lambda: box.show("ActiveState", "arkside-requests.service") == "inactive")
    assert box.show("Result", "arkside-requests.service") == "success"
    (saved,) = [profile for profile in profiles(box) if profile.startswith("arkside-wifi-")]
    assert field(box, saved, "802-11-wireless.ssid") == name
    assert field(box, saved, "802-11-wireless-security.psk") == '-long "enough"'
    assert field(box, saved, "connection.autoconnect") == "yes"
    assert "Home" in profiles(box)
    box.run(f"nmcli connection delete {saved}")


def test_the_hotspots_profile_is_named_after_the_box(box: Machine) -> None:
    assert field(box, "arkside-hotspot", "802-11-wireless.ssid").startswith("Arkside ")


def is_page_announced(box: Machine) -> bool:
    """Return whether somebody in the same network is told of the page."""
    return ";Arkside;" in box.run("avahi-browse --terminate --parsable _http._tcp")


def test_the_page_is_announced_only_while_there_is_one(box: Machine, package: Path) -> None:
    """The last test here: it removes the package, and installs it again as its owner had left it."""
    box.run("ip link add table type veth peer name others && ip link set others up && ip link set table up")
    box.run("ip address add 10.9.9.1/24 dev table")
    box.wait("the page to be announced", lambda: is_page_announced(box))
    box.run("sed -i 's/8080/8081/' /etc/avahi/services/arkside.service && dpkg -r arkside")
    box.wait("the page not to be announced", lambda: not is_page_announced(box))
    box.run(f"dpkg -i {box.put(package)}")
    box.wait("the page to be announced again", lambda: is_page_announced(box))
    assert "8081" in box.run("cat /etc/avahi/services/arkside.service")
