// A match that was played: points and log to look at; nothing in it can be answered or taken back.
import { h, filling, mark, show } from "./dom.js";
import { unfolded, written } from "./scores.js";
import { lineplot } from "./plot.js";
import { lines } from "./table.js";

export function match(app) {
  const { say } = app;
  const number = Number(location.hash.split("/")[1]);
  const place = filling(`match-${number}`, h("p", { class: "note" }, say("loading")));
  fetch(`/matches/${number}/played.json`).then(async (answer) => [answer.ok, await answer.json()]).then(
    ([ok, told]) => show(place, ok ? seen(app, told) : h("p", { class: "trouble" }, told.error?.message ?? say("lost"))),
    () => show(place, h("p", { class: "trouble" }, say("lost"))));
  return [h("a", { class: "button", href: "#history", dataset: { key: "to-history" } }, say("back")), place];
}

function seen(app, told) {
  const { say, state } = app;
  const day = new Date(told.began).toLocaleDateString(state.you.language, { dateStyle: "medium" });
  const series = told.seats.map((seat) => ({ name: seat.name, colour: seat.colour, values: [[0, 0], ...told.log.map((line) => [line.n, line.scores[seat.index]])] }));
  const grown = told.log.some((line) => line.scores.some(Boolean));
  return [
    h("div", { class: "card over" }, h("h2", { tabindex: "-1" }, told.title), h("p", { class: "note" }, day), told.outcome ? h("p", {}, told.outcome) : null,
      told.other_rules ? h("p", { class: "note", role: "note" }, say("other_rules")) : null),
    h("div", { class: "card" }, h("h3", {}, say("scores")), unfolded(app, told.scores, told.seats)),
    grown ? h("div", { class: "card" }, lineplot(series, say("points_over_time")), h("p", { class: "legend" }, told.seats.map((seat) => h("span", {}, mark(seat), seat.name)))) : null,
    told.facts.length ? h("details", { class: "card" }, h("summary", { dataset: { key: "facts" } }, say("facts")), lines(told.facts)) : null,
    h("div", { class: "card" }, h("h3", {}, say("log")), written(app, told.log, told.seats, false)),
  ];
}
