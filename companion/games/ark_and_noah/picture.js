// Ark & Noah: the action board, what everyone has, and the hull, on which edges, cubes and corrals are tapped directly.
import { TALL, answers, at, begin, box, button, choice, choices, flow, frame, mark, path, place, s, text, wide } from "/drawing.js";
import { followFinger } from "/finger.js";

const SEX = { m: "♂", f: "♀" };
const OUT = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] };
const LEAST = 45, AROUND = 350; // for thumbs; bars and question
const picked = new WeakMap(); // the corral that was tapped

export function draw(root, table, told) {
  const { seats, question, words, tap, tapAll } = told, open = choices(question), again = () => draw(root, table, told), width = frame(root, again), parts = [];
  const answer = (id) => { picked.delete(root); tap(id); };
  let y = 8;
  const used = new Set();
  const add = (part) => { parts.push(part.drawn); y = part.bottom + 10; };
  const drawHull = () => { if (table.ark?.squares) add(hull(root, table, seats, words, open, answer, width, y, used, again)); };
  const hullFirst = Object.keys(table.ark?.edges ?? {}).some((id) => open.has(id)); // what is tapped comes first
  if (hullFirst) drawHull();
  if (table.actions?.length) add(actionBoard(table, seats, words, open, answer, width, y));
  if (table.drawn?.length) add(tiles(table.drawn, [], table, words, open, answer, 8, y, width - 16));
  if (!hullFirst) drawHull();
  if (table.ark?.aboard?.some((pair) => pair.by !== undefined)) add(pairs(table.ark.aboard, seats, words, y, width));
  const people = stocks(table, seats, words, open, answer, width, y);
  parts.push(people.drawn);
  y = people.bottom + 8;
  const rest = used.size ? [...open.values()].filter((one) => !used.has(one.id)) : [];
  if (rest.length && rest.length <= 12) { const row = answers(rest, answer, 8, y, width - 16); parts.push(row.drawn); y = row.bottom + 8; }
  begin(root, width, y, "Ark & Noah");
  root.append(...parts.flat(4).filter(Boolean));
  if (tapAll) followFinger(root, tapAll);
}

// A card for each action: its name, the bonus tile, the worker who chose it, and below the one who has done it.
function actionBoard(table, seats, words, open, tap, width, top) {
  const asked = table.actions.some((action) => open.has(action.id)), columns = asked && width < 420 ? Math.ceil(table.actions.length / 2) : table.actions.length;
  const space = (width - 16 + 4) / columns - 4, first = top;
  const drawn = table.actions.map((action, index) => {
    const x = 8 + (index % columns) * (space + 4), top = first + Math.floor(index / columns) * 66, middle = x + space / 2, name = words[`action-${action.id}`] || action.id;
    const who = seats[action.current]?.name || seats[action.completed]?.name || "";
    return place(open, action.id, tap, [name, action.bonus ? `+${action.bonus}` : "", who].filter(Boolean).join(", "),
      box(x, top, space, 62, open.has(action.id) ? "p-card p-open" : "p-card"),
      text(name, middle, top + 15, 10.5, "p-middle", space - 4),
      action.bonus ? [box(middle - 11, top + 23, 22, 18, "p-bonus", 5), text(`+${action.bonus}`, middle, top + 36.5, 12, "p-middle p-strong p-dark")]
        : mark(seats[action.current], middle, top + 33, 0.95) || s("circle", { cx: middle, cy: top + 33, r: 8, class: "p-slot" }),
      mark(seats[action.completed], middle, top + 52, 0.6, "p-done"));
  });
  return { drawn, bottom: first + Math.ceil(table.actions.length / columns) * 66 - 4 };
}

// Animal tiles; those whose mate is in play too are filled.
function tiles(ids, coupled, table, words, open, tap, left, top, width) {
  const tall = ids.some((id) => open.has(id)) ? TALL : 19;
  return flow(ids.map((id) => {
    const [species, sex] = [id.slice(0, id.lastIndexOf("-")), id.slice(id.lastIndexOf("-") + 1)], name = words[species] || species;
    return [Math.max(50, wide(`${name} ${SEX[sex] || ""}`, tall > 19 ? 13 : 11) + 14), (x, y, space) => place(open, id, tap, `${name} ${SEX[sex] || ""}`,
      box(x, y, space, tall, `p-tile${coupled.includes(id) ? " p-couple" : ""}${open.has(id) ? " p-open" : ""}`, 9),
      text(`${name} ${SEX[sex] || ""}`, x + space / 2, y + tall / 2 + 4, tall > 19 ? 13 : 11, "p-middle", space - 8))];
  }), left, top, width, tall);
}

// Pairs aboard where only points are entered: the size of each, and who has its halves.
function pairs(aboard, seats, words, top, width) {
  return flow(aboard.map((pair) => [88, (x, y, space) => s("g", { role: "img", "aria-label": [words[`size-${pair.size}`], ...new Set([pair.by, pair.with].map((seat) => seats[seat].name))].join(", ") },
    box(x, y, space, 26, "p-tile", 9), text(words[`size-${pair.size}`], x + 7, y + 17.5, 11.5, "p-strong", space - 48), mark(seats[pair.by], x + space - 29, y + 13, 0.6), mark(seats[pair.with], x + space - 12, y + 13, 0.6))]), 8, top, width - 16, 26);
}

// Boards, cubes, food and animals.
function stocks(table, seats, words, open, tap, width, top) {
  const columns = width > 540 ? 2 : 1, space = (width - 16 - (columns - 1) * 8) / columns, bottoms = Array(columns).fill(top);
  const drawn = (table.players || []).map((has, seat) => {
    const column = bottoms.indexOf(Math.min(...bottoms)), x = 8 + column * (space + 8), y = bottoms[column];
    const left = table.supply?.boards?.[seat];
    const row = tiles(has.animals || [], has.coupled || [], table, words, open, tap, x + 8, y + 30, space - 16);
    bottoms[column] = row.bottom + 14;
    const stock = [[board, has.boards + (left === undefined ? "" : ` (${left})`)], ...(table.supply?.pitch !== undefined && table.actions?.some((one) => one.id === "pitch") ? [[cube, has.pitch], [grain, has.food]] : [])];
    return [box(x, y, space, row.bottom - y + 8, "p-card"), mark(seats[seat], x + 16, y + 16, 0.8),
      text(seats[seat]?.name ?? "", x + 31, y + 20.5, 13, "p-strong", space - 36 - 62 * stock.length),
      row.drawn, stock.map(([sign, number], index) => at(x + space - 62 * (stock.length - index) + 6, y + 16, sign(), text(number, 13, 4.5, 12)))];
  });
  return { drawn, bottom: Math.max(...bottoms) - 6 };
}

const board = () => box(-10, -3, 18, 6, "p-wood", 2);
const cube = () => box(-6, -6, 12, 12, "p-pitch", 2);
const grain = () => path("M0 7V-6M0-1C-5-1-6-5-5-7-2-7 0-5 0-1ZM0-1C5-1 6-5 5-7 2-7 0-5 0-1ZM0 5C-5 5-6 1-5-1-2-1 0 1 0 5ZM0 5C5 5 6 1 5-1 2-1 0 1 0 5Z", "p-grain");

// The ark from above. On a phone it stands upright: its length runs down the page.
function hull(root, table, seats, words, open, tap, width, top, used, again) {
  const { squares, edges, pitch, corrals } = table.ark;
  const places = Object.values(squares), across = Math.max(...places.map(([x]) => x)) + 1, down = Math.max(...places.map(([, y]) => y)) + 1;
  const upright = across > down && (width - 52) / across < 50, [columns, rows] = upright ? [down, across] : [across, down];
  const most = upright ? Math.max(LEAST, Math.min(58, (innerHeight - AROUND) / rows)) : 92;
  const size = Math.min((width - (columns > rows ? 52 : 28)) / columns, most), beyond = 1 + Math.min(0.8, 48 / size), left = (width - columns * size) / 2;
  const turn = ([x, y]) => (upright ? [down - 1 - y, x] : [x, y]); // a quarter turn to the right, as people turn a real board
  const spin = ([x, y]) => (upright ? [-y, x] : [x, y]);
  const corner = ([x, y]) => [left + x * size, top + 26 + y * size]; // room for bow and stern, and for cubes
  const middle = (id) => corner(turn(squares[id]).map((one) => one + 0.5));
  const bottom = top + 52 + rows * size, one = choiceBy(open, used, tap);

  const floor = Object.keys(squares).map((id) => { const [x, y] = corner(turn(squares[id])); return box(x + 0.5, y + 0.5, size - 1, size - 1, "p-deck", 2); });
  const ends = {};
  const walls = Object.entries(edges).map(([id, edge]) => {
    const [x, y] = turn(squares[edge.squares[0]]).map((part) => part + 0.5), [dx, dy] = spin(OUT[edge.side]).map((part) => part / 2);
    const here = corner([x + dx, y + dy]), [a, b] = [corner([x + dx + dy, y + dy + dx]), corner([x + dx - dy, y + dy - dx])];
    ends[id] = { here, a, b, out: [dx * 2, dy * 2] };
    const inner = corner([x, y]), outer = corner([x + dx * 2, y + dy * 2]); // the whole field that is nearest to this edge
    const field = `M${a}L${inner}L${b}L${edge.squares.length > 1 ? outer : corner([x + dx * beyond, y + dy * beyond])}Z`;
    const line = (grow) => `M${mix(a, b, grow)}L${mix(b, a, grow)}`, seat = seats[edge.owner];
    return one(id, path(field, "p-field"), path(line(0.1), open.has(id) && !seat ? "p-edge p-free" : edge.squares.length > 1 ? "p-edge" : "p-edge p-outer"),
      seat && [path(line(0.1), `p-plank seat-${seat.colour}`), mark(seat, ...here, size / 110)]);
  });
  const cubes = Object.entries(pitch || {}).map(([id, space]) => {
    const [first, second] = space.edges.map((edge) => ends[edge]);
    const point = [first.a, first.b].find((end) => [second.a, second.b].some((other) => near(end, other))) || mix(first.here, second.here, 0.5);
    const [ox, oy] = [first.out[0] + second.out[0], first.out[1] + second.out[1]], long = Math.hypot(ox, oy) || 1;
    const [x, y] = [point[0] + (ox / long) * 8, point[1] + (oy / long) * 8];
    if (!space.cube && !open.has(id)) return null;
    return one(id, s("circle", { cx: x, cy: y, r: Math.min(14, size / 3), class: "p-field" }), box(x - 6, y - 6, 12, 12, space.cube ? "p-pitch" : "p-hollow", 2));
  });
  const into = (corral) => [...open.values()].filter((each) => each.id === corral.id || each.id.endsWith(`-into-${corral.squares[0]}`));
  const homes = (corrals || []).map((corral) => {
    const inside = corral.squares.map((id, index) => { const [x, y] = middle(id); return index < corral.food ? at(x, y + (corral.big || corral.small ? size * 0.22 : 0), grain()) : null; });
    const fields = corral.squares.map((id) => { const [x, y] = corner(turn(squares[id])); return box(x + 2, y + 2, size - 4, size - 4, "p-home", 3); });
    const who = [corral.big, corral.small].filter(Boolean), centre = corral.squares.map(middle).reduce(([ax, ay], [x, y]) => [ax + x / corral.squares.length, ay + y / corral.squares.length], [0, 0]);
    const reach = Math.max(...corral.squares.map((id) => Math.abs(middle(id)[0] - centre[0]))) * 2 + size - 10;
    const names = who.map((id, index) => text(words[id] || id, centre[0], centre[1] + 4 + (index - (who.length - 1) / 2) * 13, 11, "p-middle p-strong p-halo", reach));
    const options = into(corral), label = [...who.map((id) => words[id] || id), `${corral.food}/${corral.squares.length}`].join(", ");
    options.forEach((each) => used.add(each.id));
    if (!options.length) return s("g", { role: "img", "aria-label": label }, fields, inside, names);
    const shown = [fields.map((field) => { field.classList.add("p-open"); return field; }), inside, names];
    if (options.length === 1) return choice(options[0], tap, shown);
    const opener = button(options.map((each) => each.label).join("; "), () => { picked.set(root, corral.id); again(); root.querySelector("[data-menu] [tabindex]")?.focus(); }, shown);
    opener.dataset.corral = corral.id;
    return opener;
  });
  const north = text(`${words.north || "N"} ${upright ? "→" : "↑"}`, width - 8, top + 10, 11, "p-end p-faint"); // choices speak of north and south
  const drawn = [path(outline(columns, rows, size, left, top), "p-ship"), floor, homes, walls, cubes, north];
  const wanted = (corrals || []).find((corral) => corral.id === picked.get(root)), list = wanted ? into(wanted) : [];
  if (!list.length) return { drawn, bottom };
  const menu = answers(list, tap, 12, bottom, width - 24); // what goes into the corral that was tapped
  return { drawn: [...drawn, s("g", { "data-menu": "", role: "group" }, menu.drawn)], bottom: menu.bottom + 4 };
}

const mix = ([ax, ay], [bx, by], part) => [ax + (bx - ax) * part, ay + (by - ay) * part];
const near = ([ax, ay], [bx, by]) => Math.abs(ax - bx) + Math.abs(ay - by) < 0.5;

function choiceBy(open, used, tap) {
  return (id, ...children) => {
    if (!open.has(id)) return s("g", { "pointer-events": "none" }, ...children);
    used.add(id);
    return choice(open.get(id), tap, ...children);
  };
}

// A ship around the squares, with a bow and a stern.
function outline(columns, rows, size, left, top) {
  const [x0, y0, x1, y1] = [left - 12, top + 14, left + columns * size + 12, top + 38 + rows * size];
  const [mx, my] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return columns > rows
    ? `M${x0} ${y0}H${x1}Q${x1 + 26} ${my} ${x1} ${y1}H${x0}Q${x0 - 26} ${my} ${x0} ${y0}Z`
    : `M${x0} ${y0}Q${mx} ${y0 - 26} ${x1} ${y0}V${y1}Q${mx} ${y1 + 26} ${x0} ${y1}Z`;
}
