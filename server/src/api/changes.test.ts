import { changesPath, signOut } from '@tealight/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import { apiOn, openInMemory, type TestApi } from '../../test/api.ts';
import { eachEngine } from '../../test/engines.ts';

async function listening(api: TestApi): Promise<string> {
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  return url + changesPath;
}

/** The stream's text, piece by piece. */
async function opened(url: string, token: string) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: stop.signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  return { answer, next: async () => (await reader?.read())?.value ?? null };
}

describe('the stream of changes', () => {
  eachEngine((open) => {
    test('[DASH-5] what changes for the wearer is told at once, and what changes for others is not', async () => {
      const store = await open();
      const api = await apiOn(store);
      const token = await api.signedIn();
      await api.signedIn({ email: 'ben@example.org' });
      const { answer, next } = await opened(await listening(api), token);
      expect(answer.headers.get('content-type')).toBe('text/event-stream');
      expect(await next()).toBe(': here\n\n');
      store.changes.tell(2, 'connection');
      store.changes.tell(1, 'readings');
      expect(await next()).toBe('event: readings\ndata: readings\n\n');
    });
  });

  test('nobody listens without an access token', async () => {
    const api = await apiOn(await openInMemory());
    expect((await api.inject({ url: changesPath })).statusCode).toBe(401);
    const token = await api.signedIn();
    await api.send(signOut, { token });
    expect(
      (await api.inject({ url: changesPath, headers: { authorization: `Bearer ${token}` } })).statusCode,
    ).toBe(401);
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
