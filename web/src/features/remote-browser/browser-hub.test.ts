import { expect, test, vi } from 'vitest';
import { session } from '../../data/session.ts';
import { keepSelected } from '../../data/wearer/shown-wearer.ts';
import { type BrowserHubEvent, openBrowserHub } from './browser-hub.ts';

const hub = vi.hoisted(() => ({
  handlers: new Map<string, (...args: unknown[]) => void>(),
  settings: {} as { url?: string; options?: { accessTokenFactory: () => string }; delays?: number[] },
  reconnectListeners: {} as Record<string, () => void>,
  connection: { serverTimeoutInMilliseconds: 0, starts: 0, stops: 0 },
}));

vi.mock('@microsoft/signalr', () => {
  const connection = Object.assign(hub.connection, {
    on: (event: string, handler: () => void) => hub.handlers.set(event, handler),
    onreconnecting: (listener: () => void) => (hub.reconnectListeners.lost = listener),
    onreconnected: (listener: () => void) => (hub.reconnectListeners.back = listener),
    onclose: (listener: () => void) => (hub.reconnectListeners.closed = listener),
    start: async () => (hub.connection.starts += 1),
    stop: async () => (hub.connection.stops += 1),
    invoke: async (...call: unknown[]) => call,
  });
  class HubConnectionBuilder {
    withUrl(url: string, options: { accessTokenFactory: () => string }) {
      Object.assign(hub.settings, { url, options });
      return this;
    }
    withAutomaticReconnect(delays: number[]) {
      hub.settings.delays = delays;
      return this;
    }
    configureLogging() {
      return this;
    }
    build() {
      return connection;
    }
  }
  return { HubConnectionBuilder, HttpTransportType: { WebSockets: 1 }, LogLevel: { None: 6 } };
});

test('[HUB-1] the connection is opened with the wearer’s token, the hub timeout and four reconnect delays', async () => {
  session.begin('the token');
  const opened = await openBrowserHub({ onEvent: () => {}, onStateChange: () => {} });
  expect(hub.settings.url).toBe('/browserhub');
  expect(hub.settings.options?.accessTokenFactory()).toBe('the token');
  keepSelected('benbenbenben', { reload: false });
  expect(hub.settings.options?.accessTokenFactory()).toBe('the token.benbenbenben');
  expect(hub.settings.delays).toEqual([0, 2000, 10_000, 30_000]);
  expect(hub.connection.serverTimeoutInMilliseconds).toBe(500_000);
  expect(await opened.invoke('SendText', 'x')).toEqual(['SendText', 'x']);
  await opened.close();
  expect([hub.connection.starts, hub.connection.stops]).toEqual([1, 1]);
});

test('[HUB-2] valid events and connection changes are passed on; other events are ignored', async () => {
  const events: BrowserHubEvent[] = [];
  const states: string[] = [];
  await openBrowserHub({ onEvent: (event) => events.push(event), onStateChange: (how) => states.push(how) });
  hub.handlers.get('CaptchaCodeDetected')?.('code', 'session');
  hub.handlers.get('CaptchaCodeDetected')?.({ code: 1 });
  for (const how of ['lost', 'back', 'closed']) hub.reconnectListeners[how]?.();
  expect(events).toEqual([{ event: 'CaptchaCodeDetected', args: ['code', 'session'] }]);
  expect(states).toEqual(['lost', 'back', 'closed']);
});
