import { SECOND } from '../../shared/time-units.ts';

/**
 * For how long after it is due a connection that this node cannot decrypt is left to other nodes, whose keys may be the
 * right ones. Own choice: other nodes look for due polls four times a second.
 */
const OTHERS_FIRST_MS = 5 * SECOND;

export type KeyLoss = ReturnType<typeof openKeyLoss>;

/** Keeps a node that was started with wrong keys from taking the polls of nodes with the right ones. */
export function openKeyLoss() {
  let isLost = false;
  return {
    /** A stored sign-in was decrypted, or could not be. */
    tried(isDecrypted: boolean): void {
      isLost = !isDecrypted;
    },
    /** How long a connection must have been due before this node takes it, ms. */
    delayMs: (): number => (isLost ? OTHERS_FIRST_MS : 0),
    /** Whether a connection that was due at `dueAt` and cannot be decrypted here is left to the other nodes. Epoch ms. */
    isOthersFirst: (dueAt: number, now: number): boolean => now - dueAt < OTHERS_FIRST_MS,
  };
}
