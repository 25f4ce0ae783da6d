// The call when it becomes your turn: each phone chooses whether it vibrates, chimes, or reads the question aloud.
import { h } from "./dom.js";
import { drawAwakeSetting } from "./awake.js";

const KEY = "call";
const WAYS = ["vibrate", "chime", "speak"];
const OLD_NAMES = { both: "vibrate chime", quiet: "" }; // stored by earlier versions
const NOTES = [660, 880]; // hertz
const BUZZ = [60, 60, 60]; // milliseconds on, off, on

let memory = "vibrate"; // where the browser stores nothing
let audio = null;

function readWays() {
  try { memory = localStorage.getItem(KEY) ?? memory; } catch { /* storage is forbidden: keep it for this visit */ }
  return (OLD_NAMES[memory] ?? memory).split(" ").filter((way) => WAYS.includes(way));
}

function saveWays(ways) {
  memory = ways.join(" ");
  try { localStorage.setItem(KEY, memory); } catch { /* the same */ }
}

// Browsers allow sound only after a first touch.
addEventListener("pointerdown", () => { if (readWays().includes("chime")) audio ??= new AudioContext(); }, true);

export function callPlayer(words, language, ways = readWays()) {
  if (ways.includes("vibrate")) navigator.vibrate?.(BUZZ);
  if (ways.includes("chime")) playChime();
  if (ways.includes("speak")) speak(words, language);
}

// A prompt is the same on every phone, so reading it aloud gives nothing away.
function speak(words, language) {
  if (!("speechSynthesis" in window)) return;
  speechSynthesis.cancel();
  speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(words), { lang: language }));
}

function playChime() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  NOTES.forEach((pitch, at) => {
    const start = audio.currentTime + at * 0.14, tone = audio.createOscillator(), volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.16, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.32);
  });
}

export function drawCallSetting({ say, state }) {
  const chosen = readWays();
  const toggle = (way) => (event) => {
    saveWays(WAYS.filter((one) => (one === way ? event.target.checked : readWays().includes(one))));
    if (event.target.checked) callPlayer(say("your_turn_now"), state.you.language, [way]); // so that people know what they chose
  };
  return h("div", { class: "card" }, h("h3", {}, say("this_phone")),
    h("fieldset", {}, h("legend", {}, say("on_your_turn")), WAYS.map((way) => h("label", { class: "row" },
      h("input", { type: "checkbox", checked: chosen.includes(way), dataset: { key: `call-${way}` }, onchange: toggle(way) }), h("span", { class: "grow" }, say(`call_${way}`))))),
    drawAwakeSetting(say));
}
