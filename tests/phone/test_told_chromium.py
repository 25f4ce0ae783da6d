"""A real table told on one phone: every button says all of what it means, by itself or below a heading."""

import re
from random import Random

import pytest

from companion.app.choice_rows import find_number_range
from tests.phone.browser import IN_CHROMIUM, Page
from tests.phone.fingers import answer, go_on, seat_guest, sit, start
from tests.phone.service import Service

pytestmark = IN_CHROMIUM

BUTTONS = """[...document.querySelectorAll('[data-n="%d"] button[data-choice]')].map((one) =>
    [one.dataset.choice, `${one.closest('.group')?.querySelector('h3')?.textContent ?? ''} ${one.textContent}`])"""


def words_in(text: str) -> set[str]:
    return set(re.findall(r"\w+|[♂♀×→]", text))


def sat_down(page: Page, service: Service) -> None:
    sit(page, service, 0, "Anna")
    for seat, name in enumerate(("Ben", "Chloé", "Dan"), start=1):
        seat_guest(page, seat, name)


@pytest.mark.parametrize(("game", "answers"), [("noah", 40), ("ark-and-noah", 40), ("ark", 20)])
def test_every_button_says_all_of_what_it_means(phones: list[Page], service: Service, game: str, answers: int) -> None:
    page, rng = phones[0], Random(2)
    sat_down(page, service)
    session = start(page, service, game, deal="table")
    looked_at = set()
    for _ in range(answers):
        question = session.question
        assert question is not None
        page.until(f"document.querySelector('[data-n=\"{session.n}\"] [data-choice]')")
        labels = dict(page.value(BUTTONS % session.n))
        for id, choice in zip(question.list_ids(), question.choices, strict=True):
            label = session.get_voice("en").label_text(choice, question, session.match.table)
            assert words_in(label) <= words_in(labels[id]), (label, labels[id])
        looked_at.add(len(labels))
        go_on(service, session, rng.choice(question.list_ids()))
    assert len(looked_at) > 5
    assert page.errors == []


def test_a_number_of_many_is_sent(phones: list[Page], service: Service) -> None:
    """What is left at the end may be anything from one figure to three."""
    page, rng = phones[0], Random(5)
    sat_down(page, service)
    session = start(page, service, "ark-and-noah", deal="table")
    while session.question is not None and not (
        session.question.ask == "left_over" and len(session.question.choices) > 30
    ):
        go_on(service, session, rng.choice(session.question.list_ids()))
    assert session.question is not None
    assert find_number_range(session.question)
    most = session.question.list_ids()[-1]
    answer(page, service, session, most)
    assert session.match.answers[-1] == most
