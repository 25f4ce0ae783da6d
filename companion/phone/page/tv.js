// The page for a television or tablet that everybody looks at: large, and nothing to tap.
import { h, loadStyle, mark } from "./dom.js";
import { drawResult, styled as resultStyled } from "./end.js";
import { drawInvitation } from "./invite.js";
import { listCues } from "./question.js";
import { drawLeader, makeLeads } from "./scores.js";
import { nameRace } from "./slap.js";
import { lines, table } from "./table.js";

const LATEST = 12; // answers below the picture, as many of them as there is room for

export const styled = Promise.all([loadStyle("/tv.css"), resultStyled]);

export function tv(app) {
  const { state } = app;
  if (state.race && state.race.state !== "idle") return drawRace(app, state.race, state.question);
  if (!state.match) return drawLobby(app);
  if (state.over) return [h("div", { class: "tv-main" }, drawResult(app, { ...state.match, over: state.over })), drawSide(app)];
  return [h("div", { class: "tv-main" }, drawTurn(app), drawTable(app), drawLatest(app)), drawSide(app)];
}

// The race fills the screen, so that everybody sees NOW! at the same time.
function drawRace(app, race, question) {
  const waits = ["look", "ready"].includes(race.state) && app.state.match?.picture; // there is time to look at the table
  return [h("div", { class: `${nameRace(app, "tv-race", race)}${waits ? " above-table" : ""}`, role: "alert" }, h("strong", { class: race.title.length <= 2 ? "short" : race.title.length > 12 ? "long" : "" }, race.title), race.lines.map((line) => h("p", {}, line)), question?.kind === "race" && !race.lines.includes(question.prompt) ? h("p", {}, question.prompt) : null), waits ? h("div", { class: "tv-main" }, drawTable({ ...app, state: { ...app.state, race: null } })) : null];
}

function drawLobby(app) {
  const { state, say } = app;
  const sitting = (state.people || []).filter((one) => one.name || one.phone);
  const game = state.setup?.games.find((one) => one.id === state.setup.agreed.game);
  return [
    h("div", { class: "tv-main tv-lobby" }, game?.cover ? h("img", { src: game.cover, alt: "", width: "160", height: "160" }) : null, h("h2", {}, game?.title ?? "Arkside"), game?.lid ? h("p", { class: "note" }, game.lid) : null, h("p", { class: "note" }, say("tv_waiting")),
      h("ul", { class: "tv-scores" }, sitting.map((one) => h("li", {}, mark(one, true), h("span", { class: "grow" }, one.name || say("no_name")))))),
    h("aside", { class: "tv-side" }, drawJoin(app)),
  ];
}

function drawTurn(app) {
  const { state, say } = app;
  const asked = state.question;
  const seat = asked && asked.seat !== null ? app.seat(asked.seat) : null;
  const now = listCues(app, true);
  return h("div", { class: `card tv-turn${seat ? ` seat-${seat.colour}` : ""}` },
    h("div", { class: "row" }, seat ? mark(seat, true) : null, h("h2", {}, state.match.paused ? say("paused") : asked?.prompt ?? "")),
    asked?.bot && !state.match.paused ? h("p", { class: "note thinking" }, say("bot_thinks")) : null,
    now.length ? h("ul", { class: "tv-cues" }, now.map((line) => h("li", {}, line))) : null);
}

// The whole room looks at this page: a player's own cards and choices are not for it.
function forEveryone(app) {
  const { state } = app;
  const seen = Object.entries({ ...state.table, ...state.public_table }).filter(([, value]) => value !== null);
  const question = state.question && { ...state.question, mine: false, choices: undefined };
  return { ...app, state: { ...state, table: Object.fromEntries(seen), secrets: null, question } };
}

// The game's picture alone; a game without one shows its facts.
function drawTable(app) {
  const picture = [table(forEveryone(app))].flat(3).find((one) => one?.classList?.contains("picture-place"));
  return picture ?? h("div", { class: "card" }, lines(app.state.facts || []));
}

// What happened last. A player's own log may hold what only they know.
function drawLatest(app) {
  const { log, you } = app.state;
  if (you.seat !== null) return null;
  return h("ol", { class: "tv-log" }, log.slice(-LATEST).reverse().map((line) => h("li", {},
    line.seat === null ? h("span", { class: "nobody" }) : mark(app.seat(line.seat)), h("span", {}, line.prompt ? h("small", {}, `${line.prompt} `) : null, h("strong", {}, line.label)))));
}

function drawSide(app) {
  const { state, say } = app;
  const { match, scores } = state;
  const points = scores.map((one) => one.points), leads = makeLeads(points, match.fewest_win);
  return h("aside", { class: "tv-side" },
    h("div", { class: "card" }, h("h3", {}, say("scores"), match.fewest_win ? h("small", {}, ` · ${say("fewest_win")}`) : null),
      h("ul", { class: "tv-scores" }, match.seats.map((seat) => h("li", { class: state.question?.seat === seat.index ? "turn" : "" },
        mark(seat, true), h("span", { class: "grow" }, seat.name), leads(points[seat.index]) ? drawLeader(app) : null, h("strong", {}, String(points[seat.index])))))),
    drawJoin(app));
}

function drawJoin(app) {
  return app.state.invite ? h("div", { class: "card invitation" }, h("h3", {}, app.say("join_here")), drawInvitation(app)) : null;
}
