"""Runs give the same figures whoever plays them, stop when asked to, and lose nothing."""

import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
from collections import Counter
from itertools import permutations
from math import ceil
from pathlib import Path
from random import Random
from statistics import fmean, quantiles

import pytest

from companion import VERSION
from companion.core.errors import SetupError
from companion.core.registry import find_game
from companion.lab.chunk import play_chunk
from companion.lab.figures import Figures, Mean, WinShare, summarize_numbers
from companion.lab.plan import SimulationPlan, make_plan
from companion.lab.results import check_file_name
from companion.lab.row_files import ResultsError
from companion.lab.simulate import FIRST_LOOK, NEXT_LOOK, WorkerPool, simulate
from companion.lab.workers import MOST_CHUNKS_A_TASK, ChunkTask, ClusterError, Interrupts, group_tasks
from tests.boxed import BOXED
from tests.programs import PATIENCE, run_program


def plan(
    game: str = "noah",
    players: int = 3,
    bots: tuple[str, ...] = ("random",),
    seed: int = 5,
    options: dict[str, str] | None = None,
    corrections: dict[str, object] | None = None,
    **more,
) -> SimulationPlan:
    return make_plan(find_game(game), players, bots, seed, options or {}, corrections or {}, **more)


def figures(plan: SimulationPlan, games: int, pool: WorkerPool | None = None, **more) -> str:
    return json.dumps(simulate(plan, games, pool, **more).figures.as_json())


@pytest.mark.parametrize("game", BOXED)
def test_one_and_two_workers_find_the_same_byte_for_byte(game, tmp_path):
    mixed = plan(game, max(3, find_game(game).players[0]), ("greedy", "random"), watched=True)
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    one, two = (figures(mixed, 150, WorkerPool(n), files=[file]) for n, file in zip((1, 2), files, strict=True))
    assert one == two
    assert files[0].read_bytes() == files[1].read_bytes()
    assert json.loads(one)["games"] >= 150


def test_a_dask_cluster_finds_the_same_even_if_a_worker_is_killed(tmp_path):
    distributed = pytest.importorskip("distributed")
    mixed = plan("noah", 3, ("greedy", "random"))
    alone = figures(mixed, 600, files=[tmp_path / "alone.jsonl"])
    with distributed.LocalCluster(2, threads_per_worker=1, dashboard_address="127.0.0.1:0", protocol="tcp") as cluster:
        victim = next(iter(cluster.workers.values())).pid
        killed = []

        def kill(games: int) -> None:
            if not killed:
                os.kill(victim, signal.SIGKILL)
                killed.append(victim)

        pool = WorkerPool(cluster=cluster.scheduler_address)
        together = figures(mixed, 600, pool, played=kill, files=[tmp_path / "together.jsonl"])
    assert killed
    assert together == alone
    assert (tmp_path / "alone.jsonl").read_bytes() == (tmp_path / "together.jsonl").read_bytes()


def test_a_cluster_that_is_not_there_is_one_clear_line():
    pytest.importorskip("distributed")
    with pytest.raises(ClusterError, match="No cluster answers at nowhere: "):
        figures(plan(), 10, WorkerPool(cluster="nowhere"))


def test_a_cluster_without_workers_is_one_clear_line(monkeypatch):
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr("companion.lab.workers.WORKER_PATIENCE", 0.5)
    alone = {"cls": distributed.Scheduler, "options": {"dashboard": False, "host": "127.0.0.1", "port": 0}}
    with (
        distributed.SpecCluster(workers={}, scheduler=alone) as cluster,
        pytest.raises(ClusterError, match="has no workers"),
    ):
        figures(plan(), 10, WorkerPool(cluster=cluster.scheduler_address))


def test_tasks_begin_small_and_grow_and_leave_no_chunk_out():
    tasks = [ChunkTask(number, 60) for number in range(500)]
    groups = list(group_tasks(tasks, 2))
    sizes = [len(group) for group in groups]
    assert sizes[:6] == [1] * 6
    assert sizes[:-1] == sorted(sizes[:-1])
    assert max(sizes) == MOST_CHUNKS_A_TASK
    assert [task for group in groups for task in group] == tasks


def test_figures_need_no_more_memory_for_more_games():
    few, chunk = Figures(plan()), play_chunk(plan(), 0, 60)
    few.add(chunk)
    many = Figures(plan())
    for _ in range(40):
        many.add(chunk)
    assert len(pickle.dumps(many)) < 1.1 * len(pickle.dumps(few))
    assert many.as_json()["length"] == few.as_json()["length"]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 60])
def test_quartiles_are_those_of_the_sorted_numbers(count):
    rng = Random(count)
    numbers = [rng.randrange(9) for _ in range(count)]
    wanted = quantiles(numbers, n=4, method="inclusive") if count > 1 else [float(numbers[0])] * 3
    assert summarize_numbers(Counter(numbers)) == {"mean": round(fmean(numbers), 4), "quartiles": wanted}


def test_a_table_has_a_manifest_beside_it(tmp_path):
    simulation_plan = plan("noah", 3, corrections={"game": {"hand": 5}})
    simulate(simulation_plan, 6, files=[tmp_path / "games.csv"])
    manifest = json.loads((tmp_path / "games.csv.manifest.json").read_text())
    assert (manifest["game"], manifest["seed"], manifest["games"]) == ("noah", 5, 6)
    assert manifest["program"]["arkside"] == VERSION
    assert manifest["program"]["corrections"] == {"game": {"hand": 5}}


def test_every_deal_is_played_in_every_seating():
    mixed = plan("noah", 4, ("greedy", "random", "random", "random"))
    assert mixed.paired
    assert mixed.seatings == sorted(set(permutations(mixed.bots)))
    chunk = play_chunk(mixed, 0, 3)
    assert chunk.seatings == [0, 1, 2, 3] * 3
    seated = plan("noah", 4, ("greedy", "random", "random", "random"), seated=True)
    assert seated.seatings == [("greedy", "random", "random", "random")]


def test_pairing_makes_identical_bots_exactly_equal():
    """In a game without decisions the bots cannot differ, so with every seating each wins its exact share."""
    figures = simulate(plan("noahs-ark", 3, ("greedy", "random", "random")), 90).figures.as_json()
    assert [bot["wins"] for bot in figures["by_bot"]] == pytest.approx([1 / 3, 2 / 3], abs=1e-6)
    assert all(bot["wins_within"] < 1e-6 for bot in figures["by_bot"])


def test_too_many_seatings_are_refused_with_what_to_do(monkeypatch):
    monkeypatch.setattr("companion.lab.plan.MOST_SEATINGS", 2)
    with pytest.raises(SetupError, match="--seated"):
        plan("noah", 3, ("greedy", "random", "random"))


def test_a_run_ends_when_it_is_certain_enough_and_the_same_way_with_two_workers():
    one = simulate(plan(players=2), 100_000, WorkerPool(1), until=0.05)
    two = simulate(plan(players=2), 100_000, WorkerPool(2), until=0.05)
    assert one.figures.within <= 0.05
    assert one.figures.games == two.figures.games < 2000
    assert one.certain
    assert one.figures.deals >= FIRST_LOOK


def test_without_a_number_of_games_a_run_ends_only_when_it_is_certain():
    run = simulate(plan(players=2), None, until=0.025)
    assert run.figures.within <= 0.025
    assert run.figures.games > 1000, "there is no hidden limit"


def test_a_run_that_is_not_certain_enough_says_so():
    run = simulate(plan(players=2), 60, until=0.01)
    assert run.fell_short
    assert run.figures.games == 60


@pytest.mark.parametrize("truth", [0.02, 0.5, 0.96])
def test_runs_that_stop_when_certain_still_hold_the_truth(truth):
    """Looks at growing distances with Wilson intervals, on games that are known coins."""
    rng, held = Random(7), 0
    for _ in range(300):
        share, look_at = WinShare(), FIRST_LOOK
        while True:
            share.add(float(rng.random() < truth))
            if share.number >= look_at:
                if share.within <= 0.03:
                    break
                look_at = ceil(share.number * NEXT_LOOK)
        held += abs(share.value - truth) <= share.within
    assert held >= 276, "at least 92 of 100"


def test_a_share_of_everything_is_not_certain():
    share = WinShare()
    share.add(1.0, 60)
    assert 0.05 < share.within < 0.07


def test_wins_are_counted_by_the_place_after_the_starter():
    chunks = []
    run = simulate(plan("ark-and-noah", 2, ("greedy",), options={"mode": "quick"}), 200, listeners=[chunks.append])
    figures = run.figures.as_json()
    assert figures["wins_by_place"][0] > 0.7, "the starter of the quick game is far ahead"
    assert figures["places_that_differ"] == [0, 1]
    assert sum(figures["wins_by_place"]) == pytest.approx(1, abs=1e-5)
    starters = {starter for chunk in chunks for starter in chunk.starters}
    assert starters == {0, 1}


def test_one_joint_test_accuses_a_fair_game_once_in_twenty():
    accused, rng = 0, Random(3)
    for _ in range(300):
        figures = Figures(plan(players=4))
        for _ in range(120):
            figures._add_deal([(rng.randrange(4), (rng.randrange(4),))], 1)
        accused += bool(figures._places_as_json()["places_that_differ"])
    assert accused <= 27, "with a test for each seat it would be about 45"


def test_a_result_names_program_and_corrected_box():
    usual, corrected = plan("noah", 3), plan("noah", 3, corrections={"game": {"hand": 5}})
    first, second = (simulate(setting, 6).as_json()["program"] for setting in (usual, corrected))
    assert first["arkside"] == VERSION
    assert first["box"] != second["box"]
    assert second["corrections"] == {"game": {"hand": 5}}


def test_a_file_that_cannot_be_written_is_refused_before_the_games(tmp_path):
    played = []
    with pytest.raises(ResultsError, match="nowhere"):
        simulate(plan(), 60, played=played.append, files=[tmp_path / "nowhere" / "games.csv"])
    assert not played


def test_a_file_of_another_version_is_not_extended(tmp_path, monkeypatch):
    file = tmp_path / "games.jsonl"
    simulate(plan(), 60, files=[file])
    before = file.read_bytes()
    monkeypatch.setattr("companion.lab.manifest.VERSION", "0.1")
    with pytest.raises(ResultsError, match="another version"):
        simulate(plan(), 120, files=[file])
    assert file.read_bytes() == before


def test_a_file_of_another_box_is_not_extended(tmp_path):
    file = tmp_path / "games.jsonl"
    simulate(plan(), 60, files=[file])
    with pytest.raises(ResultsError, match="another box"):
        simulate(plan(corrections={"game": {"hand": 5}}), 120, files=[file])


def test_a_file_played_without_a_report_says_so(tmp_path):
    file = tmp_path / "games.jsonl"
    simulate(plan(), 60, files=[file])
    with pytest.raises(ResultsError, match="without --report"):
        simulate(plan()._replace(watched=True), 60, files=[file])


def test_an_interval_holds_the_truth_about_19_times_of_20():
    """Seats of random bots in Noah are equal by symmetry of the start; each share is 1/2 with two players."""
    held = 0
    for seed in range(100):
        figures = simulate(plan(players=2, seed=seed), 60).figures.as_json()
        held += abs(figures["wins"][0] - 0.5) <= figures["wins_within"][0]
    assert 86 <= held <= 100


def test_a_mean_of_one_value_is_not_certain():
    mean = Mean()
    mean.add(1)
    assert mean.within == 1.0


def test_more_games_are_added_to_a_file_and_equal_a_run_in_one_go(tmp_path):
    parts, whole = tmp_path / "parts.jsonl", tmp_path / "whole.jsonl"
    simulation_plan = plan()
    simulate(simulation_plan, 130, files=[parts])
    fresh = []
    again = simulate(simulation_plan, 400, WorkerPool(2), files=[parts], played=fresh.append)
    assert fresh[0] == 180  # two full chunks of 60 were read, the short one is played again to its full size
    at_once = simulate(simulation_plan, 400, files=[whole])
    assert again.figures.as_json() == at_once.figures.as_json()
    assert parts.read_bytes() == whole.read_bytes()


def test_fewer_games_than_a_file_holds_are_just_read(tmp_path):
    file = tmp_path / "some.jsonl"
    simulate(plan(), 180, files=[file])
    before = file.read_bytes()
    again = simulate(plan(), 60, files=[file])
    assert (again.figures.games, again.fresh.games) == (60, 0)
    assert file.read_bytes() == before


@pytest.mark.parametrize("damage", [b'{"number":1,"seat', b'{"number":7}\n', b"\xc3\xa9[[[\n"])
def test_a_file_that_was_cut_off_is_mended(tmp_path, damage):
    file, whole = tmp_path / "cut.jsonl", tmp_path / "whole.jsonl"
    simulate(plan(), 60, files=[file])
    file.write_bytes(file.read_bytes() + damage)
    simulate(plan(), 120, files=[file])
    simulate(plan(), 120, files=[whole])
    assert file.read_bytes() == whole.read_bytes()


def test_a_file_of_other_games_is_refused_and_left_alone(tmp_path):
    file = tmp_path / "noah.jsonl"
    simulate(plan(), 60, files=[file])
    before = file.read_bytes()
    with pytest.raises(ResultsError, match="holds a different run"):
        simulate(plan(seed=6), 60, files=[file])
    assert file.read_bytes() == before


def test_tables_for_other_programs_hold_every_game(tmp_path):
    files = [tmp_path / "games.csv", tmp_path / "games.parquet"]
    mixed = plan("noah", 2, ("greedy", "random"))
    run = simulate(mixed, 40, files=files)
    lines = files[0].read_text().splitlines()
    assert lines[0] == "game,deal,questions,starter,bot_1,bot_2,score_1,score_2,win_1,win_2"
    assert len(lines) == 41
    assert lines[1].startswith("0,0,")
    assert lines[2].startswith("1,0,")
    assert lines[3].startswith("2,1,")
    wins = sum(float(line.split(",")[-1]) for line in lines[1:])
    assert wins / 40 == pytest.approx(run.figures.as_json()["wins"][1])
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(files[1])
    assert table.num_rows == 40
    assert table.column("win_2").to_pylist() == [float(line.split(",")[-1]) for line in lines[1:]]


def test_a_file_of_unknown_form_is_refused():
    with pytest.raises(ResultsError, match=r"must end in \.jsonl, \.csv, \.parquet"):
        check_file_name("results.xls")


def test_ctrl_c_pressed_again_lets_the_workers_go_and_is_no_second_error():
    worker = multiprocessing.get_context("fork").Process(target=signal.pause)
    before = signal.getsignal(signal.SIGINT)
    with Interrupts():
        worker.start()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        worker.join(PATIENCE)
    assert worker.exitcode == -signal.SIGTERM
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_waits_until_a_chunk_is_counted_and_saved():
    done = []

    def keep():
        with interrupts.hold():
            signal.raise_signal(signal.SIGINT)
            done.append("kept")

    with Interrupts() as interrupts, pytest.raises(KeyboardInterrupt):
        keep()
    assert done == ["kept"]


def test_ctrl_c_works_again_after_a_chunk_that_could_not_be_saved():
    def keep():
        with interrupts.hold():
            raise ResultsError("full")

    with Interrupts() as interrupts:
        with pytest.raises(ResultsError):
            keep()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_ctrl_c_keeps_what_is_done(tmp_path):
    """A real process, interrupted as soon as its file shows that chunks are there."""
    file = tmp_path / "cut.jsonl"
    words = [sys.executable, "-m", "companion", "simulate", "noah", "--games", "10000000", "--workers", "2", "--json"]
    command = [*words, "--out", str(file), "--data", str(tmp_path)]
    with run_program(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        while not file.exists() or file.read_text().count("\n") < 4:
            assert run.poll() is None
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=PATIENCE)
    assert run.returncode == 1
    assert err.startswith("arkside: stopped after ")
    assert err.count("\n") == 1
    report = json.loads(out)
    assert report["interrupted"]
    assert report["games"] == 60 * (Path(file).read_text().count("\n") - 1) >= 180
