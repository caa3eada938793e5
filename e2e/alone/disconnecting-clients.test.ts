import {
  deleteAccount,
  exportData,
  liveDevices,
  newConnectionCode,
  removeDevice,
  saveRange,
  updateProfile,
} from '@tealight/contract';
import { expect, onTestFailed, test, vi } from 'vitest';
import { type Wearer, wearerOf } from '../../simulators/fixtures/wearer.ts';
import { type Random, randomFrom } from '../attack/random.ts';
import { type OpenClient, rawSocket, waysIn } from '../support/clients.ts';
import { type RealProcess, realProcess } from '../support/real-process.ts';

/** How long the test runs; `ATTACK_SECONDS` makes it longer. */
const SECONDS = Number(process.env.ATTACK_SECONDS ?? 8);
const WEARERS = 4;
const DEVICES = ['bed', 'shelf', 'hall'];
const MAX_OPEN = 300;
/** Actions that start together. */
const AT_ONCE = 25;
/** Stopping takes at most this long, with any number of connections. */
const STOP_MS = 10_000;

type Attacked = {
  tealight: RealProcess;
  wearers: Wearer[];
  codes: string[];
  open: OpenClient[];
  random: Random;
};

async function codeOf(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/UserProfile/current-user`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { connectionCode: string }).connectionCode;
}

async function call(url: string, path: string, token: string, body: object = {}): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
}

function enter({ tealight, wearers, codes, open, random }: Attacked): void {
  const index = random.below(WEARERS);
  const target = {
    url: tealight.url,
    mqttPort: tealight.mqttPort,
    code: codes[index] ?? '',
    token: wearers[index]?.token ?? '',
    deviceId: random.oneOf(DEVICES),
  };
  open.push(random.oneOf(Object.values(waysIn))(target));
  if (open.length > MAX_OPEN) open.shift()?.destroy();
}

function request(
  { url }: RealProcess,
  path: string,
  { token, type, body, length }: { token: string; type: string; body: string; length: number },
): OpenClient {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
  return rawSocket(Number(new URL(url).port), head + body);
}

/** Every way a connection can end, except the restart, which ends all of them at once. */
const waysOut: Readonly<Record<string, { weight: number; go: (attacked: Attacked) => unknown }>> = {
  'client disconnects': {
    weight: 20,
    go({ open, random }) {
      open.splice(random.below(open.length), 1)[0]?.destroy();
    },
  },
  'slow client': { weight: 8, go: ({ open, random }) => random.oneOf(open)?.pause() },
  'code renewed': {
    weight: 5,
    async go({ tealight: { url }, wearers, codes, random }) {
      const index = random.below(WEARERS);
      const token = wearers[index]?.token ?? '';
      await call(url, newConnectionCode.path, token);
      codes[index] = await codeOf(url, token);
    },
  },
  'device removed': {
    weight: 5,
    go: ({ tealight: { url }, wearers, random }) =>
      call(url, removeDevice.path, random.oneOf(wearers).token, { id: random.oneOf(DEVICES) }),
  },
  'a download that may be canceled': {
    weight: 2,
    go({ tealight, wearers, random, open }) {
      const { token, password } = random.oneOf(wearers);
      const body = JSON.stringify({ password });
      open.push(
        request(tealight, exportData.path, { token, type: 'application/json', body, length: body.length }),
      );
    },
  },
  'an upload that is never completed': {
    weight: 2,
    go({ tealight, wearers, random, open }) {
      const type = 'multipart/form-data; boundary=b';
      const body = '--b\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n\r\nabc';
      open.push(
        request(tealight, updateProfile.path, {
          token: random.oneOf(wearers).token,
          type,
          body,
          length: 100_000,
        }),
      );
    },
  },
  'something to show': {
    weight: 4,
    go: ({ tealight: { url }, wearers, random }) =>
      call(url, saveRange.path, random.oneOf(wearers).token, {
        unit: 'mg/dL',
        high: 150 + random.below(50),
        inRange: 110,
        low: 70,
      }),
  },
};

const draws = Object.values(waysOut).flatMap(({ weight, go }) => Array.from({ length: weight }, () => go));

async function erase({ tealight: { url }, wearers, codes, random }: Attacked): Promise<void> {
  const index = random.below(WEARERS);
  const { token, password } = wearers[index] as Wearer;
  await call(url, deleteAccount.path, token, { password });
  const next = await wearerOf(url);
  wearers[index] = next;
  codes[index] = await codeOf(url, next.token);
}

/** Runs random actions concurrently until the time is over. Returns the number of actions. */
async function attack(attacked: Attacked, until: number): Promise<number> {
  let actions = 0;
  const { random } = attacked;
  while (Date.now() < until) {
    const running = Array.from({ length: AT_ONCE }, async () => {
      if (random.below(2) === 0) return enter(attacked);
      await random.oneOf(draws)(attacked);
    });
    await Promise.all(running);
    actions += AT_ONCE;
  }
  return actions;
}

/** What it has logged above `warn`, and what Node has printed about uncaught errors. */
const failuresIn = (output: string): string[] =>
  output.split('\n').filter((line) => {
    if (!line.startsWith('{')) return /^\s+at |Error/.test(line);
    return (JSON.parse(line) as { level: number }).level > 40;
  });

test(
  'clients that connect and disconnect at any time neither crash the process nor leave connections behind',
  async () => {
    const seed = Number(process.env.ATTACK_SEED ?? Date.now() % 1_000_000);
    onTestFailed(() => console.error(`The seed was ${seed}: repeat with ATTACK_SEED=${seed}`));
    await using tealight = await realProcess();
    const wearers = await Promise.all(Array.from({ length: WEARERS }, () => wearerOf(tealight.url)));
    const codes = await Promise.all(wearers.map(({ token }) => codeOf(tealight.url, token)));
    const attacked: Attacked = { tealight, wearers, codes, open: [], random: randomFrom(seed) };

    const rounds = Math.max(2, Math.ceil(SECONDS / 10));
    let actions = 0;
    for (let round = 0; round < rounds; round += 1) {
      const until = Date.now() + (SECONDS * 1000) / rounds;
      const [count] = await Promise.all([attack(attacked, until), erase(attacked)]);
      actions += count;
      // Stopping ends connections too, and new ones arrive meanwhile.
      const started = Date.now();
      const stopped = tealight.stop();
      for (let more = 0; more < AT_ONCE; more += 1) enter(attacked);
      expect([await stopped, failuresIn(tealight.said())]).toEqual([0, []]);
      expect(Date.now() - started).toBeLessThan(STOP_MS);
      await tealight.restart();
    }
    expect(actions).toBeGreaterThan(100);

    for (const client of attacked.open) client.destroy();
    const counts = () =>
      Promise.all(
        wearers.map(async ({ token }) => {
          const headers = { authorization: `Bearer ${token}` };
          return (await (await fetch(tealight.url + liveDevices.path, { headers })).json()) as object;
        }),
      );
    await vi.waitFor(async () => expect(await counts()).toEqual(wearers.map(() => ({ liveDevices: 0 }))), {
      interval: 200,
    });
    expect(failuresIn(tealight.said())).toEqual([]);
  },
  (SECONDS + 60) * 1000,
);
