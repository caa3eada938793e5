import { SECOND } from '../times.ts';

/** How long what the wearer says of devices is remembered for those that poll. */
const REMEMBER_MS = 10 * SECOND;
const MOST = 20_000;

type Store = { list(wearerId: number): Promise<readonly { id: string; muted: boolean }[]> };

/** Which devices the wearer wants to stay dark. */
export function openMutes(store: Store, now: () => number) {
  const known = new Map<number, { muted: ReadonlySet<string>; until: number }>();
  return {
    async isMuted(wearerId: number, deviceId: string): Promise<boolean> {
      const before = known.get(wearerId);
      if (before !== undefined && before.until > now()) return before.muted.has(deviceId);
      const devices = await store.list(wearerId);
      const muted = new Set(devices.filter((device) => device.muted).map(({ id }) => id));
      known.delete(wearerId);
      known.set(wearerId, { muted, until: now() + REMEMBER_MS });
      const [oldest] = known.keys();
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
      return muted.has(deviceId);
    },
    forget: (wearerId: number): void => void known.delete(wearerId),
  };
}
