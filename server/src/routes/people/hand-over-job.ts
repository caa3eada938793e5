import { MINUTE } from '../../shared/time-units.ts';
import type { Parts } from '../dependencies.ts';
import { handOverDue } from './take-over.ts';

/** An agreed hand-over takes effect at most this late. Own choice: it is agreed days before. */
const EVERY_MS = 5 * MINUTE;

/** Lets agreed hand-overs take effect when they are due. Every node looks; one of them does it. */
export function openHandOverJob(parts: Parts): AsyncDisposable {
  const timer = setInterval(() => {
    handOverDue(parts).catch((error: unknown) => parts.log.error({ event: 'hand-over-failed', err: error }));
  }, EVERY_MS).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
    },
  };
}
