import { paths } from '../../paths.ts';

/** Kept for this tab only, and only while the invited person logs in or signs up. */
const storageKey = 'tealight-invitation';

/** Keeps the token of an invitation while somebody signs in; the address with `#` is left meanwhile. */
export function keepInvitation(token: string): void {
  try {
    sessionStorage.setItem(storageKey, token);
  } catch {
    // Without storage, the invitation must be opened again after the sign-in.
  }
}

/** Where the invitation that waits for an answer is found; null without one. */
export function pendingInvitationPath(): string | null {
  try {
    const token = sessionStorage.getItem(storageKey);
    return token === null ? null : `${paths.join}#${token}`;
  } catch {
    return null;
  }
}

/** The invited person is signed in and back, or the invitation can no longer be answered. */
export function forgetInvitation(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Without storage there is none.
  }
}
