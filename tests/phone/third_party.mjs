// A whole client in Node 22: joins by code, takes a seat and gives the first answer whenever it is asked.
// docs/protocol.md explains every message. Try it: node third_party.mjs http://192.168.1.7:8080 K7MP3W 0
const [address, code, seat] = process.argv.slice(2);

const joined = await fetch(`${address}/join`, { method: "POST", body: JSON.stringify({ code }) });
if (!joined.ok) throw new Error((await joined.json()).error.message);
const cookie = joined.headers.get("set-cookie").split(";")[0];

const socket = new WebSocket(`${address.replace("http", "ws")}/live?language=en`, { headers: { cookie } });
const send = (message) => socket.send(JSON.stringify(message));
const state = { log: [] };
let here;

socket.onopen = () => {
  send({ do: "name", name: "Node" });
  send({ do: "seat", seat: Number(seat), id: 1 });
  here = setInterval(() => send({ do: "here" }), 15_000);
};

socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.re === 1 && message.error) throw new Error(message.error.message);
  if (message.re) return;
  if (message.log) message.log = [...state.log.slice(0, message.log.from), ...message.log.lines];
  Object.assign(state, message);
  const asked = message.question;
  if (asked?.mine) send({ do: "answer", n: asked.n, moves: asked.moves, choice: asked.choices[0].id });
  if (state.over) {
    console.log(state.over.title, state.scores.map((one) => one.points), state.log.length);
    socket.close();
  }
};

socket.onclose = () => clearInterval(here);
