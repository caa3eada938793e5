import { cgmConnection, currentReadings, wearerGlances } from '@tealight/contract';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownWearer } from '../../../test/fake-calls.ts';
import { aFollowed, fakePeople } from '../../../test/fake-people.ts';
import { aConnection, aReading } from '../../../test/fake-server.ts';
import { openApp } from '../../../test/on-app.ts';
import { queryClient } from '../queries.ts';
import { session } from '../session.ts';
import { shownWearer } from './shown-wearer.ts';
import { chooseWearer } from './wearer-page.ts';

const wearers = [
  ownWearer,
  aFollowed({ id: 'bbbbbbbbbbbb', name: 'Ben' }),
  aFollowed({ id: 'cccccccccccc', name: 'Cleo', role: 'carer' }),
];
/** The value of each wearer: no two are alike, so that a value says whose it is. */
const values: Record<string, number> = Object.fromEntries(wearers.map(({ id }, index) => [id, 101 + index]));

/** What happens next: somebody is chosen, everything is asked for again, or one of the open answers arrives. */
const step = fc.oneof(
  fc.record({ what: fc.constant('choose' as const), which: fc.nat() }),
  fc.record({ what: fc.constant('refresh' as const), which: fc.nat() }),
  { arbitrary: fc.record({ what: fc.constant('answer' as const), which: fc.nat() }), weight: 2 },
);
/** Each run draws the whole app some dozen times. */
const RUNS = { numRuns: 8 };
type Step = { what: 'choose' | 'refresh' | 'answer'; which: number };
const steps = fc.array(step, { minLength: 10, maxLength: 25 });

/** As many turns of the event loop as a call takes from its answer to the page. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

/** The values that the page shows in its orb. */
const shownValues = () => [...document.querySelectorAll('[data-empty="false"] b')].map((b) => b.textContent);

describe('answers that arrive late', () => {
  test(
    '[PPL-19] never show another wearer, in any order',
    () => fc.assert(fc.asyncProperty(steps, run), RUNS),
    120_000,
  );
});

async function run(taken: readonly Step[]): Promise<void> {
  const waiting: (() => void)[] = [];
  const later = (answer: unknown) =>
    new Promise((resolve) => {
      waiting.push(() => resolve(answer));
    });
  const selected = ownWearer.id;
  fakePeople(
    { selected, wearers, values },
    {
      [currentReadings.path]: ({ wearer }) => {
        const reading = aReading({ value: values[wearer ?? selected] ?? 0 });
        return later({
          data: { unit: 'mg/dL', currentCgmReading: reading, previousCgmReading: null },
        });
      },
      // Nothing is known of anybody but by these answers.
      [wearerGlances.path]: () => new Promise(() => {}),
      [cgmConnection.path]: () => later(aConnection()),
    },
  );
  openApp(`/w/${selected}/`, 'token');
  /** Everything that was held back arrives at once: the page shows its own wearer, and only that one. */
  const answerAll = () =>
    waitFor(async () => {
      await act(async () => {
        for (const answer of waiting.splice(0).toReversed()) answer();
        await settled();
      });
      expect(shownValues()).toEqual([String(values[shownWearer().id ?? ''])]);
    });
  await answerAll();
  for (const { what, which } of taken) {
    await act(async () => {
      if (what === 'choose') chooseWearer(wearers[which % wearers.length]?.id ?? selected);
      else if (what === 'refresh') void queryClient.invalidateQueries();
      // In any order: the oldest answer may be the last to arrive.
      else waiting.splice(which % Math.max(1, waiting.length), 1)[0]?.();
      await settled();
    });
    const own = String(values[shownWearer().id ?? '']);
    for (const value of shownValues()) expect(value).toBe(own);
  }
  await answerAll();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    wearers.find(({ id }) => id === shownWearer().id)?.name ?? '',
  );
  cleanup();
  session.end();
}
