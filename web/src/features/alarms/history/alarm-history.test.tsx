import { alarmHistory, type PastAlarm } from '@tealight/contract';
import { glucoseIn } from '@tealight/glucose';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openAlarms, urgentLow, watchedAda } from '../../../../test/fake-alarms.ts';
import { failure } from '../../../../test/fake-calls.ts';

const past = (more: Partial<PastAlarm> = {}): PastAlarm => ({ ...urgentLow(), reached: [], ...more });
const openHistory = (answer: unknown) => openAlarms('/alarms', watchedAda(), { [alarmHistory.path]: answer });
const list = async () => within(await screen.findByRole('list', { name: 'Alarms of the last 30 days' }));

describe('the history of alarms', () => {
  test('[ALM-3] names the end of the sensor’s range for a value beyond it, in the reader’s unit', async () => {
    const alarms = [
      past({ id: 1, value: glucoseIn(39, 'mmol/L') }),
      past({ id: 2, kind: 'high', value: glucoseIn(401, 'mmol/L') }),
      past({ id: 3, kind: 'low', value: glucoseIn(66, 'mmol/L') }),
    ];
    openHistory({ unit: 'mmol/L', alarms, next: null });
    const shown = (await (await list()).findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(shown[0]).toContain('Urgent low below 2.2 mmol/L');
    expect(shown[1]).toContain('High above 22.2 mmol/L');
    expect(shown[2]).toContain('Low 3.67 mmol/L');
  });

  test('says for each channel whether the alarm reached it', async () => {
    const one = { recipient: 'Mum', channel: 'Pixel', afterMs: null } as const;
    const reached: PastAlarm['reached'] = [
      { ...one, state: 'shown', afterMs: 1240 },
      { ...one, state: 'not-reached', channel: 'ntfy' },
    ];
    openHistory({ unit: 'mg/dL', alarms: [past({ reached })], next: null });
    expect(await (await list()).findByText('Shown on “Pixel” of Mum after 1.2 s')).toBeVisible();
    expect((await list()).getByText('Did not reach “ntfy” of Mum')).toBeVisible();
  });

  test('says that there were none, and not so while they are unknown', async () => {
    let isDown = true;
    openHistory(() => (isDown ? failure('unavailable') : { unit: 'mg/dL', alarms: [], next: null }));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByText('No alarms yet.')).toBeNull();
    isDown = false;
    await userEvent.click(retry);
    expect(await screen.findByText('No alarms yet.')).toBeVisible();
  });
});
