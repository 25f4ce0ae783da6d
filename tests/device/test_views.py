"""Views by themselves: what the dial, a push, back and the paddles do to them."""

from itertools import pairwise

import pytest
from PIL import ImageChops

from companion.app.choice_rows import MORE, Group
from companion.core.seat import LONGEST_NAME, SYMBOLS
from companion.device.letters import COMPLETE, DONE, ERASE, names_predicted
from companion.device.pencil import PITCH, WIDTH, Pencil
from companion.device.view import BACK, OPEN, View
from companion.device.views.code import CodeView
from companion.device.views.cue import CueView
from companion.device.views.name import NameView
from companion.device.views.number import NumberView
from companion.device.views.pick import GUTTER, PickView, Row, page_with
from companion.device.views.question import GroupView, QuestionView, choose
from companion.device.views.reading import ReadingView
from companion.device.views.seats import SeatsView
from tests.device.paper import WatchedPencil, draw_checked, shows


def rows(*labels: str) -> list[Row]:
    return [Row(label, label) for label in labels]


def dial_to(view: NameView, sign: str) -> None:
    view.turn(view.ring.index(sign) - view.at)


def spell(view: NameView, name: str) -> None:
    for letter in name.lower():
        dial_to(view, letter)
        view.push()


class TestPicking:
    def test_the_first_row_is_marked_and_a_push_picks_it(self) -> None:
        view = PickView("Which game?", rows("Ark", "Noah"))
        view.push()
        assert view.result == "Ark"

    def test_turning_marks_the_next_row(self) -> None:
        view = PickView("Which game?", rows("Ark", "Noah"))
        view.turn(1)
        view.push()
        assert view.result == "Noah"

    def test_a_list_is_a_ring(self) -> None:
        view = PickView("Which?", rows("a", "b", "c"))
        view.turn(-1)
        assert view.marked.label == "c"

    def test_back_leaves_without_an_answer(self) -> None:
        view = PickView("Which?", rows("a", "b"))
        view.back()
        assert view.result is BACK

    def test_a_paddle_means_nothing_to_a_plain_list(self) -> None:
        view = PickView("Which?", rows("a", "b"))
        view.paddle(1)
        assert view.result is OPEN

    @pytest.mark.parametrize("at", range(30))
    def test_the_marked_row_is_always_in_sight(self, at: int) -> None:
        labels = [f"row number {n}" for n in range(30)]
        assert shows(PickView("A title that takes two lines of the screen", rows(*labels), at), labels[at])

    def test_a_long_label_wraps_and_is_never_shortened(self) -> None:
        label = "rien ne convient : il faut reprendre tous les animaux du bac numéro cinq"
        assert shows(PickView("Anna", rows("oui", label), 1), label)

    def test_the_widest_names_are_shown_whole(self) -> None:
        assert shows(PickView("Qui ?", rows("W" * LONGEST_NAME)), "W" * LONGEST_NAME)

    def test_a_value_is_at_the_end_of_its_row(self) -> None:
        assert draw_checked(PickView("Scores", [Row("Anna", 0, "28"), Row("Ben", 1, "7")])).lines.count("28") == 1


def open_group(at: int, members: int, to: str = "goes over to") -> tuple[QuestionView, GroupView]:
    """A list of four animals, each with more behind it, and the one in this row opened."""
    animals = ("cat", "bear", "lion", "mule")
    groups = [Group(name, rows(*(f"{name} {to} {n}" for n in range(members)))) for name in animals]
    view = QuestionView("Which animal?", [group.row for group in groups], at, SYMBOLS[0], 0)
    return view, GroupView(view)


def lines_of(view: View) -> list[str]:
    lines = (line.rstrip(f" {MORE}") for line in draw_checked(view).collect_words().lines)
    return [line.replace("goes over to", "to") for line in lines]


class TestGroups:
    @pytest.mark.parametrize(
        ("at", "lines"),
        [
            (0, ["cat", "cat to 0", "cat to 1", "mule"]),
            (1, ["cat", "bear", "bear to 0", "bear to 1"]),
            (2, ["lion to 0", "lion to 1", "lion", "mule"]),
            (3, ["cat", "mule to 0", "mule to 1", "mule"]),
        ],
    )
    def test_a_group_opens_beside_its_heading_and_the_rest_stays(self, at: int, lines: list[str]) -> None:
        assert lines_of(open_group(at, 2)[1])[1:] == lines

    @pytest.mark.parametrize(
        ("at", "members", "lines"),
        [
            (0, 2, ["cat", "cat 0 cat 1", "lion", "mule"]),
            (0, 4, ["cat", "cat 0 cat 1", "cat 2 cat 3", "mule"]),
            (1, 3, ["cat", "bear", "bear 0 bear 1", "bear 2"]),
            (2, 4, ["lion 0 lion 1", "lion 2 lion 3", "lion", "mule"]),
        ],
    )
    def test_short_words_of_a_group_take_two_columns(self, at: int, members: int, lines: list[str]) -> None:
        assert [line.replace("  ", " ") for line in lines_of(open_group(at, members, "")[1])[1:]] == lines

    def test_the_mark_stands_before_its_words_in_either_column(self) -> None:
        view = open_group(0, 4, "")[1]
        pictures = []
        for _ in range(4):
            pictures.append(draw_checked(view).image)
            view.turn(1)
        lit = [ImageChops.difference(before, after).getbbox() for before, after in pairwise(pictures)]
        assert all(box is not None for box in lit)
        assert [box[3] - box[1] for box in lit if box] == [8, 8 + PITCH, 8]
        assert len({picture.tobytes() for picture in pictures}) == 4

    @pytest.mark.parametrize("at", range(4))
    def test_opening_a_group_changes_nothing_but_its_rows_and_the_mark(self, at: int) -> None:
        before, after = (draw_checked(view).image for view in open_group(at, 2))
        changed = ImageChops.difference(before.crop((GUTTER, 0, 128, 64)), after.crop((GUTTER, 0, 128, 64))).getbbox()
        assert changed is not None
        assert changed[3] - changed[1] <= 2 * PITCH

    def test_a_heading_in_the_middle_moves_up_if_its_group_needs_the_room(self) -> None:
        assert lines_of(open_group(1, 3)[1]) == ["● Which animal?", "bear", "bear to 0", "bear to 1", "bear to 2"]

    def test_a_group_without_room_there_has_a_page_of_its_own(self) -> None:
        assert lines_of(open_group(0, 4)[1]) == ["● cat", "cat to 0", "cat to 1", "cat to 2", "cat to 3"]

    def test_a_row_of_a_group_is_picked_and_back_leads_to_the_heading(self) -> None:
        walk = choose("Which animal?", open_group(0, 2)[0].rows, "", 0)
        view = next(walk)
        assert isinstance(view, QuestionView)
        view.turn(2)
        inside = walk.send(view.marked.result)
        assert isinstance(inside, GroupView)
        assert inside.marked.label == "lion goes over to 0"
        outside = walk.send(BACK)
        assert isinstance(outside, QuestionView)
        assert outside.marked.label == "lion"
        walk.send(outside.marked.result)
        with pytest.raises(StopIteration) as picked:
            walk.send("lion goes over to 1")
        assert picked.value.value == "lion goes over to 1"


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_no_line_of_a_cue_touches_another_or_the_sign_below(count: int) -> None:
    view = CueView(["Joug qui puis, joug qui " * count], waits=True)
    view.pages *= 12
    boxes = sorted((words.box for words in draw_checked(view)._written), key=lambda box: box[1])
    assert len(boxes) == count + 1
    assert all(above[3] < below[1] for above, below in pairwise(boxes))


class TestAiryRows:
    """Rows of two pages each where all fit so, or where a list needs several pages of the screen anyway."""

    def tops(self, title: str, count: int) -> list[int]:
        written = draw_checked(PickView(title, rows(*(f"row {n}" for n in range(count)))))._written
        return [words.box[1] for words in written if words.text.startswith("row")]

    def test_few_rows_fill_one_page_of_the_screen_each(self) -> None:
        assert self.tops("Which?", 3) == [16, 32, 48]

    def test_four_rows_move_together_so_that_all_are_seen_at_once(self) -> None:
        assert self.tops("Which?", 4) == [16, 28, 40, 52]

    def test_a_long_list_is_airy_again(self) -> None:
        assert self.tops("Which?", 5) == [16, 32, 48]

    @pytest.mark.parametrize(("count", "tops"), [(2, [32, 48]), (3, [28, 40, 52]), (9, [28, 40, 52])])
    def test_below_a_title_of_two_lines_two_rows_are_airy(self, count: int, tops: list[int]) -> None:
        assert self.tops("A title that takes two lines of the screen", count) == tops

    @pytest.mark.parametrize("at", range(9))
    def test_the_bar_of_a_long_list_is_in_whole_pages(self, at: int) -> None:
        image = draw_checked(PickView("Which?", rows(*(f"row {n}" for n in range(9))), at)).image
        lit = [y for y in range(63) if image.getpixel((WIDTH - 1, y))]
        assert lit == list(range(lit[0], lit[-1] + 1))
        assert lit[0] % 8 == 0
        assert lit[-1] % 8 == 7 or lit[-1] == 62


class TestPages:
    def test_all_rows_if_there_is_room(self) -> None:
        assert page_with([10, 10, 10], 1, 30) == (0, 3)

    def test_the_next_page_begins_where_the_first_is_full(self) -> None:
        assert page_with([10] * 9, 2, 30) == (0, 3)
        assert page_with([10] * 9, 3, 30) == (3, 6)

    def test_the_last_page_may_be_short(self) -> None:
        assert page_with([10] * 8, 7, 30) == (6, 8)

    def test_a_row_larger_than_the_room_has_a_page_of_its_own(self) -> None:
        assert page_with([10, 50, 10], 1, 30) == (1, 2)


class TestNumbers:
    def test_turning_counts_and_a_push_takes_the_number(self) -> None:
        view = NumberView("Tears?", range(2, 30))
        view.turn(5)
        view.push()
        assert view.result == 7

    def test_the_ends_are_ends(self) -> None:
        view = NumberView("Tears?", range(2, 30))
        view.turn(-3)
        assert view.numbers[view.at] == 2
        view.turn(99)
        assert view.numbers[view.at] == 29

    def test_the_number_and_its_range_can_be_read(self) -> None:
        view = NumberView("Anna, how many tears are on your cards?", range(40), "●", 0)
        view.turn(17)
        assert draw_checked(view).lines[-5:] == ["17", "◀", "0", "▶", "39"]


class TestReading:
    def test_a_push_closes(self) -> None:
        view = ReadingView("Log", ["nothing"])
        view.push()
        assert view.result is None

    def test_turning_scrolls_to_the_last_line_and_no_further(self) -> None:
        view = ReadingView("Log", [f"line {n}" for n in range(20)])
        assert "line 0" in draw_checked(view).lines
        view.turn(100)
        assert "line 19" in draw_checked(view).lines
        view.turn(-100)
        assert "line 0" in draw_checked(view).lines

    def test_a_log_opens_at_its_end(self) -> None:
        assert "line 19" in draw_checked(ReadingView("Log", [f"line {n}" for n in range(20)], last=True)).lines

    def test_long_paragraphs_wrap(self) -> None:
        text = "A male sends Noah to one of the two ferries across."
        assert shows(ReadingView("Why", [text]), text)


class TestNames:
    def test_a_name_is_spelled_letter_by_letter_with_a_capital_of_its_own(self) -> None:
        view = NameView("Who?")
        spell(view, "jean-luc")
        dial_to(view, DONE)
        view.push()
        assert view.result == "Jean-Luc"

    def test_an_empty_name_cannot_be_confirmed(self) -> None:
        assert DONE not in NameView("Who?").ring

    def test_the_likeliest_answer_is_preselected(self) -> None:
        view = NameView("Who?")
        spell(view, "ann")
        assert view.ring[view.at] == "a"
        view.push()
        assert view.ring[view.at] == DONE

    def test_a_name_that_can_only_be_one_is_offered_as_a_whole(self) -> None:
        view = NameView("Who?")
        spell(view, "élo")
        dial_to(view, COMPLETE)
        assert shows(view, "die")
        view.push()
        assert view.name == "Élodie"

    def test_somebody_who_played_here_is_foreseen_first(self) -> None:
        view = NameView("Who?", predictor=names_predicted(["Xanthippe"]))
        spell(view, "x")
        assert view.ring[0] == COMPLETE
        view.push()
        assert view.name == "Xanthippe"

    def test_a_name_can_be_typed(self) -> None:
        view = NameView("Who?")
        view.type(" zoéx\b\n")
        assert view.result == "Zoé"

    def test_nothing_typed_is_no_name(self) -> None:
        view = NameView("Who?")
        view.type("\n \n\b\x00")
        assert (view.result, view.name) == (OPEN, "")

    def test_typing_stops_where_the_name_is_full(self) -> None:
        view = NameView("Who?")
        view.type("w" * 99)
        assert len(view.name) == LONGEST_NAME

    def test_back_erases_and_with_nothing_left_leaves(self) -> None:
        view = NameView("Who?")
        spell(view, "ab")
        view.back()
        assert view.name == "A"
        view.back()
        view.back()
        assert view.result is BACK

    def test_erase_takes_the_last_letter(self) -> None:
        view = NameView("Who?")
        spell(view, "ab")
        dial_to(view, ERASE)
        view.push()
        assert view.name == "A"

    def test_a_full_name_offers_no_more_letters(self) -> None:
        view = NameView("Who?")
        spell(view, "w" * LONGEST_NAME)
        assert sorted(view.ring) == sorted((ERASE, DONE))
        assert shows(view, view.name)

    def test_a_name_does_not_begin_with_a_space(self) -> None:
        view = NameView("Who?")
        dial_to(view, " ")
        view.push()
        assert view.name == ""

    def test_every_letter_of_the_ring_can_be_seen(self) -> None:
        view = NameView("Who?")
        for sign in view.ring:
            dial_to(view, sign)
            assert view.format_sign(sign) in draw_checked(view).letters or sign == " "


class TestSeats:
    def test_the_other_screen_shows_who_sits_already(self) -> None:
        view = SeatsView("Who plays green?", rows("Cleo"), ["Anna", "Ben"], "▲")
        pencil = WatchedPencil()
        assert view.second_screen(pencil)
        assert {"Anna", "Ben", "●", "■", "▲", "◆", "★"} <= set(pencil.lines)
        assert view.seat == 2


class TestCodes:
    @pytest.mark.parametrize("address", ["http://192.168.178.123:8080/", "WIFI:T:WPA;S:Arkside;P:k7mp3wq9xd;;"])
    def test_the_code_can_be_read_by_a_camera(self, address: str) -> None:
        pencil = Pencil()
        assert CodeView("Phones", "open", address).second_screen(pencil)
        assert decode(pencil, address) == matrix_of(address)

    def test_without_an_address_the_table_stays_in_sight(self) -> None:
        assert not CodeView("Phones", "no page", "").second_screen(Pencil())


def matrix_of(address: str) -> list[list[bool]]:
    import segno

    return [[bool(dark) for dark in row] for row in segno.make(address, error="l", micro=False).matrix]


def decode(pencil: Pencil, address: str) -> list[list[bool]]:
    """The modules of the code on the glass, found from its light frame as a camera would; a single dot is too small."""
    box = pencil.image.getbbox()
    assert box is not None
    left, top, right, bottom = box
    side = len(matrix_of(address))
    scale = (right - left) // (side + 4)
    assert scale >= 2
    lost = scale * (side + 4) - (bottom - top)
    assert 0 <= lost <= 3  # of the light margin, where the screen ends
    top -= (lost + 1) // 2
    middle = scale // 2
    return [
        [
            not pencil.image.getpixel((left + (x + 2) * scale + middle, top + (y + 2) * scale + middle))
            for x in range(side)
        ]
        for y in range(side)
    ]
