"""The page's own texts, by the names that its modules use. Texts of a match come with the state instead."""

from functools import cache

from companion.core.seat import COLOUR_NAMES
from companion.core.words import Say
from companion.phone.words import phone_say

SLOTS = {
    name: f"{{{name}}}"
    for name in ("name", "n", "least", "most", "game", "colour", "told", "every", "what", "points", "row", "column")
}  # fmt: skip
"""Placeholders that stay in the text, because the page fills them in."""


@cache
def page_texts(language: str) -> dict[str, str]:
    """Return all texts of the page in that language."""
    say = phone_say(language)
    return {**_frame(say), **_lobby(say), **_question(say), **_table(say), **_after(say), **_rest(say)}


def _frame(say: Say) -> dict[str, str]:
    return {
        "about": say("Rules, scores and races for your game table."),
        "skip": say("Skip to the question"), "views": say("views"), "connected": say("connected"),
        "lost": say("The box isn't answering. Trying again …"), "loading": say("One moment …"),
        "play": say("Play"), "lobby": say("New match"), "table": say("Table"), "scores": say("Scores"),
        "log": say("Log"), "more": say("More"), "history": say("History"), "your_turn": say("your turn"),
        "ok": say("OK"), "cancel": say("Cancel"), "close": say("Close"), "back": say("Back"),
        "welcome": say("Welcome to the table"), "join": say("Join"), "code": say("Code"),
        "join_how": say("You'll find the code on the box: menu › Phones."),
        "wrong_code": say("That's not the code on the box."),
    }  # fmt: skip


def _lobby(say: Say) -> dict[str, str]:
    return {
        "who_are_you": say("Who are you?"), "your_name": say("Your name"), "name": say("Name"),
        "no_name": say("no name yet"), "you": say("you"), "free": say("free"), "sit_here": say("sit here"),
        "leave_seat": say("leave"), "taken": say("taken"), "nobody": say("Nobody"), "bots": say("Bots"),
        "bot": say("bot: {name}", **SLOTS), "which_game": say("Which game?"),
        "which_cards": say("What are you playing with?"),
        "virtual": say("Cards on the screen"), "table_deal": say("Our own cards and pieces"),
        "players_range": say("{least}–{most} players", **SLOTS), "start": say("Start"),
        "players_needed": say("{least}–{most} players – take a seat", **SLOTS),
        "players_too_many": say("{least}–{most} players – {n} is too many", **SLOTS),
        "continue": say("Continue"), "host_sets_up": say("The host is setting up the match."),
        "looking_on": say("You're watching. Take a seat to play."),
        "who_sits_at": say("Who plays {colour}?", **SLOTS), "phone_sits_here": say("Someone's phone has this seat."),
        "stand_up": say("Free this seat"), "send_away": say("Remove"),
        **{colour: say(name) for colour, name in COLOUR_NAMES.items()},
    }  # fmt: skip


def _question(say: Say) -> dict[str, str]:
    return {
        "do_now": say("Do this now"), "good_to_know": say("Good to know"),
        "why": say("Rules and why not"), "paused": say("Paused. The clock has stopped."),
        "bot_thinks": say("A bot is thinking"), "waiting_for": say("Waiting for {name}", **SLOTS),
        "the_table": say("the table"),
        "phone_asleep": say("Waiting for {name} (phone asleep)", **SLOTS),
        "answer_for": say("{name} answers on this phone", **SLOTS), "search": say("Search"),
        "tap_picture": say("Tap your choice in the picture."), "as_list": say("Show as list ({n})", **SLOTS),
        "none_found": say("There's no choice like that right now."),
        "not_possible": say("Not possible now"),
        "not_possible_n": say("Not possible now ({n})", **SLOTS), "less": say("less"), "more_of_it": say("more"),
        "nothing_more": say("There's no more help for this one."), "put_back": say("Put the table back like this"),
        "nothing_changes": say("Nothing changes on the table."), "undo": say("Undo"), "redo": say("Redo"),
        "pause": say("Pause"), "resume": say("Resume"), "go_on": say("Go on"), "slap_here": say("Use this phone"),
        "slap_paddle": say("Use the paddle"), "tell_race": say("Enter who was first"),
    }  # fmt: skip


def _table(say: Say) -> dict[str, str]:
    return {
        "only_you": say("Only you can see this"), "facts": say("The table in words"), "agreed": say("Options"),
        "thinking_time": say("Thinking time"), "no_points_yet": say("No points yet."),
        "points_over_time": say("Points over the match"), "nothing_yet": say("No answers yet."),
        "back_to": say("Back to question {n}", **SLOTS),
        "odds": say("Odds"), "odds_counting": say("Simulating how it could end"),
        "odds_between": say("between {least} and {most}", **SLOTS),
        "odds_from": say("From {n} simulated endings, using only what everyone can see.", **SLOTS),
        "back_how_many": say("Answers that will be undone: {n}", **SLOTS),
    }  # fmt: skip


def _after(say: Say) -> dict[str, str]:
    return {
        "share_text": say("Share as text"), "share_picture": say("Share picture"), "rematch": say("Play again"),
        "other_game": say("Another game"), "told_by": say("Scored with Arkside"), "copied": say("Copied."),
        "saved": say("Saved as {name}", **SLOTS), "all_games": say("All games"), "everybody": say("Everyone"),
        "nothing_played": say("No finished matches yet."), "keep_json": say("Export"),
        "look_at": say("View"), "other_rules": say("The rules have changed since, so you can only view this match."),
        "victories": say("Wins"), "victories_of_matches": say("Wins, out of matches played"),
        "points_by_match": say("Points, match by match"), "player": say("Player"), "played": say("Played"),
        "game_missing": say("Install its game again to continue."),
        "won": say("Won"), "mean_points": say("Average score"), "in_a_row": say("Best streak"),
        "at_the_table": say("Time played (h:min)"), "reactions": say("From NOW! to the slap"),
        "reactions_ms": say("Median, in milliseconds"), "minutes_average": say("about {n} min", **SLOTS),
        "points_average": say("average score {points}", **SLOTS),
        "best_by": say("best {points} by {name}", **SLOTS),
    }  # fmt: skip


def _rest(say: Say) -> dict[str, str]:
    return {
        "settings": say("Settings"), "teach": say("Teach the box"), "diagnostics": say("Box status"),
        "let_rest": say("Save and leave"), "let_rest_how": say("You can carry on whenever you like."),
        "phones": say("Phones"), "asleep": say("asleep"), "box_settings": say("The box"),
        "teach_how": say("Is your game printed differently? Choose it and enter what you see, card by card."),
        "squares_how": say("Tap every square your piece has."), "square": say("Row {row}, column {column}", **SLOTS),
        "rows": say("Rows"), "columns": say("Columns"),
        "told_of": say("{told} of {every} entered", **SLOTS), "skip_it": say("Skip"),
        "agree": say("Yes, {what}", **SLOTS), "all_told": say("All done – thank you!"), "load": say("Load"),
        "memory": say("Memory"), "free_room": say("Free space"), "warmth": say("Temperature"),
        "parts": say("Parts"), "works": say("works"), "silent": say("not working"), "faults": say("Faults"),
        "hosts_only": say("Only the host can see this."),
    }  # fmt: skip
