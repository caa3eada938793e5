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
import type { Device } from '../store/devices.ts';
import type { Parts } from './parts.ts';
import { Refusal } from './refusal.ts';
import { type Api, serve } from './serve.ts';

/** The wearer's lamps and other devices: who they are, and how they glow. */
export function serveDevices(api: Api, { store, changes, devices, now }: Parts): void {
  serve(api, listDevices, async ({ visitor }) => {
    const known = await store.devices.list(visitor.wearerId);
    return { devices: known.map((device) => shown(device, now())) };
  });

  serve(api, pairing, () => devices.pairing);

  serve(api, announceHome, async ({ body: { announce }, visitor }) => {
    await store.lamps.announceHome(visitor.wearerId, announce);
    await changes.tell(visitor.wearerId, 'devices');
    return { isSuccess: true };
  });

  serve(api, changeDevice, async ({ body: { id, name, muted }, visitor }) => {
    const change = { ...(name !== undefined && { name }), ...(muted !== undefined && { muted }) };
    if (!(await store.devices.change(visitor.wearerId, id, change))) throw unknownDevice();
    await changes.tell(visitor.wearerId, 'devices');
    return { isSuccess: true };
  });

  serve(api, removeDevice, async ({ body: { id }, visitor }) => {
    if (!(await store.devices.remove(visitor.wearerId, id))) throw unknownDevice();
    devices.removed(visitor.wearerId, id);
    await changes.tell(visitor.wearerId, 'devices');
    return { isSuccess: true };
  });

  serve(api, tryLamps, async ({ visitor }) => {
    await store.lamps.tryOut(visitor.wearerId, now());
    await changes.tell(visitor.wearerId, 'range');
    return { stepMs: TRY_STEP_MS, steps: [...trySteps] };
  });

  serve(api, lampSettings, async ({ visitor }) => (await store.lamps.of(visitor.wearerId)).settings);

  serve(api, saveLampSettings, async ({ body, visitor }) => {
    await store.lamps.save(visitor.wearerId, body);
    await changes.tell(visitor.wearerId, 'range');
    return { isSuccess: true };
  });

  serve(api, displaySettings, ({ visitor }) => store.displaySettings.of(visitor.wearerId));

  serve(api, saveDisplaySettings, async ({ body, visitor }) => {
    await store.displaySettings.save(visitor.wearerId, body);
    await changes.tell(visitor.wearerId, 'devices');
    return { isSuccess: true };
  });
}

const unknownDevice = () => new Refusal('not-found', { title: 'This device is not known any more' });

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
