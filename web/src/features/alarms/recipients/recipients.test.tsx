import {
  alarmRecipients,
  readAlarmSettings,
  saveAlarmSettings,
  saveOwnAlarms,
  setOnDuty,
} from '@tealight/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { alarmsOff, aRecipient, openAlarms, someOwnAlarms } from '../../../../test/fake-alarms.ts';
import { failure } from '../../../../test/fake-calls.ts';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { escalationLines } from './escalation-lines.ts';

const recipients = [
  aRecipient(),
  aRecipient({ id: 4, name: 'Ben', isMe: false, isOnDuty: false, channels: 2, reachedChannels: 0 }),
  aRecipient({ id: 5, name: 'Cleo', isMe: false, hasPlan: true, channels: 0, reachedChannels: 0 }),
];
const answers = { [alarmRecipients.path]: { recipients, own: someOwnAlarms() } };
const panel = async () => within(await screen.findByRole('region', { name: 'Who gets them' }));
const items = async () => {
  const list = await (await panel()).findByRole('list', { name: 'People who get these alarms' });
  return within(list).getAllByRole('listitem');
};

describe('who gets the alarms of a wearer', () => {
  test('[ALM-24] [ALM-29] each is named, with on or off duty, and with a warning where no channel works', async () => {
    openAlarms('/alarms', null, answers);
    const [ada, ben, cleo] = await items();
    expect(ada).toHaveTextContent('Ada (you)1 of 1 channel reached this week');
    expect(ben).toHaveTextContent('No channel was reached this week');
    expect(cleo).toHaveTextContent('By a weekly plan. The switch ends the plan.');
    expect(cleo).toHaveTextContent('No channel yet');
    expect(screen.getByRole('switch', { name: 'Ada is on duty' })).toBeChecked();
    expect(screen.getByRole('switch', { name: 'Ben is on duty' })).not.toBeChecked();
  });

  test('[ALM-25] who wants no alarms is off duty, which no switch changes', async () => {
    const none = aRecipient({ id: 6, name: 'Dora', isMe: false, isOnDuty: false, wantsNone: true });
    openAlarms('/alarms', null, {
      ...answers,
      [alarmRecipients.path]: { recipients: [none], own: someOwnAlarms() },
    });
    const [dora] = await items();
    expect(dora).toHaveTextContent('Has chosen to get no alarms, so never on duty.');
    expect(dora).toHaveTextContent('Off duty');
    expect(screen.queryByRole('switch', { name: 'Dora is on duty' })).not.toBeInTheDocument();
  });

  test('[ALM-24] who may act puts others on duty with one switch', async () => {
    const { callsTo } = openAlarms('/alarms', null, answers);
    await userEvent.click(await screen.findByRole('switch', { name: 'Ben is on duty' }));
    await waitFor(() => expect(callsTo(setOnDuty.path)[0]?.body).toEqual({ id: 4, onDuty: true }));
  });

  test('[ALM-24] [SHELL-11] the switch keeps the focus while it waits, and cannot be pressed again', async () => {
    const { callsTo } = openAlarms('/alarms', null, {
      ...answers,
      [setOnDuty.path]: () => new Promise(() => {}),
    });
    const ben = await screen.findByRole('switch', { name: 'Ben is on duty' });
    await userEvent.click(ben);
    await waitFor(() => expect(ben).toHaveAttribute('aria-disabled', 'true'));
    // Browsers take the focus from what is disabled.
    expect(ben).not.toBeDisabled();
    await userEvent.click(ben);
    expect(callsTo(setOnDuty.path)).toHaveLength(1);
  });

  test('[ALM-22] [ALM-24] others read it as text', async () => {
    openAlarms('/alarms', null, answers, { role: 'follower', rights: ['get-alarms'], ownerName: 'Mum' });
    const [ada, ben] = await items();
    expect(ada).toHaveTextContent('On duty');
    expect(ben).toHaveTextContent('Off duty');
    expect(screen.queryByRole('switch', { name: 'Ben is on duty' })).toBeNull();
  });

  test('[ALM-24] saving one’s own alarms keeps the form and the focus, and what is saved elsewhere replaces what was typed', async () => {
    let own = someOwnAlarms();
    openAlarms('/alarms', null, {
      [alarmRecipients.path]: () => ({ recipients, own }),
      [saveOwnAlarms.path]: () => {
        own = someOwnAlarms({ weeklyMail: true });
        return { isSuccess: true };
      },
    });
    const weekly = await (await panel()).findByRole('switch', { name: /week/i });
    await userEvent.click(weekly);
    const save = (await panel()).getByRole('button', { name: 'Save' });
    await userEvent.click(save);
    await waitFor(() => expect(save).not.toHaveAttribute('data-loading'));
    expect(weekly).toBeChecked();
    expect(save).toHaveFocus();
    expect(save).toBeVisible();
    own = someOwnAlarms();
    await accountClient.invalidateQueries();
    await waitFor(() => expect(weekly).not.toBeChecked());
  });

  test('[ALM-24] what was saved elsewhere meanwhile is shown, and never overwritten by the old values', async () => {
    let own = someOwnAlarms();
    const { callsTo } = openAlarms('/alarms', null, {
      [alarmRecipients.path]: () => ({ recipients, own }),
    });
    const weekly = await (await panel()).findByRole('switch', { name: /week/i });
    await userEvent.click(weekly);
    own = someOwnAlarms({ onDuty: false });
    const save = (await panel()).getByRole('button', { name: 'Save' });
    await userEvent.click(save);
    expect(await screen.findByText(/^Nothing was saved/)).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('You are on duty')).toHaveValue('off'));
    expect(weekly).toBeChecked();
    expect(callsTo(saveOwnAlarms.path)).toEqual([]);
    await userEvent.click(save);
    await waitFor(() =>
      expect(callsTo(saveOwnAlarms.path)[0]?.body).toMatchObject({ onDuty: false, weeklyMail: true }),
    );
  });

  test('says so when it cannot be loaded', async () => {
    openAlarms('/alarms', null, { [alarmRecipients.path]: () => failure('unavailable') });
    expect(await (await panel()).findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('escalation in words', () => {
  test('[ALM-26] names the minutes of the steps, for highs only where that is switched on', () => {
    expect(escalationLines(false)).toEqual([
      'Urgent low: everybody after 5 minutes. After 10 minutes also on channels that ring through a silent phone, again every 10 minutes for 60 minutes.',
      'Urgent low soon: everybody after 10 minutes.',
      'Low: everybody after 15 minutes.',
      'No data: everybody after 30 minutes.',
    ]);
    expect(escalationLines(true)).toContain('High: everybody after 60 minutes.');
  });

  test('[ALM-26] is not said while it is not known whether highs are passed on', async () => {
    let isReachable = false;
    openAlarms('/alarms', null, {
      ...answers,
      [`GET ${readAlarmSettings.path}`]: () =>
        isReachable ? { ...alarmsOff, escalatesHighs: true } : failure('not-allowed'),
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByText(/^Low: everybody/)).toBeNull();
    isReachable = true;
    await userEvent.click(again);
    expect(await screen.findByText('High: everybody after 60 minutes.')).toBeVisible();
  });

  test('[ALM-26] highs are passed on where the settings say so', async () => {
    const { callsTo } = openAlarms('/alarms', null, {
      [`GET ${readAlarmSettings.path}`]: {
        ...alarmsOff,
        accepted: { by: 'Ada', at: '2026-11-20T03:00:00Z' },
      },
    });
    const toggle = await screen.findByRole('switch', { name: /^Pass on highs/ });
    expect(toggle).toHaveAccessibleName(/for 60 minutes reaches everybody who gets highs, also off duty/);
    await userEvent.click(toggle);
    await userEvent.click(screen.getByRole('button', { name: 'Save alarms' }));
    const saved = () => callsTo(saveAlarmSettings.path).find(({ method }) => method === 'POST');
    await waitFor(() => expect(saved()?.body).toMatchObject({ escalatesHighs: true }));
  });
});

describe('how alarms reach the reader', () => {
  test('[ALM-24] [ALM-41] a weekly plan, the mildest alarms, quiet hours and the weekly email are saved together', async () => {
    const user = userEvent.setup();
    const { callsTo } = openAlarms('/alarms', null, answers);
    const form = await panel();
    await user.selectOptions(await form.findByLabelText('You are on duty'), 'By a weekly plan');
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
    expect(form.getByText('Add the hours when you are on duty.')).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Add hours' }));
    await user.click(form.getByRole('button', { name: 'Add hours' }));
    await user.click(form.getByRole('button', { name: 'Add hours' }));
    await user.click(form.getByRole('button', { name: 'Remove hours 1' }));
    await user.selectOptions(form.getByLabelText('On duty, you get'), 'Low and anything worse');
    await user.selectOptions(form.getByLabelText('Off duty, you get'), 'No alarms');
    await user.click(form.getByRole('switch', { name: /^Quiet hours/ }));
    await user.click(form.getByRole('switch', { name: /^Weekly email/ }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    const hours = { fromMinute: 22 * 60, untilMinute: 7 * 60 };
    await waitFor(() =>
      expect(callsTo(saveOwnAlarms.path)[0]?.body).toEqual({
        onDuty: [
          { weekday: 'tuesday', ...hours },
          { weekday: 'wednesday', ...hours },
        ],
        mildestRank: { onDuty: 3, offDuty: 0 },
        quietHours: hours,
        timeZone: 'UTC',
        weeklyMail: true,
      }),
    );
  });

  test('[ALM-24] a plan of another time zone offers the one of the browser', async () => {
    const own = someOwnAlarms({ timeZone: 'Pacific/Auckland' });
    const { callsTo } = openAlarms('/alarms', null, { [alarmRecipients.path]: { recipients, own } });
    const form = await panel();
    expect(await form.findByText('Time zone of these hours: Pacific/Auckland')).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: /^Use / }));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    await waitFor(() => expect(callsTo(saveOwnAlarms.path)[0]?.body).toMatchObject({ timeZone: here }));
  });
});
