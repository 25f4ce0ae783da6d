"""People with a box in which every animal is another one than we guess: they tell each when they first see it."""

from collections.abc import Collection, Iterator
from random import Random
from string import ascii_lowercase
from typing import Any

from companion.core.errors import NotAChoice
from companion.games.ark_and_noah import GAME
from companion.games.ark_and_noah.pieces import KNOWN_BY_NAME, Species
from companion.games.ark_and_noah.table import ArkAndNoahTable
from tests.games.ark_and_noah.stage import NAMES
from tests.games.strangers import TwoBooks

PRINTED = {"crow", "lion", "elephant"}
"""Animals of which the book tells all."""


def other_box(rng: Random) -> dict[str, Any]:
    """A box with as many animals as ours: none is called as we guess, and none shows what we guess."""
    figures: dict[str, Any] = {"species": {}}
    box = GAME.open_box({}, {})
    for number, key in enumerate(box.list_names("species")):
        entry = figures["species"][key] = {}
        if key in PRINTED:
            continue
        guess = box.whole(f"species.{key}.size", 0, 4)
        sizes = [1] if key == "dog" else [size for size in range(5) if size != guess]
        entry["size"] = rng.choice(sizes)
        entry["points"] = rng.randint(1, 9) if entry["size"] else 0
        if key not in KNOWN_BY_NAME:
            entry["name"] = "beast" + ascii_lowercase[number]
    return figures


class Strangers(TwoBooks):
    """Each animal is told when it is first seen, and its figures where they are first needed."""

    def __init__(
        self,
        seed: int,
        players: int,
        box: dict[str, Any] | None = None,
        learned: dict[str, Any] | None = None,
        unnamed: Collection[str] = (),
        **options: str,
    ) -> None:
        rng = Random(seed)
        super().__init__(GAME, NAMES[:players], options, box or other_box(rng), rng, learned)
        self.told: set[str] = set()
        self.unnamed = unnamed
        """Animals whose names they do not care to write."""
        self.called: dict[str, str] = {}
        """What animals are in the books that learn, where these have another id for them."""

    @property
    def table(self) -> ArkAndNoahTable:
        """Of the books that learn."""
        assert isinstance(self.learning.table, ArkAndNoahTable)
        return self.learning.table

    def say(self, answer: str) -> str:
        """Give an answer to the books that learn, in their ids."""
        words = answer.split("-")
        return super().say("-".join(self.called.get(word, word) for word in words))

    def species(self, id: str) -> Species:
        """What an animal really is."""
        return self.known.table.known[id]  # type: ignore[attr-defined, no-any-return]

    def answers(self) -> Iterator[str]:
        """What they tell, answer by answer, until the match is over."""
        while self.learning.question is not None:
            if self.learning.question.ask == "left_figures":
                yield from self.put_right()
                continue
            asked = self.learning.question.ask, self.learning.question.seat
            if "done" in self.learning.question.list_ids() and self.asked() != asked:
                yield self.say("done")  # who knows what the pairs show sees that none can be loaded
                continue
            if asked[0] == "give" and self.asked() != asked:
                yield self.say("keep")  # the bags were empty already
                continue
            if asked[0] == "took" and self.asked() != asked:
                yield from self.last_tile(asked[1])
                continue
            assert self.known.question is not None
            assert self.asked() == asked
            answer = str(self.known.find_choice(self.people.answer(self.known.question, self.known.table)).choice)
            yield from self.tell(answer)
            self.known.answer(answer)

    def last_tile(self, seat: int) -> Iterator[str]:
        """The one tile that was left, so that nobody who knows the box had to ask; or none was."""
        known: Any = self.known.table
        new = {tile.id for tile in known.tiles[seat]} - {tile.id for tile in self.table.tiles[seat]}
        yield from self.tell(new.pop()) if new else [self.say("empty")]

    def put_right(self) -> Iterator[str]:
        """What is left and shows other figures than the books have."""
        assert self.learning.question is not None
        wrong = [id for id in self.learning.question.list_ids() if id != "yes"]
        yield self.say(wrong[0])
        yield from self.figures(self.species(wrong[0]))

    def tell(self, answer: str) -> Iterator[str]:
        """An answer as it is; first what the animal in it shows, if the books do not know that yet."""
        assert self.learning.question is not None
        named = [species for species in self.known.table.known if answer == species or answer.startswith(f"{species}-")]  # type: ignore[attr-defined]
        if (
            named
            and self.learning.question.ask in ("load", "last_pairs")
            and self.table.known[self.called.get(named[0], named[0])].figures_guessed
        ):
            yield self.say("another")
            assert self.learning.question is not None
            if self.learning.question.ask == "another_pair":
                yield self.say(named[0])
            yield from self.figures(self.species(named[0]))
        try:
            yield self.say(answer)
        except NotAChoice:
            yield from self.name(answer)

    def name(self, tile: str) -> Iterator[str]:
        """Another animal: what it is called and what it shows."""
        species, _, sex = tile.rpartition("-")
        before = set(self.table.known.values())
        yield self.say("another")
        known = species in KNOWN_BY_NAME
        name = species if known else "unnamed" if species in self.unnamed else f"said-{species}"
        yield super().say(name)
        yield from self.figures(self.species(species))
        for new in set(self.table.known.values()) - before:
            self.called[species] = new.id
        if self.learning.question is not None and self.learning.question.ask == "another_sex":
            yield self.say(sex)

    def figures(self, species: Species) -> Iterator[str]:
        """Size and points, as far as they are asked for."""
        self.told.add(species.id)
        answers = {"another_size": str(species.size), "another_points": str(species.points)}
        while self.learning.question is not None and self.learning.question.ask in answers:
            yield self.say(answers[self.learning.question.ask])
