// High Tide on a phone: the tide in the middle, below it what everyone laid, and the cards that can be tapped.
import { answers, begin, box, choices, frame, mark, text } from "/drawing.js";

export function draw(root, table, told) {
  const { seats, question, words, tap } = told;
  const width = frame(root, () => draw(root, table, told)); // draws again when the phone is turned
  const parts = [box(width / 2 - 40, 12, 80, 60, "p-die"), text(table.tide || "–", width / 2, 52, 32, "p-middle p-dark")];
  seats.forEach((seat, index) => {
    const x = (width * (index + 0.5)) / seats.length;
    parts.push(mark(seat, x, 100), text(table.laid[seat.index] || "–", x, 135, 20, "p-middle"));
  });
  const row = answers([...choices(question).values()], tap, 12, 155, width - 24); // one button for each choice
  begin(root, width, row.bottom + 8, words.title || "High Tide");
  root.append(...[parts, row.drawn].flat(5).filter(Boolean));
}
