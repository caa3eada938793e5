import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';

/** Many lamps at once: what they received, how late, and how often they lost their connection. */
export type Lamps = {
  /** How long each glow took from being stored to being received, in ms. */
  delays: number[];
  figure: number;
  here: number;
  /** Connection errors that no lamp should have. */
  errors: string[];
  close(): void;
};

export type LampOptions = { url: string; mqtt: number; codes: readonly string[]; count: number };

const newLamps = (close: () => void): Lamps => ({ delays: [], figure: 0, here: 0, errors: [], close });

/** How many lamps connect at once; the next follow when these are connected. */
const AT_ONCE = 200;

async function oneAtATime(count: number, enter: (index: number) => Promise<void>): Promise<void> {
  for (let start = 0; start < count; start += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, index) => start + index);
    await Promise.all(some.map(enter));
  }
}

function hear(lamps: Lamps, text: string): void {
  lamps.figure += 1;
  const [, time] = /"time":"([^"]+)"/.exec(text) ?? [];
  if (time !== undefined) lamps.delays.push(Date.now() - Date.parse(time));
}

/** Lamps on WebSockets. Those that lose their connection reconnect after the delay that the server sent. */
export async function webSocketLamps({ url, codes, count }: LampOptions): Promise<Lamps> {
  const sockets = new Set<WebSocket>();
  let closed = false;
  const lamps = newLamps(() => {
    closed = true;
    for (const socket of sockets) socket.terminate();
  });
  const enter = (index: number) =>
    new Promise<void>((entered) => {
      const code = codes[index % codes.length] ?? '';
      const socket = new WebSocket(
        `${url.replace('http', 'ws')}/device/v1/feed?code=${code}&id=lamp-${index}`,
        {
          perMessageDeflate: false,
        },
      );
      sockets.add(socket);
      let hint = { rejoinAfterMs: 1000, rejoinWithinMs: 20_000 };
      let here = false;
      socket.on('message', (data) => {
        const text = String(data);
        if (!here) {
          here = true;
          lamps.here += 1;
          hint = JSON.parse(text).hint ?? hint;
          entered();
        } else hear(lamps, text);
      });
      socket.on('error', (error) => lamps.errors.push(error.message));
      socket.on('close', (closeCode) => {
        sockets.delete(socket);
        if (here) lamps.here -= 1;
        if (closed) return;
        if (closeCode !== 1012 && closeCode !== 1006) lamps.errors.push(`closed with ${closeCode}`);
        const waitMs = hint.rejoinAfterMs + Math.random() * (hint.rejoinWithinMs - hint.rejoinAfterMs);
        setTimeout(() => void enter(index), waitMs);
      });
    });
  await oneAtATime(count, enter);
  return lamps;
}

/** Lamps on MQTT that write its bytes themselves: with ten thousand clients of a library the bench would measure the library. */
export async function mqttLamps({ mqtt, codes, count }: LampOptions): Promise<Lamps> {
  const sockets: Socket[] = [];
  const lamps = newLamps(() => {
    for (const socket of sockets) socket.destroy();
  });
  const enter = (index: number) =>
    new Promise<void>((entered) => {
      const code = codes[index % codes.length] ?? '';
      const socket = connect({ port: mqtt, host: '127.0.0.1', noDelay: true });
      sockets.push(socket);
      let here = false;
      socket.write(connectPacket(`lamp-${index}`, code));
      socket.on('data', (bytes) => {
        if (bytes[0] === 0x20 && bytes[3] === 0) socket.write(subscribePacket(`tealight/${code}/glow`));
        else if (bytes[0] === 0x20) lamps.errors.push(`refused with ${bytes[3]}`);
        const text = bytes.toString('latin1');
        if (!text.includes('"color"')) return;
        if (here) return hear(lamps, text);
        here = true;
        lamps.here += 1;
        entered();
      });
      socket.on('error', (error) => lamps.errors.push(error.message));
    });
  await oneAtATime(count, enter);
  return lamps;
}

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
};
const packet = (type: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([type, body.length]), body]);
};
/** MQTT 3.1.1, clean session, username, no keep-alive. */
const connectPacket = (id: string, userName: string): Buffer =>
  packet(0x10, text('MQTT'), Buffer.from([4, 0x82, 0, 0]), text(id), text(userName));
const subscribePacket = (topic: string): Buffer =>
  packet(0x82, Buffer.from([0, 1]), text(topic), Buffer.from([0]));
