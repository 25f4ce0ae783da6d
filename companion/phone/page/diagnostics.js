// Box status and the self-test of its parts.
import { h, s, filling, list, show } from "./dom.js";

export function diagnostics(app) {
  const { say, state } = app;
  const format = (value, unit) => value.toLocaleString(state.you.language, { maximumFractionDigits: 1, ...(unit && { style: "unit", unit }) });
  const place = filling("diagnostics-place", h("p", { class: "note" }, say("loading")));
  fetch("/diagnostics.json").then((answer) => (answer.ok ? answer.json() : Promise.reject(answer))).then((seen) => show(place,
    h("div", { class: "card" }, h("dl", { class: "facts" }, [
      ["Arkside", seen.version], [say("load"), format(seen.load)], [say("memory"), format(seen.memory, "megabyte")],
      [say("free_room"), seen.free < 1000 ? format(seen.free, "megabyte") : format(seen.free / 1000, "gigabyte")], seen.degrees === null ? null : [say("warmth"), format(seen.degrees, "celsius")], [say("phones"), seen.phones],
    ].filter(Boolean).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value)))))),
    ...(seen.parts.length ? [h("div", { class: "card" }, h("h3", {}, say("parts")), h("table", {}, h("tbody", {}, seen.parts.map(([name, wire, fault]) => h("tr", { class: fault ? "broken" : "" }, h("th", { scope: "row" }, name, h("small", { class: "below" }, wire)), h("td", {}, say(fault ? "silent" : "works")))))))] : []),
    ...(seen.faults.length ? [h("div", { class: "card" }, h("h3", {}, say("faults")), list(seen.faults))] : []),
  ), () => show(place, h("p", { class: "trouble" }, say("hosts_only"))));
  return [h("h2", {}, say("diagnostics")), place];
}

export function selfTest(app) {
  const { part, lines, failed, acts } = app.state.self_test;
  return [h("h2", {}, app.say("self_test")), h("div", { class: "card", role: "status" }, lines.map((line) => h("p", {}, line)),
    h("div", { class: "row actions" }, acts.map(([act, label]) => h("button", { dataset: { key: act }, onclick: () => app.ask("self_test", { act, part }) }, label)))),
  failed.map(({ text, header }) => h("div", { class: "card" }, h("p", { class: "trouble" }, text), s("svg", { viewBox: "0 0 40 4", fill: "currentColor", "aria-hidden": "true" }, s("path", { d: header }))))];
}
