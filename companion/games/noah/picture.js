// Noah: five ferries in a ring with their animals, weights and limits, and Noah in front of one of them.
import { TALL, answers, at, begin, box, choices, flow, frame, mark, path, place, s, text, wide } from "/drawing.js";

const SEX = { m: "♂", f: "♀" };
const WIDEST = 160, ROWS = 5, LINE = 19, HULL = 150;
const NOAH = "M0-19a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11ZM-7-6Q0-9 7-6L10 13H-10ZM12-12V13";

const split = (id) => (id.includes("-") ? [id.slice(0, id.lastIndexOf("-")), id.slice(id.lastIndexOf("-") + 1)] : [id, ""]);

export function draw(root, table, told) {
  const { seats, question, words, tap } = told, open = choices(question), width = frame(root, () => draw(root, table, told)), ferries = table.ferries || [];
  const rows = Math.min(ROWS, Math.max(2, ...ferries.map((ferry) => Math.ceil(ferry.aboard.length / 2)))), high = 62 + rows * LINE;
  const broad = Math.min(WIDEST, (width - 34) / 2); // two boats fit side by side on any phone
  const { spots, ring, centre, bottom } = (width > 600 ? circle : oblong)(ferries.length, width, high, broad);
  const parts = [box(6, 6, width - 12, bottom, "p-sea", 16), path(ring, "p-ring")];
  ferries.forEach((ferry, index) => table.gaps?.includes(ferry.id) || parts.push(boat(ferry, index + 1, spots[index], high, broad, ferry.id === table.noah, words, open, tap)));
  parts.push(s("g", { role: "img", "aria-label": `+${table.waiting ?? 0}` }, [...Array(Math.min(9, table.waiting ?? 0)).keys()].map((each) => path(`M${centre[0] - 24} ${centre[1] - each * 15}h48l-9 11h-30Z`, "p-boat"))));
  let y = bottom + 18;
  const seatHigh = seats.some((seat) => open.has(`seat-${seat.index}`)) ? TALL : 30, row = flow(seats.map((seat) => [108, (x, top) => place(open, `seat-${seat.index}`, tap, `${seat.name} ${table.hands?.[seat.index] ?? ""}`, open.has(`seat-${seat.index}`) && box(x - 3, top - 3, 108, TALL, "p-card p-open", 8), mark(seat, x + 12, top + 13, 0.8), text(seat.name, x + 27, top + 12, 12, "p-strong", 76), cards(table.hands?.[seat.index] ?? 0, x + 27, top + 17))]), 12, y, width - 24, seatHigh, 6);
  parts.push(row.drawn);
  y = row.bottom + 10;
  if (table.cards?.length) {
    const tall = table.cards.some((id) => open.has(id)) ? TALL : 32;
    const hand = flow(table.cards.map((id) => { const [species, sex] = split(id), name = `${words[species] || species} ${SEX[sex] || ""}`; return [Math.max(58, wide(name, 13.5, true) + 20), (x, top, space) => place(open, id, tap, name, box(x, top, space, tall, open.has(id) ? "p-card p-open" : "p-card p-dim", 8), text(name, x + space / 2, top + tall / 2 + 5, 13.5, `p-middle ${open.has(id) ? "p-strong" : "p-faint"}`, space - 10))]; }), 12, y + 16, width - 24, tall, 6);
    parts.push(text(words.hand || "", 12, y + 8, 12, "p-faint"), hand.drawn);
    y = hand.bottom + 10;
  }
  const shown = new Set([...ferries.map((ferry) => ferry.id), ...(table.cards || []), ...seats.map((seat) => `seat-${seat.index}`)]);
  const rest = [...open.values()].filter((one) => !shown.has(one.id));
  if (rest.length && rest.length < open.size) { const more = answers(rest, tap, 12, y, width - 24); parts.push(more.drawn); y = more.bottom + 8; }
  begin(root, width, y, words.noah || "Noah");
  root.append(...parts.flat(4).filter(Boolean));
}

// Where the ferries lie on a wide screen: around the table, clockwise from the top.
function circle(number, width, high, broad) {
  const middle = width / 2, down = high + 14, across = middle - broad / 2 - 16, centre = [middle, 20 + high / 2 + down];
  const spots = [...Array(number).keys()].map((index) => { const angle = (index / number) * 2 * Math.PI - Math.PI / 2; return [middle + across * Math.cos(angle), centre[1] + down * Math.sin(angle)]; });
  return { spots, centre: [middle, centre[1] + 30], bottom: centre[1] + down * Math.cos(Math.PI / number) + high / 2 + 4, ring: `M${middle - across} ${centre[1]}a${across} ${down} 0 1 1 ${2 * across} 0a${across} ${down} 0 1 1 ${-2 * across} 0` };
}

// And on a phone: one on top, then down on the right and up again on the left.
function oblong(number, width, high, broad) {
  const rows = Math.ceil((number - 1) / 2), y = (row) => 14 + high / 2 + row * (high + 4), middle = width / 2, right = middle + Math.min(120, middle - broad / 2 - 10), left = width - right;
  const spots = [...Array(number).keys()].map((index) => (index === 0 ? [middle, y(0)] : index <= rows ? [right, y(index)] : [left, y(number - index)]));
  return { spots, centre: [left - broad / 2 + 34, y(0) + high / 2 - 24], bottom: y(rows) + high / 2, ring: `M${middle} ${y(0) + 30}Q${right} ${y(0) + 30} ${right} ${y(1)}V${y(rows)}Q${middle} ${y(rows) + 60} ${left} ${y(rows)}V${y(1)}Q${left} ${y(0) + 30} ${middle} ${y(0) + 30}` };
}

// A small fan of cards for the size of a hand.
function cards(number, x, y) {
  return [...Array(Math.min(number, 9)).keys()].map((card) => box(x + card * 7, y, 5, 9, "p-back", 1)).concat(number > 9 ? text(`+${number - 9}`, x + 66, y + 9, 10) : []);
}

function boat(ferry, number, [x, y], high, broad, noah, words, open, tap) {
  const left = x - broad / 2, top = y + high / 2 - HULL, drilled = ferry.limit < 20, name = words[ferry.id] || ferry.id, half = (broad - 6) / 2;
  const said = ferry.aboard.map((id) => { const [species, sex] = split(id); return `${words[species] || species} ${SEX[sex] || ""}`; });
  const room = 2 * ROWS, first = Math.max(0, ferry.aboard.length - room);
  const aboard = ferry.aboard.slice(first).map((id, index) => {
    const [species, sex] = split(id), column = index % 2, row = Math.floor(index / 2), cx = left + 2 + column * (half + 2), cy = top + 88 - row * 19, weight = String(ferry.weights?.[first + index] ?? "");
    return [box(cx, cy, half, 17, `p-beast p-${sex || "n"}`, 8), text(SEX[sex] || "", cx + 5, cy + 13, 12, "p-strong"), text(words[species] || species, cx + 17, cy + 12.5, 10.5, "", half - 25 - 7 * weight.length), text(weight, cx + half - 5, cy + 12.5, 10.5, "p-end p-strong")];
  });
  const full = Math.min(1, ferry.weight / ferry.limit), wants = SEX[ferry.wants], gauge = broad - 82;
  return place(open, ferry.id, tap, [name, `${ferry.weight}/${ferry.limit}`, ...said, noah ? words.noah : ""].filter(Boolean).join(", "),
    open.has(ferry.id) && box(left, y - high / 2, broad, high, "p-field"),
    path(`M${left} ${top + 108}H${left + broad}L${left + broad - 18} ${top + HULL - 4}H${left + 18}Z`, open.has(ferry.id) ? "p-boat p-open" : "p-boat"),
    box(left + 40, top + 114, gauge, 9, "p-gauge", 4), box(left + 40, top + 114, Math.max(0.01, gauge * full), 9, full === 1 ? "p-full" : "p-fill", 4),
    text(`${ferry.weight} / ${ferry.limit}${wants ? `  ${wants}` : ""}`, left + 40 + gauge / 2, top + 140, 13.5, "p-middle p-strong p-light", gauge),
    s("circle", { cx: left + 23, cy: top + 125, r: 12, class: "p-number" }), text(number, left + 23, top + 130, 14, "p-middle p-strong"),
    drilled && s("circle", { cx: left + 34, cy: top + 140, r: 4.5, class: "p-hole" }),
    aboard.flat(), first ? text(`+${first}`, x, top + 8, 11, "p-middle p-faint") : null,
    noah && at(left + broad - 21, top + 126, s("circle", { cx: 1, cy: -2, r: 19, class: "p-here" }), path(NOAH, "p-noah")));
}
