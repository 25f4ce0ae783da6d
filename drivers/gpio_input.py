"""A gpiozero input that hands over every raw edge with the time the kernel gave it."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

EdgeHandler = Callable[[float, bool], None]


def open_contact(pin: int, edge: EdgeHandler) -> Any:
    """Open a contact between a pin and ground; `edge(seconds, closed)` is called from the library's own thread."""

    class RawInput(load_gpiozero().DigitalInputDevice):  # type: ignore[misc]
        """Hands over its edges, and never lets an exception reach the library.

        lgpio serves all pins from one thread without a safety net: one exception in one handler, and no
        button is ever heard again. gpiozero's own handlers get no time stamp, hence this deeper hook.
        """

        def _fire_events(self, ticks: float, new_active: bool) -> None:
            with suppress(Exception):
                edge(ticks, new_active)

    return RawInput(pin, pull_up=True, bounce_time=None)


def load_gpiozero() -> Any:
    """Return the library gpiozero with a pin factory. Importing it is slow, so only devices with pins do it.

    The factory is ours over libgpiod where that is installed, unless gpiozero's own setting, the variable
    GPIOZERO_PIN_FACTORY, names another one, such as lgpio.
    """
    import gpiozero  # noqa: PLC0415

    if gpiozero.Device.pin_factory is not None:
        return gpiozero
    if not os.environ.get("GPIOZERO_PIN_FACTORY") and find_spec("gpiod"):
        from drivers.gpiod_pins import GpiodFactory  # noqa: PLC0415

        gpiozero.Device.pin_factory = GpiodFactory(consumer="arkside")
        return gpiozero
    import_lgpio_safely()
    with warnings.catch_warnings():  # gpiozero warns about every back-end it tries; our fault says it in one line
        warnings.simplefilter("ignore", gpiozero.PinFactoryFallback)
        gpiozero.Device.ensure_pin_factory()
    return gpiozero


def close_device(device: Any) -> None:
    """Close a gpiozero device, even if its pins fail while being switched off.

    The library gives a pin back only after it could switch it off; a pin that failed would stay taken, and
    the part could never be opened again.
    """
    for part in (*getattr(device, "all", ()), device):
        try:
            part.close()
        except Exception:
            if pin := getattr(part, "_pin", None):  # what gpiozero's close() would have done after switching it off
                part.pin_factory.release_pins(part, pin.info.name)
                part._pin = None


@cache
def import_lgpio_safely() -> None:
    """Import lgpio, where it is installed, without side effects on the working directory.

    On import it creates a FIFO in the current directory and fails if that is not writable or if another user's
    FIFO of that name exists there. With LG_WD set it changes the directory of the whole process instead. So it
    gets a folder of its own, and the directory is restored afterwards.
    """
    if "lgpio" in sys.modules or os.environ.get("LG_WD"):
        return
    before = Path.cwd()
    os.environ["LG_WD"] = own = tempfile.mkdtemp(prefix="arkside-lgpio-")
    atexit.register(shutil.rmtree, own, ignore_errors=True)
    try:
        import lgpio  # noqa: F401, PLC0415
    except ImportError:
        pass
    finally:
        del os.environ["LG_WD"]
        os.chdir(before)


def can_collect_edges() -> bool:
    """Return whether edges queued in the kernel can be fetched at once; else a thread delivers them later."""
    return hasattr(_find_pin_factory(), "collect")


def collect_edges() -> None:
    """Fetch the edges queued in the kernel, where that is possible."""
    if can_collect_edges():
        _find_pin_factory().collect()


def _find_pin_factory() -> Any:
    """Return gpiozero's pin factory, or None if no pin was opened yet."""
    # Looked up in sys.modules: importing gpiozero only to learn that nobody uses it would take long.
    return getattr(getattr(sys.modules.get("gpiozero"), "Device", None), "pin_factory", None)


def is_hearing_edges() -> bool:
    """Return False if the only thread that reads edges has died, and every button with it."""
    if not getattr(_find_pin_factory(), "hearing", True):
        return False
    thread = getattr(sys.modules.get("lgpio"), "_notify_thread", None)
    return thread is None or bool(thread.is_alive())
