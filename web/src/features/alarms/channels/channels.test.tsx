import {
  alarmChannels,
  changeAlarmChannel,
  channelFailures,
  MAX_CHANNELS,
  removeAlarmChannel,
  renewWebhookSecret,
  saveAlarmChannel,
  testAlarmChannel,
} from '@tealight/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { aChannel, openAlarms } from '../../../../test/fake-alarms.ts';
import { failure } from '../../../../test/fake-calls.ts';
import { minutesAgo } from '../../../../test/fake-server.ts';
import { channelsText } from '../../../text/alarms/channels.ts';

const listed = (...channels: ReturnType<typeof aChannel>[]) => ({
  [`GET ${alarmChannels.path}`]: { channels },
});
const panel = async () => within(await screen.findByRole('region', { name: 'Your channels' }));
const list = async () => within(await (await panel()).findByRole('list', { name: 'Your channels' }));
const posted = (calls: { method: string; body: unknown }[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

describe('a channel', () => {
  test('[ALM-29] says when it was reached: shown by a browser, accepted by a service', async () => {
    const browser = aChannel({
      id: 1,
      kind: 'web-push',
      name: 'Laptop',
      shownAfterMs: 1234,
      hidesValues: true,
    });
    const never = aChannel({ id: 2, name: 'New', reachedAt: null });
    openAlarms('/alarms', null, listed(browser, aChannel(), never));
    const channels = await list();
    expect(channels.getByText('Last shown 2 min ago, 1.2 s after it was sent')).toBeVisible();
    expect(channels.getByText('Browser notifications · Hides values')).toBeVisible();
    expect(channels.getByText('Last accepted 2 min ago')).toBeVisible();
    expect(channels.getByText('Never reached yet. Press Test.')).toBeVisible();
  });

  test.each(channelFailures)('[ALM-29] [ALM-32] says why it failed, and what to do: %s', async (why) => {
    openAlarms('/alarms', null, listed(aChannel({ failedAt: minutesAgo(1), failure: why })));
    expect(await (await list()).findByText(`Failed 1 min ago: ${channelsText.failures[why]}`)).toBeVisible();
  });

  test('[ALM-29] an earlier failure is not shown once a message has reached it', async () => {
    openAlarms('/alarms', null, listed(aChannel({ failedAt: minutesAgo(9), failure: 'gone' })));
    await (await list()).findByText('Last accepted 2 min ago');
    expect(screen.queryByText(/^Failed/)).toBeNull();
  });

  test('[ALM-29] is tested with one press, and says what came of it', async () => {
    const { callsTo } = openAlarms('/alarms', null, {
      ...listed(aChannel()),
      [testAlarmChannel.path]: { failure: 'unreachable' },
    });
    await userEvent.click(await (await list()).findByRole('button', { name: 'Test My phone' }));
    expect(await screen.findByText(channelsText.failures.unreachable)).toBeVisible();
    expect(callsTo(testAlarmChannel.path)[0]?.body).toEqual({ id: 3 });
  });

  test('[ALM-34] [ALM-36] a test of a browser waits until the browser has shown it', async () => {
    let channel = aChannel({ kind: 'web-push', name: 'Laptop', reachedAt: null });
    openAlarms('/alarms', null, {
      [`GET ${alarmChannels.path}`]: () => ({ channels: [channel] }),
      [testAlarmChannel.path]: () => {
        channel = { ...channel, reachedAt: minutesAgo(0), shownAfterMs: 1190 };
        return { failure: null };
      },
    });
    await userEvent.click(await (await list()).findByRole('button', { name: 'Test Laptop' }));
    expect(await screen.findByText('The test was shown after 1.2 s.')).toBeVisible();
  });

  test('[ALM-30] is renamed, hides values, and is removed after a question', async () => {
    const user = userEvent.setup();
    const { callsTo } = openAlarms('/alarms', null, listed(aChannel()));
    await user.click(await (await list()).findByRole('button', { name: 'Change My phone' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.clear(dialog.getByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), 'Night phone');
    await user.click(dialog.getByRole('switch', { name: /^Hide values/ }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(callsTo(changeAlarmChannel.path)[0]?.body).toEqual({
        id: 3,
        name: 'Night phone',
        hidesValues: true,
      }),
    );
    await user.click(await (await list()).findByRole('button', { name: 'Remove My phone' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(callsTo(removeAlarmChannel.path)[0]?.body).toEqual({ id: 3 }));
  });

  test('[ALM-30] saves only what was changed: the rest may have been changed elsewhere meanwhile', async () => {
    const user = userEvent.setup();
    const { callsTo } = openAlarms('/alarms', null, listed(aChannel()));
    await user.click(await (await list()).findByRole('button', { name: 'Change My phone' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('switch', { name: /^Hide values/ }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(callsTo(changeAlarmChannel.path)[0]?.body).toEqual({ id: 3, hidesValues: true }),
    );
  });

  test('[ALM-30] that has been removed elsewhere is gone from the list, without an error', async () => {
    const user = userEvent.setup();
    let channels = [aChannel()];
    openAlarms('/alarms', null, {
      [`GET ${alarmChannels.path}`]: () => ({ channels }),
      [removeAlarmChannel.path]: () => failure('no-such-channel'),
    });
    await user.click(await (await list()).findByRole('button', { name: 'Remove My phone' }));
    channels = [];
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(channelsText.remove.done({ name: 'My phone' }))).toBeVisible();
    await waitFor(() => expect(screen.queryByText('My phone')).toBeNull());
  });

  test('[ALM-38] a webhook gets a new secret, which is shown once', async () => {
    const user = userEvent.setup();
    openAlarms('/alarms', null, {
      ...listed(aChannel({ kind: 'webhook', name: 'Home' })),
      [renewWebhookSecret.path]: { secret: 'whsec_new' },
    });
    await user.click(await (await list()).findByRole('button', { name: 'New secret for Home' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'New secret' }));
    expect(await screen.findByText('whsec_new')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByText('whsec_new')).toBeNull();
  });
});

describe('adding a channel', () => {
  const start = async (kind: string, more: Record<string, unknown> = {}) => {
    const fake = openAlarms('/alarms', null, { ...listed(), ...more });
    await userEvent.click(await (await panel()).findByRole('button', { name: kind }));
    return fake;
  };

  test('[ALM-37] ntfy proposes its server and a topic that cannot be guessed, with a link for its app', async () => {
    const saved = { id: 5, secret: null };
    const { callsTo } = await start('ntfy', { [`POST ${saveAlarmChannel.path}`]: saved });
    const topic = ((await screen.findByLabelText('Topic')) as HTMLInputElement).value;
    expect(topic).toMatch(/^tealight-[0-9a-f]{32}$/);
    expect(screen.getByRole('link', { name: 'Open in the ntfy app' })).toHaveAttribute(
      'href',
      `ntfy://ntfy.sh/${topic}`,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Show a QR code' }));
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    const address = { kind: 'ntfy', server: 'https://ntfy.sh', topic, token: null };
    await waitFor(() =>
      expect(posted(callsTo(saveAlarmChannel.path))).toEqual([{ name: 'ntfy', hidesValues: false, address }]),
    );
    expect(await screen.findByText('ntfy was added. Press Test to try it.')).toBeVisible();
  });

  test('[ALM-37] Pushover needs both keys, and says what is wrong with one', async () => {
    await start('Pushover');
    const key = await screen.findByLabelText('User key');
    await userEvent.type(key, 'short');
    await userEvent.tab();
    expect(await screen.findByText('Enter the user key of 30 characters')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add' })).toBeDisabled();
  });

  test('[ALM-38] a webhook sends no value unless that is asked for, and shows its secret once', async () => {
    const saved = { id: 5, secret: 'whsec_first' };
    const { callsTo } = await start('Webhook', { [`POST ${saveAlarmChannel.path}`]: saved });
    await userEvent.type(await screen.findByLabelText('Address'), 'https://home.example/alarms');
    expect(screen.getByRole('switch', { name: /^Send the glucose value/ })).not.toBeChecked();
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('whsec_first')).toBeVisible();
    expect(posted(callsTo(saveAlarmChannel.path))[0]).toMatchObject({
      hidesValues: true,
      address: { kind: 'webhook', url: 'https://home.example/alarms', hasValue: false },
    });
  });

  test('a channel that the server refuses stays in the form with its error', async () => {
    await start('ntfy', { [`POST ${saveAlarmChannel.path}`]: () => failure('too-many-channels') });
    await userEvent.click(await screen.findByRole('button', { name: 'Add' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/channels/);
    expect(screen.getByLabelText('Topic')).toBeVisible();
  });

  test('says so where there are as many channels as there may be', async () => {
    openAlarms(
      '/alarms',
      null,
      listed(...Array.from({ length: MAX_CHANNELS }, (_, id) => aChannel({ id: id + 1 }))),
    );
    expect(await (await panel()).findByText(/Remove one to add another/)).toBeVisible();
    expect((await panel()).getByRole('button', { name: 'ntfy' })).toBeDisabled();
  });
});
