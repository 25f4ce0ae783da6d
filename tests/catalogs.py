"""The catalogs of our own program, as `make words` brings them up to date."""

from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog

from companion import catalogs
from companion.catalogs import OURS, compiled, forms_of, po_file, translations, typeset, untranslated
from companion.core import words

ROOT = OURS
LANGUAGES = tuple(language for language in words.LANGUAGES if language != "en")

__all__ = [
    "LANGUAGES", "ROOT", "compiled", "domains", "forms_of", "po_file", "texts", "translations", "typeset", "untranslated",
]  # fmt: skip


def domains() -> Iterator[tuple[str, Path]]:
    """Every domain of ours."""
    return catalogs.domains(ROOT)


def texts(folder: Path) -> Catalog:
    """What the code of one of our folders says."""
    return catalogs.texts(folder, ROOT)
