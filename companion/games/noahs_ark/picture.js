// Noah's Ark: the card and the dice it wants, the race with its margins, the objectives, and what everyone has won.
import { answers, at, begin, box, choices, flow, frame, mark, path, place, s, text } from "/drawing.js";

// the faces of the dice, eight by eight dots, as the box shows them
const ICONS = {
  lion: "bd7edbffdb66bd24", elephant: "78fcbcfedad292d2", giraffe: "60e020203e3e2222", eagle: "1899dbff7e3c1824", snake: "7848083860427e00",
  monkey: "7ec3a5815a423c00", noa: "82c2a2928a868200", cards: "3f21fd85858784fc", objectives: "7ebdbd7e3c18187e", animals: "242481993c7e7e24",
};
const counted = (id) => { const what = id.replace("most-", ""); return ICONS[what] ? what : what.replace(/s$/, ""); };

function icon(name, x, y, size, style = "p-ink") {
  const rows = ICONS[name]?.match(/../g) || [], dot = size / 8;
  const d = rows.map((row, down) => [...parseInt(row, 16).toString(2).padStart(8, "0")].map((bit, right) => (bit === "1" ? `M${(x + right * dot).toFixed(2)} ${(y + down * dot).toFixed(2)}h${dot}v${dot}h-${dot}Z` : "")).join("")).join("");
  return path(d, style);
}

export function draw(root, table, state) {
  const { seats, question, words, race, tap } = state, open = choices(question), width = frame(root, () => draw(root, table, state)), parts = [], used = new Set();
  const one = (id, label, ...children) => { if (open.has(id)) used.add(id); return place(open, id, tap, label, ...children); };
  const goal = target(table, seats, words, race, width);
  parts.push(goal.drawn);
  let y = goal.bottom + 10;
  if (question?.ask && /slap|duel/.test(question.ask)) { const row = runners(table, seats, question, open, one, width, y); parts.push(row.drawn); y = row.bottom + 10; }
  else if (!race && table.last_race?.margin_ms && seats[table.last_race.seat]) { parts.push(margin(table.last_race, seats, width, y)); y += 34; }
  const aims = objectives(table, seats, words, one, open, width, y);
  parts.push(aims.drawn);
  y = aims.bottom + 10;
  const people = areas(table, seats, words, width, y);
  parts.push(people.drawn);
  y = people.bottom + 10;
  parts.push(deck(table, width, y));
  y += 22;
  const rest = [...open.values()].filter((each) => !used.has(each.id));
  if (used.size && rest.length && rest.length <= 8) { const row = answers(rest, tap, 12, y, width - 24); parts.push(row.drawn); y = row.bottom + 8; }
  begin(root, width, y, words.card || "Noah's Ark");
  root.append(...parts.flat(5).filter(Boolean));
}

// What the dice must show, as large as there is room; above it the countdown or the verdict, while a race is on.
function target(table, seats, words, race, width) {
  const dice = table.dice || [], parts = [];
  let y = 12;
  if (race) {
    parts.push(text(race.title || "", width / 2, y + 30, race.state === "now" ? 40 : 24, `p-middle p-strong p-race-${race.state}`, width - 24));
    y += 44;
    (race.lines || []).slice(0, 6).forEach((line) => { parts.push(text(line, width / 2, y + 10, 13, "p-middle", width - 24)); y += 18; });
  }
  const size = Math.min(96, (width - 24 - 8 * (dice.length - 1)) / Math.max(3, dice.length)), left = (width - dice.length * (size + 8) + 8) / 2;
  if (dice.length) parts.push(s("g", { role: "img", "aria-label": dice.map((name) => words[name] || name).join(", ") }, dice.map((name, index) => {
    const x = left + index * (size + 8);
    return [box(x, y, size, size, "p-die", size / 6), icon(name, x + size * 0.18, y + size * 0.12, size * 0.64), text(words[name] || name, x + size / 2, y + size - 7, Math.max(9, size / 8), "p-middle p-dark", size - 8)];
  })));
  y += dice.length ? size + 18 : 12;
  parts.push(text(words.style || "", width / 2, y, 12, "p-middle p-faint", width - 24));
  return { drawn: parts, bottom: y + 4 };
}

// Who may slap; where this phone may tell who was first, by a tap on their sign.
function runners(table, seats, question, open, one, width, top) {
  const racing = seats.filter((seat) => (table.racing || []).includes(seat.index)), space = (width - 24) / Math.max(1, racing.length);
  return { drawn: racing.map((seat, index) => { const x = 12 + (index + 0.5) * space; return one(`slap-${seat.index}`, seat.name, box(x - space / 2 + 3, top, space - 6, 62, open.has(`slap-${seat.index}`) ? "p-card p-open" : "p-card", 10), mark(seat, x, top + 25, 1.5), text(seat.name, x, top + 56, 12, "p-middle", space - 12)); }), bottom: top + 62 };
}

function margin(last, seats, width, top) {
  const won = `${Math.round(last.margin_ms)} ms`;
  return [mark(seats[last.seat], width / 2 - 60, top + 12, 0.9), path(`M${width / 2 - 44} ${top + 12}h52m-6-5 6 5-6 5`, "p-ahead"), text(won, width / 2 + 18, top + 17, 14, "p-strong")];
}

function objectives(table, seats, words, one, open, width, top) {
  const list = table.objectives || [], columns = width > 520 ? 3 : 2, space = (width - 24 - (columns - 1) * 6) / columns;
  const row = flow(list.map((aim) => [space, (x, y) => {
    const holder = seats[/^seat-(\d+)$/.exec(aim.holder)?.[1]], counts = seats.map((seat) => amount(table, seat.index, aim.id)), best = Math.max(...counts);
    const ahead = holder || (best && counts.filter((count) => count === best).length === 1 ? seats[counts.indexOf(best)] : null);
    return one(aim.id, [words[aim.id], aim.points, holder?.name].filter(Boolean).join(", "), box(x, y, space, 44, `p-card${open.has(aim.id) ? " p-open" : ""}`, 8), icon(counted(aim.id), x + 8, y + 8, 28),
      text(words[aim.id] || aim.id, x + 43, y + 18, 11, "", space - (ahead ? 76 : 49)), text(aim.points, x + 43, y + 36, 15, "p-strong"), ahead && mark(ahead, x + space - 18, y + 22, 0.9, holder ? "" : "p-maybe"));
  }]), 12, top, width - 24, 44, 6);
  return { drawn: row.drawn, bottom: row.bottom };
}

function amount(table, seat, id) {
  const what = counted(id), animals = table.animals?.[seat] || {}, cards = [...(table.cards?.[seat] || []), ...(table.spent?.[seat] || [])];
  if (what === "cards") return table.card_counts?.[seat] || 0;
  if (what === "noa") return cards.filter((card) => card.includes("noa")).length;
  if (what === "animals") return Object.values(animals).reduce((sum, number) => sum + number, 0);
  return animals[what] || 0;
}

function areas(table, seats, words, width, top) {
  const kinds = Object.keys(table.animals?.[0] || {}), first = width > 400 ? 170 : 116, space = (width - 24 - first) / Math.max(1, kinds.length);
  const heads = kinds.map((kind, index) => s("g", { role: "img", "aria-label": words[kind] || kind }, icon(kind, 12 + first + (index + 0.5) * space - 9, top, 18, "p-ink p-soft")));
  const rows = seats.map((seat, row) => {
    const y = top + 42 + row * 26, has = table.animals?.[seat.index] || {}, cards = table.card_counts?.[seat.index] || 0;
    const racing = !table.racing?.length || table.racing.includes(seat.index);
    return [row % 2 === 0 && box(8, y - 17, width - 16, 26, "p-stripe", 5), mark(seat, 22, y - 4, 0.8, racing ? "" : "p-maybe"), text(seat.name, 36, y, 12.5, "p-strong", first - 62),
      s("g", { role: "img", "aria-label": `${cards} ${words.cards || ""}` }, box(first - 18, y - 12, 10, 14, "p-back", 2), text(cards, first - 4, y, 12.5)),
      kinds.map((kind, index) => text(has[kind] || "·", 12 + first + (index + 0.5) * space, y, 13.5, `p-middle ${has[kind] ? "" : "p-faint"}`))];
  });
  return { drawn: [heads, rows], bottom: top + 30 + seats.length * 26 };
}

// The cards that are left, and the mark from which the Ark may come.
function deck(table, width, top) {
  const all = table.deck_size || table.deck || 1, space = width - 70;
  return s("g", { role: "img", "aria-label": `${table.deck}/${all}` }, box(12, top, space, 10, "p-gauge", 5), box(12, top, Math.max(0.01, (space * table.deck) / all), 10, "p-fill", 5),
    table.last_cards && path(`M${12 + (space * table.last_cards) / all} ${top - 3}v16`, "p-tick"), text(table.deck, width - 12, top + 10, 12, "p-end p-strong"));
}
