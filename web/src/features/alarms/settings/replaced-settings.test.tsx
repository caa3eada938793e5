import { readAlarmSettings, saveAlarmSettings } from '@tealight/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { alarmsOff, openAlarms, watchedAda } from '../../../../test/fake-alarms.ts';
import { refreshAlarms } from '../../../data/wearer/alarms.ts';

describe('the settings of alarms, while somebody else changes them', () => {
  test('settings that somebody else has saved meanwhile are shown, and never overwritten by the old ones', async () => {
    const user = userEvent.setup();
    let stored = alarmsOff;
    const { callsTo } = openAlarms('/alarms', watchedAda(), {
      [`GET ${readAlarmSettings.path}`]: () => stored,
    });
    const toggle = await screen.findByRole('switch', { name: 'Alarms on' });
    await user.click(screen.getByRole('switch', { name: /^Pass on highs/ }));
    stored = { ...alarmsOff, isOn: true, accepted: { by: 'Mum', at: '2026-11-20T10:00:00Z' } };
    await user.click(screen.getByRole('button', { name: 'Save alarms' }));
    expect(await screen.findByText(/somebody else changed these alarms/)).toBeVisible();
    await waitFor(() => expect(toggle).toBeChecked());
    expect(callsTo(saveAlarmSettings.path).filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('settings that somebody else saves while others are typed take their place, and the page says so', async () => {
    const user = userEvent.setup();
    let stored = alarmsOff;
    openAlarms('/alarms', watchedAda(), { [`GET ${readAlarmSettings.path}`]: () => stored });
    const toggle = await screen.findByRole('switch', { name: 'Alarms on' });
    const passesOn = screen.getByRole('switch', { name: /^Pass on highs/ });
    await user.click(passesOn);
    stored = { ...alarmsOff, isOn: true, accepted: { by: 'Mum', at: '2026-11-20T10:00:00Z' } };
    act(refreshAlarms);
    expect(await screen.findByText(/somebody else changed these alarms/)).toBeVisible();
    expect(toggle).toBeChecked();
  });

  test('are not saved by a press that comes while the page says that they were replaced', async () => {
    const user = userEvent.setup();
    let stored = alarmsOff;
    const { callsTo } = openAlarms('/alarms', watchedAda(), {
      [`GET ${readAlarmSettings.path}`]: () => stored,
    });
    const toggle = await screen.findByRole('switch', { name: 'Alarms on' });
    await user.click(screen.getByRole('switch', { name: /^Pass on highs/ }));
    stored = { ...alarmsOff, isOn: true, accepted: { by: 'Mum', at: '2026-11-20T10:00:00Z' } };
    // The press comes at once, however busy the machine is.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    act(refreshAlarms);
    await waitFor(() => expect(toggle).toBeChecked());
    await user.click(screen.getByRole('button', { name: 'Save alarms' }));
    expect(screen.getByText(/somebody else changed these alarms/)).toBeVisible();
    expect(screen.queryByText('Alarms saved')).toBeNull();
    expect(callsTo(saveAlarmSettings.path).filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
