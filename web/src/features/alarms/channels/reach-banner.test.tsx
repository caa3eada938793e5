import { alarmChannels, listWearers, saveAlarmSettings } from '@tealight/contract';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { aChannel, openAlarms, watchedAda } from '../../../../test/fake-alarms.ts';
import { ownWearer } from '../../../../test/fake-calls.ts';
import { minutesAgo } from '../../../../test/fake-server.ts';

const listed = (...channels: ReturnType<typeof aChannel>[]) => ({
  [`GET ${alarmChannels.path}`]: { channels },
});

describe('the banner', () => {
  const banner = () => screen.findByRole('region', { name: 'Alarms may not reach you' });

  test('[ALM-29] says that alarms reach the reader on open pages alone, and leads to this browser', async () => {
    openAlarms('/alarms', watchedAda({ alarms: [] }), listed());
    expect(await banner()).toHaveTextContent(
      'Alarms are on, but reach you only while a Tealight page is open.',
    );
    await userEvent.click(
      screen.getByRole('button', { name: 'Let this browser ring when Tealight is closed' }),
    );
    expect(await screen.findByRole('region', { name: 'Let this browser ring' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Your channels' })).toHaveFocus();
  });

  test('[ALM-29] [ALM-44] takes the focus after alarms were switched on for the first time', async () => {
    let hasAlarms = false;
    openAlarms('/alarms', null, {
      ...listed(),
      [`GET ${listWearers.path}`]: () => ({ selected: ownWearer.id, wearers: [{ ...ownWearer, hasAlarms }] }),
      [`POST ${saveAlarmSettings.path}`]: () => {
        hasAlarms = true;
        return { isSuccess: true };
      },
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: /I have read this/ }));
    await userEvent.click(screen.getByRole('switch', { name: 'Alarms on' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save alarms' }));
    const shown = await banner();
    await waitFor(() => expect(shown).toHaveFocus());
  });

  test('[ALM-29] says that no channel was reached within a week', async () => {
    openAlarms(
      '/alarms',
      watchedAda({ alarms: [] }),
      listed(aChannel({ reachedAt: minutesAgo(8 * 24 * 60) })),
    );
    expect(await banner()).toHaveTextContent('none of your channels was reached in the last 7 days');
  });

  test.each([
    ['a channel was reached', watchedAda({ alarms: [] }), listed(aChannel())],
    ['alarms are off', null, listed()],
  ])('[ALM-29] is not there where %s', async (_, wearer, answers) => {
    openAlarms('/alarms', wearer, answers);
    // Once the channels are known.
    await screen.findByRole('list', { name: 'Your channels' });
    expect(screen.queryByRole('region', { name: 'Alarms may not reach you' })).toBeNull();
  });
});
