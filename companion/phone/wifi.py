"""The form to choose the Wi-Fi of the box: for the host, and only while the box runs a hotspot."""

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
    """A form with the Wi-Fis in reach. The choice goes to the privileged service and is not stored here."""

    def __init__(self, app: App) -> None:
        self.app = app

    def list_routes(self) -> list[BaseRoute]:
        """Return the routes of the form."""
        return [Route("/wifi", self.serve_form, methods=["GET"]), Route("/wifi", self.join_network, methods=["POST"])]

    async def serve_form(self, request: Request) -> Response:
        """Return the form, or the reason why there is none."""
        say = phone_say(choose_language(request, self.app.settings["language"]))
        notes = self.app.notes
        if notes is None or not notes.has(HOTSPOT):
            reason = say("You can only choose a Wi-Fi while the box runs its own.")
            return render_page(say, f"<p>{escape(reason)}</p>", 404)
        return render_page(say, render_form(say, notes.lines(NETWORKS)))

    async def join_network(self, request: Request) -> Response:
        """Request to join a Wi-Fi, if name and password are possible."""
        say = phone_say(choose_language(request, self.app.settings["language"]))
        notes = self.app.notes
        if notes is None or not notes.has(HOTSPOT):
            return await self.serve_form(request)
        body = await request.body()
        fields = parse_qs(body[:LONGEST].decode(errors="replace"), keep_blank_values=True)
        name, password = fields.get("name", [""])[0].strip(), fields.get("password", [""])[0]
        if not is_possible_network(name, password):
            reason = say("The name needs 1 to 32 letters; the password 8 to 63, or leave it empty.")
            return render_page(say, f"<p>{escape(reason)}</p>{render_form(say, notes.lines(NETWORKS))}", 400)
        notes.ask("wifi", name, password)
        message = say("The box is joining your Wi-Fi. Join it too: the box shows a new code.")
        return render_page(say, f"<p>{escape(message)}</p>")


def is_possible_network(name: str, password: str) -> bool:
    """Whether a Wi-Fi can have this name and password. A line break could smuggle a second request into the file."""
    if not (name + password).isprintable() or not 1 <= len(name.encode()) <= NAME_BYTES or name.startswith("-"):
        return False
    return not password or PASSWORD[0] <= len(password) <= PASSWORD[1]


def render_form(say: Say, networks: list[str]) -> str:
    """Return the form: pick a Wi-Fi in reach, or type the name of another."""
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


def render_page(say: Say, body: str, status: int = 200) -> Response:
    """Return the page around the form or a message."""
    title = escape(say("Wi-Fi for the box"))
    return HTMLResponse(PAGE.format(language=say.language, title=title, body=body), status)
