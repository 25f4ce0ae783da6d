"""A game of somebody else's package in a fresh environment: installed, played everywhere, uninstalled."""

import json
import os
import subprocess
import sysconfig
from pathlib import Path
from textwrap import dedent
from venv import EnvBuilder

import pytest

SOURCE = Path(__file__).parent.parent / "thirdparty"
SCRIPT = dedent("""
    pick New match
    pick Olive Press
    pick Player 1
    pick Player 2
    push
    pick Cards on the screen
    answer many
    answer few
    frame basket
    answer more
    pick keep the basket
    frame kept
""")


class Environment:
    """A fresh Python beside the one that runs the tests, whose libraries it may read."""

    def __init__(self, folder: Path) -> None:
        EnvBuilder(symlinks=True).create(folder)
        self.bin = folder / "bin"
        site = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))
        # as packages installed for all users would be seen; `addsitedir` follows an editable install of ours too
        (site / "beneath.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")

    def run(self, *words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a module of this environment, such as `companion` or `pip`."""
        return subprocess.run(
            [self.bin / "python", "-m", *words], check=False, input=typed, capture_output=True, text=True, timeout=120,
            env={**os.environ, "LC_ALL": "C.UTF-8", "PYTHONWARNINGS": "", **environment}, cwd=self.bin.parent,
        )  # fmt: skip

    def arkside(self, *words: str, typed: str = "", code: int = 0) -> str:
        """What the program says; it must end as expected and never with a traceback."""
        done = self.run("companion", *words, typed=typed)
        assert done.returncode == code, done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout + done.stderr


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the game installed into it."""
    folder = tmp_path_factory.mktemp("fresh")
    environment = Environment(folder / "venv")
    offline = ("--no-index", "--no-build-isolation", "--no-deps", "--disable-pip-version-check", "--quiet")
    copy = folder / "olive-press"
    copy.mkdir()
    for file in SOURCE.rglob("*"):  # a build leaves its own folders beside the sources
        if file.is_file() and "__pycache__" not in file.parts:
            (copy / file.relative_to(SOURCE)).parent.mkdir(parents=True, exist_ok=True)
            (copy / file.relative_to(SOURCE)).write_bytes(file.read_bytes())
    done = environment.run("pip", "install", *offline, str(copy))
    assert done.returncode == 0, done.stderr
    return environment


@pytest.mark.parametrize(("language", "asked", "taken"), [
    ("en", "Anna, how many storms will you meet?", "Anna, a basket of 1: what now?"),
    ("fr", "Anna, combien d’orages pour toi\u202f?", "Anna, un panier de 1\u202f: que faire\u202f?"),
])  # fmt: skip
def test_it_is_played_in_the_terminal(fresh, tmp_path, language, asked, taken):
    out = fresh.arkside(
        "play", "olive-press", "--players", "Anna,bot:careful", "--seed", "1", "--data", str(tmp_path), "--lang", language,
        typed="1\npress\n?\nq\n",
    )  # fmt: skip
    assert asked in out
    assert taken in out
    assert {"en": "the press wants 3 olives, here is 1", "fr": "le pressoir veut 3 olives, il y en a 1"}[
        language
    ] in out
    assert {"en": "in secret", "fr": "en secret"}[language] in out, "what the bot wagers stays unseen"


def test_it_is_driven_by_the_engine_and_simulated(fresh):
    new = {"do": "new", "game": "olive-press", "seats": ["Anna", "Ben"], "seed": 1}
    requests = [
        new,
        *({"do": "answer", "choice": choice} for choice in ("few", "many")),
        {"do": "finish", "bot": "careful"},
    ]
    hello, first, _, basket, over = map(
        json.loads, fresh.arkside("engine", typed="".join(json.dumps(r) + "\n" for r in requests)).splitlines()
    )
    assert "olive-press" in hello["games"]
    assert first["question"]["choices"] == ["few", "many"]
    assert basket["why"] == {"press": ["the press wants 3 olives, here is 1"]}
    assert over["over"]["winners"]
    report = json.loads(
        fresh.arkside(
            "simulate", "olive-press", "--games", "200", "--bots", "careful,random", "--workers", "1", "--json"
        )
    )
    assert report["games"] == 200


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_is_played_on_the_box(fresh, tmp_path, language):
    script = tmp_path / "script.txt"
    script.write_text(SCRIPT)
    fresh.arkside(
        "run", "--script", str(script), "--frames", str(tmp_path), "--data", str(tmp_path / "data"), "--lang", language
    )
    assert sorted(file.name for file in tmp_path.glob("*.png")) == ["001-basket.png", "002-kept.png"]
    (match,) = json.loads(fresh.arkside("history", "--json", "--data", str(tmp_path / "data")))
    assert (match["answers"], match["game_version"]) == (4, "1.4")


def test_the_installed_laws_hold(fresh):
    done = fresh.run(
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--games",
        "50",
        "-c",
        os.devnull,
        "--rootdir",
        str(SOURCE),
        str(SOURCE / "laws"),
    )
    assert done.returncode == 0, done.stdout
    assert "14 passed" in done.stdout


def test_without_it_everything_else_works_and_its_matches_wait(fresh, tmp_path):
    data = ("--data", str(tmp_path), "--lang", "en")
    fresh.arkside("play", "olive-press", "--players", "Anna,Ben", *data, typed="\n1\nq\n")
    assert (
        fresh.run("pip", "uninstall", "--yes", "--quiet", "--disable-pip-version-check", "olive-press").returncode == 0
    )
    assert "olive-press  Anna, Ben; saved after 1 answer; its game isn't installed" in fresh.arkside("history", *data)
    assert (
        fresh.arkside("play", "--resume", "1", *data, code=2)
        == "arkside: Match 1 waits: its game 'olive-press' isn't installed\n"
    )
    out = fresh.arkside("play", "noah", "--players", "Anna,bot:greedy", "--seed", "4", *data, typed="1\nq\n")
    assert "Match 2 is saved" in out
    assert "olive-press" not in fresh.arkside("engine", typed="").splitlines()[0]
