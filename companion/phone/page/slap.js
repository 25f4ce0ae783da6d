// One huge button for one seat: pointerdown is the slap, pointerup the release. The device does the rest.
const page = (id) => document.getElementById(id);
const button = page("slap");
let socket, state, down = false;

const tell = (message) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
const remembered = () => sessionStorage.getItem("seat");

function touch(closed) {
  if (closed === down) return;
  down = closed;
  tell({ touch: closed });
  button.classList.toggle("down", closed);
}
button.addEventListener("pointerdown", (event) => { button.setPointerCapture(event.pointerId); touch(true); });
for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) button.addEventListener(end, () => touch(false));
addEventListener("contextmenu", (event) => event.preventDefault());
addEventListener("keydown", (event) => { if (event.key === " " && !button.hidden) { event.preventDefault(); touch(true); } });
addEventListener("keyup", (event) => event.key === " " && touch(false));
page("mine").addEventListener("click", () => { sessionStorage.removeItem("seat"); tell({ leave: true }); });

function seatButton(seat) {
  const chosen = document.createElement("button");
  chosen.dataset.colour = seat.colour;
  chosen.dataset.seat = seat.index;
  chosen.append(Object.assign(document.createElement("b"), { textContent: seat.symbol }), seat.name);
  if (seat.taken) chosen.append(Object.assign(document.createElement("small"), { textContent: page("seats").dataset.taken }));
  chosen.addEventListener("click", () => { sessionStorage.setItem("seat", seat.index); tell({ join: seat.index }); });
  return chosen;
}

function show(news) {
  const began = news.state === "now" && state?.state !== "now";
  // another phone took this seat: it is theirs, so do not take it back at the next connection
  if (state?.mine != null && news.mine === null) sessionStorage.removeItem("seat");
  state = news;
  const mine = state.seats.find((seat) => seat.index === state.mine);
  document.body.dataset.state = state.state;
  document.body.dataset.colour = mine?.colour ?? "";
  page("title").textContent = state.title;
  page("seats").replaceChildren(...(state.mine === null ? state.seats.map(seatButton) : []));
  page("mine").hidden = button.hidden = state.mine === null;
  page("mine").textContent = mine ? `${mine.symbol} ${mine.name} · ${page("mine").dataset.change}` : "";
  button.textContent = mine?.symbol ?? "";
  page("lines").replaceChildren(...state.lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  if (began) navigator.vibrate?.(60);
}

function lost() {
  touch(false);
  state = undefined;
  document.body.dataset.state = "lost";
  page("title").textContent = page("title").dataset.lost;
  button.hidden = page("mine").hidden = true;
  page("seats").replaceChildren();
  page("lines").replaceChildren();
  setTimeout(connect, 500);
}

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/slap/hand`);
  socket.onopen = () => tell(remembered() === null ? { here: true } : { join: +remembered() });
  socket.onmessage = (event) => show(JSON.parse(event.data));
  socket.onclose = lost;
}
setInterval(() => tell({ here: true }), 1000);
connect();
