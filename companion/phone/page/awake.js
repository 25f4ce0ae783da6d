// Keeping the screen on during a match. Browsers grant their wake lock only over HTTPS, which a box without internet
// cannot have. So a video plays that nobody sees or hears: one transparent dot and a silent tone, as an endless stream.
// It is neither muted nor looping, because Safari and Chrome let the screen sleep beside a video without sound, and
// Safari also beside one that loops. Firefox is content with any stream.
import { h } from "./dom.js";

const KEY = "awake";
let chosen = "on"; // where the browser stores nothing
let video = null;
let wanted = false;

function isChosen() {
  try { chosen = localStorage.getItem(KEY) ?? chosen; } catch { /* storage is forbidden: keep it for this visit */ }
  return chosen === "on";
}

function makeVideo() {
  const dot = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }), pen = dot.getContext("2d");
  const audio = new AudioContext(), silence = audio.createMediaStreamDestination();
  const made = h("video", { class: "unseen", playsinline: "", "aria-hidden": "true", tabindex: "-1" });
  made.srcObject = new MediaStream([...dot.captureStream().getTracks(), ...silence.stream.getTracks()]);
  setInterval(() => { pen.clearRect(0, 0, 1, 1); audio.resume(); }, 1000); // a stream without new frames counts as paused
  document.body.append(made);
  return made;
}

// During a match the screen stays on; browsers allow it only from a touch on.
export function stayAwake(playing) {
  wanted = playing;
  if (!wanted) video?.pause();
}

addEventListener("pointerup", () => {
  if (!wanted || !isChosen() || (video && !video.paused)) return;
  try { video ??= makeVideo(); } catch { return; } // a browser without streams: its screen goes off as usual
  video.play().catch(() => {});
}, true);

export function drawAwakeSetting(say) {
  const choose = (event) => {
    chosen = event.target.checked ? "on" : "off";
    try { localStorage.setItem(KEY, chosen); } catch { /* kept in `chosen` */ }
    if (chosen === "off") video?.pause();
  };
  return h("label", { class: "row" }, h("input", { type: "checkbox", checked: isChosen(), dataset: { key: "stay-awake" }, onchange: choose }), h("span", { class: "grow" }, say("stay_awake")));
}
