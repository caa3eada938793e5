import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { postgresAnswers } from '../journeys/database.ts';
import { connectedWearer } from '../people/wearer.ts';
import { samples } from '../upstream/day.ts';
import { nightscoutSite } from '../upstream/nightscout.ts';
import { serve } from '../upstream/serve.ts';
import { warningsIn } from './real-process.ts';
import { twoNodes } from './two-nodes.ts';

const onPostgres = test.runIf(await postgresAnswers());

/** From its start the node's clock is ahead by so many ms, or behind where they are negative. */
const ahead = (ms: number) => ({
  NODE_OPTIONS: `--import=data:text/javascript,const/**/real=Date.now;Date.now=()=>real()+(${ms})`,
});

onPostgres.each([
  { ms: 8000, status: 200, events: [] as string[] },
  { ms: 20_000, status: 503, events: ['clock-wrong'] },
])(
  '[OPS-2] a node whose clock is $ms ms ahead answers $status when asked whether it is ready',
  async (given) => {
    await using nodes = await twoNodes({ other: ahead(given.ms) });
    const { one, other } = nodes;
    const ready = async (url: string) => (await fetch(`${url}/health/ready`)).status;
    expect([await ready(one.url), await ready(other.url)]).toEqual([200, given.status]);
    const events = warningsIn(other.said()).flatMap(({ event }) =>
      event?.startsWith('clock') ? [event] : [],
    );
    expect(events).toEqual(given.events);
  },
);

const SECRET = 'a secret of the site';
const SITES = 12;
/** A sensor that measures so often makes the poller ask as often. */
const EVERY_MS = 30_000;
/** So long an answer takes: the other node looks meanwhile. */
const ANSWER_MS = 500;
/** A site is asked again 5 s after it was asked at the soonest; the machine may be late with the first of two. */
const APART_MS = 2500;

/** Sites that note when they were asked for their newest entries. */
async function sites() {
  const all = Array.from({ length: SITES }, async (_, index) => {
    const life = { seed: index + 1, everyMs: EVERY_MS };
    const site = nightscoutSite({ secret: SECRET, token: 'reader-0123456789abcdef', life, lateMs: [0, 500] });
    const askedAt: number[] = [];
    const { url, close } = await serve(async (request) => {
      const asked = new URL(request.url);
      if (isForNewest(asked)) {
        askedAt.push(Date.now());
        await pause(ANSWER_MS);
      }
      return site(request);
    });
    onTestFinished(close);
    return { url, life, askedAt };
  });
  return Promise.all(all);
}

/** Older ones are asked for up to a moment in the past. */
const isForNewest = ({ searchParams }: URL) => Number(searchParams.get('find[date][$lte]')) > Date.now();

onPostgres(
  '[OPS-2] [SRC-3] two nodes whose clocks differ by 10 s ask each site once for each reading, and lose none',
  async () => {
    const asked = await sites();
    await using nodes = await twoNodes({
      one: ahead(5000),
      other: ahead(-5000),
      alone: async (one) => {
        await Promise.all(
          asked.map(({ url }) => connectedWearer(one.url, { endpoint: url, apiSecret: SECRET })),
        );
      },
    });
    const begun = Date.now();
    for (const { askedAt } of asked) askedAt.length = 0;
    await pause(12_000);
    const until = Date.now();
    const missing = async () => {
      const rows = await nodes.ask(`select taken_at from readings where taken_at > ${begun - EVERY_MS}`);
      const stored = new Set(rows.map(({ taken_at }) => Number(taken_at)));
      return asked
        .flatMap(({ life }) => samples(begun - EVERY_MS, until, life))
        .filter(({ takenAt }) => !stored.has(takenAt));
    };
    await vi.waitFor(async () => expect(await missing()).toEqual([]), { timeout: 30_000, interval: 500 });
    const gaps = asked.flatMap(({ askedAt }) =>
      askedAt.slice(1).map((moment, index) => moment - (askedAt[index] ?? 0)),
    );
    expect(gaps.filter((gap) => gap < APART_MS)).toEqual([]);
    process.stderr.write(`Calls: ${asked.map(({ askedAt }) => askedAt.length).join(' ')}\n`);
  },
);
