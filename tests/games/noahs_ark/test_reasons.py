"""Why not? Cards of Noah's Ark that cannot be turned up, taken or played now say all their reasons."""

from random import Random

from companion.core.bots import make_random_bot
from companion.core.match import Match
from companion.games.noahs_ark import GAME
from companion.games.noahs_ark.powers import Target
from companion.games.noahs_ark.table import NoahsArkTable
from tests.games.noahs_ark.stage import Stage, now
from tests.laws import NAMES

VOICE = GAME.voice(GAME.say("en"))


def power_evening() -> Stage:
    stage = Stage(3, ("lions", "giraffes", "noa"), mode="advanced", flice="without", advanced="four")
    stage.won(0, "lion-elephant-0", "lion-eagle-1", "lion-eagle-snake-2").won(2, "elephant-giraffe-0")
    return stage.won(1, "pick-lion-snake-1", "discard-giraffe-snake-1").tell("use-1-pick", "0-lion-eagle-1")


def test_unplayable_pieces_say_why() -> None:
    stage = power_evening().won(1, "wild-giraffe-monkey-1")
    assert "play: wild card (Ben): it counts at the end" in VOICE.help(*now(stage))
    refused = GAME.why_not(stage.table, now(stage)[0])
    assert str(refused["use-1-wild"][0]) == "it counts at the end"


def test_a_card_that_cannot_be_taken_says_all_its_reasons() -> None:
    stage = power_evening().won(2, "elephant-eagle-1").tell("use-1-discard")
    assert stage.asked == "discard"
    help = VOICE.help(*now(stage))
    assert "Anna: lion, elephant (0): you stole from Anna, so you can't discard their cards" in help
    assert (
        "Anna: lion, eagle, snake (2): worth 2 points; 1 is the most you can take, you stole from Anna, so you can't discard their cards"
        in help
    )
    assert not any("elephant, giraffe" in line for line in help), "what can be taken needs no reason"


def test_a_card_already_played_is_out_of_reach_and_says_so() -> None:
    stage = power_evening().won(0, "pick-elephant-eagle-1").tell("use-0-pick")
    assert stage.asked == "pick"
    assert "Ben: pick a card: lion, snake (1): already played and face down" in VOICE.help(*now(stage))


def test_the_ark_that_cannot_come_yet_says_so() -> None:
    stage = Stage()
    assert VOICE.explain_missing_choices(*now(stage)) == {"the Ark": ["it's among the last 11 cards"]}
    assert str(GAME.why_not(stage.table, now(stage)[0])["ark"][0]) == "it's among the last 11 cards"
    assert "ark" not in GAME.why_not(stage.table, now(stage.won(0, "lion-snake-1", "lion-eagle-1"))[0])


def test_every_card_of_others_can_be_taken_or_says_why_not() -> None:
    looked_at = 0
    for seed in range(200):
        options = {"mode": "advanced", "advanced": "all"}
        match, bot = Match(GAME, GAME.set_up(NAMES[: 2 + seed % 4], options, seed)), make_random_bot(Random(seed))
        while match.question is not None:
            question, table = match.question, match.table
            assert isinstance(table, NoahsArkTable)
            if question.ask in ("pick", "discard"):
                others = [seat.index for seat in table.others[question.seat]]
                thinkable = {Target(seat, card).id for seat in others for card in table.areas[seat].list_cards()}
                refused = GAME.why_not(table, question)
                assert not set(question.list_ids()) & set(refused)
                assert thinkable == {*question.list_ids(), *refused}
                assert all(refused.values())
                looked_at += len(thinkable)
            match.answer(bot(question, table))
    assert looked_at > 3_000
