import { type CodeIdentity, type DeviceIdentity, deviceIdentityOf } from '../../device-identity.ts';
import type { Presence } from '../../presence.ts';
import { type Announcement, announcementIn } from '../announcement.ts';
import { deviceIn, partsOf } from '../topics.ts';

/** Devices of one code that count as connected; later ones are ignored. The same limit as for stored devices. */
const MAX_DEVICES_OF_CODE = 200;
/** Announcements that wait for the lookup of their code; later ones are ignored. Some 15 MB. Own choice. */
const MAX_WAITING = 50_000;
/** Concurrent lookups of codes: a flood of announcements must not block the store for others. Own choice. */
const SIDE_BY_SIDE = 10;

export type AnnouncedDevicesDependencies = {
  store: { codes: { find(code: string): Promise<CodeIdentity | null> } };
  presence: Pick<Presence, 'connect' | 'disconnect'>;
};

/** When disposed, no announced device counts as connected. */
export type AnnouncedDevices = Disposable & {
  receive(topic: string, payload: string): void;
  /** Codes of the wearer may have ended: their devices no longer count. */
  recheck(wearerId: number): void;
};

/** `identity` is null until the code has been looked up. */
type Announced = {
  code: string;
  deviceId: string;
  announcement: Announcement;
  identity: DeviceIdentity | null;
};

/**
 * Devices that announce themselves on a broker count as connected until they, or their wills, announce the opposite. Anyone with
 * a code may announce anything below it, so the number kept for each code is limited.
 */
export function openAnnouncedDevices({ store, presence }: AnnouncedDevicesDependencies): AnnouncedDevices {
  const byCode = new Map<string, Map<string, Announced>>();
  const waiting = new Set<Announced>();
  /** One lookup at a time for each, so that an older result never replaces a newer one. */
  const running = new Set<Announced>();

  const isKept = (device: Announced) => byCode.get(device.code)?.get(device.deviceId) === device;
  const leave = (device: Announced | undefined) => {
    if (device === undefined || !isKept(device)) return;
    if (device.identity !== null) presence.disconnect(device.identity);
    waiting.delete(device);
    const ofCode = byCode.get(device.code);
    ofCode?.delete(device.deviceId);
    if (ofCode?.size === 0) byCode.delete(device.code);
  };
  const lookUp = async (device: Announced): Promise<void> => {
    const found = await store.codes.find(device.code);
    if (!isKept(device)) return;
    if (found === null) return leave(device);
    if (device.identity !== null) presence.disconnect(device.identity);
    device.identity = announcedIdentity(device, found);
    presence.connect(device.identity);
  };
  const next = () => {
    for (const device of waiting) {
      if (running.size >= SIDE_BY_SIDE) return;
      if (running.has(device)) continue;
      waiting.delete(device);
      running.add(device);
      void lookUp(device)
        .catch(() => leave(device))
        .finally(() => {
          running.delete(device);
          next();
        });
    }
  };
  return {
    receive(topic, payload) {
      const parts = partsOf(topic);
      const deviceId = parts === null ? null : deviceIn(parts.rest);
      if (parts === null || deviceId === null) return;
      const { code } = parts;
      const known = byCode.get(code)?.get(deviceId);
      const announcement = announcementIn(payload);
      if (announcement === null || !announcement.online) return leave(known);
      const ofCode = byCode.get(code) ?? new Map<string, Announced>();
      if (waiting.size >= MAX_WAITING || (known === undefined && ofCode.size >= MAX_DEVICES_OF_CODE)) return;
      const device = known ?? { code, deviceId, announcement, identity: null };
      device.announcement = announcement;
      byCode.set(code, ofCode.set(deviceId, device));
      waiting.add(device);
      next();
    },
    recheck(wearerId) {
      for (const ofCode of byCode.values()) {
        for (const device of ofCode.values()) {
          if (device.identity?.wearerId === wearerId) waiting.add(device);
        }
      }
      next();
    },
    [Symbol.dispose]() {
      for (const ofCode of [...byCode.values()]) for (const device of [...ofCode.values()]) leave(device);
    },
  };
}

function announcedIdentity({ deviceId, announcement }: Announced, whose: CodeIdentity): DeviceIdentity {
  const { kind = 'mqtt', name } = announcement;
  const hello = { id: deviceId, kind, ...(name !== undefined && { name }) };
  return deviceIdentityOf(whose, hello, { network: '', agent: '' });
}
