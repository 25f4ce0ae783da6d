"""The mutation tests themselves: mistakes are small, compile, are the same for a seed, and a test notices one of them."""

import ast
import json
from pathlib import Path

import pytest

from tests.trust import mutants
from tests.trust.mutants import GROUPS, GUARDS, ROOT, Verdict, judge_mutants, merge_figures, possible, sample
from tests.trust.mutate import Mutant, mutants_of, read_hand_made

CLOCK = "drivers/pod_clock.py"


def test_every_mistake_is_still_python_and_another_program() -> None:
    for mutant, _ in sample(3, 7):
        if "/usr/lib/" in mutant.file and not mutant.file.endswith(".py"):
            continue  # a script of the shell, or a unit
        text = (ROOT / mutant.file).read_text(encoding="utf-8")
        assert ast.dump(ast.parse(mutant.source(text))) != ast.dump(ast.parse(text)), mutant


def test_a_tired_programmer_is_imitated(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(
        "LIMIT = 21\n\ndef over(table, weight):\n    if weight > LIMIT and not table.sunk:\n        table.sink()\n"
        '        log.info("sunk")\n    return weight + 1\n'
    )
    replacements = {one.new for one in mutants_of("rules.py", tmp_path)}
    assert {"22", "weight >= LIMIT", "(table.sunk)", "pass", "2", "weight - 1", "None"} <= replacements
    assert [one.old for one in mutants_of("rules.py", tmp_path) if one.new == "pass"] == ["table.sink()"], "no log"


def test_a_seed_chooses_the_same_mistakes_and_as_many_of_each_group() -> None:
    assert sample(2, 5) == sample(2, 5) != sample(2, 6)
    names, by_hand = ([name for _, name in sample(each, 5)] for each in (2, 0))
    assert {names.count(name) - by_hand.count(name) for name in GROUPS} == {2}


def test_mistakes_by_hand_are_always_part_of_it_and_differ_from_the_code() -> None:
    chosen = sample(0, 1)
    assert {name for _, name in chosen} == set(GUARDS)
    assert all(mutant.old != mutant.new for mutant, _ in chosen)


def test_a_mistake_by_hand_must_fit_exactly_one_place(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text("a = 1\nb = 1\n")
    listed = tmp_path / "hand_made.toml"
    listed.write_text('[[some]]\nwhat = "x"\nfile = "code.py"\nold = "b = 1"\nnew = "b = 2"\n')
    ((mutant,),) = read_hand_made(listed, tmp_path).values()
    assert (mutant.line, mutant.source("a = 1\nb = 1\n")) == (2, "a = 1\nb = 2\n")
    for old in ("= 1", "c = 1"):
        listed.write_text(f'[[some]]\nwhat = "x"\nfile = "code.py"\nold = "{old}"\nnew = ""\n')
        with pytest.raises(ValueError, match="places"):
            read_hand_made(listed, tmp_path)


def test_a_mistake_is_noticed_by_the_tests_of_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ends: one that every test of the clock sees, and none at all."""
    monkeypatch.setitem(GROUPS, "clock", mutants.Group((CLOCK,), ("tests/drivers/test_pod_clock.py",)))
    text = (ROOT / CLOCK).read_bytes()
    at = text.index(b"    def ")
    bad = Mutant(CLOCK, 1, "", '    raise ValueError("a mistake")\n', at, at)
    same = Mutant(CLOCK, 1, "", "\n", at, at)
    found = judge_mutants([(bad, "clock"), (same, "clock")], workers=1)
    assert [bool(one.noticed) for one in found] == [True, False]


def test_a_group_judged_alone_takes_its_place_among_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "KEPT", tmp_path / "mutants.json")
    some = [mutant for mutant, _ in sample(3, 1, "link")]
    first = merge_figures([Verdict(some[0], "link", "a test"), Verdict(some[1], "session", "")], 1)
    mutants.KEPT.write_text(json.dumps(first))
    whole = merge_figures([Verdict(some[2], "link", "")], 1)["mutants"]
    assert (whole["made"], whole["killed"]) == (2, 0)
    assert whole["where"] == "session, link"
    assert whole["groups"]["link"]["survivors"] == [str(some[2])]
    assert whole["possible"] == len(possible("link")) + len(possible("session"))


def test_code_that_keeps_people_out_has_figures_of_its_own_by_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutants, "KEPT", tmp_path / "mutants.json")
    first, second = (mutant for mutant, _ in sample(0, 1, "match lock")[:2])
    figures = merge_figures([Verdict(first, "match lock", "a test"), Verdict(second, "match lock", "")], 1)
    assert figures.keys() == {"guards"}
    assert figures["guards"]["where"] == "match lock"
    assert figures["guards"]["groups"]["match lock"]["files"] == {
        "companion/core/match_lock.py": {"made": 2, "killed": 1}
    }
