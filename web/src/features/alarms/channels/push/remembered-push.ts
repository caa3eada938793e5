import * as z from 'zod/mini';

/** The channel that this browser was made, so that a lost subscription is made again with its name. No secret. */
const Remembered = z.object({
  fingerprint: z.string(),
  name: z.string(),
  hidesValues: z.boolean(),
  /** Of whom: the next account that signs in with this browser has not asked for anything. */
  account: z.string(),
});
export type RememberedPush = z.output<typeof Remembered>;

const storageKey = 'tealight-push';

export function rememberPush(push: RememberedPush): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(push));
  } catch {
    // Without storage, a lost subscription is not made again.
  }
}

/** The channel of this browser; null where it never was one, or was removed here. */
export function rememberedPush(): RememberedPush | null {
  try {
    const read = Remembered.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

export function forgetPush(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Without storage there is none.
  }
}
