"""What axe-core finds on a page that somebody might not be able to use."""

import os
from pathlib import Path

import pytest

from tests.phone.browser import Page

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
NEEDS_AXE = pytest.mark.skipif(
    not AXE.exists() and not os.environ.get("CI"), reason="axe-core is not installed: make test does"
)


COLOURS = "color-contrast"
"""The rule of axe-core that depends on the colour scheme; all others find the same in the light and in the dark."""


def faults(page: Page, rule: str | None = None) -> list[str]:
    """Return what axe-core calls serious or critical, by all its rules or by one."""
    options = "{}" if rule is None else f"{{ runOnly: [{rule!r}] }}"
    if not page.value("typeof axe === 'object'"):
        page.value(AXE.read_text(encoding="utf-8") + "; 0")
    violations: list[str] = page.value(
        f"axe.run({options}).then((seen) => seen.violations"
        ".filter((one) => ['serious', 'critical'].includes(one.impact))"
        ".map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 90)).join(' | ')}`))"
    )
    return violations
