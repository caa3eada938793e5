import { describe, expect, test, vi } from 'vitest';
import { connected } from '../../../test/connections.ts';
import { eachEngine } from '../../../test/engines.ts';
import { newWearer } from '../../../test/wearers.ts';
import { HOUR, MINUTE, SECOND } from '../../shared/time-units.ts';
import type { Store } from '../store.ts';
import type { ConnectionState } from './connection-row.ts';
import type { ClaimOptions } from './leases.ts';

const NOW = 1_000_000;
const LEASE = 20 * SECOND;

const STEP = 20 * MINUTE;

const claimAt = (store: Store, node: string, now = NOW, limit = 100, more: Partial<ClaimOptions> = {}) =>
  store.leases.claim({
    node,
    source: 'nightScout',
    now,
    until: now + LEASE,
    latest: now + LEASE,
    limit,
    ...more,
  });
const fine = (nextAt: number): ConnectionState => ({
  state: 'fine',
  errorCode: null,
  since: NOW,
  failures: 0,
  nextAt,
  backfillAt: null,
  pollMemory: '{"delayMs":9}',
  lastReadingAt: NOW,
});
const reading = (wearerId: number) => ({ wearerId, takenAt: NOW, mgdl: 100, trend: 'steady' as const });

async function due(store: Store, count: number): Promise<number[]> {
  const ids = await Promise.all(Array.from({ length: count }, () => newWearer(store)));
  for (const id of ids) await store.connections.save(connected(id, { nextAt: NOW - id }), NOW);
  return ids.sort((a, b) => a - b);
}

describe('leases', () => {
  eachEngine((open, newLocation, engine) => {
    test('only due connections of the source are leased', async () => {
      const store = await open();
      const [ada, ben, cat, dan] = await due(store, 4);
      await store.connections.save(connected(ben ?? 0, { nextAt: NOW + 1 }), NOW);
      await store.connections.save(connected(cat ?? 0, { nextAt: null }), NOW);
      await store.connections.save(connected(dan ?? 0, { source: 'dexcom' }), NOW);
      expect((await claimAt(store, 'a')).map(({ wearerId }) => wearerId)).toEqual([ada]);
    });

    test('[SRC-3] a connection that a clock two hours ahead has scheduled or leased is due now', async () => {
      const store = await open();
      const [ada = 0, ben = 0] = await due(store, 2);
      expect(await claimAt(store, 'fast', NOW + 2 * HOUR)).toHaveLength(2);
      await store.connections.save(connected(ben, { nextAt: NOW + STEP }), NOW);
      expect((await claimAt(store, 'right')).map(({ wearerId }) => wearerId)).toEqual([ada]);
      await store.leases.resetFutureTimes('nightScout', { now: NOW, latest: NOW + STEP });
      expect(await claimAt(store, 'right')).toEqual([]);
      await store.connections.save(connected(ben, { nextAt: NOW + STEP + 1 }), NOW);
      await store.leases.resetFutureTimes('nightScout', { now: NOW, latest: NOW + STEP });
      expect((await claimAt(store, 'right')).map(({ wearerId }) => wearerId)).toEqual([ben]);
    });

    test('[SRC-3] connections whose last poll failed can be left out', async () => {
      const store = await open();
      const [ada = 0, ben] = await due(store, 2);
      await store.connections.save(connected(ada, { nextAt: NOW, failures: 3 }), NOW);
      const healthy = await claimAt(store, 'a', NOW, 100, { skipFailing: true });
      expect(healthy.map(({ wearerId }) => wearerId)).toEqual([ben]);
    });

    test('[OPS-2] a connection that one node has leased is not given to another', async () => {
      const store = await open();
      await due(store, 3);
      expect(await claimAt(store, 'a', NOW, 2)).toHaveLength(2);
      expect(await claimAt(store, 'b')).toHaveLength(1);
      expect(await claimAt(store, 'b')).toHaveLength(0);
    });

    test.runIf(engine === 'PostgreSQL')('[OPS-2] nodes that claim at once share the work', async () => {
      const place = await newLocation('migrated');
      const nodes = await Promise.all(['a', 'b', 'c'].map(() => open(place)));
      const ids = await due(nodes[0] as Store, 30);
      const claims = await Promise.all(
        nodes.flatMap((store, index) => [1, 2, 3].map(() => claimAt(store, `node ${index}`, NOW, 4))),
      );
      const left = await claimAt(nodes[0] as Store, 'node 0');
      const got = [...claims.flat(), ...left].map(({ wearerId }) => wearerId).sort((a, b) => a - b);
      expect(got).toEqual(ids);
    });

    test('[OPS-2] another node takes over the work of a dead node when its lease ends', async () => {
      const store = await open();
      await due(store, 1);
      await claimAt(store, 'dead');
      expect(await claimAt(store, 'alive', NOW + LEASE - 1)).toHaveLength(0);
      expect(await claimAt(store, 'alive', NOW + LEASE)).toHaveLength(1);
    });

    test('a node extends only its own leases', async () => {
      const store = await open();
      const [ada] = await due(store, 1);
      await claimAt(store, 'a');
      await store.leases.renew('a', [ada ?? 0], NOW + 2 * LEASE);
      expect(await claimAt(store, 'b', NOW + LEASE)).toHaveLength(0);
      expect(await claimAt(store, 'b', NOW + 2 * LEASE)).toHaveLength(1);
    });

    test('[OPS-2] a node cannot extend a lease that another has taken over', async () => {
      const store = await open();
      const [ada] = await due(store, 1);
      await claimAt(store, 'a');
      await store.leases.renew('b', [ada ?? 0], NOW + 2 * LEASE);
      expect(await claimAt(store, 'c', NOW + LEASE)).toHaveLength(1);
    });

    test('a node that stops releases its leases at once', async () => {
      const store = await open();
      await due(store, 2);
      await claimAt(store, 'a');
      await store.leases.release('a');
      expect(await claimAt(store, 'b')).toHaveLength(2);
    });

    test('readings and states of many connections are stored together', async () => {
      const store = await open();
      const ids = await due(store, 3);
      const claimed = await claimAt(store, 'a');
      const { added, superseded } = await store.leases.record(
        'a',
        claimed.map(({ wearerId, revision }) => ({
          wearerId,
          revision,
          readings: [reading(wearerId)],
          state: fine(NOW + wearerId),
        })),
      );
      expect(superseded).toEqual([]);
      expect(added).toHaveLength(3);
      for (const id of ids) {
        expect(await store.connections.find(id)).toMatchObject(fine(NOW + id));
        expect(await store.readings.latest(id)).toHaveLength(1);
      }
    });

    test('[DASH-5] one change says that an answer has brought readings, and none that it has brought nothing', async () => {
      const store = await open();
      const [ada = 0, ben = 0, cleo = 0] = await due(store, 3);
      const claimed = await claimAt(store, 'a');
      const changed: string[] = [];
      store.changes.subscribe((wearerId, change) => changed.push(`${wearerId} ${change}`));
      const pollOf = (id: number) => {
        const revision = claimed.find(({ wearerId }) => wearerId === id)?.revision ?? 0;
        return { wearerId: id, revision, readings: [reading(id)], state: fine(NOW) };
      };
      // More readings of the same answer follow.
      await store.leases.record('a', [{ ...pollOf(cleo), state: null }]);
      expect(changed).toEqual([]);
      await store.leases.record('a', [
        pollOf(ada),
        { ...pollOf(ben), readings: [] },
        { ...pollOf(cleo), storedBefore: 1 },
      ]);
      expect(changed).toEqual([`${ada} readings`, `${cleo} readings`]);
      // The lease of this node has ended.
      await store.leases.record('a', [{ ...pollOf(ben), storedBefore: 1 }]);
      expect(changed).toHaveLength(2);
    });

    test.runIf(engine === 'PostgreSQL')(
      '[OPS-2] [DASH-5] other nodes learn of readings that a node stores and then dies',
      async () => {
        const place = await newLocation('migrated');
        const [dying, other] = [await open(place), await open(place)];
        const [ada = 0] = await due(dying, 1);
        const [{ revision } = { revision: 0 }] = await claimAt(dying, 'dying');
        const changed: string[] = [];
        other.changes.subscribe((wearerId, change) => changed.push(`${wearerId} ${change}`));
        // Nothing that this node would send after the commit reaches anybody.
        dying.changes.publish = () => {};
        await dying.leases.record('dying', [
          { wearerId: ada, revision, readings: [reading(ada)], state: fine(NOW) },
        ]);
        await vi.waitFor(() => expect(changed).toEqual([`${ada} readings`]));
      },
    );

    test('a time with a fraction is stored as a whole number', async () => {
      const store = await open();
      const [ada = 0] = await due(store, 1);
      const [claimed] = await claimAt(store, 'a');
      const state = fine(NOW + 0.6);
      await store.leases.record('a', [
        { wearerId: ada, revision: claimed?.revision ?? 0, readings: [], state },
      ]);
      expect((await store.connections.find(ada))?.nextAt).toBe(NOW + 1);
    });

    test('storing a part of a history keeps the lease and the state of the connection', async () => {
      const store = await open();
      const [ada] = await due(store, 1);
      const [claimed] = await claimAt(store, 'a');
      const part = { wearerId: ada ?? 0, revision: claimed?.revision ?? 0, readings: [reading(ada ?? 0)] };
      expect(await store.leases.record('a', [{ ...part, state: null }])).toMatchObject({ superseded: [] });
      expect(await store.connections.find(ada ?? 0)).toMatchObject({
        state: 'checking',
        nextAt: NOW - (ada ?? 0),
      });
      expect(await claimAt(store, 'b')).toHaveLength(0);
    });

    test('[SRC-2] a node that has lost its lease stores nothing', async () => {
      const store = await open();
      const [ada = 0] = await due(store, 1);
      const [mine] = await claimAt(store, 'slow');
      await claimAt(store, 'next', NOW + LEASE);
      const revision = mine?.revision ?? 0;
      const answer = { wearerId: ada, revision, readings: [reading(ada)], state: fine(NOW) };
      expect(await store.leases.record('slow', [answer])).toEqual({ added: [], superseded: [answer] });
      expect(await store.connections.find(ada)).toMatchObject({ state: 'checking' });
    });

    test('[CON-8] an answer of a replaced source is not stored, also together with one of the new source', async () => {
      const store = await open();
      const [ada = 0] = await due(store, 1);
      const [before] = await claimAt(store, 'a');
      await store.connections.save(connected(ada), NOW);
      const [after] = await claimAt(store, 'a');
      const answerOf = (revision: number | undefined, minutes: number) => {
        const readings = [{ ...reading(ada), takenAt: NOW - minutes * MINUTE }];
        return { wearerId: ada, revision: revision ?? 0, readings, state: fine(NOW) };
      };
      const [replaced, current] = [answerOf(before?.revision, 5), answerOf(after?.revision, 0)];
      const nothing = { added: [], superseded: [replaced] };
      expect(await store.leases.record('a', [replaced])).toEqual(nothing);
      const recorded = await store.leases.record('a', [replaced, current]);
      expect(recorded).toEqual({ ...nothing, added: current.readings });
    });
  });
});
