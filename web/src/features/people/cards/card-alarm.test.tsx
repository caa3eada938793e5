import { activeAlarms } from '@tealight/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { urgentLow, watchedAda } from '../../../../test/fake-alarms.ts';
import { fakeCalls } from '../../../../test/fake-calls.ts';
import { minutesAgo } from '../../../../test/fake-server.ts';
import { adaId, aFollowed, aGlance, aWearer, mayaId, peopleAnswers } from '../../../../test/fake-wearers.ts';
import { openApp } from '../../../../test/on-app.ts';

const ada = aWearer({ hasAlarms: true });
const maya = aWearer({ id: mayaId, name: 'Maya', accent: 'pink' });
const leo = aFollowed();
const card = async (name: string) =>
  within((await screen.findByRole('link', { name })).closest('li') ?? document.body);

test('[ALM-30] [ALM-33] says in words that an alarm goes on, and whether it is silent', async () => {
  const until = minutesAgo(-14);
  const snooze = { kind: 'low', isForMeAlone: false, by: 'Mum', setAt: minutesAgo(1), until } as const;
  const low = watchedAda({
    wearer: mayaId,
    name: 'Maya',
    alarms: [urgentLow({ kind: 'low' })],
    snoozes: [snooze],
  });
  fakeCalls({
    ...peopleAnswers([ada, maya, leo], [aGlance(adaId), aGlance(mayaId)]),
    [activeAlarms.path]: { wearers: [watchedAda(), low] },
  });
  openApp('/people', 'token');
  expect(await (await card('Ada')).findByText('Alarm: urgent low')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ada' })).toHaveAccessibleDescription(/^Alarm: urgent low 112/);
  expect((await card('Maya')).getByText('Alarm, silent now: low')).toBeVisible();
  expect((await card('Leo')).queryByText(/Alarm/)).toBeNull();
});
