// Joining with the code on the box, without its QR code.
import { h } from "./dom.js";

export function join(app) {
  const { say } = app;
  const problem = h("p", { role: "alert", class: "trouble" });
  async function send(event) {
    event.preventDefault();
    const code = event.target.elements.code.value.trim();
    const answer = await fetch("/join", {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ code }),
    }).catch(() => null);
    if (answer?.ok) { location.reload(); return; } // not to another address: #tv stays
    const why = await answer?.json().catch(() => null);
    problem.textContent = why?.error?.message ?? say(answer ? "wrong_code" : "lost");
    event.target.elements.code.select();
  }
  return h("form", { class: "card narrow welcome", onsubmit: send },
    h("img", { class: "brand", src: "/icons/arkside.svg", alt: "", width: "112", height: "112" }),
    h("h2", {}, say("welcome")), h("p", { class: "note about" }, say("about")),
    h("label", {}, say("code"), h("input", {
      name: "code", required: true, autocomplete: "off", autocapitalize: "characters", spellcheck: false, class: "code", dataset: { key: "code" },
    })),
    problem,
    h("button", { class: "main" }, say("join")),
    h("p", { class: "note" }, say("join_how")));
}
