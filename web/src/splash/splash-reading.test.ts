import { cgmConnectionPath, currentReadings, listWearers } from '@tealight/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aReading } from '../../test/fake-server.ts';
import { removeSplash, showOnSplash } from './splash.ts';
import { showReadingOnSplash } from './splash-reading.ts';

const NOW = Date.parse('2026-11-22T03:00:00Z');
const MINUTE = 60_000;
const minutesAgo = (minutes: number) => new Date(NOW - minutes * MINUTE).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  document.body.innerHTML = '<div class="splash"><span>Tealight</span><b>Your glucose, as a glow</b></div>';
});
afterEach(() => {
  vi.useRealTimers();
  delete window.tealightEarlyCalls;
});

function answers(
  reading: ReturnType<typeof aReading> | null,
  connection: unknown = { status: 'allGood' },
): void {
  const data = { unit: 'mg/dL', currentCgmReading: reading, previousCgmReading: null };
  window.tealightEarlyCalls = {
    wearer: null,
    token: 'x',
    startedAt: NOW,
    responses: {
      [currentReadings.path]: Promise.resolve(Response.json({ data })),
      [cgmConnectionPath]: Promise.resolve(Response.json(connection)),
    },
  };
}
const splash = () => document.querySelector('.splash');
const shown = () => splash()?.querySelector('section')?.textContent ?? null;

describe('[PPL-20] the splash screen of a wearer in the address', () => {
  const ben = { id: 'benbenbenben', name: 'Ben', alias: 'Benny', role: 'follower' };
  const ada = { id: 'adaadaadaada', name: 'Ada', alias: null, role: 'owner' };
  const of = (wearer: string, list: unknown) => {
    answers(aReading({ value: 112, time: minutesAgo(2) }));
    const early = window.tealightEarlyCalls;
    if (early === undefined) throw new Error('no early calls');
    early.wearer = wearer;
    early.responses[listWearers.path] = Promise.resolve(Response.json(list));
  };

  test.each([
    ['the name first', ben.id, [ada, ben], /^Benny112 mg\/dL/],
    ['no name where nobody else is seen', ada.id, [ada], /^112 mg\/dL/],
  ])('shows %s', async (_, wearer, wearers, expected) => {
    of(wearer, { selected: ada.id, wearers });
    await showReadingOnSplash();
    expect(shown()).toMatch(expected);
  });

  test.each([
    ['is not in the list', { selected: ada.id, wearers: [ada] }],
    ['could not be looked up', 'Bad gateway'],
  ])('shows no reading of somebody who %s', async (_, list) => {
    of(ben.id, list);
    await showReadingOnSplash();
    expect(shown()).toBeNull();
  });
});

describe('[DASH-2] the splash screen', () => {
  test('shows the reading with value, trend, change and age as soon as it is known', async () => {
    answers(aReading({ value: 112, trend: 'falling', delta: -3, zone: 'in-range', time: minutesAgo(2) }));
    await showReadingOnSplash();
    expect(shown()).toMatch(/^112 mg\/dL↓ −3Falling, in rangeReceived .+, 2 min ago$/);
    expect(splash()?.hasAttribute('data-reading')).toBe(true);
  });

  test('says that a value is urgent', async () => {
    answers(aReading({ value: 48, zone: 'low', time: minutesAgo(2) }));
    await showReadingOnSplash();
    expect(shown()).toContain('48 mg/dL Urgent low');
    expect(splash()?.querySelector('[data-urgent="true"]')).not.toBeNull();
  });

  test('[DASH-1] shows LOW, without a unit, where the sensor could not measure the value', async () => {
    answers(aReading({ value: 39, delta: null, zone: 'low', time: minutesAgo(2) }));
    await showReadingOnSplash();
    expect(shown()).toMatch(/^LOW Urgent low/);
  });

  test.each([
    ['the reading is stale', aReading({ time: minutesAgo(2), stale: true }), { status: 'allGood' }],
    ['the reading is 15 minutes old', aReading({ time: minutesAgo(15) }), { status: 'allGood' }],
    ['the source does not answer', aReading({ time: minutesAgo(2) }), { status: 'noCurrentData' }],
    ['there is no reading', null, { status: 'allGood' }],
    ['the answer is none', aReading({ time: minutesAgo(2) }), 'Bad gateway'],
  ])('stays as it is when %s', async (_, reading, connection) => {
    answers(reading, connection);
    await showReadingOnSplash();
    expect(shown()).toBeNull();
    expect(splash()?.textContent).toBe('TealightYour glucose, as a glow');
  });

  test('stays as it is when a call fails, or none was made', async () => {
    await showReadingOnSplash();
    answers(aReading({ time: minutesAgo(2) }));
    const failed = Promise.reject(new TypeError('Failed to fetch'));
    failed.catch(() => undefined);
    if (window.tealightEarlyCalls) window.tealightEarlyCalls.responses[currentReadings.path] = failed;
    await showReadingOnSplash();
    expect(shown()).toBeNull();
  });

  test('counts the age while the app does not arrive, and no longer shows the reading once it is stale', async () => {
    answers(aReading({ time: minutesAgo(2) }));
    await showReadingOnSplash();
    vi.advanceTimersByTime(MINUTE);
    expect(shown()).toContain('3 min ago');
    vi.advanceTimersByTime(12 * MINUTE);
    expect(shown()).toBeNull();
    expect(splash()?.hasAttribute('data-reading')).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('shows the error and no reading when the app cannot be loaded', async () => {
    answers(aReading({ time: minutesAgo(2) }));
    await showReadingOnSplash();
    showOnSplash('Tealight could not be loaded.');
    expect(splash()?.textContent).toBe('TealightTealight could not be loaded.');
    vi.advanceTimersByTime(MINUTE);
    expect(shown()).toBeNull();
  });

  test('does nothing when it is gone', async () => {
    answers(aReading({ time: minutesAgo(2) }));
    removeSplash();
    await showReadingOnSplash();
    expect(vi.getTimerCount()).toBe(0);
  });
});
