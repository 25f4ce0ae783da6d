"""What MkDocs does for our site: take pages from all over the repository, list the API, link the two languages.

A page keeps its place in the repository, and so do its links: a link that works on a code host works here. Pages
outside `docs` are named in the navigation by their path; files that a page links to (pictures, drawings, archives)
are copied beside it.
"""

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from rules_page import write_rules_page

ROOT = Path(__file__).parents[2]
DOCS, FRENCH = ROOT / "docs", ROOT / "docs" / "fr"
API = ("companion.core", "companion.app", "drivers")
LINK = re.compile(r"(!?\[(?:[^\[\]]|!?\[[^\[\]]*\](?:\([^)]*\))?)*\])\(([^)\s]+)\)")
OTHER_SITE = re.compile(r'href="other-site:([^"]+)"')

RULES = "rules/"
"""Folder of the pages with the rule cards of each game, which are written from its `primer.py`."""

Nav = list[Any]


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the generated pages of the API into the navigation, and pages that were added without naming them there."""
    named = set(list_uris(config.nav or []))
    for entry in config.nav or []:
        if entry.get("API") == "api/index.md":
            entry["API"] = [{"Overview": "api/index.md"}, *({package: list_api_pages(package)} for package in API)]
        if "How it works" in entry:
            entry["How it works"] += sorted({file.name for file in DOCS.glob("*.md")} - named - {"api.md"})
    return config


def list_api_pages(package: str) -> Nav:
    """Return the navigation of one package: a page for each public module."""
    return [{module.rpartition(".")[2]: f"api/{module}.md"} for module in list_modules(package)]


def list_modules(package: str) -> list[str]:
    """Return the public modules of a package, without the modules of its subpackages."""
    folder = ROOT / package.replace(".", "/")
    return [f"{package}.{file.stem}" for file in sorted(folder.glob("[!_]*.py"))]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add pages from outside the docs folder, everything that pages link to, and the pages of the API."""
    for uri in list_uris(config.nav or []):
        if uri.startswith("api/"):
            files.append(File.generated(config, uri, content=write_api_page(uri)))
        elif uri.startswith(RULES):
            language = "fr" if is_french(config) else "en"
            files.append(File.generated(config, uri, content=write_rules_page(Path(uri).stem, language)))
        elif files.get_file_from_path(uri) is None and (ROOT / uri).is_file():
            files.append(File.generated(config, uri, abs_src_path=str(ROOT / uri)))
    if is_french(config):  # both languages look alike
        for asset in sorted((DOCS / "assets").iterdir()):
            files.append(File.generated(config, f"assets/{asset.name}", abs_src_path=str(asset)))
    for file in list(files.documentation_pages()):
        if file.abs_src_path is not None:
            add_linked_files(Path(file.abs_src_path), files, config)
    return files


def list_uris(nav: Any) -> list[str]:
    """Return every page of a navigation, in order."""
    if isinstance(nav, str):
        return [nav]
    entries = nav.values() if isinstance(nav, dict) else nav
    return [uri for entry in entries for uri in list_uris(entry)]


def add_linked_files(source: Path, files: Files, config: MkDocsConfig) -> None:
    """Copy the pictures, drawings and archives that one page links to."""
    for _, target in LINK.findall(source.read_text(encoding="utf-8")):
        path = find_target(source, target)
        if path is None or not path.is_file() or path.suffix in (".md", ".py"):
            continue
        uri = name_uri(path, config)
        if files.get_file_from_path(uri) is None:
            files.append(File.generated(config, uri, abs_src_path=str(path)))


def find_target(source: Path, target: str) -> Path | None:
    """Return the file or folder a link leads to; None for anchors, web addresses and links out of the repository."""
    place = target.partition("#")[0]
    if not place or ":" in place:
        return None
    path = Path(posixpath.normpath(source.parent / place))
    return path if path.is_relative_to(ROOT) else None


def name_uri(path: Path, config: MkDocsConfig) -> str:
    """Return the place of a repository file on the site: pages in `docs` are at its root."""
    docs = Path(config.docs_dir)
    return str(path.relative_to(docs if path.is_relative_to(docs) else ROOT))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Rewrite links as they are in the repository into links between pages of the site."""
    # somebody who searches for an animal wants to play; somebody who wants a function knows where to look
    page.meta["search"] = {
        "boost": 3 if page.file.src_uri.startswith("play/") else 0.5 if "api/" in page.file.src_uri else 1
    }
    if page.file.abs_src_path is None:
        return markdown
    source = Path(page.file.abs_src_path)

    def rewrite(match: re.Match[str]) -> str:
        text, target = match.groups()
        text = LINK.sub(rewrite, text[:-1] + "]") if text.count("](") else text
        path = find_target(source, target)
        if path is None:
            return f"{text}({target})"
        return f"{text}({link})" if (link := find_link(page, path, target, config, files)) else text[1:-1]

    return "".join(
        part if place % 2 else LINK.sub(rewrite, part) for place, part in enumerate(split_code_blocks(markdown))
    )


def split_code_blocks(markdown: str) -> list[str]:
    """Return prose and fenced code in turn, prose first: links are rewritten in prose only."""
    return re.split(r"(^```.*?^```$)", markdown, flags=re.DOTALL | re.MULTILINE)


def find_link(page: Page, path: Path, target: str, config: MkDocsConfig, files: Files) -> str:
    """Return the link to a repository file from a page; empty if the site does not have it."""
    anchor = target.partition("#")[1] + target.partition("#")[2]
    if path.is_dir():
        path /= "README.md"
    if path.suffix == ".py":  # a link to a source file leads to its page of the API
        path = Path(config.docs_dir) / "api" / f"{'.'.join(path.relative_to(ROOT).with_suffix('').parts)}.md"
    file = files.get_file_from_path(name_uri(path, config))
    if file is not None:
        return posixpath.relpath(file.src_uri, posixpath.dirname(page.file.src_uri) or ".") + anchor
    other = name_in_other_site(path, config)
    return f"other-site:{other}{anchor}" if other else ""


def name_in_other_site(path: Path, config: MkDocsConfig) -> str:
    """Return the address of a page in the site of the other language, from the root of both; empty if there is none."""
    if path.suffix != ".md" or not path.exists():
        return ""
    if is_french(config):
        uri = path.relative_to(DOCS if path.is_relative_to(DOCS) else ROOT)
        return name_address(str(uri))
    is_ours = path.is_relative_to(FRENCH) or path.name.endswith(".fr.md")
    uri = path.relative_to(FRENCH if path.is_relative_to(FRENCH) else ROOT)
    return f"fr/{name_address(str(uri))}" if is_ours else ""


def is_french(config: MkDocsConfig) -> bool:
    """Whether this is the French site, which lies in the folder `fr` of the English one."""
    return Path(config.docs_dir) == FRENCH


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Give links to the other language's site their way there, which MkDocs doesn't know."""
    to_root = "../" * (page.file.dest_uri.count("/") + is_french(config))
    return OTHER_SITE.sub(lambda match: f'href="{to_root}{match[1]}"', output)


def on_page_context(context: Any, page: Page, config: MkDocsConfig, nav: Any) -> Any:
    """Let the language switch lead to the same page where both languages have it, else to the other front page."""
    twin = find_twin(page.file.src_uri, is_french(config)) or "index.html"
    here, there = config.extra["alternate"]
    if is_french(config):
        here, there = there, here
    here["link"] = page.file.dest_uri
    there["link"] = f"other-site:{twin}" if is_french(config) else f"other-site:fr/{twin}"
    return context


def find_twin(uri: str, french: bool) -> str:
    """Return the address of the same page in the other language, from the root of its site; empty if there is none."""
    here, there = (FRENCH, DOCS) if french else (DOCS, FRENCH)
    if (here / uri).exists():
        return name_address(uri) if (there / uri).exists() else ""
    twin = uri.replace(".fr.md", ".md") if french else uri.removesuffix(".md") + ".fr.md"
    return name_address(twin) if (ROOT / twin).exists() else ""


def name_address(uri: str) -> str:
    """Return the address of a page, as MkDocs names it: a README is the index of its folder."""
    folder, name = posixpath.split(uri)
    return posixpath.join(folder, "index.html" if name == "README.md" else name.removesuffix("md") + "html")


def write_api_page(uri: str) -> str:
    """Return the text of one page of the API reference."""
    name = uri.removeprefix("api/").removesuffix(".md")
    if name != "index":
        return f"# {name}\n\n::: {name}\n"
    intro = (DOCS / "api.md").read_text(encoding="utf-8")
    lines = [LINK.sub(link_from_api, intro)]
    for package in API:
        lines += [f"\n## {package}\n", "| module | what it holds |", "|---|---|"]
        lines += [
            f"| [{module.rpartition('.')[2]}]({module}.md) | {summarize(module)} |" for module in list_modules(package)
        ]
    return "\n".join(lines) + "\n"


def link_from_api(match: re.Match[str]) -> str:
    """Rewrite a link of the API's first page, which lies in `docs` and is shown in the folder `api`."""
    text, target = match.groups()
    if target.endswith(".py"):
        return f"{text}({target.removeprefix('../').removesuffix('.py').replace('/', '.')}.md)"
    return f"{text}(../{target})"


def summarize(module: str) -> str:
    """Return the first sentence of a module's docstring."""
    text = (ROOT / (module.replace(".", "/") + ".py")).read_text(encoding="utf-8")
    found = re.match(r'(?:#.*\n)*"""(.*?)(?:\n|""")', text)
    return found[1].replace("|", "\\|") if found else ""
