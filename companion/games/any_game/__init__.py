"""Any game on the shelf: turns, rounds and points, for games that Arkside doesn't know."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.box import Box, Tree, read_toml
from companion.core.errors import N_, NoOdds
from companion.core.game import Game, Outcome, Setup
from companion.core.question import FREE_TEXT_PREFIX, MakeBot, Play
from companion.core.words import Say
from companion.games.any_game import rules
from companion.games.any_game.builder import make_free_id
from companion.games.any_game.face import AnyFace
from companion.games.any_game.pieces import NAMED_GAME_PREFIX, AnyPieces
from companion.games.any_game.table import AnyTable
from companion.games.any_game.template import (
    check_template,
    describe_template,
    load_shipped_templates,
    read_template,
)
from companion.games.any_game.voice import AnyVoice

if TYPE_CHECKING:
    from companion.core.imagined_world import Imagining
    from companion.core.match import Match


class AnyGame(Game):
    """The game Any game, as the registry finds it."""

    contract = 1
    id = "any"
    title = N_("Any game")
    players = range(1, 7)
    fewest_win = None
    has_bots = False
    deals_cards = False
    hidden_hands = True
    secret = frozenset({"bid"})
    folder = Path(__file__).parent

    def translate_title(self, language: str) -> str:
        """Return the title in that language; it isn't a name."""
        return self.say(language)(self.title)

    def open_box(self, options: Mapping[str, str], corrections: Tree) -> Box:
        """Return the shipped kinds of scoring, and what people named and made themselves."""
        file = self.folder / "box.toml"
        box = Box(file, {**read_toml(file), "templates": dict(load_shipped_templates())})
        box.correct(corrections, f"boxes/{self.id}.toml")
        return box

    def unpack(self, box: Box, options: Mapping[str, str], players: int) -> AnyPieces:
        """Read the kinds of scoring for this many players."""
        return AnyPieces(box, players)

    def new_table(self, setup: Setup, pieces: AnyPieces) -> AnyTable:
        """Return a table before the game is named."""
        return AnyTable(setup, pieces)

    def play(self, table: AnyTable) -> Play[Outcome]:
        """Return the rules."""
        return rules.play(table)

    def make_imagining(self, match: "Match") -> "Imagining":
        """Refuse: nobody can foresee a game whose rules only the people at the table know."""
        raise NoOdds(N_("Only you know the rules of this game, so there are no odds"))

    def name_match(self, first_answer: str, corrections: Tree) -> str:
        """Return the name that the first answer gave a match, typed or remembered; empty if it gave none."""
        if first_answer.startswith(FREE_TEXT_PREFIX):
            return first_answer.removeprefix(FREE_TEXT_PREFIX)
        remembered = corrections.get("games", {}).get(first_answer.removeprefix(NAMED_GAME_PREFIX), {})
        return str(remembered.get("title", ""))

    def describe_templates(self, trees: Mapping[str, Tree]) -> list[dict[str, Any]]:
        """Return kinds of scoring as JSON, such as for `arkside templates`."""
        box = Box(self.folder, {"templates": {"from": "owner", **trees}})
        return [describe_template(read_template(box, id, f"templates.{id}.")) for id in trees]

    def check_template(self, tree: Tree, id: str, file: str) -> None:
        """Refuse a tree that is no kind of scoring, in one line."""
        check_template(tree, id, file)

    def make_template_id(self, title: str, used: Iterable[str]) -> str:
        """Return an id for a new kind of scoring with this title."""
        return make_free_id(title, set(used))

    def bots(self) -> Mapping[str, MakeBot]:
        """Return no bots: nobody but the people at the table knows the rules."""
        return {}

    def voice(self, say: Say) -> AnyVoice:
        """Return the texts in that language."""
        return AnyVoice(say)

    def face(self) -> AnyFace:
        """Return lights that show whose turn it is and who is next."""
        return AnyFace()


GAME = AnyGame()
