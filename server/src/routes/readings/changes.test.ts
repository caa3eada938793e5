import { connect } from 'node:net';
import { promisify } from 'node:util';
import { changesPath, signIn, signOut } from '@tealight/contract';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ada, apiOn, openInMemory, type TestApi } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';

async function listening(api: TestApi): Promise<string> {
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  return url + changesPath;
}

/** The text of the stream, in chunks. */
async function opened(url: string, token: string) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: stop.signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => (await reader?.read())?.value ?? null;
  /** The text from here until it contains `wanted`, or until the end. */
  const until = async (wanted: string | null) => {
    let text = '';
    while (wanted === null || !text.includes(wanted)) {
      const piece = await next();
      if (piece === null) return text;
      text += piece;
    }
    return text;
  };
  return { answer, next, until };
}

/** Heartbeats are sent when a test asks for them. */
function heartbeatsByHand() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('the stream of changes', () => {
  eachEngine((open) => {
    test('[DASH-5] changes of the wearer are sent at once, changes of others are not', async () => {
      const store = await open();
      const api = await apiOn(store);
      const token = await api.signedIn();
      await api.signedIn({ email: 'ben@example.org' });
      const { answer, next } = await opened(await listening(api), token);
      expect(answer.headers.get('content-type')).toBe('text/event-stream');
      expect(await next()).toBe(': here\n\n');
      store.changes.publish(2, 'connection');
      store.changes.publish(1, 'readings');
      expect(await next()).toBe('event: readings\ndata: readings\n\n');
    });
  });

  test('a stream requires an access token', async () => {
    const api = await apiOn(await openInMemory());
    expect((await api.inject({ url: changesPath })).statusCode).toBe(401);
    const token = await api.signedIn();
    await api.send(signOut, { token });
    expect(
      (await api.inject({ url: changesPath, headers: { authorization: `Bearer ${token}` } })).statusCode,
    ).toBe(401);
  });

  test('a client that disconnects while its token is looked up leaves no timer behind', async () => {
    const store = await openInMemory();
    const api = await apiOn(store);
    const token = await api.signedIn();
    const url = new URL(await listening(api));
    const find = store.sessions.find.bind(store.sessions);
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    vi.spyOn(store.sessions, 'find').mockImplementationOnce(async (...args) => {
      asked.resolve();
      await left.promise;
      return find(...args);
    });
    const started = vi.spyOn(globalThis, 'setInterval');
    onTestFinished(() => void vi.restoreAllMocks());

    const client = connect(Number(url.port), url.hostname);
    client.on('error', () => {});
    client.write(`GET ${changesPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    await asked.promise;
    client.destroy();
    const { server } = api.app;
    await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0);
    left.resolve();
    // The next request is answered after the lookup of the first has continued.
    const other = await opened(url.href, token);
    await other.next();
    expect(started.mock.calls.filter(([, ms]) => ms === 5000)).toHaveLength(1);
  });

  test('[DASH-5] the stream of a session that has ended is closed within 20 s, another session’s stays open', async () => {
    heartbeatsByHand();
    const api = await apiOn(await openInMemory());
    const token = await api.signedIn();
    const { email, password } = ada;
    const other = (await api.send(signIn, { body: { email, password } })).json<{ accessToken: string }>();
    const url = await listening(api);
    const [ended, open] = [await opened(url, token), await opened(url, other.accessToken)];
    await api.send(signOut, { token });
    vi.advanceTimersByTime(20_000);
    expect(await ended.until(null)).toMatch(/^: here\n\n(: still here\n\n){3}$/);
    // Looked at too, and open.
    const beats = await open.until(': still here\n\n'.repeat(4));
    expect(beats).toBe(`: here\n\n${': still here\n\n'.repeat(4)}`);
  });

  test('[DASH-5] a wearer has at most twenty streams: the oldest is closed for the next', async () => {
    const api = await apiOn(await openInMemory());
    const token = await api.signedIn();
    const url = await listening(api);
    const streams = [];
    for (let count = 0; count < 20; count += 1) streams.push(await opened(url, token));
    const [oldest, second] = streams;
    const newest = await opened(url, token);
    expect(await oldest?.until(null)).toBe(': here\n\n');
    api.dependencies.store.changes.publish(1, 'range');
    const event = 'event: range\ndata: range\n\n';
    for (const stream of [second, newest]) expect(await stream?.until(event)).toContain(event);
  });

  test('[OPS-3] open streams do not keep the server from stopping', async () => {
    const api = await apiOn(await openInMemory());
    const { next } = await opened(await listening(api), await api.signedIn());
    await next();
    const ended = next();
    await api.close();
    expect(await ended).toBeNull();
  });
});
