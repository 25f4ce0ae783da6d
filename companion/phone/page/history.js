// Matches played, and statistics by player and game.
import { h, show } from "./dom.js";
import { bars, lineplot } from "./plot.js";

const chosen = { game: "", player: "" };
let matches = null;

export function history(app) {
  const { say } = app;
  const place = h("div", { class: "view" }, h("p", { class: "note" }, say("loading")));
  fetch("/matches.json").then((answer) => (answer.ok ? answer.json() : Promise.reject(answer))).then((found) => {
    matches = found;
    draw(app, place);
  }, () => show(place, h("p", { class: "trouble" }, say("lost"))));
  return [h("h2", {}, say("history")), place];
}

function draw(app, place) {
  const { say, state } = app;
  const games = [...new Map(matches.map((one) => [one.game, one.title]))];
  const players = [...new Set(matches.flatMap((one) => one.names.filter((_, at) => !one.bots[at])))].sort();
  const pick = (name, values, all) => h("label", { class: "grow" }, say(name === "game" ? "which_game" : "player"), h("select", {
    dataset: { key: name }, onchange: (event) => { chosen[name] = event.target.value; draw(app, place); },
  }, [["", all], ...values].map(([value, label]) => h("option", { value, selected: value === chosen[name] }, label))));
  const shown = matches.filter((one) => (!chosen.game || one.game === chosen.game) && (!chosen.player || one.names.includes(chosen.player)));
  const over = shown.filter((one) => one.ended);
  show(place, [
    h("div", { class: "row card" }, pick("game", games, say("all_games")), pick("player", players.map((name) => [name, name]), say("everybody"))),
    over.length ? statistics(app, over) : h("p", { class: "note" }, say("nothing_played")),
    h("ol", { class: "matches" }, shown.slice(0, 60).map((one) => h("li", { class: "card" },
      h("div", { class: "row" }, h("strong", { class: "grow" }, one.title), h("small", {}, new Date(one.began).toLocaleDateString(state.you.language, { dateStyle: "medium" }))),
      h("p", {}, one.names.map((name, at) => `${one.winners.includes(at) && one.ended ? "★ " : ""}${name}${one.ended ? ` ${one.scores[at]}` : ""}`).join(" · ")),
      one.ended ? h("a", { href: `/matches/${one.number}.json`, download: `arkside-${one.number}.json` }, say("keep_json"))
        : app.host && state.table_state === "lobby" ? h("button", { onclick: async () => { if ((await app.ask("open", { number: one.number })).ok) app.go("play"); } }, say("continue")) : null))),
  ]);
}

function statistics(app, over) {
  const { say } = app;
  const people = new Map();
  for (const one of over) {
    one.names.forEach((name, at) => {
      if (one.bots[at]) return;
      const entry = people.get(name) ?? { played: 0, won: 0, points: 0 };
      entry.played += 1;
      entry.won += one.winners.includes(at) ? 1 : 0;
      entry.points += one.scores[at];
      people.set(name, entry);
    });
  }
  const rows = [...people].sort(([, a], [, b]) => b.won - a.won || b.played - a.played).slice(0, 12);
  const parts = [
    h("div", { class: "card" }, h("h3", {}, say("victories")), bars(rows.map(([name, one]) => [name, one.won, `${one.won}/${one.played}`]), say("victories_of_matches"))),
    h("div", { class: "card" }, h("table", {}, h("thead", {}, h("tr", {}, ["player", "played", "won", "mean_points"].map((name) => h("th", { scope: "col" }, say(name))))),
      h("tbody", {}, rows.map(([name, one]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, String(one.played)), h("td", {}, `${Math.round(100 * one.won / one.played)} %`), h("td", {}, (one.points / one.played).toFixed(1))))))),
  ];
  if (chosen.game && over.length > 1) parts.push(overTime(app, over, rows.slice(0, 5)));
  return parts;
}

function overTime(app, over, rows) {
  const colours = ["red", "blue", "green", "yellow", "white"];
  const series = rows.map(([name], at) => ({
    name, colour: colours[at], values: [...over].reverse().flatMap((one, n) => (one.names.includes(name) ? [[n + 1, one.scores[one.names.indexOf(name)]]] : [])),
  })).filter((one) => one.values.length);
  return h("div", { class: "card" }, lineplot(series, app.say("points_by_match")), h("p", { class: "legend" }, series.map((one) => h("span", { class: `word seat-${one.colour}` }, one.name))));
}
