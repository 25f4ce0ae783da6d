"""Taking a view at all sizes, light and dark, and checking what a person could not read, reach or use."""

from base64 import b64decode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.phone.axe import AXE, COLOURS, faults
from tests.phone.browser import Page

SCHEMES = ("light", "dark")

FIND_DEFECTS = """(() => {
  const found = [], name = (one) => `${one.className || one.tagName} "${one.textContent.trim().slice(0, 30)}"`;
  if (document.documentElement.scrollWidth > innerWidth) found.push('wider than the screen');
  for (const one of document.querySelectorAll('main *, header *, nav *')) {
    if (!one.checkVisibility() || one.closest('.unseen, .skip, svg')) continue;
    const style = getComputedStyle(one), words = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const hides = style.overflowX === 'hidden' || style.overflowX === 'clip';
    if (words && hides && one.scrollWidth > one.clientWidth + 1) found.push(`cut off: ${name(one)}`);
    if (words && parseFloat(style.fontSize) < 10) found.push(`tiny: ${name(one)}`);
    const box = one.getBoundingClientRect(), target = one.matches('button, a.button, select, #tabs a');
    const least = one.ariaDisabled === 'true' ? 24 : 34; // a tap there only says why
    if (target && Math.min(box.width, box.height) < least) found.push(`hard to hit: ${name(one)}`);
  }
  return [...new Set(found)];
})()"""
"""Text that is cut off or tiny, buttons that are hard to hit, and a page that is wider than its screen."""

DRAW_SHARED = """import('/share_picture.js').then(async ({ drawPicture }) => {
  const { app } = await import('/page.js'), { over, match } = app.state;
  return drawPicture(app, { ...match, over }).toDataURL().split(',')[1];
})"""
STILL = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
FREEZE = "import('/page.js').then(({ app }) => { app.live.receive = () => {}; })"


class Screen(NamedTuple):
    """A size that views are taken at."""

    name: str
    width: int
    height: int


PHONE = Screen("phone", 360, 740)
SCREENS = (PHONE, Screen("small-phone", 320, 568), Screen("tablet", 820, 1180))
TV = Screen("tv", 1920, 1080)
SHARED = Screen("shared", 1080, 1350)
"""The picture of a result, which has its own size."""


class Shot(NamedTuple):
    """One screenshot."""

    file: Path
    view: str
    screen: Screen
    scheme: str
    language: str


class Camera:
    """Takes views into a folder and collects the defects it finds on them."""

    def __init__(self, folder: Path, language: str, schemes: Sequence[str], screens: Sequence[str]) -> None:
        self.folder = folder
        self.language = language
        self.schemes = schemes
        self.screens = screens
        """Names of the screens that are wanted."""
        self.shots: list[Shot] = []
        self.defects: dict[str, list[str]] = {}
        """What is wrong, by file name."""

    def take(self, page: Page, view: str, screens: tuple[Screen, ...] = SCREENS) -> None:
        """Take what the page shows at these sizes, light and dark."""
        assert page.value("document.documentElement.lang") == self.language, view
        wanted = [screen for screen in screens if screen.name in self.screens]
        for screen in wanted:
            for scheme in self.schemes:
                page.look(screen.width, screen.height, scheme)
                page.until(f"innerWidth === {screen.width}")
                page.value(f"scrollTo(0, 0); {STILL}")
                file = self.folder / f"{view}-{screen.name}-{scheme}-{self.language}.png"
                page.picture(file)
                self.shots.append(Shot(file, view, screen, scheme, self.language))
                found = page.value(FIND_DEFECTS) if scheme == self.schemes[0] else []
                if screen is wanted[0] and AXE.exists():
                    found = [*found, *faults(page, None if scheme == self.schemes[0] else COLOURS)]
                if found:
                    self.defects[file.name] = found
        page.look(PHONE.width, PHONE.height, SCHEMES[0])

    def keep_shared_picture(self, page: Page, view: str) -> None:
        """Keep the picture of a result that people send to their friends."""
        file = self.folder / f"{view}-{SHARED.name}-{self.language}.png"
        file.write_bytes(b64decode(page.value(DRAW_SHARED)))
        self.shots.append(Shot(file, view, SHARED, self.schemes[0], self.language))

    @contextmanager
    def hold(self, page: Page, view: str, screens: tuple[Screen, ...] = SCREENS) -> Iterator[None]:
        """Take a view that would not last long enough: the page receives nothing until it is loaded again."""
        page.value(FREEZE)
        self.take(page, view, screens)
        yield
        page.value("location.reload()")
        page.until("document.querySelector('.link:not(.lost)')")
