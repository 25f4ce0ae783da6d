"""The catalogs of our own program, as `make words` brings them up to date."""

from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog

from companion import catalogs
from companion.catalogs import (
    OURS,
    apply_typography,
    compile_catalog,
    forms_of,
    list_untranslated,
    po_file,
    read_catalog,
)
from companion.core import words

ROOT = OURS
LANGUAGES = tuple(language for language in words.LANGUAGES if language != "en")

__all__ = [
    "LANGUAGES", "ROOT", "apply_typography", "compile_catalog", "domains", "forms_of", "list_untranslated", "po_file",
    "read_catalog", "texts",
]  # fmt: skip


def domains() -> Iterator[tuple[str, Path]]:
    """Every domain of ours."""
    return catalogs.list_domains(ROOT)


def texts(folder: Path) -> Catalog:
    """What the code of one of our folders says."""
    return catalogs.collect_texts(folder, ROOT)
