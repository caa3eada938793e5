import { describe, expect, test } from 'vitest';
import { alarmsOn, readingsCome, watched, withAlarms } from '../../test/alarms/alarms-on.ts';
import { connected } from '../../test/connections.ts';
import { eachEngine } from '../../test/engines.ts';
import { personOf } from '../../test/followers/family.ts';

const MINUTE = 60_000;

describe('alarms of a wearer', () => {
  eachEngine((open) => {
    test('[OPS-3] that cannot be evaluated are one log line, however often they are tried while others are evaluated', async () => {
      const store = await open();
      const { api, wearerId } = await watched(store);
      const ben = await personOf(api, 'Ben');
      const [other] = await store.visibleWearers.of(ben.accountId);
      const otherId = other?.id ?? 0;
      await withAlarms(api, ben, otherId);
      const lines: object[] = [];
      const write = (line: object) => void lines.push(line);
      let isBroken = true;
      const delayOf = (source: string) => {
        if (source === 'broken' && isBroken) throw new Error('a bug');
        return api.dependencies.delayOf(source);
      };
      await store.connections.save(connected(wearerId, { source: 'broken' }), api.clock.at);
      const log = { debug() {}, info: write, warn: write, error: write };
      const alarms = alarmsOn(api, { delayOf, log });
      const evaluateFor = async (minutes: number) => {
        for (let minute = 0; minute < minutes; minute += 1) {
          await store.alarmWatch.makeDue([wearerId]);
          await alarms.evaluateDueNow();
          await readingsCome(api, alarms, otherId, [110]);
          api.clock.at += MINUTE;
        }
      };
      await evaluateFor(5);
      expect(lines).toMatchObject([{ event: 'alarms-not-evaluated' }]);
      isBroken = false;
      await evaluateFor(2);
      expect(lines.slice(1)).toEqual([{ event: 'recovered', from: 'alarms-not-evaluated' }]);
    });
  });
});
