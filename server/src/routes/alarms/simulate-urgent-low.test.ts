import {
  CHECK_NOW_EVERY_MS,
  type Problem,
  problemCodeOf,
  type ReplyOf,
  readAlarmSettings,
  SIMULATED_LOW_MGDL,
  simulateUrgentLow,
} from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { apiOn, noPolling, openInMemory } from '../../../test/api.ts';
import { connected } from '../../../test/connections.ts';
import { eachEngine } from '../../../test/engines.ts';
import type { SimulatedSite } from '../dependencies.ts';

type Does = Parameters<SimulatedSite['measure']> | 'asked';

/** What happened, in its order, at a simulated site and a poller that answer so. */
function recorded({ isSource = true, answers = true } = {}) {
  const did: Does[] = [];
  const simulatedSite: SimulatedSite = {
    isSourceOf: async () => isSource,
    measure: async (...measured) => {
      did.push(measured);
      return answers;
    },
  };
  const checkNow = async () => {
    did.push('asked');
    return true;
  };
  return { did, dependencies: { simulatedSite, polling: { ...noPolling, checkNow } } };
}

describe('simulating an urgent low', () => {
  eachEngine((open) => {
    test('the simulated source measures first, then it is asked, once in 15 seconds', async () => {
      const { did, dependencies } = recorded();
      const api = await apiOn(await open(), dependencies);
      const token = await api.signedIn();
      const settings = (await api.send(readAlarmSettings, { token })).json<
        ReplyOf<typeof readAlarmSettings>
      >();
      expect(settings.isSimulated).toBe(true);
      expect((await api.send(simulateUrgentLow, { token })).json()).toEqual({ isSuccess: true });
      expect(did).toEqual([[SIMULATED_LOW_MGDL, api.clock.at], 'asked']);
      api.clock.at += CHECK_NOW_EVERY_MS - 1;
      expect((await api.send(simulateUrgentLow, { token })).statusCode).toBe(429);
      api.clock.at += 1;
      expect((await api.send(simulateUrgentLow, { token })).statusCode).toBe(200);
      expect(did).toHaveLength(4);
    });

    test('the reading is taken far enough after the one before to count as another', async () => {
      const { did, dependencies } = recorded();
      const api = await apiOn(await open(), dependencies);
      const token = await api.signedIn();
      const lastReadingAt = api.clock.at - 10_000;
      await api.dependencies.store.connections.save(connected(1, { lastReadingAt }), api.clock.at);
      await api.send(simulateUrgentLow, { token });
      expect(did[0]).toEqual([SIMULATED_LOW_MGDL, lastReadingAt + 30_000]);
    });
  });

  test.each([
    ['without a simulated source', null],
    ['with another source', recorded({ isSource: false }).dependencies.simulatedSite],
  ])('%s it is not offered', async (_case, simulatedSite) => {
    const { did, dependencies } = recorded();
    const api = await apiOn(await openInMemory(), { ...dependencies, simulatedSite });
    const token = await api.signedIn();
    const answer = await api.send(simulateUrgentLow, { token });
    expect(problemCodeOf(answer.json<Problem>())).toBe('not-offered');
    expect(did).toEqual([]);
    expect((await api.send(readAlarmSettings, { token })).json()).toMatchObject({ isSimulated: false });
  });

  test('a simulated source that does not answer is not asked', async () => {
    const { did, dependencies } = recorded({ answers: false });
    const api = await apiOn(await openInMemory(), dependencies);
    const token = await api.signedIn();
    const answer = await api.send(simulateUrgentLow, { token });
    expect(answer.json()).toMatchObject({ status: 503, title: 'The simulated source does not answer' });
    expect(did).not.toContain('asked');
  });
});
