"""Collects the texts to translate and compiles the catalogs; `make words` runs it, and a test uses it to compare.

Every folder with a `locale` has a domain of its own, named after the folder; the program's is `arkside`.
"""

import io
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.core.grammar import NOUN

ROOT = Path(__file__).parent.parent / "companion"
DRIVERS = ROOT.parent / "drivers"
KEYWORDS = {"say": None, "plural": (1, 2), "N_": None}
NOUN_KEYWORDS = {"NOUN_": None}
LANGUAGES = ("fr",)
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


def domains() -> Iterator[tuple[str, Path]]:
    """Every domain and the folder whose code it serves."""
    yield "arkside", ROOT
    for locale in sorted(ROOT.glob("*/**/locale")):
        yield locale.parent.name, locale.parent


def texts(folder: Path) -> Catalog:
    """What the code of a folder says, less what folders with a domain of their own say."""
    others = [other for _, other in domains() if other != folder and folder in other.parents]
    catalog = Catalog()
    # the drivers know no words; what they mark for translation is said by the program
    for place in (ROOT, DRIVERS) if folder == ROOT else (folder,):
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
    return [str(m.id) for m in catalog if m.id and not (m.string and all(forms_of(m)))]


def compiled(catalog: Catalog) -> bytes:
    """The catalog as gettext reads it."""
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def plain(po: str) -> str:
    """The file with only the headers gettext needs; dates and addresses would change with every run."""
    kept = ("Language:", "Plural-Forms:", "MIME-Version:", "Content-T")
    head, blank, body = po.partition("\n\n")
    lines = [line for line in head.splitlines() if not line.startswith(("#", '"')) or line[1:].startswith(kept)]
    return "\n".join(lines) + blank + body


def main() -> int:
    """Bring every catalog up to date; tells how many texts wait for a translation."""
    waiting = 0
    for domain, folder in domains():
        for language in LANGUAGES:
            file = po_file(domain, folder, language)
            file.parent.mkdir(parents=True, exist_ok=True)
            catalog = translations(domain, folder, language) if file.exists() else Catalog(locale=language)
            catalog.update(texts(folder), no_fuzzy_matching=True)
            catalog.obsolete.clear()
            for message in catalog:
                message.flags.discard("fuzzy")
                if message.id:
                    forms = [typeset(form, language) for form in forms_of(message)]
                    message.string = tuple(forms) if message.pluralizable else forms[0]
            out = io.BytesIO()
            write_po(out, catalog, width=120, no_location=True)
            file.write_text(plain(out.getvalue().decode()), encoding="utf-8")
            file.with_suffix(".mo").write_bytes(compiled(translations(domain, folder, language)))
            waiting += len(untranslated(catalog))
            print(f"{domain} {language}: {len(catalog)} texts, {len(untranslated(catalog))} to translate")
    return 1 if waiting else 0


if __name__ == "__main__":
    sys.exit(main())
