import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';
import type { Wearer } from '../../simulators/fixtures/wearer.ts';
import { openPushService } from '../../simulators/push/push-service.ts';
import { type AlarmSite, alarmSite, ask, subscribeBrowser, wearerWithAlarms } from './alarm-site.ts';
import type { RealProcess } from './real-process.ts';

/** Takeover of polls and alarms within 30 seconds, and the message. */
const taken = { timeout: 60_000, interval: 100 };
/** Sensors measure so far apart; nearer readings would count as one. */
const EVERY_MS = 40_000;
/** A process that was killed is up again for so long before the next one is. */
const KILLED_EVERY_MS = 6_500;
/** From somebody's fall until a process is killed: before the poll, while it decides, while it sends, after it. */
const KILLED_AFTER_MS = [0, 30, 100, 60, 10, 200, 45, 80, 20, 150, 400, 700];
/** How long readings fall, somebody's in each second; longer with `ALARM_SECONDS`. */
const SECONDS = Number(process.env.ALARM_SECONDS ?? 40);
const PEOPLE = 80;
/** People who sign up at the same time. */
const TOGETHER = 8;

type Pushed = { token: string; silent: boolean };
type Person = Wearer & { site: AlarmSite; endpoint: string; fellAt: number[]; rangAt: number[] };
/** What a failure should say about somebody whose alarms are missing, or too many. */
export type Explain = (email: string) => Promise<unknown>;
export type AlarmResult = { kills: number; lows: number; slowestMs: number };

/**
 * People with alarms on, each with a site and with a browser of a simulated push service. Their readings fall and rise
 * again in turn while processes are killed.
 */
export async function alarmsWhileKilled() {
  const left = new AsyncDisposableStack();
  onTestFinished(() => left.disposeAsync());
  const push = await openPushService();
  left.defer(push.close);
  const people: Person[] = [];
  const joinOne = async (url: string) => {
    const site = left.use(await alarmSite());
    await site.measures(110, EVERY_MS / 1000);
    const wearer = await wearerWithAlarms(url, site);
    const endpoint = await subscribeBrowser(url, wearer, push);
    people.push({ ...wearer, site, endpoint, fellAt: [], rangAt: [] });
  };
  /** Notes since when each message that rings is there; a browser shows those with one token once. */
  const listen = () => {
    for (const { endpoint, rangAt } of people) {
      const messages = push.messages(endpoint).map(({ text }) => JSON.parse(text ?? '{}') as Pushed);
      const rings = new Set(messages.filter(({ silent }) => !silent).map(({ token }) => token)).size;
      while (rangAt.length < rings) rangAt.push(Date.now());
    }
  };
  const expectAll = () => {
    listen();
    expect(people.map(({ rangAt }) => rangAt.length)).toEqual(people.map(({ fellAt }) => fellAt.length));
  };
  const measure = async (person: Person, mgdl: number, nodes: readonly RealProcess[]) => {
    await person.site.measures(mgdl);
    if (mgdl < 60) person.fellAt.push(Date.now());
    // A node that was just killed does not answer; until one does, the source would be asked at its own rhythm.
    const askAny = () => Promise.any(nodes.map(({ url }) => ask(url, person)));
    await vi.waitFor(askAny, taken);
  };

  /** While one person's readings fall, those of another one rise. */
  const readings = async (nodes: readonly RealProcess[], until: number) => {
    const half = PEOPLE / 2;
    const asked: Promise<void>[] = [];
    const startedAt = Date.now();
    for (let turn = 0; Date.now() < until; turn += 1) {
      const isEven = Math.floor(turn / half) % 2 === 0;
      for (const [index, mgdl] of [isEven ? 52 : 110, isEven ? 110 : 52].entries()) {
        const person = people[index * half + (turn % half)];
        if (person !== undefined) asked.push(measure(person, mgdl, nodes));
      }
      listen();
      await sleep(Math.max(0, startedAt + ((turn + 1) * EVERY_MS) / half - Date.now()));
    }
    await Promise.all(asked);
  };
  const falls = () => people.reduce((sum, { fellAt }) => sum + fellAt.length, 0);
  const kill = async (nodes: readonly RealProcess[], until: number) => {
    let kills = 0;
    for (await sleep(KILLED_EVERY_MS); Date.now() + 2000 < until; await sleep(KILLED_EVERY_MS)) {
      const before = falls();
      await vi.waitFor(() => expect(falls()).toBeGreaterThan(before), { timeout: 10_000, interval: 5 });
      await sleep(KILLED_AFTER_MS[kills % KILLED_AFTER_MS.length] ?? 0);
      const dying = nodes[kills % nodes.length];
      await dying?.kill();
      await dying?.restart();
      kills += 1;
    }
    return kills;
  };

  return {
    left,
    async join({ url }: { url: string }): Promise<void> {
      while (people.length < PEOPLE) {
        await Promise.all(Array.from({ length: TOGETHER }, () => joinOne(url)));
      }
    },
    /** Expects one ring for each time that somebody's glucose fell, while the nodes are killed in turn. */
    async run(nodes: readonly RealProcess[], explain: Explain): Promise<AlarmResult> {
      const until = Date.now() + SECONDS * 1000;
      const [kills] = await Promise.all([kill(nodes, until), readings(nodes, until)]);
      await vi.waitFor(expectAll, taken).catch(async (error: unknown) => {
        const missed = people.filter(({ fellAt, rangAt }) => fellAt.length !== rangAt.length);
        const facts = await Promise.all(missed.map(({ email }) => explain(email)));
        throw new Error(JSON.stringify({ missed, facts, now: Date.now() }), { cause: error });
      });
      // A second ring would have been sent by the node that has taken over.
      await sleep(taken.timeout / 4);
      expectAll();
      const waits = people.flatMap(({ fellAt, rangAt }) =>
        fellAt.map((at, index) => (rangAt[index] ?? Number.NaN) - at),
      );
      return { kills, lows: waits.length, slowestMs: Math.max(...waits) };
    },
  };
}
