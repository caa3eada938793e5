import { announceHome, newConnectionCode, pairing, problemOf, saveLampSettings } from '@tealight/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { fakeServer } from '../../../test/fake-server.ts';
import { openPage } from '../../../test/on-page.ts';
import { DevicesPanel } from './DevicesPanel.tsx';

const panel = () => within(screen.getByRole('region', { name: 'Device Connection Code' }));

/** The addresses of the server as it knows them itself. */
const addresses = (more: { lamp?: string; mqtt?: string | null; homeAssistant?: boolean }) => ({
  [pairing.path]: () => ({
    lamp: 'https://lamp.example.org/lamp',
    feed: '',
    events: '',
    glow: '',
    nightscout: '',
    mqtt: null,
    mqttOverWebSocket: null,
    homeAssistant: null,
    ...more,
  }),
});

describe('the devices panel', () => {
  test('[DASH-4] shows the code in lower case, and that it serves several devices', async () => {
    fakeServer();
    openPage(DevicesPanel);
    expect(await panel().findByText('k7m2q-x4w9d')).toBeVisible();
    expect(panel().getByText('The same code is used for multiple devices.')).toBeVisible();
  });

  test.each([
    [0, 'No devices connected', null],
    [1, 'Devices connected', '1 device is on now'],
    [3, 'Devices connected', '3 devices are on now'],
  ])('[DASH-4] with %d devices on says “%s”', async (liveDevices, words, count) => {
    fakeServer({ liveDevices });
    openPage(DevicesPanel);
    expect(await panel().findByText(words)).toBeVisible();
    if (count !== null) expect(await panel().findByText(count)).toBeVisible();
  });

  test('[DASH-4] a code and devices that could not be read are not called missing', async () => {
    const refused = { status: 400, body: { title: 'No' } };
    const paths = ['/api/v1/UserProfile/current-user', '/api/v1/Readings/live-devices'];
    const { world } = fakeServer({ refused: Object.fromEntries(paths.map((path) => [path, refused])) });
    openPage(DevicesPanel);
    const again = await panel().findByRole('button', { name: 'Try again' });
    expect(panel().queryByText('No devices connected')).toBeNull();
    world.refused = {};
    await userEvent.click(again);
    expect(await panel().findByText('k7m2q-x4w9d')).toBeVisible();
  });

  test('[DASH-4] copies the code', async () => {
    fakeServer();
    const user = userEvent.setup();
    openPage(DevicesPanel);
    const button = await panel().findByRole('button', { name: 'Copy the code' });
    const copied = panel().findByRole('button', { name: 'Copied' });
    await user.click(button);
    expect(await copied).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('k7m2q-x4w9d');
  });

  test('[DASH-4] shows the code as QR, for a lamp on another screen', async () => {
    fakeServer({ further: addresses({ lamp: 'http://127.0.0.1:3000/lamp' }) });
    openPage(DevicesPanel);
    await userEvent.click(await panel().findByRole('button', { name: 'Show as QR code' }));
    expect(await screen.findByRole('img', { name: 'QR code that opens the lamp' })).toBeVisible();
  });

  test.each([
    ['http://localhost:3000/lamp', 'localhost:3000/lamp', 'This works on this computer only'],
    ['http://192.168.1.5:3000/lamp', '192.168.1.5:3000/lamp', 'Without HTTPS'],
    ['https://tealight.example.org/lamp', 'tealight.example.org/lamp', null],
  ])(
    '[DASH-4] [DEV-3] the QR code leads to %s, the address that other screens reach',
    async (lamp, shown, note) => {
      fakeServer({ further: addresses({ lamp }) });
      openPage(DevicesPanel);
      await userEvent.click(await panel().findByRole('button', { name: 'Show as QR code' }));
      const dialog = within(await screen.findByRole('dialog'));
      expect(await dialog.findByText(shown)).toBeVisible();
      if (note === null) expect(dialog.queryByRole('note')).not.toBeInTheDocument();
      else expect(dialog.getByRole('note')).toHaveTextContent(note);
    },
  );

  test('[DASH-4] [DEV-3] does not say that only this computer reaches the lamp when the address could not be asked for', async () => {
    const { world } = fakeServer({
      further: addresses({ lamp: 'http://127.0.0.1:3000/lamp' }),
      refused: { [pairing.path]: { status: 400, body: {} } },
    });
    openPage(DevicesPanel);
    await userEvent.click(await panel().findByRole('button', { name: 'Show as QR code' }));
    const dialog = within(await screen.findByRole('dialog'));
    const retry = await dialog.findByRole('button', { name: 'Try again' });
    expect(dialog.queryByText(/this computer only/)).toBeNull();
    expect(dialog.queryByRole('img')).toBeNull();
    world.refused = {};
    await userEvent.click(retry);
    expect(await dialog.findByRole('img', { name: 'QR code that opens the lamp' })).toBeVisible();
    expect(screen.getByRole('dialog')).toHaveFocus();
  });

  test('[DASH-4] lets the wearer choose how far back displays for Nightscout may read', async () => {
    const { calls } = fakeServer();
    openPage(DevicesPanel);
    const line = (await panel().findByText('Clocks and displays for Nightscout')).closest('details');
    line?.setAttribute('open', '');
    const all = await panel().findByRole('switch', { name: /Let displays read all my readings/ });
    expect(all).not.toBeChecked();
    expect(all).toHaveAccessibleDescription(/the last 10 days/);
    await userEvent.click(all);
    expect(all).toBeChecked();
    expect(JSON.stringify(calls)).toContain('display-settings');
  });

  test.each([
    ['mqtt://lamp.example.org:1884', 'Brokerlamp.example.org Port1884'],
    ['mqtts://broker.example.net', 'Brokerbroker.example.net Port8883 with TLS'],
    [null, 'This server has no MQTT broker.'],
  ])('[DASH-4] names the MQTT broker that the server names: %s', async (mqtt, words) => {
    fakeServer({ further: addresses({ mqtt }) });
    openPage(DevicesPanel);
    const line = (await panel().findByText(/Home Assistant/)).closest('details');
    line?.setAttribute('open', '');
    await waitFor(() => expect(line).toHaveTextContent(words));
    expect(line).not.toHaveTextContent(window.location.hostname);
  });

  test('[DASH-4] every field of the MQTT broker can be copied', async () => {
    fakeServer({ further: addresses({ mqtt: 'mqtt://lamp.example.org:1884' }) });
    const user = userEvent.setup();
    openPage(DevicesPanel);
    (await panel().findByText(/Home Assistant/)).closest('details')?.setAttribute('open', '');
    for (const [name, value] of [
      ['broker', 'lamp.example.org'],
      ['port', '1884'],
      ['username', 'k7m2qx4w9d'],
      ['topic', 'tealight/k7m2qx4w9d/glow'],
    ] as const) {
      await user.click(await panel().findByRole('button', { name: `Copy ${name}` }));
      expect(await navigator.clipboard.readText()).toBe(value);
    }
  });

  test('[DEV-4] Home Assistant finds the wearer on the operator’s broker once that is switched on', async () => {
    const addresses = {
      lamp: 'https://lamp.example.org/lamp',
      feed: '',
      events: '',
      glow: '',
      mqttOverWebSocket: null,
      nightscout: '',
    };
    const mqtt = 'mqtt://broker.example.net';
    const saved = Promise.withResolvers<void>();
    const { calls } = fakeServer({
      further: {
        [pairing.path]: async () => {
          const announced = calls.some(({ path }) => path === announceHome.path);
          if (announced) await saved.promise;
          return { ...addresses, mqtt, homeAssistant: announced };
        },
      },
    });
    openPage(DevicesPanel);
    (await panel().findByText(/Home Assistant, /)).closest('details')?.setAttribute('open', '');
    const home = () => panel().findByRole('switch', { name: /Home Assistant/, hidden: true });
    expect(await home()).not.toBeChecked();
    await userEvent.click(await home());
    await waitFor(async () => expect(await home()).toHaveAttribute('aria-disabled', 'true'));
    // Browsers take the focus from what is disabled.
    expect(await home()).not.toBeDisabled();
    saved.resolve();
    await waitFor(async () => expect(await home()).toBeChecked());
    expect(calls.find(({ path }) => path === announceHome.path)?.body).toEqual({ announce: true });
  });

  test('[DASH-4] opens the lamp here with the code where no server sees it, behind the hash', async () => {
    fakeServer();
    openPage(DevicesPanel);
    const lamp = await panel().findByRole('link', { name: 'Open the lamp here' });
    expect(lamp).toHaveAttribute('href', '/lamp#k7m2q-x4w9d');
  });

  test.each(['phone, tablet', 'Home Assistant', 'Nightscout', 'build yourself'])(
    '[DASH-4] says how to pair: %s',
    async (kind) => {
      fakeServer();
      openPage(DevicesPanel);
      expect(await panel().findByText(new RegExp(kind))).toBeVisible();
    },
  );

  test('[DASH-4] “New code” asks first, and then the new one is shown', async () => {
    const { world, calls } = fakeServer();
    openPage(DevicesPanel);
    await userEvent.click(await panel().findByRole('button', { name: 'New code' }));
    const question = await screen.findByRole('dialog', { name: 'Make a new code?' });
    expect(calls.every(({ method }) => method === 'GET')).toBe(true);
    world.user = { ...world.user, connectionCode: 'zzzzzzzzzz' };
    await userEvent.click(within(question).getByRole('button', { name: 'Make a new code' }));
    expect(await panel().findByText('zzzzz-zzzzz')).toBeVisible();
    expect(calls.some(({ path }) => path.endsWith('/new-connection-code'))).toBe(true);
  });

  test('[DASH-4] a new code that could not be made is an error, said in its dialog until that is opened again', async () => {
    const { world } = fakeServer();
    world.refused[newConnectionCode.path] = { status: 429, body: problemOf('too-many-tries') };
    openPage(DevicesPanel);
    await userEvent.click(await panel().findByRole('button', { name: 'New code' }));
    const question = within(await screen.findByRole('dialog', { name: 'Make a new code?' }));
    await userEvent.click(question.getByRole('button', { name: 'Make a new code' }));
    expect(await question.findByRole('alert')).toHaveTextContent('Too many attempts');
    await userEvent.click(question.getByRole('button', { name: 'Close' }));
    await userEvent.click(panel().getByRole('button', { name: 'New code' }));
    expect(within(await screen.findByRole('dialog')).queryByRole('alert')).toBeNull();
  });

  test('[ALM-40] lamps flash for alarms when that is switched on, and muted ones when that is too', async () => {
    const { calls } = fakeServer();
    openPage(DevicesPanel);
    await userEvent.click(await panel().findByRole('button', { name: 'Lamp settings' }));
    const settings = within(await screen.findByRole('dialog'));
    const rhythm = await settings.findByRole('switch', { name: /^Flash when an alarm rings/ });
    expect(rhythm).not.toBeChecked();
    expect(settings.queryByRole('switch', { name: /Muted lamps too/ })).toBeNull();
    await userEvent.click(rhythm);
    await userEvent.click(settings.getByRole('switch', { name: /Muted lamps too/ }));
    await userEvent.click(settings.getByRole('button', { name: 'Save' }));
    const save = () => calls.find(({ method, path }) => method === 'POST' && path === saveLampSettings.path);
    await waitFor(() => expect(save()?.body).toMatchObject({ alarmRhythm: 'on', alarmWhenMuted: true }));
  });

  test('[DASH-4] lamp settings that could not be saved are an error, said in their dialog', async () => {
    const { world } = fakeServer();
    openPage(DevicesPanel);
    await userEvent.click(await panel().findByRole('button', { name: 'Lamp settings' }));
    const settings = within(await screen.findByRole('dialog'));
    const save = await settings.findByRole('button', { name: 'Save' });
    world.refused[saveLampSettings.path] = { status: 500, body: problemOf('our-fault') };
    await userEvent.click(save);
    expect(await settings.findByRole('alert')).toHaveTextContent('Something went wrong on our side');
  });
});
