// A question on one screen: a grid, tiles, steppers or toggles, drawn from the axes of its layout.
import { h, dialog, mark, matches } from "./dom.js";
import { MANY } from "./table.js";

const NO_VALUE = -1, OTHER_VALUE = -2;
const SETTING = ["stepper", "toggle"]; // controls that are set and then sent with a button

const FEW = 3;
const LONG = /(\p{L}{5})(?=\p{L}{6})/u; // where a word that is wider than a tile may be broken
const MOST_CARDS = 24; // cards that fit below the toggles
const MOST_NUMBERS = 16; // numbers that fit into two rows
const MANY_ROWS = 5; // of a plan: below them only places that can be tapped are spelled out

let picked = []; // index of the picked value on each axis, or null
let pickedFor = "";
let typed = ""; // what the tiles are searched for
let sheet = null; // the open list of a last part
let plan = null; // answers for follow-up questions, entered on one screen with the first of them

export function drawLayout(app, asked) {
  const { layout } = asked;
  const key = `${asked.n} ${asked.moves}`;
  if (pickedFor !== key) {
    pickedFor = key;
    typed = "";
    picked = layout.axes.map((axis, at) => startValue(layout, axis, at));
  }
  return h("div", { class: "layout" }, layout.axes.some((axis) => SETTING.includes(axis.control)) ? drawSettings(app, asked) : drawPicks(app, asked));
}

// The switch starts with the first value that has a choice; everything else starts open.
function startValue(layout, axis, at) {
  if (axis.control === "tabs") return axis.values.findIndex((_, value) => Object.values(layout.points).some((point) => point[at] === value));
  return SETTING.includes(axis.control) && axis.usual !== NO_VALUE ? axis.usual : null;
}

const isAt = (point, wanted) => wanted.every((value, at) => value === null || value === point[at]);

function findChoices(layout, wanted) {
  return Object.entries(layout.points).filter(([, point]) => isAt(point, wanted)).map(([id]) => id);
}

function findReasons(layout, place) {
  return layout.reasons.find(([at]) => at.length <= place.length && at.every((value, axis) => value < 0 || value === place[axis]))?.[1] ?? [];
}

// Grids and tiles: a tap answers, unless another part has to be picked first.

function drawPicks(app, asked) {
  const { layout } = asked, { axes } = layout;
  const last = axes.findIndex((axis) => ["strip", "sheet"].includes(axis.control));
  const context = { app, asked, layout, last };
  return axes.map((axis, at) => {
    if (axis.control === "tabs") return drawTabs(context, axis, at);
    if (axis.control === "rows") return [drawStrip(context), drawGrid(context, at)];
    return axis.control === "tiles" && axis.values.length ? drawTiles(context, axis, at) : null;
  });
}

// What a tap on a value does: answer, ask for the last part, or say why it is impossible.
function makePick(context, place, label) {
  const { app, layout, last } = context;
  const ids = findChoices(layout, place);
  const chosen = last >= 0 && ids.length > 1 && picked.every((value, at) => value === place[at]);
  if (!ids.length) return { ids, chosen, act: () => app.toast([label, ...findReasons(layout, place)].join("\n")) };
  if (ids.length === 1) return { ids, chosen, act: () => app.answer(ids[0]) };
  if (layout.axes[last]?.control === "sheet") return { ids, chosen, act: () => openPlaces(context, label, ids) };
  return { ids, chosen, act: () => { picked = place; app.render(); } };
}

function drawPick(context, place, label, props, ...content) {
  const { ids, chosen, act } = makePick(context, place, label);
  const { asked } = context;
  const guess = ids.some((id) => asked.choices.find((one) => one.id === id)?.guess);
  return h("button", {
    ...props, class: `${props.class}${guess ? " guess" : ""}`, "aria-label": label, "aria-disabled": ids.length ? null : "true",
    "aria-pressed": chosen ? "true" : null, dataset: { key: props.key, ...(ids.length === 1 && { choice: ids[0] }) }, onclick: act,
  }, ...content);
}

function drawGrid(context, rows) {
  const { layout } = context, columns = layout.axes.findIndex((axis) => axis.control === "columns");
  const place = (row, column) => layout.axes.map((_, at) => (at === rows ? row : at === columns ? column : null));
  const points = Object.values(layout.points);
  const wide = layout.axes[columns].values.some((value) => !value.tone); // names instead of signs
  return h("div", { class: `grid${wide ? " wide-cells" : ""}${layout.axes[rows].values.length > MANY + FEW ? " dense" : ""}${layout.axes[rows].values.length > 2 * MANY - FEW ? " denser" : ""}` }, layout.axes[rows].values.map((value, row) => {
    const whole = points.some((point) => point[rows] === row && point[columns] === NO_VALUE);
    const name = [value.text, value.note].filter(Boolean).join(" ");
    return h("div", { class: "grid-row", role: "group", "aria-label": name },
      h("span", { class: "grid-head", "aria-hidden": "true" }, value.icon ? h("i", { class: "emoji" }, value.icon) : null, value.note ? h("b", {}, value.note) : null, h("small", {}, value.text)),
      whole ? drawPick(context, place(row, NO_VALUE), name, { class: "cell whole", key: `cell-${row}` }, layout.axes[columns].values.map((sign) => sign.text).join(" "))
        : layout.axes[columns].values.map((sign, column) => drawPick(context, place(row, column), `${value.text} ${sign.text}`, { class: `cell tone-${sign.tone}`, key: `cell-${row}-${column}` }, drawCellSign(context.app, sign))));
  }));
}

function drawCellSign(app, { text, seat }) {
  return seat === null ? text : [mark(app.seat(seat)), h("small", {}, text)];
}

// The last part of a choice, always in the same place: values open up once the rest is picked.
function drawStrip({ app, layout, last }) {
  if (layout.axes[last]?.control !== "strip") return null;
  const { values, title } = layout.axes[last];
  const ready = picked.some((value) => value !== null);
  return h("div", { class: `strip${ready ? " ready" : ""}`, role: "group", "aria-label": title },
    h("p", { class: "strip-title", "aria-live": "polite" }, ready ? `${describePick(layout, last)} · ${title}` : title),
    h("div", { class: "strip-places" }, values.map((value, at) => {
      const [id] = ready ? findChoices(layout, picked.map((one, axis) => (axis === last ? at : one))) : [];
      return h("button", {
        class: `place${value.tone ? ` tone-${value.tone}` : ""}${id ? " open" : ""}`, "aria-disabled": id ? null : "true", "aria-label": `${value.text}, ${value.note}`,
        dataset: { key: `place-${at}`, ...(id && { choice: id }) }, onclick: () => { if (id) app.answer(id); },
      }, h("b", {}, value.text), h("small", {}, value.note), value.icon ? h("i", { class: "emoji", "aria-hidden": "true" }, value.icon) : null);
    })));
}

function describePick(layout, last) {
  return layout.axes.filter((_, at) => at !== last && picked[at] !== null).map((axis) => axis.values[picked[layout.axes.indexOf(axis)]]?.text).filter(Boolean).join(" ");
}

// Somebody else answered: what the sheet offers is no longer asked.
export function closeSheet() {
  sheet?.close();
  sheet = null;
}

// Places of a card with long names: a sheet over the page, so that nothing below it moves.
export function openSheet(app, title, offers) {
  sheet = dialog(title, h("div", { class: "sheet" }, offers.map(({ id, text, icon }) => h("button", { class: "choice", dataset: { choice: id }, onclick: () => { closeSheet(); app.answer(id); } },
    icon ? h("i", { class: "emoji", "aria-hidden": "true" }, icon) : null, h("span", {}, text)))), [[app.say("cancel"), null]]);
}

// The values of a last part that go with what was picked, on a plan where there is one.
function openPlaces({ app, asked, layout, last }, label, ids) {
  const axis = layout.axes[last], title = `${label}: ${axis.title}`;
  if (!axis.plan.length) { openSheet(app, title, ids.map((id) => ({ id, text: asked.choices.find((one) => one.id === id).label, ...axis.values[layout.points[id][last]] }))); return; }
  sheet = dialog(title, drawPlan(axis, (value, at, name) => {
    const id = ids.find((one) => layout.points[one][last] === at);
    return id || value.note ? h("button", { class: `spot tone-${value.tone}`, "aria-label": name, "aria-disabled": id ? null : "true", dataset: id ? { choice: id } : {}, onclick: () => { if (id) { closeSheet(); app.answer(id); } } }, describeSpot(value)) : null;
  }), [[app.say("cancel"), null]]);
}

// A plan, such as that of a ship: each value where it is on the table, several at one place below each other.
function drawPlan({ plan, columns, values }, draw) {
  const rows = Math.max(...plan.map(([row]) => row)) + 1;
  const cells = Array.from({ length: rows * columns.length }, (_, cell) => h("div", {}, values.map((value, at) => {
    const [row, column] = plan[at];
    return row * columns.length + column === cell ? draw(value, at, `${columns[column]} ${row + 1}: ${value.text}`) : null;
  })));
  return h("div", { class: `plan${rows > MANY_ROWS ? " long" : ""}` }, columns.map((name) => h("h3", {}, name)), cells);
}

function describeSpot({ icon, note, text }) {
  return [icon ? h("i", { class: "emoji", "aria-hidden": "true" }, icon) : null, note ? h("b", {}, note) : null, h("small", {}, text)];
}

function drawTabs({ app, layout }, axis, at) {
  return h("div", { class: "segments", role: "group", "aria-label": axis.title || null }, axis.values.map((value, index) => {
    const some = Object.values(layout.points).some((point) => point[at] === index);
    return h("button", { "aria-pressed": String(picked[at] === index), disabled: !some, dataset: { key: `segment-${index}` }, onclick: () => { picked = picked.map((one, axis) => (axis === at ? index : one)); app.render(); } }, value.text);
  }));
}

function drawTiles(context, axis, at) {
  const { layout } = context;
  const place = (index) => layout.axes.map((one, other) => (other === at ? index : one.control === "tabs" ? picked[other] : null));
  if (axis.plan.length) return drawPlan(axis, (value, index, name) => drawPick(context, place(index), name, { class: `spot tone-${value.tone}`, key: `tile-${at}-${index}` }, describeSpot(value)));
  const many = layout.axes.some((one) => one.control === "tiles" && one.values.length >= MANY);
  const numbers = axis.values.every((value) => value.text.length < 3);
  const searched = axis.values.length >= MANY, few = many && !searched;
  return h("div", { class: `tiles${few ? " open-cards" : many ? " many" : numbers ? " numbers" : ""}`, role: "group", "aria-label": axis.title || null },
    axis.title ? h("h3", {}, axis.title) : null, searched ? drawSearch(context, axis, place) : null,
    axis.values.map((value, index) => drawPick(context, place(index), [value.text, value.note].filter(Boolean).join(" "), { class: `tile tone-${value.tone}${searched && typed && !matches(value.text, typed) ? " unmatched" : ""}`, key: `tile-${at}-${index}` },
      value.icon ? h("i", { class: "emoji", "aria-hidden": "true" }, value.icon) : null, value.note ? h("b", {}, value.note) : null, h("small", {}, value.text.replace(LONG, "$1\u00ad")))));
}

// Tiles that don't match are dimmed and stay where they are; Enter takes the only one that does.
function drawSearch(context, { values }, place) {
  const { app } = context;
  const take = () => {
    const left = values.map((value, at) => [value, at]).filter(([value]) => matches(value.text, typed));
    if (typed && left.length === 1) makePick(context, place(left[0][1]), left[0][0].text).act();
  };
  return h("input", { type: "search", class: "search", placeholder: app.say("search"), "aria-label": app.say("search"), value: typed, autocomplete: "off", spellcheck: false, enterkeyhint: "go", dataset: { key: "search-tiles" },
    oninput: (event) => { typed = event.target.value; app.render(); }, onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); take(); } } });
}

// Steppers and toggles: set all parts, then send. The button is filled while it sends what is expected.

function drawSettings(app, asked) {
  const { layout } = asked, { axes } = layout;
  const values = followOthers(layout);
  const sending = findSending(asked, values);
  const set = (at, value) => { picked = picked.map((one, axis) => (axis === at ? value : one)); app.render(); };
  const direct = !layout.agree && axes.every((axis) => axis.values.length <= MOST_NUMBERS); // nothing is expected: every number is as likely
  const draw = (axis, at) => (axis.control === "toggle" ? drawToggle : direct && axis.usual !== NO_VALUE ? drawNumberRow : drawStepper)(app, axis, at, values[at], set);
  const list = (control) => axes.map((axis, at) => [axis, at]).filter(([axis]) => axis.control === control).map(([axis, at]) => draw(axis, at));
  const toggles = list("toggle"), steppers = list("stepper");
  return [
    toggles.length ? h("div", { class: "tiles toggles" }, toggles) : null,
    toggles.length ? drawAllCards(app, asked) : null,
    steppers.length ? h("div", { class: "steppers" }, steppers) : null,
    !sending && axes.every((axis) => axis.control === "toggle" && axis.seat !== null) ? null : h("button", { class: "main send", disabled: !sending, dataset: { key: "send", ...(sending && !sending.steps.length && { choice: sending.id }) }, onclick: () => send(app, asked, sending) }, h("span", {}, describeSending(app, asked, sending))),
  ];
}

// All cards, each one tap away; what was toggled dims those that don't have it, and none of them moves. Where every choice
// is as many toggles, such as two actions, those that fit come once one was toggled: before, they would repeat the toggles.
function drawAllCards(app, { layout, choices }) {
  const { axes } = layout, toggles = axes.map((_, at) => at).filter((at) => axes[at].control === "toggle");
  const different = [...new Map(Object.entries(layout.points).map(([id, point]) => [point.join(), id])).values()];
  if (different.length > MOST_CARDS || axes.some((axis) => axis.seat !== null)) return null;
  const two = new Set(different.map((id) => toggles.reduce((sum, at) => sum + layout.points[id][at], 0))).size === 1;
  if (two && !picked.some(Boolean)) return null;
  const fitting = (id) => toggles.every((at) => layout.points[id][at] >= (picked[at] ?? 0));
  return h("div", { class: `all-cards${two ? " two" : ""}` }, different.filter((id) => !two || fitting(id)).map((id) => {
    const point = layout.points[id], label = choices.find((one) => one.id === id).label;
    const icons = toggles.map((at) => axes[at].icon.repeat(point[at])).join("");
    const fits = fitting(id);
    return h("button", { class: "tile", "aria-label": label, "aria-disabled": fits ? null : "true", dataset: { key: `card-${id}`, choice: id }, onclick: () => { if (fits) app.answer(id); } },
      h("i", { class: "emoji", "aria-hidden": "true" }, icons), h("small", { class: icons ? "spelled" : "" }, label), axes.map((axis, at) => (axis.control === "stepper" ? h("b", {}, axis.values[point[at]]?.text) : null)));
  }));
}

function describeSending({ say }, { layout, choices }, sending) {
  if (!sending) return say("no_such_choice");
  const composed = sending.other || layout.axes.some((axis) => axis.control === "toggle"); // people see what they put together
  if (composed) return choices.find((one) => one.id === sending.id).label;
  return sending.usual && layout.agree ? layout.agree : say("ok");
}

// Axes without an expected value follow the others, where these leave only one.
function followOthers(layout) {
  const left = Object.values(layout.points).filter((point) => isAt(point, picked));
  return picked.map((value, at) => {
    const possible = value === null ? new Set(left.map((point) => point[at])) : null;
    return possible?.size === 1 ? [...possible][0] : value;
  });
}

// The choice that says exactly this; else one that leaves parts to follow-up questions, whose answers are known already.
function findSending(asked, values) {
  const { layout } = asked, { axes } = layout, all = Object.entries(layout.points);
  const exact = all.find(([, point]) => point.every((at, axis) => at === values[axis]));
  if (exact) return { id: exact[0], steps: [], usual: exact[1].every((at, axis) => at === axes[axis].usual) };
  const rough = all.find(([, point]) => point.includes(OTHER_VALUE) && point.every((at, axis) => (at === OTHER_VALUE ? values[axis] !== axes[axis].usual : at === values[axis])));
  if (rough) return { id: rough[0], steps: listSteps(axes, values, (axis) => rough[1][axis] === OTHER_VALUE) };
  if (!layout.otherwise || values.includes(null) || !values.some((value, axis) => axes[axis].control === "toggle" && value)) return null;
  return { id: layout.otherwise, steps: [...listSteps(axes, values, () => true), ...layout.constants.map(([ask, answer]) => ({ ask, answer, seat: null }))], other: true };
}

const listSteps = (axes, values, wanted) => axes.flatMap((axis, at) => (wanted(at) ? axis.values[values[at]].answers.map((answer) => ({ ask: axis.follow_up, answer, seat: axis.seat })) : []));

async function send(app, asked, { id, steps }) {
  if (app.sent === asked.n) return; // a double tap
  plan = steps.length ? { moves: asked.moves + 1, steps } : null;
  if (!(await app.answer(id))) plan = null;
}

// Answer this question and the same ones after it, such as board by board along a wall.
export function answerInTurn(app, [id, ...others]) {
  const asked = app.state.question;
  return send(app, asked, { id, steps: others.map((answer) => ({ ask: asked.ask, answer, seat: asked.seat })) });
}

// Answer the next question if its answer was entered with the one before.
export function answerFollowUp(app) {
  const asked = app.state.question;
  if (!plan || (asked && asked.moves < plan.moves)) return;
  const at = plan.steps.findIndex((step) => step.ask === asked?.ask && (step.seat === null || step.seat === asked.seat));
  const { answer } = plan.steps[at] ?? {};
  if (!answer || !asked.mine || asked.moves > plan.moves || !asked.choices.some((one) => one.id === answer)) { plan = null; return; }
  // a player who is not asked had only one possibility
  plan = { moves: asked.moves + 1, steps: plan.steps.filter((step, index) => index > at || step.ask !== asked.ask) };
  app.answer(answer);
}

function drawStepper(app, axis, at, value, set) {
  const { say } = app, { values, usual } = axis;
  const more = axis.follow_up ? values.findIndex(({ answers }) => !answers.length) : -1; // what the next question asks about, such as a pair
  const most = more < 0 ? values.length - 1 : more - 1, now = value === more ? Math.min(usual, most) : value ?? -1;
  const button = (by, sign, name) => h("button", { class: "round", "aria-label": `${axis.title}: ${say(name)}`, "aria-disabled": now + by < 0 || now + by > most ? "true" : null, dataset: { key: `${name}-${at}` }, onclick: () => set(at, Math.max(0, Math.min(most, now + by))) }, sign);
  const shown = value === more ? "–" : values[now]?.text ?? "–";
  const pick = () => openNumbers(app, axis.title, values.slice(0, most + 1), at, (index) => set(at, index));
  return h("div", { class: `stepper${value !== null && usual !== NO_VALUE && value !== usual ? " changed" : ""}`, role: "group", "aria-label": axis.title },
    drawSign(app, axis), h("span", { class: "grow" }, axis.title),
    more < 0 ? null : h("button", { class: "other", "aria-pressed": String(value === more), dataset: { key: `other-${at}` }, onclick: () => set(at, value === more ? usual : more) }, values[more].text),
    button(-1, "−", "less"), h("button", { class: "value", "aria-label": `${axis.title}: ${shown}`, disabled: !most, dataset: { key: `value-${at}` }, onclick: pick }, h("output", { "aria-live": "polite" }, shown)), button(1, "+", "more_of_it"));
}

// All numbers of a stepper: two taps, however far the number is.
function openNumbers(app, title, values, at, set) {
  sheet = dialog(title, h("div", { class: "choices numbers" }, values.map(({ text }, index) => h("button", { class: "choice", dataset: { key: `value-${at}-${index}` }, onclick: () => { closeSheet(); set(index); } }, text))), [[app.say("cancel"), null]]);
}

// Few numbers side by side: one tap each, where a stepper would need as many as the number.
function drawNumberRow(app, axis, at, value, set) {
  return h("div", { class: "number-row", role: "group", "aria-label": axis.title },
    h("span", { class: "row" }, drawSign(app, axis), axis.title),
    h("div", { class: "numbers" }, axis.values.map((one, index) => h("button", { "aria-pressed": String(index === value), dataset: { key: `number-${at}-${index}` }, onclick: () => set(at, index) }, one.text))));
}

function drawSign(app, { seat, icon }) {
  if (seat !== null) return mark(app.seat(seat));
  return icon ? h("i", { class: "emoji", "aria-hidden": "true" }, icon) : null;
}

function drawToggle(app, axis, at, value, set) {
  const now = value ?? 0, text = axis.values[now].text;
  return h("button", { class: `tile toggle${now ? " on" : ""}`, "aria-pressed": String(now > 0), "aria-label": [axis.title, text].filter(Boolean).join(" "), dataset: { key: `toggle-${at}` }, onclick: () => set(at, (now + 1) % axis.values.length) },
    drawSign(app, axis), text ? h("b", {}, text) : null, h("small", {}, axis.title));
}
