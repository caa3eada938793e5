import { SECOND } from '../../shared/time-units.ts';

/**
 * For how long after it is due a connection that this node cannot decrypt is left to other nodes, whose keys may be the
 * right ones. Own choice: nodes look for due polls four times a second (`polling.ts`).
 */
const LEFT_TO_OTHERS_MS = 5 * SECOND;

export type DecryptionGuard = ReturnType<typeof openDecryptionGuard>;

/** Keeps a node that was started with wrong keys from taking the polls of nodes with the right ones. */
export function openDecryptionGuard() {
  let isLost = false;
  return {
    /** A stored sign-in was decrypted, or could not be. */
    report(isDecrypted: boolean): void {
      isLost = !isDecrypted;
    },
    /** How long a connection must have been due before this node takes it, ms. */
    delayMs: (): number => (isLost ? LEFT_TO_OTHERS_MS : 0),
    /** Whether a connection that was due at `dueAt` and cannot be decrypted here is left to the other nodes. Epoch ms. */
    isLeftToOthers: (dueAt: number, now: number): boolean => now - dueAt < LEFT_TO_OTHERS_MS,
  };
}
