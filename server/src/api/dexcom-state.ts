import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { MINUTE } from '../times.ts';

/** How long a wearer may take at Dexcom's pages. */
const OPEN_MS = 30 * MINUTE;

/**
 * The state that travels to Dexcom and back, and proves that the wearer who comes back is the one who left.
 * Nothing is stored: it is signed, names a time, and holds for one wearer.
 */
export function dexcomStates(now: () => number, key: Buffer = randomBytes(32)) {
  const signed = (wearerId: number, until: string) =>
    createHmac('sha256', key).update(`${wearerId} ${until}`).digest('base64url');
  return {
    make(wearerId: number): string {
      const until = String(now() + OPEN_MS);
      return `${until}.${signed(wearerId, until)}`;
    },
    holds(wearerId: number, state: string): boolean {
      const [until = '', signature = ''] = state.split('.');
      const right = Buffer.from(signed(wearerId, until));
      const given = Buffer.from(signature);
      return right.length === given.length && timingSafeEqual(right, given) && Number(until) > now();
    },
  };
}
