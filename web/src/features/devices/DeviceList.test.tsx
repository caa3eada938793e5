import {
  changeDevice,
  defaultLamps,
  type KnownDevice,
  lampSettings,
  listDevices,
  liveDevices,
  problemOf,
  problems,
  removeDevice,
  saveLampSettings,
  statisticsSettings,
} from '@tealight/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { aDevice, fakeServer, minutesAgo } from '../../../test/fake-server.ts';
import { openPage } from '../../../test/on-page.ts';
import { queryClient } from '../../data/queries.ts';
import { browserZone, timeZoneName } from '../time-in-range/text.ts';
import { DevicesPanel } from './DevicesPanel.tsx';

const open = (devices: KnownDevice[]) => {
  const server = fakeServer({ devices });
  openPage(DevicesPanel);
  return server;
};
const choose = async (device: string, values: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `${device}, menu` }));
  await userEvent.click(screen.getByRole('menuitem', { name: values }));
};

describe('the devices that have the code', () => {
  test('[DASH-4] are listed with their name, what they are, and when they were seen', async () => {
    const away = {
      id: 'w',
      kind: 'wled',
      name: null,
      connected: false,
      muted: true,
      lastSeen: minutesAgo(65),
    };
    open([aDevice(), aDevice(away)]);
    const list = await screen.findByRole('list', { name: 'Your devices' });
    const lines = within(list)
      .getAllByRole('listitem')
      .map((line) => line.textContent);
    expect(lines).toEqual(['BedsideScreen as a lamp, on now', 'WLEDLast seen 1 h 5 min ago, muted']);
  });

  test('[DASH-4] [SHELL-11] the menu has the focus again after the name was not changed', async () => {
    open([aDevice()]);
    await choose('Bedside', 'Rename');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Bedside, menu' })).toHaveFocus();
  });

  test('[DASH-4] no light stands beside a device once the list cannot be loaded again', async () => {
    const { world } = open([aDevice()]);
    const line = () => screen.getByRole('listitem');
    expect(await screen.findByRole('listitem')).toHaveAttribute('data-on', 'true');
    world.refused = { [listDevices.path]: { status: 404, body: {} } };
    await act(() => queryClient.invalidateQueries({ queryKey: [listDevices.path] }));
    await waitFor(() => expect(line()).toHaveTextContent('not known whether it is on'));
    expect(line()).toHaveAttribute('data-on', 'false');
  });

  test('can be named', async () => {
    const { calls } = open([aDevice({ name: null })]);
    await choose('Screen as a lamp', 'Rename');
    await userEvent.type(screen.getByLabelText('Name'), ' Kitchen ');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(calls.find(({ path }) => path.endsWith('/change'))?.body).toEqual({
      id: 'lamp-1',
      name: 'Kitchen',
    });
  });

  test('can be muted, and then glow again', async () => {
    const { world, calls } = open([aDevice()]);
    await screen.findByText('Bedside');
    world.devices = [aDevice({ muted: true })];
    await choose('Bedside', 'Mute');
    expect(await screen.findByText('Screen as a lamp, on now, muted')).toBeVisible();
    await choose('Bedside', 'Unmute');
    const bodies = calls.filter(({ path }) => path.endsWith('/change')).map(({ body }) => body);
    expect(bodies).toEqual([
      { id: 'lamp-1', muted: true },
      { id: 'lamp-1', muted: false },
    ]);
  });

  test('can be removed, and the focus stays with the others', async () => {
    const { world } = open([aDevice(), aDevice({ id: 'lamp-2', name: 'Hall' })]);
    await screen.findByText('Bedside');
    world.devices = [aDevice({ id: 'lamp-2', name: 'Hall' })];
    await choose('Bedside', 'Remove');
    await expect.poll(() => screen.queryByText('Bedside')).toBeNull();
    await expect.poll(() => document.activeElement).toContainElement(screen.getByText('Hall'));
  });

  test('that were removed elsewhere are gone, without an error', async () => {
    const { world } = open([aDevice()]);
    await screen.findByText('Bedside');
    world.devices = [];
    world.refused = { [removeDevice.path]: { status: 404, body: problemOf('no-such-device') } };
    await choose('Bedside', 'Remove');
    await expect.poll(() => screen.queryByText('Bedside')).toBeNull();
    expect(screen.queryByText(problems['no-such-device'].title)).toBeNull();
  });

  test('that were removed elsewhere are gone, too, when they are muted, which says why', async () => {
    const { world } = open([aDevice()]);
    await screen.findByText('Bedside');
    world.devices = [];
    world.refused = { [changeDevice.path]: { status: 404, body: problemOf('no-such-device') } };
    await choose('Bedside', 'Mute');
    expect(await screen.findByText(problems['no-such-device'].title)).toBeVisible();
    await expect.poll(() => screen.queryByText('Bedside')).toBeNull();
  });

  test('are not called on while Tealight cannot be asked', async () => {
    const { world } = fakeServer({ devices: [aDevice()], liveDevices: 1 });
    openPage(DevicesPanel);
    expect(await screen.findByText('1 device is on now')).toBeVisible();
    world.refused[liveDevices.path] = { status: 503, body: { code: 'unavailable' } };
    world.devices = [aDevice({ name: 'Hall' })];
    await choose('Bedside', 'Mute');
    expect(await screen.findByText('It is not known now which devices are on.')).toBeVisible();
    expect(screen.queryByText('Devices connected')).toBeNull();
    expect(screen.queryByText(/on now$/)).toBeNull();
    expect(screen.getByText('Screen as a lamp, not known whether it is on')).toBeVisible();
  });

  test('that could not be loaded are not shown as none', async () => {
    const refused = { [listDevices.path]: { status: 503, body: { code: 'unavailable' } } };
    fakeServer({ devices: [aDevice()], refused });
    openPage(DevicesPanel);
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('can all be tried out at once', async () => {
    const { calls } = open([aDevice()]);
    await userEvent.click(await screen.findByRole('button', { name: 'Try all lamps' }));
    expect(await screen.findByText('Your lamps now play low, in range, high and no data')).toBeVisible();
    expect(calls.some(({ path }) => path === '/api/v1/Devices/try')).toBe(true);
    expect(screen.getByRole('button', { name: 'Try all lamps' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('glow as brightly as their wearer wants, by day and by night', async () => {
    const { calls } = open([aDevice()]);
    await userEvent.click(await screen.findByRole('button', { name: 'Lamp settings' }));
    await userEvent.click(await screen.findByRole('switch', { name: 'Dimmer at night' }));
    await userEvent.selectOptions(screen.getByLabelText('When in range'), 'Off at night');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Lamp settings saved')).toBeVisible();
    expect(calls.find(({ method, path }) => method === 'POST' && path.endsWith('settings'))?.body).toEqual({
      dayBrightness: 1,
      nightBrightness: 0.1,
      night: { fromMinute: 22 * 60, untilMinute: 7 * 60 },
      inRange: 'dark-at-night',
      alarmRhythm: 'off',
      alarmWhenMuted: false,
    });
  });

  test('keep what somebody else has saved while their form was open, except for what was changed in it', async () => {
    let stored = { ...defaultLamps, dayBrightness: 0.5 };
    const { calls } = fakeServer({ devices: [aDevice()], further: { [lampSettings.path]: () => stored } });
    openPage(DevicesPanel);
    await userEvent.click(await screen.findByRole('button', { name: 'Lamp settings' }));
    await userEvent.click(await screen.findByRole('switch', { name: 'Dimmer at night' }));
    stored = { ...stored, dayBrightness: 0.8, alarmRhythm: 'on' };
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Lamp settings saved')).toBeVisible();
    expect(calls.find(({ method, path }) => method === 'POST' && path.endsWith('settings'))?.body).toEqual({
      dayBrightness: 0.8,
      nightBrightness: 0.1,
      night: { fromMinute: 22 * 60, untilMinute: 7 * 60 },
      inRange: 'glow',
      alarmRhythm: 'on',
      alarmWhenMuted: false,
    });
  });

  test('have in their form what was saved last, also where the answer takes a while', async () => {
    let stored = { ...defaultLamps, dayBrightness: 0.5 };
    const slowly = async () => {
      const answer = stored;
      await new Promise((resume) => setTimeout(resume, 50));
      return answer;
    };
    const { calls } = fakeServer({ devices: [aDevice()], further: { [lampSettings.path]: slowly } });
    openPage(DevicesPanel);
    await userEvent.click(await screen.findByRole('button', { name: 'Lamp settings' }));
    const flash = { name: /^Flash when an alarm rings/ };
    await userEvent.click(await screen.findByRole('switch', flash));
    stored = { ...stored, alarmRhythm: 'on' };
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const isSaved = () =>
      calls.some(({ method, path }) => method === 'POST' && path === saveLampSettings.path);
    await expect.poll(isSaved).toBe(true);
    expect(await screen.findByText('Lamp settings saved')).toBeVisible();
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Lamp settings' }));
    expect(await screen.findByRole('switch', flash)).toBeChecked();
  });

  test('go by the time zone of their wearer, which another browser changes only when asked to', async () => {
    const settings = { timeZone: 'Pacific/Auckland', population: 'adult', keepDays: null };
    const { calls } = fakeServer({
      devices: [aDevice()],
      lamps: { ...defaultLamps, night: { fromMinute: 1320, untilMinute: 420 } },
      further: { [statisticsSettings.path]: () => ({ data: settings }) },
    });
    const posted = () => calls.filter(({ method }) => method === 'POST');
    openPage(DevicesPanel);
    await userEvent.click(await screen.findByRole('button', { name: 'Lamp settings' }));
    expect(await screen.findByText(/Times are in Pacific\/Auckland/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Lamp settings saved')).toBeVisible();
    expect(posted().map(({ body }) => Object.keys(body as object))).toEqual([
      ['dayBrightness', 'nightBrightness', 'night', 'inRange', 'alarmRhythm', 'alarmWhenMuted'],
    ]);
    await userEvent.click(await screen.findByRole('button', { name: 'Lamp settings' }));
    await userEvent.click(
      await screen.findByRole('button', { name: `Change to ${timeZoneName(browserZone())}` }),
    );
    expect(posted().at(-1)).toMatchObject({
      path: statisticsSettings.path,
      body: { ...settings, timeZone: browserZone() },
    });
  });
});
