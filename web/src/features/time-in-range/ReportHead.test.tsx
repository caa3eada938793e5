import type { StatisticsSettings } from '@tealight/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test/fake-server.ts';
import { openPage } from '../../../test/on-page.ts';
import { ReportHead } from './ReportHead.tsx';

const settings: StatisticsSettings = { timeZone: null, population: 'adult', keepDays: null };
const period = { from: Date.parse('2026-11-07T11:30:00Z'), to: Date.parse('2026-11-21T11:30:00Z') };

test('[DASH-7] a report names its days in the time zone that it names', () => {
  fakeServer();
  const timeZone = 'Pacific/Kiritimati';
  openPage(() => (
    <ReportHead period={period} population="adult" chosen="14d" settings={{ ...settings, timeZone }} />
  ));
  expect(screen.getByText('November 8, 2026 to November 22, 2026, Pacific/Kiritimati')).toBeInTheDocument();
});

test('[DASH-7] a report without a time zone names its days in that of the browser', () => {
  fakeServer();
  openPage(() => <ReportHead period={period} population="adult" chosen="14d" settings={settings} />);
  const day = (at: number) => new Date(at).toLocaleDateString('en-US', { dateStyle: 'long' });
  expect(screen.getByText(`${day(period.from)} to ${day(period.to)}`)).toBeInTheDocument();
});
