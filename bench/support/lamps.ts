import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';

/** Many lamps at once: what they received, how late, and how often they lost their connection. */
export type Lamps = {
  /** How long each glow took from being stored to being received, in ms. */
  delays: number[];
  /** How many are connected. */
  connected: number;
  /** Connection errors that no lamp should have. */
  errors: string[];
  close(): void;
};

export type LampOptions = { url: string; mqtt: number; codes: readonly string[]; count: number };

const newLamps = (close: () => void): Lamps => ({ delays: [], connected: 0, errors: [], close });

/** How many lamps connect at once; the next follow when these are connected. */
const BATCH = 200;

async function inBatches(count: number, connectLamp: (index: number) => Promise<void>): Promise<void> {
  for (let start = 0; start < count; start += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - start) }, (_, index) => start + index);
    await Promise.all(batch.map(connectLamp));
  }
}

/** How long the glow in a message took. */
function addDelay(lamps: Lamps, text: string): void {
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
  const connectLamp = (index: number) =>
    new Promise<void>((onConnected) => {
      const code = codes[index % codes.length] ?? '';
      const socket = new WebSocket(
        `${url.replace('http', 'ws')}/device/v1/feed?code=${code}&id=lamp-${index}`,
        {
          perMessageDeflate: false,
        },
      );
      sockets.add(socket);
      let hint = { rejoinAfterMs: 1000, rejoinWithinMs: 20_000 };
      let isConnected = false;
      socket.on('message', (data) => {
        const text = String(data);
        if (!isConnected) {
          isConnected = true;
          lamps.connected += 1;
          hint = JSON.parse(text).hint ?? hint;
          onConnected();
        } else addDelay(lamps, text);
      });
      socket.on('error', (error) => lamps.errors.push(error.message));
      socket.on('close', (closeCode) => {
        sockets.delete(socket);
        if (isConnected) lamps.connected -= 1;
        if (closed) return;
        if (closeCode !== 1012 && closeCode !== 1006) lamps.errors.push(`closed with ${closeCode}`);
        const waitMs = hint.rejoinAfterMs + Math.random() * (hint.rejoinWithinMs - hint.rejoinAfterMs);
        setTimeout(() => void connectLamp(index), waitMs);
      });
    });
  await inBatches(count, connectLamp);
  return lamps;
}

/** Lamps on MQTT that write its bytes themselves: with ten thousand clients of a library the bench would measure the library. */
export async function mqttLamps({ mqtt, codes, count }: LampOptions): Promise<Lamps> {
  const sockets: Socket[] = [];
  const lamps = newLamps(() => {
    for (const socket of sockets) socket.destroy();
  });
  const connectLamp = (index: number) =>
    new Promise<void>((onConnected) => {
      const code = codes[index % codes.length] ?? '';
      const socket = connect({ port: mqtt, host: '127.0.0.1', noDelay: true });
      sockets.push(socket);
      let isConnected = false;
      socket.write(connectPacket(`lamp-${index}`, code));
      socket.on('data', (bytes) => {
        if (bytes[0] === 0x20 && bytes[3] === 0) socket.write(subscribePacket(`tealight/${code}/glow`));
        else if (bytes[0] === 0x20) lamps.errors.push(`refused with ${bytes[3]}`);
        const text = bytes.toString('latin1');
        if (!text.includes('"color"')) return;
        if (isConnected) return addDelay(lamps, text);
        isConnected = true;
        lamps.connected += 1;
        onConnected();
      });
      socket.on('error', (error) => lamps.errors.push(error.message));
    });
  await inBatches(count, connectLamp);
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
