/** Smaller differences are ignored: they may be the time that a response took, and change no age by a minute. */
const MIN_DIFFERENCE_MS = 30_000;
/** How many of the last responses are compared: the one that was fastest is the most exact. */
const COMPARED_RESPONSES = 5;

const listeners = new Set<() => void>();
let differences: readonly number[] = [];

/**
 * Notes the server's time from the header `Date` of a response. Old tablets run minutes wrong: by their clock a fresh
 * reading would not be current, an old one would be, and an alarm that rings would seem to be long over.
 */
export function noteServerTime(response: Pick<Response, 'headers'>): void {
  const ahead = serverAheadMs(response);
  if (ahead === null) return;
  const before = aheadMs();
  differences = [...differences, ahead].slice(-COMPARED_RESPONSES);
  if (Math.abs(aheadMs() - before) >= MIN_DIFFERENCE_MS) for (const listener of listeners) listener();
}

/** How far the server's clock was ahead of this browser's when it responded, ms; null if the response does not say it. */
export function serverAheadMs({ headers }: Pick<Response, 'headers'>): number | null {
  const at = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(at) ? null : at - Date.now();
}

/** A response can only be late, so the greatest difference is the most exact. */
function aheadMs(): number {
  const ahead = differences.length === 0 ? 0 : Math.max(...differences);
  return Math.abs(ahead) < MIN_DIFFERENCE_MS ? 0 : ahead;
}

/** The time by the server's clock as far as it is known, epoch milliseconds; else by this browser's. */
export const serverNow = (): number => Date.now() + aheadMs();

/** Calls `listener` when `serverNow` has jumped. Returns a function that ends it. */
export function onServerTimeJump(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** For tests: as on a page that has just been loaded. */
export const forgetServerTime = (): void => {
  differences = [];
};
