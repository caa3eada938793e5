import { lruCache } from '../shared/lru-cache.ts';
import { SECOND } from '../shared/time-units.ts';

/** How long muted devices are cached for devices that poll. */
const REMEMBER_MS = 10 * SECOND;
const MOST = 20_000;

type Store = { list(wearerId: number): Promise<readonly { id: string; muted: boolean }[]> };

/** The devices that the wearer has muted. */
export function openMutedDevices(store: Store, now: () => number) {
  const known = lruCache<number, { muted: ReadonlySet<string>; until: number }>({ limit: MOST });
  return {
    async isMuted(wearerId: number, deviceId: string): Promise<boolean> {
      const before = known.get(wearerId);
      if (before !== undefined && before.until > now()) return before.muted.has(deviceId);
      const devices = await store.list(wearerId);
      const muted = new Set(devices.filter((device) => device.muted).map(({ id }) => id));
      known.set(wearerId, { muted, until: now() + REMEMBER_MS });
      return muted.has(deviceId);
    },
    forget: (wearerId: number): void => void known.delete(wearerId),
  };
}
