import { setTimeout as sleep } from 'node:timers/promises';
import { json, never } from '../replies.ts';

/** How a simulated service of messages answers. `well` is the normal way. */
export type PushScenario =
  | 'well'
  | 'unknown' //   404
  | 'gone' //      410: the subscription has ended
  | 'too-large' // 413
  | 'busy' //      429, with Retry-After
  | 'forbidden' // 403
  | 'moved' //     307 to another address
  | 'down' //      500
  | 'slow' //      accepts the message after a while
  | 'hanging'; //  never answers

const SLOW_MS = 300;

/** The response to every message in this scenario; null for those that accept it. */
export async function pushScenarioReply(
  scenario: PushScenario,
  { signal }: Request,
  retryAfter: string,
): Promise<Response | null> {
  if (scenario === 'hanging') return never(signal);
  if (scenario === 'slow') await sleep(SLOW_MS, undefined, { signal });
  const replies: Partial<Record<PushScenario, () => Response>> = {
    unknown: () => json({ error: 'not found' }, 404),
    gone: () => json({ error: 'gone' }, 410),
    'too-large': () => json({ error: 'too large' }, 413),
    busy: () => json({ error: 'too many requests' }, 429, { 'retry-after': retryAfter }),
    forbidden: () => json({ error: 'forbidden' }, 403),
    moved: () => json({}, 307, { location: '/elsewhere' }),
    down: () => json({ error: 'internal error' }, 500),
  };
  return replies[scenario]?.() ?? null;
}
