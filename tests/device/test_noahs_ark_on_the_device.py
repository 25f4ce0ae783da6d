"""Noah's Ark on the whole device: the four scenarios of a race, and whole matches that stay on the screens."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from PIL import Image

from companion.app.races import InsteadStage
from companion.cli import main
from companion.core.bots import make_random_bot
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.question import Race
from companion.core.registry import find_game
from companion.core.replay import replay_record
from companion.core.words import LANGUAGES
from companion.device.font import font
from companion.device.rehearsal import Rehearsal
from companion.device.views.pick import PickView, Row, write_title
from companion.device.views.podium import PodiumView
from companion.device.views.race import LINE
from companion.device.views.reading import ReadingView
from companion.phone.race_view import list_buttons
from companion.testing.fit import WIDE_NAMES, ViewReader, count_clicks, list_views
from drivers.referee import Verdict
from tests.device.paper import WatchedPencil, draw_checked, shows
from tests.device.scripts import FOLDER
from tests.long import mark_long

SamePicture = Callable[[Image.Image, str], None]

GAME = find_game("noahs-ark")
REAL_CARDS, OUR_CARDS = "Our own cards and pieces", "Cards on the screen"


class Evening(NamedTuple):
    """What a script left behind: every answer with what is kept beside it, and the frames."""

    answers: list[str]
    verdicts: dict[str, list[Verdict]]
    """By answer: how those races ended, in the order they were run."""
    frames: list[Path]


def evening(name: str, folder: Path) -> Evening:
    """Run a scenario as anybody can: `arkside run --script FILE`."""
    script = str(FOLDER / f"noahs-ark-{name}.txt")
    assert main(["run", "--script", script, "--data", str(folder), "--frames", str(folder / "frames")]) == 0
    with Journal(folder) as journal:
        answers = journal.load_record(1).answers
    verdicts: dict[str, list[Verdict]] = {}
    for answer in answers:
        if answer.detail:
            verdicts.setdefault(answer.choice, []).append(Verdict.read(answer.detail))
    return Evening([answer.choice for answer in answers], verdicts, sorted((folder / "frames").iterdir()))


def compare(frames: list[Path], name: str, same_picture: SamePicture) -> None:
    """Every frame of a scenario with its golden picture."""
    for file in frames:
        with Image.open(file) as picture:
            both = picture.resize((260, 64), Image.Resampling.NEAREST).convert("1")
        same_picture(both, f"noahs-ark-{name}-{file.stem[4:]}")


@pytest.mark.golden
def test_false_starts_are_shown_with_their_count(tmp_path: Path, same_picture: SamePicture) -> None:
    played = evening("false-start", tmp_path)
    assert played.answers[-3:] == ["slap-0", "right", "lion-snake-1"]
    (verdict,) = played.verdicts["slap-0"]
    assert verdict.early == ((1, 2),), "the second player pressed twice before NOW!"
    assert [slap.seat for slap in verdict.order] == [0]
    compare(played.frames, "false-start", same_picture)


@pytest.mark.golden
def test_a_dead_heat_is_run_again_between_those_two(tmp_path: Path, same_picture: SamePicture) -> None:
    played = evening("dead-heat", tmp_path)
    assert played.answers[-2:] == ["slap-2", "right"]
    (verdict,) = played.verdicts["slap-2"]
    assert verdict.first == (2,)
    with Journal(tmp_path) as journal:
        assert '"heats"' in journal.load_record(1).answers[-2].detail, "the dead heat is kept beside the answer"
    compare(played.frames, "dead-heat", same_picture)


@pytest.mark.golden
def test_after_a_wrong_claim_the_others_race_on(tmp_path: Path, same_picture: SamePicture) -> None:
    played = evening("wrong-claim", tmp_path)
    assert played.answers[-6:] == ["slap-2", "wrong", "slap-1", "wrong", "slap-0", "right"]
    (second,) = played.verdicts["slap-1"]
    assert [slap.seat for slap in second.order] == [1], "who was wrong is not heard any more"
    compare(played.frames, "wrong-claim", same_picture)


@pytest.mark.golden
def test_two_who_are_tied_fight_a_duel(tmp_path: Path, same_picture: SamePicture) -> None:
    played = evening("duel", tmp_path)
    assert played.answers[-5:] == ["ark", "slap-2", "wrong", "slap-0", "right"]
    with Journal(tmp_path) as journal:
        match = replay_record(journal.load_record(1), journal.file)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert match.table.scores == [4, 0, 1]
    compare(played.frames, "duel", same_picture)


def sat_down(device: Rehearsal, players: int, cards: str) -> Iterator[PickView]:
    """Seat people and take these cards; then every view of options, each with its usual value."""
    say = device.context.say
    device.pick(say("New match"))
    device.pick(GAME.title)
    for seat in range(players):
        device.pick(say("Player {n}", n=seat + 1))
    if players < GAME.players[-1]:
        device.push()
    device.pick(say(cards))
    while device.match is None:
        assert isinstance(device.view, PickView)
        yield device.view
        device.push()


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_are_asked_only_for_options_that_matter_to_them(tmp_path: Path, language: str) -> None:
    with Rehearsal(tmp_path, language) as device:
        rows = [{str(row.result) for row in view.rows} for view in sat_down(device, 2, "Cards on the screen")]
    assert rows == [{"normal", "advanced"}, {"auto", "with", "without"}, {"full", "short", "shortest"},
                    {"shared", "duel"}]  # fmt: skip


def test_how_many_advanced_cards_join_is_asked_in_the_advanced_mode(device: Rehearsal) -> None:
    titles = []
    for view in sat_down(device, 2, "Cards on the screen"):
        titles.append({str(row.result) for row in view.rows})
        if "advanced" in titles[-1]:
            device.turn(1)
    assert {"all", "seven", "six", "five", "four", "three", "two", "one"} in titles


@pytest.mark.parametrize(
    ("players", "cards", "language"),
    mark_long(
        [(*way, language) for way in ((5, REAL_CARDS), (3, OUR_CARDS)) for language in LANGUAGES],
        quick=[(5, REAL_CARDS, "en"), (3, OUR_CARDS, "fr")],
    ),
)
def test_a_whole_advanced_match_is_played_with_the_hands(
    tmp_path: Path, language: str, players: int, cards: str
) -> None:
    with Rehearsal(tmp_path, language, seed=6) as device:
        for view in sat_down(device, players, cards):
            if any(row.result == "advanced" for row in view.rows):
                device.turn(1)
        match = device.match
        assert match is not None
        rng = Random(players)
        while (question := match.question) is not None:
            race = isinstance(question, Race)
            device.answer(f"slap-{rng.choice(question.seats)}" if race else rng.choice(question.list_ids()))
        assert match.outcome is not None
        device.read_on()
        assert isinstance(device.view, PodiumView)


def agreed_on(device: Rehearsal, players: int, **options: str) -> Match:
    """Seat people with real cards and these options."""
    wanted = set(options.values())
    for view in sat_down(device, players, "Our own cards and pieces"):
        at = [index for index, row in enumerate(view.rows) if row.result in wanted]
        device.turn(at[0] if at else 0)
    assert device.match is not None
    assert {name: device.match.setup.options[name] for name in options} == options
    return device.match


def tell_at_now(device: Rehearsal, choice: str) -> None:
    """Everybody taps, NOW! comes, and only then somebody says what was turned up."""
    device.read_on()
    device.ready()
    device.wait_for_now()
    device.push()
    device.answer(choice)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slap", ["paddles", "ark"])
def test_a_flice_card_and_the_ark_can_be_entered_after_now(tmp_path: Path, language: str, slap: str) -> None:
    with Rehearsal(tmp_path, language, seed=6) as device:
        device.context.app.settings.change("slap", slap)
        match = agreed_on(device, 3, flice="with", length="shortest", told="end")
        styles = iter(("flice-fist", "flice-thumb"))
        while (question := match.question) is not None:
            if not isinstance(question, Race):
                device.answer(question.list_ids()[0])
            elif "ark" in question.list_ids():
                tell_at_now(device, "ark")
                assert match.answers[-1] == "ark"
                assert match.facts["ark"] == "has-come"
            elif question.ask == "unseen" and (style := next(styles, "")):
                tell_at_now(device, style)
                assert match.facts["style"] == style
            else:
                device.answer("slap-1")
        assert match.answers.count("ark") == 1
        assert next(styles, "") == ""
        assert "nobody" not in match.answers
        device.read_on()
        assert isinstance(device.view, PodiumView)


def test_after_now_nobody_and_then_the_card_that_came_can_be_entered(device: Rehearsal) -> None:
    match = agreed_on(device, 2, flice="with", told="after")
    while not isinstance(match.question, Race):
        assert match.question is not None
        device.answer(match.question.list_ids()[0])
    device.answer("nobody")
    assert match.answers[-1] == "nobody"
    tell_at_now(device, "flice-fist")
    assert match.facts["style"] == "flice-fist"


def test_back_out_of_what_came_instead_answers_nothing(device: Rehearsal) -> None:
    match = agreed_on(device, 2, flice="with", told="after")
    while not isinstance(match.question, Race):
        assert match.question is not None
        device.answer(match.question.list_ids()[0])
    before = list(match.answers)
    device.ready()
    device.wait_for_now()
    assert shows(device.view, "push the dial: no race")
    device.push()
    assert shows(device.view, "No race: what happened?")
    device.back()
    assert match.answers == before


def test_phones_offer_the_same_things_instead_of_a_race(device: Rehearsal) -> None:
    match = agreed_on(device, 2, flice="with", told="after")
    while not isinstance(match.question, Race):
        assert match.question is not None
        device.answer(match.question.list_ids()[0])
    device.ready()
    device.wait_for_now()
    stage = device.app.races.stage
    assert stage is not None
    assert list_buttons(device.app, stage, device.context.say)[0][0] == "No race"
    device.push()
    stage = device.app.races.stage
    assert isinstance(stage, InsteadStage)
    buttons = list_buttons(device.app, stage, device.context.say)
    assert buttons[-1] == ("Nobody slapped", "instead", {"choice": "nobody"})
    assert {"choice": "flice-fist"} in [extra for _, _, extra in buttons]


def advanced_matches() -> Iterator[Match]:
    """Matches with all the cards there are."""
    for players, deal, tie in ((5, "table", "duel"), (4, "table", "shared"), (4, "virtual", "duel")):
        options = {"mode": "advanced", "tie": tie, "told": "after"}
        yield Match(GAME, GAME.set_up(WIDE_NAMES[:players], options, seed=players, deal=deal))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_and_every_help_of_the_advanced_mode_fits(language: str) -> None:
    voice, face = GAME.voice(GAME.say(language)), GAME.face()
    reader = ViewReader()
    for match in advanced_matches():
        bot = make_random_bot(Random(3))
        while (question := match.question) is not None:
            table = match.table
            if isinstance(question, Race):
                top = write_title(WatchedPencil(), voice.prompt(question, table))
                assert top + font("large").height + LINE <= 64, "the signs of those who race stand below the title"
            else:
                for view in list_views(match, voice):
                    reader.check(view)
            draw_checked(ReadingView(voice.prompt(question, table), voice.help(question, table)))
            face.picture(WatchedPencil(), table, question)
            match.answer(bot(question, table))
        assert match.outcome is not None
        reader.check(PickView(voice.describe_outcome(match.outcome, match.table), [Row("-", 0)]))
        face.picture(WatchedPencil(), match.table, None)


def test_at_a_real_table_every_card_is_near_on_the_dial() -> None:
    voice = GAME.voice(GAME.say("en"))
    for match in advanced_matches():
        bot = make_random_bot(Random(4))
        while (question := match.question) is not None:
            first = list_views(match, voice)[0]
            if isinstance(first, PickView):
                assert count_clicks(first.rows) <= 15, question
            match.answer(bot(question, match.table))


@pytest.mark.parametrize(
    ("language", "groups"),
    [
        ("en", {"lion", "elephant", "wild card", "pick a card", "replace"}),
        ("fr", {"lion", "éléphant", "joker", "voler une carte", "remplacer"}),
    ],
)
def test_cards_that_are_alike_stand_behind_one_row_with_a_name(language: str, groups: set[str]) -> None:
    match = next(advanced_matches())
    while match.question is not None and match.question.ask != "won_card":
        match.answer(match.question.list_ids()[0])
    first = list_views(match, GAME.voice(GAME.say(language)))[0]
    assert isinstance(first, PickView)
    # nobody has confirmed any card yet, so every heading is a guess
    assert groups <= {row.label.removesuffix("?").rstrip() for row in first.rows}
    assert len(first.rows) <= 14, "no row hides unlike cards"
