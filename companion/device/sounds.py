"""Tunes by name: short, and never more than people like to hear a hundred times."""

from companion.core.face import TUNES as OF_FACES

Note = tuple[float | None, float]
"""Hertz, or None for a rest, and seconds."""

F4, G4, A4, C5, E5, G5, A5, C6, D6, E6 = 349.2, 392.0, 440.0, 523.3, 659.3, 784.0, 880.0, 1046.5, 1174.7, 1318.5
REST = None

TUNES: dict[str, tuple[Note, ...]] = {
    "click": ((C6, 0.015),),
    "load": ((E5, 0.04), (A5, 0.05)),
    "good": ((C5, 0.06), (E5, 0.06), (G5, 0.1)),
    "bad": ((A4, 0.12), (F4, 0.2)),
    "depart": ((G4, 0.12), (REST, 0.04), (G4, 0.12), (C5, 0.25)),
    "round": ((C5, 0.1), (E5, 0.1), (G5, 0.16)),
    "rain": ((E6, 0.03), (REST, 0.05), (D6, 0.03), (REST, 0.08), (E6, 0.03)),
    "reminder": ((E5, 0.08), (REST, 0.06), (E5, 0.08)),
    "count": ((A4, 0.06),),
    "now": ((A5, 0.35),),
    "victory": ((C5, 0.12), (E5, 0.12), (G5, 0.12), (C6, 0.24), (G5, 0.12), (C6, 0.36)),
}

assert set(OF_FACES) <= set(TUNES)
