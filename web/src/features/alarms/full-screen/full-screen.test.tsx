import {
  activeAlarms,
  actOnAlarm,
  endAlarmSnooze,
  seenAlarm,
  signIn,
  snoozeAlarm,
  snoozeOwnAlarm,
  wearerChangesPath,
  wearerGlances,
} from '@tealight/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openAlarms, urgentLow, watchedAda } from '../../../../test/fake-alarms.ts';
import { failure, fakeCalls, noNetwork, ownWearer } from '../../../../test/fake-calls.ts';
import { aReading, minutesAgo } from '../../../../test/fake-server.ts';
import { aGlance, openStream } from '../../../../test/fake-wearers.ts';
import { currentAddress, openApp } from '../../../../test/on-app.ts';

const ben = watchedAda({
  wearer: 'benbenbenben',
  name: 'Ben',
  alarms: [urgentLow({ id: 8, kind: 'high', value: 260 })],
});

describe('the page of an alarm', () => {
  test('[ALM-30] [ALM-35] shows the worst one of everybody first: name, kind, value, age', async () => {
    openAlarms('/alarm', watchedAda(), { [activeAlarms.path]: { wearers: [ben, watchedAda()] } });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Ada Urgent low');
    const [worst] = screen.getAllByRole('article');
    expect(worst).toHaveTextContent('52 mg/dL');
    expect(worst).toHaveTextContent('Reading 2 min ago');
    const others = within(screen.getByRole('region', { name: 'Other alarms' }));
    expect(others.getByRole('heading', { level: 2 })).toHaveTextContent('Ben High');
    expect(document.title).toMatch(/^⚠ Ada: Urgent low 52/);
    expect(screen.getByRole('button', { name: /Sound is off/ })).toBeVisible();
  });

  test('[ALM-3] names the end of the sensor’s range for a value beyond it', async () => {
    openAlarms('/alarm', watchedAda({ alarms: [urgentLow({ value: 39 })] }));
    expect(await screen.findByRole('article')).toHaveTextContent('below 40 mg/dL');
  });

  test('[ALM-24] says why an alarm makes no sound for somebody whose settings keep it silent, also in the bar', async () => {
    const wearer = watchedAda({ alarms: [urgentLow({ isSilentForMe: true })] });
    openAlarms('/alarm', wearer);
    const reason = 'Silent for you, by your own alarm settings';
    expect(await screen.findByText(reason)).toBeVisible();
    cleanup();
    openAlarms('/support', wearer);
    expect(await screen.findByText(reason)).toBeVisible();
  });

  test('shows the arrow of the reading that rings, and of no other', async () => {
    const takenAt = minutesAgo(2);
    const wearer = watchedAda({ alarms: [urgentLow({ takenAt })] });
    const glance = (time: string) => aGlance(ownWearer.id, { reading: aReading({ trend: 'falling', time }) });
    openAlarms('/alarm', wearer, { [wearerGlances.path]: { glances: [glance(takenAt)] } });
    const worst = await screen.findByRole('article');
    await waitFor(() => expect(worst.querySelector('svg')).not.toBeNull());
  });

  test('[ALM-19] [ALM-21] [ALM-22] Seen and every length of a snooze are one press', async () => {
    const { callsTo } = openAlarms('/alarm', watchedAda());
    await userEvent.click(await screen.findByRole('button', { name: 'Seen' }));
    await waitFor(() =>
      expect(callsTo(seenAlarm.path)[0]?.body).toMatchObject({ id: 7, kind: expect.any(String) }),
    );
    const forAll = within(screen.getByRole('group', { name: 'Snooze for everybody' }));
    await userEvent.click(forAll.getByRole('button', { name: '30 min' }));
    await waitFor(() => expect(callsTo(snoozeAlarm.path)[0]?.body).toMatchObject({ minutes: 30 }));
    const forMe = within(screen.getByRole('group', { name: 'Snooze just for me' }));
    await userEvent.click(forMe.getByRole('button', { name: '15 min' }));
    await waitFor(() => expect(callsTo(snoozeOwnAlarm.path)[0]?.body).toMatchObject({ minutes: 15 }));
  });

  test('[ALM-22] who may not act for all can be silent alone', async () => {
    openAlarms('/alarm', watchedAda({ mayAct: false }));
    expect(await screen.findByRole('group', { name: 'Snooze just for me' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Seen' })).toBeNull();
    expect(screen.queryByRole('group', { name: 'Snooze for everybody' })).toBeNull();
  });

  test('[ALM-21] a snooze says who set it and can be ended', async () => {
    const until = minutesAgo(-15.3);
    const snooze = {
      kind: 'urgent-low',
      isForMeAlone: false,
      by: 'Mum',
      setAt: minutesAgo(1),
      until,
    } as const;
    const { callsTo } = openAlarms('/alarm', watchedAda({ snoozes: [snooze] }));
    expect(await screen.findByText('Silent for 15 more minutes, by Mum')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'End snooze' }));
    await waitFor(() => expect(callsTo(endAlarmSnooze.path)[0]?.body).toEqual({ kind: 'urgent-low' }));
  });

  test.each([
    ['nobody has one', { wearers: [watchedAda({ alarms: [] })] }, 'No active alarms'],
    ['nobody has alarms on', { wearers: [] }, 'No alarms reach you'],
  ])('says that there is none where %s', async (_, reply, title) => {
    openAlarms('/alarm', watchedAda(), { [activeAlarms.path]: reply });
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  });

  test('says that it could not be loaded, and loads again', async () => {
    let isDown = true;
    openAlarms('/alarm', watchedAda(), {
      [activeAlarms.path]: () => (isDown ? failure('unavailable') : { wearers: [watchedAda()] }),
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await userEvent.click(retry);
    expect(await screen.findByRole('heading', { name: 'Ada Urgent low' })).toBeVisible();
  });

  test('keeps what it shows without a network, and says that it may be old', async () => {
    let isOffline = false;
    openAlarms('/alarm', watchedAda(), {
      [wearerChangesPath]: () => openStream().response,
      [activeAlarms.path]: () => (isOffline ? noNetwork() : { wearers: [watchedAda()] }),
    });
    const seen = await screen.findByRole('button', { name: 'Seen' });
    isOffline = true;
    await userEvent.click(seen);
    expect(await screen.findByText(/What you see may be old/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Ada Urgent low' })).toBeVisible();
  });
});

describe('a notification that is tapped while somebody is signed in', () => {
  const seenOfNotification = async () =>
    within(await screen.findByRole('region', { name: 'The alarm of this notification' })).getByRole(
      'button',
      { name: 'Seen' },
    );

  test.each([
    ['gets no alarms', null],
    ['gets the alarms of others', watchedAda()],
  ])('[ALM-35] acts by its token where the reader %s', async (_, wearer) => {
    const { callsTo } = openAlarms(`/alarm?wearer=${ben.wearer}#secret`, wearer);
    await userEvent.click(await seenOfNotification());
    expect(await screen.findByText(/^Marked as seen/)).toBeVisible();
    expect(callsTo(actOnAlarm.path).map(({ body }) => body)).toEqual([{ token: 'secret', action: 'seen' }]);
    expect(window.location.href).not.toMatch(/secret|wearer/);
  });

  test('[ALM-35] acts by its token where the alarms could not be loaded', async () => {
    openAlarms('/alarm?wearer=adaadaadaada#secret', watchedAda(), {
      [activeAlarms.path]: () => failure('unavailable'),
    });
    expect(await seenOfNotification()).toBeVisible();
  });

  test('[ALM-35] of an older server, which says nothing of the wearer, acts by its token', async () => {
    openAlarms('/alarm#secret', null);
    expect(await seenOfNotification()).toBeVisible();
  });

  test.each([
    ['goes on', watchedAda(), 'Ada Urgent low'],
    ['is over', watchedAda({ alarms: [] }), 'No active alarms'],
  ])('[ALM-35] has no further buttons for an alarm of the reader’s own that %s', async (_, wearer, title) => {
    openAlarms(`/alarm?wearer=${wearer.wearer}#secret`, wearer);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(title);
    expect(screen.queryByRole('region', { name: 'The alarm of this notification' })).toBeNull();
  });
});

describe('signed out', () => {
  test('[ALM-35] a link of a notification acts without a sign-in, and its secret leaves the address at once', async () => {
    const { callsTo } = fakeCalls({ [actOnAlarm.path]: { isSuccess: true } });
    openApp('/alarm#secret');
    const seen = await screen.findByRole('button', { name: 'Seen' });
    expect(window.location.hash).toBe('');
    await userEvent.click(seen);
    expect(await screen.findByText(/^Marked as seen/)).toBeVisible();
    expect(callsTo(actOnAlarm.path)[0]).toMatchObject({
      body: { token: 'secret', action: 'seen' },
      token: null,
    });
  });

  test('[ALM-35] the link of the next alarm, on a page that stayed open, has its own buttons', async () => {
    const { callsTo } = fakeCalls({ [actOnAlarm.path]: { isSuccess: true } });
    openApp('/alarm#first');
    await userEvent.click(await screen.findByRole('button', { name: 'Seen' }));
    await screen.findByText(/^Marked as seen/);
    window.location.hash = '#second';
    await userEvent.click(await screen.findByRole('button', { name: 'Seen' }));
    await screen.findByText(/^Marked as seen/);
    expect(callsTo(actOnAlarm.path).map(({ body }) => body)).toMatchObject([
      { token: 'first' },
      { token: 'second' },
    ]);
  });

  test('[ALM-35] a link that has expired says so', async () => {
    fakeCalls({ [actOnAlarm.path]: () => failure('link-expired') });
    openApp('/alarm#secret');
    await userEvent.click(await screen.findByRole('button', { name: 'Snooze' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This link has expired');
  });

  test('[ALM-35] without a link it leads to the sign-in and back', async () => {
    fakeCalls({
      [signIn.path]: { accessToken: 'token', firstTimeLoggedIn: false },
      [activeAlarms.path]: { wearers: [watchedAda()] },
    });
    openApp('/alarm');
    expect(await screen.findByText('Sign in to see the alarm.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Seen' })).toBeNull();
    await userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Sign in' }));
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'Password123!');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('heading', { name: 'Ada Urgent low' })).toBeVisible();
    expect(currentAddress()).toBe('/alarm');
  });
});
