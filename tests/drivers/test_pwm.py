"""Tones by the kernel: the files of sysfs are written in an order that it accepts, on the pin the device tree names."""

from pathlib import Path
from struct import pack

import pytest

from drivers.pwm import KernelPwm, ThreadPwm, find_kernel_pwm


@pytest.fixture
def channel(tmp_path) -> Path:
    """The second channel of a chip, exported."""
    folder = tmp_path / "pwm/pwmchip0/pwm1"
    folder.mkdir(parents=True)
    (folder.parent / "export").touch()
    (folder.parent / "npwm").write_text("2\n")
    for name in ("period", "duty_cycle", "enable"):
        (folder / name).write_text("0\n")
    return folder


def wire(tmp_path: Path, chip: Path, setting: str, content: bytes) -> None:
    """Create the device tree of `dtoverlay=pwm`: a PWM that names a pin setting by its handle, and that setting."""
    node = chip / "device/of_node"
    node.mkdir(parents=True)
    (node / "pinctrl-0").write_bytes(pack(">I", 77))
    for name, handle in (("other", 76), ("pwm_pins", 77)):
        folder = tmp_path / "tree/soc/gpio@7e200000" / name
        folder.mkdir(parents=True)
        (folder / "phandle").write_bytes(pack(">I", handle))
        (folder / setting).write_bytes(content if handle == 77 else b"")


def read(channel: Path) -> dict[str, int]:
    return {name: int((channel / name).read_text()) for name in ("period", "duty_cycle", "enable")}


def test_a_tone_is_a_period_and_half_of_it(channel):
    pwm = KernelPwm(channel.parent, 1)
    pwm.play(440, 0.5)
    assert read(channel) == {"period": 2_272_727, "duty_cycle": 1_136_364, "enable": 1}
    assert pwm.duty == 0.5
    pwm.stop()
    assert read(channel) == {"period": 1_000_000, "duty_cycle": 0, "enable": 0}


class Strict(KernelPwm):
    """Refuses what the kernel refuses: a duty longer than the period, and any before there is a period."""

    def _set(self, name: str, value: int) -> None:
        now = {**read(self.folder), name: value}
        assert now["period"] > 0
        assert now["duty_cycle"] <= now["period"]
        super()._set(name, value)


def test_the_files_are_written_in_an_order_that_the_kernel_accepts(channel):
    pwm = Strict(channel.parent, 1)
    for frequency in (100, 1000, 50, 3520):
        pwm.play(frequency, 1.0)
        assert read(channel)["duty_cycle"] == round(1e9 / frequency)
    pwm.stop()


def test_a_channel_that_nobody_uses_yet_is_asked_for(tmp_path):
    (tmp_path / "export").touch()
    KernelPwm(tmp_path, 1)
    assert (tmp_path / "export").read_text() == "1"


@pytest.mark.parametrize(("setting", "content"), [("brcm,pins", pack(">II", 12, 13)), ("pins", b"gpio12\0gpio13\0")])
def test_the_device_tree_tells_which_pins_have_it(tmp_path, channel, setting, content):
    wire(tmp_path, channel.parent, setting, content)
    found = find_kernel_pwm(13, tmp_path / "pwm", tmp_path / "tree")
    assert found is not None
    assert found.folder == channel
    assert find_kernel_pwm(18, tmp_path / "pwm", tmp_path / "tree") is None
    assert find_kernel_pwm(5, tmp_path / "pwm", tmp_path / "tree") is None


def test_a_chip_without_a_device_tree_has_no_pins(tmp_path, channel):
    assert find_kernel_pwm(13, tmp_path / "pwm", tmp_path / "tree") is None
    assert find_kernel_pwm(13, tmp_path / "nothing", tmp_path / "tree") is None


def test_a_pin_that_fails_ends_the_tone_and_tells_whoever_stops_it():
    writes: list[bool] = []

    def write(high: bool) -> None:
        writes.append(high)
        raise OSError("gone")

    pwm = ThreadPwm(write)
    pwm.play(440, 0.5)
    with pytest.raises(OSError, match="gone"):
        pwm.stop()
    assert writes == [True, False]
