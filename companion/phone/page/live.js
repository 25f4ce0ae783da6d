// The socket: receives the state, sends requests, and reconnects after sleep.

const LONGEST_WAIT = 4000;
const HERE_EVERY = 10000;
const HERE_WITHIN = 5000;
const ANSWER_WITHIN = 8000;
const TELL_LOSS_AFTER = 1000; // short enough to warn, long enough for a phone that wakes up
const NOT_JOINED = 4401;

export class Live {
  constructor(state, changed) {
    this.state = state;
    this.connected = false;
    this.lost = false; // the banner is shown and nothing on the page is live
    this.changed = changed;
    this.waiting = new Map();
    this.number = 0;
    this.tries = 0;
    this.racing = false;
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.wake(); });
    addEventListener("online", () => this.wake());
    addEventListener("offline", () => this.wake());
    addEventListener("pageshow", () => this.wake());
  }

  connect() {
    clearTimeout(this.retry);
    if (this.state.you.role === "guest") return; // must enter the code first
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/live?language=${this.state.you.language}`);
    this.socket = socket;
    socket.onopen = () => { this.fresh = true; };
    socket.onmessage = (event) => { if (socket === this.socket) this.receive(JSON.parse(event.data)); };
    socket.onclose = (event) => {
      if (event.code === NOT_JOINED) location.reload();
      else if (socket === this.socket) this.handleLoss();
    };
    this.startPings();
  }

  receive(message) {
    if ("re" in message) {
      const [done] = this.waiting.get(message.re) || [];
      this.waiting.delete(message.re);
      done?.(message);
      return;
    }
    if (this.fresh) {
      this.fresh = false;
      this.tries = 0;
      this.state.log = [];
    }
    const came = !this.connected;
    this.connected = true;
    this.lost = false;
    clearTimeout(this.warning);
    this.warning = null;
    if (message.log) {
      const { from, lines } = message.log;
      message.log = [...(this.state.log || []).slice(0, from), ...lines];
    }
    Object.assign(this.state, message);
    const keys = new Set(Object.keys(message));
    if (came) for (const key of Object.keys(this.state)) keys.add(key);
    if (came) keys.add("connected");
    this.changed(keys);
  }

  handleLoss() {
    const was = this.connected;
    this.connected = false;
    for (const [done] of this.waiting.values()) done({ error: { code: "lost", message: this.state.words.lost } });
    this.waiting.clear();
    this.warning ??= setTimeout(() => { this.lost = true; this.changed(new Set(["connected"])); }, TELL_LOSS_AFTER);
    if (was) this.changed(new Set(["connected"]));
    this.tries += 1;
    // if the box answers but refuses the socket, the reloaded page shows why
    if (this.tries > 3) fetch("/", { method: "HEAD" }).then((answer) => { if (answer.ok && !this.connected) location.reload(); }, () => {});
    this.retry = setTimeout(() => this.connect(), Math.min(LONGEST_WAIT, 150 * 2 ** this.tries));
  }

  // After sleep a dead socket may look open, so replace one that doesn't answer soon.
  wake() {
    if (!this.socket || this.socket.readyState > 1) { this.tries = 0; this.connect(); return; }
    if (this.connected) this.check(1500);
  }

  // A box without power or out of reach closes no socket: it just doesn't answer.
  check(within) {
    const socket = this.socket;
    const late = setTimeout(() => { if (socket === this.socket) { socket.onclose = null; socket.close(); this.handleLoss(); } }, within);
    this.ask("here").then(() => clearTimeout(late));
  }

  startPings() {
    clearInterval(this.pinging);
    this.pinging = setInterval(() => { if (this.connected) this.check(HERE_WITHIN); }, this.racing ? 1000 : HERE_EVERY);
  }

  tell(what, more = {}) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify({ do: what, ...more }));
  }

  ask(what, more = {}) {
    if (this.socket?.readyState !== 1) return Promise.resolve({ error: { code: "lost", message: this.state.words.lost } });
    const id = ++this.number;
    return new Promise((done) => {
      const late = setTimeout(() => { this.waiting.delete(id); done({ error: { code: "late", message: this.state.words.lost } }); }, ANSWER_WITHIN);
      this.waiting.set(id, [(reply) => { clearTimeout(late); done(reply); }]);
      this.socket.send(JSON.stringify({ do: what, id, ...more }));
    });
  }
}
