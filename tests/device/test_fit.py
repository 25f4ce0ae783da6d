"""Text fits: measured, wrapped, set smaller, shortened only at last."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.device.fit import ELLIPSIS, fit, shorten, split_word, wrap
from companion.device.font import font
from companion.device.pencil import Pencil

SIZES = ("small", "text", "strong", "large")
TEXTS = some.text(some.characters(min_codepoint=32, max_codepoint=0x17F), max_size=80)


@given(TEXTS, some.sampled_from(SIZES), some.integers(20, 127))
def test_no_wrapped_line_is_wider_than_asked(text: str, size: str, width: int) -> None:
    assert all(font(size).width(line) <= width for line in wrap(text, font(size), width))


@given(TEXTS, some.sampled_from(SIZES), some.integers(20, 127))
def test_wrapping_loses_no_letter(text: str, size: str, width: int) -> None:
    assert letters("".join(wrap(text, font(size), width))) == letters(text)


def letters(text: str) -> str:
    return text.replace(" ", "").replace("\N{NO-BREAK SPACE}", "")


def test_no_line_begins_with_a_question_mark() -> None:
    assert wrap("Qui est le plus petit ?", font("text"), 92) == ["Qui est le plus", "petit ?"]


def test_words_stay_together_where_they_can() -> None:
    assert wrap("Anna, load ferry 3", font("text"), 60) == ["Anna, load", "ferry 3"]


def test_a_word_wider_than_the_line_is_broken() -> None:
    pieces = split_word("W" * 16, font("large"), 60)
    assert len(pieces) > 1
    assert "".join(pieces) == "W" * 16


def test_line_breaks_in_a_text_are_kept() -> None:
    assert wrap("one\ntwo", font("text"), 120) == ["one", "two"]


def test_a_short_text_gets_the_largest_letters() -> None:
    assert fit("Noah", 120, 20, ("large", "text", "small")).font.name == "large"


def test_a_longer_text_gets_smaller_letters_before_anything_is_cut() -> None:
    fitted = fit("Which animal is on ferry 1, and which way up?", 127, 24, ("strong", "text", "small"))
    assert fitted.whole
    assert fitted.font.name == "text"


def test_letters_get_smaller_rather_than_breaking_a_word() -> None:
    fitted = fit("Schifffahrtsgesellschaft", 127, 40, ("large", "strong", "text", "small"))
    assert len(fitted.lines) == 1


def test_a_text_too_long_ends_in_an_ellipsis_and_reports_it() -> None:
    fitted = fit("so many words " * 30, 100, 20, ("text", "small"))
    assert not fitted.whole
    assert fitted.lines[-1].endswith(ELLIPSIS)
    assert fitted.height <= 20


@given(TEXTS, some.integers(20, 127), some.integers(9, 63))
def test_fitted_text_never_leaves_its_box(text: str, width: int, height: int) -> None:
    fitted = fit(text, width, height, ("large", "text", "small"))
    assert fitted.height <= max(height, font("small").height)
    assert all(fitted.font.width(line) <= width for line in fitted.lines)


def test_shortening_leaves_a_short_text_alone() -> None:
    assert shorten("Noah", font("text"), 127) == "Noah"


@pytest.mark.parametrize(("text", "together"), [
    ("which animal lies on ferry two? a mule ♂", "mule ♂"), ("the corral belongs to somebody: ● Anna", "● Anna"),
    ("pourquoi le bac est-il si lourd ?", "lourd ?"), ("Élodie 3, Anna 3, Ben 3, Dan 3: who else?", "Ben 3,"),
    ("Élodie ×3, Anna ×3, Ben ×3, Dan ×3: who else?", "Ben ×3,"), ("the pig goes to port 4 (turtle)", "port 4"),
])  # fmt: skip
def test_a_sign_never_wraps_away_from_its_word(text: str, together: str) -> None:
    for width in range(60, 128):
        assert any(together in line for line in wrap(text, font("text"), width))


def test_lines_of_even_length_keep_signs_with_their_words() -> None:
    fitted = fit("hippopotamus ♀ for horse ♂", 112, 63, ("text",))
    assert fitted.lines == ("hippopotamus ♀", "for horse ♂")


@pytest.mark.parametrize("size", SIZES)
def test_every_font_has_all_letters_of_our_languages_and_the_signs_of_seats(size: str) -> None:
    letters = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA1, 0x100)])) + "œŒŸ€…’„“”‚‘«»–—♂♀●■▲◆★◀▶✓⌫⚠"
    missing = [letter for letter in letters if not font(size).has(letter)]
    assert not missing


def test_a_letter_that_leans_over_its_place_is_measured_with_what_leans() -> None:
    w = font("small").glyph("W")
    assert w.left + w.width > w.advance
    assert font("small").width("W") == w.left + w.width


@given(TEXTS, some.sampled_from(SIZES), some.integers(-20, 120), some.integers(-10, 60))
def test_a_line_looks_like_its_letters_written_one_after_the_other(text: str, size: str, x: int, y: int) -> None:
    whole, one_by_one = Pencil(), Pencil()
    end, pen = whole.write(x, y, text, size), x
    for letter in text:
        pen = one_by_one.write(pen, y, letter, size)
    assert end == pen
    assert whole.image.tobytes() == one_by_one.image.tobytes()


def test_a_letter_no_font_has_is_shown_without_its_accent() -> None:
    assert font("text").glyph("ạ").advance == font("text").glyph("a").advance


def test_a_sign_no_font_has_is_an_empty_box() -> None:
    assert font("text").glyph("漢").width == font("text").glyph("□").width
