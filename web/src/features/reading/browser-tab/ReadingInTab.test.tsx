import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aConnection, aReading, fakeServer, minutesAgo } from '../../../../test/fake-server.ts';
import { openApp } from '../../../../test/on-app.ts';
import { openPage } from '../../../../test/on-page.ts';
import { setPageTitle } from '../../../data/page/document-title.ts';
import { ReadingInTab } from './ReadingInTab.tsx';

const icon = () => decodeURIComponent(document.querySelector('link[rel="icon"]')?.getAttribute('href') ?? '');

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg">';
  setPageTitle('Dashboard');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the browser tab', () => {
  test('[SHELL-5] carries the reading only where the wearer has switched it on in this browser', async () => {
    fakeServer();
    openApp('/account', 'token');
    const choice = await screen.findByRole('switch', { name: /^Show my reading in the browser tab/ });
    expect(choice).not.toBeChecked();
    expect(document.title).toBe('My account · Tealight');
    expect(icon()).toBe('/favicon.svg');
    await userEvent.click(choice);
    await waitFor(() => expect(document.title).toMatch(/^112 → .+ · My account · Tealight$/));
    expect(icon()).toContain('>112</text>');
    await userEvent.click(choice);
    expect(document.title).toBe('My account · Tealight');
    expect(icon()).toBe('/favicon.svg');
  });

  test('[DASH-1] says value, trend and time in its title and has the color in its icon', async () => {
    const reading = aReading({ value: 62, trend: 'falling', color: '#d0342c', zone: 'low' });
    fakeServer({
      readings: { unit: 'mg/dL', currentCgmReading: reading, previousCgmReading: null },
    });
    openPage(ReadingInTab);
    await waitFor(() => expect(document.title).toMatch(/^62 ↓ .*\d.* · Dashboard · Tealight$/));
    expect(icon()).toMatch(/fill="#d0342c".*>62<\/text>/);
  });

  test('[DASH-2] turns white and says so when the reading is older than 15 minutes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const reading = aReading({ time: minutesAgo(14) });
    fakeServer({
      readings: { unit: 'mg/dL', currentCgmReading: reading, previousCgmReading: null },
    });
    openPage(ReadingInTab);
    await waitFor(() => expect(document.title).toMatch(/^112 /));
    await act(() => vi.advanceTimersByTimeAsync(80_000));
    expect(document.title).toBe('No current data · Dashboard · Tealight');
    expect(icon()).toMatch(/fill="#ffffff".*>\?<\/text>/i);
  });

  test('[DASH-2] shows no value that the source no longer vouches for', async () => {
    fakeServer({ connection: aConnection({ status: 'noCurrentData', state: 'silent' }) });
    openPage(ReadingInTab);
    await waitFor(() => expect(document.title).toMatch(/^No current data/));
  });

  test('[DASH-5] follows while the tab is hidden, which is when it is looked at', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { calls } = fakeServer();
    openPage(ReadingInTab);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    calls.splice(0);
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    expect(calls.map(({ path }) => path.split('/').at(-1)).sort()).toEqual([
      'cgm-connection',
      'current-user-readings',
    ]);
  });
});
