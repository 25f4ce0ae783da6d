"""The page's own texts, by the names that its modules use. Texts of a match come with the state instead."""

from functools import cache

from companion.core.seat import COLOUR_NAMES
from companion.core.words import Say
from companion.phone.words import phone_say

SLOTS = {
    name: f"{{{name}}}"
    for name in (
        "name", "n", "least", "most", "game", "colour", "told", "every", "what", "points", "row", "column", "when",
    )
}  # fmt: skip
"""Placeholders that stay in the text, because the page fills them in."""


@cache
def page_texts(language: str) -> dict[str, str]:
    """Return all texts of the page in that language."""
    say = phone_say(language)
    parts = _frame(say), _lobby(say), _question(say), _table(say), _after(say), _rest(say), word_scores(language)
    return {name: text for part in parts for name, text in part.items()}


@cache
def word_scores(language: str, points: str = "") -> dict[str, str]:
    """Return the texts that name what a game counts, points unless it has a word of its own."""
    say = phone_say(language)
    points = points or say("points")
    over_time = say("{points} over the match", points=points)
    return {
        "points_over_time": over_time[:1].upper() + over_time[1:],
        "no_points_yet": say("No {points} yet.", points=points),
        "reasons": say("Where the {points} come from", points=points),
        "fewest_win": say("fewest {points} win", points=points),
    }  # fmt: skip


def _frame(say: Say) -> dict[str, str]:
    return {
        "about": say("Rules, scores and races for your game table."),
        "problem": say("There's a problem"),
        "skip": say("Skip to the question"), "views": say("views"), "connected": say("connected"),
        "lost": say("Connection lost. Trying again …"), "back_online": say("Connected again."),
        "loading": say("One moment …"),
        "play": say("Play"), "lobby": say("New match"), "table": say("Table"), "scores": say("Scores"),
        "log": say("Log"), "more": say("More"), "history": say("History"), "your_turn": say("your turn"),
        "hint": say("Hint"), "hint_thinking": say("Thinking …"), "hint_chance": say("{n} to win", **SLOTS),
        "hint_cost": say("costs {n}", **SLOTS), "hint_used": say("after a hint"), "review": say("Review"),
        "ok": say("OK"), "cancel": say("Cancel"), "close": say("Close"), "back": say("Back"),
        "welcome": say("Welcome to the table"), "join": say("Join"), "code": say("Code"),
        "join_how": say(
            "The code is on the box (menu › Phones), or on the computer that runs Arkside. "
            "Every phone at the table has it too (More › Invite someone)."
        ),
        "invite": say("Invite someone"), "qr_label": say("QR code to join"),
        "invite_how": say("On the same Wi-Fi, point a camera at the code or open the address."),
        "invite_closed": say("Phones can't join yet. Let them in on the box: menu › Phones."),
        "renew": say("New code"), "renew_how": say("The old code stops working. Everyone here stays in."),
        "tv": say("Show on a TV or tablet"), "leave_tv": say("Take part"),
        "tv_waiting": say("Waiting for the match to start"),
        "join_here": say("Join with your phone"), "leads": say("in the lead"),
        "wrong_code": say("That's not the code of this table."),
    }  # fmt: skip


def _lobby(say: Say) -> dict[str, str]:
    return {
        "who_are_you": say("Who are you?"), "your_name": say("Your name"), "name": say("Name"),
        "no_name": say("no name yet"), "you": say("you"), "free": say("free"), "sit_here": say("sit here"),
        "leave_seat": say("leave"), "taken": say("taken"), "nobody": say("Nobody"), "bots": say("Bots"),
        "bot": say("bot: {name}", **SLOTS), "which_game": say("Which game?"),
        "shuffle_seats": say("Shuffle the seats when we start"),
        "house_rules": say("House rules"), "which_cards": say("What are you playing with?"),
        "virtual": say("Cards on the screen"), "table_deal": say("Our own cards and pieces"),
        "players_range": say("{least}–{most} players", **SLOTS), "start": say("Start"),
        "players_needed": say("{least}–{most} players – take a seat", **SLOTS),
        "players_too_many": say("{least}–{most} players – {n} is too many", **SLOTS),
        "continue": say("Continue"), "continue_game": say("Continue {game}?", **SLOTS),
        "began": say("Started {when}", **SLOTS), "sit_to_continue": say("Take your seat to continue."),
        "host_sets_up": say("The host is setting up the match."),
        "away": say("phone away – ask for it"), "take_seat": say("Take {name}'s seat?", **SLOTS),
        "phone_gone": say("{name}'s phone isn't connected. If it comes back, it can only watch.", **SLOTS),
        "your_number": say("This is phone {n}.", **SLOTS),
        "wait_for_seat_box": say("Press {name}'s paddle on the box, or ask the host to agree.", **SLOTS),
        "wait_for_host_box": say("Push the dial of the box, or ask another player to agree."),
        "wait_for_seat": say("Ask the host to agree."), "wait_for_host": say("Ask another player to agree."),
        "asks_seat": say("Phone {n} wants {name}'s seat. Do you know them?", **SLOTS),
        "asks_host": say("The host is away. May phone {n} be the host?", **SLOTS),
        "agree_seat": say("Agree"), "no": say("No"), "host_gone": say("The host's phone is away."),
        "become_host": say("Become the host"),
        "looking_on": say("You're watching. Take a seat to play."),
        "who_sits_at": say("Who plays {colour}?", **SLOTS), "phone_sits_here": say("Someone's phone has this seat."),
        "stand_up": say("Free this seat"), "send_away": say("Remove"),
        **{colour: say(name) for colour, name in COLOUR_NAMES.items()},
    }  # fmt: skip


def _question(say: Say) -> dict[str, str]:
    return {
        "do_now": say("Do this now"), "more_to_do": say("{n} more to do", **SLOTS), "good_to_know": say("Good to know"),
        "why": say("Rules and why not"), "paused": say("Paused. The clock has stopped."),
        "bot_thinks": say("A bot is thinking"), "waiting_for": say("Waiting for {name}", **SLOTS),
        "the_table": say("the table"), "your_turn_now": say("Your turn"), "turn_of": say("{name}'s turn", **SLOTS),
        "for_all": say("For everyone"), "other_choices": say("Other choices ({n})", **SLOTS),
        "no_such_choice": say("Not complete yet"),
        "phone_asleep": say("Waiting for {name} (phone asleep)", **SLOTS),
        "answer_for": say("{name} answers on this phone", **SLOTS), "search": say("Search"),
        "tap_picture": say("Tap your choice in the picture."), "as_list": say("Show as list ({n})", **SLOTS),
        "none_found": say("There's no choice like that right now."),
        "not_possible": say("Not possible now"),
        "not_possible_n": say("Not possible now ({n})", **SLOTS), "less": say("less"), "more_of_it": say("more"),
        "nothing_more": say("There's no more help for this one."), "put_back": say("Put the table back like this"),
        "nothing_changes": say("Nothing changes on the table."), "undo": say("Undo"), "redo": say("Redo"),
        "change_guess": say("Change it"), "anyway": say("We played it anyway …"),
        "enter_anyway": say("Enter it anyway"),
        "pause": say("Pause"), "resume": say("Resume"), "go_on": say("Go on"), "slap_here": say("Use this phone"),
        "slap_paddle": say("Use the paddle"), "tell_race": say("Enter who was first"),
    }  # fmt: skip


def _table(say: Say) -> dict[str, str]:
    return {
        "only_you": say("Only you can see this"), "facts": say("The table in words"), "agreed": say("Options"),
        "thinking_time": say("Thinking time"), "nothing_yet": say("No answers yet."),
        "back_to": say("Back to question {n}", **SLOTS),
        "odds": say("Odds"), "odds_counting": say("Simulating how it could end"),
        "odds_between": say("between {least} and {most}", **SLOTS),
        "odds_from": say("From {n} simulated endings, using only what everyone can see.", **SLOTS),
        "back_how_many": say("Answers that will be undone: {n}", **SLOTS),
    }  # fmt: skip


def _after(say: Say) -> dict[str, str]:
    return {
        "take_home": say("Take it home"),
        "scan_result": say("Scan this to keep the result as text, without Wi-Fi."),
        "scan_bgstats": say("Scan this on a phone with the app BG Stats to add the match there."),
        "open_bgstats": say("Open in BG Stats"), "bgstats_file": say("File for BG Stats"),
        "keep_csv": say("All results as a table (CSV)"), "n_players": say("{n} players", **SLOTS),
        "one_player": say("1 player"),
        "minutes": say("{n} min", **SLOTS),
        "share_text": say("Share as text"), "share_picture": say("Share picture"), "rematch": say("Play again"),
        "other_game": say("Another game"), "told_by": say("Scored with Arkside"), "copied": say("Copied."),
        "saved": say("Saved as {name}", **SLOTS), "all_games": say("All games"), "everybody": say("Everyone"),
        "nothing_played": say("No finished matches yet."), "not_over": say("not finished"), "keep_json": say("Export"),
        "look_at": say("View"), "other_rules": say("The rules have changed since, so you can only view this match."),
        "victories": say("Wins"), "victories_of_matches": say("Wins, out of matches played"),
        "points_by_match": say("Points, match by match"), "player": say("Player"), "played": say("Played"),
        "game_missing": say("Install its game again to continue."),
        "won": say("Won"), "mean_points": say("Average score"), "in_a_row": say("Best streak"),
        "at_the_table": say("Time played (h:min)"), "reactions": say("From NOW! to the slap"),
        "reactions_median": say("Half of their slaps were quicker than this"),
        "seconds": say("{n} s", **SLOTS), "minutes_average": say("about {n} min", **SLOTS),
        "points_average": say("average score {points}", **SLOTS),
        "best_by": say("best {points} by {name}", **SLOTS),
    }  # fmt: skip


def _rest(say: Say) -> dict[str, str]:
    return {
        "this_phone": say("This phone"), "on_your_turn": say("When it's your turn"), "call_vibrate": say("Vibrate"),
        "call_chime": say("Chime"), "call_speak": say("Read the question aloud"),
        "stay_awake": say("Keep the screen on during a match"),
        "settings": say("Settings"), "teach": say("Teach the box"),
        "self_test": say("Self-test"), "diagnostics": say("Box status"),
        "let_rest": say("Save and leave"), "let_rest_how": say("You can carry on whenever you like."),
        "phones": say("Phones"), "asleep": say("asleep"), "box_settings": say("The box"),
        "teach_how": say("Is your game printed differently? Choose it and enter what you see, card by card."),
        "squares_how": say("Tap every square your piece has."), "square": say("Row {row}, column {column}", **SLOTS),
        "rows": say("Rows"), "columns": say("Columns"),
        "cards_entered": say("{told} of {every} entered", **SLOTS), "entered": say("entered"),
        "card_right": say("That's right"), "skip_it": say("Skip"), "all_told": say("All done – thank you!"),
        "share_box": say("Share with other owners"), "save_box": say("Save as a file"), "load_box": say("Load a file"),
        "kinds_how": say("Tap a kind of scoring to share it. You make your own when you start “Any game”."),
        "kind_how": say("Scan this in the same Wi-Fi, or send the file. A friend loads it here, on their box."),
        "remove_kind": say("Delete"),
        "share_box_how": say("What you've entered, for anyone who has the same game. Scan it here, or send the file."),
        "file_imported": say("Done: everything in that file is entered."),
        "file_too_long": say("That file is too long."), "load": say("Load"),
        "memory": say("Memory"), "free_room": say("Free space"), "warmth": say("Temperature"),
        "parts": say("Parts"), "works": say("works"), "silent": say("not working"), "faults": say("Faults"),
        "hosts_only": say("Only the host can see this."),
        "rules": say("Rules"), "rule_of": say("Rule: {name}", **SLOTS), "got_it": say("Got it"),
        "whole_rule": say("The whole rule"), "no_more_cards": say("No more cards"),
        "cards_here": say("Explain the rules on this phone"),
        "cards_table": say("First game? Explain the rules to everyone"),
        "cards_how": say("Each rule appears once, just before you need it."), "no_rule": say("No rule mentions that."),
        "rules_here": say("Rules for this question"), "look_up": say("Look up a word"),
    }  # fmt: skip
