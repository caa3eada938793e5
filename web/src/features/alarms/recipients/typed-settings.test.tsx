import { alarmRecipients, setOnDuty } from '@tealight/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { aRecipient, openAlarms, someOwnAlarms } from '../../../../test/fake-alarms.ts';

afterEach(() => void vi.useRealTimers());

describe('on and off duty, while how alarms reach the reader is typed', () => {
  test('[ALM-24] who is on duty is read again each minute, as a weekly plan changes it, and what is typed stays', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] });
    let isOnDuty = true;
    openAlarms('/alarms', null, {
      [alarmRecipients.path]: () => ({
        recipients: [aRecipient({ isOnDuty, hasPlan: true })],
        own: someOwnAlarms(),
      }),
    });
    const ada = await screen.findByRole('switch', { name: 'Ada is on duty' });
    const weekly = screen.getByRole('switch', { name: /^Weekly email/ });
    await userEvent.click(weekly);
    isOnDuty = false;
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    await waitFor(() => expect(ada).not.toBeChecked());
    expect(weekly).toBeChecked();
    expect(screen.queryByText(/^Nothing was saved/)).toBeNull();
  });

  test('[ALM-24] putting oneself off duty keeps what is typed below', async () => {
    let own = someOwnAlarms();
    openAlarms('/alarms', null, {
      [alarmRecipients.path]: () => ({ recipients: [aRecipient({ isOnDuty: own.onDuty === true })], own }),
      [setOnDuty.path]: () => {
        own = someOwnAlarms({ onDuty: false });
        return { isSuccess: true };
      },
    });
    const form = within(await screen.findByRole('region', { name: 'Who gets them' }));
    const quiet = await form.findByRole('switch', { name: /^Quiet hours/ });
    await userEvent.click(quiet);
    await userEvent.click(form.getByRole('switch', { name: 'Ada is on duty' }));
    await waitFor(() => expect(form.getByLabelText('You are on duty')).toHaveValue('off'));
    expect(quiet).toBeChecked();
    expect(screen.queryByText(/^Nothing was saved/)).toBeNull();
  });
});
