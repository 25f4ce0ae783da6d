// The page: one state from the box, and views of it, each with its own #address.
import { h, s, show, mark, fill, hasEmoji } from "./dom.js";
import { Live } from "./live.js";
import { join } from "./join.js";
import { lobby } from "./lobby.js";
import { question, foldOrders } from "./question.js";
import { answerFollowUp, closeSheet } from "./layout.js";
import { table } from "./table.js";
import { scores, log, tick } from "./scores.js";
import { settings, more } from "./more.js";
import { slap } from "./slap.js";
import { rules } from "./rules.js";
import { drawTakeOvers } from "./takeover.js";
import { callPlayer } from "./call.js";
import { stayAwake } from "./awake.js";

const state = JSON.parse(document.getElementById("first").textContent);
state.log = (state.log || { lines: [] }).lines;
const place = (id) => document.getElementById(id);

export const app = {
  state,
  say: (name, values) => fill(state.score_texts?.[name] ?? state.words[name] ?? name, values),
  get seats() { return state.match?.seats ?? state.people; },
  seat: (index) => app.seats?.[index],
  get host() { return state.you.role === "host"; },
  async ask(what, more) {
    const reply = await live.ask(what, more);
    if (reply.error) app.toast(reply.error.message);
    return reply;
  },
  // send one answer per question, so that a double tap answers only once; returns whether it was accepted
  async answer(choice) {
    const asked = state.question;
    if (!asked?.mine || app.sent === asked.n) return false;
    app.sent = asked.n;
    const reply = await live.ask("answer", { n: asked.n, moves: asked.moves, choice });
    if (reply.error) {
      app.sent = null;
      app.toast(reply.error.message);
      app.render();
    } else if (reply.unsaved) app.toast(reply.unsaved);
    return !reply.error;
  },
  // continue a saved match; if its rules have changed, just view it
  async open(number, request = "open") {
    const reply = await live.ask(request, { number });
    if (reply.ok) app.go("play");
    else if (reply.error.code === "rules-changed") app.go(`match/${number}`);
    else app.toast(reply.error.message);
  },
  toast(text) {
    const box = place("toast");
    box.replaceChildren(h("p", {}, text));
    clearTimeout(app.toasting);
    app.toasting = setTimeout(() => box.replaceChildren(), 6000);
  },
  go(where) { location.hash = where; },
  render: () => render(),
  racing(on) { live.racing = on; live.startPings(); },
  tell: (what, more) => live.tell(what, more),
};

const live = new Live(state, (keys) => update(keys));
app.live = live;

function update(keys) {
  if (keys.has("you")) {
    document.documentElement.lang = state.you.language;
    document.cookie = `language=${state.you.language};path=/;max-age=31536000;samesite=strict`;
  }
  stayAwake(state.table_state === "match" && !state.over);
  if (keys.has("clock")) state.clockAt = Date.now();
  if (keys.has("connected")) drawConnection();
  if (keys.has("question")) { app.sent = null; announce(); }
  render(keys);
  if (keys.has("question")) { keepPlace(); answerFollowUp(app); }
}

// While the box doesn't answer, a banner says so and nothing looks live.
function drawConnection() {
  const lost = live.lost && state.you.role !== "guest";
  const was = document.body.classList.contains("offline");
  document.body.classList.toggle("offline", lost);
  place("lost").textContent = lost ? app.say("lost") : "";
  if (was && !lost) place("status").textContent = app.say("back_online");
  if (live.connected && app.odds) live.tell("odds", { on: true });
}

const SETTLE = 400; // milliseconds in which a press was meant for the screen before
let asked = null; // the question on the screen: who was asked for what
let settling = null;

// Whoever answers the same thing several times stays where they are; anything else is read from the top.
function keepPlace() {
  const { question } = state;
  const now = question ? { n: question.n, seat: question.seat, what: `${question.ask} ${question.seat} ${Boolean(question.mine)}` } : null;
  if (asked && now?.n === asked.n) return;
  closeSheet();
  const same = now?.what === asked?.what;
  if (!same && !wide.matches) scrollTo({ top: 0 });
  if (asked && !same) {
    clearTimeout(settling);
    place("main").dataset.settling = "";
    settling = setTimeout(() => { delete place("main").dataset.settling; }, SETTLE);
  }
  const own = question && question.seat === state.you.seat && question.mine;
  if (own && asked && asked.seat !== question.seat) callPlayer(question.prompt, state.you.language);
  asked = now;
}

// A press that began just after the screen changed was meant for what was there before.
let late = false;
place("main").addEventListener("pointerdown", (event) => { late = "settling" in event.currentTarget.dataset; }, true);
place("main").addEventListener("keydown", () => { late = false; }, true);
place("main").addEventListener("click", (event) => {
  if (!late || !event.target.closest(".ask, .picture")) return;
  late = false;
  event.preventDefault();
  event.stopPropagation();
}, true);

// For screen readers and the tab title.
function announce() {
  const asked = state.question;
  place("status").textContent = state.over ? state.over.title : asked ? asked.prompt : "";
  document.title = asked?.mine ? `● ${asked.prompt}` : "Arkside";
}

// A view that few people open: its module is loaded when it is first shown.
function loadLater(load, name) {
  let draw = null;
  return () => {
    if (draw) return draw(app);
    load().then(async (module) => { await module.styled; draw = module[name]; render(); }, () => app.toast(app.say("lost")));
    return null;
  };
}

// A view is redrawn when a part of the state that it needs changes.
const VIEWS = {
  join: { draw: join, needs: [] },
  lobby: { draw: lobby, needs: ["problem", "setup", "people", "phones", "you", "settings"] },
  question: { draw: question, needs: ["question", "hint", "cues", "rules", "settings", "you", "phones", "match", "race"] },
  slap: { draw: slap, needs: ["race", "question", "rules", "settings", "you", "match", "phones"] },
  table: { draw: table, needs: ["table", "captions", "facts", "secrets", "match", "question", "you", "race"] },
  scores: { draw: scores, needs: ["scores", "log", "clock", "match", "odds", "settings", "over"] },
  log: { draw: log, needs: ["log", "match", "you"] },
  end: { draw: loadLater(() => import("./end.js"), "end"), needs: ["over", "match", "scores", "you"] },
  history: { draw: loadLater(() => import("./history.js"), "history"), needs: ["table_state"] },
  match: { draw: loadLater(() => import("./match.js"), "match"), needs: [] },
  teach: { draw: loadLater(() => import("./teach.js"), "teach"), needs: [] },
  settings: { draw: settings, needs: ["settings", "phones", "you", "people", "match"] },
  diagnostics: { draw: loadLater(() => import("./diagnostics.js"), "diagnostics"), needs: ["trouble"] },
  self_test: { draw: loadLater(() => import("./diagnostics.js"), "selfTest"), needs: ["self_test"] },
  more: { draw: more, needs: ["match", "you", "phones"] },
  rules: { draw: rules, needs: ["settings", "table_state"] },
  invite: { draw: loadLater(() => import("./invite.js"), "invite"), needs: ["invite", "you"] },
  tv: { draw: loadLater(() => import("./tv.js"), "tv"), needs: ["match", "question", "cues", "scores", "log", "table", "public_table", "captions", "facts", "race", "over", "setup", "people", "invite", "you"] },
};
const TABS = ["play", "table", "scores", "log", "more"];
const wide = matchMedia("(min-width: 900px)");
wide.addEventListener("change", () => { drawn = ""; render(); });
let width = innerWidth;
addEventListener("resize", () => { if (width !== innerWidth) { width = innerWidth; render(); } });
addEventListener("hashchange", () => { render(); place("main").focus({ preventScroll: true }); scrollTo(0, 0); });

function findMain() { return state.over ? "end" : state.race || state.question?.kind === "race" ? "slap" : "question"; }

// During a match, a large screen that only watches shows the page for everybody.
const large = matchMedia("(min-width: 1200px)");
large.addEventListener("change", () => { drawn = ""; render(); });
function isTv(where) { return where === "tv" || (!where && large.matches && state.you.role === "spectator" && state.table_state === "match"); }

function findViews() {
  if (state.you.role === "guest") return ["join"];
  const where = location.hash.slice(1).split("/")[0];
  if (isTv(where)) return ["tv"];
  if (["history", "match", "teach", "settings", "diagnostics", "self_test", "more", "rules", "invite"].includes(where)) return [where];
  if (state.table_state === "lobby") return state.race ? ["slap"] : ["lobby"];
  if (wide.matches) return where === "log" ? [findMain(), "table", "log"] : [findMain(), "table", "scores"];
  if (where === "scores" || where === "log") return [where];
  return where === "table" ? ["table"] : [findMain(), "table"];
}

let drawn = "";
function render(keys) {
  if (state.table_state === undefined && state.you.role !== "guest") return;
  const names = findViews();
  const all = drawn !== names.join() || !keys || keys.has("words") || keys.has("connected");
  const root = place("main");
  if (drawn !== names.join()) {
    root.className = names.length > 1 ? "columns" : "";
    document.body.classList.toggle("tv", names[0] === "tv");
    root.replaceChildren(...names.map((name) => h("section", { id: `view-${name}`, class: "view" })));
    if (drawn && !wide.matches) scrollTo(0, 0); // start reading at the top
    drawn = names.join();
  }
  for (const name of names) {
    const view = VIEWS[name];
    if (all || view.needs.some((need) => keys.has(need))) show(place(`view-${name}`), view.draw(app));
  }
  root.classList.toggle("around-picture", names.length > 1 && !wide.matches && Boolean(root.querySelector(".above-picture")));
  if (all || ["match", "you", "table_state", "trouble", "over", "question", "take_overs"].some((key) => keys.has(key))) drawFrame(names);
  foldOrders(app);
}

function drawFrame(names) {
  const { say } = app;
  show(place("asks"), drawTakeOvers(app));
  const match = state.match;
  const own = state.you.seat === null || state.you.seat === undefined ? null : app.seat(state.you.seat);
  const guest = state.you.role === "guest";
  const spoken = state.languages.findIndex(([code]) => code === state.you.language);
  const [other, otherName] = state.languages[(spoken + 1) % state.languages.length];
  show(place("head"),
    h("a", { class: "skip", href: "#main", onclick: (event) => { event.preventDefault(); place("main").focus(); } }, say("skip")),
    h("h1", {}, match ? match.title : "Arkside", match?.heading ? h("small", {}, match.heading) : null),
    own ? h("span", { class: "own" }, mark(own), own.name || state.you.name) : null,
    h("span", { class: `link${live.connected || guest ? "" : " lost"}`, role: "img", "aria-label": say(live.connected || guest ? "connected" : "lost"), title: say(live.connected || guest ? "connected" : "lost") }),
    names[0] === "tv" ? h("a", { class: "button quiet", href: "#play", dataset: { key: "leave-tv" } }, say("leave_tv")) : null,
    h("button", {
      class: "language", dataset: { key: "language" }, lang: other, "aria-label": otherName, onclick: () => switchLanguage(other),
    }, other.toUpperCase()),
    (state.trouble || []).length ? h("p", { class: "trouble" }, state.trouble.join(" · ")) : null,
  );
  const here = location.hash.slice(1).split("/")[0] || "play";
  const tabs = state.table_state === "match" ? TABS : ["play", "history", "more"];
  const shown = wide.matches ? tabs.filter((tab) => tab !== "table") : tabs;
  const current = shown.includes(here) ? here : ["play", "table", "scores"].includes(here) ? "play" : "more";
  show(place("tabs"), guest || names[0] === "tv" ? null : shown.map((tab) => h("a", {
    href: `#${tab}`, dataset: { key: `tab-${tab}` }, "aria-current": tab === current ? "page" : null,
  }, icon(tab), h("span", {}, say(tab === "play" && state.table_state === "lobby" ? "lobby" : tab)),
  tab === "play" && state.question?.mine && current !== "play" ? h("i", { class: "dot" }, h("span", { class: "unseen" }, say("your_turn"))) : null)));
  place("tabs").setAttribute("aria-label", say("views"));
}

const ICONS = {
  play: "M4 13h16l-2.5 6h-11ZM12 3v8M12 3l5 6h-5",
  table: "M3 5h18v14H3ZM3 12h18M12 5v14",
  scores: "M4 20V10h4v10M10 20V4h4v16M16 20v-7h4v7",
  log: "M5 5h14M5 10h14M5 15h14M5 20h8",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  history: "M12 7v5l4 2M4 12a8 8 0 1 0 3-6.2L4 8M4 4v4h4",
};
function icon(name) { return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] })); }

async function switchLanguage(language) {
  if (state.you.role === "guest") {
    document.cookie = `language=${language};path=/;max-age=31536000;samesite=strict`;
    location.reload();
  } else await app.ask("language", { language });
}

document.documentElement.classList.toggle("no-emoji", !hasEmoji());
state.clockAt = Date.now();
setInterval(() => { if (!live.lost) tick(app); }, 1000);
announce();
render();
if (state.you.role !== "guest") live.connect();
