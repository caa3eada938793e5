import { type AlarmChannel, currentUser, pushKey, type ReplyOf, saveAlarmChannel } from '@tealight/contract';
import { call } from '../../../../data/call.ts';
import { rememberPush } from './remembered-push.ts';

/** Recognizes a subscription: base64url of SHA-256 of its endpoint, as the server computes it. */
export async function fingerprintOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return base64url(new Uint8Array(hash));
}

/** Recognizes the account that is signed in, without naming it. */
export const ownAccount = async (): Promise<string> => fingerprintOf((await call(currentUser)).email ?? '');

/** The subscription of this browser; null without one. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The fingerprint of this browser's subscription; null without one. */
export async function ownFingerprint(): Promise<string | null> {
  const subscription = await currentSubscription();
  return subscription && fingerprintOf(subscription.endpoint);
}

/** The public key of this server, base64url. */
export const serverKey = async (): Promise<string> => (await call(pushKey)).key;

/** Whether a subscription was made with this key; one that does not say it counts as such. */
export function isMadeWith(subscription: PushSubscription, key: string): boolean {
  const { applicationServerKey } = subscription.options;
  return applicationServerKey === null || base64url(new Uint8Array(applicationServerKey)) === key;
}

/** Subscribes this browser with the key; one subscription at a time is possible. Rejects without permission. */
async function subscribe(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const existing = await pushManager.getSubscription();
  if (existing !== null && isMadeWith(existing, key)) return existing;
  await existing?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
}

/** Subscribes this browser, and makes it a channel of the reader's. */
export async function subscribeAsChannel(
  { name, hidesValues }: Pick<AlarmChannel, 'name' | 'hidesValues'>,
  key: string,
): Promise<ReplyOf<typeof saveAlarmChannel>> {
  const subscription = await subscribe(key);
  const { endpoint } = subscription;
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  const address = { kind: 'web-push' as const, endpoint, keys: { p256dh, auth } };
  const saved = await call(saveAlarmChannel, { body: { name, hidesValues, address } });
  const [fingerprint, account] = await Promise.all([fingerprintOf(endpoint), ownAccount()]);
  rememberPush({ fingerprint, account, name, hidesValues });
  return saved;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
