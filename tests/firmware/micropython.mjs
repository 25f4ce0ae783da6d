// MicroPython under Node: `node micropython.mjs tests` runs the firmware's tests,
// `node micropython.mjs pod COMMANDS` is the pod on input and output, as firmware/simulated.py is.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, "..", "..");

function copy(mp, folder) {
  const parts = folder.split("/");
  parts.forEach((_, n) => {
    const name = "/" + parts.slice(0, n + 1).join("/");
    if (!mp.FS.analyzePath(name).exists) mp.FS.mkdir(name);
  });
  for (const name of fs.readdirSync(path.join(root, folder)))
    if (name.endsWith(".py")) mp.FS.writeFile(`/${folder}/${name}`, fs.readFileSync(path.join(root, folder, name)));
}

async function micropython() {
  const mp = await loadMicroPython({ heapsize: 8 * 1024 * 1024, linebuffer: true });
  copy(mp, "firmware");
  mp.runPython("import sys; sys.path.insert(0, '/')");
  return mp;
}

async function tests() {
  const mp = await micropython();
  copy(mp, "tests/firmware/portable");
  mp.runPython("sys.path.insert(0, '/tests/firmware/portable'); import run; run.main()");
}

async function pod(commands) {
  const mp = await micropython();
  const start = process.hrtime.bigint();
  mp.globals.set("js_us", () => Number((process.hrtime.bigint() - start) / 1000n));
  mp.globals.set("js_send", (text) => fs.writeSync(1, text));
  mp.runPython(`
from firmware.simulated import SimulatedPod
simulated = SimulatedPod(lambda: int(js_us()), lambda data: js_send(data.decode()), chance=77)
def hear(text):
    simulated.board.incoming += text.encode()
def step():
    simulated.pod.step()
def obey(line):
    simulated.run_command(line)
`);
  const hear = mp.globals.get("hear");
  const step = mp.globals.get("step");
  const obey = mp.globals.get("obey");
  process.stdin.on("data", (data) => { hear(data.toString("latin1")); step(); });
  process.stdin.on("error", () => process.exit(0));
  let rest = "";
  fs.createReadStream(commands).on("data", (data) => {
    const lines = (rest + data).split("\n");
    rest = lines.pop();
    lines.forEach((line) => obey(line));
  }).on("end", () => process.exit(0));
  setInterval(step, 1);
}

try {
  await { tests, pod }[process.argv[2]](process.argv[3]);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
