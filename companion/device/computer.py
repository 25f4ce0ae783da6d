"""Detection of the computer: a Raspberry Pi has the parts, any other one simulates them."""

from pathlib import Path

MODEL = Path("/proc/device-tree/model")


def is_a_pi(model: Path = MODEL) -> bool:
    """Whether the kernel says that this is a Raspberry Pi."""
    try:
        return "Raspberry Pi" in model.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
