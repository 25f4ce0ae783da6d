// The emulator: shows what the simulated chips hold, and moves the simulated buttons.
const KEYS = { " ": "dome", Escape: "back", Backspace: "back" };
const TURNS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const WIDTH = 128, HEIGHT = 64;
const ASK_EVERY = 3000;

const page = (id) => document.getElementById(id);
const part = (name) => document.querySelector(`[data-part="${name}"]`);
const lights = Array.from({ length: 15 }, () => page("lights").appendChild(document.createElement("i")));
let socket, angle = 0;
document.querySelectorAll(".paddle").forEach((paddle, seat) => { KEYS[seat + 1] = paddle.dataset.part; });

// Hands: the mouse and fingers, keys on whatever has the focus, and keys for the whole box.
const tell = (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
const press = (name) => { tell({ press: name }); part(name).classList.add("down"); };
const release = (name) => { tell({ release: name }); part(name).classList.remove("down"); };
const turn = (steps) => { tell({ turn: steps }); angle += steps * 18; page("knob").style.rotate = `${angle}deg`; };

// Whoever uses the mouse keeps the keys of the whole box: a click does not take the focus.
for (const button of document.querySelectorAll("button")) button.addEventListener("mousedown", (event) => event.preventDefault());
for (const button of document.querySelectorAll("[data-part]")) {
  const name = button.dataset.part;
  button.addEventListener("pointerdown", (event) => { button.setPointerCapture(event.pointerId); press(name); });
  for (const end of ["pointerup", "pointercancel"]) button.addEventListener(end, () => release(name));
  // A screen reader clicks without a pointer.
  button.addEventListener("click", (event) => { if (!event.detail && !event.pointerType) { press(name); release(name); } });
}
for (const button of document.querySelectorAll("[data-turn]")) button.addEventListener("click", () => turn(+button.dataset.turn));
page("dial").addEventListener("click", () => tell({ push: true }));
page("dial").addEventListener("wheel", (event) => { event.preventDefault(); turn(Math.sign(event.deltaY)); }, { passive: false });

const held = new Map(); // what each key that is down holds down: it is let go even if the focus has moved on

function hold(event, name) {
  if (event.repeat || held.has(event.key)) return;
  held.set(event.key, name);
  press(name);
}

function onTheBox(event) {
  if (event.key in TURNS) turn(TURNS[event.key]);
  else if (event.key === "Enter") { if (!event.repeat) tell({ push: true }); }
  else if (event.key in KEYS) hold(event, KEYS[event.key]);
  else {
    if (event.key.length === 1 && !page("writing").hidden) page("letters").focus(); // the letter goes there
    return;
  }
  event.preventDefault();
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const focused = event.target.closest?.("button, input");
  if (focused === page("letters")) return writing(event);
  if (!focused || (event.key !== "Enter" && event.key !== " ")) return onTheBox(event);
  if (!focused.dataset.part) return; // the browser clicks it
  event.preventDefault();
  hold(event, focused.dataset.part);
});
addEventListener("keyup", (event) => {
  const name = held.get(event.key);
  if (name && held.delete(event.key)) release(name);
});
addEventListener("blur", () => { held.forEach(release); held.clear(); });

// Letters: the field holds what was typed here, and the device hears how it changed. Empty, it leaves the box its keys.
let sent = "";

function writing(event) {
  const empty = !page("letters").value, key = event.key;
  if (key === "Enter" && !empty) { tell({ type: "\n" }); page("letters").value = sent = ""; event.preventDefault(); }
  else if (key === "Backspace" && empty) tell({ type: "\b" });
  else if (key === "Escape" || key === "ArrowUp" || key === "ArrowDown") onTheBox(event);
  else if (empty && (key === "Enter" || key === " " || key in TURNS)) onTheBox(event);
}

page("letters").addEventListener("input", (event) => {
  if (event.isComposing) return;
  const now = event.target.value;
  let same = 0;
  while (same < sent.length && sent[same] === now[same]) same++;
  tell({ type: "\b".repeat(sent.length - same) + now.slice(same) });
  sent = now;
});
page("letters").addEventListener("compositionend", (event) => event.target.dispatchEvent(new InputEvent("input")));

function letWrite(typing) {
  page("writing").hidden = !typing;
  page("letters").value = sent = "";
  if (!typing) page("letters").blur();
}

// Screens: whole dots at any size, since a dot is as many of the display's own as fit.
const seen = {};

// A maker's own screen has no place on our lid: it gets a copy of the last one.
function screen(id) {
  if (!page(id)) {
    const last = document.querySelector(".screens figure:last-child"), copy = last.cloneNode(true);
    Object.assign(copy.querySelector("canvas"), { id, ariaLabel: id }).setAttribute("aria-describedby", `${id}-words`);
    copy.querySelector("figcaption").id = `${id}-words`;
    last.after(copy);
  }
  return page(id);
}

function drawScreen(id) {
  const { bits, contrast } = seen[id];
  const canvas = screen(id), room = canvas.parentElement.clientWidth - padding(canvas.parentElement);
  const share = innerHeight > innerWidth ? 0.22 : 0.45; // of the window: the rest of the lid wants to be seen too
  const most = Math.min(room / WIDTH, (innerHeight * share) / HEIGHT);
  const dot = Math.max(1, Math.floor(most * devicePixelRatio));
  canvas.width = WIDTH * dot;
  canvas.height = HEIGHT * dot;
  canvas.style.width = `${canvas.width / devicePixelRatio}px`;
  canvas.style.height = `${canvas.height / devicePixelRatio}px`;
  const draw = canvas.getContext("2d"), lit = dot > 3 ? dot - 1 : dot;
  const bytes = Uint8Array.from(atob(bits), (letter) => letter.charCodeAt(0));
  const shine = 0.3 + 0.7 * Math.cbrt(contrast / 255);
  draw.fillStyle = "#020406";
  draw.fillRect(0, 0, canvas.width, canvas.height);
  // dots stay visible, but their gaps glow, so that a camera reads a QR code from any distance
  for (const [glow, size] of lit < dot ? [[0.82, dot], [1, lit]] : [[1, dot]]) {
    draw.fillStyle = `rgb(${[190, 232, 255].map((share) => Math.round(share * shine * glow))})`;
    for (let y = 0; y < HEIGHT; y++)
      for (let x = 0; x < WIDTH; x++)
        if (bytes[y * 16 + (x >> 3)] & (128 >> (x & 7))) draw.fillRect(x * dot, y * dot, size, size);
  }
  canvas.dataset.bits = bits;
}

function padding(element) {
  const style = getComputedStyle(element);
  return parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
}

new ResizeObserver(() => Object.keys(seen).forEach(drawScreen)).observe(document.querySelector(".screens"));

// The same in words: only lines that changed are new to a screen reader.
function tellWords(id, { lines, marked }) {
  screen(id);
  const place = page(`${id}-words`), said = `${place.dataset.marked} ${marked}`;
  const wanted = marked ? [...lines, said] : lines;
  const children = place.children;
  while (children.length > wanted.length) children[children.length - 1].remove();
  wanted.forEach((line, at) => {
    const shown = children[at] ?? place.appendChild(document.createElement("p"));
    if (shown.textContent !== line) shown.textContent = line;
  });
}

function drawLights(pixels) {
  pixels.forEach(([red, green, blue], place) => {
    const most = Math.max(red, green, blue);
    const lifted = most ? [red, green, blue].map((share) => Math.round(40 + (215 * share) / Math.max(most, 60))) : [26, 22, 20];
    lights[place].style.setProperty("--c", lifted.join(" "));
    lights[place].style.setProperty("--glow", most ? 0.4 + most / 255 : 0);
    lights[place].dataset.rgb = [red, green, blue];
  });
}

// The buzzer is heard by those who ask for it.
let audio, tone, hertz = 0;

function sound() {
  tone?.stop();
  tone = undefined;
  page("sound").dataset.hertz = audio && hertz ? Math.round(hertz) : "";
  if (!audio || !hertz) return;
  tone = new OscillatorNode(audio, { type: "square", frequency: hertz });
  tone.connect(new GainNode(audio, { gain: 0.04 })).connect(audio.destination);
  tone.start();
}

page("sound").addEventListener("click", () => {
  const wanted = !audio;
  page("sound").setAttribute("aria-pressed", wanted);
  tone?.stop();
  tone = undefined;
  audio?.close();
  audio = wanted ? new AudioContext() : undefined;
});

function show(state) {
  for (const [id, part] of Object.entries(state)) if (part?.bits) { seen[id] = part; drawScreen(id); }
  if (state.words) for (const [id, words] of Object.entries(state.words)) tellWords(id, words);
  if (state.lights) drawLights(state.lights);
  if (state.lamps) for (const [name, lit] of Object.entries(state.lamps)) part(name).classList.toggle("lit", lit);
  if ("tone" in state) { hertz = state.tone; sound(); }
  if ("typing" in state) letWrite(state.typing);
}

// The line to the device. One that died without a word is found out by asking now and then.
let unanswered = false;

function status(connected) {
  const link = page("link");
  link.textContent = connected ? link.dataset.on : link.dataset.off;
  document.body.classList.toggle("lost", !connected);
  if (!connected) { hertz = 0; sound(); }
}

function connect() {
  const line = (socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/panel`));
  line.onopen = () => { unanswered = false; status(true); };
  line.onmessage = (event) => { unanswered = false; document.body.classList.contains("lost") && status(true); show(JSON.parse(event.data)); };
  line.onclose = () => { if (line === socket) { status(false); setTimeout(connect, 1000); } };
}

setInterval(() => {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (unanswered) status(false);
  unanswered = true;
  tell({ here: true });
}, ASK_EVERY);
connect();
