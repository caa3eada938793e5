import {
  activeAlarms,
  alarmHistory,
  alarmRecipients,
  currentUser,
  defaultLamps,
  lampSettings,
  listWearers,
  readAlarmSettings,
  saveAlarmSettings,
  seenAlarm,
  simulateUrgentLow,
  snoozeAlarm,
  snoozeOwnAlarm,
} from '@tealight/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { alarmsOff, openAlarms, watchedAda } from '../../../test/fake-alarms.ts';
import { failure, ownWearer, ada as user } from '../../../test/fake-calls.ts';
import { minutesAgo } from '../../../test/fake-server.ts';
import { aFollowed } from '../../../test/fake-wearers.ts';
import { accountClient, queryClient } from '../../data/wearer/query-clients.ts';

describe('the bar of alarms', () => {
  test('[ALM-30] [ALM-33] names the wearer first, says it at once, and stands in the title of the tab', async () => {
    openAlarms('/support', watchedAda());
    const bar = within(await screen.findByRole('region', { name: 'Alarms' }));
    expect(await bar.findByText('Ada: Urgent low 52 mg/dL, 2 min ago')).toBeVisible();
    expect(bar.getByRole('alert')).toHaveTextContent('⚠ Ada: Urgent low 52');
    expect(document.title).toMatch(/^⚠ Ada: Urgent low 52 · /);
    expect(bar.getByRole('button', { name: /Sound is off/ })).toBeVisible();
  });

  test('is on no page while nobody’s alarms are on', async () => {
    const { callsTo } = openAlarms('/support', null);
    await screen.findByRole('main', { name: 'Support' });
    expect(screen.queryByRole('region', { name: 'Alarms' })).toBeNull();
    expect(callsTo(activeAlarms.path)).toEqual([]);
  });

  test('[ALM-19] Seen is one press; [ALM-21] afterwards it says who made it silent and for how long', async () => {
    const user = userEvent.setup();
    let wearer = watchedAda();
    const { callsTo } = openAlarms('/support', wearer, {
      [activeAlarms.path]: () => ({ wearers: [wearer] }),
      [seenAlarm.path]: () => {
        const until = minutesAgo(-14.5);
        const snooze = {
          kind: 'urgent-low',
          isForMeAlone: false,
          by: 'Mum',
          setAt: minutesAgo(0.5),
          until,
        } as const;
        wearer = watchedAda({ snoozes: [snooze] });
        return { isSuccess: true };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Seen' }));
    expect(callsTo(seenAlarm.path)[0]).toMatchObject({ wearer: ownWearer.id, body: { id: 7 } });
    expect(await screen.findByText('Silent for 15 more minutes, by Mum')).toBeVisible();
    expect(screen.getByRole('button', { name: 'End snooze' })).toBeVisible();
    expect(document.title).not.toContain('⚠');
    // The button that had the focus is gone.
    expect(screen.getByText(/^Ada: Urgent low 52 mg\/dL/)).toHaveFocus();
  });

  test('[ALM-21] [ALM-22] offers the lengths of the kind, for everybody where one may, and for oneself', async () => {
    const user = userEvent.setup();
    const { callsTo } = openAlarms('/support', watchedAda());
    await user.click(await screen.findByRole('button', { name: 'Snooze' }));
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(items).toEqual([
      '15 min, for everybody',
      '30 min, for everybody',
      '15 min, just me',
      '30 min, just me',
    ]);
    await user.click(screen.getByRole('menuitem', { name: '30 min, for everybody' }));
    await waitFor(() =>
      expect(callsTo(snoozeAlarm.path)[0]?.body).toEqual({ kind: 'urgent-low', minutes: 30 }),
    );
  });

  test('[ALM-22] who may not act for all can be silent alone', async () => {
    const user = userEvent.setup();
    const { callsTo } = openAlarms('/support', watchedAda({ mayAct: false }));
    await user.click(await screen.findByRole('button', { name: 'Snooze' }));
    expect(screen.queryByRole('button', { name: 'Seen' })).toBeNull();
    await user.click(await screen.findByRole('menuitem', { name: '15 min, just me' }));
    await waitFor(() =>
      expect(callsTo(snoozeOwnAlarm.path)[0]?.body).toEqual({ kind: 'urgent-low', minutes: 15 }),
    );
  });

  test('[ALM-33] a milder alarm is announced by a region that was there before it', async () => {
    let wearer = { ...watchedAda(), alarms: [] as ReturnType<typeof watchedAda>['alarms'] };
    openAlarms('/support', wearer, { [activeAlarms.path]: () => ({ wearers: [wearer] }) });
    const bar = within(await screen.findByRole('region', { name: 'Alarms' }));
    const region = await bar.findByRole('status');
    expect(region).toBeEmptyDOMElement();
    const [alarm] = watchedAda().alarms;
    wearer = { ...wearer, alarms: alarm === undefined ? [] : [{ ...alarm, kind: 'low' }] };
    await accountClient.invalidateQueries();
    await waitFor(() => expect(region).toHaveTextContent('Ada: Low'));
    expect(bar.getByRole('status')).toBe(region);
  });

  test('says so when the server cannot be asked: silence is no good news', async () => {
    openAlarms('/support', watchedAda(), { [activeAlarms.path]: () => failure('unavailable') });
    expect(await screen.findByText(/Alarms may be missing on this page/)).toBeVisible();
  });
});

describe('the page of alarms', () => {
  test('[SHELL-11] says that the list of people cannot be loaded, where an earlier one has named nobody else', async () => {
    let list: unknown = failure('unavailable');
    openAlarms('/alarms', null, { [`GET ${listWearers.path}`]: () => list });
    localStorage.setItem('tealight-several-wearers', 'no');
    expect(await screen.findByText('This could not be loaded.')).toBeVisible();
    list = { selected: ownWearer.id, wearers: [ownWearer] };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Your channels' })).toBeVisible();
  });

  test('[ALM-44] alarms are switched on only by who has read what they cannot do', async () => {
    const user = userEvent.setup();
    const { callsTo } = openAlarms('/alarms', null);
    const toggle = await screen.findByRole('switch', { name: 'Alarms on' });
    expect(toggle).toBeDisabled();
    expect(screen.getByText('Keep the other alarms on.')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: /I have read this/ }));
    await user.click(toggle);
    await user.click(screen.getByRole('button', { name: 'Save alarms' }));
    const saved = () => callsTo(saveAlarmSettings.path).find(({ method }) => method === 'POST');
    await waitFor(() => expect(saved()?.body).toMatchObject({ isOn: true, hasAccepted: true }));
  });

  test('what was typed stays when what the form needed at first cannot be read again', async () => {
    const press = userEvent.setup();
    let isReachable = true;
    openAlarms('/alarms', null, {
      [`GET ${lampSettings.path}`]: () => (isReachable ? defaultLamps : failure('our-fault')),
    });
    const low = within(await screen.findByRole('group', { name: 'Low' }));
    const field = low.getByRole('textbox', { name: 'Number in mg/dL' });
    await press.clear(field);
    await press.type(field, '64');
    isReachable = false;
    void queryClient.invalidateQueries();
    await waitFor(() => expect(queryClient.getQueryState([lampSettings.path])?.status).toBe('error'));
    expect(field).toBeVisible();
    expect(field).toHaveValue('64');
  });

  test('[ALM-1] a number outside its limits is refused beside its field, and not sent', async () => {
    const user = userEvent.setup();
    openAlarms('/alarms', null);
    const low = within(await screen.findByRole('group', { name: 'Low' }));
    const field = low.getByRole('textbox', { name: 'Number in mg/dL' });
    await user.clear(field);
    expect(low.getByText('Enter a number')).toBeVisible();
    await user.type(field, '58');
    expect(low.getByText('At least 60')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save alarms' })).toBeDisabled();
  });

  test('[ALM-4] proposes the setpoints, and says that nothing is saved', async () => {
    openAlarms('/alarms', null, {
      [`GET ${currentUser.path}`]: {
        ...user,
        rangeSetup: { unit: 'mg/dL', high: 200, inRange: 120, low: 75 },
      },
    });
    const low = within(await screen.findByRole('group', { name: 'Low' }));
    expect(low.getByRole('textbox', { name: 'Number in mg/dL' })).toHaveValue('75');
    expect(screen.getByText(/nothing is saved yet/)).toBeVisible();
  });

  test('[ALM-11] a source that is late by design says why there is no alarm about glucose', async () => {
    openAlarms('/alarms', null, {
      [`GET ${readAlarmSettings.path}`]: { ...alarmsOff, offer: 'no-data-only' },
    });
    expect(await screen.findByText(/only “No data” can be offered/)).toBeVisible();
  });

  test('a simulated source reports an urgent low on request, once alarms are on', async () => {
    const user = userEvent.setup();
    let saved = { ...alarmsOff, isSimulated: true };
    const { callsTo } = openAlarms('/alarms', watchedAda(), {
      [`GET ${readAlarmSettings.path}`]: () => saved,
      [`POST ${saveAlarmSettings.path}`]: () => {
        saved = { ...saved, isOn: true };
        return { isSuccess: true };
      },
    });
    const press = await screen.findByRole('button', { name: 'Simulate an urgent low' });
    expect(press).toBeDisabled();
    expect(screen.getByText(/^The simulated sensor reports 40 mg\/dL now/)).toBeVisible();
    expect(screen.getByText('Switch alarms on and save them first.')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: /I have read this/ }));
    await user.click(screen.getByRole('switch', { name: 'Alarms on' }));
    await user.click(screen.getByRole('button', { name: 'Save alarms' }));
    await waitFor(() => expect(press).toBeEnabled());
    await user.click(press);
    expect(await screen.findByText('Reported. The alarm rings within seconds.')).toBeVisible();
    expect(callsTo(simulateUrgentLow.path)).toMatchObject([{ wearer: ownWearer.id }]);
  });

  test('a real source cannot be made to report anything', async () => {
    openAlarms('/alarms', watchedAda());
    await screen.findByRole('switch', { name: 'Alarms on' });
    expect(screen.queryByRole('button', { name: 'Simulate an urgent low' })).toBeNull();
  });

  test('[PPL-5] of somebody whose alarms the reader does not get says so, and shows the channels for those of others', async () => {
    const { callsTo } = openAlarms(
      '/alarms',
      null,
      {},
      aFollowed({ rights: ['see-now', 'set-range', 'act'] }),
    );
    expect(
      await screen.findByText('Alarms of Leo do not reach you. To get them, ask the owner.'),
    ).toBeVisible();
    expect(await screen.findByRole('region', { name: 'Your channels' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    for (const { path } of [readAlarmSettings, alarmRecipients, alarmHistory])
      expect(callsTo(path)).toEqual([]);
  });

  test('opens no form over settings that could not be read', async () => {
    openAlarms('/alarms', null, { [`GET ${readAlarmSettings.path}`]: () => failure('unavailable') });
    expect(await screen.findByRole('button', { name: /try again/i })).toBeVisible();
    expect(screen.queryByRole('switch', { name: 'Alarms on' })).toBeNull();
  });
});
