// Rules: a card before the question it concerns, those of a question, and all of them to look up.
import { h, filling, matches, dialog, show } from "./dom.js";

const KEY = "rule-cards";
const READ = "rule-cards-read";
const books = new Map();
let looked = "";
let chosen = "";

// Texts come once for each game and language; the state names cards by id.
function fetchBook(app, game) {
  const key = `${game}-${app.state.you.language}`;
  if (!books.has(key)) {
    books.set(key, fetch(`/games/${game}/rules.json`).then((answer) => (answer.ok ? answer.json() : Promise.reject(answer))));
    books.get(key).catch(() => books.delete(key));
  }
  return books.get(key);
}

// What this person decided; without storage, as in some private modes, it holds until the page is closed.
const own = {};
const recall = (key) => { try { return own[key] ?? localStorage.getItem(key); } catch { return own[key]; } };
const keep = (key, value) => { own[key] = value; try { localStorage.setItem(key, value); } catch { /* kept in `own` */ } };

// Cards of this match that were read here, so that none comes back after an undo or a reload.
const listRead = (match) => { const [number, ...ids] = (recall(READ) ?? "").split(" "); return number === String(match.number) ? ids : []; };

const isOnForTable = (app) => (app.state.settings || []).find((one) => one.name === "rule_cards")?.value === "on";

// Each person decides; whoever hasn't follows the table.
const isOn = (app) => { const mine = recall(KEY); return mine ? mine === "on" : isOnForTable(app); };

export function drawCard(app) {
  const { state } = app;
  const id = state.rules?.card;
  if (!id || !isOn(app)) return null;
  if (listRead(state.match).includes(id)) return null;
  const place = filling(`card-${state.match.number}-${id}`);
  fetchBook(app, state.match.game).then((book) => {
    const card = book.cards.find((one) => one.id === id);
    if (card) show(place, drawCardBody(app, card));
  }, () => {});
  return place;
}

function drawCardBody(app, card) {
  const { say } = app;
  return h("div", { class: "card rule", role: "note", "aria-label": say("rule_of", { name: card.title }) },
    h("h2", {}, card.title), h("p", {}, card.brief),
    h("details", {}, h("summary", { dataset: { key: "whole-rule" } }, say("whole_rule")), h("p", {}, card.text)),
    h("div", { class: "row actions" },
      h("button", { class: "main", dataset: { key: "got-it" }, onclick: () => finishCard(app, card) }, say("got_it")),
      h("button", { class: "quiet", dataset: { key: "no-more-cards" }, onclick: () => { keep(KEY, "off"); app.render(); } }, say("no_more_cards"))));
}

function finishCard(app, card) {
  const { match, question, race } = app.state;
  keep(READ, [match.number, ...listRead(match), card.id].join(" "));
  // the box holds a race until its card is read, by whomever
  if (isOnForTable(app) && question?.kind === "race" && !race) app.tell("go_on");
  app.render();
}

// Below the help of a question.
export function drawRulesHere(app) {
  const { state, say } = app;
  const here = state.rules?.here || [];
  if (!here.length) return null;
  const place = h("div", { class: "rules" }, h("p", { class: "note" }, say("loading")));
  fetchBook(app, state.match.game).then((book) => show(place, h("h3", {}, say("rules_here")), here.map((id) => book.cards.find((one) => one.id === id)).filter(Boolean).map(drawEntry)), () => show(place, []));
  return place;
}

function drawEntry(card) {
  return h("details", { dataset: { key: `rule-${card.id}` } }, h("summary", {}, h("strong", {}, card.title), " ", h("span", { class: "faint" }, card.brief)), h("p", {}, card.text));
}

// Before a match, and above the rules: explain them on this phone, or to everyone.
export function drawSwitches(app) {
  const { state, say } = app;
  const pick = (act) => (event) => act(event.target.checked ? "on" : "off");
  const draw = (key, label, checked, act) => h("label", { class: "row" }, h("input", { type: "checkbox", checked, dataset: { key }, onchange: pick(act) }), h("span", { class: "grow" }, label));
  return h("div", { class: "card" },
    app.host && state.table_state === "lobby" ? draw("cards-table", say("cards_table"), isOnForTable(app), (value) => app.ask("settings", { name: "rule_cards", value })) : null,
    draw("cards-here", say("cards_here"), isOn(app), (value) => { keep(KEY, value); app.render(); }),
    h("p", { class: "note" }, say("cards_how")));
}

export function rules(app) {
  const { state, say } = app;
  const games = state.setup?.games ?? (state.match ? [{ id: state.match.game, title: state.match.title }] : []);
  if (!games.some((one) => one.id === chosen)) chosen = state.match?.game ?? state.setup?.agreed.game ?? games[0]?.id;
  const place = filling(`rules-${chosen}`, h("p", { class: "note" }, say("loading")));
  const draw = (book) => show(place, drawFound(app, book));
  const load = () => fetchBook(app, chosen).then(draw, () => show(place, h("p", { class: "trouble" }, say("lost"))));
  load();
  return [
    h("h2", {}, say("rules")),
    games.length > 1 ? h("div", { class: "chips" }, games.map((one) => h("button", { "aria-pressed": String(one.id === chosen), dataset: { key: `rules-of-${one.id}` }, onclick: () => { chosen = one.id; app.render(); } }, one.title))) : null,
    h("input", { type: "search", class: "search", placeholder: say("look_up"), "aria-label": say("look_up"), value: looked, autocomplete: "off", spellcheck: false, dataset: { key: "look-up" }, oninput: (event) => { looked = event.target.value; load(); } }),
    place, drawSwitches(app),
  ];
}

function drawFound(app, book) {
  const inTitle = (card) => matches(card.title, looked);
  // like the look-up of the box: titles first, and pieces by their names only
  const found = looked.trim() ? [...book.cards.filter(inTitle), ...book.cards.filter((card) => card.topic !== "pieces" && !inTitle(card) && matches(`${card.title} ${card.brief} ${card.text}`, looked))] : book.cards;
  if (!book.cards.length) return null; // such as any game, whose rules only the table knows
  if (!found.length) return h("p", { class: "note" }, app.say("no_rule"));
  if (looked.trim()) return h("div", { class: "card rules" }, found.map(drawEntry));
  return Object.entries(book.topics).map(([topic, name]) => {
    const cards = found.filter((card) => card.topic === topic);
    return cards.length ? h("div", { class: "card rules" }, h("h3", {}, name), cards.map(drawEntry)) : null;
  });
}
