import * as z from 'zod/mini';
import { serverNow } from '../../data/server-clock.ts';
import { paths } from '../../paths.ts';

/**
 * Kept for the browser and not for the tab, because the email that confirms a new account opens in another tab. The
 * token is a secret: until the invitation is answered, anyone who has it can accept it, and the next
 * person who signs in with this browser is led to it. So it is kept only while somebody signs in or signs up, never as long as most invitations
 * work, and goes when they are back. Beside it in local storage is the access token, which opens more (docs/security.md).
 */
const storageKey = 'tealight-invitation';

/** As long as the emailed link works that confirms an account (server/src/routes/mails/mails.ts). */
const MAX_KEPT_MS = 24 * 3_600_000;

/** `until`: epoch milliseconds by this browser's clock: when it is read, the server's may not be known yet. */
const Kept = z.object({ token: z.string(), until: z.number() });

/**
 * Keeps the token of an invitation while somebody signs in; the address with `#` is left meanwhile. `expiresAt`: when
 * the invitation does by the server's clock, ISO 8601; it is kept a day at most.
 */
export function keepInvitation(token: string, expiresAt: string): void {
  const until = Date.now() + Math.min(Date.parse(expiresAt) - serverNow(), MAX_KEPT_MS);
  try {
    localStorage.setItem(storageKey, JSON.stringify({ token, until } satisfies z.output<typeof Kept>));
  } catch {
    // Without storage, the invitation must be opened again after the sign-in.
  }
}

/** Where the invitation that waits for an answer is found; null without one. One that is over is forgotten. */
export function pendingInvitationPath(): string | null {
  try {
    const text = localStorage.getItem(storageKey);
    if (text === null) return null;
    const kept = Kept.safeParse(JSON.parse(text));
    if (kept.success && Date.now() < kept.data.until) return `${paths.join}#${kept.data.token}`;
  } catch {
    // It cannot be read: there is none.
  }
  forgetInvitation();
  return null;
}

/** The invited person is signed in and back, or the invitation can no longer be answered. */
export function forgetInvitation(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Without storage there is none.
  }
}

// One that is over goes when the app is opened, not only at the next sign-in.
pendingInvitationPath();
