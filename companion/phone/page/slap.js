// The slap: during a race the whole screen is a button that reacts on touch down.
import { h, mark } from "./dom.js";
import { cues, heading, actions } from "./question.js";
import { drawCard } from "./rules.js";

let down = false;
let rejoined = null;

export function slap(app) {
  const { state } = app;
  const race = state.race;
  app.racing(Boolean(race?.joined));
  rejoin(app, race);
  const card = !race || ["idle", "ready"].includes(race.state) ? drawCard(app) : null, pad = race ? button(app, race) : heading(app);
  return [cues(app), ...(race?.state === "idle" ? [card, pad] : [pad, card]), drawManualEntry(app), actions(app)];
}

// Race again after the phone slept or the box restarted.
function rejoin(app, race) {
  const wants = sessionStorage.slap === "on" || (race?.buzzer && !race.paddle && sessionStorage.slap !== "off"); // a phone is the only buzzer of its seat
  if (race && !race.joined && race.racing && wants && rejoined !== race.title) {
    rejoined = race.title;
    app.tell("slap", { on: true });
  }
}

// The verdict is in the colour of whoever was first.
export function nameRace(app, kind, race) {
  const first = app.seat(race.winner);
  return `${kind} ${race.state}${first ? ` seat-${first.colour}` : ""}`;
}

function button(app, race) {
  const { say, state } = app;
  const touch = (now) => { if (now !== down) { down = now; app.tell("touch", { down: now }); } };
  const live = race.joined && ["ready", "armed", "early", "now"].includes(race.state);
  const own = state.you.seat === null ? null : app.seat(state.you.seat);
  return h("div", { class: `${nameRace(app, "race", race)}${race.joined ? " joined" : ""}` },
    h("button", {
      class: "slapper", id: "slap", dataset: { key: "slap", state: race.state }, "aria-live": "assertive", "aria-disabled": String(!live),
      onpointerdown: (event) => { if (live) { event.preventDefault(); event.currentTarget.setPointerCapture?.(event.pointerId); touch(true); } },
      onpointerup: () => touch(false), onpointercancel: () => touch(false), onlostpointercapture: () => touch(false),
      onkeydown: (event) => { if (live && event.key === " " && !event.repeat) { event.preventDefault(); touch(true); } },
      onkeyup: (event) => { if (event.key === " ") { event.preventDefault(); touch(false); } },
      oncontextmenu: (event) => event.preventDefault(),
    }, own && race.joined ? mark(own, true) : null, h("strong", { class: race.title.length <= 2 ? "short" : race.title.length <= 6 ? "brief" : "" }, race.title), race.lines.map((line) => h("span", {}, line))),
    race.reads ? h("button", { class: "main", dataset: { key: "go-on" }, onclick: () => app.ask("go_on") }, say("go_on")) : null,
    race.racing && !race.joined ? h("button", { dataset: { key: "slap-here" }, onclick: () => { sessionStorage.slap = "on"; app.ask("slap", { on: true }); } }, say("slap_here")) : null,
    race.joined && race.paddle ? h("button", { class: "quiet", dataset: { key: "slap-paddle" }, onclick: () => { sessionStorage.slap = "off"; app.ask("slap", { on: false }); } }, say("slap_paddle")) : null,
    drawButtons(app, race.buttons));
}

// The dial's actions. Each carries its stage, so that the box can ignore a late tap.
function drawButtons(app, buttons) {
  return h("div", { class: "chips" }, buttons.map(([label, act, extra]) =>
    h("button", { class: buttons.length < 2 ? "" : act === "confirm" ? "main" : "quiet", dataset: { key: `race-${extra.stage}-${act}-${extra.choice ?? extra.seat ?? ""}`, act }, onclick: () => app.ask("race", { act, ...extra }) }, label)));
}

// Without buttons to race on, somebody enters who was first.
function drawManualEntry(app) {
  const { state, say } = app;
  const asked = state.question;
  if (!asked?.mine || asked.kind !== "race") return null;
  const races = state.race && state.race.state !== "idle";
  return h("details", { class: "card", open: !races, dataset: { n: asked.n, key: races ? "telling-beside" : "telling" } }, h("summary", { dataset: { key: "tell-race" } }, say("tell_race")),
    h("div", { class: "choices" }, (asked.choices || []).map((one) => {
      const seat = one.id.startsWith("slap-") ? app.seat(Number(one.id.slice(5))) : null;
      return h("button", { class: "choice", dataset: { key: `choice-${asked.n}-${one.id}`, choice: one.id }, onclick: () => app.answer(one.id) }, seat ? mark(seat) : null, h("span", {}, one.label));
    })));
}
