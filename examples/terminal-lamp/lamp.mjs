// The smallest complete device: a line in the terminal in the color of the glow. Node 22 or later, nothing to install.
//   node lamp.mjs https://tealight.example k7m2q-x4w9d
const [url, code] = process.argv.slice(2);
if (!url || !code) {
  console.error('Usage: node lamp.mjs URL CONNECTION_CODE');
  process.exit(2);
}

/** Close codes of the server after which connecting again is useless. */
const WRONG_CODE = 4403;
const WHITE = { color: '#ffffff', brightness: 0.3, text: 'no current data' };
/** The longest time that a glow with an end is shown, in ms, also where this computer's clock is wrong. */
const MAX_GLOW_MS = 17 * 60_000;
/** The longest silence of a server before it has said how often it sends a message, in ms. */
const JOIN_WITHIN_MS = 6000;
/** How long to wait before reconnecting (ms), before the server has sent a hint. */
let reconnect = { after: 1000, within: 5000 };
let failures = 0;
let silentMs = JOIN_WITHIN_MS;
let expiry;

function show({ color, brightness, text }) {
  const [red, green, blue] = [1, 3, 5].map((at) =>
    Math.round(Number.parseInt(color.slice(at, at + 2), 16) * brightness),
  );
  process.stdout.write(`\x1b[48;2;${red};${green};${blue}m      \x1b[0m ${color} ${text}\n`);
}

/** Shows a glow until it expires: from `validUntil` on a device must be white, even if the server is silent. */
function glow(message) {
  clearTimeout(expiry);
  show(message.stale ? WHITE : message);
  if (message.validUntil === null) return;
  const leftMs = new Date(message.validUntil).getTime() - Date.now();
  expiry = setTimeout(() => show(WHITE), Math.min(leftMs, MAX_GLOW_MS));
}

function connect() {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws').replace(/\/+$/, '')}/device/v1/feed`);
  // A server that was unplugged closes nothing: it is noticed by its silence.
  let watchdog;
  const watch = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => lost({}), silentMs);
  };
  const lost = ({ code: closeCode }) => {
    clearTimeout(watchdog);
    socket.onmessage = socket.onclose = null;
    socket.close();
    if (closeCode === WRONG_CODE) {
      console.error('This connection code is not valid any more. Look up the code on your dashboard.');
      process.exit(1);
    }
    const { after, within } = reconnect;
    setTimeout(connect, (after + Math.random() * (within - after)) * 2 ** Math.min(failures, 5));
    failures += 1;
  };
  watch();
  socket.onopen = () =>
    socket.send(JSON.stringify({ code, id: 'terminal', kind: 'lamp', name: 'Terminal', heartbeat: true }));
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.hint) {
      reconnect = { after: message.hint.rejoinAfterMs, within: message.hint.rejoinWithinMs };
      // Two heartbeats, and half a second for the network.
      silentMs = 2 * message.hint.heartbeatMs + 500;
    }
    watch();
    if (message.color === undefined) return;
    failures = 0;
    glow(message);
  };
  socket.onclose = lost;
}

show(WHITE);
connect();
