"""The box's own Wi-Fi and joining another: the script with an nmcli and a busctl that keep profiles in a JSON file."""

import json
import sys

import pytest

from tests.deploy.root_scripts import SCRIPTS, RootScripts

NMCLI = """#!{python}
import json, sys
from pathlib import Path
state = Path({state!r})
now = json.loads(state.read_text())
profiles, words = now["profiles"], sys.argv[1:]
now["calls"].append(["nmcli", *words])
code = 0
match words:
    case ["-t", "-f", "TYPE", "device"]:
        print("wifi")
    case ["-t", "-f", "TYPE,STATE,CONNECTION", "device"]:
        print(f"wifi:connected:{{now['up']}}" if now["up"] else "wifi:disconnected:")
    case ["-t", "-f", "NAME", "connection", "show"]:
        print("\\n".join(profiles))
    case ["-t", "-e", "no", "-f", "SSID", "device", "wifi", "list", "--rescan", "yes"]:
        print("\\n".join(now["air"]))
    case ["connection", "add", "type", "wifi", "con-name", name, "ssid", ssid, *rest]:
        profiles[name] = {{"ssid": ssid, "psk": rest[-1]}}
    case ["-g", "802-11-wireless.ssid", "connection", "show", name]:
        print(profiles[name]["ssid"])
    case ["-s", "-g", _, "connection", "show", name]:
        print(profiles[name]["psk"])
    case ["connection", "modify", name, "802-11-wireless.ssid", ssid]:
        profiles[name]["ssid"] = ssid
    case ["connection", "modify", name, "connection.id", new, "connection.autoconnect", "yes"]:
        profiles[new] = profiles.pop(name)
        now["up"] = new
    case ["connection", "delete", name]:
        code = 0 if profiles.pop(name, None) else 10
    case ["connection", "down", name]:
        now["up"] = ""
    case ["connection", "up", name] | ["--wait", "40", "connection", "up", name]:
        one = profiles[name]
        joins = name == "arkside-hotspot" or now["secrets"].get(one["ssid"]) == one.get("psk", "")
        now["up"] = name if joins else ""
        code = 0 if joins else 4
    case _:
        sys.exit(f"nmcli does not know {{words}}")
state.write_text(json.dumps(now))
sys.exit(code)
"""
BUSCTL = """#!{python}
import json, sys
from pathlib import Path
state = Path({state!r})
now = json.loads(state.read_text())
words = sys.argv[1:]
assert words[:2] == ["--", "call"] and words[5:7] == ["AddConnection", "a{{sa{{sv}}}}"], words
words = words[7:]
def take():
    return words.pop(0)
def value():
    kind = take()
    if kind == "ay":
        return bytes(int(take()) for _ in range(int(take()))).decode()
    return take()
settings = {{take(): {{take(): value() for _ in range(int(take()))}} for _ in range(int(take()))}}
assert not words, words
profile = {{"ssid": settings["802-11-wireless"]["ssid"]}}
profile |= {{"psk": settings["802-11-wireless-security"]["psk"]}} if "802-11-wireless-security" in settings else {{}}
now["profiles"][settings["connection"]["id"]] = profile
state.write_text(json.dumps(now))
"""


class Network(RootScripts):
    """A computer with a Wi-Fi part, profiles that somebody saved, and Wi-Fis in the air."""

    def __init__(self, folder):
        super().__init__(folder)
        self.state = folder / "nm.json"
        self.saved = {"Wired connection 1": {"ssid": ""}, "Home": {"ssid": "Home", "psk": "right password"}}
        self.state.write_text(
            json.dumps(
                {"profiles": self.saved, "secrets": {"Home": "right password"}, "up": "", "air": [], "calls": []}
            )
        )
        for name, text in (("nmcli", NMCLI), ("busctl", BUSCTL)):
            file = self.programs / name
            file.write_text(text.format(python=sys.executable, state=str(self.state)))
            file.chmod(0o755)
        (folder / "machine-id").write_text("0123456789abcdef0123456789abcdef\n")
        self.surroundings["ARKSIDE_MACHINE_ID"] = str(folder / "machine-id")

    def set(self, **changes):
        """Change what NetworkManager finds."""
        self.state.write_text(json.dumps(self.now() | changes))

    def now(self):
        return json.loads(self.state.read_text())

    @property
    def profiles(self):
        return self.now()["profiles"]

    def join(self, name, password=""):
        """Join a Wi-Fi; whether it worked."""
        done = self.call("network", "join", name, password)
        assert "nmcli does not know" not in done.stderr
        assert "Traceback" not in done.stderr, done.stderr
        return done.returncode == 0

    def strangers_profiles(self):
        return {name: profile for name, profile in self.profiles.items() if not name.startswith("arkside-")}


@pytest.fixture
def network(tmp_path):
    return Network(tmp_path)


def test_without_a_wifi_it_opens_its_own(network):
    network.set(air=["Home", "Home", "Chez: \\nous", "--ask"])
    assert network.call("network").returncode == 0
    name, password = network.note("hotspot").splitlines()
    assert name.startswith("Arkside ")
    assert len(password) == 10
    assert network.note("networks").splitlines() == ["Home", "Chez: \\nous", "--ask"]
    assert network.now()["up"] == "arkside-hotspot"


def test_every_name_leads_to_the_address_of_the_hotspot(network):
    network.call("network", check=True)
    (added,) = [call for call in network.now()["calls"] if call[1:3] == ["connection", "add"]]
    address = added[added.index("ipv4.addresses") + 1].partition("/")[0]
    conf = (SCRIPTS / "hotspot.conf").read_text()
    assert [line for line in conf.splitlines() if line.startswith("address=/#/")] == [f"address=/#/{address}"]


def test_two_boxes_in_one_room_have_different_names(network, tmp_path):
    names = set()
    for number in range(4):
        (tmp_path / "machine-id").write_text(f"{number:032x}\n")
        network.set(up="")
        (network.notes / "hotspot").unlink(missing_ok=True)
        network.call("network", check=True)
        names.add(network.note("hotspot").splitlines()[0])
    assert len(names) == 4
    assert all(len(name) == len("Arkside 3F2A") for name in names)


def test_a_known_wifi_is_left_alone(network):
    network.set(up="Home")
    assert network.call("network").returncode == 0
    assert network.note("hotspot") == ""
    assert list(network.profiles) == list(network.saved)


def test_a_wifi_is_joined_and_kept(network):
    assert network.join("Home", "right password")
    assert network.note("told") == "wifi Home"
    assert network.strangers_profiles() == network.saved
    kept = [name for name in network.profiles if name.startswith("arkside-wifi-")]
    assert len(kept) == 1
    assert network.join("Home", "right password")
    assert [name for name in network.profiles if name.startswith("arkside-wifi-")] == kept


@pytest.mark.parametrize("name", ["Home", "Wired connection 1", "arkside-hotspot"])
def test_a_wrong_password_deletes_no_profile_but_the_trial(network, name):
    network.call("network", check=True)
    before = network.profiles
    assert not network.join(name, "wrong password")
    assert network.profiles == before
    assert network.note("told") == "no-wifi"
    assert network.now()["up"] == "arkside-hotspot"  # ours is back


def test_a_wrong_password_for_a_wifi_that_was_joined_before_does_not_forget_it(network):
    assert network.join("Home", "right password")
    before = network.profiles
    assert not network.join("Home", "wrong password")
    assert {name: profile for name, profile in network.profiles.items() if name != "arkside-hotspot"} == before


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("--help", ""),
        ("-a", "-s long enough"),
        ("--ask", 'with "quotes" & more'),
        ("Chez: nous", ""),
        ('the "best" one', "-s long enough"),
        ("$(reboot)", 'with "quotes" & more'),
        ("a b  c", ""),
        ("été", "-s long enough"),
        ("\\x", 'with "quotes" & more'),
    ],
)
def test_any_name_and_any_password_reach_the_network_as_they_are(network, name, password):
    network.set(secrets={name: password})
    assert network.join(name, password)
    (profile,) = [profile for key, profile in network.profiles.items() if key.startswith("arkside-wifi-")]
    assert (profile["ssid"], profile.get("psk", "")) == (name, password)


@pytest.mark.parametrize(
    ("name", "password"), [("", "long enough"), ("x" * 33, ""), ("Home", "short"), ("Home", "x" * 64)]
)
def test_an_impossible_wifi_is_not_tried(network, name, password):
    assert not network.join(name, password)
    assert network.note("told") == "no-wifi"
    assert network.profiles == network.saved
