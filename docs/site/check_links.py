"""`python docs/site/check_links.py build/site`: fail if a page of the built site links to something that isn't there.

Checks every `href` and `src` of every page: files and anchors inside the site must exist, and nothing that a browser
loads by itself (scripts, styles, fonts, pictures) may come from another computer.
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"img", "script", "iframe", "source", "video", "audio", "embed"}
LOADED_LINKS = {"stylesheet", "preconnect", "preload", "icon", "dns-prefetch", "prefetch"}


class Links(HTMLParser):
    """Everything one page links to, and every anchor it offers."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.followed: list[str] = []
        """Links that a reader may follow."""
        self.loaded: list[str] = []
        """Addresses that the browser loads by itself."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the links and anchors of one element."""
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found[name] for name in ("id", "name") if found.get(name)}
        if "src" in found and tag in LOADED:
            self.loaded.append(found["src"])
        if tag == "link" and LOADED_LINKS & set(found.get("rel", "").split()):
            self.loaded.append(found.get("href", ""))
        elif tag == "a" and "href" in found:
            self.followed.append(found["href"])


def read_links(page: Path) -> Links:
    """Parse one page."""
    links = Links()
    links.feed(page.read_text(encoding="utf-8"))
    return links


def check_site(site: Path) -> list[str]:
    """Return a line for every broken link of a site."""
    pages = {page.resolve(): read_links(page) for page in sorted(site.rglob("*.html"))}
    # the interactive parts list is another project's page, copied as it is; 404 is shown at unknown addresses
    ours = {page: links for page, links in pages.items() if page.name not in ("box-bom.html", "404.html")}
    return [
        f"{page.relative_to(site.resolve())}: {problem}"
        for page, links in ours.items()
        for problem in check_page(page, links, pages)
    ]


def check_page(page: Path, links: Links, pages: dict[Path, Links]) -> list[str]:
    """Return a line for every broken link of one page."""
    problems = [f"loads {one} from the network" for one in links.loaded if urlsplit(one).netloc]
    for link in [*links.followed, *links.loaded]:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
        if target.is_dir():
            target /= "index.html"
        if not target.is_file():
            problems.append(f"{link} is not there")
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors | {"__skip"}:
            problems.append(f"{link} has no such anchor")
    return problems


def main() -> int:
    """Check the site that the command line names; return the exit status."""
    site = Path(sys.argv[1])
    problems = check_site(site)
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(list(site.rglob('*.html')))} pages, {len(problems)} broken links")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
