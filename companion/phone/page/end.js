// The end: ranking, sharing, rematch.
import { h, mark } from "./dom.js";
import { drawScores } from "./scores.js";
import { actions } from "./question.js";

export function end(app) {
  const { state, say } = app;
  const { over, match } = state;
  if (!over) return null;
  return [
    h("div", { class: "card over" }, h("h2", { tabindex: "-1" }, over.title),
      h("ol", { class: "ranking" }, over.ranking.map((one) => {
        const seat = app.seat(one.seat);
        return h("li", { class: one.place === 1 ? "won" : "" }, h("span", { class: "place" }, `${one.place}.`), mark(seat, true), h("span", { class: "grow" }, seat.name), h("strong", {}, String(one.points)));
      }))),
    h("div", { class: "row actions" },
      h("button", { dataset: { key: "share" }, onclick: () => shareText(app) }, say("share_text")),
      h("button", { dataset: { key: "png" }, onclick: () => sharePicture(app) }, say("share_picture")),
      h("a", { class: "button", dataset: { key: "json" }, href: `/matches/${match.number}.json`, download: `arkside-${match.number}.json` }, say("keep_json"))),
    app.host ? h("div", { class: "row actions" },
      h("button", { class: "main", dataset: { key: "rematch" }, onclick: () => app.ask("rematch") }, say("rematch")),
      h("button", { dataset: { key: "close" }, onclick: () => app.ask("close") }, say("other_game"))) : null,
    h("div", { class: "card beside" }, h("h2", {}, say("scores")), drawScores(app)),
    actions(app),
  ];
}

export function asText(app) {
  const { state, say } = app;
  const { over, match } = state;
  const lines = over.ranking.map((one) => `${one.place}. ${app.seat(one.seat).symbol} ${app.seat(one.seat).name}: ${one.points}`);
  return [`${match.title} · ${new Date().toLocaleDateString(state.you.language)}`, over.title, ...lines, say("told_by")].join("\n");
}

async function shareText(app) {
  const text = asText(app);
  if (navigator.share) await navigator.share({ text }).catch(() => {});
  else if (await copyText(text)) app.toast(app.say("copied"));
  else app.toast(text);
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

function sharePicture(app) {
  const { over, match } = app.state;
  const canvas = h("canvas", { width: 720, height: 240 + over.ranking.length * 84 });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#10161c";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#f6f3ec";
  pen.font = "700 44px system-ui, sans-serif";
  pen.fillText(match.title, 48, 84);
  pen.font = "26px system-ui, sans-serif";
  pen.fillText(over.title, 48, 132, 624);
  over.ranking.forEach((one, at) => {
    const seat = app.seat(one.seat), y = 210 + at * 84;
    pen.fillStyle = getComputedStyle(document.querySelector(`.ranking .seat-${seat.colour}`)).getPropertyValue("--on-dark");
    pen.font = "48px system-ui, sans-serif";
    pen.fillText(seat.symbol, 48, y);
    pen.fillStyle = "#f6f3ec";
    pen.font = `${one.place === 1 ? "700 " : ""}36px system-ui, sans-serif`;
    pen.fillText(`${one.place}. ${seat.name}`, 120, y);
    pen.textAlign = "right";
    pen.fillText(String(one.points), 672, y);
    pen.textAlign = "left";
  });
  pen.fillStyle = "#8fa3b3";
  pen.font = "22px system-ui, sans-serif";
  pen.fillText("Arkside", 48, canvas.height - 28);
  canvas.toBlob(async (blob) => {
    const name = `arkside-${match.number}.png`;
    const file = new File([blob], name, { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) { await navigator.share({ files: [file] }).catch(() => {}); return; }
    const link = h("a", { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    app.toast(app.say("saved", { name }));
  });
}
