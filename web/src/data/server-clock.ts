/** A smaller difference is the way of an answer, and changes no age by a minute. */
const MATTERS_MS = 30_000;
/** Answers that are compared: one that was on its way for long says less than the others. */
const ANSWERS = 5;

const listeners = new Set<() => void>();
let differences: readonly number[] = [];

/**
 * Notes the server's time of an answer, from its header `Date`. Old tablets run minutes wrong: by their clock a fresh
 * reading would not be current, an old one would be, and an alarm that rings would seem to be long over.
 */
export function noteServerTime(response: Pick<Response, 'headers'>): void {
  const ahead = serverAheadMs(response);
  if (ahead === null) return;
  const before = aheadMs();
  differences = [...differences, ahead].slice(-ANSWERS);
  if (Math.abs(aheadMs() - before) >= MATTERS_MS) for (const listener of listeners) listener();
}

/** How far the server's clock was ahead of this browser's when it answered, ms; null if the answer does not say it. */
export function serverAheadMs({ headers }: Pick<Response, 'headers'>): number | null {
  const at = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(at) ? null : at - Date.now();
}

/** An answer can only be late, so the one that was fastest tells most. */
function aheadMs(): number {
  const ahead = differences.length === 0 ? 0 : Math.max(...differences);
  return Math.abs(ahead) < MATTERS_MS ? 0 : ahead;
}

/** The time by the server's clock as far as it is known, epoch milliseconds; else by this browser's. */
export const serverNow = (): number => Date.now() + aheadMs();

/** Calls `listener` when `serverNow` has jumped. Returns a function that ends it. */
export function onServerTime(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** As after a new load, for tests. */
export const forgetServerTime = (): void => {
  differences = [];
};
