// The question: choices in groups, with search; rules and refusals behind "?".
import { h, mark, matches, dialog, list, show } from "./dom.js";
import { drawSeats } from "./more.js";
import { MANY, isPictured } from "./table.js";

const LONG_PRESS = 550;
let typed = "";
let typedFor = 0;

export function question(app) {
  const { state, say } = app;
  const asked = state.question;
  if (!asked) return null;
  if (typedFor !== asked.n) { typed = ""; typedFor = asked.n; }
  return [cues(app), h("div", { class: `card ask${asked.mine ? " mine" : ""}`, dataset: { n: asked.n, key: `ask-${asked.n}` } }, heading(app), drawBody(app)), actions(app), state.you.seat === null ? drawSeats(app) : null];
}

export function cues(app) {
  const { state, say } = app;
  const all = state.cues || [];
  const now = all.filter((one) => one.weight === "do-now").map((one) => one.text), others = all.filter((one) => one.weight !== "do-now").map((one) => one.text);
  return [
    now.length ? h("div", { class: "card cue" }, h("h2", {}, say("do_now")), list(now)) : null,
    others.length ? h("div", { class: "card" }, h("h3", {}, say("good_to_know")), list(others, "plain")) : null,
  ];
}

export function heading(app) {
  const { state, say } = app;
  const asked = state.question;
  const seat = asked.seat === null ? null : app.seat(asked.seat);
  return h("div", { class: "prompt" },
    seat ? mark(seat, true) : null,
    h("h2", { id: "prompt", tabindex: "-1" }, asked.prompt),
    asked.help ? h("button", { class: "quiet round", "aria-label": say("why"), title: say("why"), dataset: { key: "why" }, onclick: () => explain(app) }, "?") : null);
}

function drawBody(app) {
  const { state, say } = app;
  const asked = state.question;
  if (state.match.paused) return h("p", { class: "note" }, say("paused"));
  if (asked.bot) return [h("p", { class: "note thinking" }, say("bot_thinks")), h("button", { dataset: { key: "hurry" }, onclick: () => app.tell("go_on") }, say("go_on"))];
  if (!asked.mine) return drawWaiting(app, asked);
  if (asked.kind === "number") return numbers(app, asked);
  return choices(app, asked);
}

function drawWaiting(app, asked) {
  const { state, say } = app;
  const seat = app.seat(asked.seat);
  const phone = (state.phones || []).find((one) => one.seat === asked.seat);
  const can = app.host && !phone && asked.seat !== null && state.match.deal === "virtual";
  return [
    h("p", { class: "note" }, say(phone && !phone.here ? "phone_asleep" : "waiting_for", { name: seat?.name ?? say("the_table") })),
    can ? h("button", { dataset: { key: "stand-in" }, onclick: () => app.ask("stand_in", { seat: asked.seat }) }, say("answer_for", { name: seat.name })) : null,
    asked.choices ? h("p", { class: "faint" }, asked.choices.map((one) => one.label).slice(0, 30).join(" · ")) : null,
  ];
}

function button(app, one, words = one.label) {
  const { n } = app.state.question;
  let pressed = null;
  const seat = one.seat === null || one.seat === undefined ? null : app.seat(one.seat);
  const stop = () => clearTimeout(pressed);
  return h("button", {
    class: `choice${one.ahead ? " ahead" : ""}${one.guess ? " guess" : ""}`, dataset: { key: `choice-${n}-${one.id}`, choice: one.id },
    onclick: (event) => { if (event.currentTarget.dataset.long) delete event.currentTarget.dataset.long; else app.answer(one.id); },
    onpointerdown: (event) => { const held = event.currentTarget; pressed = setTimeout(() => { held.dataset.long = "1"; explain(app); }, LONG_PRESS); },
    onpointerup: stop, onpointerleave: stop, onpointercancel: stop,
    oncontextmenu: (event) => event.preventDefault(),
  }, seat ? mark(seat) : null, h("span", {}, words));
}

function choices(app, asked) {
  const { say } = app;
  const pictured = isPictured(app);
  const offered = pictured ? asked.choices.filter((one) => !one.ahead) : asked.choices;
  const place = h("div", { class: "choices-place" });
  const draw = (there = place) => show(there, drawList(app, asked, offered));
  const search = asked.choices.length >= MANY && !asked.free ? h("input", {
    type: "search", class: "search", placeholder: say("search"), "aria-label": say("search"), value: typed,
    autocomplete: "off", spellcheck: false, dataset: { key: "search" }, enterkeyhint: "go",
    oninput: (event) => { typed = event.target.value; draw(event.target.nextElementSibling); },
    onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); takeOnlyMatch(app, offered); } },
  }) : null;
  draw();
  const field = asked.free ? drawTextForm(app, asked, draw) : search;
  return pictured && !asked.free ? drawFolded(app, asked, offered.length, [field, place]) : [field, place];
}

function takeOnlyMatch(app, offered) {
  const left = offered.filter((one) => matches(one.label, typed));
  if (left.length === 1) app.answer(left[0].id);
}

// Free text, such as the name of a card that the box doesn't know; typing also filters the known ones.
function drawTextForm(app, asked, draw) {
  const { say } = app;
  const send = (event) => {
    event.preventDefault();
    const words = event.currentTarget.elements.words.value.trim();
    if (words) app.answer(`said-${words}`);
  };
  return h("form", { class: "row", onsubmit: send },
    h("input", { name: "words", class: "grow", maxLength: asked.free, autocomplete: "off", "aria-labelledby": "prompt", placeholder: say("name"), value: typed, dataset: { key: "words" },
      oninput: (event) => { typed = event.target.value; draw(event.target.form.nextElementSibling); } }),
    h("button", { class: "main", dataset: { key: "said" } }, say("ok")));
}

function drawList(app, asked, offered) {
  const { say } = app;
  const left = typed ? offered.filter((one) => matches(one.label, typed)) : offered;
  const parts = groupChoices(app, left);
  const missing = Object.entries(asked.refused || {}).filter(([name]) => typed && matches(name, typed));
  return [
    ...mergeGrids(parts),
    left.length || !typed || asked.free ? null : h("p", { class: "note" }, say("none_found")),
    missing.length ? h("div", { class: "refused" }, h("h3", {}, say("not_possible")), refusals(missing)) : null,
    typed ? null : drawRefused(app, asked),
  ];
}

// Where nearly all choices are in the picture, fold the list so that the picture is in view.
function drawFolded(app, asked, n, folded) {
  const { say } = app;
  return [
    ...mergeGrids(groupChoices(app, asked.choices.filter((one) => one.ahead))), h("p", { class: "note" }, say("tap_picture")),
    h("details", { dataset: { key: `telling-list-${asked.n}` } }, h("summary", { dataset: { key: "as-list" } }, say("as_list", { n })), folded),
  ];
}

function drawRefused(app, asked) {
  const entries = Object.entries(asked.refused || {});
  return entries.length ? h("details", { class: "refused" }, h("summary", { dataset: { key: "refused" } }, app.say("not_possible_n", { n: entries.length })), refusals(entries)) : null;
}

function groupChoices(app, left) {
  const groups = new Map();
  for (const one of left) {
    const name = one.ahead ? "" : one.group;
    groups.set(name, [...(groups.get(name) || []), one]);
  }
  const few = left.length <= 8;
  return [...groups].map(([name, members]) => (name && members.length > 1 && !few
    ? h("div", { class: "group", role: "group", "aria-label": name }, h("h3", {}, name), h("div", { class: "choices" }, members.map((one) => button(app, one, one.short || one.label))))
    : h("div", { class: "choices" }, members.map((one) => button(app, one)))));
}

// Neighbouring choices without a group share a grid.
function mergeGrids(parts) {
  const out = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (last?.className === "choices" && part.className === "choices") last.append(...part.childNodes);
    else out.push(part);
  }
  return out;
}

function refusals(entries) {
  return h("dl", {}, entries.map(([name, reasons]) => [h("dt", {}, name), reasons.map((reason) => h("dd", {}, reason))]));
}

function numbers(app, asked) {
  const { say } = app;
  if (asked.choices.length <= 30) return h("div", { class: "choices numbers" }, asked.choices.map((one) => button(app, one)));
  const ids = asked.choices.map((one) => one.id);
  const field = h("input", { type: "number", min: ids[0], max: ids.at(-1), value: ids[0], inputmode: "numeric", dataset: { key: "number" }, "aria-labelledby": "prompt" });
  const step = (by) => { field.value = Math.min(Number(ids.at(-1)), Math.max(Number(ids[0]), Number(field.value) + by)); };
  return h("form", { class: "row number", onsubmit: (event) => { event.preventDefault(); app.answer(String(Number(field.value))); } },
    h("button", { type: "button", class: "round", "aria-label": say("less"), onclick: () => step(-1) }, "−"), field,
    h("button", { type: "button", class: "round", "aria-label": say("more_of_it"), onclick: () => step(1) }, "+"),
    h("button", { class: "main" }, say("ok")));
}

export function explain(app) {
  const { state, say } = app;
  const asked = state.question;
  const refused = Object.entries(asked?.refused || {});
  dialog(asked.prompt, [
    list(asked.help || [], "plain") || h("p", {}, say("nothing_more")),
    refused.length ? [h("h3", {}, say("not_possible")), refusals(refused)] : null,
  ], [[say("close"), null, "main"]]);
}

// After an undo: what to put back on the real table.
export function putBack(app, reply) {
  if (reply.put_back) dialog(app.say("put_back"), list(reply.put_back) || h("p", {}, app.say("nothing_changes")), [[app.say("ok"), null, "main"]]);
}

export function actions(app) {
  const { state, say } = app;
  const { match, you } = state;
  if (!match || you.role === "spectator") return null;
  const act = async (what) => putBack(app, await app.ask(what, { n: match.n }));
  return h("div", { class: "row actions" },
    h("button", { disabled: !match.can_undo, dataset: { key: "undo" }, onclick: () => act("undo") }, `↶ ${say("undo")}`),
    match.can_redo ? h("button", { dataset: { key: "redo" }, onclick: () => act("redo") }, `↷ ${say("redo")}`) : null,
    state.over ? null : h("button", { dataset: { key: "pause" }, onclick: () => app.ask(match.paused ? "resume" : "pause") }, say(match.paused ? "resume" : "pause")));
}
