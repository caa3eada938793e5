import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openTestServer, type TestServer } from '../../test/device-server.ts';
import { eachEngine } from '../../test/engines.ts';
import { openFollows } from '../../test/followers/follows.ts';
import { connected, type GlowClient, polling } from '../../test/followers/glow-clients.ts';
import { type MqttLamp, mqttLamp } from '../../test/mqtt-lamp.ts';
import { sendRequest, sgvs } from '../../test/nightscout-client.ts';
import type { DatabaseLocation } from '../store/db.ts';
import type { Store } from '../store/store.ts';

/** Sooner than open connections look their code up again, every 15 s, in case a notification was lost. */
const beforeNextLookup = { timeout: 10_000 };

/** Ada, with two followers who may have lamps. Guesses are not limited, since dead codes are tried often. */
async function family(store: Store, place: DatabaseLocation) {
  const testServer = await openTestServer(store, { limits: false });
  const { ada } = testServer;
  const follows = await openFollows(store, place);
  const follower = async () => {
    const accountId = await follows.add(ada);
    return { accountId, code: (await store.codes.ensure(ada, accountId))?.code ?? '' };
  };
  const [ben, cleo] = [await follower(), await follower()];
  await testServer.keep(112, 60_000);
  return {
    store,
    testServer,
    ada,
    follows,
    ben,
    cleo,
    owner: await testServer.code(),
    async [Symbol.asyncDispose]() {
      await testServer[Symbol.asyncDispose]();
      await follows[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

const shows = (client: GlowClient, value: number) =>
  vi.waitFor(async () => expect(await client.value()).toBe(value));
const isRefused = (client: GlowClient, within: { timeout?: number } = {}) =>
  vi.waitFor(async () => expect(await client.isRefused()).toBe(true), within);

describe('the code of a follower', () => {
  eachEngine((open, newPlace, engine) => {
    const opened = async () => {
      const place = await newPlace('migrated');
      return family(await open(place), place);
    };

    for (const [protocol, connect] of Object.entries({ ...connected, ...polling })) {
      test(`[PPL-24] [PPL-31] works over ${protocol} until the follow ends, within a second; all others go on`, async () => {
        await using home = await opened();
        const { testServer, store, ada, ben } = home;
        const bens = await connect(testServer, ben.code, 'shelf');
        const cleos = await connect(testServer, home.cleo.code, 'table');
        const owners = await connect(testServer, home.owner, 'bed');
        for (const client of [bens, cleos, owners]) await shows(client, 112);
        await home.follows.remove(ada, ben.accountId);
        store.changes.publish(ada, 'people');
        await isRefused(bens, beforeNextLookup);
        await testServer.keep(60);
        for (const client of [cleos, owners]) {
          await shows(client, 60);
          expect(await client.isRefused()).toBe(false);
        }
        await isRefused(await connect(testServer, ben.code, 'shelf'));
      });

      test(`[PPL-24] [PPL-32] over ${protocol} ends without the right to have lamps, and with a new code of one’s own`, async () => {
        await using home = await opened();
        const { testServer, store, ada, ben, cleo } = home;
        const bens = await connect(testServer, ben.code, 'shelf');
        const cleos = await connect(testServer, cleo.code, 'table');
        const owners = await connect(testServer, home.owner, 'bed');
        for (const client of [bens, cleos, owners]) await shows(client, 112);
        await home.follows.saveRights(ada, ben.accountId, 'see-now,see-day');
        store.changes.publish(ada, 'people');
        await isRefused(bens, beforeNextLookup);
        expect(await cleos.isRefused()).toBe(false);
        const renewed = (await store.codes.renew(ada, cleo.accountId)) ?? '';
        await testServer.devices.disconnectCode(ada, cleo.code);
        await isRefused(cleos, beforeNextLookup);
        await shows(await connect(testServer, renewed, 'table'), 112);
        expect(await owners.isRefused()).toBe(false);
      });
    }

    for (const [protocol, connect] of Object.entries(connected)) {
      test(`[PPL-24] over ${protocol} ends within 20 seconds although the notification was lost`, async () => {
        vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
        onTestFinished(() => void vi.useRealTimers());
        await using home = await opened();
        const { testServer, ada, ben } = home;
        const bens = await connect(testServer, ben.code, 'shelf');
        const owners = await connect(testServer, home.owner, 'bed');
        for (const client of [bens, owners]) await shows(client, 112);
        await home.follows.remove(ada, ben.accountId);
        await testServer.keep(60);
        await shows(owners, 60);
        expect(await bens.isRefused()).toBe(false);
        vi.advanceTimersByTime(20_000);
        await isRefused(bens);
        expect(await owners.isRefused()).toBe(false);
      });
    }

    for (const [protocol, connect] of Object.entries(polling)) {
      test(`[PPL-24] over ${protocol} is rejected after a second although the notification was lost`, async () => {
        await using home = await opened();
        const bens = await connect(home.testServer, home.ben.code, 'shelf');
        await shows(bens, 112);
        await home.follows.remove(home.ada, home.ben.accountId);
        await isRefused(bens);
      });
    }

    test('[PPL-24] a replaced code of the owner ends, too, although the notification was lost', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      await using home = await opened();
      const clients = await Promise.all(
        [home.owner, home.ben.code].map((code, at) => connected.WebSocket?.(home.testServer, code, `${at}`)),
      );
      for (const client of clients) if (client !== undefined) await shows(client, 112);
      await home.store.wearers.renewCode(home.ada);
      vi.advanceTimersByTime(20_000);
      await vi.waitFor(async () => expect(await clients[0]?.isRefused()).toBe(true));
      expect(await clients[1]?.isRefused()).toBe(false);
    });

    test('[PPL-24] an MQTT client that subscribes only after its follow has ended gets nothing', async () => {
      await using home = await opened();
      const url = `mqtt://127.0.0.1:${home.testServer.devices.mqttPort}`;
      const owners = await connected.WebSocket?.(home.testServer, home.owner, 'bed');
      if (owners !== undefined) await shows(owners, 112);
      const lamp = await mqttLamp(url, { username: home.ben.code });
      await home.follows.remove(home.ada, home.ben.accountId);
      home.store.changes.publish(home.ada, 'people');
      const closed = new Promise<void>((resolve) => lamp.client.once('close', () => resolve()));
      lamp.client.subscribe(`tealight/${home.ben.code}/glow`);
      await closed;
      expect(lamp.received).toEqual([]);
    });

    test('[PPL-31] only the owner’s code announces the wearer to Home Assistant', async () => {
      await using home = await opened();
      const url = `mqtt://127.0.0.1:${home.testServer.devices.mqttPort}`;
      const subscribed = async (code: string) => {
        const lamp = await mqttLamp(url, { username: code, clientId: code });
        onTestFinished(lamp.end);
        await lamp.subscribe(`tealight/${code}/#`);
        await vi.waitFor(() => expect(lamp.glows().length).toBe(1));
        return lamp;
      };
      const configs = ({ received }: MqttLamp) => received.filter(({ topic }) => topic.endsWith('/config'));
      const [bens, owners] = [await subscribed(home.ben.code), await subscribed(home.owner)];
      await vi.waitFor(() => expect(configs(owners)).toHaveLength(1));
      home.store.changes.publish(home.ada, 'range');
      await vi.waitFor(() => expect(configs(owners)).toHaveLength(2));
      await home.testServer.keep(60);
      await vi.waitFor(() => expect(bens.glows().at(-1)?.value).toBe(60));
      expect(configs(bens)).toEqual([]);
    });

    test('[PPL-31] displays with a follower’s code read as far back as those with the owner’s', async () => {
      await using home = await opened();
      await home.testServer.keep(217, 11 * 24 * 3_600_000);
      const values = async (code: string) => {
        const all = '/api/v1/entries.json?count=100&find[date][$gt]=0';
        const answer = await sendRequest(home.testServer, all, { headers: { 'api-secret': code } });
        return sgvs(answer.json());
      };
      expect([await values(home.owner), await values(home.ben.code)]).toEqual([[112], [112]]);
      await home.store.displaySettings.save(home.ada, { history: 'all' });
      home.store.changes.publish(home.ada, 'devices');
      expect([await values(home.owner), await values(home.ben.code)]).toEqual([
        [112, 217],
        [112, 217],
      ]);
    });

    test('[PPL-31] devices are listed and counted with whose they are, also with the same id', async () => {
      await using home = await opened();
      const { testServer, store, ada, ben } = home;
      for (const code of [home.owner, ben.code]) {
        const client = await connected.WebSocket?.(testServer, code, 'bed');
        if (client !== undefined) await shows(client, 112);
      }
      const ofBen = { accountId: ben.accountId };
      await vi.waitFor(async () => expect(await testServer.devices.live(ada)).toBe(2));
      expect(await testServer.devices.live(ada, ofBen)).toBe(1);
      expect(await testServer.devices.live(ada, { accountId: null })).toBe(1);
      const listed = await store.devices.list(ada);
      expect(listed.map(({ accountId }) => accountId).sort()).toEqual([null, ben.accountId].sort());
      const [own] = await store.devices.list(ada, ofBen);
      expect(own).toMatchObject(ofBen);
      expect(await store.devices.list(ada, { accountId: home.cleo.accountId })).toEqual([]);
      expect(await store.devices.change(ada, 'bed', { muted: true }, ofBen)).toBe(false);
      expect(await store.devices.remove(ada, 'bed', ofBen)).toBe(false);
      expect(await store.devices.change(ada, own?.id ?? '', { muted: true }, ofBen)).toBe(true);
      expect(await store.devices.list(ada, { accountId: null })).toMatchObject([{ id: 'bed', muted: false }]);
    });

    test('[PPL-24] devices of a follow that has ended are neither listed nor counted', async () => {
      await using home = await opened();
      const { testServer, store, ada, ben } = home;
      for (const [connect, code, id] of [
        [connected.WebSocket, ben.code, 'shelf'],
        [polling['polled glow'], ben.code, 'clock'],
        [connected.WebSocket, home.owner, 'bed'],
      ] as const) {
        const client = await connect?.(testServer, code, id);
        if (client !== undefined) await shows(client, 112);
      }
      await vi.waitFor(async () => expect(await testServer.devices.live(ada)).toBe(3));
      await home.follows.remove(ada, ben.accountId);
      store.changes.publish(ada, 'people');
      await vi.waitFor(async () => expect(await testServer.devices.live(ada)).toBe(1));
      expect(await store.devices.list(ada)).toMatchObject([{ accountId: null }]);
    });

    test.runIf(engine === 'PostgreSQL')(
      '[PPL-24] on two nodes: a follow that ends on one ends within 3 seconds on the other',
      async () => {
        const place = await newPlace('migrated');
        await using home = await family(await open(place), place);
        await using other = await openTestServer(await open(place), { adaId: home.ada, limits: false });
        const clients = await Promise.all(
          Object.values({ ...connected, ...polling }).map((connect) =>
            connect(other, home.ben.code, 'shelf'),
          ),
        );
        const owners = await connected.WebSocket?.(other as TestServer, home.owner, 'bed');
        for (const client of clients) await shows(client, 112);
        await home.follows.remove(home.ada, home.ben.accountId);
        home.store.changes.publish(home.ada, 'people');
        await Promise.all(clients.map((client) => isRefused(client, beforeNextLookup)));
        expect(await owners?.isRefused()).toBe(false);
      },
    );
  });
});
