import { type Answer, ask, isPage, type Question, retryAfterMs } from '../ask.ts';
import type { World } from '../source.ts';
import { SourceError, type Trouble } from '../trouble.ts';

/** The base address of a region, without a slash at the end. */
export type ApiHost = string;

/** The limit is counted by the hour, for all wearers together. */
const BUSY_MS = 60 * 60_000;
/** Two days of records, from a phone and a receiver. */
const AT_MOST_BYTES = 512 * 1024;

/**
 * Asks once. Answers below 500 that are about the question come back as they are; what is about the vendor's
 * health, or about who we are, is thrown as a `SourceError`.
 */
export async function askApi(
  question: Question,
  headers: Record<string, string>,
  world: World,
): Promise<Answer> {
  const all = { accept: 'application/json', 'user-agent': 'Tealight', ...headers };
  const answer = await ask('dexcom-api', { ...question, headers: all, atMostBytes: AT_MOST_BYTES }, world);
  const trouble = troubleOf(answer);
  if (trouble === null) return answer;
  throw new SourceError('dexcom-api', trouble, {
    cause: `status ${answer.status}`,
    retryAfterMs: retryAfterMs(answer, world.now()) ?? (trouble === 'too-many-calls' ? BUSY_MS : undefined),
  });
}

function troubleOf(answer: Answer): Trouble | null {
  const { status } = answer;
  if (status === 429) return 'too-many-calls';
  if (status >= 500 || status === 408) return 'unreachable';
  if (status >= 300 && status < 400) return 'unreadable';
  return isPage(answer) ? 'unreachable' : null;
}
