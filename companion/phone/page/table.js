// The table: your secrets, the game's picture, and the facts.
import { h, s, mark } from "./dom.js";
import { answerInTurn } from "./layout.js";

const pictures = new Map();

export function table(app) {
  const { state, say } = app;
  const { match, facts, secrets } = state;
  if (!match) return null;
  return [
    secrets?.length && !state.over ? h("div", { class: "card secret" }, h("p", { class: "note" }, h("i", { class: "emoji", "aria-hidden": "true" }, "🔒"), " ", say("only_you")), lines(secrets)) : null,
    picture(app),
    h("ul", { class: "people" }, match.seats.map((seat) => h("li", { class: state.question?.seat === seat.index ? "turn" : "" }, mark(seat), h("span", {}, seat.line)))),
    h("details", { class: "card", open: !match.picture }, h("summary", { dataset: { key: "facts" } }, say("facts")), lines(facts || []),
      match.agreed.length ? [h("h3", {}, say("agreed")), lines(match.agreed.map(([label, value]) => ({ label, value })))] : null),
  ];
}

export function lines(facts) {
  return h("dl", { class: "facts" }, facts.map(({ label, value, pieces }) => h("div", {}, h("dt", {}, label), h("dd", {}, pieces?.length ? drawHand(pieces) : value || "–"))));
}

// Cards in a hand, each with its picture.
function drawHand(pieces) {
  return h("ul", { class: `hand${pieces.some((one) => one.details) ? " detailed" : ""}` }, pieces.map(({ name, icon, figure, details, tone }) => h("li", { class: `tone-${tone}` },
    icon ? h("i", { class: "emoji", "aria-hidden": "true" }, icon) : null, h("span", {}, name, details ? h("small", {}, details) : null), figure ? h("b", {}, figure) : null)));
}

function picture(app) {
  const { state } = app;
  const { match } = state;
  if (!match.picture) return null;
  const known = pictures.get(match.picture);
  const root = known?.root ?? s("svg", { class: "picture", role: "group", "aria-label": match.title });
  root.drawn = true; // the game draws it, so redrawing the page must not touch it
  if (!known) pictures.set(match.picture, { root, module: import(match.picture) });
  pictures.get(match.picture).module.then((module) => { module.draw(root, state.table, {
    seats: match.seats, question: match.paused && state.question ? { ...state.question, mine: false } : state.question, words: state.captions, race: document.getElementById("view-slap") ? null : state.race, tap: (choice) => app.answer(choice), tapAll: (choices) => answerInTurn(app, choices),
  }); noteTargets(app, root); }).catch(() => { root.remove(); });
  return h("div", { class: "picture-place" }, root);
}

export const MANY = 13; // more choices than people like to read
const SEVERAL = 9; // so many are tapped in the picture rather than listed above it
const pictured = new Set();
const kind = ({ match, question }) => `${match.picture} ${question.ask}`;

// Whether nearly all of many choices can be tapped in the picture.
export function isPictured({ state }) { return Boolean(state.question?.mine) && pictured.has(kind(state)); }

function noteTargets(app, root) {
  const { state } = app;
  if (!state.question?.mine || state.match.paused || (state.question.choices?.length ?? 0) < SEVERAL) return;
  const hand = new Set(state.table?.cards); // drawn below the table, where buttons are nearer
  const targets = [...root.querySelectorAll("[data-choice]")].filter(({ dataset }) => !hand.has(dataset.choice));
  const all = targets.length >= 0.8 * state.question.choices.length;
  if (all === isPictured(app)) return;
  pictured[all ? "add" : "delete"](kind(state));
  app.render();
}
