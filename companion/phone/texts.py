"""Everything the page says by itself, by the names its modules use; what the box says comes with the state."""

from functools import cache

from companion.core.seat import COLOUR_NAMES
from companion.core.words import Say
from companion.phone.words import phone_say

KEPT = {
    name: f"{{{name}}}"
    for name in ("name", "n", "least", "most", "game", "colour", "told", "every", "what", "points", "row", "column")
}  # fmt: skip
"""Placeholders that the page fills in."""


@cache
def page_texts(language: str) -> dict[str, str]:
    """The page in that language."""
    say = phone_say(language)
    return {**_frame(say), **_lobby(say), **_question(say), **_table(say), **_after(say), **_rest(say)}


def _frame(say: Say) -> dict[str, str]:
    return {
        "about": say("It asks, the table answers, and nothing is lost."),
        "skip": say("to the question"), "views": say("views"), "connected": say("connected"),
        "lost": say("The device does not answer; trying again …"), "loading": say("One moment …"),
        "play": say("Play"), "lobby": say("New match"), "table": say("Table"), "scores": say("Scores"),
        "log": say("Log"), "more": say("More"), "history": say("History"), "your_turn": say("your turn"),
        "ok": say("OK"), "cancel": say("Cancel"), "close": say("Close"), "back": say("Back"),
        "welcome": say("Welcome to the table"), "join": say("Join"), "code": say("Code"),
        "join_how": say("The code stands on the screen of the box, under Phones."),
        "wrong_code": say("That is not the code on the box."),
    }  # fmt: skip


def _lobby(say: Say) -> dict[str, str]:
    return {
        "who_are_you": say("Who are you?"), "your_name": say("Your name"), "name": say("Name"),
        "no_name": say("no name yet"), "you": say("you"), "free": say("free"), "sit_here": say("sit here"),
        "leave_seat": say("leave"), "taken": say("taken"), "nobody": say("Nobody"), "bots": say("Bots"),
        "bot": say("bot: {name}", **KEPT), "which_game": say("Which game?"),
        "which_cards": say("What do you play with?"),
        "virtual": say("cards of the companion"), "table_deal": say("the real cards here"),
        "players_range": say("{least}-{most} players", **KEPT), "start": say("Start with {n}", **KEPT),
        "players_needed": say("{game} is for {least} to {most} players, not {n}", **KEPT),
        "continue": say("Continue"), "host_sets_up": say("The host is setting up the match."),
        "looking_on": say("You look on; take a seat to play."),
        "who_sits_at": say("Who sits at {colour}?", **KEPT), "phone_sits_here": say("A phone holds this seat."),
        "stand_up": say("Free the seat"), "send_away": say("Send away"),
        **{colour: say(name) for colour, name in COLOUR_NAMES.items()},
    }  # fmt: skip


def _question(say: Say) -> dict[str, str]:
    return {
        "do_now": say("Do this now"), "good_to_know": say("Good to know"),
        "why": say("Rules, and why not"), "paused": say("Paused: no time passes."),
        "bot_thinks": say("A bot is thinking"), "waiting_for": say("Waiting for {name}", **KEPT),
        "phone_asleep": say("Waiting for {name}, whose phone is asleep", **KEPT),
        "answer_for": say("{name} answers on this phone", **KEPT), "search": say("First letters"),
        "tap_picture": say("Tap it in the picture."), "as_list": say("All {n} as a list", **KEPT),
        "none_found": say("Nothing like that is possible now."),
        "not_possible": say("Not possible now"),
        "not_possible_n": say("Not possible now ({n})", **KEPT), "less": say("less"), "more_of_it": say("more"),
        "nothing_more": say("Nothing more to say."), "put_back": say("Put the table back"),
        "nothing_changes": say("Nothing changes on the table."), "undo": say("Take back"), "redo": say("Do again"),
        "pause": say("Pause"), "resume": say("Go on"), "go_on": say("Go on"), "slap_here": say("Slap on this phone"),
        "slap_paddle": say("Slap on the paddle again"), "tell_race": say("Tell who was first"),
    }  # fmt: skip


def _table(say: Say) -> dict[str, str]:
    return {
        "only_you": say("Only you see this"), "facts": say("The table in words"), "agreed": say("Agreed"),
        "thinking_time": say("Thinking time"), "no_points_yet": say("No points yet."),
        "points_over_time": say("Points over the match"), "nothing_yet": say("Nothing was answered yet."),
        "back_to": say("Back to question {n}", **KEPT),
        "odds": say("Odds"), "odds_counting": say("Imagining how it could end"),
        "odds_between": say("between {least} and {most}", **KEPT),
        "odds_from": say("From {n} imagined endings, by what everyone at the table knows.", **KEPT),
        "back_how_many": say("Answers that are taken back: {n}", **KEPT),
    }  # fmt: skip


def _after(say: Say) -> dict[str, str]:
    return {
        "share_text": say("Share as text"), "share_picture": say("As a picture"), "rematch": say("Once more"),
        "other_game": say("Another game"), "told_by": say("Counted by Arkside"), "copied": say("Copied."),
        "saved": say("Saved as {name}", **KEPT), "all_games": say("All games"), "everybody": say("Everybody"),
        "nothing_played": say("No match has been finished yet."), "keep_json": say("Keep as JSON"),
        "look_at": say("Look at it"), "other_rules": say("Played by other rules: it can only be looked at."),
        "victories": say("Victories"), "victories_of_matches": say("Victories, of matches played"),
        "points_by_match": say("Points, match by match"), "player": say("Player"), "played": say("Played"),
        "game_missing": say("It waits until its game is installed again."),
        "won": say("Won"), "mean_points": say("Points on average"), "in_a_row": say("Won in a row"),
        "at_the_table": say("At the table (h:min)"), "reactions": say("Reaction after NOW!"),
        "reactions_ms": say("Milliseconds, median"), "minutes_average": say("{n} min on average", **KEPT),
        "points_average": say("{points} points on average", **KEPT),
        "best_by": say("best {points} by {name}", **KEPT),
    }  # fmt: skip


def _rest(say: Say) -> dict[str, str]:
    return {
        "settings": say("Settings"), "teach": say("Teach the box"), "diagnostics": say("How the box is"),
        "let_rest": say("Let the match rest"), "let_rest_how": say("It can be gone on with at any time."),
        "phones": say("Phones"), "asleep": say("asleep"), "box_settings": say("The box"),
        "teach_how": say("Is something printed differently in your box? Choose it and tell, card by card."),
        "squares_how": say("Tap the squares that are there."), "square": say("Row {row}, column {column}", **KEPT),
        "rows": say("Rows"), "columns": say("Columns"),
        "told_of": say("{told} of {every} told", **KEPT), "skip_it": say("Skip"),
        "agree": say("It is {what}", **KEPT), "all_told": say("All told; thank you."), "load": say("Load"),
        "memory": say("Memory"), "free_room": say("Room on the card"), "warmth": say("Warmth"),
        "parts": say("Parts"), "works": say("works"), "silent": say("does not work"), "faults": say("Faults"),
        "hosts_only": say("Only the host can see this."),
    }  # fmt: skip
