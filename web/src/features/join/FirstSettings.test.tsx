import {
  alarmRecipients,
  answerInvitation,
  type Invitation,
  listWearers,
  lookAtInvitation,
  roleRights,
  saveFollowSettings,
  saveOwnAlarms,
} from '@tealight/contract';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aRecipient, someOwnAlarms } from '../../../test/fake-alarms.ts';
import { failure, fakeCalls, ownWearer } from '../../../test/fake-calls.ts';
import { aFollowed, leoId } from '../../../test/fake-wearers.ts';
import { currentAddress, openApp } from '../../../test/on-app.ts';

const invitation: Invitation = {
  inviterName: 'Grace',
  wearerName: 'Leo',
  role: 'follower',
  isForOneAddress: true,
  rights: [...roleRights.follower.given],
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
};

/** Accepts; the alarms of the follower are as `alarms` answers, the people after that as `list` does. */
async function accept(rights: Invitation['rights'], alarms: unknown, list: unknown = listOf('mg/dL')) {
  const calls = fakeCalls({
    [lookAtInvitation.path]: { ...invitation, rights },
    [answerInvitation.path]: { wearer: leoId, takesEffectAt: null },
    [alarmRecipients.path]: alarms,
    [listWearers.path]: list,
  });
  openApp('/join#token-1', 'token');
  await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  expect(await screen.findByRole('heading', { name: /^You now follow Leo/ })).toBeVisible();
  return calls;
}
const listOf = (unit: 'mg/dL' | 'mmol/L') => ({
  selected: ownWearer.id,
  wearers: [ownWearer, aFollowed({ unit })],
});
const proceed = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));
const off = { ...someOwnAlarms(), onDuty: false };

test('[PPL-13] after acceptance the unit, the alarms and being on duty are asked for, then the wearer is shown', async () => {
  const { callsTo } = await accept(['see-now', 'get-alarms'], { recipients: [aRecipient()], own: off });
  expect(callsTo(answerInvitation.path)[0]?.body).toEqual({ token: 'token-1', accept: true });
  await userEvent.click(await screen.findByRole('radio', { name: 'mmol/L' }));
  await userEvent.selectOptions(
    await screen.findByLabelText('Alarms of Leo that you get'),
    'Urgent low only',
  );
  expect(screen.getByLabelText('You are on duty')).toHaveValue('off');
  await userEvent.selectOptions(screen.getByLabelText('You are on duty'), 'Always');
  await proceed();
  await waitFor(() => expect(currentAddress()).not.toMatch(/^\/join/));
  expect(callsTo(saveFollowSettings.path)[0]).toMatchObject({ wearer: leoId, body: { unit: 'mmol/L' } });
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(callsTo(saveOwnAlarms.path)[0]).toMatchObject({
    wearer: leoId,
    body: { ...off, onDuty: true, mildestRank: { onDuty: 1, offDuty: 1 }, timeZone },
  });
});

test('[PPL-13] who wants no alarms is not asked about being on duty', async () => {
  const { callsTo } = await accept(['see-now', 'get-alarms'], { recipients: [aRecipient()], own: off });
  const alarms = await screen.findByLabelText('Alarms of Leo that you get');
  await userEvent.selectOptions(alarms, 'No alarms');
  expect(screen.queryByLabelText('You are on duty')).toBeNull();
  // A change of mind leaves nothing of the first choice.
  await userEvent.selectOptions(alarms, 'All alarms');
  await proceed();
  await waitFor(() => expect(callsTo(saveOwnAlarms.path)).toHaveLength(1));
  expect(callsTo(saveOwnAlarms.path)[0]?.body).toMatchObject({ mildestRank: off.mildestRank });
});

test('[PPL-13] who gets no alarms is asked for the unit alone', async () => {
  const { callsTo } = await accept(['see-now'], () => failure('not-allowed'));
  expect(screen.queryByText(/Alarms of Leo/)).toBeNull();
  await proceed();
  await waitFor(() => expect(currentAddress()).not.toMatch(/^\/join/));
  expect(callsTo(alarmRecipients.path)).toEqual([]);
  expect(callsTo(saveOwnAlarms.path)).toEqual([]);
});

test('[PPL-22] the unit is at first that of the wearer, as the list of people has it', async () => {
  const { callsTo } = await accept(['see-now'], null, listOf('mmol/L'));
  expect(await screen.findByRole('radio', { name: 'mmol/L' })).toBeChecked();
  await proceed();
  await waitFor(() => expect(currentAddress()).not.toMatch(/^\/join/));
  expect(callsTo(saveFollowSettings.path).map(({ body }) => body)).toEqual([{ unit: 'mmol/L' }]);
});

test.each([
  ['is still being loaded', () => new Promise(() => {})],
  ['could not be loaded', () => failure('not-found')],
  ['does not name the wearer', { selected: ownWearer.id, wearers: [ownWearer] }],
])('[PPL-22] a unit that nobody chose is not saved where the list of people %s', async (_, list) => {
  const { callsTo } = await accept(['see-now'], null, list);
  for (const radio of screen.queryAllByRole('radio')) expect(radio).not.toBeChecked();
  await proceed();
  await waitFor(() => expect(currentAddress()).not.toMatch(/^\/join/));
  expect(callsTo(saveFollowSettings.path)).toEqual([]);
});

test('[PPL-22] a unit can be chosen where the list of people could not be loaded', async () => {
  const { callsTo } = await accept(['see-now'], null, () => failure('not-found'));
  await userEvent.click(await screen.findByRole('radio', { name: 'mmol/L' }));
  await proceed();
  await waitFor(() => expect(callsTo(saveFollowSettings.path)).toHaveLength(1));
  expect(callsTo(saveFollowSettings.path)[0]?.body).toEqual({ unit: 'mmol/L' });
});

test('[PPL-13] alarms that could not be read are not saved over, and nobody is held up by them', async () => {
  const { callsTo } = await accept(['see-now', 'get-alarms'], () => failure('unavailable'));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  await proceed();
  await waitFor(() => expect(currentAddress()).not.toMatch(/^\/join/));
  expect(callsTo(saveFollowSettings.path)).toHaveLength(1);
  expect(callsTo(saveOwnAlarms.path)).toEqual([]);
});
