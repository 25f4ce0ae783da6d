// The odds: simulated by the box only while somebody has this open.
import { h, mark } from "./dom.js";

export function odds(app) {
  const { state, say } = app;
  const setting = (state.settings || []).find((one) => one.name === "odds");
  if (!state.match || state.over || !setting || setting.value === "off") return null;
  // Not by its toggle event: that comes later, and a redraw in between would open the card again.
  const toggle = (event) => { event.preventDefault(); toggleOdds(app); };
  return h("details", { class: "card odds", open: app.odds, dataset: { key: "odds-card" } },
    h("summary", { dataset: { key: "odds" }, onclick: toggle }, h("h2", {}, say("odds"))), app.odds ? drawChances(app) : null);
}

function toggleOdds(app) {
  app.odds = !app.odds;
  app.tell("odds", { on: app.odds });
  app.render();
}

function drawChances(app) {
  const { state, say } = app;
  const found = state.odds;
  if (found?.why) return h("p", { class: "note" }, found.why);
  if (!found?.chances) return h("p", { class: "note thinking" }, say("odds_counting"));
  const percent = new Intl.NumberFormat(state.you.language, { style: "percent", maximumFractionDigits: 0 });
  return [
    h("ul", { class: "plain" }, state.match.seats.map((seat) => {
      const [share, least, most] = found.chances[seat.index];
      const between = say("odds_between", { least: percent.format(least), most: percent.format(most) });
      return h("li", { class: `chance seat-${seat.colour}` },
        h("div", { class: "row" }, mark(seat), h("span", { class: "grow" }, seat.name), h("strong", {}, percent.format(share))),
        h("progress", { max: "1", value: String(share), "aria-label": `${seat.name} ${percent.format(share)}, ${between}` }),
        h("small", {}, between));
    })),
    h("p", { class: "note" }, say("odds_from", { n: found.endings })),
  ];
}
