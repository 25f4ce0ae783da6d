// Seats and hosts whose phone is gone: asking for them, and agreeing.
import { h, mark, dialog } from "./dom.js";

// Whether the phone that holds a seat is gone.
export function isAway(app, phone) {
  return (app.state.phones || []).some((one) => one.id === phone && !one.here);
}

// Sit down; if the seat's phone is gone, the host confirms and everybody else asks.
export function takeSeat(app, seat, name, away) {
  const { say } = app;
  const sit = () => app.ask("seat", { seat });
  if (away && app.host) dialog(say("take_seat", { name }), h("p", {}, say("phone_gone", { name })), [[say("cancel"), null], [say("sit_here"), sit, "main"]]);
  else sit();
}

// Requests that this phone has made or may decide, above every view.
export function drawTakeOvers(app) {
  const { state, say } = app;
  return (state.take_overs || []).map((one) => {
    const seat = one.seat === null ? null : app.seat(one.seat);
    const name = seat?.name || (seat ? say(seat.colour) : "");
    const decline = () => app.ask("decline", { phone: one.id });
    if (one.id === state.you.id) return h("div", { class: "card asks", role: "status", dataset: { key: `ask-${one.id}` } },
      h("p", {}, h("strong", {}, say("your_number", { n: one.number })), " ", say(`${seat ? "wait_for_seat" : "wait_for_host"}${state.box ? "_box" : ""}`, { name })),
      h("button", { class: "quiet", dataset: { key: "withdraw" }, onclick: decline }, say("cancel")));
    const may = app.host || (!seat && state.you.role === "seat");
    return may ? h("div", { class: "card asks", role: "alert", dataset: { key: `ask-${one.id}` } },
      h("div", { class: "row" }, seat ? mark(seat) : null, h("p", { class: "grow" }, say(seat ? "asks_seat" : "asks_host", { n: one.number, name }))),
      h("div", { class: "row actions" }, h("button", { dataset: { key: "decline" }, onclick: decline }, say("no")),
        h("button", { class: "main", dataset: { key: "agree" }, onclick: () => app.ask("agree", { phone: one.id }) }, say("agree_seat")))) : null;
  });
}

// Offered while no host is here.
export function drawHostOffer(app) {
  const { state, say } = app;
  if (app.host || (state.phones || []).some((one) => one.role === "host" && one.here)) return null;
  if ((state.take_overs || []).some((one) => one.id === state.you.id)) return null;
  return h("div", { class: "card" }, h("p", {}, say("host_gone")), h("button", { dataset: { key: "become-host" }, onclick: () => app.ask("host") }, say("become_host")));
}
