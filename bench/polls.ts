import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atLeast, figure, type Result } from './result.ts';

const file = fileURLToPath(new URL('../server/test/bench/poll-http.ts', import.meta.url));
/** What an installation with 300,000 wearers of five-minute sensors needs. */
const LEAST_POLLS = 1000;

/** Polls a second over real HTTP, on a store of its own. */
export async function polls(): Promise<Result[]> {
  const child = fork(file);
  const [found] = (await once(child, 'message')) as [{ rate: number; bareRate: number; processor: number }];
  await once(child, 'exit');
  return [
    atLeast('polls a second over HTTP, each with a new reading', found.rate, { least: LEAST_POLLS }),
    figure('processor a poll', `${found.processor.toFixed(0)} µs`),
    figure('as a share of the calls alone', (found.rate / found.bareRate).toFixed(2)),
  ];
}
