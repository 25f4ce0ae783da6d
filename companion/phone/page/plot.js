// Plots in plain SVG: lines over time, and bars.
import { h, s } from "./dom.js";

const WIDTH = 320;
const HEIGHT = 150;
const LEFT = 30;
const BOTTOM = 18;

function steps(most, least = 0) {
  const size = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((one) => (most - least) / one <= 5) ?? 1000;
  const out = [];
  for (let at = Math.ceil(least / size) * size; at <= most; at += size) out.push(at);
  return out;
}

// series: [{name, colour, shape, values: [[x, y], …]}]
export function lineplot(series, label) {
  const points = series.flatMap((one) => one.values);
  const left = Math.min(...points.map(([x]) => x)), right = Math.max(...points.map(([x]) => x), left + 1);
  const least = Math.min(0, ...points.map(([, y]) => y)), most = Math.max(1, ...points.map(([, y]) => y));
  const x = (value) => LEFT + (value - left) / (right - left) * (WIDTH - LEFT - 8);
  const y = (value) => HEIGHT - BOTTOM - (value - least) / (most - least) * (HEIGHT - BOTTOM - 8);
  return h("figure", {}, s("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
    steps(most, least).map((at) => [s("line", { class: "grid", x1: LEFT, x2: WIDTH - 8, y1: y(at), y2: y(at) }),
      s("text", { x: LEFT - 4, y: y(at) + 4, "text-anchor": "end" }, String(at))]),
    steps(right, left).map((at) => s("text", { x: Math.min(x(at), WIDTH - 4 * String(at).length), y: HEIGHT - 4, "text-anchor": "middle" }, String(at))),
    series.map((one) => [
      s("polyline", { class: `line seat-${one.colour}`, points: one.values.map(([a, b]) => `${x(a)},${y(b)}`).join(" ") }),
      s("circle", { class: `end seat-${one.colour}`, cx: x(one.values.at(-1)[0]), cy: y(one.values.at(-1)[1]), r: 3.5 }),
    ])), h("figcaption", {}, label));
}

// bars: [[name, value, text], …]
export function bars(rows, label) {
  const most = Math.max(1, ...rows.map(([, value]) => value));
  const step = 22;
  return h("figure", {}, s("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${rows.length * step + 4}`, role: "img", "aria-label": `${label}: ${rows.map(([name, , text]) => `${name} ${text}`).join(", ")}` },
    rows.map(([name, value, text], at) => [
      s("rect", { class: "bar", x: 90, y: at * step + 4, height: step - 8, rx: 3, width: Math.max(1, value / most * (WIDTH - 150)) }),
      s("text", { x: 84, y: at * step + 17, "text-anchor": "end" }, name),
      s("text", { x: 96 + Math.max(1, value / most * (WIDTH - 150)), y: at * step + 17 }, text),
    ])), h("figcaption", {}, label));
}
