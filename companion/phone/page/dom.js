// Small tools for building the page: elements, signs of seats, plain letters, dialogs.

const SVG = "http://www.w3.org/2000/svg";

function put(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith("on")) hear(element, name.slice(2), value);
  else if (name === "value") element.value = value;
  else if (name === "dataset") Object.assign(element.dataset, value);
  else if (name in element && !(element instanceof SVGElement) && typeof value !== "string") element[name] = value;
  else element.setAttribute(name, value === true ? "" : value);
}

// One listener an event, whose act can be exchanged: what is drawn anew keeps its elements.
function hear(element, event, act) {
  element.acts ??= {};
  if (!element.acts[event]) element.addEventListener(event, (happened) => element.acts[event]?.(happened));
  element.acts[event] = act;
}

// No line begins with a sign that belongs to the word before it.
const tied = (child) => (typeof child === "string" ? child.replace(/ (?=[♂♀]|×\d)/g, "\u00a0") : child);

export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) put(element, name, value);
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false && child !== "").map(tied));
  return element;
}

export function s(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) put(element, name, value);
  element.append(...children.flat(3).filter(Boolean));
  return element;
}

// A seat is told apart by its shape as well as by its colour.
export function mark(seat, big = false) {
  return s("svg", { class: `mark seat-${seat.colour}${big ? " big" : ""}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: seat.path }));
}

// An éléphant is found under e, and an œuf under o.
export function plain(text) {
  return text.toLowerCase().replaceAll("œ", "oe").normalize("NFKD").replace(/\p{M}/gu, "");
}

// Whether some word of the label begins with each word that was typed.
export function found(label, typed) {
  const words = plain(label).split(/[^\p{L}\p{N}]+/u);
  return plain(typed).split(/\s+/).filter(Boolean).every((start) => words.some((word) => word.startsWith(start)));
}

export function fill(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

// New content for a place. Elements that stay the same stay: a finger on a button, the focus, what was unfolded and
// typed are not lost because somebody else did something meanwhile.
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
    if (match && alike(match, next)) {
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

function alike(old, next) {
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
  for (const [event, act] of Object.entries(next.acts ?? {})) hear(old, event, act);
  reconcile(old, [...next.childNodes]);
}

// A place that fills itself later: drawn anew it stays the very element, and shows what it has until there is more.
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

export function minutes(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function list(lines, kind = "") {
  return lines.length ? h("ul", { class: kind }, lines.map((line) => h("li", {}, line))) : null;
}
