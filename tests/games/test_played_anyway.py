"""What Arkside believes impossible can be entered anyway at a real table: the books follow, and everything else works."""

from operator import ge
from pathlib import Path
from random import Random

import pytest

from companion.core.errors import DoubtfulAnswer, NoOdds, NotAChoice
from companion.core.game import Game
from companion.core.journal import Journal
from companion.core.match import Match
from companion.core.match_worlds import imagine_match
from companion.core.missing_choices import word_doubtful_choices
from companion.core.played_anyway import ANYWAY_PREFIX, has_doubtful_answers, list_doubtful_choices
from companion.core.registry import find_game
from companion.core.session import Session, replay_answers
from companion.core.sessions import Sessions
from companion.core.statistics import compute_statistics
from companion.games.noah.deduced_cards import DeducedHand
from companion.games.noah.real import RealNoahTable
from tests.boxed import BOXED

LONGEST = 700
"""Answers after which a match that goes astray is stopped; none needs as many."""


def set_up_at_random(game: Game, seed: int) -> Match:
    """Return a match with any number of players and any options, with real pieces."""
    rng = Random(seed)
    names = ["Anna", "Ben", "Cleo", "Dan", "Eve"][: rng.choice(game.players)]
    options = {name: rng.choice(values) for name, values in game.list_option_values("table").items()}
    return Match(game, game.set_up(names, options, seed, "table"))


def play_against_the_rules(match: Match, rng: Random, often: float = 0.15) -> int:
    """Play to the end, with a doubtful answer now and then; return how many there were."""
    entered = 0
    while match.question is not None and len(match.answers) < LONGEST:
        doubtful = list_doubtful_choices(match.game, match.table, match.question)
        if doubtful and rng.random() < often:
            match.answer(f"{ANYWAY_PREFIX}{rng.choice(doubtful).choice}")
            entered += 1
        else:
            match.answer(rng.choice(match.question.choices))
    return entered


@pytest.mark.parametrize("id", BOXED)
def test_a_match_with_doubtful_answers_can_be_finished_undone_and_replayed(id: str) -> None:
    game, entered = find_game(id), 0
    for seed in range(4):
        match = set_up_at_random(game, seed)
        entered += play_against_the_rules(match, Random(seed))
        assert match.outcome is not None
        again = Match(game, match.setup, match.answers)
        assert (again.facts, again.trail) == (match.facts, match.trail)
        match.undo(len(match.answers) // 2)
        while match.can_redo:
            match.redo()
        assert match.facts == again.facts
    assert entered


@pytest.mark.parametrize("id", BOXED)
def test_every_doubtful_choice_has_an_id_of_its_own_a_name_and_a_doubt(id: str) -> None:
    game, rng, seen = find_game(id), Random(1), 0
    voices = [game.voice(game.say(language)) for language in ("en", "fr")]
    match = set_up_at_random(game, 5)
    while match.question is not None:
        for voice in voices:
            doubts = word_doubtful_choices(game, voice, match.question, match.table)
            ids = [doubt.id.removeprefix(ANYWAY_PREFIX) for doubt in doubts]
            assert len(ids) == len(set(ids))
            assert not set(ids) & set(match.question.list_ids())
            assert all(doubt.label and doubt.why for doubt in doubts)
            seen += len(doubts)
        match.answer(rng.choice(match.question.choices))
    assert seen


def test_where_the_program_deals_nothing_can_be_entered_anyway() -> None:
    game = find_game("noah")
    match = Match(game, game.set_up(["Anna", "Ben"], seed=3))
    assert match.question is not None
    assert not list_doubtful_choices(game, match.table, match.question)
    with pytest.raises(NotAChoice):
        match.answer("anyway-lion-m")


def begin_noah() -> Match:
    """Return a match of Noah in which Anna is to load a ferry with a male elephant of weight 10 aboard."""
    game = find_game("noah")
    match = Match(game, game.set_up(["Anna", "Ben"], seed=3, deal="table"))
    for answer in ("seat-0", "elephant-m", "cat-f", "bear-m", "panda-f", "kangaroo-m"):
        match.answer(answer)
    return match


def test_a_refusal_says_how_to_enter_it_anyway() -> None:
    match = begin_noah()
    with pytest.raises(DoubtfulAnswer) as refused:
        match.answer("elephant-m")
    assert refused.value.code == "doubtful"
    assert "If you played it anyway, answer anyway-elephant-m" in str(refused.value)


def test_noah_goes_where_people_say_although_he_should_not() -> None:
    match = begin_noah()
    assert match.question is not None
    fitting = str(match.question.choices[0]).rpartition("-")[0]
    anyway = next(
        str(choice.choice)
        for choice in list_doubtful_choices(match.game, match.table, match.question)
        if str(choice.choice).startswith(f"{fitting}-") and str(choice.choice) not in match.question.list_ids()
    )
    match.answer(ANYWAY_PREFIX + anyway)
    assert isinstance(match.table, RealNoahTable)
    assert match.table.noah.id == f"ferry-{anyway[-1]}"


def test_a_card_that_the_deductions_exclude_is_played_and_they_are_forgotten() -> None:
    """Anna picks up the elephant: everyone knows she has it. Then Ben plays that very elephant."""
    match = begin_noah()
    match.answer("anyway-take-back")
    match.answer("cat-m-3")
    assert list_sure_cards(match, 0) == "elephant-m"
    assert match.question is not None
    assert match.question.seat == 1
    doubtful = {str(choice.choice): choice for choice in list_doubtful_choices(match.game, match.table, match.question)}
    assert "it can't be in this hand" in map(str, doubtful["elephant-m"].reasons)
    match.answer("anyway-elephant-m")
    assert list_sure_cards(match, 0) == ""
    assert match.facts["ferry-3"] == "bear-m elephant-m 17/21"


def list_sure_cards(match: Match, seat: int) -> str:
    """Return the cards that are known to be in a hand."""
    hand = match.table.hands[seat]  # type: ignore[attr-defined]
    assert isinstance(hand, DeducedHand)
    return str(hand.find_sure_cards())


def test_an_overloaded_ferry_leaves_like_a_full_one() -> None:
    match = begin_noah()
    match.answer("anyway-elephant-m")
    match.answer("ferry-3")
    while match.facts["noah"] != "ferry-1" or match.question is None or match.question.ask != "load":
        assert match.question is not None
        there = [choice for choice in match.question.choices if str(choice).endswith("-1")]
        match.answer((there or match.question.choices)[0])
    assert match.facts["ferry-1"] == "elephant-m elephant-m 20/21"
    match.answer("anyway-rhinoceros-m")
    match.answer("ferry-3")
    assert "departs" in [cue.kind for cue in match.cues]


def test_a_card_that_lies_in_a_cabin_of_ark_is_turned_up_again() -> None:
    """Somebody entered the wrong card before: the books count it twice from now on."""
    game = find_game("ark")
    match = Match(game, game.set_up(["Anna", "Ben", "Cleo"], seed=3, deal="table"))
    while match.question is not None and match.question.ask != "turned_up":
        match.answer(match.question.choices[0])
    first = match.facts["port-1"].split()[0]
    with pytest.raises(DoubtfulAnswer, match="it's in port 1"):
        match.answer(first)
    match.answer(ANYWAY_PREFIX + first)
    assert match.facts["display"] == first


def test_a_card_of_ark_goes_where_it_is_not_wanted_and_the_disc_stays_on_its_track() -> None:
    game, rng = find_game("ark"), Random(4)
    match = Match(game, game.set_up(["Anna", "Ben", "Cleo"], seed=3, deal="table"))
    against = 0
    while match.question is not None:
        doubtful = list_doubtful_choices(game, match.table, match.question)
        if match.question.ask == "where" and doubtful:
            match.answer(f"{ANYWAY_PREFIX}{rng.choice(doubtful).choice}")
            against += 1
        else:
            match.answer(rng.choice(match.question.choices))
        assert abs(int(match.facts["incline"])) <= 2 or match.question is None or match.question.ask == "starting"
        assert min(match.table.discs) >= 0  # type: ignore[attr-defined]
    assert against


@pytest.mark.parametrize("doubt", ["too heavy", "full", "no disc left"])
def test_a_place_of_ark_that_seems_impossible_is_entered_anyway(doubt: str) -> None:
    """Some entry before was wrong: a weight, a cabin, or a disc."""
    match, place = find_doubtful_place(doubt)
    assert match.question is not None
    seat, card = match.question.seat, str(match.question.about)
    card_id, facts = match.question.about.id, match.facts
    with pytest.raises(DoubtfulAnswer, match=doubt):
        match.answer(place)
    match.answer(ANYWAY_PREFIX + place)
    cabin = place.partition("-take-")[0]
    assert card_id in match.facts[cabin].split(), f"{card} is aboard"
    assert set(facts.get(cabin, "").split()[:-1]) < set(match.facts[cabin].split())
    assert abs(int(match.facts["incline"])) <= 2
    assert match.table.discs[seat] >= 0  # type: ignore[attr-defined]
    after = match.facts
    match.undo()
    assert match.facts == facts
    match.redo()
    assert match.facts == after
    play_against_the_rules(match, Random(1), often=0)
    assert match.outcome is not None


def find_doubtful_place(doubt: str) -> tuple[Match, str]:
    """Return a match of Ark in which somebody is asked for a place, and one that only this doubt speaks against."""
    game = find_game("ark")
    for seed in range(50):
        match, rng = Match(game, game.set_up(["Anna", "Ben", "Cleo"], seed=seed, deal="table")), Random(seed)
        while match.question is not None:
            if match.question.ask == "where":
                for doubtful in list_doubtful_choices(game, match.table, match.question):
                    words = [game.say("en").phrase(reason) for reason in doubtful.reasons]
                    if len(words) == 1 and doubt in words[0]:
                        return match, str(doubtful.choice)
            match.answer(rng.choice(match.question.choices))
    raise AssertionError(f"no place is {doubt}")


def test_more_boards_than_we_counted_are_built_anyway() -> None:
    game, rng = find_game("ark-and-noah"), Random(1)
    match = Match(game, game.set_up(["Anna", "Ben"], {"depth": "counts"}, 3, "table"))
    while match.question is not None and match.question.ask != "build_boards":
        match.answer(rng.choice(match.question.choices))
    assert match.question is not None
    seat = match.question.seat
    before = int(match.facts[f"on-ark-{seat}"].removeprefix("boards-"))
    most = max(choice for choice in match.question.choices if isinstance(choice, int))
    match.answer(f"{ANYWAY_PREFIX}{most + 1}")
    assert match.facts[f"on-ark-{seat}"] == f"boards-{before + most + 1}"


def test_the_ark_of_noahs_ark_comes_earlier_than_it_can() -> None:
    game = find_game("noahs-ark")
    match = Match(game, game.set_up(["Anna", "Ben"], {"told": "before"}, 3, "table"))
    while match.question is not None and match.question.ask != "reveal":
        match.answer(match.question.choices[0])
    match.answer("anyway-ark")
    while match.question is not None:
        assert match.question.ask not in ("reveal", "unseen"), "no card comes after the Ark"
        match.answer(match.question.choices[0])


@pytest.fixture
def sessions(tmp_path: Path) -> Sessions:
    return Sessions(Journal(tmp_path), "a test")


def test_journal_log_statistics_and_odds_bear_it(sessions: Sessions, tmp_path: Path) -> None:
    game = find_game("noah")
    with sessions.start(game, game.set_up(["Anna", "Ben"], seed=3, deal="table")) as session:
        session.get_voice("en")
        for answer in ("seat-0", "elephant-m", "cat-f", "bear-m", "panda-f", "kangaroo-m"):
            session.answer(session.n, answer)
        happened = session.answer(session.n, "anyway-elephant-m")
        assert happened.lines["en"].label == "elephant ♂ 10 (played anyway)"
        undone = session.undo(session.n)
        assert undone.lines["en"].label == "elephant ♂ 10 (played anyway)"
        session.redo(session.n)
        finish(session)
        number = session.number
        with pytest.raises(NoOdds):
            imagine_match(session.match)
    record = sessions.journal.load_record(number)
    assert has_doubtful_answers(record.list_standing_choices())
    with sessions.open(number) as again:
        assert again.match.outcome is not None
    french = [
        line.lines["fr"].label for line in replay_answers(game, record.setup, record.list_standing_choices(), "fr")
    ]
    assert any(label.endswith("(joué quand même)") for label in french)
    assert compute_statistics(sessions.journal).games[0].game == "noah"


def finish(session: Session) -> None:
    """Let people answer anything until the match is over."""
    rng = Random(2)
    while session.question is not None:
        session.answer(session.n, rng.choice(session.question.choices))


OVERLOOKED = (
    "seat-1 panda-m elephant-f cat-m elephant-m kangaroo-m snail-m-4 cat-f-3 snail-f-4 take-back elephant-m-1 cat-m-3"
)


def open_after_an_oversight(deal: str = "table") -> Session:
    """Return a match in which Anna said that nothing fits, overlooking a card, and therefore seems unable to load."""
    game = find_game("noah")
    session = Session(Match(game, game.set_up(["Anna", "Ben"], seed=13, deal=deal)))
    session.get_voice("en")
    if deal == "table":
        for answer in OVERLOOKED.split():
            session.answer(session.n, answer)
    return session


def test_what_somebody_can_only_do_by_our_count_can_be_changed() -> None:
    session = open_after_an_oversight()
    assert session.question is not None
    assert not session.match.table.aboard[2], "Arkside has picked ferry 3 up for Anna"
    assert session.guess is not None
    assert session.get_voice("en").cue(session.guess, session.match.table).startswith("Nothing fits")
    before = session.facts
    session.change_guess(session.n)
    assert [str(animal) for animal in session.match.table.aboard[2]] == ["cat-m", "snail-f"]
    assert session.question is not None
    assert session.question.seat == 0
    assert {"mule-m", "take-back"} <= set(session.question.list_ids()), "whatever Anna holds can be entered"
    assert session.guess is None
    session.undo(session.n)
    session.answer(session.n, "cat-m-3")
    assert session.facts == before


def test_what_the_cards_of_the_program_decide_is_no_guess() -> None:
    session = open_after_an_oversight("virtual")
    rng = Random(1)
    forced = 0
    while session.question is not None:
        happened = session.answer(session.n, str(rng.choice(session.question.choices)))
        forced += any(cue.kind in ("loads", "takes_back") for cue in happened.cues)
        assert session.guess is None
    assert forced


def test_an_answer_that_is_offered_is_no_doubt_for_people() -> None:
    session = open_after_an_oversight()
    assert session.question is not None
    offered = set(session.question.list_ids())
    doubts = word_doubtful_choices(session.game, session.get_voice("en"), session.question, session.match.table)
    assert not {doubt.id.removeprefix(ANYWAY_PREFIX) for doubt in doubts} & offered


def find_doubtful_corral(ask: str, players: int) -> Match:
    """Return a match of Ark & Noah by points that asks this about a corral, with more boards possible than we counted."""
    game = find_game("ark-and-noah")
    for seed in range(80):
        rng, names = Random(seed), ["Anna", "Ben", "Cleo", "Dan"][:players]
        match = Match(game, game.set_up(names, {"mode": "normal" if seed % 2 else "quick"}, seed, "table"))
        while match.question is not None and len(match.answers) < 150:
            if match.question.ask == ask and list_doubtful_choices(game, match.table, match.question):
                return match
            match.answer(rng.choice(match.question.choices))
    raise AssertionError(f"no {ask}")


@pytest.mark.parametrize(("ask", "players"), [("corral_walls", 2), ("corral_own", 4), ("corral_rest", 3)])
def test_a_corral_has_more_boards_of_somebody_than_we_counted(ask: str, players: int) -> None:
    """Somebody's boards were entered as another player's before."""
    match = find_doubtful_corral(ask, players)
    doubtful = list_doubtful_choices(match.game, match.table, match.question)  # type: ignore[arg-type]
    before, facts = len(match.answers), match.facts
    for doubt in Random(1).sample(list(doubtful), min(5, len(doubtful))):
        match.answer(f"{ANYWAY_PREFIX}{doubt.choice}")
        after, rng = sum(match.table.scores), Random(2)
        while match.question is not None and match.question.ask.startswith("corral"):
            match.answer(rng.choice(match.question.choices))
        assert sum(match.table.scores) >= after
        walls = doubt.choice.others.boards if ask == "corral_walls" else getattr(doubt.choice, "boards", ())
        on_ark = match.table.boards_on_ark  # type: ignore[attr-defined]
        assert not isinstance(walls, tuple) or all(map(ge, on_ark, walls)), "the books know these boards now"
        play_against_the_rules(match, rng, often=0.05)
        match.undo(len(match.answers) - before)
        assert match.facts == facts
