import { MINUTE } from '../times.ts';

/** A sign-in takes a few minutes, with a password forgotten and found again. */
const HANDED_FOR_MS = 30 * MINUTE;

/** What a sign-in began with. `pending` is the source's own, and secret. */
export type Begun = { captchaUrl: string; pending: unknown };

type Seal = {
  close(text: string, owner: { wearerId: number; what: 'sign-in' }): string;
  open(sealed: string, owner: { wearerId: number; what: 'sign-in' }): string;
};

export type HandOut = {
  /** The address to hand to the wearer. */
  give(wearerId: number, begun: Begun): string;
  /** What a handed address began with; null for one that was not handed to this wearer, was changed, or is old. */
  take(wearerId: number, address: string): Begun | null;
};

/**
 * Addresses of sign-in pages, handed to one wearer for a while. The sealed beginning travels in the fragment, which
 * no browser sends on: so every node knows it again, and nothing is stored.
 */
export function openHandOut({ seal, now }: { seal: Seal; now: () => number }): HandOut {
  return {
    give(wearerId, begun) {
      const until = now() + HANDED_FOR_MS;
      const sealed = seal.close(JSON.stringify({ ...begun, until }), { wearerId, what: 'sign-in' });
      return `${begun.captchaUrl}#${sealed}`;
    },
    take(wearerId, address) {
      const mark = address.indexOf('#');
      if (mark < 0) return null;
      const begun = opened(seal, address.slice(mark + 1), wearerId);
      if (begun === null || begun.until < now() || begun.captchaUrl !== address.slice(0, mark)) return null;
      return { captchaUrl: begun.captchaUrl, pending: begun.pending };
    },
  };
}

function opened(seal: Seal, sealed: string, wearerId: number): (Begun & { until: number }) | null {
  try {
    return JSON.parse(seal.open(sealed, { wearerId, what: 'sign-in' }));
  } catch {
    return null;
  }
}
