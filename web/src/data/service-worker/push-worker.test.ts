import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { aPushMessage, pushedAt } from '../../../test/push-message.ts';

const code = readFileSync('web/public/sw-push.js', 'utf8');
const home = 'https://tealight.example';
const MINUTE_MS = 60_000;

type Options = { tag?: string; data?: Record<string, unknown> } & Record<string, unknown>;
type FakePage = { url: string; follows?: boolean };

/** The worker with a network that answers with this status, and with these open pages. */
function worker({ status = 200, hangs = '', pages = [] as FakePage[] } = {}) {
  const notifications = new Map<string, Options & { title: string; close: () => void }>();
  const shows: (Options & { title: string })[] = [];
  const sent: { url: string; body: unknown }[] = [];
  const opened: string[] = [];
  const posted: unknown[] = [];
  const listeners = new Map<string, (event: unknown) => void>();
  const clients = pages.map(({ url, follows = false }) => ({
    url,
    focus: async () => void opened.push(`focus ${url}`),
    navigate: async (address: string) => void opened.push(`navigate ${address}`),
    postMessage: (data: { open?: string }, ports: MessagePort[] = []) => {
      posted.push(data);
      if (follows && data.open !== undefined) ports[0]?.postMessage(null);
    },
  }));
  const subscribed: unknown[] = [];
  const self = {
    location: new URL(home),
    addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    registration: {
      showNotification: async (title: string, options: Options) => {
        const shown = { ...options, title, close: () => void notifications.delete(options.tag ?? '') };
        shows.push(shown);
        notifications.set(options.tag ?? '', shown);
      },
      getNotifications: async ({ tag }: { tag: string }) =>
        [...notifications.values()].filter((shown) => shown.tag === tag),
      pushManager: { subscribe: async (options: unknown) => void subscribed.push(options) },
    },
    clients: {
      matchAll: async () => clients,
      openWindow: async (address: string) => void opened.push(`open ${address}`),
    },
  };
  const fetch = async (url: string, { body, signal }: { body: string; signal?: AbortSignal }) => {
    sent.push({ url, body: JSON.parse(body) });
    if (status === 0) throw new TypeError('Failed to fetch');
    if (hangs !== '' && url.endsWith(hangs)) {
      await new Promise((_, reject) => {
        if (signal?.aborted) reject(signal.reason);
      });
    }
    return new Response(null, { status });
  };
  new Function('self', 'fetch', code)(self, fetch);
  const dispatch = async (name: string, event: object) => {
    const work: Promise<unknown>[] = [];
    listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
    await Promise.all(work);
  };
  const push = (data: unknown) =>
    dispatch('push', { data: { json: () => (typeof data === 'string' ? JSON.parse(data) : data) } });
  const click = (action: string) =>
    dispatch('notificationclick', { action, notification: [...notifications.values()].at(-1) });
  return { notifications, shows, sent, opened, posted, subscribed, dispatch, push, click };
}

describe('a message', () => {
  test('[ALM-35] [ALM-36] is shown with its buttons, stays when urgent, and is reported as shown', async () => {
    const { push, shows, sent } = worker();
    await push(aPushMessage);
    expect(shows).toHaveLength(1);
    expect(shows[0]).toMatchObject({ title: aPushMessage.title, body: '2 min ago', tag: 'family-1' });
    expect(shows[0]).toMatchObject({ silent: false, renotify: true, requireInteraction: true });
    expect(shows[0]?.actions).toEqual([
      { action: 'seen', title: 'Seen' },
      { action: 'snooze', title: 'Snooze 30 min' },
    ]);
    expect(sent).toEqual([{ url: `${home}/api/v1/Alarms/shown`, body: { token: 'secret' } }]);
  });

  test('[ALM-36] replaces the one of its tag; the end of an alarm does so silently and does not stay', async () => {
    const { push, notifications } = worker();
    await push(aPushMessage);
    const end = { title: 'Ada: back in range', at: pushedAt + 5 * MINUTE_MS, ended: true, silent: true };
    await push({ ...aPushMessage, ...end, renotify: false, actions: [] });
    expect([...notifications.values()]).toMatchObject([
      { title: 'Ada: back in range', silent: true, renotify: false, requireInteraction: false },
    ]);
  });

  test('[ALM-36] an older one that comes late shows the newer one again, without a sound', async () => {
    const { push, shows } = worker();
    await push({ ...aPushMessage, title: 'Ada: Urgent low 49', at: pushedAt + 5 * MINUTE_MS });
    await push(aPushMessage);
    expect(shows).toHaveLength(2);
    expect(shows[1]).toMatchObject({ title: 'Ada: Urgent low 49', silent: true, renotify: false });
  });

  test('[ALM-36] after the clock of the server was set back, the next ring is no older message', async () => {
    const { push, shows } = worker();
    await push({ ...aPushMessage, title: 'Ada: Urgent low 49', at: pushedAt + 120 * MINUTE_MS });
    await push({ ...aPushMessage, token: 'of the next ring' });
    expect(shows[1]).toMatchObject({ title: aPushMessage.title, silent: false, renotify: true });
  });

  test('[ALM-42] one that comes a second time, after a server died, makes no second sound', async () => {
    const { push, shows } = worker();
    await push(aPushMessage);
    await push({ ...aPushMessage, at: pushedAt + 20_000 });
    await push({ ...aPushMessage, token: 'of the next ring', at: pushedAt + 5 * MINUTE_MS });
    expect(shows.map(({ silent, renotify }) => [silent, renotify])).toEqual([
      [false, true],
      [true, false],
      [false, true],
    ]);
  });

  test.each(['no JSON', '{"v":2,"title":"Ada"}', 'null'])(
    '[ALM-36] something is shown for a message that cannot be read: %s',
    async (text) => {
      const { push, shows, sent } = worker();
      await push(text);
      expect(shows).toMatchObject([{ title: 'Tealight: open the page' }]);
      expect(sent).toEqual([]);
    },
  );

  test('[ALM-36] is shown also where the report does not reach the server', async () => {
    const { push, shows } = worker({ status: 0 });
    await push(aPushMessage);
    expect(shows).toHaveLength(1);
  });

  test('[ALM-35] reports and opens nothing at another server', async () => {
    const { push, click, sent, opened } = worker();
    const elsewhere = 'https://elsewhere.example';
    await push({ ...aPushMessage, api: `${elsewhere}/api/v1/Alarms`, link: `${elsewhere}/alarm#secret` });
    await click('seen');
    expect(sent).toEqual([]);
    expect(opened).toEqual([`open ${home}/alarm`]);
  });
});

describe('a press on a notification', () => {
  test.each(['seen', 'snooze'])('[ALM-35] the button %s acts without opening a page', async (action) => {
    const { push, click, sent, opened, notifications } = worker();
    await push(aPushMessage);
    await click(action);
    expect(sent[1]).toEqual({ url: `${home}/api/v1/Alarms/act`, body: { token: 'secret', action } });
    expect(opened).toEqual([]);
    expect(notifications.size).toBe(0);
  });

  test.each([410, 500, 0])(
    '[ALM-35] a button that fails with %s opens the page of the alarm',
    async (status) => {
      const { push, click, opened } = worker({ status });
      await push(aPushMessage);
      await click('seen');
      expect(opened).toEqual([`open ${home}/alarm#secret`]);
    },
  );

  test('[ALM-35] a button whose call gets no answer opens the page of the alarm', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    onTestFinished(() => timeout.mockRestore());
    const { push, click, opened } = worker({ hangs: '/act' });
    await push(aPushMessage);
    await click('seen');
    expect(opened).toEqual([`open ${home}/alarm#secret`]);
  });

  test('[ALM-35] a button whose call fails shows the notification again, without a sound', async () => {
    const { push, click, notifications, shows } = worker({ status: 503 });
    await push(aPushMessage);
    await click('seen');
    expect(notifications.size).toBe(1);
    expect(shows.at(-1)).toMatchObject({ title: shows[0]?.title, silent: true, renotify: false });
  });

  test('[ALM-33] [ALM-35] beside the buttons it asks an open page, which keeps its sound', async () => {
    const pages = [{ url: `${home}/lamp` }, { url: `${home}/people`, follows: true }];
    const { push, click, opened, posted } = worker({ pages });
    await push(aPushMessage);
    await click('');
    expect(opened).toEqual([`focus ${home}/people`]);
    expect(posted).toEqual([{ open: '/alarm#secret' }]);
  });

  test('[ALM-35] an open page learns whose alarm it is', async () => {
    const { push, click, posted } = worker({ pages: [{ url: `${home}/people`, follows: true }] });
    await push({ ...aPushMessage, link: '/alarm?wearer=adaadaadaada#secret' });
    await click('');
    expect(posted).toEqual([{ open: '/alarm?wearer=adaadaadaada#secret' }]);
  });

  test('[ALM-35] a page that does not answer is navigated; without one, a page opens', async () => {
    const silent = worker({ pages: [{ url: `${home}/` }] });
    await silent.push(aPushMessage);
    await silent.click('');
    expect(silent.opened).toEqual([`focus ${home}/`, `navigate ${home}/alarm#secret`]);
    const lampOnly = worker({ pages: [{ url: `${home}/lamp` }] });
    await lampOnly.push(aPushMessage);
    await lampOnly.click('');
    expect(lampOnly.opened).toEqual([`open ${home}/alarm#secret`]);
  });
});

test('[ALM-34] a subscription that the browser has ended is made again, and the pages are notified', async () => {
  const { dispatch, subscribed, posted } = worker({ pages: [{ url: `${home}/` }] });
  const options = { userVisibleOnly: true, applicationServerKey: 'key' };
  await dispatch('pushsubscriptionchange', { oldSubscription: { options }, newSubscription: null });
  expect(subscribed).toEqual([options]);
  expect(posted).toEqual([{ hasNewSubscription: true }]);
});
