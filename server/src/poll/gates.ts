import { SourceError } from '@tealight/sources';
import { openDoors } from './doors.ts';

export type Gates = ReturnType<typeof openGates>;

/**
 * Sign-ins at each vendor, as this node has found them. A vendor that has had enough of them bans the address, and
 * each further one prolongs the ban: then nobody signs in until it is over, while those who are signed in read on.
 */
export function openGates(now: () => number) {
  const doors = openDoors();
  return {
    /** As for doors. */
    forget: doors.forget,
    /**
     * Signs in at the vendor, or throws `SourceError` `too-many-calls` without asking it. `vendor` null: a site of
     * the wearer's own, which no other wearer's sign-in says anything about.
     */
    async through<T>(vendor: string | null, wearerId: number, signIn: () => Promise<T>): Promise<T> {
      if (vendor === null) return signIn();
      const at = now();
      if (doors.shut(vendor, at) !== null) {
        const held = { cause: 'sign-ins are held back', retryAfterMs: doors.opensAt(vendor) - at };
        throw new SourceError(vendor, 'too-many-calls', held);
      }
      try {
        const session = await signIn();
        doors.answered(vendor);
        return session;
      } catch (error) {
        const enough = error instanceof SourceError && error.trouble === 'too-many-calls';
        if (enough) doors.failed(vendor, wearerId, { error, now: now() });
        throw error;
      }
    },
  };
}
