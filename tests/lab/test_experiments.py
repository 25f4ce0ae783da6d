"""House-rule experiments, unusual games and decisions: what statisticians ask of a simulation."""

import json
from random import Random

import pytest

from companion.core.errors import ArksideError
from companion.core.registry import find_game
from companion.core.words import Say
from companion.lab.decisions import COLUMNS, DecisionFile
from companion.lab.experiment import compare_series, make_plans, parse_variation, run_experiment
from companion.lab.experiment_words import format_experiment
from companion.lab.extremes import KINDS, Extremes
from companion.lab.notation import read_notation
from companion.lab.plan import make_plan
from companion.lab.replayed import replay_chunk
from companion.lab.row_files import ResultsError
from companion.lab.simulate import WorkerPool, simulate
from tests.boxed import BOXED


def experiment(text: str, name: str = "noah", players: int = 2, bots=("random",), games: int = 60, **more):
    game = find_game(name)
    variation = parse_variation(text, game)
    plans = make_plans(game, variation, players, bots, 1, {}, {}, **more)
    return run_experiment(variation, plans, games, WorkerPool())


@pytest.fixture(scope="module")
def hands():
    return experiment("hand=6..8", bots=("greedy", "random"), games=240)


def test_variants_play_the_same_deals(hands):
    told = hands.as_json()
    assert [run["value"] for run in told["runs"]] == ["6", "7", "8"]
    assert {run["seed"] for run in told["runs"]} == {1}
    assert [run["program"]["corrections"]["game"]["hand"] for run in told["runs"]] == [6, 7, 8]
    assert len({run["program"]["box"] for run in told["runs"]}) == 3


def test_a_larger_hand_makes_a_longer_game(hands):
    for each in hands.list_differences():
        length = next(one for one in each if one.figure == "questions")
        assert length.by > 0
        assert length.is_clear
        assert length.value - length.first == pytest.approx(length.by)


def test_shares_of_two_bots_change_by_the_same(hands):
    figures = {one.figure: one.by for one in hands.list_differences()[1]}
    assert figures["bot greedy"] == pytest.approx(-figures["bot random"])


def test_an_experiment_is_described_in_both_languages(hands):
    lines = format_experiment(hands, Say("en"))
    assert lines[0] == "120 deals, each played with hand 6, 7, 8"
    assert lines[1] == "hand 7 instead of 6:"
    assert lines[2].startswith("  questions a game: +")
    assert any("deals would show it" in line for line in lines)
    french = format_experiment(hands, Say("fr"))
    assert len(french) == len(lines)
    assert not set(french) & set(lines)


def test_variants_that_do_not_differ_say_so():
    same = experiment("memory=off,on", games=30)
    for one in same.list_differences()[0]:
        assert (one.by, one.within, one.deals_needed) == (0, 0, None)
    assert "no difference at all" in format_experiment(same, Say("en"))[2]


def test_a_pair_needs_fewer_deals_than_strangers():
    """Known numbers: each deal is lucky or not, and the variant adds a little."""
    rng = Random(2)
    luck = [rng.gauss(0, 10) for _ in range(400)]
    first, other = ([value + add + rng.gauss(0, 1) for value in luck] for add in (0, 0.5))
    paired = compare_series("points", first, other)
    shuffled = compare_series("points", first, rng.sample(other, len(other)))
    assert paired.is_clear
    assert paired.by == pytest.approx(0.5, abs=0.2)
    assert not shuffled.is_clear
    assert paired.deals_needed < 120, "(2.8 x 1.41 / 0.5)^2 is 63"


def test_the_advised_number_of_deals_shows_a_difference_four_times_of_five():
    rng, seen = Random(5), 0
    for _ in range(300):
        first = [rng.gauss(0, 1) for _ in range(63)]
        other = [value + rng.gauss(0.5, 1.41) for value in first]
        seen += compare_series("points", first, other).is_clear
    assert 215 <= seen <= 265


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("colour=3", "Noah can't vary 'colour'; it can vary: hand, rounds"),
        ("hand", "varies over whole numbers"),
        ("hand=a,b", "varies over whole numbers"),
        ("hand=6", "2 to 20 different values"),
        ("hand=6,6", "2 to 20 different values"),
        ("hand=1..99", "2 to 20 different values"),
        ("hand=6,30", "game.hand is 30; allowed: a whole number from 1 to 20"),
        ("length=short,endless", "can't be 'endless'"),
    ],
)
def test_options_that_cannot_vary_are_refused_in_one_line(text, why):
    with pytest.raises(ArksideError, match=why) as refused:
        experiment(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", BOXED)
def test_everything_that_a_game_declares_variable_is_in_its_box(name):
    game = find_game(name)
    assert game.variable
    options = {**game.simulated, **game.deciding}
    box = game.open_box(game.complete_options(options, "virtual"), {})
    for path in game.variable.values():
        assert isinstance(box.provenance[path], str)


@pytest.mark.parametrize("bots", [("random",), ("greedy", "random")])
@pytest.mark.parametrize("name", BOXED)
def test_a_chunk_played_again_is_the_same(name, bots):
    game = find_game(name)
    plan = make_plan(game, game.usual_players, bots, 4, {}, {})
    chunks = []
    run = simulate(plan, 6, listeners=[chunks.append])
    games = list(replay_chunk(plan, 0, run.figures.deals))
    assert [game.scores for game in games] == chunks[0].scores
    assert [len(game.decisions) for game in games] == chunks[0].questions
    match = games[-1].make_match(plan, game)
    assert list(match.table.scores) == chunks[0].scores[-1]
    assert list(match.outcome.winners) == chunks[0].winners[-1]


def test_unusual_games_are_written_and_are_what_they_are_called(tmp_path):
    plan = make_plan(find_game("noah"), 2, ("greedy", "random"), 4, {}, {})
    extremes, chunks = Extremes(plan), []
    simulate(plan, 150, listeners=[extremes.add, chunks.append])
    files = extremes.write(tmp_path / "new" / "folder")
    assert {file.stem for file in files} == set(KINDS)
    matches = {file.stem: read_notation(file.read_text(), file.name) for file in files}
    questions = [number for chunk in chunks for number in chunk.questions]
    scores = [score for chunk in chunks for each in chunk.scores for score in each]
    leads = [abs(one - other) for chunk in chunks for one, other in chunk.scores]
    assert len(matches["longest"].answers) == max(questions)
    assert len(matches["shortest"].answers) == min(questions)
    assert max(matches["highest"].table.scores) == max(scores)
    assert min(matches["lowest"].table.scores) == min(scores)
    for kind, lead in (("closest", min(leads)), ("clearest", max(leads))):
        one, other = matches[kind].table.scores
        assert abs(one - other) == lead


def test_games_that_are_not_played_twice_alike_are_not_written(tmp_path):
    plan = make_plan(find_game("noah"), 2, ("random",), 4, {}, {})
    extremes = Extremes(plan)
    simulate(plan, 3, listeners=[extremes.add])
    extremes.games = {"longest": extremes.games["longest"]._replace(value=1)}
    with pytest.raises(ResultsError, match="twice alike"):
        extremes.write(tmp_path)
    assert not list(tmp_path.iterdir())


def test_an_impossible_folder_for_unusual_games_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    plan = make_plan(find_game("noah"), 2, ("random",), 4, {}, {})
    extremes = Extremes(plan)
    simulate(plan, 3, listeners=[extremes.add])
    with pytest.raises(ResultsError, match="Can't use"):
        extremes.write(tmp_path / "file")


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_every_decision_has_a_row(suffix, tmp_path):
    pandas_free = pytest.importorskip("pyarrow.parquet" if suffix == "parquet" else "csv")
    plan = make_plan(find_game("noah"), 2, ("greedy", "random"), 4, {}, {})
    file = tmp_path / f"decisions.{suffix}"
    table, chunks = DecisionFile(file, plan), []
    simulate(plan, 4, listeners=[table.add, chunks.append])
    table.close()
    if suffix == "csv":
        with file.open() as lines:
            rows = list(pandas_free.DictReader(lines))
    else:
        rows = pandas_free.read_table(file).to_pylist()
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == sum(chunks[0].questions)
    last = [row for row in rows if int(row["game"]) == 3]
    assert [int(row["question"]) for row in last] == list(range(1, chunks[0].questions[3] + 1))
    for row in rows:
        choices = row["choices"].split(" ")
        assert row["choice"] in choices
        assert len(choices) == int(row["number_of_choices"])
        if int(row["seat"]):
            assert row["bot"] in ("greedy", "random")
            assert int(row["final_score"]) == chunks[0].scores[int(row["game"])][int(row["seat"]) - 1]


def test_the_command_compares_finds_and_exports(tmp_path, capsys):
    from companion.cli import main

    words = ["simulate", "noah", "--players", "2", "--games", "6", "--workers", "1", "--data", str(tmp_path), "--json"]
    assert main([*words, "--vary", "hand=5,6"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["vary"] == "hand"
    assert told["differences"][0]["to"] == "6"
    files = ["--extremes", str(tmp_path / "unusual"), "--decisions", str(tmp_path / "decisions.csv")]
    assert main([*words, *files]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 6
    assert (tmp_path / "unusual" / "longest.ark").exists()
    assert (tmp_path / "decisions.csv.manifest.json").exists()
    assert main([*words, "--vary", "hand=5,6", *files]) == 2
    assert "--vary only prints" in capsys.readouterr().err
    assert main([*words, "--decisions", str(tmp_path / "decisions.jsonl")]) == 1
    assert "must end in .csv, .parquet" in capsys.readouterr().err
