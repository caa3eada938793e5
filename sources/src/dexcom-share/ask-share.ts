import * as z from 'zod';
import { type Answer, ask, isPage, retryAfterMs } from '../ask.ts';
import type { World } from '../source.ts';
import { LONGEST_NAME } from '../tokens.ts';
import { SourceError, type Trouble } from '../trouble.ts';

/** A region's base address, without a slash at the end. */
export type ShareHost = string;

const Fault = z.object({ Code: z.string().max(LONGEST_NAME), Message: z.string().nullish().catch(null) });

/** For refusals that name no time, in ms. Other clients found ten minutes to be enough for a lock. */
const pauses: Partial<Record<Trouble, number>> = { 'locked-out': 10 * 60_000, 'too-many-calls': 5 * 60_000 };

/** Asks one of Share's services. The JSON of a good answer, or a `SourceError`. */
export async function askShare(
  host: ShareHost,
  call: { path: string; body: object },
  world: World,
): Promise<unknown> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': 'Tealight',
  };
  const url = `${host}/ShareWebServices/Services/${call.path}`;
  const answer = await ask(
    'dexcom-share',
    { url, method: 'POST', headers, body: JSON.stringify(call.body) },
    world,
  );
  const trouble = troubleOf(answer);
  if (trouble === null) return answer.json;
  throw new SourceError('dexcom-share', trouble, {
    cause: Fault.safeParse(answer.json).data?.Code ?? `status ${answer.status}`,
    retryAfterMs: retryAfterMs(answer, world.now()) ?? pauses[trouble],
  });
}

/** Share answers nearly everything with 500: the code in the body decides, and only then the status. */
function troubleOf(answer: Answer): Trouble | null {
  const { status, json, text } = answer;
  const fault = Fault.safeParse(json);
  if (fault.success) return troubleOfCode(fault.data.Code, fault.data.Message ?? '');
  if (status >= 200 && status < 300) {
    if (json !== undefined) return null;
    return text.trim() === '' ? 'session-over' : isPage(answer) ? 'unreachable' : 'unreadable';
  }
  if (status === 401) return 'session-over';
  // The guard in front of Share answers 403 or 429 with a page of its own when it has had enough of us.
  if (status === 429 || status === 403) return 'too-many-calls';
  return status >= 500 || status === 408 ? 'unreachable' : 'unreadable';
}

function troubleOfCode(code: string, message: string): Trouble {
  if (/MaxAttempts/i.test(code)) return 'locked-out';
  if (
    /^(AccountPasswordInvalid|SSO_AuthenticatePasswordInvalid|SSO_AuthenticateAccountNotFound)$/.test(code)
  ) {
    return 'wrong-login';
  }
  if (code === 'SSO_InternalError' && /cannot authenticate/i.test(message)) return 'wrong-login';
  if (/^Session(IdNotFound|NotValid)$/.test(code)) return 'session-over';
  if (code === 'InvalidArgument') return /uuid/i.test(message) ? 'session-over' : 'wrong-login';
  return 'unreachable';
}
