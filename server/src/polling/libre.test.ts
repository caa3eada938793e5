import { libre } from '@tealight/sources';
import { expect, test } from 'vitest';
import { libreVendor } from '../../../simulators/libre/libre.ts';
import type { LibreScenario } from '../../../simulators/libre/scenarios.ts';
import { asFetch } from '../../../simulators/serve.ts';
import { pollingNode } from '../../test/polling/polling.ts';
import { newWearer } from '../../test/wearers.ts';
import { HOUR, MINUTE, SECOND } from '../shared/time-units.ts';
import { openStore } from '../store/store.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
/** How often polls that are held back are tried again. */
const STEP_MS = 250;
const account = { email: 'robin@example.com', password: 'a secret' };

/** A wearer at a simulated LibreLinkUp, half an hour after connecting. */
async function wearerAtLibre(scenario: LibreScenario = 'well') {
  const store = await openStore({ url: null, file: ':memory:' });
  const clock = { now: NOON };
  const vendor = libreVendor({ ...account, scenario, clock: () => clock.now });
  const urls: string[] = [];
  const source = libre({ address: 'https://libre.example' });
  const { polling } = pollingNode(store, clock, source as never, {
    sources: { libre: { type: 'freeStyleLibre', source } },
    fetchFor: () => (input: Parameters<typeof fetch>[0], init?: RequestInit) => {
      urls.push(new Request(input, init).url);
      return asFetch(vendor)(input, init);
    },
  });
  const wearerId = await newWearer(store);
  await polling.connect(wearerId, 'libre', { username: account.email, password: account.password });
  /** Advances the clock by at most `ms`, polling whenever a poll is due, until the condition is true; returns for how long, ms. */
  const pollFor = async (ms: number, isDone: () => Promise<boolean> = async () => false): Promise<number> => {
    const start = clock.now;
    while (clock.now < start + ms) {
      await polling.runDuePolls();
      if (await isDone()) break;
      const due = (await store.connections.find(wearerId))?.nextAt ?? Number.POSITIVE_INFINITY;
      clock.now = Math.min(start + ms, Math.max(clock.now + STEP_MS, Math.ceil(due)));
    }
    return clock.now - start;
  };
  const setScenario = (newScenario: LibreScenario) =>
    vendor(
      new Request('https://libre.example/__simulator/scenario', {
        method: 'POST',
        body: JSON.stringify({ scenario: newScenario }),
      }),
    );
  const status = () => polling.status(wearerId);
  const newest = async () => (await store.readings.latest(wearerId))[0]?.takenAt ?? 0;
  await pollFor(30 * MINUTE);
  const logbooks = () => urls.filter((url) => url.endsWith('/logbook')).length;
  return { clock, pollFor, setScenario, status, newest, logbooks };
}

test('[SRC-3] after LibreLinkUp has lost a session, readings arrive within 20 s of its recovery', async () => {
  const { clock, pollFor, setScenario, status, newest } = await wearerAtLibre();
  await setScenario('forgetful');
  await pollFor(2 * MINUTE, async () => (await status()).errorCode === 'session-over');
  await setScenario('well');
  const returned = clock.now;
  const after = await pollFor(5 * MINUTE, async () => (await newest()) > returned - MINUTE - 10 * SECOND);
  expect(after).toBeLessThanOrEqual(20 * SECOND);
});

test('[SRC-1] when a person stops sharing with LibreLinkUp, the status shows it a minute later, without a sign-in', async () => {
  const { pollFor, setScenario, status } = await wearerAtLibre();
  await setScenario('gone');
  const after = await pollFor(5 * MINUTE, async () => (await status()).errorCode === 'person-gone');
  expect(after).toBeLessThanOrEqual(MINUTE);
  await pollFor(10 * MINUTE);
  expect(await status()).toMatchObject({ errorCode: 'person-gone', nextTryAt: null });
});

test('[SRC-1] a person who shares again within minutes is read again automatically', async () => {
  const { pollFor, setScenario, status } = await wearerAtLibre();
  await setScenario('gone');
  await pollFor(80 * SECOND);
  await setScenario('well');
  await pollFor(MINUTE);
  expect(await status()).toMatchObject({ state: 'fine', errorCode: null });
});

test('[SRC-2] while LibreLinkUp returns no logbook, readings are stored as usual, and the logbook is requested again', async () => {
  const { clock, pollFor, setScenario, status, newest, logbooks } = await wearerAtLibre('no-logbook');
  expect(await status()).toMatchObject({ state: 'fine', errorCode: null });
  expect(await newest()).toBeGreaterThan(clock.now - 2 * MINUTE);
  expect(logbooks()).toBe(1);
  await setScenario('well');
  await pollFor(HOUR);
  expect(logbooks()).toBe(2);
  await pollFor(5 * HOUR);
  expect(logbooks()).toBe(2);
});
