import { expect, test, vi } from 'vitest';
import { session } from '../../session.ts';
import { type Heard, openBrowserHub } from './browser-hub.ts';

const hub = vi.hoisted(() => ({
  handlers: new Map<string, (...args: unknown[]) => void>(),
  asked: {} as { url?: string; options?: { accessTokenFactory: () => string }; delays?: number[] },
  line: {} as Record<string, () => void>,
  connection: { serverTimeoutInMilliseconds: 0, starts: 0, stops: 0 },
}));

vi.mock('@microsoft/signalr', () => {
  const connection = Object.assign(hub.connection, {
    on: (event: string, handler: () => void) => hub.handlers.set(event, handler),
    onreconnecting: (heard: () => void) => (hub.line.lost = heard),
    onreconnected: (heard: () => void) => (hub.line.back = heard),
    onclose: (heard: () => void) => (hub.line.closed = heard),
    start: async () => (hub.connection.starts += 1),
    stop: async () => (hub.connection.stops += 1),
    invoke: async (...call: unknown[]) => call,
  });
  class HubConnectionBuilder {
    withUrl(url: string, options: { accessTokenFactory: () => string }) {
      Object.assign(hub.asked, { url, options });
      return this;
    }
    withAutomaticReconnect(delays: number[]) {
      hub.asked.delays = delays;
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

test('[HUB-1] the line is opened with the wearer’s token, patience and four tries to come back', async () => {
  session.begin('the token');
  const opened = await openBrowserHub({ heard: () => {}, line: () => {} });
  expect(hub.asked.url).toBe('/browserhub');
  expect(hub.asked.options?.accessTokenFactory()).toBe('the token');
  expect(hub.asked.delays).toEqual([0, 2000, 10_000, 30_000]);
  expect(hub.connection.serverTimeoutInMilliseconds).toBe(500_000);
  expect(await opened.invoke('SendText', 'x')).toEqual(['SendText', 'x']);
  await opened.close();
  expect([hub.connection.starts, hub.connection.stops]).toEqual([1, 1]);
});

test('[HUB-2] what makes sense is heard, and how the line stands; the rest is left out', async () => {
  const heard: Heard[] = [];
  const line: string[] = [];
  await openBrowserHub({ heard: (one) => heard.push(one), line: (how) => line.push(how) });
  hub.handlers.get('CaptchaCodeDetected')?.('code', 'session');
  hub.handlers.get('CaptchaCodeDetected')?.({ code: 1 });
  for (const how of ['lost', 'back', 'closed']) hub.line[how]?.();
  expect(heard).toEqual([{ event: 'CaptchaCodeDetected', told: ['code', 'session'] }]);
  expect(line).toEqual(['lost', 'back', 'closed']);
});
