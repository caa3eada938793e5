import { defaultLamps, lampSettings, readAlarmSettings, saveAlarmSettings } from '@tealight/contract';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { alarmsOff, openAlarms } from '../../../../test/fake-alarms.ts';
import { initialSettings } from './alarm-values.ts';

const otherNumbers = () => screen.findByRole('switch', { name: /^Other numbers at night/ });
const { day } = initialSettings;
const differing = {
  ...alarmsOff,
  accepted: { by: 'Mum', at: '2026-11-20T10:00:00Z' },
  settings: { day, night: { ...day, low: { ...day.low, mgdl: 65 } } },
};

describe('the night of alarms', () => {
  test('without one, nothing can differ at night, and the page says where a night is set', async () => {
    openAlarms('/alarms', null);
    expect(await otherNumbers()).toBeDisabled();
    expect(await otherNumbers()).toHaveAccessibleDescription(/^No night is set/);
  });

  test('is not called unset to a follower, who may not read the settings of lamps', async () => {
    const { callsTo } = openAlarms(
      '/alarms',
      null,
      {},
      { role: 'follower', rights: ['see-now', 'get-alarms'] },
    );
    expect(await otherNumbers()).not.toHaveAccessibleDescription();
    expect(callsTo(lampSettings.path)).toEqual([]);
  });

  test('that is not set any more leaves no other numbers that nobody can switch off', async () => {
    const { callsTo } = openAlarms('/alarms', null, {
      [`GET ${readAlarmSettings.path}`]: differing,
      [`GET ${lampSettings.path}`]: defaultLamps,
    });
    const toggle = await otherNumbers();
    expect(toggle).toBeChecked();
    await userEvent.click(toggle);
    expect(toggle).not.toBeChecked();
    await userEvent.click(screen.getByRole('button', { name: 'Save alarms' }));
    const saved = () => callsTo(saveAlarmSettings.path).find(({ method }) => method === 'POST');
    await waitFor(() => expect(saved()?.body).toMatchObject({ settings: { day, night: day } }));
  });
});
