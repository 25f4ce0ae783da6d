"""Collect the translatable texts of a package and compile its catalogs: `arkside words FOLDER`.

Every folder with a `locale` has a domain named after the folder, where `Game.say` looks for it; that of our own program
is `arkside`. Every folder below `locale` is a language, which need not be complete.
"""

import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.core.grammar import NOUN
from companion.core.words import PROGRAM

OURS = PROGRAM[1].parent
DRIVERS = OURS.parent / "drivers"
KEYWORDS = {"say": None, "plural": (1, 2), "N_": None}
NOUN_KEYWORDS = {"NOUN_": None}
SPACING = {
    "fr": (
        ("'", "’"),
        (r"(?<=\w)[ \u00a0]…", "…"),
        # after a comma a question mark is a key to press
        (r"(?<![,\s])[ \u00a0]+(?=[:;?!%»](?!\w))", "\u202f"),
        (r"(?<=«)[ \u00a0]+", "\u202f"),
    ),
}
"""Typography that keyboards lack, by language: narrow no-break spaces and the apostrophe."""
DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""Fixed date for compiled catalogs, so that builds are reproducible."""


class CatalogUpdate(NamedTuple):
    """Result of updating one catalog."""

    domain: str
    language: str
    texts: int
    waiting: int
    """Texts without a translation, which appear in English."""


def list_domains(root: Path) -> Iterator[tuple[str, Path]]:
    """Yield every domain of a package with the folder of its code."""
    yield PROGRAM[0] if root == OURS else root.name, root
    for locale in sorted(root.glob("*/**/locale")):
        yield locale.parent.name, locale.parent


def collect_texts(folder: Path, root: Path) -> Catalog:
    """Collect the texts of a folder, without those of subfolders that have their own domain."""
    others = [other for _, other in list_domains(root) if other != folder and folder in other.parents]
    catalog = Catalog()
    # drivers have no catalog: their texts are translated in the program's
    for place in (OURS, DRIVERS) if folder == OURS else (folder,):
        for keywords, context in ((KEYWORDS, None), (NOUN_KEYWORDS, NOUN)):
            messages = extract_from_dir(place, [("**.py", "python")], keywords=keywords)
            for file, _line, message, _comments, _context in sorted(messages, key=lambda entry: (entry[0], entry[1])):
                if not any(other in (place / file).parents for other in others):
                    catalog.add(message, context=context)
    return catalog


def apply_typography(text: str, language: str) -> str:
    """Return a translation with the apostrophe and no-break spaces of its language."""
    for wrong, right in SPACING.get(language, ()):
        text = re.sub(wrong, right, text)
    return text


def po_file(domain: str, folder: Path, language: str) -> Path:
    """Return the path of a catalog."""
    return folder / "locale" / language / "LC_MESSAGES" / f"{domain}.po"


def read_catalog(domain: str, folder: Path, language: str) -> Catalog:
    """Read the existing translations."""
    with po_file(domain, folder, language).open("rb") as file:
        catalog = read_po(file, locale=language)
    catalog.creation_date = catalog.revision_date = DATE
    return catalog


def forms_of(message: Message) -> list[str]:
    """Return the translations of a text: one, or one for each plural form."""
    strings = message.string if isinstance(message.string, (tuple, list)) else [message.string]
    return [form or "" for form in strings]


def list_untranslated(catalog: Catalog) -> list[str]:
    """Return the texts without a translation, or with a form missing."""
    return [str(m.id) for m in catalog if m.id and not _is_complete(m)]


def _is_complete(message: Message) -> bool:
    return bool(message.string) and all(forms_of(message))


def compile_catalog(catalog: Catalog) -> bytes:
    """Compile a catalog for gettext. Untranslated texts are left out, so that they appear in English."""
    for message in list(catalog):
        if message.id and not _is_complete(message):
            catalog.delete(message.id, message.context)
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def strip_headers(po: str) -> str:
    """Keep only the headers that gettext needs; dates would change with every run."""
    kept_headers = ("Language:", "Plural-Forms:", "MIME-Version:", "Content-T")
    head, blank, body = po.partition("\n\n")
    lines = [line for line in head.splitlines() if not line.startswith(("#", '"')) or line[1:].startswith(kept_headers)]
    return "\n".join(lines) + blank + body


def list_languages(folder: Path) -> list[str]:
    """Return the languages that have a folder, even an empty one."""
    return sorted(place.name for place in (folder / "locale").glob("*") if place.is_dir())


def update(root: Path, new: str = "") -> Iterator[CatalogUpdate]:
    """Update and compile every catalog of a package; a `new` language is added to all of them."""
    for domain, folder in list_domains(root):
        for language in sorted({*list_languages(folder), *([new] if new else [])}):
            yield update_one(domain, folder, root, language)


def update_one(domain: str, folder: Path, root: Path, language: str) -> CatalogUpdate:
    """Update and compile one catalog."""
    file = po_file(domain, folder, language)
    file.parent.mkdir(parents=True, exist_ok=True)
    catalog = read_catalog(domain, folder, language) if file.exists() else Catalog(locale=language)
    catalog.update(collect_texts(folder, root), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    for message in catalog:
        message.flags.discard("fuzzy")
        if message.id:
            forms = [apply_typography(form, language) for form in forms_of(message)]
            message.string = tuple(forms) if message.pluralizable else forms[0]
    out = io.BytesIO()
    write_po(out, catalog, width=120, no_location=True)
    file.write_text(strip_headers(out.getvalue().decode()), encoding="utf-8")
    file.with_suffix(".mo").write_bytes(compile_catalog(read_catalog(domain, folder, language)))
    return CatalogUpdate(domain, language, len(catalog), len(list_untranslated(catalog)))
