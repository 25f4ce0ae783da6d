// The emulator: shows what the simulated chips hold, and moves the simulated buttons.
const SYMBOLS = ["●", "■", "▲", "◆", "★"];
const COLOURS = ["#c8322b", "#2f5fd0", "#2f9a48", "#d9a514", "#d8d4c8"];
const KEYS = { " ": "dome", Escape: "back", Backspace: "back", 1: "paddle-0", 2: "paddle-1", 3: "paddle-2", 4: "paddle-3", 5: "paddle-4" };
const WIDTH = 128, HEIGHT = 64, DOT = 5;

const page = (id) => document.getElementById(id);
const lights = Array.from({ length: 15 }, () => page("lights").appendChild(document.createElement("i")));
let socket, tone, angle = 0;

SYMBOLS.forEach((symbol, seat) => {
  const paddle = page("paddles").appendChild(document.createElement("button"));
  paddle.className = "paddle";
  paddle.dataset.part = `paddle-${seat}`;
  paddle.style.setProperty("--colour", COLOURS[seat]);
  paddle.setAttribute("aria-label", `${page("paddles").dataset.label} ${seat + 1}`);
  paddle.innerHTML = `${symbol}<kbd>${seat + 1}</kbd>`;
});

const tell = (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
const press = (part) => { tell({ press: part }); mark(part, true); };
const release = (part) => { tell({ release: part }); mark(part, false); };
const mark = (part, down) => document.querySelector(`[data-part="${part}"]`)?.classList.toggle("down", down);
const turn = (steps) => { tell({ turn: steps }); angle += steps * 18; page("knob").style.rotate = `${angle}deg`; };

for (const button of document.querySelectorAll("[data-part]")) {
  const part = button.dataset.part;
  button.addEventListener("pointerdown", (event) => { button.setPointerCapture(event.pointerId); press(part); });
  for (const end of ["pointerup", "pointercancel"]) button.addEventListener(end, () => release(part));
}
for (const button of document.querySelectorAll("[data-turn]")) button.addEventListener("click", () => turn(+button.dataset.turn));
page("dial").addEventListener("click", () => tell({ push: true }));
page("dial").addEventListener("wheel", (event) => { event.preventDefault(); turn(Math.sign(event.deltaY)); }, { passive: false });

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "ArrowRight" || event.key === "ArrowDown") turn(1);
  else if (event.key === "ArrowLeft" || event.key === "ArrowUp") turn(-1);
  else if (event.key === "Enter") { if (!event.repeat) tell({ push: true }); }
  else if (KEYS[event.key]) { if (!event.repeat) press(KEYS[event.key]); }
  else return;
  event.preventDefault();
});
addEventListener("keyup", (event) => KEYS[event.key] && release(KEYS[event.key]));

function drawScreen(id, { bits, contrast }) {
  const draw = page(id).getContext("2d");
  const bytes = Uint8Array.from(atob(bits), (letter) => letter.charCodeAt(0));
  const shine = 0.3 + 0.7 * Math.cbrt(contrast / 255);
  draw.fillStyle = "#020406";
  draw.fillRect(0, 0, WIDTH * DOT, HEIGHT * DOT);
  draw.fillStyle = `rgb(${[190, 232, 255].map((part) => Math.round(part * shine))})`;
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++)
      if (bytes[y * 16 + (x >> 3)] & (128 >> (x & 7))) draw.fillRect(x * DOT, y * DOT, DOT - 0.6, DOT - 0.6);
  page(id).dataset.bits = bits;
}

function drawLights(pixels) {
  pixels.forEach(([red, green, blue], place) => {
    const most = Math.max(red, green, blue);
    const lifted = most ? [red, green, blue].map((part) => Math.round(40 + (215 * part) / Math.max(most, 60))) : [26, 22, 20];
    lights[place].style.setProperty("--c", lifted.join(" "));
    lights[place].style.setProperty("--glow", most ? 0.4 + most / 255 : 0);
    lights[place].dataset.rgb = [red, green, blue];
  });
}

// A browser plays nothing before the first touch; from then on the buzzer is heard.
let audio;
addEventListener("pointerdown", () => (audio ??= new AudioContext()), { once: true });
addEventListener("keydown", () => (audio ??= new AudioContext()), { once: true });
function sound(hertz) {
  tone?.stop();
  tone = undefined;
  if (!hertz || !audio) return;
  const volume = new GainNode(audio, { gain: 0.04 });
  tone = new OscillatorNode(audio, { type: "square", frequency: hertz });
  tone.connect(volume).connect(audio.destination);
  tone.start();
}

function show(state) {
  if (state.question) drawScreen("question", state.question);
  if (state.table) drawScreen("table", state.table);
  if (state.lights) drawLights(state.lights);
  if (state.lamps) for (const [part, lit] of Object.entries(state.lamps)) document.querySelector(`[data-part="${part}"]`).classList.toggle("lit", lit);
  if ("tone" in state) sound(state.tone);
}

function status(connected) {
  const link = page("link");
  link.textContent = connected ? link.dataset.on : link.dataset.off;
  link.classList.toggle("off", !connected);
}

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/panel`);
  socket.onopen = () => status(true);
  socket.onmessage = (event) => show(JSON.parse(event.data));
  socket.onclose = () => { status(false); setTimeout(connect, 1000); };
}
connect();
