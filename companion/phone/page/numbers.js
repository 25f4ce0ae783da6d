// Several numbers at once, such as points by category: − and + or digits, then one answer. Loaded when it is first needed.
import { h } from "./dom.js";

let picked = [];
let pickedFor = "";

export function drawNumbers(app, asked) {
  const { numbers } = asked, key = `${asked.n} ${asked.moves}`;
  if (pickedFor !== key) { pickedFor = key; picked = numbers.map(({ start }) => start); }
  const set = (at, value) => { picked[at] = Math.max(numbers[at].least, Math.min(numbers[at].most, Math.trunc(value) || 0)); app.render(); };
  const step = (at, by, name) => h("button", { class: "round", "aria-label": `${numbers[at].title}: ${app.say(name)}`, dataset: { key: `${name}-${at}` }, onclick: () => set(at, picked[at] + by) }, by < 0 ? "−" : "+");
  return [h("div", { class: "steppers" }, numbers.map(({ title, least, most, start }, at) => h("div", { class: `stepper${picked[at] === start ? "" : " changed"}`, role: "group", "aria-label": title },
    h("span", { class: "grow" }, title), step(at, -1, "less"),
    h("input", { type: "number", inputmode: "numeric", "aria-label": title, min: least, max: most, value: picked[at], dataset: { key: `field-${at}` }, onchange: (event) => set(at, Number(event.target.value)) }),
    step(at, 1, "more_of_it")))),
  h("button", { class: "main send", dataset: { key: "send" }, onclick: () => app.answer(numbers.map(({ id }, at) => `${id}=${picked[at]}`).join(",")) }, app.say("ok"))];
}
