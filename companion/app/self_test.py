"""Self-test of the box: asks for every part in turn and keeps what was found.

Box, phones and the command line show the same test: they draw `part`, report what people do, and read `findings`.
"""

from collections.abc import Callable, Iterable, Mapping

from companion.app.part_words import ALL_LAMPS, Finding, list_lamps, list_parts_to_check
from drivers.fault import Fault

CONTACT_FAULTS = ("stuck", "flickering")
"""Faults of a contact that a press can end; with any other fault nobody needs to try the part."""


class SelfTest:
    """Test of the parts that this box has: first those that people see or hear, then those that they move.

    >>> test = SelfTest({"buzzer": "GPIO13", "back": "GPIO4"})
    >>> test.part
    'buzzer'
    >>> test.answer(False)
    >>> test.hear_part("back")
    >>> test.part, [(finding.part, finding.works) for finding in test.findings]
    (None, [('buzzer', False), ('back', True)])
    """

    def __init__(self, wires: Mapping[str, str], changed: Callable[[], None] = lambda: None) -> None:
        self.wires = wires
        self.findings: list[Finding] = []
        self._moved_parts = list_parts_to_check(wires)[1]
        self._parts = [part for parts in list_parts_to_check(wires) for part in parts]
        self._changed = changed

    @property
    def part(self) -> str | None:
        """Part that is tested now; None once all are."""
        return self._parts[len(self.findings)] if len(self.findings) < len(self._parts) else None

    @property
    def is_moved_part(self) -> bool:
        """Whether people move the current part; otherwise they look or listen, and say yes or no."""
        return self.part in self._moved_parts

    @property
    def number(self) -> int:
        """Number of the current part, from 1."""
        return len(self.findings) + 1

    @property
    def count(self) -> int:
        """Number of parts to test; grows if lamps need to be told apart."""
        return len(self._parts)

    @property
    def failures(self) -> list[Finding]:
        """Findings about parts that do not work, as far as the test has come."""
        return [finding for finding in self.findings if not finding.works]

    def hear_part(self, part: str) -> None:
        """Note that a part was moved. If another one was asked for, that one is silent or wired to the wrong place."""
        if not self.is_moved_part:
            return
        # The dial easily turns a little when it is pushed.
        if (part, self.part) != ("dial", "dial-push"):
            self.answer(part == self.part)

    def answer(self, works: bool, fault: Fault | None = None) -> None:
        """Record whether the current part works, and go on to the next one."""
        part = self.part
        if part is None:
            return
        lamps = list_lamps(self.wires)
        if part == ALL_LAMPS and not works and len(lamps) > 1:
            self._parts[len(self.findings) : len(self.findings) + 1] = lamps
        else:
            self.findings.append(Finding(part, works, self.wires[part], fault))
        self._changed()

    def notice_faults(self, faults: Iterable[Fault]) -> bool:
        """Record that the current part fails if a driver says so; return whether it did."""
        parts = list_lamps(self.wires) if self.part == ALL_LAMPS else [self.part]
        for fault in faults:
            if fault.part in parts and fault.what not in CONTACT_FAULTS:
                self.answer(False, fault)
                return True
        return False
