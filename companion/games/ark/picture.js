// Ark: cabins port and starboard from the bow, each with its climate, cards and weight; how the ark leans; who has most.
import { TALL, answers, at, begin, box, choices, flow, frame, mark, path, place, s, text, wide } from "/drawing.js";

const CLIMATE = { hot: "☀", cold: "❄" };
const DIET = { carnivore: "▼", omnivore: "◆", herbivore: "●" };
const ROOM = 3;

export function draw(root, table, state) {
  const { seats, question, words, tap } = state, open = choices(question), width = frame(root, () => draw(root, table, state)), parts = [], used = new Set();
  const one = (id, label, ...children) => { if (open.has(id)) used.add(id); return place(open, id, tap, label, ...children); };
  const left = width > 600 ? 290 : width; // on large screens the ship is beside the rest, and all of it larger
  parts.push(balance(table, words, left));
  let y = 78;
  const tall = (table.display || []).some((id) => open.has(`take-${id}`) || open.has(id)) ? TALL : 42;
  const shown = flow((table.display || []).map((id, index) => [(left - 32) / 3, (x, top, space) => one(table.display.indexOf(id) === index ? `take-${id}` : "", words[id],
    box(x, top, space, tall, open.has(`take-${id}`) ? "p-card p-open" : "p-card", 8), text(words[id] || id, x + 8, top + tall / 2 - 3, 12.5, "p-strong", space - 16), signs(table, id, x + space - 7, top + tall / 2 + 14))]), 12, y, left - 24, tall);
  y = shown.bottom + 12;
  const ship = cabins(table, words, open, one, left < width ? width - left : width, left < width ? 8 : y);
  parts.push(shown.drawn, left < width ? at(left, 0, ship.drawn.flat(5).filter(Boolean)) : ship.drawn);
  const most = majorities(table, seats, words, left, left < width ? y : ship.bottom + 12);
  parts.push(most.drawn);
  y = Math.max(most.bottom, ship.bottom) + 10;
  if (table.cards?.length) {
    const high = table.cards.some((id) => open.has(id)) ? TALL : 32;
    const hand = flow(table.cards.map((id) => { const name = words[id] || id; return [wide(name, 13, true) + 22, (x, top, space) => one(id, name, box(x, top, space, high, open.has(id) ? "p-card p-open" : "p-card p-dim", 8), text(name, x + space / 2, top + high / 2 + 5, 13, `p-middle ${open.has(id) ? "p-strong" : "p-faint"}`, space - 10))]; }), 12, y + 16, width - 24, high, 6);
    parts.push(text(words["fact-cards"] || "", 12, y + 10, 12, "p-faint"), hand.drawn);
    y = hand.bottom + 8;
  }
  const rest = [...open.values()].filter((each) => !used.has(each.id));
  if (used.size && !question?.layout && rest.length && rest.length <= 8) { const row = answers(rest, tap, 12, y, width - 24); parts.push(row.drawn); y = row.bottom + 8; }
  begin(root, width, y, words.incline || "Ark");
  root.append(...parts.flat(5).filter(Boolean));
}

// Weight, climate and diet of a card, at the right end of its line.
function signs(table, id, x, y, size = 12) {
  const [weight, climate, diet] = table.features?.[id] || ["", "", ""];
  return s("text", { x, y, "font-size": size, class: "p-end" }, s("tspan", { class: `p-sign-${climate}` }, CLIMATE[climate] || ""), ` ${DIET[diet] || ""} `, s("tspan", { class: "p-strong" }, String(weight)));
}

// A scale from port to starboard with the yellow disc on it; beyond its ends the ark tips over.
function balance(table, words, width) {
  const most = table.tips || 7, middle = width / 2, step = Math.min(40, (width - 160) / (2 * most)), lean = table.incline || 0;
  const ticks = [...Array(2 * most + 1).keys()].map((index) => path(`M${middle + (index - most) * step} ${index === most ? 20 : 24}v${index === most ? 16 : 8}`, "p-tick"));
  const rain = [...Array(table.rains || 0).keys()].map((drop) => path(`M${middle + (drop - (table.rains - 1) / 2) * 15} 50q-5 7-5 10a5 5 0 0 0 10 0q0-3-5-10Z`, drop < table.rain ? "p-drop" : "p-dry"));
  return [s("g", { role: "img", "aria-label": words.incline || "" },
    path(`M${middle - most * step} 28H${middle + most * step}`, "p-beam"), ticks,
    text(words.port || "", middle - most * step - 14, 32, 12, "p-end p-faint", middle - most * step - 18), text(words.starboard || "", middle + most * step + 14, 32, 12, "p-faint", middle - most * step - 18),
    at(middle + lean * step, 28, s("circle", { r: 11, class: Math.abs(lean) === most ? "p-disc p-steep" : "p-disc" }), text(Math.abs(lean) || "", 0, 4.5, 12, "p-middle p-strong p-dark"))),
  s("g", { role: "img", "aria-label": `${words["fact-rain"] || ""} ${table.rain}/${table.rains}` }, rain), text(`${words["fact-supply"] || ""} ${table.supply ?? ""}`, width - 12, 64, 11, "p-end p-faint", 90)];
}

function cabins(table, words, open, one, width, top) {
  const LINE = [...open.keys()].some((id) => id.startsWith("instead-of-")) ? 30 : 18; // room for a finger on each of them
  const space = width / 2 - 22, high = 14 + ROOM * LINE, parts = [];
  let rows = 0;
  const drawCabin = (side, row, cabin) => {
    const left = side === "port" ? 14 : width / 2 + 8, y = top + 26 + row * (high + 6), id = `${side}-${row + 1}`;
    rows = Math.max(rows, row + 1);
    const climates = (cabin?.cards || []).map((card) => table.features?.[card]?.[1]), climate = climates.includes("hot") ? "hot" : climates.includes("cold") ? "cold" : "";
    const lines = (cabin?.cards || []).map((card, index) => one(`instead-of-${card}`, words[card], open.has(`instead-of-${card}`) && box(left + 3, y + 13 + index * LINE, space - 6, LINE - 1, "p-victim", 4),
      text(words[card] || card, left + 9, y + 17 + (index + 0.5) * LINE, 12, "", space - 66), signs(table, card, left + space - 8, y + 17 + (index + 0.5) * LINE)));
    const label = [words[side], row + 1, words[`climate-${climate}`], cabin?.weight].filter((part) => part !== undefined && part !== "").join(" ");
    const frame = box(left, y, space, high, `p-cabin p-${climate || "mild"}${open.has(id) ? " p-open" : ""}${cabin ? "" : " p-new"}`, 5);
    const head = [text(CLIMATE[climate] || "", left + 8, y + 11, 11, `p-sign-${climate}`), cabin ? text(cabin.weight, left + space - 8, y + 11, 10, "p-end p-faint") : text("+", left + space / 2, y + high / 2 + 8, 24, "p-middle p-faint")];
    parts.push(one(id, label, frame, head), lines);
  };
  for (const cabin of table.cabins || []) { const [side, row] = cabin.id.split("-"); drawCabin(side, row - 1, cabin); }
  for (const id of open.keys()) { const found = /^(port|starboard)-(\d+)$/.exec(id); if (found && !(table.cabins || []).some((cabin) => cabin.id === id)) drawCabin(found[1], found[2] - 1, null); }
  const bottom = top + 26 + Math.max(1, rows) * (high + 6), end = bottom + 10, mid = width / 2;
  const diets = Object.entries(DIET).map(([diet, sign]) => `${sign} ${words[`diet-${diet}`] || diet}`).join("   ");
  return { drawn: [text(diets, mid, end + 14, 10.5, "p-middle p-faint", width - 24), path(`M${mid} ${top - 4}Q${mid + space * 0.8} ${top + 2} ${width - 8} ${top + 22}V${bottom - 2}Q${width - 10} ${end} ${width - 30} ${end}H30Q10 ${end} 8 ${bottom - 2}V${top + 22}Q${mid - space * 0.8} ${top + 2} ${mid} ${top - 4}Z`, "p-ship"), parts], bottom: end + 14 };
}

// Who has how many figures on which scoring card; whoever has most stands out.
function majorities(table, seats, words, width, top) {
  const kinds = Object.entries(table.figures || {}), first = width > 400 ? 150 : 82, space = (width - 24 - first) / (kinds.length + 1);
  const names = [...kinds.map(([kind]) => words[kind] || kind), words["fact-discs"] || ""], twice = names.some((name) => wide(name, 11) > space - 4); // in two lines then, each name with room for two
  const heads = names.map((name, index) => text(name, 12 + first + (index + 0.5) * space, top + 12 + (twice && index % 2 ? 12 : 0), 11, "p-middle p-faint", (twice ? 2 * space : space) - 4));
  top += twice ? 12 : 0;
  const rows = seats.map((seat, row) => {
    const y = top + 34 + row * 24;
    return [row % 2 === 0 && box(8, y - 16, width - 16, 24, "p-stripe", 5), mark(seat, 22, y - 4, 0.75), text(seat.name, 36, y, 12.5, "p-strong", first - 30),
      kinds.map(([, figures], index) => { const mine = figures[seat.index], most = mine && mine === Math.max(...figures); return text(mine || "·", 12 + first + (index + 0.5) * space, y, 13.5, `p-middle ${most ? "p-strong p-most" : mine ? "" : "p-faint"}`); }),
      text(table.discs?.[seat.index] ?? "", 12 + first + (kinds.length + 0.5) * space, y, 13.5, "p-middle")];
  });
  return { drawn: [heads, rows], bottom: top + 22 + seats.length * 24 };
}
