"""Collects the texts of a package that are to be translated, and compiles its catalogs: `arkside words FOLDER`.

Every folder with a `locale` has a domain of its own, named after the folder, as `Game.say` looks for it; that of our
own program is `arkside`. A language is whatever stands below `locale`; it need not be complete.
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
"""What a language writes otherwise than a keyboard does: narrow spaces that no line breaks at, one apostrophe."""
DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""A compiled catalog holds a date; this one never changes."""


class CatalogUpdate(NamedTuple):
    """What became of one catalog."""

    domain: str
    language: str
    texts: int
    waiting: int
    """Texts without a translation: they are said in English."""


def domains(root: Path) -> Iterator[tuple[str, Path]]:
    """Every domain below a package and the folder whose code it serves."""
    yield PROGRAM[0] if root == OURS else root.name, root
    for locale in sorted(root.glob("*/**/locale")):
        yield locale.parent.name, locale.parent


def texts(folder: Path, root: Path) -> Catalog:
    """What the code of a folder says, less what folders with a domain of their own say."""
    others = [other for _, other in domains(root) if other != folder and folder in other.parents]
    catalog = Catalog()
    # our drivers know no words; what they mark for translation is said by the program
    for place in (OURS, DRIVERS) if folder == OURS else (folder,):
        for keywords, context in ((KEYWORDS, None), (NOUN_KEYWORDS, NOUN)):
            found = extract_from_dir(place, [("**.py", "python")], keywords=keywords)
            for file, _line, message, _comments, _context in sorted(found, key=lambda one: (one[0], one[1])):
                if not any(other in (place / file).parents for other in others):
                    catalog.add(message, context=context)
    return catalog


def typeset(text: str, language: str) -> str:
    """A translation with the apostrophe and the unbreakable spaces of its language, whoever typed it."""
    for wrong, right in SPACING.get(language, ()):
        text = re.sub(wrong, right, text)
    return text


def po_file(domain: str, folder: Path, language: str) -> Path:
    """Where the translations are."""
    return folder / "locale" / language / "LC_MESSAGES" / f"{domain}.po"


def translations(domain: str, folder: Path, language: str) -> Catalog:
    """The translations that are there."""
    with po_file(domain, folder, language).open("rb") as file:
        catalog = read_po(file, locale=language)
    catalog.creation_date = catalog.revision_date = DATE
    return catalog


def forms_of(message: Message) -> list[str]:
    """The translations of a text: one, or one for each number."""
    strings = message.string if isinstance(message.string, (tuple, list)) else [message.string]
    return [form or "" for form in strings]


def untranslated(catalog: Catalog) -> list[str]:
    """The texts that have no translation, or only one for one of their forms."""
    return [str(m.id) for m in catalog if m.id and not _is_complete(m)]


def _is_complete(message: Message) -> bool:
    return bool(message.string) and all(forms_of(message))


def compiled(catalog: Catalog) -> bytes:
    """The catalog as gettext reads it; what has no translation is left out, so that it is said in English."""
    for message in list(catalog):
        if message.id and not _is_complete(message):
            catalog.delete(message.id, message.context)
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def strip_headers(po: str) -> str:
    """The file with only the headers gettext needs; dates and addresses would change with every run."""
    kept = ("Language:", "Plural-Forms:", "MIME-Version:", "Content-T")
    head, blank, body = po.partition("\n\n")
    lines = [line for line in head.splitlines() if not line.startswith(("#", '"')) or line[1:].startswith(kept)]
    return "\n".join(lines) + blank + body


def list_languages(folder: Path) -> list[str]:
    """The languages that have a folder, with or without translations in it."""
    return sorted(place.name for place in (folder / "locale").glob("*") if place.is_dir())


def update(root: Path, new: str = "") -> Iterator[CatalogUpdate]:
    """Bring every catalog of a package up to date and compile it; a `new` language is begun in all of them."""
    for domain, folder in domains(root):
        for language in sorted({*list_languages(folder), *([new] if new else [])}):
            yield update_one(domain, folder, root, language)


def update_one(domain: str, folder: Path, root: Path, language: str) -> CatalogUpdate:
    """Bring one catalog up to date and compile it."""
    file = po_file(domain, folder, language)
    file.parent.mkdir(parents=True, exist_ok=True)
    catalog = translations(domain, folder, language) if file.exists() else Catalog(locale=language)
    catalog.update(texts(folder, root), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    for message in catalog:
        message.flags.discard("fuzzy")
        if message.id:
            forms = [typeset(form, language) for form in forms_of(message)]
            message.string = tuple(forms) if message.pluralizable else forms[0]
    out = io.BytesIO()
    write_po(out, catalog, width=120, no_location=True)
    file.write_text(strip_headers(out.getvalue().decode()), encoding="utf-8")
    file.with_suffix(".mo").write_bytes(compiled(translations(domain, folder, language)))
    return CatalogUpdate(domain, language, len(catalog), len(untranslated(catalog)))
