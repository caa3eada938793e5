import { statisticsSettings } from '@tealight/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { fakeServer } from '../../../test/fake-server.ts';
import {
  fakeStatistics,
  MINUTE,
  NOW,
  someNumbers,
  someStatistics,
  statisticsAnswers,
} from '../../../test/fake-statistics.ts';
import { openPage } from '../../../test/on-page.ts';
import { StatisticsPanel } from './StatisticsPanel.tsx';

const panel = () => within(screen.getByRole('region', { name: 'Time in range' }));

/** The panel with a server that has these statistics. */
function open(more: Parameters<typeof fakeStatistics>[0] = {}) {
  localStorage.setItem('tealight-period', '14d');
  const fake = fakeStatistics(more);
  const { world } = fakeServer({ further: statisticsAnswers(fake) });
  openPage(StatisticsPanel);
  return { fake, world };
}

describe('the time-in-range panel', () => {
  test('[DASH-7] settings that cannot be read hide neither profile nor goals, and the reference is that of the numbers', async () => {
    localStorage.setItem('tealight-period', '14d');
    const fake = fakeStatistics({ statistics: someStatistics({ population: 'pregnancy' }) });
    const refused = { [statisticsSettings.path]: { status: 400, body: { title: 'Our fault' } } };
    fakeServer({ further: statisticsAnswers(fake), refused });
    openPage(StatisticsPanel);
    expect(await panel().findByText(/Typical day/)).toBeVisible();
    expect(panel().getByText(/not medical advice/)).toBeVisible();
    expect(panel().getByText(/^Goals for pregnan/)).toBeInTheDocument();
    expect(panel().getByText(/pregnan/i, { selector: 'p' })).toBeVisible();
  });

  test('[DASH-7] shows the five bands with their limits, percentages and time', async () => {
    open();
    const names = (await panel().findAllByRole('term')).map((term) => term.textContent);
    const values = panel()
      .getAllByRole('definition')
      .map((definition) => definition.textContent);
    expect(names.slice(0, 5)).toEqual([
      'Very low <54 mg/dL',
      'Low 54–69 mg/dL',
      'In target 70–180 mg/dL',
      'High 181–250 mg/dL',
      'Very high >250 mg/dL',
    ]);
    expect(values.slice(0, 5)).toEqual([
      '<1% 1 min a day',
      '2% 29 min a day',
      '80% 19 h 12 min a day',
      '16% 3 h 49 min a day',
      '2% 29 min a day',
    ]);
  });

  test('[DASH-7] shows mean, GMI, variation and the share of expected readings', async () => {
    open();
    const value = async (name: string) =>
      (await panel().findByText(name, { selector: 'dt' })).nextElementSibling?.textContent ?? '';
    expect(await value('Mean glucose')).toContain('138 mg/dL');
    expect(await value('GMI')).toContain('6.6%');
    expect(await value('Variation (CV)')).toContain('32%');
    expect(await value('Readings')).toContain('99%');
  });

  test('[DASH-7] says how this period differs from the one before', async () => {
    open();
    expect(await panel().findByText(/6 percentage points more time in target/)).toBeVisible();
  });

  test('[DASH-7] asks for the chosen period, and remembers it', async () => {
    const { fake } = open();
    await userEvent.click(await panel().findByRole('radio', { name: /90\s?days/ }));
    await panel().findByText(/The last 90\s?days/);
    expect(fake.requested).toContain('90d');
    expect(localStorage.getItem('tealight-period')).toBe('90d');
  });

  test('[DASH-7] speaks in the wearer’s unit', async () => {
    localStorage.setItem('tealight-period', '14d');
    const { world } = fakeServer({ further: statisticsAnswers(fakeStatistics()) });
    world.user = { ...world.user, rangeSetup: { unit: 'mmol/L', high: 10, inRange: 6, low: 4 } };
    openPage(StatisticsPanel);
    expect(await panel().findByText('3.9–10.0 mmol/L')).toBeVisible();
    const mean = panel().getByText('Mean glucose', { selector: 'dt' });
    expect(mean.nextElementSibling).toHaveTextContent('7.6 mmol/L');
  });

  test('[DASH-7] without readings says so, and shows no percentage', async () => {
    open({ statistics: someStatistics({ current: null, before: null, comparison: null }) });
    expect(await panel().findByText(/There are no readings in the last 14\s?days/)).toBeVisible();
    expect(panel().queryByText(/%/)).toBeNull();
    expect(panel().queryByRole('slider')).toBeNull();
  });

  test('[DASH-7] with few readings says of how much time it speaks, and judges nothing', async () => {
    const sentence = 'Readings cover <1% of these 14 days. GMI and goals need 70% of 14 days.';
    const few = someNumbers({
      readings: 1,
      coveredMs: 5 * MINUTE,
      gmiPercent: null,
      riskIndex: null,
      goals: null,
      cvPercent: null,
      sdMgdl: null,
      sufficiency: { isEnough: false, coverage: 0.0002, sentence },
    });
    open({ statistics: someStatistics({ current: few, comparison: null, before: null }) });
    expect(await panel().findByText(/of the 5 min with readings/)).toBeVisible();
    expect(panel().getByText(sentence)).toBeVisible();
    for (const judgment of ['GMI', 'Risk index (GRI)', 'Variation (CV)', 'Goals']) {
      expect(panel().queryByText(judgment, { selector: 'dt, h3' })).toBeNull();
    }
  });

  test('[DASH-7] lists lows and highs, the newest first, and more when asked', async () => {
    const event = (hoursAgo: number, minutes: number) => {
      const from = NOW - hoursAgo * 60 * MINUTE;
      return { from, to: from + minutes * MINUTE, isProlonged: minutes >= 120, isOver: true };
    };
    const highs = Array.from({ length: 7 }, (_, index) => ({
      ...event(30 * (index + 2), 150),
      ...({ side: 'high', extremeMgdl: 240 } as const),
    }));
    const low = { ...event(1, 60), side: 'low', extremeMgdl: 58, isOver: false } as const;
    open({ statistics: someStatistics({ events: { lows: 1, highs: 7, newest: [low, ...highs] } }) });
    const list = within(await panel().findByRole('region', { name: 'Lows and highs' }));
    expect(list.getByText(/1 low and 7 highs of 15 minutes or more/)).toBeVisible();
    const lines = () => list.getAllByRole('listitem').map((line) => line.textContent);
    expect(lines()[0]).toMatch(/^Low, down to 58 mg\/dLsince .*, 1 h so far$/);
    expect(lines()[1]).toMatch(/^High, up to 240 mg\/dL.*2 h 30 min, prolonged$/);
    expect(lines()).toHaveLength(5);
    await userEvent.click(list.getByRole('button', { name: 'Show 3 more' }));
    expect(lines()).toHaveLength(8);
  });

  test('[DASH-7] says which goals are met', async () => {
    open();
    const goals = within(await panel().findByRole('region', { name: 'Goals' }));
    expect(goals.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      'Below 70 2.1%goal less than 4%: met',
      'In 70–180 80%goal more than 70%: met',
      'Above 180 26%goal less than 25%: not met',
    ]);
  });

  test('[DASH-7] has the same facts as a table, beside those of the period before', async () => {
    open();
    const [first] = await panel().findAllByText('As a table');
    await userEvent.click(first ?? document.body);
    const table = within(panel().getByRole('table', { name: 'Time in range and the period before' }));
    expect(table.getByRole('row', { name: 'Mean glucose 138 mg/dL 150 mg/dL' })).toBeVisible();
    expect(
      table.getByRole('row', { name: 'In target, 70–180 mg/dL 80% 19 h 12 min a day 80%' }),
    ).toBeVisible();
  });

  test('[DASH-7] that could not be loaded is asked for again', async () => {
    const path = '/api/v1/Story/statistics';
    localStorage.setItem('tealight-period', '14d');
    const { world } = fakeServer({
      further: statisticsAnswers(fakeStatistics()),
      refused: { [path]: { status: 503, body: { title: 'Not ready' } } },
    });
    openPage(StatisticsPanel);
    const again = await panel().findByRole('button', { name: 'Try again' });
    world.refused = {};
    await userEvent.click(again);
    expect(await panel().findByText('80%', { selector: 'p b' })).toBeVisible();
  });
});
