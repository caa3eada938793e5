import {
  CHECK_NOW_EVERY_MS,
  checkNow,
  choosePerson,
  errorTextOf,
  reconnect,
  remedyFor,
  type SourceErrorCode,
} from '@tealight/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { aConnection, aReading, fakeServer, minutesAgo } from '../../../../test/fake-server.ts';
import { openPage } from '../../../../test/on-page.ts';
import { ConnectionPanel } from './ConnectionPanel.tsx';

type Lost = {
  errorCode: SourceErrorCode;
  type?: 'dexcom' | 'freeStyleLibre' | 'nightScout';
  source?: string;
  nextTryAt?: string | null;
  ageMinutes?: number;
};

/** A dashboard whose source is lost, and what its server hears. */
function lostBy({ errorCode, type = 'nightScout', source, nextTryAt = null, ageMinutes = 43 }: Lost) {
  const remedy = remedyFor(errorCode, nextTryAt !== null);
  const text = errorTextOf(errorCode, type, { source });
  const status = ageMinutes < 15 ? 'allGood' : 'noCurrentData';
  const connectionState = { status, state: 'error', connectionType: type, source } as const;
  const readings = {
    unit: 'mg/dL',
    currentCgmReading: aReading({ time: minutesAgo(ageMinutes), stale: ageMinutes >= 15 }),
    previousCgmReading: null,
  } as const;
  const connection = aConnection({ ...connectionState, errorCode, text, remedy, nextTryAt });
  const { world, calls } = fakeServer({ connection, readings });
  const bodiesTo = (path: string) => calls.filter((one) => one.path === path).map(({ body }) => body);
  openPage(ConnectionPanel);
  return { world, bodiesTo, text };
}

const panel = () => within(screen.getByRole('region', { name: 'CGM Connection' }));
const actions = () =>
  panel()
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)
    .filter((label) => label !== 'Connection menu');

describe('a source that is lost', () => {
  test.each([
    ['wrong-login', 'Connect again'],
    ['needs-human', 'Connect again'],
    ['wrong-address', 'Connect again'],
    ['terms-to-accept', 'Try again'],
    ['not-shared', 'Try again'],
    ['wrong-region', 'Try the other region'],
    ['locked-out', 'Try again'],
  ] as const)('[CON-9] by %s says so in one sentence and offers one thing: %s', async (errorCode, action) => {
    const { text } = lostBy({ errorCode });
    expect(await panel().findByText(text)).toBeVisible();
    expect(actions()).toEqual([action]);
    expect(panel().queryByText(/^Retrying/)).toBeNull();
  });

  test.each(['locked-out', 'too-many-calls', 'unreachable', 'unreadable', 'session-over'] as const)(
    '[CON-9] by %s, which passes, says when it is tried automatically and asks nothing',
    async (errorCode) => {
      const { text } = lostBy({ errorCode, nextTryAt: new Date(Date.now() + 60_000).toISOString() });
      expect(await panel().findByText(text)).toBeVisible();
      expect(panel().getByText(/^Retrying automatically at /)).toBeVisible();
      expect(actions()).toEqual(['Check now']);
    },
  );

  test('[SRC-3] is checked when the wearer asks, once in 15 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const nextTryAt = new Date(Date.now() + 60_000).toISOString();
    const { world, bodiesTo } = lostBy({ errorCode: 'unreachable', nextTryAt });
    const button = await panel().findByRole('button', { name: 'Check now' });
    await user.click(button);
    expect(button).toHaveTextContent('Checking…');
    await user.click(button);
    expect(button).toHaveFocus();
    expect(bodiesTo(checkNow.path)).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(CHECK_NOW_EVERY_MS));
    await user.click(button);
    expect(bodiesTo(checkNow.path)).toHaveLength(2);
    world.connection = aConnection();
    world.readings = { ...world.readings, currentCgmReading: aReading() };
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(await panel().findByText('112')).toBeVisible();
    vi.useRealTimers();
  });

  test('[SRC-3] that cannot be checked sooner says so', async () => {
    const nextTryAt = new Date(Date.now() + 60_000).toISOString();
    const { world } = lostBy({ errorCode: 'too-many-calls', nextTryAt });
    world.refused[checkNow.path] = { status: 200, body: { isSuccess: false } };
    await userEvent.click(await panel().findByRole('button', { name: 'Check now' }));
    expect(await screen.findByText(/allows no check before the next automatic one/)).toBeVisible();
  });

  test.each([
    ['wrong-login', null, 'Connect again', 'Sign-in refused'],
    ['unreachable', '2026-11-20T12:00:00Z', 'Check now', 'Source unreachable'],
  ] as const)('by %s is shown beside a reading that is still current', async (...lost) => {
    const [errorCode, nextTryAt, action, badge] = lost;
    const { text } = lostBy({ errorCode, nextTryAt, ageMinutes: 3 });
    expect(await panel().findByText('112')).toBeVisible();
    expect(actions()).toEqual([action]);
    expect(panel().getByText(text)).toBeVisible();
    expect(panel().getByText(badge)).toBeVisible();
    expect(panel().getByText('Connected')).toHaveAttribute('data-kind', 'quiet');
    expect(panel().queryByText(/Successfully connected/)).toBeNull();
  });

  test('opens its form again where the login was refused', async () => {
    lostBy({ errorCode: 'wrong-login', type: 'freeStyleLibre' });
    await userEvent.click(await panel().findByRole('button', { name: 'Connect again' }));
    expect(await panel().findByRole('radio', { name: 'FreeStyleLibre' })).toBeChecked();
  });

  test('[CON-4] is tried again with the kept login, without typing', async () => {
    const { world, bodiesTo } = lostBy({ errorCode: 'terms-to-accept' });
    const again = await panel().findByRole('button', { name: 'Try again' });
    world.connection = aConnection();
    world.readings = { ...world.readings, currentCgmReading: aReading() };
    await userEvent.click(again);
    expect(await panel().findByText('112')).toBeVisible();
    expect(bodiesTo(reconnect.path)).toEqual([{ otherRegion: false }]);
    await waitFor(() => expect(panel().getByRole('heading')).toHaveFocus());
  });

  test('shows the form where nothing was kept', async () => {
    const { world } = lostBy({ errorCode: 'not-shared' });
    world.refused[reconnect.path] = { status: 200, body: { isSuccess: false } };
    await userEvent.click(await panel().findByRole('button', { name: 'Try again' }));
    expect(await panel().findByRole('radio', { name: 'Nightscout' })).toBeChecked();
  });

  test('[CON-6] another failed attempt shows an error, and nothing else changes', async () => {
    const { world, text } = lostBy({ errorCode: 'terms-to-accept', type: 'freeStyleLibre' });
    const body = { type: 'urn:tealight:problem:source-refused', title: 'Still no', status: 422 };
    world.refused[reconnect.path] = { status: 422, body };
    await userEvent.click(await panel().findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Still no')).toBeVisible();
    expect(panel().getByText(text)).toBeVisible();
  });

  test('[CON-5] at Dexcom may be looked for in the other region, or with another login', async () => {
    const { bodiesTo } = lostBy({ errorCode: 'wrong-login', type: 'dexcom' });
    await userEvent.click(await panel().findByRole('button', { name: 'Try the other region' }));
    await waitFor(() => expect(bodiesTo(reconnect.path)).toEqual([{ otherRegion: true }]));
    expect(actions()).toEqual(['Connect again', 'Try the other region']);
  });
});

describe('[CON-5] a sign-in at Dexcom’s own page that has ended', () => {
  test('is made again there, and no other region is offered', async () => {
    const { text } = lostBy({ errorCode: 'wrong-login', type: 'dexcom', source: 'dexcomApi' });
    expect(text).toBe('The sign-in at Dexcom has ended. Sign in at Dexcom again');
    expect(await panel().findByText(text)).toBeVisible();
    expect(actions()).toEqual(['Connect again']);
    await userEvent.click(panel().getByRole('button', { name: 'Connect again' }));
    expect(await panel().findByRole('radio', { name: 'Dexcom' })).toBeChecked();
  });
});

describe('a login that several share with', () => {
  const people = [
    { id: 'a', name: 'Alex Example' },
    { id: 'b', name: '' },
  ];

  test('[CON-6] lists them, and shows whom the wearer chooses', async () => {
    const { world, bodiesTo } = lostBy({ errorCode: 'choose-person', type: 'freeStyleLibre' });
    world.people = people;
    const list = within(await panel().findByRole('list', { name: 'Whose readings to show' }));
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Alex Example',
      'Person 2',
    ]);
    world.connection = aConnection();
    await userEvent.click(list.getByRole('button', { name: 'Alex Example' }));
    expect(await screen.findByText('You see the readings of Alex Example')).toBeVisible();
    expect(bodiesTo(choosePerson.path)).toEqual([{ id: 'a' }]);
  });

  test('that cannot be asked who shares can be asked again, and names nobody', async () => {
    const body = { title: 'Not now', status: 422 };
    const { world } = lostBy({ errorCode: 'choose-person', type: 'freeStyleLibre' });
    world.refused['/api/v1/Readings/cgm-connection/people'] = { status: 422, body };
    const again = await panel().findByRole('button', { name: 'Try again' });
    world.refused = {};
    world.people = people;
    await userEvent.click(again);
    expect(await panel().findByRole('button', { name: 'Alex Example' })).toBeVisible();
  });

  test('can be connected again when nobody shares any more', async () => {
    lostBy({ errorCode: 'person-gone', type: 'freeStyleLibre' });
    await userEvent.click(await panel().findByRole('button', { name: 'Connect again' }));
    expect(await panel().findByRole('radio', { name: 'FreeStyleLibre' })).toBeChecked();
  });
});
