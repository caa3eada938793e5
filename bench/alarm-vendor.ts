import { setTimeout as wait } from 'node:timers/promises';
import { saveAlarmSettings } from '@tealight/contract';
import { subscribeBrowser } from '../e2e/support/alarm-site.ts';
import { realProcess } from '../e2e/support/real-process.ts';
import { connectedWearer, send } from '../simulators/fixtures/wearer.ts';
import { nightscoutSite } from '../simulators/nightscout/nightscout.ts';
import { openPushService } from '../simulators/push/push-service.ts';
import { serve } from '../simulators/serve.ts';
import { atMost, figure, type Result } from './support/result.ts';

const WEARERS = 30;
const EVERY_MS = 60_000;
/** A sensor that measures every minute, with an hour of history: Tealight knows its rhythm when it connects. */
const HISTORY = 60;
/** From the measurement until the site shows it. Tealight has learned that after a few readings (docs/decisions/008). */
const VISIBLE_AFTER_MS = 8000;
const READINGS = 6;
/** Own goal: how much later than the poll an alarm may be with the service that delivers it. */
const AFTER_POLL_MS = 2000;
const SECRET = 'a secret of the site';

/** From a reading that is visible at its source to the message that a push service has taken over, by the real process. */
export async function alarmVendor(): Promise<Result[]> {
  await using left = new AsyncDisposableStack();
  const push = await openPushService();
  left.defer(push.close);
  const { url } = left.use(await realProcess());
  const found = await Promise.all(
    Array.from({ length: WEARERS }, async (_, place) => {
      const site = await timedSite();
      left.defer(site.close);
      await wait((place * EVERY_MS) / WEARERS);
      await site.hasMeasured(112);
      const wearer = await connectedWearer(url, { endpoint: site.url, apiSecret: SECRET });
      await send(url + saveAlarmSettings.path, { isOn: true, hasAccepted: true }, wearer.token);
      const endpoint = await subscribeBrowser(url, wearer, push);
      const begun = Date.now();
      for (let reading = 1; reading < READINGS; reading += 1) {
        await wait(begun + reading * EVERY_MS - Date.now());
        await site.measures(112);
      }
      await wait(begun + READINGS * EVERY_MS - Date.now());
      const visibleAt = await site.measures(52);
      while (push.messages(endpoint).length === 0) await wait(5);
      const handedOver = Date.now();
      return {
        poll: site.polledAt() - visibleAt,
        all: handedOver - visibleAt,
        after: handedOver - site.polledAt(),
      };
    }),
  );
  const at = (share: number, of: (one: (typeof found)[number]) => number) =>
    found.map(of).sort((one, other) => one - other)[Math.floor((WEARERS - 1) * share)] ?? Number.NaN;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return [
    figure('reading visible at its source to polled, median', seconds(at(0.5, ({ poll }) => poll))),
    figure('the same, 95 % of readings', seconds(at(0.95, ({ poll }) => poll))),
    figure('visible to handed over, median', seconds(at(0.5, ({ all }) => all))),
    figure('the same, 95 % of alarms', seconds(at(0.95, ({ all }) => all))),
    atMost(
      'polled to handed over, median',
      at(0.5, ({ after }) => after),
      { most: AFTER_POLL_MS, unit: 'ms' },
    ),
    atMost(
      'the same, slowest',
      at(1, ({ after }) => after),
      { most: AFTER_POLL_MS, unit: 'ms' },
    ),
  ];
}

/** A Nightscout site that notes when a poll has fetched its newest reading. */
async function timedSite() {
  const handler = nightscoutSite({ secret: SECRET, token: 'reader-0123456789abcdef', scenario: 'empty' });
  let polled = 0;
  const { url, close } = await serve(async (request) => {
    const answer = await handler(request);
    if (polled === 0 && new URL(request.url).pathname.includes('/entries')) polled = Date.now();
    return answer;
  });
  return {
    url,
    close,
    polledAt: () => polled,
    /** Has measured so many mg/dL every minute of its history. */
    async hasMeasured(sgv: number): Promise<void> {
      const newest = Date.now() - VISIBLE_AFTER_MS;
      for (let reading = HISTORY; reading >= 0; reading -= 1)
        await send(`${url}/__simulator/reading`, { sgv, date: newest - reading * EVERY_MS });
    },
    /** Measures so many mg/dL, and returns when that is visible, epoch ms. */
    async measures(sgv: number): Promise<number> {
      await send(`${url}/__simulator/reading`, { sgv, date: Date.now() - VISIBLE_AFTER_MS });
      polled = 0;
      return Date.now();
    },
  };
}
