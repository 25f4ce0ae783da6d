// A result to send to friends as text; share_picture.js draws it, loaded only when somebody wants it.
import { h } from "./dom.js";

// The winner in the middle, everybody else beside them in turn.
export function arrangePodium(ranking) {
  return ranking.reduce((row, one, at) => (at % 2 ? [one, ...row] : [...row, one]), []);
}

export function formatDay(app, over, options = { dateStyle: "medium" }) {
  return new Date(over.ended).toLocaleDateString(app.state.you.language, options);
}

// Day, number of players and minutes, in one line.
export function formatFacts(app, { over, seats }) {
  const { say } = app;
  const day = formatDay(app, over, { weekday: "short", day: "numeric", month: "short", year: "numeric" });
  return [day, say(seats.length === 1 ? "one_player" : "n_players", { n: seats.length }), over.minutes > 0 ? say("minutes", { n: over.minutes }) : ""].filter(Boolean).join(" · ");
}

export async function shareText(app, text) {
  if (navigator.share) await navigator.share({ text }).catch(() => {});
  else if (await copyText(text)) app.toast(app.say("copied"));
  else app.toast(text);
}

export function asText(app, { title, over, seats }) {
  const lines = over.ranking.map((one) => `${one.place}. ${seats[one.seat].symbol} ${seats[one.seat].name}: ${one.points} ${one.unit}`);
  return [`${title} · ${formatDay(app, over)}`, over.title, ...lines, ...over.highlights.map((one) => `${one.icon} ${one.text}`), app.say("told_by")].join("\n");
}

// Browsers offer the clipboard only over https, which the box doesn't have.
async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
  const field = h("textarea", { value: text });
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

export async function sharePicture(app, result) {
  const { drawPicture } = await import("./share_picture.js");
  drawPicture(app, result).toBlob(async (blob) => {
    const name = `arkside-${result.number}.png`;
    const file = new File([blob], name, { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) { await navigator.share({ files: [file] }).catch(() => {}); return; }
    const link = h("a", { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    app.toast(app.say("saved", { name }));
  });
}
