import {
  announceHome,
  changeDevice,
  displaySettings,
  type KnownDevice,
  lampSettings,
  listDevices,
  pairing,
  removeDevice,
  saveDisplaySettings,
  saveLampSettings,
  TRY_STEP_MS,
  tryLamps,
  trySteps,
} from '@tealight/contract';
import { ProblemError } from '../../http/problem-error.ts';
import { type Api, serve } from '../../http/serve-call.ts';
import type { Device } from '../../store/devices/devices.ts';
import type { Dependencies } from '../dependencies.ts';
import { devicesOf } from './own-devices.ts';

/** The wearer's lamps and other devices, and their settings. */
export function serveDevices(api: Api, { store, changes, devices, now }: Dependencies): void {
  serve(api, listDevices, async ({ principal }) => {
    const known = await store.devices.list(principal.wearerId, devicesOf(principal));
    return { devices: known.map((device) => shown(device, now())) };
  });

  serve(api, pairing, async ({ principal }) => ({
    ...devices.pairing,
    homeAssistant: devices.canAnnounceHome ? (await store.lamps.of(principal.wearerId)).homeAssistant : null,
  }));

  serve(api, announceHome, async ({ body: { announce }, principal }) => {
    await store.lamps.announceHome(principal.wearerId, announce);
    await changes.publish(principal.wearerId, 'devices');
    return { isSuccess: true };
  });

  serve(api, changeDevice, async ({ body: { id, name, muted }, principal }) => {
    const change = { ...(name !== undefined && { name }), ...(muted !== undefined && { muted }) };
    if (!(await store.devices.change(principal.wearerId, id, change, devicesOf(principal))))
      throw unknownDevice();
    await changes.publish(principal.wearerId, 'devices');
    return { isSuccess: true };
  });

  serve(api, removeDevice, async ({ body: { id }, principal }) => {
    if (!(await store.devices.remove(principal.wearerId, id, devicesOf(principal)))) throw unknownDevice();
    devices.removed(principal.wearerId, id);
    await changes.publish(principal.wearerId, 'devices');
    return { isSuccess: true };
  });

  serve(api, tryLamps, async ({ principal }) => {
    await store.lamps.tryOut(principal.wearerId, now());
    await changes.publish(principal.wearerId, 'range');
    return { stepMs: TRY_STEP_MS, steps: [...trySteps] };
  });

  serve(api, lampSettings, async ({ principal }) => (await store.lamps.of(principal.wearerId)).settings);

  serve(api, saveLampSettings, async ({ body: { timeZone, ...settings }, principal }) => {
    await store.transaction(async ({ lamps, statisticsSettings, alarmWatch }) => {
      await lamps.save(principal.wearerId, settings);
      if (timeZone !== undefined) await statisticsSettings.saveTimeZone(principal.wearerId, timeZone);
      // Alarms have the same night.
      await alarmWatch.makeDue([principal.wearerId]);
    });
    await changes.publish(principal.wearerId, 'range');
    return { isSuccess: true };
  });

  serve(api, displaySettings, ({ principal }) => store.displaySettings.of(principal.wearerId));

  serve(api, saveDisplaySettings, async ({ body, principal }) => {
    await store.displaySettings.save(principal.wearerId, body);
    await changes.publish(principal.wearerId, 'devices');
    return { isSuccess: true };
  });
}

const unknownDevice = () => new ProblemError('no-such-device');

function shown(
  { id, kind, name, muted, firstSeenAt, lastSeenAt, liveUntil }: Device,
  now: number,
): KnownDevice {
  return {
    id,
    kind,
    name,
    muted,
    connected: liveUntil > now,
    firstSeen: new Date(firstSeenAt).toISOString(),
    lastSeen: new Date(lastSeenAt).toISOString(),
  };
}
