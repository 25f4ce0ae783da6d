// The end: podium, highlights, playing again, sharing, and the result to take home.
import { h, filling, loadStyle, mark, show } from "./dom.js";
import { drawQr } from "./invite.js";
import { plot, signed } from "./scores.js";
import { actions } from "./question.js";
import { arrangePodium, asText, formatFacts, sharePicture, shareText } from "./share.js";

export const styled = loadStyle("/result.css");

export function end(app) {
  const { state, say } = app;
  const { over, match } = state;
  if (!over) return null;
  const result = { number: match.number, title: match.title, seats: match.seats, over };
  return [
    drawResult(app, result),
    state.you.role === "spectator" ? null : h("div", { class: "row actions" },
      h("button", { class: "main", dataset: { key: "rematch" }, onclick: () => app.ask("rematch") }, say("rematch")),
      app.host ? h("button", { dataset: { key: "close" }, onclick: () => app.ask("close") }, say("other_game")) : null),
    drawShare(app, result),
    h("div", { class: "card" }, h("h2", {}, say("reasons")), over.ranking.map((one) => drawReasons(app, one, state.scores[one.seat]))),
    plot(app, state.log, match.seats, "card beside"),
    actions(app),
  ];
}

// Who won, the podium and what to remember.
export function drawResult(app, result) {
  const { over, seats } = result;
  return h("div", { class: "card over" }, h("h2", { tabindex: "-1" }, over.title), h("p", { class: "note" }, formatFacts(app, result)),
    h("ol", { class: "ranking podium", dataset: { players: over.ranking.length } }, over.ranking.map((one) => h("li", { class: `at-${arrangePodium(over.ranking).indexOf(one)} step-${Math.min(one.place, 4)}${one.won ? " won" : ""} seat-${seats[one.seat].colour}` },
      mark(seats[one.seat], true), h("span", { class: "who" }, seats[one.seat].name), h("strong", {}, String(one.points), h("small", {}, one.unit)), h("span", { class: "step" }, String(one.place))))),
    over.highlights.length ? h("ul", { class: "highlights" }, over.highlights.map((one) => h("li", {}, h("i", { class: "emoji", "aria-hidden": "true" }, one.icon), h("span", {}, one.text)))) : null);
}

function drawReasons(app, { seat, place, points }, { lines }) {
  const one = app.seat(seat);
  return h("details", { class: "score" },
    h("summary", { dataset: { key: `score-${seat}` } }, h("span", { class: "rank" }, `${place}.`), mark(one), h("span", { class: "grow" }, one.name), h("strong", {}, String(points))),
    lines.length ? h("ul", { class: "reasons" }, lines.map(([n, why]) => h("li", {}, h("b", {}, signed(n)), ` ${why}`))) : h("p", { class: "note" }, app.say("no_points_yet")));
}

// Send the result, or take it home: by QR code, for BG Stats, as a file.
export function drawShare(app, result) {
  const { say } = app;
  const home = filling(`home-${result.number}`);
  const load = (event) => { if (event.target.open && !home.children.length) loadResult(app, home, result.number); };
  return h("div", { class: "card" },
    h("div", { class: "row actions" },
      h("button", { dataset: { key: "png" }, onclick: () => sharePicture(app, result) }, say("share_picture")),
      h("button", { dataset: { key: "share" }, onclick: () => shareText(app, asText(app, result)) }, say("share_text")),
      h("a", { class: "button", href: `/matches/${result.number}/review.html`, dataset: { key: "review" } }, say("review"))),
    h("details", { dataset: { key: "take-home" }, ontoggle: load }, h("summary", { dataset: { key: "take-home-title" } }, say("take_home")), home));
}

async function loadResult(app, place, number) {
  const { say } = app;
  const found = await fetch(`/matches/${number}/result.json`).then((answer) => answer.json(), () => null);
  if (!found?.text) { show(place, h("p", { class: "trouble" }, found?.error?.message ?? say("lost"))); return; }
  show(place,
    h("p", { class: "note" }, say("scan_result")), h("div", { class: "invitation" }, drawQr(found.text_qr, say("scan_result"))),
    h("h3", {}, "BG Stats"),
    found.bgstats_qr && [h("p", { class: "note" }, say("scan_bgstats")), h("div", { class: "invitation" }, drawQr(found.bgstats_qr, say("scan_bgstats")))],
    h("div", { class: "row actions" },
      h("a", { class: "button", dataset: { key: "bgstats" }, href: found.bgstats, rel: "noreferrer" }, say("open_bgstats")),
      h("a", { class: "button", dataset: { key: "bgsplay" }, href: `/matches/${number}.bgsplay`, download: `arkside-${number}.bgsplay` }, say("bgstats_file")),
      h("a", { class: "button", dataset: { key: "json" }, href: `/matches/${number}.json`, download: `arkside-${number}.json` }, say("keep_json"))));
}
