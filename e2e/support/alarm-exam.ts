import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';
import type { Wearer } from '../../simulators/fixtures/wearer.ts';
import { openPushService } from '../../simulators/push/push-service.ts';
import { alarmSite, ask, subscribeBrowser, wearerWithAlarms } from './alarm-site.ts';
import type { RealProcess } from './real-process.ts';

/** Takeover of polls and alarms within 30 seconds, and the message. */
const taken = { timeout: 60_000, interval: 100 };
/** Sensors measure so far apart; nearer readings would count as one. */
const EVERY_MS = 40_000;
/** From the reading until a process is killed: before the poll, while it decides, while it sends. */
const KILLED_AFTER_MS = [0, 300, 700, 150, 1000, 450, 600, 50, 1500, 850, 200, 2000, 100, 3000, 400];
/** How often a process is killed; more with `ALARM_KILLS`, at the same moments again. */
const kills = (atFirst: number): number => Number(process.env.ALARM_KILLS ?? atFirst);

type Pushed = { token: string; silent: boolean };

/**
 * People with alarms on, each with a browser of a simulated push service, whose readings fall again and again while a
 * process is killed. `people`: how many.
 */
export async function alarmExam(people: number) {
  const left = new AsyncDisposableStack();
  onTestFinished(() => left.disposeAsync());
  const push = await openPushService();
  left.defer(push.close);
  const site = left.use(await alarmSite());
  let takenAt = Date.now() - 420_000;
  const measures = async (mgdl: number) => {
    takenAt += EVERY_MS;
    await sleep(Math.max(0, takenAt - Date.now()));
    await site.measures(mgdl, (Date.now() - takenAt) / 1000);
  };
  await measures(110);
  const wearers: Wearer[] = [];
  const endpoints: string[] = [];
  const messages = (endpoint: string) =>
    push.messages(endpoint).map(({ text }) => JSON.parse(text ?? '{}') as Pushed);
  /** Messages that ring, of which a browser shows those with one token once. */
  const rings = (endpoint: string) =>
    new Set(
      messages(endpoint)
        .filter(({ silent }) => !silent)
        .map(({ token }) => token),
    ).size;
  const ends = (endpoint: string) => messages(endpoint).filter(({ silent }) => silent).length;
  const askAll = ({ url }: { url: string }) => Promise.all(wearers.map((wearer) => ask(url, wearer)));
  return {
    left,
    async join({ url }: { url: string }): Promise<void> {
      for (let index = 0; index < people; index += 1) {
        const wearer = await wearerWithAlarms(url, site);
        wearers.push(wearer);
        endpoints.push(await subscribeBrowser(url, wearer, push));
      }
    },
    /**
     * Lets everybody's glucose fall, kills a process, and expects one ring each; then the process starts again, and the
     * alarm ends. `pair`: who dies and who lives in a round; one process does both, and is started again at once.
     */
    async run(atFirst: number, pair: (round: number) => { dying: RealProcess; living: RealProcess }) {
      const rounds = kills(atFirst);
      for (let round = 0; round < rounds; round += 1) {
        const { dying, living } = pair(round);
        await measures(52);
        await askAll(dying);
        await sleep(KILLED_AFTER_MS[round % KILLED_AFTER_MS.length] ?? 0);
        await dying.kill();
        if (dying === living) await dying.restart();
        const expected = endpoints.map(() => round + 1);
        await vi.waitFor(() => expect(endpoints.map(rings)).toEqual(expected), taken);
        if (dying !== living) await dying.restart();
        await measures(110);
        await askAll(living);
        await vi.waitFor(() => expect(Math.min(...endpoints.map(ends))).toBeGreaterThan(round), taken);
      }
      expect(endpoints.map(rings)).toEqual(endpoints.map(() => rounds));
    },
  };
}
