import { setTimeout as pause } from 'node:timers/promises';
import { type SimulatedDay, samples } from '../../simulators/day.ts';
import { nightscoutSite } from '../../simulators/nightscout/nightscout.ts';
import { serve } from '../../simulators/serve.ts';

export const SITE_SECRET = 'a secret of the site';
export const EVERY_MS = 60_000;
/** How long a site takes to answer, so that two polls at once would be seen. */
const ANSWER_MS = 80;
/** A hanging site holds a call this long. */
export const HANG_MS = 20_000;

/** What all sites do now. */
export type SiteScenario = 'well' | 'failing' | 'hanging' | 'busy';

/** A sensor that measures every minute, on a Nightscout site of its own. */
export type Sensor = {
  url: string;
  /** Times of the readings with `from` < time ≤ `to`, epoch ms. */
  measured(from: number, to: number): number[];
};

export type Sensors = AsyncDisposable & {
  all: readonly Sensor[];
  scenario: { now: SiteScenario };
  /** Polls for the same sensor that were answered at the same time: two nodes would have asked. */
  overlaps(): number;
  polls(): number;
};

/** So many sensors; their sites have nothing from before they were opened. */
export async function openSensors(count: number): Promise<Sensors> {
  await using left = new AsyncDisposableStack();
  const begun = Date.now();
  const scenario: Sensors['scenario'] = { now: 'well' };
  const counts = { overlaps: 0, polls: 0 };
  const all: Sensor[] = [];
  for (let index = 0; index < count; index += 1) {
    const life: SimulatedDay = { seed: index + 1, everyMs: EVERY_MS };
    const site = nightscoutSite({
      secret: SITE_SECRET,
      token: 'reader-0123456789abcdef',
      life,
      lateMs: [0, 0],
    });
    let open = 0;
    const { url, close } = await serve(async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (!pathname.includes('/entries')) return site(request);
      const until = Number(searchParams.get('find[date][$lte]') ?? Date.now());
      if (until < begun) return Response.json([]);
      counts.polls += 1;
      if (open > 0) counts.overlaps += 1;
      open += 1;
      // Until the answer is sent, or the caller has gone.
      await pause(scenario.now === 'hanging' ? HANG_MS : ANSWER_MS, null, request).catch(() => {});
      open -= 1;
      return scenario.now === 'well' ? site(request) : failureOf(scenario.now);
    });
    left.defer(close);
    all.push({ url, measured: (from, to) => samples(from, to, life).map(({ takenAt }) => takenAt) });
  }
  const opened = left.move();
  return {
    all,
    scenario,
    overlaps: () => counts.overlaps,
    polls: () => counts.polls,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function failureOf(scenario: SiteScenario): Response {
  if (scenario === 'busy') return new Response('Busy', { status: 429, headers: { 'retry-after': '5' } });
  return new Response('<html>Building your app</html>', {
    status: 503,
    headers: { 'content-type': 'text/html' },
  });
}
