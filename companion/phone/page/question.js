// The question: choices in groups, with search; rules and refusals behind "?".
import { h, mark, matches, dialog, formatTime, list, show } from "./dom.js";
import { drawSeats } from "./more.js";
import { drawLayout, openSheet } from "./layout.js";
import { MANY, isPictured } from "./table.js";
import { drawCard, drawRulesHere } from "./rules.js";

const LONG_PRESS = 550;
const FEW = 3;
const MANY_SHORT = 7, SHORT = /^(?!.*\S{11}).{1,14}$/; // so many labels of such short words stand three in a row on a phone
const LONG_TO_DO = 3;
const SOME_NUMBERS = 20, MANY_NUMBERS = 49; // more than a few are drawn smaller, and still more are typed
let typed = "";
let typedFor = 0;
let drawNumbers = null;
let entered = 0;
let enteredFor = "";
let fold = {}; // how many things to do are shown above which question

export function question(app) {
  const { state, say } = app;
  const asked = state.question;
  if (!asked) return null;
  if (enteredFor !== asked.ask || !asked.mine) enteredFor = "";
  if (typedFor !== asked.n) { typed = ""; typedFor = asked.n; }
  if (fold.n !== asked.n || fold.width !== innerWidth) fold = { n: asked.n, width: innerWidth, shown: Infinity };
  return [
    drawCard(app),
    isTappedInPicture(app) ? drawAroundPicture(app)
      : h("div", { class: `card ask${asked.mine ? " mine" : ""}`, dataset: { n: asked.n, key: "ask" } }, heading(app), orders(app, fold.shown), drawBody(app), drawHint(app), news(app)),
    actions(app), state.you.seat === null ? drawSeats(app) : null,
  ];
}

function isTappedInPicture(app) {
  const { layout, free, kind } = app.state.question;
  return isPictured(app) && kind === "choices" && !app.state.match.paused && !layout && !free;
}

// The picture follows its question at once (views.css) and stays there from tap to tap, whatever else there is to say below it.
function drawAroundPicture(app) {
  const { say, state } = app;
  const asked = state.question, now = listCues(app, true).length;
  const ahead = asked.choices.filter((one) => one.ahead);
  const slot = now ? drawToDo(app) : h("p", { class: "note grow" }, say("tap_picture"));
  return [
    h("div", { class: "card ask mine above-picture", dataset: { n: asked.n, key: "ask" } }, heading(app), h("div", { class: "row folded" }, mergeGrids(groupChoices(app, ahead)), slot)),
    h("div", { class: "card ask below-picture", dataset: { n: asked.n, key: "ask-below" } }, orders(app), drawHint(app), news(app), choices(app, asked, true)),
  ];
}

// Things to do that would push the question off the screen are one tap away, the last of them first.
export function foldOrders(app) {
  const ask = document.querySelector(".ask.mine"), cue = ask?.querySelector(":scope > .cue");
  if (!cue || fold.open) return;
  const lines = [...cue.querySelectorAll("li")], more = cue.querySelector(".to-do");
  const controls = [...ask.querySelectorAll("button, input")].filter((one) => !one.closest(".cue, details"));
  const isOut = () => Math.max(...controls.map((one) => one.getBoundingClientRect().bottom)) + scrollY > innerHeight - document.getElementById("tabs").offsetHeight;
  const keep = (shown) => {
    fold.shown = shown;
    lines.forEach((one, at) => { one.hidden = at >= shown; });
    more.hidden = shown >= lines.length;
    more.previousSibling.hidden = !shown;
    more.textContent = describeRest(app, lines.length, shown);
  };
  for (let shown = Math.min(fold.shown, lines.length); shown && isOut();) keep(shown -= 1);
}

const describeRest = ({ say }, all, shown) => `☑ ${shown ? say("more_to_do", { n: all - shown }) : `${say("do_now")} (${all})`}`;

function drawToDo(app) {
  const read = () => document.querySelector(".ask > .cue").scrollIntoView({ block: "center" });
  return h("button", { class: "grow to-do", dataset: { key: "to-do" }, onclick: read }, describeRest(app, listCues(app, true).length, 0));
}

// What hands must do now, above the question; what is only good to know, below it.
export const listCues = ({ state }, urgent) => (state.cues || []).filter((one) => (one.weight === "do-now") === urgent).map((one) => one.text);

function orders(app, shown = Infinity) {
  const lines = listCues(app, true), ticked = lines.length >= LONG_TO_DO && app.state.match?.deal === "table";
  const open = () => { fold.open = true; fold.shown = Infinity; app.render(); };
  return lines.length ? h("div", { class: "cue" },
    h("div", { class: "row" }, h("h3", { class: "grow", hidden: !shown }, app.say("do_now")), h("button", { class: "to-do", hidden: shown >= lines.length, dataset: { key: "more-to-do" }, onclick: open }, describeRest(app, lines.length, shown))),
    h("ul", { class: ticked ? "plain" : "" }, (ticked ? drawSteps(app) : lines).map((line, at) => h("li", { hidden: at >= shown }, line)))) : null;
}

// A long list of things to do, such as the set-up, is ticked off; all phones see the ticks.
function drawSteps(app) {
  const { cues, match, you } = app.state;
  return cues.map(({ text, weight, done }, line) => (weight === "do-now" ? h("label", { class: "row tick" }, h("input", { type: "checkbox", checked: done, disabled: you.role === "spectator", dataset: { key: `step-${line}` },
    onchange: (event) => app.ask("tick", { n: match.n, line, on: event.target.checked }) }), h("span", {}, text)) : null)).filter(Boolean);
}

function news(app) {
  const lines = listCues(app, false);
  return lines.length ? h("div", { class: "news" }, h("h3", { class: "unseen" }, app.say("good_to_know")), list(lines, "plain")) : null;
}

export function cues(app) { return [orders(app), news(app)]; }

// Whose turn it is, in the colour of their seat, and what is asked.
export function heading(app) {
  const { state, say } = app;
  const asked = state.question;
  const seat = asked.seat === null || (asked.seats && !asked.mine) ? null : app.seat(asked.seat);
  return h("div", { class: `prompt turn-of${seat ? ` seat-${seat.colour}` : ""}` },
    seat ? mark(seat, true) : null,
    h("div", { class: "grow" },
      h("p", { class: "whose" }, seat ? (asked.seat === state.you.seat ? say("your_turn_now") : say("turn_of", { name: seat.name })) : say("for_all")),
      h("h2", { id: "prompt", tabindex: "-1" }, asked.prompt)),
    state.clock?.left >= 0 && state.clock.left !== null ? h("output", { class: "left" }, formatTime(state.clock.left)) : null,
    asked.help ? h("button", { class: "quiet round", "aria-label": say("why"), title: say("why"), dataset: { key: "why" }, onclick: () => explain(app) }, "?") : null);
}

function drawBody(app) {
  const { state, say } = app;
  const asked = state.question;
  if (state.match.paused) return h("p", { class: "note" }, say("paused"));
  if (asked.bot) return [h("p", { class: "note thinking" }, say("bot_thinks")), h("button", { dataset: { key: "hurry" }, onclick: () => app.tell("go_on") }, say("go_on"))];
  if (!asked.mine) return drawWaiting(app, asked);
  if (asked.layout) return drawAll(app, asked);
  if (asked.kind === "number") return numbers(app, asked);
  if (asked.kind === "numbers") return drawFields(app, asked);
  return choices(app, asked);
}

function drawFields(app, asked) {
  if (!drawNumbers) import("./numbers.js").then((one) => { drawNumbers = one.drawNumbers; app.render(); });
  return drawNumbers?.(app, asked);
}

function drawWaiting(app, asked) {
  const { state, say } = app;
  const seats = (asked.seats ?? [asked.seat]).map((one) => app.seat(one));
  const phones = seats.map((seat) => (state.phones || []).find((one) => seat && one.seat === seat.index));
  const asleep = seats.length === 1 && phones[0] && !phones[0].here;
  return [
    h("p", { class: "note" }, say(asleep ? "phone_asleep" : "waiting_for", { name: seats.map((seat) => seat?.name ?? say("the_table")).join(", ") })),
    app.host ? seats.map((seat, at) => (seat && !phones[at] ? h("button", { dataset: { key: asked.seats ? `stand-in-${seat.index}` : "stand-in" }, onclick: () => app.ask("stand_in", { seat: seat.index }) }, say("answer_for", { name: seat.name })) : null)) : null,
  ];
}

// The layout, the choices that have no place in it, and the whole list.
function drawAll(app, asked) {
  const { say } = app;
  const others = asked.choices.filter((one) => !(one.id in asked.layout.points) && one.id !== asked.layout.otherwise);
  const beside = others.length > FEW ? drawOthers(app, others) : others.length ? h("div", { class: "choices beside-layout" }, others.map((one) => button(app, one))) : null;
  // what is below many tiles is out of sight, and who is named comes after whether anybody is
  const high = asked.layout.axes.some(({ control, values, seat }) => (control === "tiles" && values.length >= MANY) || (control === "toggle" && seat !== null));
  return [
    high ? beside : null, drawLayout(app, asked), high ? null : beside,
    h("details", { class: "all-choices", dataset: { key: "all-choices" } }, h("summary", { dataset: { key: "as-list" } }, say("as_list", { n: asked.choices.length })), choices(app, asked, false)),
  ];
}

// Many choices beside a layout, such as corrals that are known already, would push it off the screen.
function drawOthers(app, others) {
  const open = () => openSheet(app, app.state.question.prompt, others.map(({ id, label, seat }) => ({ id, text: label, seat })));
  return h("button", { dataset: { key: "other-choices" }, onclick: open }, app.say("other_choices", { n: others.length }));
}

function button(app, one, words = one.label) {
  const { since } = app.state.question; // others who answer meanwhile don't interrupt a press
  let pressed = null;
  const seat = one.seat === null || one.seat === undefined ? null : app.seat(one.seat);
  const stop = () => clearTimeout(pressed);
  return h("button", {
    class: `choice${one.ahead ? " ahead" : ""}${one.large ? " main large" : ""}${one.guess ? " guess" : ""}`, dataset: { key: `choice-${since}-${one.id}`, choice: one.id },
    onclick: (event) => { if (event.currentTarget.dataset.long) delete event.currentTarget.dataset.long; else app.answer(one.id); },
    onpointerdown: (event) => { const held = event.currentTarget; pressed = setTimeout(() => { held.dataset.long = "1"; explain(app); }, LONG_PRESS); },
    onpointerup: stop, onpointerleave: stop, onpointercancel: stop,
    oncontextmenu: (event) => event.preventDefault(),
  }, seat ? mark(seat) : null, one.icon ? h("i", { class: "emoji", "aria-hidden": "true" }, one.icon) : null, h("span", {}, words));
}

function choices(app, asked, pictured = false) {
  const { say } = app;
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
  const grids = mergeGrids(parts);
  if (left.length >= MANY_SHORT && left.every(({ label }) => SHORT.test(label))) grids.forEach((one) => one.classList.add("short"));
  return [
    ...grids,
    left.length || !typed || asked.free ? null : h("p", { class: "note" }, say("none_found")),
    missing.length ? h("div", { class: "refused" }, h("h3", {}, say("not_possible")), refusals(missing)) : null,
    typed ? null : drawRefused(app, asked),
  ];
}

// Where nearly all choices are in the picture, fold the list so that the picture is in view.
function drawFolded(app, asked, n, folded) {
  const { say } = app;
  return h("details", { dataset: { key: `telling-list-${asked.n}` } }, h("summary", { dataset: { key: "as-list" } }, say("as_list", { n })), folded);
}

function drawRefused(app, asked) {
  const entries = Object.entries(asked.refused || {});
  return entries.length ? h("details", { class: "refused" }, h("summary", { dataset: { key: "refused" } }, app.say("not_possible_n", { n: entries.length })), refusals(entries)) : null;
}

// Choices below their headings, each heading where its first choice is: nothing moves when a list gets shorter.
function groupChoices(app, left) {
  const parts = [], byName = new Map();
  for (const one of left) {
    const name = one.ahead ? "" : one.group;
    if (name && byName.has(name)) byName.get(name).members.push(one);
    else {
      const part = { name, members: [one] };
      parts.push(part);
      if (name) byName.set(name, part);
    }
  }
  const few = left.length <= 8;
  return parts.map(({ name, members }) => (name && members.length > 1 && !few
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
  const all = asked.choices.length;
  if (all <= MANY_NUMBERS) return h("div", { class: `choices numbers${all > SOME_NUMBERS ? " small" : ""}` }, asked.choices.map((one) => button(app, one)));
  const ids = asked.choices.map((one) => one.id);
  if (enteredFor !== asked.ask) { enteredFor = asked.ask; entered = ids[0]; } // others may answer meanwhile, which draws this again
  const set = (value) => { entered = Math.min(Number(ids.at(-1)), Math.max(Number(ids[0]), Math.trunc(Number(value)) || 0)); app.render(); };
  const field = h("input", { type: "number", min: ids[0], max: ids.at(-1), value: entered, inputmode: "numeric", dataset: { key: "number" }, "aria-labelledby": "prompt", oninput: (event) => { entered = event.target.value; } });
  return h("form", { class: "row number", onsubmit: (event) => { event.preventDefault(); app.answer(String(Math.trunc(Number(entered)))); } },
    h("button", { type: "button", class: "round", "aria-label": say("less"), onclick: () => set(Number(entered) - 1) }, "−"), field,
    h("button", { type: "button", class: "round", "aria-label": say("more_of_it"), onclick: () => set(Number(entered) + 1) }, "+"),
    h("button", { class: "main" }, say("ok")));
}

// What people did although the box thinks it impossible: each with its doubt, and entered after one confirmation.
async function offerAnyway(app) {
  const { say } = app;
  const { error, choices = [] } = await app.ask("anyway");
  if (error) return;
  if (!choices.length) { app.toast(say("none_found")); return; }
  const confirm = ({ id, label, why }) => dialog(label, h("p", {}, why), [[say("cancel"), null], [say("enter_anyway"), () => app.answer(id), "main"]]);
  const sheet = dialog(say("anyway"), h("div", { class: "sheet" }, choices.map((one) => h("button", { class: "choice", dataset: { choice: one.id }, onclick: () => { sheet.close(); confirm(one); } }, h("span", {}, one.label)))), [[say("cancel"), null]]);
}

export function explain(app) {
  const { state, say } = app;
  const asked = state.question;
  const refused = Object.entries(asked?.refused || {});
  const help = dialog(asked.prompt, [
    list(asked.help || [], "plain") || (state.rules?.here.length ? null : h("p", {}, say("nothing_more"))),
    asked.mine && state.match.deal === "table" ? h("button", { dataset: { key: "anyway" }, onclick: () => { help.close(); offerAnyway(app); } }, say("anyway")) : null,
    drawRulesHere(app), // comes later, and must move nothing that people tap
    refused.length ? [h("h3", {}, say("not_possible")), refusals(refused)] : null,
  ], [[say("look_up"), () => app.go("rules")], [say("close"), null, "main"]]);
}

// After an undo: what to put back on the real table.
export function putBack(app, reply) {
  if (reply.put_back) dialog(app.say("put_back"), list(reply.put_back) || h("p", {}, app.say("nothing_changes")), [[app.say("ok"), null, "main"]]);
}

// The hint: the best choices, their chances and what they cost.
function drawHint(app) {
  const { state, say } = app;
  const { hint } = state;
  if (!hint || !state.question.mine) return null;
  if (hint.why || !hint.lines.length) return h("p", { class: "note" }, hint.why || say("hint_thinking"));
  const percent = new Intl.NumberFormat(state.you.language, { style: "percent", maximumFractionDigits: 0 });
  return h("ul", { class: "plain hint" }, hint.lines.map((one) => h("li", {}, h("i", { class: "emoji", "aria-hidden": "true" }, "💡"), " ", h("strong", {}, one.label),
    ` · ${say("hint_chance", { n: percent.format(one.chance) })}`, one.cost ? `, ${say("hint_cost", { n: percent.format(one.cost) })}` : "", one.why ? h("div", {}, one.why) : null)));
}

export function actions(app) {
  const { state, say } = app;
  const { match, you } = state;
  if (!match || you.role === "spectator") return null;
  const act = async (what) => putBack(app, await app.ask(what, { n: match.n }));
  return h("div", { class: "row actions" },
    h("button", { disabled: !match.can_undo, dataset: { key: "undo" }, onclick: () => act("undo") }, `↶ ${say("undo")}`),
    match.can_change ? h("button", { dataset: { key: "change-guess" }, onclick: () => app.ask("change_guess", { n: match.n }) }, say("change_guess")) : null,
    state.question?.mine && state.question.seat !== null && match.deal === "virtual" && !match.paused ? h("button", { dataset: { key: "hint" }, onclick: () => app.ask("hint", { n: match.n }) }, say("hint")) : null,
    match.can_redo ? h("button", { dataset: { key: "redo" }, onclick: () => act("redo") }, `↷ ${say("redo")}`) : null,
    state.over ? null : h("button", { dataset: { key: "pause" }, onclick: () => app.ask(match.paused ? "resume" : "pause") }, say(match.paused ? "resume" : "pause")));
}
