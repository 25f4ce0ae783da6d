// Helpers for building the page: elements, seat symbols, search, dialogs.

const SVG = "http://www.w3.org/2000/svg";

function setProp(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith("on")) setListener(element, name.slice(2), value);
  else if (name === "value") element.value = value;
  else if (name === "dataset") Object.assign(element.dataset, value);
  else if (name in element && !(element instanceof SVGElement) && typeof value !== "string") element[name] = value;
  else element.setAttribute(name, value === true ? "" : value);
}

// One listener per event with a replaceable action, because elements survive redrawing.
function setListener(element, event, act) {
  element.acts ??= {};
  if (!element.acts[event]) element.addEventListener(event, (happened) => element.acts[event]?.(happened));
  element.acts[event] = act;
}

// A line never starts with what belongs to the word before.
const joinSigns = (child) => (typeof child === "string" ? child.replace(/ (?=[♂♀]|×\d|\?$)/g, "\u00a0").replace(/-(?=(tu?|il|elle|on|en|l[ae]s?|ce|up)\b)/g, "\u2011") : child);

export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) setProp(element, name, value);
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false && child !== "").map(joinSigns));
  return element;
}

export function s(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) setProp(element, name, value);
  element.append(...children.flat(3).filter(Boolean));
  return element;
}

// Shapes too, for people who can't tell colours apart.
export function mark(seat, big = false) {
  return s("svg", { class: `mark seat-${seat.colour}${big ? " big" : ""}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: seat.path }));
}

// So that éléphant is found under e, and œuf under o.
export function simplify(text) {
  return text.toLowerCase().replaceAll("œ", "oe").normalize("NFKD").replace(/\p{M}/gu, "");
}

// Whether each typed word starts some word of the label.
export function matches(label, typed) {
  const words = simplify(label).split(/[^\p{L}\p{N}]+/u);
  return simplify(typed).split(/\s+/).filter(Boolean).every((start) => words.some((word) => word.startsWith(start)));
}

export function fill(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

// Replace the content but reuse its elements, so that others' actions never interrupt a press, the focus or typing.
export function show(place, ...children) {
  const within = place.contains(document.activeElement) && document.activeElement !== place;
  reconcile(place, children.flat(3).filter(Boolean));
  if (within && !place.contains(document.activeElement)) place.querySelector("#prompt, h2[tabindex]")?.focus({ preventScroll: true });
}

function reconcile(place, wanted) {
  const keyed = new Map([...place.children].filter((child) => child.dataset?.key).map((child) => [child.dataset.key, child]));
  let at = place.firstChild;
  for (const next of wanted.map((one) => (one instanceof Node ? one : document.createTextNode(one)))) {
    const match = next.dataset?.key ? keyed.get(next.dataset.key) : at;
    if (match && canReuse(match, next)) {
      if (match === at) at = at.nextSibling;
      else place.insertBefore(match, at);
      if (match !== next) morph(match, next);
    } else place.insertBefore(next, at);
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

function canReuse(old, next) {
  if (old === next) return true;
  return old.nodeType === next.nodeType && old.nodeName === next.nodeName && old.dataset?.key === next.dataset?.key
    && !old.drawn && !next.drawn;
}

const OWN = ["open"];
const PROPERTIES = ["checked", "selected", "disabled"];

function morph(old, next) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== next.data) old.data = next.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name) && !OWN.includes(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value && !OWN.includes(name)) old.setAttribute(name, value);
  for (const name of PROPERTIES) if (name in next && old[name] !== next[name]) old[name] = next[name];
  if ("value" in next && old.value !== next.value && document.activeElement !== old && old.nodeName !== "LI") old.value = next.value;
  for (const event of Object.keys(old.acts ?? {})) if (!next.acts?.[event]) delete old.acts[event];
  for (const [event, act] of Object.entries(next.acts ?? {})) setListener(old, event, act);
  reconcile(old, [...next.childNodes]);
}

// Styles that only some views need come with them.
export const loadStyle = (href) => new Promise((done) => { document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done })); });

// A place that is filled later: redrawing keeps the element and its old content until then.
export function filling(key, ...first) {
  return document.querySelector(`[data-filling="${CSS.escape(key)}"]`) ?? h("div", { class: "view", dataset: { key, filling: key } }, ...first);
}

export function dialog(title, content, buttons) {
  const box = h("dialog", { "aria-labelledby": "dialog-title" });
  const close = () => { box.close(); };
  box.append(
    h("h2", { id: "dialog-title" }, title), h("div", { class: "scroll", tabindex: "0" }, content),
    h("div", { class: "row end" }, buttons.map(([label, act, kind]) => h("button", {
      class: kind || "", onclick: () => { close(); act?.(); },
    }, label))),
  );
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => { if (event.target === box) close(); });
  document.body.append(box);
  box.showModal();
  return box;
}

// Whether this device has pictures for emoji; without, they are as wide as a character that nobody has.
export function hasEmoji() {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `40px ${getComputedStyle(document.documentElement).fontFamily}`;
  return pen.measureText("🦘").width !== pen.measureText("\u{10fffe}").width;
}

export function formatTime(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function list(lines, kind = "") {
  return lines.length ? h("ul", { class: kind }, lines.map((line) => h("li", {}, line))) : null;
}
