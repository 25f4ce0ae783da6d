// Entering what is printed in the game, card by card: "that's right", or tap what differs.
import { h, dialog, filling, matches, show } from "./dom.js";
import { drawQr } from "./invite.js";
import { squares } from "./squares.js";

const LONGEST_FILE = 15000; // characters, as in companion/app/requests.py

let taught = null; // the game being taught, as the box describes it
let typed = "";

export function teach(app) {
  const { say, state } = app;
  const place = filling("teach-place");
  const games = state.setup?.games ?? (state.match ? [{ id: state.match.game, title: state.match.title }] : []);
  const ask = async (more) => {
    const reply = await app.ask("teach", more);
    if (reply.ok) { taught = reply.lesson; draw(); }
    return reply.ok;
  };
  const draw = () => show(place, [
    h("div", { class: "chips pick-game" }, games.map((one) => h("button", { "aria-pressed": String(taught?.game === one.id), dataset: { game: one.id }, onclick: () => ask({ game: one.id }) }, one.title))),
    taught?.kinds.length ? [h("p", { class: "note" }, say("kinds_how")), drawKinds(app, ask)] : taught ? [drawCard(say, ask, app), drawProgress(say), drawList(say, ask), drawSharing(app, ask)] : h("p", { class: "note" }, say("teach_how")),
  ]);
  draw();
  if (taught) ask({ game: taught.game });
  return [h("h2", {}, say("teach")), place];
}

function drawProgress(say) {
  return [
    h("p", { class: "note" }, say("cards_entered", { told: taught.cards_told, every: taught.cards })),
    h("progress", { max: taught.cards || 1, value: taught.cards_told, "aria-label": say("teach") }),
    taught.problem ? h("p", { class: "trouble" }, taught.problem) : null,
  ];
}

function drawCard(say, ask, app) {
  const { card } = taught;
  if (!card) return h("p", {}, say("all_told"));
  const drawing = card.entries.find((one) => one.squares);
  return h("div", { class: "card", dataset: { key: `taught-${card.path}` } }, h("h3", {}, card.name),
    drawing ? [h("p", { class: "note" }, say("squares_how")), squares(app, drawing, (value) => ask({ act: "answer", value }))] : card.entries.map((one) => drawEntry(say, ask, one)),
    h("div", { class: "row actions" }, h("button", { dataset: { key: "skip-card" }, onclick: () => ask({ act: "next" }) }, say("skip_it")),
      drawing ? null : h("button", { class: "main grow", dataset: { key: "card-right" }, onclick: () => ask({ act: "agree" }) }, say("card_right"))));
}

// One figure of a card: all values side by side, or a field for a text.
function drawEntry(say, ask, entry) {
  const set = (value) => ask({ act: "set", path: entry.path, value });
  const name = entry.figure || entry.prompt;
  if (entry.choices.length) {
    return h("div", { class: "entry", role: "group", "aria-label": name }, h("span", { class: "note" }, entry.figure || null),
      h("div", { class: "chips" }, entry.choices.map(([value, label]) => h("button", { class: "chip", "aria-pressed": String(value === entry.value), dataset: { lesson: value, key: `${entry.path}-${value}` }, onclick: () => set(value) }, label))));
  }
  const send = (event) => { event.preventDefault(); const { value } = event.target.elements.words; if (value !== entry.value) set(value); };
  return h("form", { class: "entry", onsubmit: send }, h("label", {}, h("span", { class: "note" }, entry.figure || entry.form), h("div", { class: "row" },
    h("input", { name: "words", class: "grow", value: entry.value, autocomplete: "off", dataset: { key: entry.path } }), h("button", {}, say("ok")))));
}

// All cards: the ones that were entered have a tick.
function drawList(say, ask) {
  const place = filling("teach-list");
  const draw = () => show(place, taught.pieces.filter((one) => matches(`${one.name} ${one.line}`, typed)).map((one) => h("button", {
    class: "taught", "aria-pressed": String(one.path === taught.card?.path), dataset: { key: `piece-${one.path}` },
    onclick: () => { ask({ act: "open", path: one.path }); scrollTo(0, 0); },
  }, h("b", { "aria-label": one.told ? say("entered") : null }, one.told ? "✓" : ""), h("span", { class: "grow" }, one.name), h("small", {}, one.line))));
  draw();
  return h("div", { class: "card" },
    h("input", { type: "search", class: "search", placeholder: say("search"), "aria-label": say("search"), value: typed, autocomplete: "off", dataset: { key: "find-card" }, oninput: (event) => { typed = event.target.value; draw(); } }),
    place);
}

// Kinds of scoring for any game: to share as a file or by QR code, to load, and the owner's own to remove.
function drawKinds(app, ask) {
  const { say } = app;
  const share = (kind) => dialog(kind.title, [h("p", { class: "note" }, say("kind_how")), kind.qr ? h("div", { class: "invitation" }, drawQr(kind.qr, kind.title)) : null,
    h("a", { class: "button", dataset: { key: "save-kind" }, href: kind.file, download: `${kind.id}.toml` }, say("save_box"))],
  [...(kind.own ? [[say("remove_kind"), () => dialog(kind.title, h("p", {}, say("remove_kind")), [[say("cancel"), null], [say("remove_kind"), () => ask({ act: "remove_kind", value: kind.id }), "main"]])]] : []), [say("close"), null, "main"]]);
  return [h("div", { class: "choices" }, taught.kinds.map((kind) => h("button", { class: "choice", dataset: { key: `kind-${kind.id}` }, onclick: () => share(kind) }, kind.own ? h("b", { "aria-hidden": "true" }, "✎") : null, h("span", {}, kind.title)))),
    h("div", { class: "row actions" }, drawFile(app, "load-kind", (value) => ask({ act: "add_kind", value })))];
}

// A button that reads a file and hands its text on.
function drawFile(app, key, take) {
  const { say } = app;
  const read = async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    const text = await file.text();
    if (text.length > LONGEST_FILE) app.toast(say("file_too_long"));
    else if (await take(text)) app.toast(say("file_imported"));
  };
  return h("label", { class: "button" }, say("load_box"), h("input", { type: "file", accept: ".toml", class: "unseen", dataset: { key }, onchange: read }));
}

// What one owner has entered need not be entered by the next: as a file, or by QR code in the same Wi-Fi.
function drawSharing(app, ask) {
  const { say } = app;
  return h("details", { class: "card", dataset: { key: "share-box" } }, h("summary", {}, say("share_box")), h("p", { class: "note" }, say("share_box_how")),
    taught.qr ? h("div", { class: "invitation" }, drawQr(taught.qr, say("share_box"))) : null,
    h("div", { class: "row actions" },
      taught.told ? h("a", { class: "button", dataset: { key: "save-box" }, href: `/boxes/${taught.game}.toml`, download: `arkside-${taught.game}.toml` }, say("save_box")) : null,
      drawFile(app, "load-box", (value) => ask({ act: "import", value }))));
}
