import { SECOND } from '../../shared/time-units.ts';
import type { AddressOf } from './channel.ts';
import { post } from './post.ts';
import { isReceipt, membersOf, PUSHOVER_URL, type PushoverDependencies } from './pushover.ts';

type Address = AddressOf<'pushover'>;

/**
 * For each call about a receipt. One is asked and another ended before a message is sent, which may take 10 seconds
 * itself: all three must end before another node takes the message for abandoned (20 s).
 */
const TIMEOUT_MS = 3 * SECOND;

/**
 * What became of a message that repeats until it is acknowledged.
 *
 * `waiting`  nobody has acknowledged it, or Pushover could not be asked: ask again later
 * `seen`     somebody has
 * `unknown`  it has expired, or there is no such receipt: asking again is of no use
 */
export type ReceiptState = 'waiting' | 'seen' | 'unknown';

/** Asks whether somebody has acknowledged a message. Never rejects. At most once in 5 s for a receipt (pushover.net/api/receipts). */
export async function pushoverReceipt(
  { appToken }: Address,
  receipt: string,
  { fetch, baseUrl = PUSHOVER_URL }: PushoverDependencies,
): Promise<ReceiptState> {
  if (!isReceipt(receipt)) return 'unknown';
  try {
    const url = `${baseUrl}/1/receipts/${receipt}.json?token=${encodeURIComponent(appToken)}`;
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { status, acknowledged, expired } = membersOf(await response.text());
    if (response.status === 429 || response.status >= 500) return 'waiting';
    if (status !== 1) return 'unknown';
    if (acknowledged === 1) return 'seen';
    return expired === 1 ? 'unknown' : 'waiting';
  } catch {
    return 'waiting';
  }
}

/** Ends the repeating of a message. Never rejects; returns whether Pushover has accepted it. */
export async function cancelPushoverReceipt(
  { appToken }: Address,
  receipt: string,
  dependencies: PushoverDependencies,
): Promise<boolean> {
  if (!isReceipt(receipt)) return false;
  const call = {
    url: `${dependencies.baseUrl ?? PUSHOVER_URL}/1/receipts/${receipt}/cancel.json`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: appToken }),
    timeoutMs: TIMEOUT_MS,
  };
  return (await post(call, dependencies)).failed === null;
}
