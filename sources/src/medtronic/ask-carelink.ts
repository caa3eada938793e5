import { type Answer, ask, isPage, type Question, retryAfterMs } from '../ask.ts';
import type { World } from '../source.ts';
import { SourceError, type Trouble } from '../trouble.ts';

const MINUTE_MS = 60_000;
/** When the vendor, or the guard in front of it, wants quiet without saying for how long. */
const QUIET_MS = 15 * MINUTE_MS;
/** The first question of a new follower may take longer than the five seconds of some clients. */
const WITHIN_MS = 30_000;
/** The picture of a day, with all that pump and phone told. */
const AT_MOST_BYTES = 512 * 1024;

/** What was found out about the vendor no longer holds: look again, and once. */
export class Moved extends SourceError {}

/** `token`: who asks. `twice`: the vendor fails the first question of a new session; then it is asked once more. */
export type CareLinkQuestion = Question & { token?: string; twice?: boolean };

/**
 * Asks once. Answers below 500 that are about the question come back as they are; what is about the vendor's
 * health, or about who we are, is thrown as a `SourceError`.
 */
export async function askCareLink(question: CareLinkQuestion, world: World): Promise<Answer> {
  const { token, twice = false, headers, ...rest } = question;
  const all = {
    accept: 'application/json',
    // Without one the guard in front of the vendor turns callers away.
    'user-agent': 'Dalvik/2.1.0 (Linux; U; Android 15) Tealight',
    ...(token && { authorization: `Bearer ${token}` }),
    ...headers,
  };
  const once = () =>
    ask('medtronic', { withinMs: WITHIN_MS, atMostBytes: AT_MOST_BYTES, ...rest, headers: all }, world);
  const first = await once();
  const answer = first.status === 500 && twice ? await once() : first;
  const trouble = troubleOf(answer);
  if (trouble === null) return answer;
  throw new SourceError('medtronic', trouble, {
    cause: `status ${answer.status}`,
    retryAfterMs: retryAfterMs(answer, world.now()) ?? (trouble === 'too-many-calls' ? QUIET_MS : undefined),
  });
}

/** A question by POST, as JSON. */
export const posted = (body: object): Pick<Question, 'method' | 'body' | 'headers'> => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

/** Whether a gateway says that it knows no such path, which it says as if a token were missing. */
export const isNoSuchPath = ({ status, text }: Answer): boolean =>
  status === 404 || (status === 403 && text.includes('Missing Authentication Token'));

function troubleOf(answer: Answer): Trouble | null {
  const { status } = answer;
  // Pages with 403 come from the guards, CloudFront and Akamai; they are no word about the account.
  if (status === 429 || (status === 403 && isPage(answer))) return 'too-many-calls';
  if (status >= 500 || status === 408) return 'unreachable';
  if (status >= 300 && status < 400) return 'unreadable';
  return isPage(answer) ? 'unreachable' : null;
}
