import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { mqttConnect, mqttPublish, mqttSubscribe } from '../support/clients.ts';
import { type RealProcess, realProcess } from '../support/real-process.ts';

/** How much memory hostile clients may cost, in MB; the heap itself varies by some tens of MB. */
const MAX_MEMORY_MB = 120;
/** Connections that one wearer may have, see `server/src/devices/mqtt/built-in/broker.ts`. */
const MAX_CLIENTS = 200;

async function withCode() {
  const tealight = await realProcess();
  onTestFinished(() => tealight[Symbol.asyncDispose]());
  const { token } = await wearerOf(tealight.url);
  const headers = { authorization: `Bearer ${token}` };
  const me = await fetch(`${tealight.url}/api/v1/UserProfile/current-user`, { headers });
  const { connectionCode: code } = (await me.json()) as { connectionCode: string };
  return { tealight, code };
}

async function metric({ url }: RealProcess, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(text.match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1]);
}

const memory = async (tealight: RealProcess) =>
  (await metric(tealight, 'process_resident_memory_bytes')) / 1e6;

async function client(port: number, code: string, id: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(mqttConnect(code, id));
  await once(socket, 'data');
  return socket;
}

/** Writes as fast as the server reads, until the connection is closed or the time is over. */
async function flood(socket: Socket, pieces: Iterable<Buffer>, ms: number): Promise<void> {
  const until = Date.now() + ms;
  for (const piece of pieces) {
    if (socket.destroyed || Date.now() > until) return;
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), pause(100)]);
  }
}

function* endless(piece: (index: number) => Buffer): Generator<Buffer> {
  for (let index = 1; ; index += 1) yield piece(index);
}

const long = 'x'.repeat(900);

/** What a client may do to fill the memory. */
const attacks: Readonly<Record<string, (code: string) => Generator<Buffer>>> = {
  'keeps subscribing to more topics': (code) =>
    endless((index) =>
      mqttSubscribe([0, 1, 2, 3].map((part) => `tealight/${code}/${long}/${index}/${part}`)),
    ),
  'starts messages and never completes them': (code) =>
    endless((index) =>
      mqttPublish(`tealight/${code}/device/${index}`, long, {
        qos: 2,
        id: index % 65_000 || 1,
        retain: true,
      }),
    ),
  'publishes to itself and reads nothing': (code) =>
    endless(() => mqttPublish(`tealight/${code}/device/bed`, 'online', { qos: 1 })),
  'sends endless pings': () => endless(() => Buffer.from([0xc0, 0])),
};

test.each(Object.entries(attacks))(
  'an MQTT client that %s is closed, and takes little memory',
  async (_, attack) => {
    const { tealight, code } = await withCode();
    const before = await memory(tealight);
    const sockets = await Promise.all(
      Array.from({ length: 5 }, (_none, index) => client(tealight.mqttPort, code, `hostile-${index}`)),
    );
    for (const socket of sockets) {
      socket.write(mqttSubscribe([`tealight/${code}/#`], 1));
      await once(socket, 'data');
      socket.pause();
    }
    await Promise.all(sockets.map((socket) => flood(socket, attack(code), 4000)));
    expect((await memory(tealight)) - before).toBeLessThan(MAX_MEMORY_MB);
    for (const socket of sockets) socket.resume();
    await vi.waitFor(() => expect(sockets.every(({ destroyed }) => destroyed)).toBe(true));
    // A lamp is still served as before.
    const lamp = await client(tealight.mqttPort, code, 'lamp');
    let heard = '';
    lamp.on('data', (piece) => {
      heard += String(piece);
    });
    lamp.write(mqttSubscribe([`tealight/${code}/glow`]));
    await vi.waitFor(() => expect(heard).toContain('"brightness"'));
  },
);

test('a subscription beyond the twentieth is rejected, and the others stay', async () => {
  const { tealight, code } = await withCode();
  const socket = await client(tealight.mqttPort, code, 'many');
  const answered = once(socket, 'data') as Promise<[Buffer]>;
  socket.write(mqttSubscribe(Array.from({ length: 25 }, (_, index) => `tealight/${code}/${index}`)));
  const granted = [...(await answered)[0].subarray(4, 29)];
  expect(granted).toEqual([...Array(20).fill(0), ...Array(5).fill(128)]);
});

test('the number of clients of one wearer is limited, and one that disconnects makes room', async () => {
  const { tealight, code } = await withCode();
  const sockets: Socket[] = [];
  for (let count = 0; count < MAX_CLIENTS; count += 1) {
    sockets.push(await client(tealight.mqttPort, code, `lamp-${count}`));
  }
  const answerTo = async (id: string) => {
    const socket = connect(tealight.mqttPort, '127.0.0.1');
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.write(mqttConnect(code, id));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer[3];
  };
  expect(await answerTo('one-more')).toBe(3);
  expect(await metric(tealight, 'tealight_mqtt_clients')).toBe(MAX_CLIENTS);
  expect(await metric(tealight, 'tealight_mqtt_clients_refused')).toBe(1);
  sockets[0]?.destroy();
  await vi.waitFor(async () => expect(await metric(tealight, 'tealight_mqtt_clients')).toBe(MAX_CLIENTS - 1));
  expect(await answerTo('one-more')).toBe(0);
});
