// A finished match, to view only.
import { h, filling, show } from "./dom.js";
import { drawScoreList, drawLog, plot } from "./scores.js";
import { drawResult, drawShare } from "./end.js";
import { lines } from "./table.js";

export { styled } from "./end.js";

export function match(app) {
  const { say } = app;
  const number = Number(location.hash.split("/")[1]);
  const place = filling(`match-${number}`, h("p", { class: "note" }, say("loading")));
  fetch(`/matches/${number}/played.json`).then(async (answer) => [answer.ok, await answer.json()]).then(
    ([ok, data]) => show(place, ok ? drawMatch({ ...app, say: (name, values) => data.score_texts[name] ?? say(name, values) }, data) : h("p", { class: "trouble" }, data.error?.message ?? say("lost"))),
    () => show(place, h("p", { class: "trouble" }, say("lost"))));
  return [h("a", { class: "button", href: "#history", dataset: { key: "to-history" } }, say("back")), place];
}

function drawMatch(app, data) {
  const { say, state } = app;
  const day = new Date(data.began).toLocaleDateString(state.you.language, { dateStyle: "medium" });
  return [
    data.over ? [h("h2", {}, data.title), drawResult(app, data), drawShare(app, data)] : h("div", { class: "card over" }, h("h2", { tabindex: "-1" }, data.title), h("p", { class: "note" }, day), data.outcome ? h("p", {}, data.outcome) : null,
      data.other_rules ? h("p", { class: "note", role: "note" }, say("other_rules")) : null),
    h("div", { class: "card" }, h("h3", {}, say("scores")), drawScoreList(app, data.scores, data.seats)),
    plot(app, data.log, data.seats),
    data.facts.length ? h("details", { class: "card" }, h("summary", { dataset: { key: "facts" } }, say("facts")), lines(data.facts)) : null,
    h("div", { class: "card" }, h("h3", {}, say("log")), drawLog(app, data.log, data.seats, false)),
  ];
}
