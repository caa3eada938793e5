import { glucoseChart } from '@tealight/contract';
import { DAY_MS, HOUR_MS } from '@tealight/glucose';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import { fakeStatistics, MINUTE, someChart, statisticsAnswers } from '../../../../test/fake-statistics.ts';
import { adaId, aFollowed, aWearer } from '../../../../test/fake-wearers.ts';
import { openPage } from '../../../../test/on-page.ts';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { keepSelected } from '../../../data/wearer/shown-wearer.ts';
import { wearersQuery } from '../../../data/wearer/wearers.ts';
import { StatisticsPanel } from '../StatisticsPanel.tsx';

type Readings = readonly (readonly [time: string, mgdl: number])[];

/** The chart that the server answers: with what was read in the 15 minutes before its period. */
function chartUntil(to: number, readings: Readings, lengthMs = DAY_MS) {
  const from = to - lengthMs;
  const all = readings.map(([time, mgdl]) => ({ at: Date.parse(time), mgdl }));
  const shown = all.filter(({ at }) => at >= from - 15 * MINUTE && at < to);
  const mgdl = shown.map((one) => one.mgdl);
  return someChart(mgdl, { period: { from, to }, takenAt: shown.map(({ at }) => at) });
}

/** Opens the days of a wearer in New York. */
async function open(readings: Readings) {
  const requested: string[] = [];
  const chart = (query: URLSearchParams) => {
    const until = query.get('until');
    if (until !== null) requested.push(until);
    const lengthMs = query.get('span') === '3h' ? 3 * HOUR_MS : DAY_MS;
    return { data: chartUntil(until === null ? Date.now() : Date.parse(until), readings, lengthMs) };
  };
  fakeServer({ further: { ...statisticsAnswers(fakeStatistics()), [glucoseChart.path]: chart } });
  openPage(StatisticsPanel);
  act(() => {
    const wearers = [aWearer({ timeZone: 'America/New_York' }), aFollowed()];
    keepSelected(adaId, { reload: false });
    accountClient.setQueryData(wearersQuery.queryKey, { selected: adaId, wearers });
  });
  await userEvent.click(await screen.findByText('Day by day'));
  return { requested };
}

const day = (name: RegExp) => screen.findByRole('button', { name });
/** Where the line of a day goes, from left to right. */
const lineOf = (button: HTMLElement) =>
  [...(button.querySelector('path')?.getAttribute('d') ?? '').matchAll(/[ML]([-\d.]+),/g)].map(([, x]) =>
    Number(x),
  );

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-12T12:00:00-04:00') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('day by day', () => {
  test('[DASH-7] fourteen days are side by side, and each opens as the chart', async () => {
    const { requested } = await open([['2026-03-10T08:00:00-04:00', 62]]);
    await day(/Mar 10.*62 to 62 mg\/dL$/);
    const list = within(screen.getByRole('region', { name: 'Glucose' }));
    expect(await list.findAllByRole('button', { name: /(No readings|62 mg\/dL)$/ })).toHaveLength(14);
    expect(new Set(requested)).toHaveProperty('size', 14);
    await userEvent.click(await day(/Mar 10/));
    expect(
      await screen.findByRole('slider', { name: /^Glucose of 24 hours until Wed, Mar 11/ }),
    ).toBeVisible();
  });

  test('[DASH-7] the range of a day is without the readings just before its midnight', async () => {
    await open([
      ['2026-03-09T23:50:00-04:00', 52],
      ['2026-03-10T00:00:00-04:00', 90],
      ['2026-03-10T23:59:00-04:00', 180],
    ]);
    const tuesday = await day(/Mar 10.*90 to 180 mg\/dL$/);
    expect(lineOf(tuesday)).toEqual([0, 1439]);
    expect(await day(/Mar 9.*52 to 52 mg\/dL$/)).toBeVisible();
  });

  test('[DASH-7] a day with readings only just before its midnight has none', async () => {
    await open([['2026-03-09T23:50:00-04:00', 52]]);
    const tuesday = await day(/Mar 10.*No readings$/);
    expect(lineOf(tuesday)).toEqual([]);
  });

  test('[DASH-7] a day of 23 hours is without the last hour of the day before', async () => {
    await open([
      ['2026-03-07T23:30:00-05:00', 52],
      ['2026-03-08T00:00:00-05:00', 90],
      ['2026-03-08T12:30:00-04:00', 180],
    ]);
    const sunday = await day(/Mar 8.*90 to 180 mg\/dL$/);
    expect(lineOf(sunday)).toEqual([0, (1440 * 11.5) / 23]);
  });

  test('[DASH-7] a day of 25 hours ends at its own midnight', async () => {
    vi.setSystemTime(Date.parse('2026-11-05T12:00:00-05:00'));
    const { requested } = await open([
      ['2026-11-01T12:00:00-05:00', 90],
      ['2026-11-01T23:59:00-05:00', 180],
      ['2026-11-02T00:00:00-05:00', 52],
    ]);
    expect(await day(/Nov 1\s?90 to 180 mg\/dL$/)).toBeVisible();
    const ends = requested.map((until) => Date.parse(until));
    expect(ends).toContain(Date.parse('2026-11-01T00:00:00-04:00') + 25 * HOUR_MS);
  });

  test('[DASH-7] a day of 25 hours has its first hour', async () => {
    vi.setSystemTime(Date.parse('2026-11-05T12:00:00-05:00'));
    await open([
      ['2026-11-01T00:00:00-04:00', 48],
      ['2026-11-01T01:55:00-04:00', 90],
      ['2026-11-01T23:59:00-05:00', 180],
    ]);
    const sunday = await day(/Nov 1\s?48 to 180 mg\/dL$/);
    expect(lineOf(sunday).map(Math.round)).toEqual([0, 110, 1439]);
  });
});
