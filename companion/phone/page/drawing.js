// Helpers for table pictures: seat symbols, fitted texts, and targets for finger and keyboard.
import { s } from "./dom.js";

export { s };

export const TALL = 49; // targets fit a thumb on the smallest phone too

// Clear the picture and set its size; the focus returns once it is redrawn.
export function begin(root, width, height, title) {
  const focused = root.contains(document.activeElement) ? document.activeElement.dataset.choice : undefined;
  root.setAttribute("viewBox", `0 0 ${width} ${height}`);
  root.replaceChildren(s("title", {}, title));
  queueMicrotask(() => focused && root.querySelector(`[data-choice="${CSS.escape(focused)}"]`)?.focus());
}

// Draw at the real width, so that texts keep their size; redraw when it changes.
const shown = new WeakMap();
const watcher = new ResizeObserver((entries) => entries.forEach(({ target }) => { const seen = shown.get(target); if (seen && seen.root.isConnected && widthOf(seen.root) !== seen.width) seen.again(); }));
const widthOf = (root) => Math.round(Math.min(720, Math.max(320, root.parentNode?.clientWidth || innerWidth - 26)));

export function frame(root, again) {
  const width = widthOf(root), place = root.parentNode;
  if (place) { if (!shown.has(place)) watcher.observe(place); shown.set(place, { root, again, width }); }
  return width;
}

export const at = (x, y, ...children) => s("g", { transform: `translate(${x} ${y})` }, ...children);
export const box = (x, y, width, height, name, round = 6) => s("rect", { x, y, width, height, rx: round, class: name });
export const path = (d, name) => s("path", { d, class: name });

export function mark(seat, x, y, size = 1, name = "") {
  if (!seat) return null;
  return s("path", { d: seat.path, transform: `translate(${x} ${y}) scale(${size}) translate(-12 -12)`, class: `p-mark seat-${seat.colour} ${name}` });
}

// Measured, because phones have different fonts.
const pen = document.createElement("canvas").getContext("2d");
const widths = new Map();
export function wide(words, size, strong = false) {
  const key = `${strong} ${words}`;
  if (!widths.has(key)) {
    if (widths.size > 2000) widths.clear();
    pen.font = `${strong ? 700 : 400} 100px ${getComputedStyle(document.documentElement).fontFamily}`;
    widths.set(key, pen.measureText(String(words)).width / 100);
  }
  return widths.get(key) * size;
}

// A text that shrinks to fit its place, then condenses.
export function text(words, x, y, size = 12, name = "", widest = 0) {
  const line = String(words), least = size * 0.8, one = wide(line, 1, name.includes("p-strong"));
  const fits = widest ? Math.max(least, Math.min(size, widest / (one || 1))) : size;
  const narrow = widest && one * fits > widest * 1.02;
  return s("text", { x, y, "font-size": +fits.toFixed(2), class: name, ...(narrow && { textLength: widest, lengthAdjust: "spacingAndGlyphs" }) }, line);
}

// Choices that may be tapped now, by id.
export function choices(question) {
  return new Map(question?.mine ? (question.choices || []).map((choice) => [choice.id, choice]) : []);
}

// A target for finger, mouse, Enter and Space.
export function button(label, act, ...children) {
  const go = (event) => { event.preventDefault(); event.stopPropagation(); act(); };
  return s("g", {
    class: "p-tap", role: "button", tabindex: 0, "aria-label": label, onclick: go,
    onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") go(event); },
  }, s("title", {}, label), ...children);
}

export function choice(chosen, tap, ...children) {
  const group = button(chosen.label, () => tap(chosen.id), ...children);
  group.dataset.choice = chosen.id;
  return group;
}

// A target if it may be tapped now, else an image with a label for screen readers.
export function place(open, id, tap, label, ...children) {
  return open.has(id) ? choice(open.get(id), tap, ...children) : s("g", label ? { role: "img", "aria-label": label } : {}, ...children);
}

// Lay things out in lines: [[width, draw(x, y, width)], …].
export function flow(things, left, top, width, height, gap = 4) {
  let x = left, y = top;
  const drawn = things.map(([wanted, draw]) => {
    const space = Math.min(wanted, width);
    if (x > left && x + space > left + width + 0.5) { x = left; y += height + gap; }
    const one = draw(x, y, space);
    x += space + gap;
    return one;
  });
  return { drawn, bottom: things.length ? y + height : top };
}

// Buttons below the picture for answers without a place in it.
export function answers(list, tap, left, top, width) {
  return flow(list.map((one) => [Math.max(64, wide(one.label, 14, true) + 24), (x, y, space) =>
    choice(one, tap, box(x, y, space, TALL, "p-button", 9), text(one.label, x + space / 2, y + TALL / 2 + 5, 14, "p-middle p-strong", space - 12))]), left, top, width, TALL, 6);
}
