import { HOUR, SECOND } from '../times.ts';

export type RetentionParts = {
  history: { eraseOld(now: number, wearerId?: number): Promise<boolean> };
  log: { error(line: object): void };
  now: () => number;
};

export type Retention = AsyncDisposable & {
  /** Erases at once what this wearer no longer wants to be kept. */
  eraseFor(wearerId: number): Promise<void>;
};

/** The first look comes soon after the start, once what is more urgent has run. */
const FIRST_AFTER_MS = 30 * SECOND;
const LOOK_EVERY_MS = HOUR;

/** Erases readings when they are older than their wearers want them kept. Several nodes may do so at once. */
export function openRetention({ history, log, now }: RetentionParts): Retention {
  let closed = false;
  let running: Promise<void> = Promise.resolve();
  const erase = async (wearerId?: number): Promise<void> => {
    while (!closed && (await history.eraseOld(now(), wearerId)));
  };
  const look = () => {
    running = running
      .then(() => erase())
      .catch((error: unknown) => log.error({ event: 'retention-failed', err: error }));
  };
  const first = setTimeout(look, FIRST_AFTER_MS).unref();
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    eraseFor: erase,
    async [Symbol.asyncDispose]() {
      closed = true;
      clearTimeout(first);
      clearInterval(timer);
      await running;
    },
  };
}
