"""What every border that is fuzzed has in common."""

from abc import ABC, abstractmethod
from pathlib import Path
from random import Random
from typing import Any


class Target(ABC):
    """One border. `throw` throws one input at it; True says it was taken, False that it was refused by name."""

    def __init__(self, folder: Path, rng: Random) -> None:
        self.folder = folder
        self.rng = rng

    def prepare(self) -> None:
        """Before each input: now and then everything begins anew."""

    @abstractmethod
    def throw(self) -> bool:
        """One hostile input; anything but an `ArksideError` inside is a defect, and flies out of here."""

    @abstractmethod
    def state(self) -> Any:
        """Everything that a refused input must leave as it was."""

    def close(self) -> None:
        """Nothing is left behind."""
