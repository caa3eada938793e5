import { createHash } from 'node:crypto';
import { vi } from 'vitest';

/** A key of a server as base64url: an uncompressed point of 65 bytes. */
export const keyOf = (fill: number): string => Buffer.alloc(65, fill).toString('base64url');

export const fingerprint = (endpoint: string): string =>
  createHash('sha256').update(endpoint).digest('base64url');

type FakeBrowser = {
  isSecure?: boolean;
  hasPush?: boolean;
  userAgent?: string;
  permission?: NotificationPermission;
  /** What the person answers when asked. */
  answer?: NotificationPermission;
  /** The subscription that there is. */
  subscribed?: { endpoint: string; key: string };
  /** The push service cannot be reached. */
  isOffline?: boolean;
};

/** Stubs what a browser has of push messages. `asked`: how often the person was asked. */
export function fakePush(browser: FakeBrowser = {}) {
  const { isSecure = true, hasPush = true, permission = 'default', answer = 'granted' } = browser;
  const calls = { asked: 0, unsubscribed: 0 };
  const listeners = new Set<(event: MessageEvent) => void>();
  let current = browser.subscribed;
  const subscriptionOf = ({ endpoint, key }: { endpoint: string; key: string }) => ({
    endpoint,
    options: { applicationServerKey: new Uint8Array(Buffer.from(key, 'base64url')).buffer },
    toJSON: () => ({ keys: { p256dh: 'P'.repeat(87), auth: 'A'.repeat(22) } }),
    unsubscribe: async () => {
      calls.unsubscribed += 1;
      current = undefined;
      return true;
    },
  });
  const pushManager = {
    getSubscription: async () => (current === undefined ? null : subscriptionOf(current)),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      if (browser.isOffline) throw new DOMException('No push service', 'AbortError');
      const key = Buffer.from(applicationServerKey).toString('base64url');
      current = { endpoint: `https://push.example/${key.slice(0, 6)}`, key };
      return subscriptionOf(current);
    },
  };
  const registration = { pushManager };
  const notification = {
    permission,
    requestPermission: async () => {
      calls.asked += 1;
      notification.permission = answer;
      return answer;
    },
  };
  vi.stubGlobal('isSecureContext', isSecure);
  const serviceWorker = {
    register: async () => registration,
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
    addEventListener: (_: string, listener: (event: MessageEvent) => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: (event: MessageEvent) => void) => listeners.delete(listener),
  };
  const { userAgent = navigator.userAgent } = browser;
  const own: Record<PropertyKey, unknown> = { userAgent, ...(hasPush && { serviceWorker }) };
  vi.stubGlobal(
    'navigator',
    new Proxy(navigator, {
      has: (real, name) => name in own || name in real,
      get: (real, name) => (name in own ? own[name] : Reflect.get(real, name, real)),
    }),
  );
  if (hasPush) {
    vi.stubGlobal('PushManager', class {});
    vi.stubGlobal('Notification', notification);
  }
  const send = (data: unknown, ports: readonly MessagePort[] = []) => {
    for (const listener of listeners) listener({ data, ports } as unknown as MessageEvent);
  };
  return { calls, send, current: () => current };
}
