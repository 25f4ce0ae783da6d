// Scores with their reasons, plot, thinking times; and the log with undo to any line.
import { h, mark, dialog, list, formatTime } from "./dom.js";
import { odds } from "./odds.js";
import { lineplot } from "./plot.js";
import { putBack } from "./question.js";

const LATE = 0.8; // share of the answers before the first points that leaves no curve to draw

export function scores(app) {
  const { state, say } = app;
  const { match, clock } = state;
  if (!match || !state.scores) return null;
  return [
    h("div", { class: "card" }, h("h2", {}, say("scores"), match.fewest_win ? h("small", {}, ` · ${say("fewest_win")}`) : null), drawScores(app)),
    odds(app),
    plot(app, state.log, match.seats),
    clock ? h("div", { class: "card" }, h("h2", {}, say("thinking_time")), h("ul", { class: "plain" }, match.seats.map((seat) => h("li", { class: "row" },
      mark(seat), h("span", { class: "grow" }, seat.name), h("span", { class: clock.running === seat.index ? "runs" : "" }, formatTime(clock.seconds[seat.index])))))) : null,
  ];
}

// The running clock advances between updates from the box.
export function tick(app) {
  const { clock, clockAt } = app.state;
  const place = document.querySelector(".runs"), left = document.querySelector(".left");
  if (left && !app.state.match.paused) left.textContent = formatTime(Math.max(0, clock.left - (Date.now() - clockAt) / 1000));
  if (place && clock && clock.running !== null) place.textContent = formatTime(clock.seconds[clock.running] + (Date.now() - clockAt) / 1000);
}

export function drawScores(app) { return drawScoreList(app, app.state.scores, app.seats, app.state.match.fewest_win); }

// Whether these points lead; nobody leads while all have the same.
export function makeLeads(points, fewest) {
  const best = Math[fewest ? "min" : "max"](...points);
  return (n) => n === best && points.some((one) => one !== best);
}

export function drawLeader({ say }) { return h("span", { class: "lead", role: "img", "aria-label": say("leads") }, "★"); }

export function drawScoreList(app, scores, seats, fewest) {
  const { say } = app;
  const leads = fewest === undefined ? () => false : makeLeads(scores.map((one) => one.points), fewest);
  return scores.map((one) => {
    const seat = seats[one.seat];
    return h("details", { class: "score" },
      h("summary", { dataset: { key: `score-${one.seat}` } }, mark(seat), h("span", { class: "grow" }, seat.name), leads(one.points) ? drawLeader(app) : null, h("strong", {}, String(one.points))),
      one.lines.length ? h("ul", { class: "reasons" }, one.lines.map(([points, why]) => h("li", {}, h("b", {}, signed(points)), ` ${why}`))) : h("p", { class: "note" }, say("no_points_yet")));
  });
}

export const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));

// How the points grew; games that count them all at the end have nothing to draw.
export function plot({ say }, log, seats, kind = "card") {
  const first = log.findIndex((line) => line.scores.some(Boolean));
  if (first < 0 || first > LATE * log.length) return null;
  const series = seats.map((seat) => ({
    name: seat.name, colour: seat.colour, values: [[0, 0], ...log.map((line) => [line.n, line.scores[seat.index]])],
  }));
  return h("div", { class: kind }, lineplot(series, say("points_over_time")), h("p", { class: "legend" }, seats.map((seat) => h("span", {}, mark(seat), seat.name))));
}

export function log(app) {
  const { state, say } = app;
  if (!state.match) return null;
  return h("div", { class: "card" }, h("h2", {}, say("log")), drawLog(app, state.log, app.seats, state.you.role !== "spectator"));
}

// Every answer, newest first, with undo where `may` allows it.
export function drawLog(app, log, seats, may) {
  const { say } = app;
  const lines = [...log].reverse();
  return lines.length ? h("ol", { class: "log", reversed: true }, lines.map((line) => {
    const seat = line.seat === null ? null : seats[line.seat];
    return h("li", { value: String(line.n) },
      h("div", { class: "row" }, seat ? mark(seat) : null,
        h("div", { class: "grow" }, line.prompt ? h("small", {}, line.prompt) : null, h("strong", {}, line.label, line.hint ? ` (${say("hint_used")})` : "")),
        may && !line.bot ? h("button", { class: "quiet", "aria-label": say("back_to", { n: line.n }), title: say("back_to", { n: line.n }), dataset: { key: `back-${line.n}`, back: line.n }, onclick: () => confirmUndo(app, line) }, "↶") : null),
      line.points.length || line.cues.length || line.changes.length ? h("details", {}, h("summary", { dataset: { key: `log-${line.n}` } }, line.points[0] ?? line.cues[0]?.text ?? line.changes[0]),
        list([...line.points, ...line.cues.map((one) => one.text)], "plain"), list(line.changes, "faint")) : null);
  })) : h("p", { class: "note" }, say("nothing_yet"));
}

// Ask first: undoing many answers by accident would hurt.
function confirmUndo(app, line) {
  const { state, say } = app;
  const n = state.match.n;
  dialog(say("back_to", { n: line.n }), [h("p", {}, line.prompt), h("p", { class: "note" }, say("back_how_many", { n: n - line.n }))], [
    [say("cancel"), null],
    [say("undo"), async () => putBack(app, await app.ask("undo_to", { n, to: line.n })), "main"],
  ]);
}
