import {
  currentReadings,
  endShareLink,
  makeShareLink,
  sharedChangesPath,
  sharedNow,
  shareScheme,
  wearerHeader,
} from '@tealight/contract';
import { twoNodes } from '../../e2e/support/two-nodes.ts';
import { wearerOf } from '../../simulators/fixtures/wearer.ts';
import { atMost, figure, type Result } from '../support/result.ts';
import { ask, type Caller, endOnlyFollow, follow, ownWearerOf } from './follower.ts';
import { openStream, openViewers, viewers } from './viewers.ts';

const RUNS = 100;
/** PPL-24: with several nodes, in ms. */
const MAX_MS = 3000;

/** How soon a follower and the page of a share link see nothing more on one node, after the other has answered. */
export async function revocation(): Promise<Result[]> {
  let token = '';
  await using nodes = await twoNodes({
    alone: async (only) => {
      token = (await wearerOf(only.url)).token;
    },
  });
  const { one, other, ada } = nodes;
  const owner = { url: one.url, token: ada.token };
  const wearer = await ownWearerOf(owner);
  const follower = { url: other.url, token, wearer };
  const waits = new Map<string, number[]>(viewers.map((viewer) => [viewer, []]));
  const pageWaits: number[] = [];
  const refused = { call: 0, page: 0 };
  for (let run = 0; run < RUNS; run += 1) {
    const code = await follow(owner, follower);
    const { ends, close } = await openViewers({
      ...follower,
      mqttPort: other.mqttPort,
      code,
      id: `run-${run}`,
    });
    await endOnlyFollow(owner);
    const endedAt = performance.now();
    if (
      await isRefused(other.url + currentReadings.path, {
        authorization: `Bearer ${token}`,
        [wearerHeader]: wearer,
      })
    )
      refused.call += 1;
    for (const viewer of viewers) waits.get(viewer)?.push((await ends[viewer]) - endedAt);
    close();
    const page = await sharePage(owner, other.url);
    pageWaits.push(page.waitMs);
    if (page.isRefused) refused.page += 1;
  }
  return [
    atMost(`two nodes: next calls not refused, of ${RUNS}`, RUNS - refused.call, { most: 0, unit: '' }),
    ...[...waits].flatMap(([viewer, times]) => percentiles(`two nodes: ${viewer}`, times)),
    atMost(`two nodes: next calls of a share page not refused, of ${RUNS}`, RUNS - refused.page, {
      most: 0,
      unit: '',
    }),
    ...percentiles('two nodes: stream of a share page', pageWaits),
  ];
}

async function sharePage(owner: Caller, url: string): Promise<{ waitMs: number; isRefused: boolean }> {
  const { id, link } = await ask(makeShareLink, owner, { name: 'Nurse', scope: 'now', lasts: 'hour' });
  const headers = { authorization: `${shareScheme} ${link.split('#')[1]}` };
  const { end } = await openStream(url + sharedChangesPath, {
    headers,
    signal: new AbortController().signal,
  });
  await ask(endShareLink, owner, { id });
  const endedAt = performance.now();
  const isNextRefused = await isRefused(url + sharedNow.path, headers);
  return { waitMs: (await end) - endedAt, isRefused: isNextRefused };
}

const isRefused = async (url: string, headers: Record<string, string>): Promise<boolean> => {
  const answer = await fetch(url, { headers });
  await answer.text();
  return answer.status >= 400 && answer.status < 500;
};

function percentiles(what: string, times: readonly number[]): Result[] {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return [
    atMost(`${what}, p99 of ${times.length}`, Math.max(0, at(0.99)), { most: MAX_MS, unit: 'ms' }),
    // Below zero: the viewer was notified before the answer to the call had arrived.
    figure('  median, slowest', `${at(0.5).toFixed(1)} ms, ${at(1).toFixed(1)} ms`),
  ];
}
