// The menu, settings and seats.
import { h, mark, dialog } from "./dom.js";
import { drawCallSetting } from "./call.js";
import { drawHostOffer, isAway, takeSeat } from "./takeover.js";

export function more(app) {
  const { state, say } = app;
  const rows = ["invite", "tv", "rules", "history", "settings", ...(app.host ? ["teach", "diagnostics", state.self_test && "self_test"] : [])].filter(Boolean);
  return [
    h("h2", {}, say("more")),
    h("ul", { class: "menu" }, rows.map((name) => h("li", {}, h("a", { class: "button", href: `#${name}`, dataset: { key: name } }, say(name))))),
    state.match && app.host ? h("button", { dataset: { key: "rest" }, onclick: () => confirmLeave(app) }, say("let_rest")) : null,
    drawHostOffer(app),
    drawSeats(app),
  ];
}

function confirmLeave(app) {
  dialog(app.say("let_rest"), h("p", {}, app.say("let_rest_how")), [[app.say("cancel"), null], [app.say("let_rest"), async () => { if ((await app.ask("close")).ok) app.go("play"); }, "main"]]);
}

// During a match: take or leave a seat.
export function drawSeats(app) {
  const { state, say } = app;
  if (!state.match) return null;
  const held = new Map((state.phones || []).filter((one) => one.seat !== null).map((one) => [one.seat, one]));
  return h("div", { class: "card" }, h("h3", {}, say("who_are_you")), h("ul", { class: "seats" }, state.match.seats.filter((seat) => !seat.bot).map((seat) => {
    const own = state.you.seat === seat.index;
    const away = held.has(seat.index) && isAway(app, held.get(seat.index).id);
    return h("li", { class: own ? "mine" : "" }, h("button", {
      class: "seat", "aria-pressed": String(own), dataset: { key: `seat-${seat.index}`, seat: seat.index }, onclick: () => (own ? app.ask("leave") : takeSeat(app, seat.index, seat.name, away)),
    }, mark(seat), h("span", {}, seat.name), h("small", {}, own ? say("leave_seat") : away ? say("away") : held.has(seat.index) ? say("taken") : say("sit_here"))),
    app.host && held.has(seat.index) && !own ? h("button", { class: "quiet", "aria-label": say("who_sits_at", { colour: say(seat.colour) }), dataset: { key: `held-${seat.index}` }, onclick: () => manageSeat(app, held.get(seat.index).id, seat.name) }, "…") : null);
  })));
}

// The host may free the seat of a phone, or remove the phone.
export function manageSeat(app, phone, name) {
  const { say } = app;
  dialog(name || say("no_name"), h("p", {}, say("phone_sits_here")), [
    [say("stand_up"), () => app.ask("move", { phone, seat: null })], [say("send_away"), () => app.ask("remove", { phone })], [say("cancel"), null],
  ]);
}

export function settings(app) {
  const { state, say } = app;
  return [
    h("h2", {}, say("settings")),
    drawCallSetting(app),
    h("div", { class: "card" }, h("h3", {}, say("phones")), h("ul", { class: "plain" }, (state.phones || []).map((one) => h("li", { class: "row" },
      one.seat !== null && app.seat(one.seat) ? mark(app.seat(one.seat)) : null, h("span", { class: "grow" }, one.name || say("no_name"), one.here ? "" : ` · ${say("asleep")}`),
      app.host && one.id !== state.you.id ? h("button", { class: "quiet", onclick: () => app.ask("remove", { phone: one.id }) }, say("send_away")) : null)))),
    app.host ? h("div", { class: "card" }, h("h3", {}, say("box_settings")), (state.settings || []).map(({ name, title, value, values }) => h("label", { class: "row" }, h("span", { class: "grow" }, title),
      h("select", { dataset: { key: `set-${name}` }, onchange: (event) => app.ask("settings", { name, value: event.target.value }) },
        values.map(([one, words]) => h("option", { value: one, selected: one === value }, words)))))) : null,
    drawSeats(app),
  ];
}
