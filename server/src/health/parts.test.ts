import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connected } from '../../test/connections.ts';
import { eachEngine } from '../../test/engines.ts';
import { NOON } from '../../test/polling/vendor.ts';
import { newWearer } from '../../test/wearers.ts';
import { encryptionWith } from '../encryption/cipher.ts';
import { HOUR, MINUTE, SECOND } from '../shared/time-units.ts';
import type { Store } from '../store/store.ts';
import { partChecks } from './parts.ts';

const encryption = encryptionWith(['a key of this test alone, long enough']);
const lostKey = encryptionWith(['another key, after the old one was lost']);

async function checksOf(store: Store, more: Partial<Parameters<typeof partChecks>[0]> = {}) {
  const clock = { now: NOON };
  const dataDir = await mkdtemp(join(tmpdir(), 'tealight-health-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const lookedAt = () => clock.now;
  const dependencies = {
    store,
    dataDir,
    encryption,
    polledAt: lookedAt,
    evaluatedAt: lookedAt,
    sources: ['nightScout'],
    push: async () => {},
    clock: { now: () => clock.now, check: async () => {} },
    ...more,
  };
  return { clock, dataDir, checks: partChecks(dependencies) };
}

describe('the parts of Tealight', () => {
  eachEngine((open) => {
    test('[OPS-3] a store that accepts a write and a disk with free space are healthy, and the check leaves nothing behind', async () => {
      const { checks, dataDir } = await checksOf(await open());
      await checks.store();
      await checks.store();
      await checks.disk();
      expect(await readdir(dataDir)).toEqual([]);
    });

    test('[OPS-3] a poller that has stopped, and a source that no node polls, are problems', async () => {
      const store = await open();
      let lookedAt = NOON;
      const { checks, clock } = await checksOf(store, { polledAt: () => lookedAt });
      await checks.poller();
      clock.now += MINUTE;
      await expect(checks.poller()).rejects.toThrow('does not look');
      lookedAt = clock.now;
      const wearer = await newWearer(store);
      await store.connections.save(connected(wearer, { source: 'nightScout', nextAt: NOON - HOUR }), 1);
      await checks.poller();
      clock.now += 20 * SECOND;
      lookedAt = clock.now;
      await expect(checks.poller()).rejects.toThrow('No node takes');
      const due = {
        node: 'a',
        source: 'nightScout',
        now: clock.now,
        until: clock.now + 20 * SECOND,
        latest: clock.now + 20 * SECOND,
        limit: 5,
      };
      await store.leases.claim(due);
      await checks.poller();
    });

    test('[OPS-3] alarms about which no node decides are a problem, where somebody has alarms', async () => {
      const store = await open();
      const { checks, clock } = await checksOf(store);
      await store.checks.noteAlarmCheck(clock.now);
      const stays = async () => {
        await checks.alarms();
        clock.now += 20 * SECOND;
        return checks.alarms();
      };
      clock.now += 2 * MINUTE;
      await stays();
      await store.alarmWatch.start(await newWearer(store));
      await expect(stays()).rejects.toThrow('No node takes');
      await store.checks.noteAlarmCheck(clock.now);
      await stays();
    });

    test('[OPS-3] problems are found also after the clock was set back by an hour', async () => {
      const store = await open();
      let key = encryption;
      const { checks, clock } = await checksOf(store, {
        encryption: { prefix: lostKey.prefix, decrypt: (...text) => key.decrypt(...text) },
      });
      const wearerId = await newWearer(store);
      const encryptedSession = encryption.encrypt('{}', { wearerId, what: 'session' });
      await store.connections.save(connected(wearerId, { source: 'nightScout', encryptedSession }), 1);
      await store.alarmWatch.start(wearerId);
      await checks.key();
      clock.now -= HOUR;
      await store.checks.noteAlarmCheck(clock.now);
      key = lostKey;
      await expect(checks.key()).rejects.toThrow('No key');
      for (let look = 0; look < 7; look += 1) {
        await checks.alarms();
        clock.now += 10 * SECOND;
      }
      await checks.alarms();
      clock.now += 20 * SECOND;
      await expect(checks.alarms()).rejects.toThrow('No node takes');
    });

    test('[OPS-3] a source that failed before and waits for others that hang is not a problem of the poller', async () => {
      const store = await open();
      const { checks, clock } = await checksOf(store);
      const wearer = await newWearer(store);
      const waiting = connected(wearer, { source: 'nightScout', nextAt: NOON - HOUR, failures: 1 });
      await store.connections.save(waiting, 1);
      for (let look = 0; look < 3; look += 1) {
        clock.now += MINUTE;
        await checks.poller();
      }
    });

    test('[SRC-4] a key that decrypts no sign-in is a problem until one of them is encrypted again', async () => {
      const store = await open();
      const [ada, ben] = [await newWearer(store), await newWearer(store)];
      const save = (wearerId: number, by: typeof encryption) =>
        store.connections.save(
          connected(wearerId, { encryptedSession: by.encrypt('{}', { wearerId, what: 'session' }) }),
          1,
        );
      await save(ada, encryption);
      await save(ben, encryption);
      await (await checksOf(store)).checks.key();
      await expect((await checksOf(store, { encryption: lostKey })).checks.key()).rejects.toThrow('No key');
      await save(ada, lostKey);
      await (await checksOf(store, { encryption: lostKey })).checks.key();
    });
  });
});
