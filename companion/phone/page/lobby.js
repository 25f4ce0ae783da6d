// The lobby: your name and seat; for the host also game, options and other seats.
import { h, mark, dialog } from "./dom.js";
import { manageSeat } from "./more.js";
import { drawSwitches } from "./rules.js";
import { drawHostOffer, isAway, takeSeat } from "./takeover.js";

const BOT = "bot:";

export function lobby(app) {
  const { state, say } = app;
  const { setup, people, you } = state;
  if (!setup) return null;
  const game = setup.games.find((one) => one.id === setup.agreed.game);
  const sitting = people.filter((one) => one.name || one.phone);
  return [
    state.problem ? drawProblem(app, state.problem) : null,
    setup.unfinished ? drawSaved(app, setup.unfinished) : null,
    h("div", { class: "card" }, h("h2", {}, say("who_are_you")), nameForm(app), seats(app, game)),
    drawHostOffer(app),
    app.host ? drawSetup(app, game) : drawWaiting(app, game, sitting),
    drawSwitches(app),
    app.host ? drawStart(app, game, sitting) : null,
    you.seat === null || you.seat === undefined ? h("p", { class: "note" }, say("looking_on")) : null,
  ];
}

// What went wrong when the box started; the host has read it, or lets the box try again.
function drawProblem(app, { text, left, acts }) {
  return h("div", { class: "card problem", role: "alert" }, h("h2", {}, app.say("problem")), h("p", {}, text), h("div", { class: "row end" }, acts.map(([act, label], at) => h("button", {
    class: at ? "" : "main", dataset: { key: `problem-${act}` }, onclick: () => app.ask("problem", { act, left }) }, label))));
}

function nameForm(app) {
  const { state, say } = app;
  const keep = (event) => {
    event.preventDefault();
    const name = event.target.closest("form").elements.name.value.trim();
    if (name && name !== state.you.name) app.ask("name", { name });
  };
  return h("form", { class: "row", onsubmit: keep },
    h("label", { class: "grow" }, say("your_name"), h("input", {
      name: "name", value: state.you.name || "", maxLength: state.setup.longest_name, autocomplete: "nickname", list: "known",
      dataset: { key: "name" }, onchange: keep,
    })),
    h("datalist", { id: "known" }, state.setup.names.map((name) => h("option", { value: name }))),
    state.you.name ? null : h("button", { class: "main", dataset: { key: "keep-name" } }, say("ok")));
}

function seats(app, game) {
  const { state, say } = app;
  const most = game ? game.players[1] : 5;
  return h("ul", { class: "seats" }, state.people.filter((one) => one.seat < most || one.phone || one.name).map((one) => {
    const own = one.phone !== null && one.phone === state.you.id;
    const name = nameSeat(app, one, game);
    const free = one.phone === null && !one.name;
    const away = !own && isAway(app, one.phone);
    const label = own ? `${name || say("no_name")} · ${say("you")}` : free ? say("free") : name || say("no_name");
    return h("li", { class: own ? "mine" : "" },
      h("button", {
        class: "seat", dataset: { key: `seat-${one.seat}`, seat: one.seat }, "aria-pressed": own ? "true" : "false",
        onclick: () => (own ? app.ask("leave") : takeSeat(app, one.seat, name || say("no_name"), away)),
      }, mark(one), h("span", {}, label), own ? h("small", {}, say("leave_seat")) : free ? h("small", {}, say("sit_here")) : away ? h("small", {}, say("away")) : null),
      app.host && !own ? h("button", {
        class: "quiet", dataset: { key: `place-${one.seat}` }, "aria-label": say("who_sits_at", { colour: say(one.colour) }),
        onclick: () => placeSomebody(app, one, game),
      }, "…") : null);
  }));
}

// A person's name, or a bot's kind.
function nameSeat(app, one, game) {
  if (!one.name.startsWith(BOT)) return one.name;
  const kind = one.name.slice(BOT.length);
  return app.say("bot", { name: new Map(game?.bots).get(kind) ?? kind });
}

// The host names a player without a phone, seats a bot, or frees a seat.
function placeSomebody(app, one, game) {
  const { say, state } = app;
  if (one.phone) {
    manageSeat(app, one.phone, one.name);
    return;
  }
  const put = (name) => app.ask("setup", { agreed: { names: { [one.seat]: name } } });
  const taken = new Set(state.people.map((other) => other.name));
  const field = h("input", { maxLength: state.setup.longest_name, "aria-label": say("name"), value: one.name.startsWith(BOT) ? "" : one.name });
  const box = dialog(say("who_sits_at", { colour: say(one.colour) }), [
    h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); put(field.value); box.close(); } },
      field, h("button", {}, say("ok"))),
    h("div", { class: "chips" }, state.setup.names.filter((name) => !taken.has(name)).slice(0, 12).map((name) => h("button", {
      onclick: () => { put(name); box.close(); },
    }, name))),
    game?.bots.length ? h("h3", {}, say("bots")) : null,
    h("div", { class: "chips" }, (game?.bots || []).map(([kind, words]) => h("button", {
      onclick: () => { put(BOT + kind); box.close(); },
    }, say("bot", { name: words })))),
  ], [[say("nobody"), () => put("")], [say("cancel"), null]]);
}

function drawSetup(app, game) {
  const { state, say } = app;
  const { games, agreed } = state.setup;
  const change = (patch) => app.ask("setup", { agreed: patch });
  return h("div", { class: "card" },
    h("h2", {}, say("which_game")),
    h("div", { class: "games", role: "radiogroup", "aria-label": say("which_game") }, games.map((one) => h("button", {
      role: "radio", "aria-checked": String(one.id === agreed.game), class: "choice", dataset: { key: `game-${one.id}`, game: one.id },
      onclick: () => change({ game: one.id }),
    }, one.cover ? h("img", { src: one.cover, alt: "", width: "40", height: "40" }) : null, h("span", { class: "grow" }, one.title, h("small", { class: "below" }, one.lid), h("small", { class: "below" }, say("players_range", { least: one.players[0], most: one.players[1] })))))),
    game?.deals_cards === false ? null : h("fieldset", {}, h("legend", {}, say("which_cards")), radios("deal", [["table", say("table_deal")], ["virtual", say("virtual")]], agreed.deal, (deal) => change({ deal }))),
    (game?.options || []).filter((option) => !option.only_if || agreed.options[option.only_if[0]] === option.only_if[1]).map((option) => h("fieldset", {},
      h("legend", {}, option.title), h("p", { class: "note" }, option.about),
      radios(option.name, option.values, agreed.options[option.name], (value) => change({ options: { [option.name]: value } })))),
    h("label", { class: "chip" }, h("input", { type: "checkbox", checked: agreed.shuffled, dataset: { key: "shuffled" }, onchange: (event) => change({ shuffled: event.target.checked }) }), say("shuffle_seats")),
    h("label", {}, say("house_rules"), h("input", { maxLength: 200, value: agreed.house_rules, autocomplete: "off", dataset: { key: "house-rules" }, onchange: (event) => change({ house_rules: event.target.value }) })));
}

function radios(name, values, chosen, pick) {
  return h("div", { class: "chips" }, values.map(([value, label]) => h("label", { class: "chip" },
    h("input", { type: "radio", name, value, checked: value === chosen, dataset: { key: `${name}-${value}` }, onchange: () => pick(value) }), label)));
}

function drawStart(app, game, sitting) {
  const { say } = app;
  const [least, most] = game.players;
  const fits = sitting.length >= least && sitting.length <= most;
  const why = say(sitting.length < least ? "players_needed" : "players_too_many", { least, most, n: sitting.length });
  return h("div", { class: fits ? "card sticky" : "card" },
    fits ? null : h("p", { class: "note", id: "why-not-start" }, why),
    h("button", {
      class: "main", dataset: { key: "start" }, "aria-disabled": String(!fits), "aria-describedby": fits ? null : "why-not-start",
      onclick: () => (fits ? app.ask("start") : app.toast(why)),
    }, say("start")));
}

function drawWaiting(app, game, sitting) {
  return h("div", { class: "card" }, h("h2", { class: "row" }, game?.cover ? h("img", { src: game.cover, alt: "", width: "40", height: "40" }) : null, h("span", {}, game?.title ?? "", h("small", { class: "below" }, game?.lid ?? ""))),
    h("p", {}, sitting.map((one) => nameSeat(app, one, game)).filter(Boolean).join(", ")), h("p", { class: "note" }, app.say("host_sets_up")));
}

// The match that was left last: one tap of any player brings everybody back into it.
function drawSaved(app, match) {
  const { say, state } = app;
  const began = new Date(match.began).toLocaleString(state.you.language, { dateStyle: "medium", timeStyle: "short" });
  return h("div", { class: "card saved", dataset: { key: "saved" } }, h("h2", {}, say("continue_game", { game: match.title })),
    h("p", {}, match.names.join(", ")), h("p", { class: "note" }, say("began", { when: began })),
    state.you.role === "spectator" ? h("p", { class: "note" }, say("sit_to_continue"))
      : h("button", { class: "main", dataset: { key: "continue" }, onclick: () => app.open(match.number, "continue") }, say("continue")));
}
