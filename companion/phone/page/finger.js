// A finger that moves along several things in a picture picks all of them.

const STEP = 5, NEAR = 0.3; // dots between two looks at where a finger has been; distance to a line, as a share of its length
const followed = new WeakMap(); // what to do with the lines that a finger moved along, by picture

// A finger that moves along free lines, such as those of a wall, picks each whose middle it passes; `done` gets their ids in its order.
export function followFinger(root, done) {
  const known = followed.has(root);
  followed.set(root, done);
  if (!known) listenToFinger(root);
}

function listenToFinger(root) {
  let run = null, moved = false;
  const stop = () => { run?.lines.forEach(({ group }) => group.classList.remove("p-picked")); run = null; };
  root.addEventListener("pointerdown", (event) => {
    stop();
    moved = false;
    if (!event.isPrimary || !event.target.closest(".p-tap") || root.closest("[data-settling]")) return;
    const lines = [...root.querySelectorAll("[data-choice] > .p-free")].map((line) => { const { x, y, width, height } = line.getBoundingClientRect(); return { group: line.parentNode, x: x + width / 2, y: y + height / 2, near: NEAR * Math.max(width, height) }; });
    if (lines.length) run = { lines, ids: [], x: event.clientX, y: event.clientY };
  });
  root.addEventListener("pointermove", (event) => {
    if (!run) return;
    const [dx, dy] = [event.clientX - run.x, event.clientY - run.y], steps = Math.ceil(Math.hypot(dx, dy) / STEP);
    for (let step = 0; step <= steps; step += 1) passBy(run, run.x + (dx * step) / (steps || 1), run.y + (dy * step) / (steps || 1));
    [run.x, run.y] = [event.clientX, event.clientY];
  });
  root.addEventListener("touchmove", (event) => { if (run) event.preventDefault(); }, { passive: false }); // no scrolling; browsers ignore touch-action inside a picture
  root.addEventListener("pointerup", () => {
    const ids = run?.ids ?? [];
    stop();
    moved = ids.length > 1;
    if (moved) followed.get(root)(ids);
  });
  root.addEventListener("pointercancel", stop);
  root.addEventListener("click", (event) => { if (moved) { moved = false; event.preventDefault(); event.stopPropagation(); } }, true);
}

function passBy({ lines, ids }, x, y) {
  for (const line of lines) {
    const { choice: id } = line.group.dataset;
    if (ids.includes(id) || Math.hypot(line.x - x, line.y - y) > line.near) continue;
    ids.push(id);
    line.group.classList.add("p-picked");
  }
}
