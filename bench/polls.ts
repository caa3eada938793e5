import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atLeast, figure, type Result } from './support/result.ts';

const file = fileURLToPath(new URL('../server/test/bench/poll-http.ts', import.meta.url));
/** One for each reading of 300,000 five-minute sensors. */
const MIN_POLLS = 1000;

/** Polls per second over real HTTP, with a separate store. */
export async function polls(): Promise<Result[]> {
  const child = fork(file);
  const [found] = (await once(child, 'message')) as [{ rate: number; bareRate: number; processor: number }];
  await once(child, 'exit');
  return [
    atLeast('polls per second over HTTP, each with a new reading', found.rate, { least: MIN_POLLS }),
    figure('CPU time per poll', `${found.processor.toFixed(0)} µs`),
    figure('share of the rate of bare calls', (found.rate / found.bareRate).toFixed(2)),
  ];
}
