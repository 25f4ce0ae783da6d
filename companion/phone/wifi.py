"""Choosing the Wi-Fi of the box on a phone: by the host, and only while the box has a Wi-Fi of its own."""

from html import escape
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from companion.app.app import App
from companion.core.words import Say
from companion.phone.words import choose_language, phone_say
from companion.service.notes import HOTSPOT, NETWORKS

LONGEST = 1000
NAME_BYTES = 32
PASSWORD = (8, 63)

PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<link rel="icon" href="/icons/arkside.svg">
<link rel="stylesheet" href="/page.css">
<h1>{title}</h1>
{body}
</html>
"""


class WifiPage:
    """A form with the Wi-Fis in reach. What is chosen goes to root's side as a request; nothing is kept here."""

    def __init__(self, app: App) -> None:
        self.app = app

    def routes(self) -> list[BaseRoute]:
        """The addresses of the form."""
        return [Route("/wifi", self.page, methods=["GET"]), Route("/wifi", self.choose, methods=["POST"])]

    async def page(self, request: Request) -> Response:
        """The form, or why there is none."""
        say = phone_say(choose_language(request, self.app.settings["language"]))
        notes = self.app.notes
        if notes is None or not notes.there(HOTSPOT):
            told = say("You can choose a Wi-Fi only while the box runs its own.")
            return shown(say, f"<p>{escape(told)}</p>", 404)
        return shown(say, form(say, notes.lines(NETWORKS)))

    async def choose(self, request: Request) -> Response:
        """Ask for it to be joined, if it can be one."""
        say = phone_say(choose_language(request, self.app.settings["language"]))
        notes = self.app.notes
        if notes is None or not notes.there(HOTSPOT):
            return await self.page(request)
        body = await request.body()
        said = parse_qs(body[:LONGEST].decode(errors="replace"), keep_blank_values=True)
        name, password = said.get("name", [""])[0].strip(), said.get("password", [""])[0]
        if not can_be(name, password):
            told = say("The name needs 1 to 32 letters; the password 8 to 63, or leave it empty.")
            return shown(say, f"<p>{escape(told)}</p>{form(say, notes.lines(NETWORKS))}", 400)
        notes.ask("wifi", name, password)
        told = say("The box is joining your Wi-Fi. Join it too: the box shows a new code.")
        return shown(say, f"<p>{escape(told)}</p>")


def can_be(name: str, password: str) -> bool:
    """Whether there can be such a Wi-Fi; a line break could smuggle a second answer."""
    if not (name + password).isprintable() or not 1 <= len(name.encode()) <= NAME_BYTES or name.startswith("-"):
        return False
    return not password or PASSWORD[0] <= len(password) <= PASSWORD[1]


def form(say: Say, networks: list[str]) -> str:
    """The Wi-Fis in reach to pick from, or any other by its name."""
    texts = (say("Which Wi-Fi should the box join?"), say("Name"), say("Password"), say("Join"))
    ask, name, password, join = map(escape, texts)
    options = "".join(f"<option>{escape(network)}</option>" for network in networks)
    return (
        f'<p>{ask}</p><form method="post" action="/wifi">'
        f'<p><label>{name} <input name="name" list="known" required maxlength="32"></label>'
        f'<datalist id="known">{options}</datalist></p>'
        f'<p><label>{password} <input name="password" type="password" maxlength="63"></label></p>'
        f"<p><button>{join}</button></p></form>"
    )


def shown(say: Say, body: str, status: int = 200) -> Response:
    """The page around it."""
    title = escape(say("Wi-Fi for the box"))
    return HTMLResponse(PAGE.format(language=say.language, title=title, body=body), status)
