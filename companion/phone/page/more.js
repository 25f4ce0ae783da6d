// Settings, seats, teaching the box, box status.
import { h, filling, mark, dialog, list, show } from "./dom.js";
import { squares } from "./squares.js";

export function more(app) {
  const { state, say } = app;
  const rows = ["history", "settings", ...(app.host ? ["teach", "diagnostics"] : [])];
  return [
    h("h2", {}, say("more")),
    h("ul", { class: "menu" }, rows.map((name) => h("li", {}, h("a", { class: "button", href: `#${name}`, dataset: { key: name } }, say(name))))),
    state.match && app.host ? h("button", { dataset: { key: "rest" }, onclick: () => confirmLeave(app) }, say("let_rest")) : null,
    drawSeats(app),
  ];
}

function confirmLeave(app) {
  dialog(app.say("let_rest"), h("p", {}, app.say("let_rest_how")), [[app.say("cancel"), null], [app.say("let_rest"), async () => { if ((await app.ask("close")).ok) app.go("play"); }, "main"]]);
}

// During a match: take or leave a seat.
export function drawSeats(app) {
  const { state, say } = app;
  if (!state.match) return null;
  const held = new Map((state.phones || []).filter((one) => one.seat !== null).map((one) => [one.seat, one]));
  return h("div", { class: "card" }, h("h3", {}, say("who_are_you")), h("ul", { class: "seats" }, state.match.seats.filter((seat) => !seat.bot).map((seat) => {
    const own = state.you.seat === seat.index;
    return h("li", { class: own ? "mine" : "" }, h("button", {
      class: "seat", "aria-pressed": String(own), dataset: { key: `seat-${seat.index}`, seat: seat.index }, onclick: () => app.ask(own ? "leave" : "seat", { seat: seat.index }),
    }, mark(seat), h("span", {}, seat.name), h("small", {}, own ? say("leave_seat") : held.has(seat.index) ? say("taken") : say("sit_here"))),
    app.host && held.has(seat.index) && !own ? h("button", { class: "quiet", "aria-label": say("who_sits_at", { colour: say(seat.colour) }), dataset: { key: `held-${seat.index}` }, onclick: () => manageSeat(app, held.get(seat.index).id, seat.name) }, "…") : null);
  })));
}

// The host may free the seat of a phone, or remove the phone.
export function manageSeat(app, phone, name) {
  const { say } = app;
  dialog(name || say("no_name"), h("p", {}, say("phone_sits_here")), [
    [say("stand_up"), () => app.ask("move", { phone, seat: null })], [say("send_away"), () => app.ask("remove", { phone })], [say("cancel"), null],
  ]);
}

export function settings(app) {
  const { state, say } = app;
  return [
    h("h2", {}, say("settings")),
    h("div", { class: "card" }, h("h3", {}, say("phones")), h("ul", { class: "plain" }, (state.phones || []).map((one) => h("li", { class: "row" },
      one.seat !== null && app.seat(one.seat) ? mark(app.seat(one.seat)) : null, h("span", { class: "grow" }, one.name || say("no_name"), one.here ? "" : ` · ${say("asleep")}`),
      app.host && one.id !== state.you.id ? h("button", { class: "quiet", onclick: () => app.ask("remove", { phone: one.id }) }, say("send_away")) : null)))),
    app.host ? h("div", { class: "card" }, h("h3", {}, say("box_settings")), (state.settings || []).map(({ name, title, value, values }) => h("label", { class: "row" }, h("span", { class: "grow" }, title),
      h("select", { dataset: { key: `set-${name}` }, onchange: (event) => app.ask("settings", { name, value: event.target.value }) },
        values.map(([one, words]) => h("option", { value: one, selected: one === value }, words)))))) : null,
    drawSeats(app),
  ];
}

let lesson = null;

export function teach(app) {
  const { say, state } = app;
  const place = filling("teach-place");
  const games = state.setup?.games ?? (state.match ? [{ id: state.match.game, title: state.match.title }] : []);
  const ask = async (more) => { const reply = await app.ask("teach", more); if (reply.ok) { lesson = reply.lesson; draw(); } };
  const draw = () => show(place, [h("div", { class: "chips" }, games.map((one) => h("button", { "aria-pressed": String(lesson?.game === one.id), dataset: { game: one.id }, onclick: () => ask({ game: one.id }) }, one.title))), lesson ? drawLesson(app, ask) : h("p", { class: "note" }, say("teach_how"))]);
  draw();
  if (lesson) ask({ game: lesson.game });
  return [h("h2", {}, say("teach")), place];
}

function drawLesson(app, ask) {
  const { say } = app;
  const one = lesson.lesson;
  const field = one && !one.squares && !one.choices.length ? h("input", { name: "value", value: one.value, autocomplete: "off", "aria-label": one.prompt }) : null;
  return h("div", { class: "card" },
    h("p", { class: "note" }, say("told_of", { told: lesson.told, every: lesson.every })),
    h("progress", { max: lesson.every || 1, value: lesson.told, "aria-label": say("teach") }),
    lesson.problem ? h("p", { class: "trouble" }, lesson.problem) : null,
    one ? [h("h3", {}, one.prompt), h("p", { class: "note" }, one.squares ? say("squares_how") : one.form),
      one.squares ? squares(app, one, (value) => ask({ act: "answer", value })) : one.choices.length ? h("div", { class: "choices" }, one.choices.map(([value, label]) => h("button", { class: `choice${value === one.value ? " ahead" : ""}`, dataset: { lesson: value }, onclick: () => ask({ act: "answer", value }) }, label)))
        : h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); ask({ act: "answer", value: field.value }); } }, field, h("button", {}, say("ok"))),
      h("div", { class: "row actions" }, h("button", { onclick: () => ask({ act: "back" }) }, say("back")), h("button", { onclick: () => ask({ act: "skip" }) }, say("skip_it")),
        one.squares ? null : h("button", { class: "main", onclick: () => ask({ act: "agree" }) }, say("agree", { what: one.known })))] : h("p", {}, say("all_told")));
}

export function diagnostics(app) {
  const { say, state } = app;
  const format = (value, unit) => value.toLocaleString(state.you.language, { maximumFractionDigits: 1, ...(unit && { style: "unit", unit }) });
  const place = filling("diagnostics-place", h("p", { class: "note" }, say("loading")));
  fetch("/diagnostics.json").then((answer) => (answer.ok ? answer.json() : Promise.reject(answer))).then((seen) => show(place,
    h("div", { class: "card" }, h("dl", { class: "facts" }, [
      ["Arkside", seen.version], [say("load"), format(seen.load)], [say("memory"), format(seen.memory, "megabyte")],
      [say("free_room"), seen.free < 1000 ? format(seen.free, "megabyte") : format(seen.free / 1000, "gigabyte")], [say("warmth"), seen.degrees === null ? "–" : format(seen.degrees, "celsius")], [say("phones"), seen.phones],
    ].map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value)))))),
    h("div", { class: "card" }, h("h3", {}, say("parts")), h("table", {}, h("tbody", {}, seen.parts.map(([name, wire, fault]) => h("tr", { class: fault ? "broken" : "" }, h("th", { scope: "row" }, name, h("small", { class: "below" }, wire)), h("td", {}, say(fault ? "silent" : "works"))))))),
    ...(seen.faults.length ? [h("div", { class: "card" }, h("h3", {}, say("faults")), list(seen.faults))] : []),
  ), () => show(place, h("p", { class: "trouble" }, say("hosts_only"))));
  return [h("h2", {}, say("diagnostics")), place];
}
