// Finished matches, and statistics by player and game.
import { h, filling, formatTime, simplify, show } from "./dom.js";
import { bars, lineplot } from "./plot.js";

const chosen = { game: "", player: "" };
const MOST_PEOPLE = 12;
let matches = null;
let figures = null;
let all = null; // statistics of all games, for the menus

export function history(app) {
  const { say } = app;
  const place = filling("history-place", h("p", { class: "note" }, say("loading")));
  load(app, place);
  return [h("h2", {}, say("history")), place];
}

async function load(app, place) {
  const ask = (file) => fetch(file).then((answer) => (answer.ok ? answer.json() : Promise.reject(answer)));
  try {
    const of = new URLSearchParams(chosen);
    [matches, figures] = await Promise.all([ask(`/matches.json?${of}`), ask(`/statistics.json?${of}`)]);
    all = chosen.game && all ? all : figures;
    draw(app, place);
  } catch {
    show(place, h("p", { class: "trouble" }, app.say("lost")));
  }
}

const is = (name) => !chosen.player || simplify(name) === simplify(chosen.player);

function draw(app, place) {
  const { say, state } = app;
  const games = all.games.map((one) => [one.game, one.title]);
  const players = all.people.map((one) => one.name).sort();
  const pick = (name, values, every) => h("label", { class: "grow" }, say(name === "game" ? "which_game" : "player"), h("select", {
    dataset: { key: name }, onchange: (event) => { chosen[name] = event.target.value; load(app, place); },
  }, [["", every], ...values].map(([value, label]) => h("option", { value, selected: value === chosen[name] }, label))));
  show(place, [
    h("div", { class: "row card actions" }, pick("game", games, say("all_games")), pick("player", players.map((name) => [name, name]), say("everybody"))),
    figures.matches ? statistics(app, matches.filter((one) => one.ended)) : h("p", { class: "card empty" }, say("nothing_played")),
    matches.some((one) => one.ended) ? h("a", { class: "button", dataset: { key: "csv" }, href: "/matches.csv", download: "arkside.csv" }, say("keep_csv")) : null,
    h("ol", { class: "matches" }, matches.map((one) => h("li", { class: "card" },
      h("div", { class: "row" }, h("strong", { class: "grow" }, one.title), h("small", {}, [one.ended ? "" : say("not_over"), new Date(one.began).toLocaleDateString(state.you.language, { dateStyle: "medium" })].filter(Boolean).join(" · "))),
      h("p", {}, one.names.map((name, at) => `${one.winners.includes(at) && one.ended ? "★ " : ""}${name}${one.ended ? ` ${one.scores[at]}` : ""}`).join(" · ")),
      one.ended ? h("div", { class: "row actions" },
        one.installed ? h("a", { class: "button", href: `#match/${one.number}`, dataset: { key: `look-${one.number}` } }, say("look_at")) : null,
        h("a", { class: "button", href: `/matches/${one.number}.json`, download: `arkside-${one.number}.json` }, say("keep_json")))
        : !one.installed ? h("p", { class: "note" }, say("game_missing"))
        : app.host && state.table_state === "lobby" ? h("button", { onclick: () => app.open(one.number) }, say("continue")) : null))),
  ]);
}

function statistics(app, over) {
  const { say } = app;
  const rows = figures.people.filter((one) => is(one.name)).slice(0, MOST_PEOPLE);
  const hands = rows.filter((one) => one.hands).sort((a, b) => a.hands.median_ms - b.hands.median_ms);
  return [
    h("div", { class: "card" }, h("h3", {}, say("victories")), bars(rows.map((one) => [one.name, one.won, `${one.won}/${one.played}`]), say("victories_of_matches"))),
    h("div", { class: "card" }, h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": say("history") }, people(app, rows))),
    hands.length ? h("div", { class: "card" }, h("h3", {}, say("reactions")), bars(hands.map((one) => [one.name, one.hands.median_ms, say("seconds", { n: figure(app, one.hands.median_ms / 1000, 2) })]), say("reactions_median"))) : null,
    chosen.game && over.length > 1 ? overTime(app, over, rows.slice(0, 5)) : null,
    chosen.player ? null : h("div", { class: "card" }, figures.games.map((one) => h("p", {}, h("strong", {}, one.title), " ", facts(app, one)))),
  ];
}

function people(app, rows) {
  const { say } = app;
  const columns = [
    ["played", (one) => String(one.played)], ["won", (one) => (one.won / one.played).toLocaleString(app.state.you.language, { style: "percent" })],
    ["in_a_row", (one) => String(one.longest)], ["at_the_table", (one) => (one.seconds ? formatTime(one.seconds / 60) : "–")], // hours and minutes
    ...(chosen.game ? [["mean_points", (one) => (one.points === null ? "–" : figure(app, one.points, 1))]] : []), // points of different games don't compare
  ];
  return h("table", { class: "figures" }, h("thead", {}, h("tr", {}, ["player", ...columns.map(([name]) => name)].map((name) => h("th", { scope: "col" }, say(name))))),
    h("tbody", {}, rows.map((one) => h("tr", {}, h("th", { scope: "row" }, one.name), columns.map(([, format]) => h("td", {}, format(one)))))));
}

function facts(app, one) {
  const { say } = app;
  return [
    one.points === null ? "" : say("points_average", { points: figure(app, one.points, 1) }),
    one.best === null ? "" : say("best_by", { points: one.best, name: one.by }),
    one.minutes === null ? "" : say("minutes_average", { n: Math.round(one.minutes) }),
  ].filter(Boolean).join(" · ");
}

function figure(app, value, digits) {
  return value.toLocaleString(app.state.you.language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function overTime(app, over, rows) {
  const seat = (one, name) => one.names.findIndex((other) => simplify(other) === simplify(name));
  const series = rows.map(({ name }, at) => ({
    name, colour: at, values: [...over].reverse().flatMap((one, n) => (seat(one, name) >= 0 ? [[n + 1, one.scores[seat(one, name)]]] : [])),
  })).filter((one) => one.values.length);
  return h("div", { class: "card" }, lineplot(series, app.say("points_by_match")), h("p", { class: "legend" }, series.map((one) => h("span", { class: `word seat-${one.colour}` }, one.name))));
}
