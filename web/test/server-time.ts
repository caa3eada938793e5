import { afterEach } from 'vitest';
import { forgetServerTime, noteServerTime } from '../src/data/server-clock.ts';

afterEach(forgetServerTime);

/** The clock of this browser is wrong: an answer has said that the server's is so many milliseconds ahead. */
export function setServerAhead(ms: number): void {
  noteServerTime(new Response(null, { headers: { date: new Date(Date.now() + ms).toUTCString() } }));
}
