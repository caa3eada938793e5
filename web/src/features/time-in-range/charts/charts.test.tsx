import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { fakeServer } from '../../../../test/fake-server.ts';
import {
  fakeStatistics,
  MINUTE,
  someChart,
  someProfile,
  statisticsAnswers,
} from '../../../../test/fake-statistics.ts';
import { openPage } from '../../../../test/on-page.ts';
import { setServerAhead } from '../../../../test/server-time.ts';
import { StatisticsPanel } from '../StatisticsPanel.tsx';
import { clockOf } from '../text.ts';

const DAY = 24 * 60 * MINUTE;
const chart = () => within(screen.getByRole('region', { name: 'Glucose' }));
const profile = () => within(screen.getByRole('region', { name: 'Typical day (AGP)' }));

async function open(more: Parameters<typeof fakeStatistics>[0] = {}) {
  localStorage.setItem('tealight-period', '14d');
  const fake = fakeStatistics(more);
  fakeServer({ further: statisticsAnswers(fake) });
  openPage(StatisticsPanel);
  await screen.findByRole('region', { name: 'Glucose' });
  await screen.findByRole('region', { name: 'Typical day (AGP)' });
  return fake;
}

describe('the glucose chart', () => {
  test('[DASH-7] is read by the keyboard, one reading after another', async () => {
    const { takenAt } = someChart([60, 112, null, 201]);
    await open({ chart: someChart([60, 112, null, 201]) });
    const cursor = await chart().findByRole('slider', { name: 'Glucose of the last 24 hours' });
    const says = () => cursor.getAttribute('aria-valuetext');
    cursor.focus();
    await userEvent.keyboard('{Home}');
    expect(says()).toBe(`60 mg/dL, low, ${clockOf(takenAt[0] ?? 0)}`);
    await userEvent.keyboard('{ArrowRight}');
    expect(says()).toBe(`112 mg/dL, in range, ${clockOf(takenAt[1] ?? 0)}`);
    await userEvent.keyboard('{ArrowRight}');
    expect(says()).toBe(`201 mg/dL, high, ${clockOf(takenAt[3] ?? 0)}`);
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(says()).toContain('60 mg/dL');
    await userEvent.keyboard('{End}');
    expect(says()).toContain('201 mg/dL');
  });

  test('[DASH-7] looks back as far as the wearer chooses, and remembers it', async () => {
    const fake = await open();
    await userEvent.click(await chart().findByRole('radio', { name: /^3/ }));
    await screen.findByRole('slider');
    expect(fake.requested).toContain('chart 3h');
    expect(localStorage.getItem('tealight-chart')).toBe('3h');
  });

  test('[DASH-7] goes back from now by the server’s clock, where that of this browser is wrong', async () => {
    const [evening, ahead] = [new Date(2026, 2, 11, 20).getTime(), 3 * DAY];
    vi.useFakeTimers({ now: evening - ahead, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    setServerAhead(ahead);
    const fake = await open();
    await userEvent.click(await chart().findByRole('button', { name: 'Earlier' }));
    const morning = evening - DAY / 2;
    // By the server's clock, it is of today.
    const name = `Glucose of 24 hours until ${clockOf(morning)}`;
    expect(await chart().findByRole('slider', { name })).toBeVisible();
    expect(fake.requested).toContain(`chart 24h until ${new Date(morning).toISOString()}`);
  });

  test('[DASH-7] goes back through history and to now again, by buttons', async () => {
    const fake = await open();
    await userEvent.click(await chart().findByRole('button', { name: 'Earlier' }));
    expect(await chart().findByRole('slider', { name: /^Glucose of 24 hours until / })).toBeVisible();
    await vi.waitFor(() => expect(fake.requested.at(-1)).toMatch(/^chart 24h until \d{4}-/));
    await userEvent.click(chart().getByRole('button', { name: 'Now' }));
    expect(await chart().findByRole('slider', { name: 'Glucose of the last 24 hours' })).toBeVisible();
  });

  test('[DASH-7] is moved and zoomed by the keyboard beyond its first reading', async () => {
    await open();
    (await chart().findByRole('slider')).focus();
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(await chart().findByRole('slider', { name: /^Glucose of 24 hours until / })).toHaveFocus();
    await userEvent.keyboard('+');
    expect(await chart().findByRole('slider', { name: /^Glucose of 12 hours until / })).toHaveFocus();
    await userEvent.keyboard('-{End}{ArrowRight}{End}{ArrowRight}{End}{ArrowRight}');
    expect(await chart().findByRole('slider', { name: 'Glucose of the last 24 hours' })).toHaveFocus();
  });

  test('[DASH-7] a quick swipe to the right shows earlier hours, a slow one points at readings', async () => {
    await open();
    const swipe = (slider: HTMLElement, ms: number) => {
      const at = (type: string, clientX: number, timeStamp: number) => {
        const event = new MouseEvent(type, { bubbles: true, clientX });
        Object.defineProperty(event, 'timeStamp', { value: timeStamp });
        fireEvent(slider, event);
      };
      at('pointerdown', 100, 1000);
      at('pointerup', 200, 1000 + ms);
    };
    swipe(await chart().findByRole('slider'), 2000);
    expect(chart().getByRole('slider', { name: 'Glucose of the last 24 hours' })).toBeVisible();
    swipe(chart().getByRole('slider'), 100);
    expect(await chart().findByRole('slider', { name: /^Glucose of 24 hours until / })).toBeVisible();
  });

  test('[DASH-7] shows any day, and another day behind it', async () => {
    const fake = await open();
    fireEvent.change(await chart().findByLabelText('Day'), { target: { value: '2026-03-05' } });
    const end = new Date(2026, 2, 6).toISOString();
    await vi.waitFor(() => expect(fake.requested).toContain(`chart 24h until ${end}`));
    await userEvent.selectOptions(chart().getByLabelText('Compare with'), 'Week before');
    expect(await chart().findByText('The gray line is the same time a week before.')).toBeVisible();
    const weekBefore = new Date(fake.chart.period.to - 7 * 24 * 60 * MINUTE).toISOString();
    expect(fake.requested).toContain(`chart 24h until ${weekBefore}`);
  });

  test('[DASH-7] is compared with any other day', async () => {
    const fake = await open();
    fireEvent.change(await chart().findByLabelText('Day'), { target: { value: '2026-03-05' } });
    await userEvent.selectOptions(chart().getByLabelText('Compare with'), 'Another day');
    const other = await chart().findByLabelText('Day to compare with');
    fireEvent.change(other, { target: { value: '2025-12-24' } });
    expect(await chart().findByText('The gray line is the same time on Wed, Dec 24, 2025.')).toBeVisible();
    // The fake chart ends at noon, on the other day too.
    const noon = new Date(2025, 11, 24, 12).toISOString();
    expect(fake.requested).toContain(`chart 24h until ${noon}`);
    await userEvent.selectOptions(chart().getByLabelText('Compare with'), 'Compare');
    expect(chart().queryByText(/The gray line/)).toBeNull();
    expect(chart().queryByLabelText('Day to compare with')).toBeNull();
  });

  test('[DASH-7] says so where the day to compare with cannot be loaded', async () => {
    await open();
    const answer = fetch;
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) =>
      address.includes('until=') ? new Response('', { status: 400 }) : answer(address, init),
    );
    await userEvent.selectOptions(await chart().findByLabelText('Compare with'), 'Week before');
    expect(await chart().findByText(/^The readings of .* could not be loaded/)).toBeVisible();
    expect(chart().queryByText(/The gray line/)).toBeNull();
  });

  test('[DASH-7] asks for no day whose year is still being typed', async () => {
    const fake = await open();
    const day = await chart().findByLabelText('Day');
    const asked = fake.requested.length;
    fireEvent.change(day, { target: { value: '0202-03-05' } });
    expect(day).toHaveValue('0202-03-05');
    fireEvent.blur(day);
    expect(day).not.toHaveValue('0202-03-05');
    expect(fake.requested).toHaveLength(asked);
  });

  test('[DASH-7] says so when the other day has no readings', async () => {
    await open({ chart: someChart([]) });
    await userEvent.selectOptions(await chart().findByLabelText('Compare with'), 'Day before');
    expect(
      await chart().findByText(/^There are no readings at the same time on Fri, Nov 20, 2026\.$/),
    ).toBeVisible();
  });

  test('[DASH-7] is a table too, the newest reading first', async () => {
    await open({ chart: someChart([60, null, 201]) });
    await userEvent.click(await chart().findByText(/As a table/));
    const rows = chart().getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
      '201 mg/dL',
      '60 mg/dL',
    ]);
  });

  test('[DASH-7] without readings says so', async () => {
    await open({ chart: someChart([]) });
    expect(await chart().findByText('No readings in this time')).toBeVisible();
    expect(chart().getByRole('slider')).toHaveAttribute('aria-valuetext', 'No readings');
  });
});

describe('the profile', () => {
  test('[DASH-7] is a table by the hour', async () => {
    await open();
    await userEvent.click(await profile().findByText(/As a table/));
    const rows = profile().getAllByRole('row').slice(1);
    expect(rows).toHaveLength(24);
    expect(
      within(rows[12] ?? document.body)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['62 mg/dL', '90 mg/dL', '113 mg/dL', '150 mg/dL', '210 mg/dL']);
  });

  test('[DASH-7] of too few days is a sentence and no picture', async () => {
    const sentence = 'A profile needs 7 days with 70% of their readings. 3 days have readings so far.';
    await open({ profile: someProfile({ points: [], sufficiency: { isEnough: false, days: 3, sentence } }) });
    expect(await profile().findByText(sentence)).toBeVisible();
    expect(profile().queryByText(/As a table/)).toBeNull();
  });

  test('[DASH-7] says whose clock it goes by when that is not this browser’s', async () => {
    await open({ profile: someProfile({ timeZone: 'Pacific/Port_Moresby' }) });
    expect(await profile().findByText(/Times are those of Pacific\/Port Moresby\./)).toBeVisible();
  });

  test('[DASH-7] is shown only for periods of a week or more', async () => {
    await open();
    await userEvent.click(screen.getByRole('radio', { name: /24\s?hours/ }));
    await screen.findByText(/of 15 minutes or more in 24\s?hours/);
    expect(screen.queryByRole('region', { name: 'Typical day (AGP)' })).toBeNull();
  });
});
