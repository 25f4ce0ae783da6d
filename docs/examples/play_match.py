"""Play a whole match of High Tide: two bots, one question at a time."""

from random import Random

from high_tide import GAME

from companion.core.bots import find_bot
from companion.core.match import Match

match = Match(GAME, GAME.set_up(["Anna", "Ben"], seed=7))
bot = find_bot(GAME, "thrifty")(Random(1))
voice = GAME.voice(GAME.say("en"))
while match.question is not None:
    question = match.question
    choice = bot(question, match.table)
    print(voice.prompt(question, match.table), "→", voice.label_text(choice, question, match.table))
    match.answer(choice)
print(voice.describe_outcome(match.outcome, match.table))
