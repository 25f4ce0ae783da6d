"""Noah alone (rulings.md 3.5 #5 to #10): the rules, both deals, every end, and what a player with real cards is told."""

from collections import Counter
from random import Random

import pytest

from companion.core.bots import make_random_bot
from companion.core.errors import NoOdds, SetupError
from companion.core.game import Outcome
from companion.core.match import Match
from companion.core.question import TABLE, Question
from companion.core.session import SPECTATOR, Session
from companion.core.words import LANGUAGES
from companion.games.noah import GAME, solo
from companion.games.noah.pieces import TAKE_BACK
from tests.games.noah.stage import animal
from tests.games.noah.test_laws import check_ferry, where_all_cards_are
from tests.laws import NAMES, check_cues, check_undo_and_redo, play_checked

LEVELS = ("easy", "middle", "hard")
ENDS = ("all-aboard", "nothing-fits", "no-ferry")


def set_up(level="easy", seed=0, deal="virtual"):
    return GAME.set_up(NAMES[:1], {"level": level}, seed, deal)


class Alone:
    """A game for one whose pile (the next card first), hand and ferries are as a test wants them."""

    def __init__(self, pile, hand, aboard=None, noah=1, departures=0):
        setup = set_up("hard")
        self.table = table = GAME.new_table(setup, GAME.make_pieces(setup))
        table.cues = []
        table.gather()
        table.hands[0].replace_all([animal(table, id) for id in hand.split()])
        table.pile.cards[:] = [animal(table, id) for id in reversed(pile.split())]
        for number, ids in (aboard or {}).items():
            for id in ids.split():
                table.load(table.ferries[number - 1], animal(table, id))
        table.noah = table.ferries[noah - 1]
        table.departures = departures
        self.outcome = None

    def start(self, *answers):
        """Begin the turn from this table, and give these answers."""
        self.play = solo.take_turns(self.table)
        self.question = next(self.play)
        for answer in answers:
            self.answer(answer)
        return self

    def answer(self, id):
        (choice,) = [choice for choice in self.question.choices if str(choice) == id]
        try:
            self.question = self.play.send(choice)
        except StopIteration as end:
            self.question, self.outcome = None, end.value

    @property
    def hand(self):
        return str(self.table.hands[0])

    @property
    def pile(self):
        return " ".join(card.id for card in reversed(self.table.pile.cards))

    @property
    def cues(self):
        return [str(cue) for cue in self.table.cues]

    def aboard(self, number):
        return " ".join(one.id for one in self.table.aboard[number - 1])


@pytest.mark.parametrize(("level", "cards"), [("easy", 31), ("middle", 39), ("hard", 47)])
def test_the_level_decides_how_many_cards_are_played_with(level, cards):
    table = GAME.new_table(set_up(level), GAME.make_pieces(set_up(level)))
    next(solo.play(table))
    assert (table.hands[0].size, len(table.pile), table.aboard) == (2, cards - 2, [[]] * 5)


def test_one_animal_is_loaded_noah_moves_and_a_card_is_drawn():
    alone = Alone("bear-m panda-m", "cat-m parrot-f").start("cat-m")
    assert alone.question.list_ids() == ["ferry-3", "ferry-4"]
    assert alone.hand == "parrot-f"
    alone.answer("ferry-3")
    assert (alone.hand, alone.pile, alone.aboard(1)) == ("parrot-f bear-m", "panda-m", "cat-m")
    assert (alone.question.ask, alone.table.noah.id) == ("load", "ferry-3")


@pytest.mark.parametrize(("joins", "drawn"), [("cat-f", 2), ("cat-m", 1), ("bear-f", 1)])
def test_only_a_couple_of_both_sexes_draws_two(joins, drawn):
    alone = Alone("elephant-m elephant-f rhinoceros-m", f"{joins} parrot-f", {1: "cat-m"}).start(joins)
    alone.answer(alone.question.list_ids()[0])
    assert alone.table.hands[0].size == 1 + drawn


def test_the_last_aboard_must_be_the_mate():
    alone = Alone("elephant-m elephant-f bear-m", "cat-f parrot-f", {1: "cat-m bear-f"}, 1)
    assert not alone.table.loads[0].objections(animal(alone.table, "cat-m"))
    assert alone.table.loads[0].objections(animal(alone.table, "cat-f"))


@pytest.mark.parametrize(("gone", "left"), [(0, "cat-f cat-m parrot-m"), (1, "cat-m parrot-m"), (2, "parrot-m")])
def test_a_full_ferry_throws_as_many_cards_away_as_ferries_have_left(gone, left):
    alone = Alone("mule-m cat-f cat-m parrot-m", "elephant-m panda-m", {1: "bear-m panda-m"}, departures=gone)
    alone.start("elephant-m", "ferry-3")
    first, *rest = left.split()
    assert (Counter(alone.hand.split()), alone.pile) == (Counter(["panda-m", first]), " ".join(rest))
    assert alone.aboard(1) == ""
    assert f"thrown_away {gone + 1}" in alone.cues
    assert alone.table.gaps == set()


def test_after_the_third_departure_a_place_stays_empty_and_noah_cannot_go_there():
    alone = Alone("cat-m " * 5 + "cat-f", "elephant-m cat-m", {1: "bear-m panda-m"}, departures=3)
    alone.start("elephant-m", "ferry-3")
    assert alone.table.gaps == {0}
    alone.answer("cat-m")  # from ferry 3, a male crosses over to 1 or 5
    assert alone.table.noah.id == "ferry-5"
    assert "noah_goes ferry-5" in alone.cues
    voice = GAME.voice(GAME.say("en"))
    assert voice.fact_value("ferry-1", alone.table.facts()["ferry-1"], alone.table) == "gone"


def test_without_a_ferry_to_go_to_the_game_is_lost():
    alone = Alone("cat-m cat-m", "cat-f parrot-f", noah=1)
    alone.table.gaps = {1, 4}
    alone.start("cat-f")
    assert (alone.outcome.winners, alone.outcome.why) == ((), "no-ferry")
    assert [(entry.points, entry.reason) for entry in alone.table.ledger.entries] == [(1, "hand"), (2, "pile")]


def test_a_mule_that_fills_the_last_ferry_leaves_noah_at_an_empty_place():
    alone = Alone("cat-m " * 6, "mule-m cat-m", {1: "elephant-m lion-m"}, departures=3)
    alone.start("mule-m")
    assert (alone.outcome.winners, alone.outcome.why, alone.table.scores) == ((), "nothing-fits", [3])


def test_nothing_that_fits_loses_and_nobody_picks_up():
    lost = Alone("bear-f bear-f", "cat-m bear-f", {3: "cat-m cat-f"}).start("cat-m", "ferry-3")
    assert (lost.outcome.winners, lost.outcome.why, lost.table.scores) == ((), "nothing-fits", [3])


def test_no_card_left_wins():
    alone = Alone("", "cat-m").start("ferry-3")
    assert (alone.outcome.winners, alone.outcome.why, alone.table.scores) == ((0,), "all-aboard", [0])


def test_a_giraffe_sorts_the_next_three_cards():
    alone = Alone("bear-m cat-f panda-m mule-f", "giraffe-m parrot-f").start("giraffe-m")
    assert (alone.question.ask, len(alone.question.choices)) == ("sort_pile", 6)
    alone.answer("panda-m_bear-m_cat-f")
    assert alone.pile == "panda-m bear-m cat-f mule-f"
    alone.answer("ferry-3")
    assert "panda-m" in alone.hand
    assert alone.table.known_on_top == 2


def test_what_a_giraffe_saw_stays_where_it_was_in_every_world_that_is_imagined():
    alone = Alone("bear-m cat-f panda-m mule-f cat-m parrot-m", "giraffe-m parrot-f").start("giraffe-m")
    seen = {alone.pile[:21] for rng in map(Random, range(20)) for _ in [alone.table.imagine(0, rng)]}
    rest = {alone.pile[21:] for rng in map(Random, range(20)) for _ in [alone.table.imagine(0, rng)]}
    assert len(seen) == 1 < len(rest)


def test_a_lion_sends_an_animal_back_or_nobody():
    aboard = {1: "bear-m cat-f cat-m", 2: "cat-m cat-f cat-m", 3: "bear-f panda-f kangaroo-f"}
    alone = Alone("mule-m parrot-m", "lion-f parrot-f", aboard).start("lion-f")
    assert alone.question.ask == "send_back"
    # no animal from between two of the other sex, and never the lion itself
    assert alone.question.list_ids() == [
        "back-1-1",
        "back-2-1",
        "back-2-3",
        "back-3-1",
        "back-3-2",
        "back-3-3",
        "nobody",
    ]
    alone.answer("back-3-2")
    assert (alone.aboard(3), alone.pile) == ("bear-f kangaroo-f", "panda-f mule-m parrot-m")
    alone.answer("ferry-2")
    assert alone.hand == "parrot-f panda-f"
    stays = Alone("mule-m parrot-m", "lion-f parrot-f", aboard).start("lion-f", "nobody", "ferry-2")
    assert stays.aboard(3) == aboard[3]


def test_a_woodpecker_that_a_lion_sends_back_takes_its_hole_along():
    alone = Alone("cat-m cat-f", "lion-m parrot-f", {2: "woodpecker-m cat-m"}).start("lion-m", "back-2-1")
    assert (alone.table.loads[1].weight, alone.table.loads[1].limit) == (2, 21)


def test_a_ferry_that_a_lion_fills_stays_if_it_sends_somebody_ashore():
    aboard = {1: "elephant-m mule-m"}
    full = Alone("cat-m cat-f", "lion-m parrot-m", aboard).start("lion-m", "nobody", "ferry-3")
    lighter = Alone("cat-m cat-f", "lion-m parrot-m", aboard).start("lion-m", "back-1-1", "ferry-3")
    assert (full.table.departures, lighter.table.departures) == (1, 0)


@pytest.mark.laws
@pytest.mark.parametrize("level", LEVELS)
def test_all_laws_hold_in_random_games(level, games):
    setup = set_up(level)
    pieces = GAME.make_pieces(setup)

    def look(question: Question | None, table: solo.SoloNoahTable) -> None:
        for aboard, load in zip(table.aboard, table.loads, strict=True):
            check_ferry(aboard, load)
        cards, deck = where_all_cards_are(table), Counter(card.id for card in table.pieces.deck)
        assert cards <= deck
        assert (cards == deck) == (table.departures == 0)
        assert not any(table.aboard[gap] for gap in table.gaps)
        if question is None:
            won = not table.hands[0].size and not len(table.pile)
            assert table.scores == [0 if won else table.hands[0].size + len(table.pile)]

    for setup.seed in range(games):
        play_checked(GAME, setup, pieces, setup.seed, look)


@pytest.mark.parametrize("deal", ["virtual", "table"])
def test_undo_and_redo_give_the_same_facts_at_every_prefix(deal):
    for seed in range(3):
        check_undo_and_redo(GAME, set_up("hard", seed, deal), seed, 60)


def play_two_tables(seed):
    """Play with the program's cards, and enter the same at a real table. Yield both matches after every answer."""
    level = LEVELS[seed % 3]
    dealt, real = Match(GAME, set_up(level, seed)), Match(GAME, set_up(level, seed, "table"))
    bot, waiting = make_random_bot(Random(seed)), ""
    while dealt.question is not None:
        question, choice = dealt.question, str(bot(dealt.question, dealt.table))
        dealt.answer(choice)
        if question.ask == "move_noah" and waiting:
            real.answer(f"{waiting}-{choice[-1]}")
            waiting = ""
        elif question.ask in ("move_noah", "send_back"):  # the player sorts the real pile
            real.answer(choice)
        loaded = [choice] if question.ask == "load" else []
        # where only one animal fits, the program loads it
        for id in (*loaded, *(str(cue.about[-1]) for cue in dealt.cues if cue.kind == "loads")):
            if id in real.question.list_ids():
                real.answer(id)
            else:
                waiting = id
        yield dealt, real


@pytest.mark.parametrize("seed", range(12))
def test_real_cards_are_followed_to_the_same_end(seed):
    followed = 0
    for dealt, real in play_two_tables(seed):
        if dealt.question is not None and dealt.question.ask == "load":
            assert real.facts == dealt.facts
            followed += 1
    assert followed > 3
    if real.question is not None:  # only the player sees that nothing fits
        assert dealt.outcome.why == "nothing-fits"
        real.answer(TAKE_BACK)
    assert (real.outcome.why, real.table.scores) == (dealt.outcome.why, dealt.table.scores)


def explains(question, answer, table):
    """The facts that the answer itself changes."""
    match question.ask:
        case "load":
            return [table.noah.id, "hand-0", *(["noah"] if getattr(answer, "goal", None) else [])]
        case "move_noah":
            return ["noah"]
    return []


def tells(cue):
    """The facts of which a cue tells."""
    about = [str(one) for one in cue.about]
    match cue.kind:
        case "solo_pile":
            return ["*"]
        case "draws" | "draws_for_couple":
            return ["pile", "hand-0"]
        case "thrown_away":
            return ["pile"]
        case "departs":
            return [about[0], "departures"]
        case "noah_goes":
            return ["noah"]
        case "sent_back":
            return [about[0], "pile"]
    return []


@pytest.mark.laws
def test_every_change_at_a_real_table_is_explained(games):
    heard = set()
    for seed in range(max(30, games // 5)):
        heard |= check_cues(GAME, set_up("hard", seed, "table"), seed, explains, tells)
    assert {
        "solo_pile",
        "ring",
        "first_ferry",
        "all_cards",
        "draws",
        "draws_for_couple",
        "departs",
        "thrown_away",
    } <= heard
    assert {"sent_back", "looks_ahead", "stays", "drills"} <= heard
    assert not {"tokens", "tears", "round", "gives"} & heard


def test_set_up_is_said_before_the_first_question():
    match = Match(GAME, set_up("easy", deal="table"))
    voice = GAME.voice(GAME.say("en"))
    assert [voice.cue(cue, match.table) for cue in match.cues] == [
        "Leave out the cards marked 4+ and 5+",
        "Put 5 ferries in a ring around the board, 3 in the middle",
        "Put Noah at any ferry: that's ferry 1. Number the others clockwise",
        "Shuffle all animals into a pile and take 2. The ferries stay empty",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("why", ENDS)
def test_every_end_has_words(language, why):
    alone = Alone("cat-m", "cat-m")
    voice = GAME.voice(GAME.say(language))
    text = voice.describe_outcome(Outcome((0,) if why == "all-aboard" else (), why), alone.table)
    assert "Anna" in text
    assert len({voice.describe_outcome(Outcome((), end), alone.table) for end in ENDS}) == 3


def test_only_the_player_reads_the_order_of_the_pile():
    for seed in range(60):
        session = Session(Match(GAME, set_up("hard", seed)))
        session.get_voice("en")
        bot = make_random_bot(Random(seed))
        while session.question is not None and session.question.ask != "sort_pile":
            session.answer(session.n, bot(session.question, session.match.table))
        if session.question is not None:
            break
    assert session.question is not None
    happened = session.answer(session.n, session.question.choices[0])
    assert happened.lines["en"].label_for(0) != happened.lines["en"].label_for(SPECTATOR)
    assert happened.lines["en"].label_for(SPECTATOR) == happened.lines["en"].label_for(TABLE) == "an order of their own"


def test_options_for_several_mean_nothing_to_one():
    assert set_up().options == {"level": "easy"}
    assert "level" not in GAME.set_up(NAMES[:2]).options
    assert GAME.usual_players == 2
    with pytest.raises(SetupError):
        GAME.set_up([])


def test_there_are_no_odds_alone():
    with pytest.raises(NoOdds):
        GAME.make_imagining(Match(GAME, set_up()))
