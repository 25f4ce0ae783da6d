// A grid of squares to tap, with adjustable rows and columns.
import { h, filling, show } from "./dom.js";

const MOST = 9;

export function squares(app, lesson, tell) {
  const { say } = app;
  const place = filling(`squares-${lesson.prompt}`);
  let rows = place.rows ?? padRows(lesson.value.split(" ")); // taps survive redrawing
  const draw = () => show(place, (place.rows = rows) && [
    h("div", { class: `squares wide-${rows[0].length}`, role: "group", "aria-label": lesson.prompt }, rows.flatMap((row, y) => [...row].map((sign, x) => h("button", {
      class: "square", "aria-pressed": String(sign === "#"), "aria-label": say("square", { row: y + 1, column: x + 1 }),
      dataset: { key: `square-${y}-${x}`, square: `${y}-${x}` }, onclick: () => change(y, x),
    })))),
    drawCounter("rows", rows.length, (n) => resize(n, rows[0].length)),
    drawCounter("columns", rows[0].length, (n) => resize(rows.length, n)),
    h("button", { class: "main", dataset: { key: "squares-ok" }, onclick: () => tell(rows.join(" ")) }, say("ok")),
  ]);
  const change = (y, x) => { rows = rows.map((row, at) => (at === y ? row.slice(0, x) + (row[x] === "#" ? "." : "#") + row.slice(x + 1) : row)); draw(); };
  const resize = (high, wide) => { rows = Array.from({ length: high }, (_, y) => (rows[y] ?? "").slice(0, wide).padEnd(wide, ".")); draw(); };
  const drawCounter = (name, n, set) => h("div", { class: "row", role: "group", "aria-label": say(name) },
    h("button", { class: "round", "aria-label": say("less"), disabled: n <= 1, dataset: { key: `${name}-less` }, onclick: () => set(n - 1) }, "−"),
    h("span", { class: "grow" }, `${say(name)} ${n}`),
    h("button", { class: "round", "aria-label": say("more_of_it"), disabled: n >= MOST, dataset: { key: `${name}-more` }, onclick: () => set(n + 1) }, "+"));
  draw();
  return place;
}

function padRows(rows) {
  const wide = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => row.padEnd(wide, "."));
}
