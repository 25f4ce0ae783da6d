"""Choosing a Wi-Fi on the phone: over HTTP against the running device, as a browser's form does."""

from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from companion.phone.wifi import is_possible_network
from companion.service.notes import HOTSPOT, NETWORKS, Notes


@pytest.fixture
def notes(service, tmp_path):
    """The device with a Wi-Fi of its own."""
    (tmp_path / "run").mkdir()
    service.app.notes = Notes(tmp_path / "run")
    service.app.notes.write(HOTSPOT, "Arkside\nk7mp3wq9xd")
    service.app.notes.write(NETWORKS, "Home\nChez <nous>\n")
    return service.app.notes


def page(service, origin=None, **form):
    """Status and text of the page, or of what comes of its form."""
    data = urlencode(form).encode() if form else None
    request = Request(f"{service.address}wifi", data, {"Origin": origin} if origin else {})
    try:
        with urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()


def asked(notes):
    return notes.lines("requests/wifi")


def test_the_wifis_in_reach_are_offered(service, notes):
    status, text = page(service)
    assert status == 200
    assert "<option>Home</option>" in text
    assert "<option>Chez &lt;nous&gt;</option>" in text


def test_the_chosen_action_is_requested_from_the_system(service, notes):
    status, _ = page(service, name="Chez <nous>", password="mot de passe")
    assert status == 200
    assert asked(notes) == ["Chez <nous>", "mot de passe"]


@pytest.mark.parametrize(
    ("name", "password"),
    [("", "longenough"), ("Home", "short"), ("x" * 33, ""), ("Home\nrm", "longenough"), ("-x", "")],
)
def test_an_impossible_wifi_is_refused(service, notes, name, password):
    assert not is_possible_network(name, password)
    assert page(service, name=name, password=password)[0] == 400
    assert asked(notes) == []


def test_another_site_cannot_choose(service, notes):
    page(service, "http://elsewhere.example", name="Home", password="longenough")
    assert asked(notes) == []


def test_there_is_no_such_page_once_the_box_has_joined(service, notes):
    notes.drop(HOTSPOT)
    assert page(service)[0] == 404
    assert page(service, name="Home", password="longenough")[0] == 404
    assert asked(notes) == []
