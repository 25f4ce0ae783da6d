// How others join: the QR code, the address and the code of the box.
import { h, s, dialog } from "./dom.js";

export function drawQr({ size, path }, label) {
  return s("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    s("rect", { width: size, height: size, class: "qr-ground" }), s("path", { d: path, class: "qr-dots" }));
}

export function drawInvitation(app) {
  const { say, state } = app;
  const { invite } = state;
  if (!invite) return null;
  return [drawQr(invite.qr, say("qr_label")),
    h("p", { class: "address" }, invite.address.replace(/^http:\/\/|\/$/g, "")),
    invite.code ? h("p", {}, say("code"), " ", h("strong", { class: "big-code" }, invite.code)) : null];
}

export function invite(app) {
  const { say } = app;
  return [h("h2", {}, say("invite")), app.state.invite ? h("div", { class: "card invitation" }, h("p", { class: "note" }, say("invite_how")), drawInvitation(app),
    app.host ? h("button", { class: "quiet", dataset: { key: "renew" }, onclick: () => confirmRenewal(app) }, say("renew")) : null)
    : h("p", { class: "note" }, say("invite_closed"))];
}

function confirmRenewal(app) {
  const { say } = app;
  dialog(say("renew"), h("p", {}, say("renew_how")), [[say("cancel"), null], [say("renew"), () => app.ask("renew"), "main"]]);
}
