"""Any game on phones: everybody ends their own turn, anybody enters points, and names are remembered."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.phone.clients import Client, phone
from tests.phone.service import Service, phones_only


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service for all tests here."""
    folder: Path = tmp_path_factory.mktemp("any")
    with phones_only(folder) as running:
        yield running


@pytest.fixture(scope="module")
def seats(service: Service) -> Iterator[list[Client]]:
    """Anna and Ben with phones; Cleo has none."""
    with ExitStack() as seated:
        anna = seated.enter_context(phone(service, 0, "Anna"))
        ben = seated.enter_context(phone(service, 1, "Ben"))
        anna.ask("setup", agreed={"game": "any", "names": {"2": "Cleo"}})
        yield [anna, ben]


@pytest.fixture
def table(seats: list[Client]) -> Iterator[list[Client]]:
    """The same people; whatever they play is left after each test."""
    yield seats
    seats[0].ask("close")
    for client in seats:
        client.until(lambda state: state.get("question") is None)


def say(client: Client, *choices: str) -> None:
    """Answer the questions that come, each when it is there."""
    for choice in choices:
        question = client.state["question"]
        reply = client.ask("answer", n=question["n"], choice=choice)
        assert "error" not in reply, reply
        client.until(lambda state, n=question["n"]: state["question"] is None or state["question"]["n"] > n)


def list_offered(client: Client) -> list[str]:
    """Return the ids of the choices on a phone."""
    return [choice["id"] for choice in client.state["question"]["choices"]]


def begin(table: list[Client], *choices: str) -> None:
    """Start a match on Anna's phone and answer its first questions there."""
    reply = table[0].ask("start")
    assert "number" in reply, reply
    table[0].until(lambda state: state.get("question") and state["question"]["ask"] == "game")
    say(table[0], *choices)


def follow(table: list[Client]) -> None:
    """Let all phones see the question that the first one sees."""
    number, n = table[0].state["match"]["number"], table[0].state["question"]["n"]
    for client in table[1:]:
        client.until(
            lambda state: state["match"] and state["match"]["number"] == number and state["question"]["n"] == n
        )


def test_each_phone_offers_its_own_turn_and_that_of_people_without_one(table: list[Client]) -> None:
    begin(table, "unnamed", "at-once")
    follow(table)
    offered = [[id for id in list_offered(phone) if id.startswith("ready")] for phone in table]
    assert offered == [["ready-0", "ready-2"], ["ready-1", "ready-2"]]
    refused = table[0].ask("answer", n=table[0].state["question"]["n"], choice="ready-1")
    assert refused["error"]["code"] == "not-your-seat"
    say(table[0], "ready-2", "ready-0")
    follow(table)
    say(table[1], "ready-1")
    assert table[1].state["question"]["ask"] == "round_points"


def test_anybody_enters_points_by_category_in_one_go(table: list[Client]) -> None:
    begin(table, "unnamed", "farm", "seat-0")
    follow(table)
    assert "done" in list_offered(table[0])
    assert "done" not in list_offered(table[1])
    say(table[1], "points-2")
    fields = table[1].state["question"]["numbers"]
    assert [(field["id"], field["title"], field["start"]) for field in fields][:2] == [
        ("fields", "Fields", 0),
        ("grain", "Grain", 0),
    ]
    say(table[1], "fields=3,gold=5")
    scores = table[1].until(lambda state: state["scores"][2]["points"])["scores"]
    assert scores[2]["lines"] == [[2, "Fields"], [5, "Gold"]]


def test_a_name_typed_once_is_offered_the_next_time(table: list[Client]) -> None:
    begin(table, "said-Great Harvest", "farm")
    table[0].ask("close")
    table[0].until(lambda state: state.get("question") is None)
    begin(table)
    first = table[0].state["question"]["choices"][0]
    assert (first["id"], first["label"]) == ("game-great-harvest", "Great Harvest")
    say(table[0], "game-great-harvest")
    assert table[0].state["question"]["ask"] == "first"
    assert "Great Harvest" in table[0].until(lambda state: "Great" in state["match"]["heading"])["match"]["heading"]


def test_nobody_is_offered_bots_or_cards_to_deal(table: list[Client]) -> None:
    described = next(game for game in table[0].state["setup"]["games"] if game["id"] == "any")
    assert (described["bots"], described["deals_cards"], described["players"]) == ([], False, [1, 6])
    table[0].ask("setup", agreed={"names": {"2": "bot:random"}})
    refused = table[0].ask("start")
    assert refused["error"]["message"] == "Any game is for people: bots can't play it"
    table[0].ask("setup", agreed={"names": {"2": "Cleo"}})
    begin(table)


def test_bids_are_entered_on_own_phones_and_the_host_stands_in_for_the_others(table: list[Client]) -> None:
    begin(table, "unnamed", "tricks")
    follow(table)
    n, moves = table[0].state["question"]["n"], table[0].state["question"]["moves"]
    assert [(phone.state["question"]["seat"], phone.state["question"]["mine"]) for phone in table] == [
        (0, True),
        (1, True),
    ]
    assert "ok" in table[1].ask("answer", n=n, moves=moves, choice="7"), "Ben needn't wait for Anna"
    assert "ok" in table[0].ask("answer", n=n, moves=moves, choice="4"), "nor is Anna too late because of Ben"
    refused = table[1].ask("answer", n=n, choice="5")
    assert refused["error"]["code"] == "stale-question"
    table[0].until(lambda state: state["question"]["n"] == n + 2)
    question = table[0].state["question"]
    assert (question["seats"], question["mine"], "choices" in question) == ([2], False, False), "Cleo's bid is secret"
    table[0].ask("stand_in", seat=2)
    table[0].until(lambda state: state["question"]["mine"])
    assert not any(fact["kind"].startswith("bid") for fact in table[1].state["facts"])
    say(table[0], "2")
    facts = table[1].until(lambda state: state["question"]["ask"] == "free")["facts"]
    assert [(fact["label"], fact["value"]) for fact in facts if fact["kind"].startswith("bid")] == [
        ("Anna: bid", "4"), ("Ben: bid", "7"), ("Cleo: bid", "2"),
    ]  # fmt: skip


def test_no_phone_says_how_long_its_turn_took(table: list[Client], service: Service) -> None:
    begin(table, "unnamed", "chess-clock", "seat-0")
    assert 590 < table[0].state["clock"]["left"] <= 600
    say(table[0], "done@0")
    recorded = service.app.match.match.answers[-1]
    assert recorded.startswith("done@")
    assert recorded != "done@0"


def test_without_a_buzzer_for_everybody_people_say_who_was_first(table: list[Client]) -> None:
    begin(table, "unnamed", "quiz")
    assert table[0].state["verdict"] is None
    for client in table:
        client.ask("slap", on=True)
    assert table[0].until(lambda state: state["race"])["race"]["state"] == "idle"
    assert "Cleo" in table[0].state["race"]["lines"][1]
    say(table[0], "slap-1")
    assert table[0].state["question"]["prompt"] == "Ben was first. Right?"
    assert table[0].state["verdict"] is None, "nothing was measured"
    say(table[0], "right")


def test_two_phones_buzz_and_every_client_gets_order_and_margins(table: list[Client]) -> None:
    anna, ben = table
    anna.ask("setup", agreed={"names": {"2": ""}})
    begin(table, "unnamed", "quiz")
    for client in table:
        client.ask("slap", on=True)
    anna.until(lambda state: state["race"] and state["race"]["state"] == "armed")
    assert [act for _, act, _ in anna.state["race"]["buttons"]] == ["confirm", "skip"]
    anna.ask("race", act="confirm", stage="calling")
    ben.until(lambda state: state["race"] and state["race"]["state"] == "now")
    ben.ask("touch", down=True)
    ben.ask("touch", down=False)
    verdict = anna.until(lambda state: state["verdict"])["verdict"]
    assert (verdict["winner"], verdict["friendly"]) == (1, [1])
    assert [(slap["seat"], slap["margin_ms"]) for slap in verdict["order"]] == [(1, 0)]
    assert verdict["n"] == anna.until(lambda state: state["question"]["ask"] == "judge")["question"]["n"] - 1
    say(anna, "wrong")
    anna.until(lambda state: state["race"] and state["race"]["state"] == "now")
    ben.until(lambda state: state["race"] and state["race"]["state"] == "wait")
    ben.ask("slap", on=False)  # even where somebody would press a paddle, a phone calls nobody who may not buzz
    out = ben.until(lambda state: state["race"] and not state["race"]["joined"])["race"]
    assert (out["state"], out["title"]) == ("wait", "You're not in this race")
    anna.ask("setup", agreed={"names": {"2": "Cleo"}})


MINE = 'title = "Berries"\n\n[categories.gold]\ntitle = "Gold"\npoints = "3 per pair"\n'


def test_a_kind_of_scoring_is_loaded_shared_and_deleted_on_a_phone(table: list[Client], service: Service) -> None:
    anna = table[0]

    def list_own() -> dict[str, str]:
        kinds = anna.ask("teach", game="any")["lesson"]["kinds"]
        return {kind["title"]: kind["id"] for kind in kinds if kind["own"]}

    before = list_own()
    assert "ok" in anna.ask("teach", act="add_kind", value=MINE)
    assert list_own() == {**before, "Berries": "berries"}
    with urlopen(f"{service.address}kinds/berries.toml") as file:  # open to phones that have not joined
        assert file.read().decode() == MINE
    refused = anna.ask("teach", act="add_kind", value=MINE.replace("pair", "pear"))
    assert refused["error"]["message"].startswith("TOML: categories.gold.points: a formula such as")
    assert "ok" in anna.ask("teach", act="add_kind", value=MINE.replace("3", "4"))
    assert list_own() == {**before, "Berries": "berries"}, "the same title is the same kind"
    begin(table, "said-Berry Night", "berries")
    anna.ask("close")
    anna.until(lambda state: state.get("question") is None)
    assert "ok" in anna.ask("teach", act="remove_kind", value="berries")
    assert list_own() == before
    refused = anna.ask("teach", act="remove_kind", value="farm")
    assert "isn't a kind of scoring of your own" in refused["error"]["message"]
    begin(table)
    assert "game-berry-night" not in list_offered(anna), "a game without its kind is forgotten too"


def test_a_kind_made_on_a_phone_is_offered_to_share(table: list[Client]) -> None:
    begin(table, "unnamed", "own-kind", "line-title", "said-Wool", "line-end", "rounds=3", "ready", "seat-0")
    table[0].ask("close")
    table[0].until(lambda state: state.get("question") is None)
    kinds = table[0].ask("teach", game="any")["lesson"]["kinds"]
    wool = next(kind for kind in kinds if kind["title"] == "Wool")
    assert (wool["own"], wool["file"]) == (True, "/kinds/wool.toml")
    assert wool["qr"]["size"] > 20
    begin(table)
