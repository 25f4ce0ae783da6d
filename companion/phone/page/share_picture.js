// The picture of a result, 1080 x 1350 dots.
import { h, hasEmoji } from "./dom.js";
import { arrangePodium, formatFacts } from "./share.js";

const WIDTH = 1080, HEIGHT = 1350, EDGE = 80;
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

export function drawPicture(app, result) {
  const canvas = h("canvas", { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext("2d");
  drawSea(pen);
  const top = drawTitle(pen, app, result);
  const highlights = result.over.highlights.slice(0, 4);
  const floor = 1136 - highlights.length * 84;
  drawPodium(pen, result, top, floor);
  highlights.forEach((one, at) => drawHighlight(pen, one, floor + 24 + at * 84));
  drawFooter(pen, app, result);
  return canvas;
}

// A device without these pictures would draw empty boxes.
const withEmoji = (icon, text) => (hasEmoji() ? icon : "") + text;

function drawSea(pen) {
  const sky = pen.createLinearGradient(0, 0, 0, HEIGHT);
  sky.addColorStop(0, "#1d4a68");
  sky.addColorStop(0.55, "#102b3e");
  sky.addColorStop(1, "#0a1821");
  pen.fillStyle = sky;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  [[1225, 20, 0, "#1b5578"], [1258, 16, 2, "#154461"], [1290, 14, 4, "#0f3248"]].forEach(([y, high, phase, colour], at) => {
    if (at === 1) drawArk(pen, 905, 1278);
    pen.fillStyle = colour;
    pen.beginPath();
    pen.moveTo(0, HEIGHT);
    for (let x = 0; x <= WIDTH; x += 12) pen.lineTo(x, y + high * Math.sin(x / 70 + phase));
    pen.lineTo(WIDTH, HEIGHT);
    pen.fill();
  });
}

// Hull, house and roof, floating in the waves.
function drawArk(pen, x, y) {
  pen.fillStyle = "#c98a4b";
  pen.fill(new Path2D(`M${x - 105} ${y - 42} q20 62 70 62 h70 q50 0 70 -62 z`));
  pen.fillStyle = "#e0b17a";
  pen.fillRect(x - 52, y - 88, 104, 46);
  pen.fillStyle = "#8f4f2b";
  pen.fill(new Path2D(`M${x - 70} ${y - 86} l70 -42 l70 42 z`));
  pen.fillStyle = "#5b3a21";
  [-30, 0, 30].forEach((at) => pen.fillRect(x + at - 9, y - 74, 18, 18));
}

function drawTitle(pen, app, result) {
  pen.textAlign = "left";
  pen.fillStyle = "#9cc3dc";
  pen.font = `600 40px ${FONT}`;
  pen.fillText(result.title, EDGE, 112);
  pen.fillStyle = "#fff8ea";
  const title = withEmoji(result.over.ranking.some((one) => one.won) ? "🏆 " : "", result.over.title), widest = WIDTH - 2 * EDGE;
  pen.font = `800 66px ${FONT}`;
  const wide = pen.measureText(title).width;
  if (wide > widest && wide < 1.25 * widest) pen.font = `800 ${Math.floor(66 * widest / wide)}px ${FONT}`; // one short word alone on a line looks forgotten
  const lines = wrap(pen, title, widest).slice(0, 3);
  lines.forEach((line, at) => pen.fillText(line, EDGE, 196 + at * 78, WIDTH - 2 * EDGE));
  const y = 196 + lines.length * 78 - 18;
  pen.fillStyle = "#9cc3dc";
  pen.font = `34px ${FONT}`;
  pen.fillText(formatFacts(app, result), EDGE, y, WIDTH - 2 * EDGE);
  return y + 40;
}

function wrap(pen, text, widest) {
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && pen.measureText(longer).width <= widest) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function drawPodium(pen, { over, seats }, top, floor) {
  const row = arrangePodium(over.ranking);
  const gap = 22, width = (WIDTH - 2 * EDGE - gap * (row.length - 1)) / row.length;
  const most = floor - top - 290, alone = row.length === 1; // whoever played alone needs no step
  row.forEach((one, at) => {
    const seat = seats[one.seat], x = EDGE + at * (width + gap), middle = x + width / 2;
    const high = alone ? most / 2 : Math.max(110, most * (1 - (one.place - 1) * 0.2)), y = floor - high;
    const colour = findColour(seat.colour);
    pen.fillStyle = colour;
    pen.beginPath();
    pen.roundRect(x, y, width, alone ? 0 : high, [24, 24, 0, 0]);
    pen.fill();
    pen.save();
    pen.translate(middle - 42, y - 276);
    pen.scale(3.5, 3.5);
    pen.fill(new Path2D(seat.path));
    pen.restore();
    pen.textAlign = "center";
    pen.fillStyle = "#fff8ea";
    pen.font = `700 44px ${FONT}`;
    pen.fillText(seat.name, middle, y - 126, width);
    pen.font = `800 68px ${FONT}`;
    pen.fillText(String(one.points), middle, y - 54, width);
    pen.font = `30px ${FONT}`;
    pen.fillText(one.unit, middle, y - 16, width);
    pen.fillStyle = "#0a1821";
    pen.font = `800 56px ${FONT}`;
    if (!alone) pen.fillText(String(one.place), middle, y + 74, width - 16);
  });
}

// The colour of a seat on dark ground, as the style sheet has it.
function findColour(colour) {
  const probe = h("i", { class: `seat-${colour}` });
  document.body.append(probe);
  const found = getComputedStyle(probe).getPropertyValue("--on-dark");
  probe.remove();
  return found;
}

function drawHighlight(pen, { icon, text }, y) {
  pen.fillStyle = "#ffffff1c";
  pen.beginPath();
  pen.roundRect(EDGE, y, WIDTH - 2 * EDGE, 70, 20);
  pen.fill();
  pen.textAlign = "left";
  pen.fillStyle = "#fff8ea";
  pen.font = `36px ${FONT}`;
  pen.fillText(withEmoji(`${icon}  `, text), EDGE + 30, y + 48, WIDTH - 2 * EDGE - 60);
}

function drawFooter(pen, app, { over }) {
  pen.textAlign = "left";
  pen.fillStyle = "#cfe3f0";
  pen.font = `28px ${FONT}`;
  pen.fillText([app.say("told_by"), over.fewest_win ? app.say("fewest_win") : ""].filter(Boolean).join(" · "), EDGE, HEIGHT - 30);
}
