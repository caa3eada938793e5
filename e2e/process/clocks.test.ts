import { setTimeout as pause } from 'node:timers/promises';
import { activeAlarms, cgmConnection, currentUser, type ReplyOf } from '@tealight/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type SimulatedDay, samples } from '../../simulators/day.ts';
import { accessToken, connectedWearer } from '../../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../../simulators/nightscout/nightscout.ts';
import { serve } from '../../simulators/serve.ts';
import { postgresAnswers } from '../browser/support/database.ts';
import { alarmSite, connectWithAlarms } from '../support/alarm-site.ts';
import { twoNodes } from '../support/two-nodes.ts';

const onPostgres = test.runIf(await postgresAnswers());

/** The clock of the node is ahead by so many ms from its start; negative: behind. */
const ahead = (ms: number) => ({
  NODE_OPTIONS: `--import=data:text/javascript,const/**/real=Date.now;Date.now=()=>real()+(${ms})`,
});

onPostgres.each([
  { ms: 8000, status: 200, missing: [] },
  { ms: 20_000, status: 503, missing: ['clock'] },
])('[OPS-2] the readiness check of a node whose clock is $ms ms ahead answers $status', async (given) => {
  await using nodes = await twoNodes({ other: ahead(given.ms) });
  const { one, other } = nodes;
  await expect.poll(async () => (await fetch(`${one.url}/health/ready`)).status).toBe(200);
  const answer = await fetch(`${other.url}/health/ready`);
  expect(answer.status).toBe(given.status);
  expect(await answer.json()).toMatchObject({ missing: given.missing });
});

const DAY = 24 * 3_600_000;

onPostgres(
  '[OPS-2] a node whose clock is 40 days ahead stores times by the clock of the database, so that none expires at once',
  async () => {
    await using nodes = await twoNodes({ other: ahead(40 * DAY) });
    const { one, other, ada } = nodes;
    const tokens = [ada.token, await accessToken(other.url, ada)];
    for (const { url } of [one, other])
      for (const token of tokens) {
        const headers = { authorization: `Bearer ${token}` };
        expect((await fetch(url + currentUser.path, { headers })).status).toBe(200);
      }
    const sessions = await nodes.ask('select used_at from sessions');
    expect(sessions).toHaveLength(2);
    for (const session of sessions)
      expect(Math.abs(Number(session.used_at) - Date.now())).toBeLessThan(60_000);
  },
);

/** The alarms that ring for a wearer. */
async function ringing(url: string, token: string): Promise<string[]> {
  const answer = await fetch(url + activeAlarms.path, { headers: { authorization: `Bearer ${token}` } });
  const { wearers } = (await answer.json()) as ReplyOf<typeof activeAlarms>;
  return wearers.flatMap(({ alarms }) => alarms.map(({ kind }) => kind));
}

onPostgres(
  '[ALM-8] a node whose clock is 90 s ahead rings for a low that is almost nine minutes old',
  async () => {
    await using nodes = await twoNodes({
      one: { ROLES: 'api,poll' },
      other: { ...ahead(90_000), ROLES: 'alarms' },
    });
    await using site = await alarmSite();
    // One of ten minutes is too old to ring.
    await site.measures(52, 8.75 * 60);
    const { url } = nodes.one;
    const { token } = nodes.ada;
    await connectWithAlarms(url, nodes.ada, site);
    await vi.waitFor(async () => expect(await ringing(url, token)).toEqual(['urgent-low']));
  },
);

const SECRET = 'a secret of the site';
const SITES = 18;
/** A node reads this many histories at a time; a source that waits for its turn is polled more often. */
const CONNECTED_AT_ONCE = 6;
const EVERY_MS = 60_000;
/** The longest interval between two readings of one sensor. */
const APART_MS = EVERY_MS + 1000;
/** How long an answer takes, so that the other node checks in the meantime. */
const ANSWER_MS = 500;
const WATCHED_MS = 12_000;

/** Sites of sensors that measure every minute; they record when they are asked for the newest entries. */
async function sites() {
  const begun = Date.now();
  const all = Array.from({ length: SITES }, async (_, index) => {
    const life = { seed: index + 1, everyMs: EVERY_MS };
    const site = nightscoutSite({ secret: SECRET, token: 'reader-0123456789abcdef', life, lateMs: [0, 0] });
    const askedAt: number[] = [];
    const { url, close } = await serve(async (request) => {
      const until = Number(new URL(request.url).searchParams.get('find[date][$lte]') ?? Date.now());
      // A new site, so that its history is read quickly.
      if (until < begun) return Response.json([]);
      if (until <= Date.now()) return site(request);
      askedAt.push(Date.now());
      await pause(ANSWER_MS);
      return site(request);
    });
    onTestFinished(close);
    return { url, life, askedAt };
  });
  return Promise.all(all);
}

/** A wearer whose readings so far are stored. */
async function connectedSite(url: string, endpoint: string): Promise<void> {
  const { token } = await connectedWearer(url, { endpoint, apiSecret: SECRET });
  const headers = { authorization: `Bearer ${token}` };
  const state = async () => {
    const answer = await fetch(url + cgmConnection.path, { headers });
    return ((await answer.json()) as { state: string }).state;
  };
  await vi.waitFor(async () => expect(await state()).toBe('fine'));
}

/** `known`: the number of earlier calls. */
type Watched = { life: SimulatedDay; askedAt: readonly number[]; known: number };

/** Calls that could not find a new reading, because the reading after the one that the previous call found was not due yet. */
const extraCalls = ({ life, askedAt, known }: Watched) =>
  askedAt.filter((moment, index) => {
    const newest = samples(moment - APART_MS, moment + ANSWER_MS, life).at(-1);
    return index >= known && newest !== undefined && newest.takenAt <= (askedAt[index - 1] ?? 0);
  });

onPostgres(
  '[OPS-2] [SRC-3] two nodes whose clocks differ by 10 s ask each site once for each reading, and lose none',
  async () => {
    const asked = await sites();
    await using nodes = await twoNodes({
      other: ahead(10_000),
      alone: async (one) => {
        for (let begin = 0; begin < SITES; begin += CONNECTED_AT_ONCE) {
          const some = asked.slice(begin, begin + CONNECTED_AT_ONCE);
          await Promise.all(some.map(({ url }) => connectedSite(one.url, url)));
        }
      },
    });
    const waiting = () =>
      nodes.ask(`select wearer_id from connections where backfill_at < ${Date.now() + EVERY_MS}`);
    await vi.waitFor(async () => expect(await waiting()).toEqual([]));
    const from = Date.now() - EVERY_MS;
    const watched = asked.map(({ life, askedAt }) => ({ life, askedAt, known: askedAt.length }));
    await pause(WATCHED_MS);
    const until = Date.now();
    const missing = async () => {
      const rows = await nodes.ask(`select taken_at from readings where taken_at > ${from}`);
      const stored = new Set(rows.map(({ taken_at }) => Number(taken_at)));
      const all = asked.flatMap(({ life }) => samples(from, until, life));
      return all.filter(({ takenAt }) => !stored.has(takenAt));
    };
    await vi.waitFor(async () => expect(await missing()).toEqual([]), { timeout: 60_000, interval: 500 });
    expect(watched.flatMap(extraCalls)).toEqual([]);
  },
);
