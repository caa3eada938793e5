import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import { fakeStatistics, someStatistics, statisticsAnswers } from '../../../../test/fake-statistics.ts';
import { openPage } from '../../../../test/on-page.ts';
import { StatisticsPanel } from '../StatisticsPanel.tsx';
import { dateIn } from './chosen-period.ts';

const panel = () => within(screen.getByRole('region', { name: 'Time in range' }));
const today = () => dateIn('Europe/Berlin', Date.now());

/** The panel after 'Other dates' was chosen. */
async function open(more: Parameters<typeof fakeStatistics>[0] = {}) {
  localStorage.setItem('tealight-period', '7d');
  const fake = fakeStatistics(more);
  const { world } = fakeServer({ further: statisticsAnswers(fake) });
  openPage(StatisticsPanel);
  await userEvent.click(await panel().findByRole('radio', { name: 'Other dates' }));
  await panel().findByLabelText('From');
  const fill = async (name: string, date: string) => {
    const field = panel().getByLabelText(name);
    await userEvent.clear(field);
    if (date !== '') await userEvent.type(field, date);
  };
  const show = async (from: string, until: string) => {
    await fill('From', from);
    await fill('To', until);
    await userEvent.click(panel().getByRole('button', { name: 'Show' }));
  };
  return { fake, world, show };
}

describe('[DASH-7] statistics of other dates', () => {
  test('begin with the last 14 days where the wearer lives, and are not remembered', async () => {
    const { fake } = await open();
    const from = dateIn('Europe/Berlin', Date.now(), -13);
    await vi.waitFor(() => expect(fake.requested).toContain(`${from} to ${today()}`));
    expect(panel().getByLabelText('From')).toHaveValue(from);
    expect(panel().getByLabelText('To')).toHaveValue(today());
    expect(panel().getByLabelText('To')).toHaveAttribute('max', today());
    expect(localStorage.getItem('tealight-period')).toBe('7d');
    await userEvent.click(panel().getByRole('radio', { name: /30\s?days/ }));
    expect(panel().queryByLabelText('From')).toBeNull();
    await vi.waitFor(() => expect(fake.requested).toContain('30d'));
  });

  test('are those of the dates that were entered, in numbers, profile and the printed report', async () => {
    const { fake, show } = await open();
    await show('2026-03-01', '2026-03-31');
    await vi.waitFor(() => expect(fake.requested).toContain('2026-03-01 to 2026-03-31'));
    expect(await panel().findByText('These 31 days, combined into one day.')).toBeVisible();
    expect(fake.requested).toContain('profile 2026-03-01 to 2026-03-31');
    expect(panel().getByText('March 1, 2026 to March 31, 2026, Europe/Berlin')).toBeInTheDocument();
    expect(panel().getByText(/of 15 minutes or more in 31\sdays/)).toBeVisible();
    await userEvent.click(panel().getAllByText('As a table')[0] ?? document.body);
    const heads = panel()
      .getAllByRole('columnheader')
      .map((head) => head.textContent);
    expect(heads).toEqual(['What', 'March 1, 2026 to March 31, 2026', 'Time', 'The 31\u00a0days before']);
    // The chart shows the last of these days.
    expect(
      await panel().findByRole('slider', { name: /^Glucose of 24 hours until Wed, Apr 1, 12:00/ }),
    ).toBeVisible();
  });

  test('of a single day have its name and no profile', async () => {
    const { show } = await open();
    await show('2026-03-29', '2026-03-29');
    expect(await panel().findByText('March 29, 2026, Europe/Berlin')).toBeInTheDocument();
    expect(panel().getByText(/of 15 minutes or more in 1\sday\./)).toBeVisible();
    expect(panel().queryByRole('region', { name: 'Typical day (AGP)' })).toBeNull();
  });

  test.each([
    ['2026-03-10', '2026-03-09', 'To', 'The last day must not be before the first'],
    ['2026-01-01', '2026-04-01', 'To', 'Choose at most 90 days'],
    ['2026-03-10', '', 'To', 'Choose a date, such as 2026-11-22'],
    ['', '2026-03-10', 'From', 'Choose a date, such as 2026-11-22'],
  ])(
    'from %j to %j are refused beside the field, which has the focus',
    async (from, until, name, message) => {
      const { fake, show } = await open();
      const asked = fake.requested.length;
      await show(from, until);
      expect(panel().getByLabelText(name)).toHaveAccessibleDescription(message);
      expect(panel().getByLabelText(name)).toBeInvalid();
      expect(panel().getByLabelText(name)).toHaveFocus();
      expect(fake.requested.slice(asked).filter((one) => one.includes('2026-03'))).toEqual([]);
    },
  );

  test('in the future are refused beside the field', async () => {
    const { show } = await open();
    await show(today(), dateIn('Europe/Berlin', Date.now(), 1));
    expect(panel().getByLabelText('To')).toHaveAccessibleDescription('Choose dates up to today');
  });

  test('that the server refuses say so beside the field', async () => {
    const { world, show } = await open();
    const errors = { until: ['Choose dates up to today'] };
    const body = { type: 'urn:tealight:problem:invalid-input', title: 'Invalid', status: 400, errors };
    world.refused = { '/api/v1/Story/statistics': { status: 400, body } };
    await show('2026-03-01', '2026-03-31');
    await vi.waitFor(() =>
      expect(panel().getByLabelText('To')).toHaveAccessibleDescription('Choose dates up to today'),
    );
    expect(panel().queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('that could not be loaded are asked for again', async () => {
    const { world, show } = await open();
    world.refused = { '/api/v1/Story/statistics': { status: 503, body: { title: 'Not ready' } } };
    await show('2026-03-01', '2026-03-31');
    const again = await panel().findByRole('button', { name: 'Try again' });
    expect(panel().getByLabelText('To')).toBeValid();
    world.refused = {};
    await userEvent.click(again);
    expect(await panel().findByText('80%', { selector: 'p b' })).toBeVisible();
  });

  test('without readings name the dates', async () => {
    const statistics = someStatistics({ current: null, before: null, comparison: null });
    const { show } = await open({ statistics });
    await show('2026-03-01', '2026-03-02');
    expect(
      await panel().findByText(
        'There are no readings for March 1, 2026 to March 2, 2026. Choose other dates.',
      ),
    ).toBeVisible();
  });
});
