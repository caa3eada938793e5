import { lruCache } from '../shared/lru-cache.ts';
import { SECOND } from '../shared/time-units.ts';

/** How long muted devices are cached for devices that poll. */
const REMEMBER_MS = 10 * SECOND;
const MOST = 20_000;

type Store = { list(wearerId: number): Promise<readonly { id: string; muted: boolean }[]> };

/** The devices that the wearer has muted. */
export function openMutedDevices(store: Store, now: () => number) {
  const known = lruCache<number, { muted: Promise<ReadonlySet<string>>; until: number }>({ limit: MOST });
  const read = async (wearerId: number): Promise<ReadonlySet<string>> => {
    const devices = await store.list(wearerId);
    return new Set(devices.filter((device) => device.muted).map(({ id }) => id));
  };
  return {
    async isMuted(wearerId: number, deviceId: string): Promise<boolean> {
      const before = known.get(wearerId);
      if (before !== undefined && before.until > now()) return (await before.muted).has(deviceId);
      // Cached before it is read: what was read before a change must not be cached after it.
      const one = { muted: read(wearerId), until: now() + REMEMBER_MS };
      known.set(wearerId, one);
      try {
        return (await one.muted).has(deviceId);
      } catch (error) {
        if (known.peek(wearerId) === one) known.delete(wearerId);
        throw error;
      }
    },
    forget: (wearerId: number): void => void known.delete(wearerId),
  };
}
