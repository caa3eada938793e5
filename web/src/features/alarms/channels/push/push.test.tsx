import { alarmChannels, pushKey, saveAlarmChannel, testAlarmChannel } from '@tealight/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aChannel, openAlarms, watchedAda } from '../../../../../test/fake-alarms.ts';
import { fakePush, fingerprint, keyOf } from '../../../../../test/fake-push.ts';
import { minutesAgo } from '../../../../../test/fake-server.ts';
import { browserName, pushSupportOf } from './push-support.ts';
import { rememberedPush, rememberPush } from './remembered-push.ts';

const key = keyOf(4);
const endpoint = `https://push.example/${key.slice(0, 6)}`;
const own = aChannel({ id: 9, kind: 'web-push', name: 'Laptop', fingerprint: fingerprint(endpoint) });

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

/** Opens the steps of this browser; the server has these channels. */
async function openSteps(channels: ReturnType<typeof aChannel>[] = [], more: Record<string, unknown> = {}) {
  const fake = openAlarms('/alarms', watchedAda({ alarms: [] }), {
    [`GET ${alarmChannels.path}`]: () => ({ channels }),
    [pushKey.path]: { key },
    [`POST ${saveAlarmChannel.path}`]: () => {
      channels.push({ ...own, reachedAt: null });
      return { id: 9, secret: null };
    },
    [testAlarmChannel.path]: () => {
      const at = channels.findIndex(({ id }) => id === 9);
      channels[at] = { ...own, reachedAt: minutesAgo(0), shownAfterMs: 1240 };
      return { failure: null };
    },
    ...more,
  });
  const panel = within(await screen.findByRole('region', { name: 'Your channels' }));
  await userEvent.click(await panel.findByRole('button', { name: 'This browser' }));
  const steps = within(await screen.findByRole('region', { name: 'Let this browser ring' }));
  return { ...fake, steps };
}

describe('the permission', () => {
  test('[ALM-34] [SHELL-11] is asked for by a press alone, after what it is good for and what it cannot do; the test comes back, and the focus stays with it', async () => {
    const { calls } = fakePush();
    const { steps, callsTo } = await openSteps();
    expect(steps.getByText(/also while no page is open/)).toBeVisible();
    expect(steps.getByText(/cannot ring through a silent phone.*add ntfy or Pushover/)).toBeVisible();
    expect(calls.asked).toBe(0);
    await userEvent.click(steps.getByRole('button', { name: 'Allow notifications' }));
    expect(await steps.findByText('The test was shown after 1.2 s.')).toBeVisible();
    expect(calls.asked).toBe(1);
    const saved = callsTo(saveAlarmChannel.path).find(({ method }) => method === 'POST');
    expect(saved?.body).toMatchObject({
      hidesValues: false,
      address: { kind: 'web-push', endpoint, keys: { p256dh: 'P'.repeat(87), auth: 'A'.repeat(22) } },
    });
    expect(steps.getByText(/^This browser rings/)).toBeVisible();
    expect(steps.getByText(/^This browser rings/).closest('section')).toHaveFocus();
    expect(screen.getByText('Browser notifications, this browser')).toBeVisible();
  });

  test('[ALM-34] that is dismissed can be asked for again', async () => {
    fakePush({ answer: 'default' });
    const { steps } = await openSteps();
    await userEvent.click(steps.getByRole('button', { name: 'Allow notifications' }));
    expect(await steps.findByText(/Nothing was allowed yet/)).toBeVisible();
    expect(steps.getByRole('button', { name: 'Allow notifications' })).toBeEnabled();
  });

  test('[ALM-34] that is denied leads to how it is unblocked', async () => {
    fakePush({ answer: 'denied' });
    const { steps } = await openSteps();
    await userEvent.click(steps.getByRole('button', { name: 'Allow notifications' }));
    expect(await steps.findByText('Notifications of this site are blocked')).toBeVisible();
  });

  test('[ALM-34] a push service that cannot be reached is an error, and nothing is saved', async () => {
    fakePush({ isOffline: true });
    const { steps, callsTo } = await openSteps();
    await userEvent.click(steps.getByRole('button', { name: 'Allow notifications' }));
    expect(await steps.findByRole('alert')).toHaveTextContent('This browser could not subscribe');
    expect(callsTo(saveAlarmChannel.path).every(({ method }) => method === 'GET')).toBe(true);
  });
});

describe('a browser that cannot be asked', () => {
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1';
  test.each([
    ['blocked', { permission: 'denied' as const }, 'Notifications of this site are blocked', /site settings/],
    ['no secure page', { isSecure: false, hasPush: false }, 'This address is not secure', /https:\/\//],
    ['no push', { hasPush: false }, 'This browser has no push notifications', /current version/],
    ['iPhone', { hasPush: false, userAgent: iphone }, 'Add Tealight to the Home Screen first', /iOS 16\.4/],
  ])('[ALM-34] says what it is and what to do: %s', async (_, browser, title, how) => {
    fakePush(browser);
    const { steps } = await openSteps();
    expect(await steps.findByText(title)).toBeVisible();
    expect(steps.getByText(how)).toBeVisible();
    expect(steps.queryByRole('button', { name: 'Allow notifications' })).toBeNull();
  });

  test('[ALM-34] an app on the Home Screen of an older iPhone has no push', () => {
    const facts = { isSecure: true, hasPush: false, isApple: true, permission: 'default' as const };
    expect(pushSupportOf({ ...facts, isInstalled: true })).toBe('unsupported');
    expect(pushSupportOf({ ...facts, isInstalled: false })).toBe('not-installed');
  });
});

describe('a subscription that was lost', () => {
  const remembered = {
    fingerprint: own.fingerprint ?? '',
    name: 'Laptop',
    hidesValues: true,
    account: fingerprint('ada@example.org'),
  };

  test('[ALM-34] is made again on the next page, with its name, once the permission is there', async () => {
    rememberPush({ ...remembered, fingerprint: fingerprint('https://push.example/lost') });
    fakePush({ permission: 'granted' });
    const { callsTo } = openAlarms('/alarms', watchedAda({ alarms: [] }), {
      [`GET ${alarmChannels.path}`]: { channels: [] },
      [pushKey.path]: { key },
      [`POST ${saveAlarmChannel.path}`]: { id: 9, secret: null },
    });
    const saved = () => callsTo(saveAlarmChannel.path).find(({ method }) => method === 'POST');
    await waitFor(() => expect(saved()?.body).toMatchObject({ name: 'Laptop', hidesValues: true }));
    await waitFor(() => expect(rememberedPush()?.fingerprint).toBe(own.fingerprint));
  });

  test('[ALM-34] one that was made with another key of the server is replaced, and its channel removed', async () => {
    const old = { endpoint: 'https://push.example/old', key: keyOf(7) };
    const channel = aChannel({
      id: 2,
      kind: 'web-push',
      name: 'Laptop',
      fingerprint: fingerprint(old.endpoint),
    });
    rememberPush({ ...remembered, fingerprint: fingerprint(old.endpoint) });
    const { calls, current } = fakePush({ permission: 'granted', subscribed: old });
    const { callsTo } = openAlarms('/alarms', watchedAda({ alarms: [] }), {
      [`GET ${alarmChannels.path}`]: { channels: [channel] },
      [pushKey.path]: { key },
      [`POST ${saveAlarmChannel.path}`]: { id: 9, secret: null },
    });
    await waitFor(() => expect(callsTo(`${alarmChannels.path}/remove`)[0]?.body).toEqual({ id: 2 }));
    expect(calls.unsubscribed).toBe(1);
    expect(current()).toEqual({ endpoint, key });
  });

  test('[ALM-34] one that was removed on another device stays removed, and says how it is made again', async () => {
    rememberPush(remembered);
    fakePush({ permission: 'granted', subscribed: { endpoint, key } });
    const { steps, callsTo } = await openSteps();
    expect(await steps.findByText(/no longer gets alarms/)).toBeVisible();
    expect(callsTo(saveAlarmChannel.path).every(({ method }) => method === 'GET')).toBe(true);
    expect(steps.getByLabelText('Name of this browser')).toHaveValue('Laptop');
    await userEvent.click(steps.getByRole('button', { name: 'Subscribe again' }));
    expect(await steps.findByText(/^This browser rings/)).toBeVisible();
  });

  test('[ALM-34] it is not made again for another account that signs in with this browser', async () => {
    rememberPush({ ...remembered, account: fingerprint('ben@example.org') });
    fakePush({ permission: 'granted' });
    const { callsTo, steps } = await openSteps();
    await waitFor(() => expect(callsTo(pushKey.path)).not.toEqual([]));
    expect(steps.getByRole('button', { name: 'Subscribe again' })).toBeVisible();
    expect(callsTo(saveAlarmChannel.path).every(({ method }) => method === 'GET')).toBe(true);
  });

  test('[ALM-34] nothing is subscribed where this browser never was a channel', async () => {
    fakePush({ permission: 'granted' });
    const { callsTo, steps } = await openSteps();
    expect(steps.getByRole('button', { name: 'Allow notifications' })).toBeVisible();
    expect(callsTo(saveAlarmChannel.path).every(({ method }) => method === 'GET')).toBe(true);
  });
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/156.0 Safari/537.36 Edg/156.0', 'Edge', 'Windows'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/156.0 Mobile Safari/537.36', 'Chrome', 'Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'Firefox', 'Linux'],
  ['curl/8', null, null],
])('a name is proposed from what the browser says of itself: %s', (userAgent, browser, system) => {
  expect(browserName(userAgent)).toEqual({ browser, system });
});
