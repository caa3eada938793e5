import { expect, onTestFailed, test } from 'vitest';
import { postgresAnswers } from '../browser/support/database.ts';
import { soak } from '../soak/soak.ts';
import { hasMosquitto } from '../support/own-broker.ts';

/** Faults last a third of their time, beside all other tests; `npm run soak` is the long form, with the goals as they are. */
const SHORT = {
  wearers: 60,
  devices: 100,
  pages: 10,
  kills: 1,
  vendors: 1,
  forMs: 0,
  shorter: 3,
  goalFactor: 2,
  mailsMayWait: true,
};

test.runIf((await postgresAnswers()) && hasMosquitto())(
  '[OPS-2] three nodes lose, double and delay nothing while nodes die, freeze and jump in time, and database, broker, mail server and sources fail',
  async () => {
    const seed = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);
    const lines: string[] = [];
    onTestFailed(() => console.error([`The seed was ${seed} (SOAK_SEED)`, ...lines].join('\n')));
    const { violations, polls } = await soak({ ...SHORT, seed, report: (line) => lines.push(line) });
    expect(violations).toEqual([]);
    expect(polls).toBeGreaterThan(SHORT.wearers);
  },
  1_200_000,
);
