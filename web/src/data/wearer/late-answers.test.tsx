import { cgmConnection, currentReadings, wearerGlances } from '@tealight/contract';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownWearer } from '../../../test/fake-calls.ts';
import { fakePeople, followedBen } from '../../../test/fake-people.ts';
import { aConnection, aReading } from '../../../test/fake-server.ts';
import { openApp } from '../../../test/on-app.ts';
import { queryClient } from '../queries.ts';
import { session } from '../session.ts';
import { shownWearer } from './shown-wearer.ts';
import { chooseWearer } from './wearer-page.ts';

const selected = ownWearer.id;
const ben = 'bbbbbbbbbbbb';
const wearers = [
  ownWearer,
  followedBen({ id: ben }),
  followedBen({ id: 'cccccccccccc', name: 'Cleo', role: 'carer' }),
];
/** The value of each wearer: no two are alike, so that a value says whose it is. */
const values: Record<string, number> = Object.fromEntries(wearers.map(({ id }, index) => [id, 101 + index]));

const shownAs = (id: string) => String(values[id]);

/** What happens next: somebody is chosen, everything is asked for again, or one of the open answers arrives. */
const step = fc.oneof(
  fc.record({ what: fc.constant('choose' as const), which: fc.nat() }),
  fc.record({ what: fc.constant('refresh' as const), which: fc.nat() }),
  { arbitrary: fc.record({ what: fc.constant('answer' as const), which: fc.nat() }), weight: 2 },
);
/** Each run draws the whole app some dozen times: too slow to look for a shorter list of steps after a failure. */
const RUNS = { numRuns: 8, endOnFailure: true };
type Step = { what: 'choose' | 'refresh' | 'answer'; which: number };
const steps = fc.array(step, { minLength: 10, maxLength: 25 });

/** As many turns of the event loop as a call takes from its answer to the page. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

/** The values that the page shows in its orb. */
const shownValues = () => [...document.querySelectorAll('[data-empty="false"] b')].map((b) => b.textContent);

/** Opens the app as the first wearer. Every answer waits until it is let through. */
function openWithHeldAnswers() {
  const waiting: { of: string; send: () => void }[] = [];
  const held = (wearer: string | null, answer: unknown) =>
    new Promise((resolve) => {
      waiting.push({ of: wearer ?? selected, send: () => resolve(answer) });
    });
  fakePeople(
    { selected, wearers, values },
    {
      [currentReadings.path]: ({ wearer }) => {
        const reading = aReading({ value: values[wearer ?? selected] ?? 0 });
        return held(wearer, {
          data: { unit: 'mg/dL', currentCgmReading: reading, previousCgmReading: null },
        });
      },
      // Nothing is known of anybody but by these answers.
      [wearerGlances.path]: () => new Promise(() => {}),
      [cgmConnection.path]: ({ wearer }) => held(wearer, aConnection()),
    },
  );
  openApp(`/w/${selected}/`, 'token');
  return waiting;
}

/** What happens while nothing else does; then the page is drawn. */
const after = (happens: () => void) =>
  act(async () => {
    happens();
    await settled();
  });

/** Lets everything through that is held back, the latest first. */
const sendAll = (waiting: { send: () => void }[]) =>
  after(() => {
    for (const { send } of waiting.splice(0).toReversed()) send();
  });

describe('answers that arrive late', () => {
  test('[PPL-19] about the wearer seen before are not shown on the next one’s page, and neither is what was known', async () => {
    const waiting = openWithHeldAnswers();
    await waitFor(async () => {
      await sendAll(waiting);
      expect(shownValues()).toEqual([shownAs(selected)]);
    });
    await after(() => void queryClient.invalidateQueries());
    const late = waiting.splice(0);
    expect(late.map(({ of }) => of)).toContain(selected);
    await after(() => chooseWearer(ben));
    expect(shownValues()).toEqual([]);
    await sendAll(late);
    expect(shownValues()).toEqual([]);
    await waitFor(async () => {
      await sendAll(waiting);
      expect(shownValues()).toEqual([shownAs(ben)]);
    });
  });

  test(
    '[PPL-19] never show another wearer, in any order',
    () => fc.assert(fc.asyncProperty(steps, run), RUNS),
    120_000,
  );
});

async function run(taken: readonly Step[]): Promise<void> {
  const waiting = openWithHeldAnswers();
  const shown = () => shownWearer().id ?? '';
  /** Everything that was held back arrives: the page shows its own wearer, and only that one. */
  const answerAll = () =>
    waitFor(async () => {
      await sendAll(waiting);
      expect(shownValues()).toEqual([shownAs(shown())]);
    });
  await answerAll();
  for (const { what, which } of taken) {
    await after(() => {
      if (what === 'choose') chooseWearer(wearers[which % wearers.length]?.id ?? selected);
      else if (what === 'refresh') void queryClient.invalidateQueries();
      // In any order: the oldest answer may be the last to arrive.
      else waiting.splice(which % Math.max(1, waiting.length), 1)[0]?.send();
    });
    for (const value of shownValues()) expect(value).toBe(shownAs(shown()));
  }
  await answerAll();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    wearers.find(({ id }) => id === shown())?.name ?? '',
  );
  cleanup();
  session.end();
}
