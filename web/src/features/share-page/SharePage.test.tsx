import {
  currentUser,
  type ReplyOf,
  sharedChangesPath,
  sharedDay,
  sharedHistory,
  sharedNow,
} from '@tealight/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { failure, fakeCalls } from '../../../test/fake-calls.ts';
import { aReading, minutesAgo } from '../../../test/fake-server.ts';
import { someChart, someProfile, someStatistics } from '../../../test/fake-statistics.ts';
import { openStream } from '../../../test/fake-wearers.ts';
import { openApp } from '../../../test/on-app.ts';
import { setServerAhead } from '../../../test/server-time.ts';
import { serverNow } from '../../data/server-clock.ts';

const shared = (more: Partial<ReplyOf<typeof sharedNow>> = {}): ReplyOf<typeof sharedNow> => ({
  name: 'A pupil',
  accent: 'teal',
  scope: 'now',
  expiresAt: null,
  unit: 'mg/dL',
  palette: 'classic',
  timeZone: null,
  currentCgmReading: aReading(),
  previousCgmReading: null,
  state: 'fine',
  ...more,
});
const answers = (more: Partial<ReplyOf<typeof sharedNow>> = {}, stream = openStream()) => ({
  [sharedNow.path]: shared(more),
  [sharedDay.path]: { data: someChart([100, 104, 112]) },
  [sharedHistory.path]: { statistics: someStatistics(), profile: someProfile() },
  [sharedChangesPath]: () => stream.response,
});
const OPEN = 'Fill the screen with the color';
const ended = () => screen.findByRole('heading', { name: 'This link has expired or is no longer valid' });

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

describe('the page of a share link', () => {
  test('[PPL-28] shows name, value, trend, age and state without a sign-in, and calls nothing else', async () => {
    const { calls } = fakeCalls(answers());
    openApp('/s#s3cret');
    expect(await screen.findByRole('heading', { level: 1, name: 'A pupil' })).toBeVisible();
    expect(screen.getByText('112')).toBeVisible();
    expect(screen.getByText('Steady, in range')).toBeVisible();
    expect(screen.getByText(/^Received .* 1 min ago$/)).toBeVisible();
    expect(new Set(calls.map(({ path }) => path))).toEqual(new Set([sharedNow.path, sharedChangesPath]));
    expect(calls.every(({ token }) => token === 'Share s3cret')).toBe(true);
  });

  test('[PPL-28] also to who is signed in: no call of the account, no link to its data', async () => {
    const { calls, callsTo } = fakeCalls(answers());
    openApp('/s#s3cret', 'token');
    await screen.findByRole('heading', { level: 1, name: 'A pupil' });
    expect(callsTo(currentUser.path)).toEqual([]);
    expect(calls.every(({ token }) => token === 'Share s3cret')).toBe(true);
    expect(screen.queryAllByRole('link')).toEqual(
      screen.queryAllByRole('link', { name: 'Skip to the page' }),
    );
  });

  test('[PPL-28] is not to be indexed, and keeps nothing in the browser', async () => {
    fakeCalls(answers({ scope: 'history' }));
    openApp('/s#s3cret');
    await screen.findByRole('heading', { level: 2, name: 'Time in range' });
    expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toMatch(/noindex/);
    await userEvent.click(await screen.findByRole('radio', { name: '30 days' }));
    expect(localStorage).toHaveLength(0);
    expect(sessionStorage).toHaveLength(0);
  });

  test.each([
    ['now', [], [sharedDay.path, sharedHistory.path]],
    ['day', [sharedDay.path], [sharedHistory.path]],
    ['history', [sharedDay.path, sharedHistory.path], []],
  ] as const)('[PPL-27] scope “%s” asks for %j and not for %j', async (scope, asked, unasked) => {
    const { callsTo } = fakeCalls(answers({ scope }));
    openApp('/s#s3cret');
    await screen.findByRole('heading', { level: 1, name: 'A pupil' });
    for (const path of asked) await waitFor(() => expect(callsTo(path).length).toBeGreaterThan(0));
    for (const path of unasked) expect(callsTo(path)).toEqual([]);
  });

  test('[PPL-28] a stale reading is struck through, and the reason stays the wearer’s own', async () => {
    const reading = aReading({ stale: true, time: minutesAgo(50) });
    fakeCalls(answers({ currentCgmReading: reading, state: 'problem' }));
    openApp('/s#s3cret');
    expect((await screen.findByText('112 mg/dL')).tagName).toBe('S');
    expect(screen.getByText(/Readings do not arrive at the moment/)).toBeVisible();
  });

  test('[PPL-28] fills the screen with the color on demand, and a press closes it', async () => {
    fakeCalls(answers());
    openApp('/s#s3cret');
    await userEvent.click(await screen.findByRole('button', { name: OPEN }));
    const lamp = screen.getByRole('button', { name: /In range: 112 mg\/dL.* ago\. Press to close\.$/ });
    expect(lamp.closest('dialog')?.style.getPropertyValue('--glow')).toBe('#2fbf71');
    await userEvent.click(lamp);
    expect(screen.queryByRole('button', { name: /Press to close/ })).toBeNull();
    expect(screen.getByRole('button', { name: OPEN })).toHaveFocus();
  });

  test('[PPL-28] the lamp asks the screen to stay on again each time the page is shown again', async () => {
    const release = vi.fn(async () => {});
    const request = vi.fn(async () => ({ release }));
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }));
    fakeCalls(answers());
    openApp('/s#s3cret');
    await userEvent.click(await screen.findByRole('button', { name: OPEN }));
    expect(request).toHaveBeenCalledTimes(1);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(request).toHaveBeenCalledTimes(2);
    await userEvent.click(screen.getByRole('button', { name: /Press to close/ }));
    await waitFor(() => expect(release).toHaveBeenCalledOnce());
    document.dispatchEvent(new Event('visibilitychange'));
    expect(request).toHaveBeenCalledTimes(2);
    vi.unstubAllGlobals();
  });
});

describe('live', () => {
  test('[PPL-28] an event loads the new reading', async () => {
    const stream = openStream();
    let value = 112;
    fakeCalls({
      ...answers({}, stream),
      [sharedNow.path]: () => shared({ currentCgmReading: aReading({ value }) }),
    });
    openApp('/s#s3cret');
    expect(await screen.findByText('112')).toBeVisible();
    value = 97;
    stream.send('readings');
    expect(await screen.findByText('97')).toBeVisible();
  });

  test('[PPL-24] an ended link says so within seconds and drops what it has shown', async () => {
    const stream = openStream();
    let isEnded = false;
    fakeCalls({
      ...answers({ scope: 'day' }),
      [sharedNow.path]: () => (isEnded ? failure('link-expired') : shared()),
      [sharedChangesPath]: () => (isEnded ? failure('link-expired') : stream.response),
    });
    openApp('/s#s3cret');
    expect(await screen.findByText('112')).toBeVisible();
    isEnded = true;
    stream.close();
    expect(await ended()).toBeVisible();
    expect(screen.queryByText('112')).toBeNull();
    await waitFor(() => expect(document.title).not.toContain('A pupil'));
  });

  test('[PPL-24] a link is asked for again when it ends by the server’s clock, where this one is ahead', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    setServerAhead(-2 * 3_600_000);
    // Before the page would ask anyway.
    const endsAt = serverNow() + 20_000;
    fakeCalls({
      ...answers(),
      [sharedNow.path]: () => {
        const expiresAt = new Date(endsAt).toISOString();
        const currentCgmReading = aReading({ time: new Date(serverNow()).toISOString() });
        return serverNow() < endsAt ? shared({ expiresAt, currentCgmReading }) : failure('link-expired');
      },
    });
    openApp('/s#s3cret');
    expect(await screen.findByText('112')).toBeVisible();
    await act(async () => vi.advanceTimersByTime(22_000));
    expect(await ended()).toBeVisible();
  });

  test('[PPL-28] a chart that could not be loaded is said, also where another was shown before', async () => {
    let isReachable = true;
    const day = { data: someChart([100, 104, 112]) };
    fakeCalls({
      ...answers({ scope: 'day' }),
      [sharedDay.path]: () => (isReachable ? day : failure('not-allowed')),
    });
    openApp('/s#s3cret');
    expect(await screen.findByRole('slider', { name: 'Glucose of the last 24 hours' })).toBeVisible();
    isReachable = false;
    await userEvent.click(screen.getByRole('radio', { name: /^3/ }));
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByRole('slider')).toBeNull();
    isReachable = true;
    await userEvent.click(again);
    expect(await screen.findByRole('slider', { name: 'Glucose of the last 3 hours' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test.each(['', '#wrong'])('[PPL-27] “/s%s” shows that the link is not valid', async (hash) => {
    fakeCalls({
      [sharedNow.path]: () => failure('link-expired'),
      [sharedChangesPath]: () => failure('link-expired'),
    });
    openApp(`/s${hash}`);
    expect(await ended()).toBeVisible();
  });
});
