import { SECOND } from '../../shared/time-units.ts';
import { type Failed, failedForGood, failureOfError, failureOfStatus } from './http-outcome.ts';

/** How the guarded fetch of the channels is limited: 10 s for a call with its answer, 64 KB for an answer. */
export const CHANNEL_FETCH_LIMITS = { timeoutMs: 10 * SECOND, maxBytes: 64 * 1024 } as const;

/** What a channel that speaks HTTP needs. */
export type HttpDependencies = {
  /** A guarded fetch with `CHANNEL_FETCH_LIMITS`: it decides about addresses of private networks. */
  fetch: typeof fetch;
  now: () => number;
  /** Whether `http:` is allowed too, as where addresses of private networks are. */
  plainHttpAllowed: boolean;
};

type Post = {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer>;
  /** Whether the text of the answer matters. Otherwise it is not read, so that a slow one holds nobody up. */
  readsAnswer?: boolean;
  /** For a call that may take less time than `CHANNEL_FETCH_LIMITS`, ms. */
  timeoutMs?: number;
};
/** `answer`: the text of an accepted call; empty where it is not read, or cannot be. */
type Posted = { failed: Failed; status: number | null } | { failed: null; answer: string };

/**
 * Posts a message. Never rejects. Only 2xx counts as accepted, and no redirect is followed. `status` is null where
 * there was no answer.
 */
export async function post(call: Post, { fetch, now, plainHttpAllowed }: HttpDependencies): Promise<Posted> {
  const url = URL.parse(call.url);
  // fetch takes no address with a user name or password.
  if (url === null || url.username !== '' || url.password !== '')
    return { failed: failedForGood('refused'), status: null };
  if (url.protocol !== 'https:' && !(plainHttpAllowed && url.protocol === 'http:'))
    return { failed: failedForGood('not-allowed'), status: null };
  const { headers, body, timeoutMs } = call;
  const signal = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url.href, { method: 'POST', headers, body, redirect: 'manual', signal });
    const failed = failureOfStatus(response, now());
    if (failed === null && call.readsAnswer) return { failed, answer: await response.text().catch(() => '') };
    await response.body?.cancel().catch(() => {});
    return failed === null ? { failed, answer: '' } : { failed, status: response.status };
  } catch (error) {
    return { failed: failureOfError(error), status: null };
  }
}
