import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ScriptedSocket } from '../test/scripted-socket.ts';
import { createHub, type Hub } from './index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function negotiated(hub: Hub, { user = 'ada', version = '1' as string | null } = {}) {
  const { body } = hub.negotiate({ user, version });
  if ('error' in body) throw new Error(body.error);
  return { id: body.connectionId, connectionToken: body.connectionToken ?? body.connectionId, body };
}

function attached(hub: Hub, connectionToken: string): ScriptedSocket {
  const admission = hub.admit({ user: 'ada', connectionToken });
  if (admission.status !== 101) throw new Error(`Not admitted: ${admission.status}`);
  const socket = new ScriptedSocket();
  hub.accept(socket, admission.ticket);
  return socket;
}

describe('negotiation', () => {
  test('in version 1 hands out a public id and a secret token, and offers text over WebSockets', () => {
    const { body } = createHub({ methods: {} }).negotiate({ user: 'ada', version: '1' });
    expect(body).toEqual({
      negotiateVersion: 1,
      connectionId: expect.stringMatching(/^[\w-]{22}$/),
      connectionToken: expect.stringMatching(/^[\w-]{43}$/),
      availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text'] }],
    });
  });

  test.each([[null], ['0']])('in version %s has one id for both', (version) => {
    const { body } = negotiated(createHub({ methods: {} }), { version });
    expect(body).toMatchObject({ negotiateVersion: 0, connectionId: expect.stringMatching(/^[\w-]{43}$/) });
    expect(body).not.toHaveProperty('connectionToken');
  });

  test('of a later version is answered with version 1', () => {
    expect(negotiated(createHub({ methods: {} }), { version: '7' }).body).toMatchObject({
      negotiateVersion: 1,
    });
  });

  test.each(['-1', '1.5', 'one', '', '99999999999'])('of the version %j ends in an error', (version) => {
    const { status, body } = createHub({ methods: {} }).negotiate({ user: 'ada', version });
    expect({ status, body }).toEqual({ status: 200, body: { error: 'negotiateVersion must be 0 or 1.' } });
  });

  test('by nobody is refused', () => {
    const { status } = createHub({ methods: {} }).negotiate({ user: null, version: '1' });
    expect(status).toBe(401);
  });

  test('never hands out the same token twice', () => {
    const hub = createHub({ methods: {} });
    const tokens = Array.from({ length: 1000 }, () => negotiated(hub).connectionToken);
    expect(new Set(tokens).size).toBe(1000);
  });

  test('by one user forgets its oldest offers, and leaves room for others', () => {
    const hub = createHub({ methods: {}, maxPendingTokens: 12 });
    const tokens = Array.from({ length: 30 }, () => negotiated(hub).connectionToken);
    expect(hub.negotiate({ user: 'ben', version: '1' }).body).toHaveProperty('connectionToken');
    expect(hub.admit({ user: 'ada', connectionToken: tokens[19] ?? '' }).status).toBe(404);
    for (const connectionToken of tokens.slice(20))
      expect(hub.admit({ user: 'ada', connectionToken }).status).toBe(101);
  });

  test('stops while too many connections wait for their socket', () => {
    const hub = createHub({ methods: {}, maxPendingTokens: 2 });
    const { connectionToken } = negotiated(hub);
    negotiated(hub);
    expect(hub.negotiate({ user: 'ada', version: '1' }).body).toMatchObject({
      error: expect.stringContaining('busy'),
    });
    attached(hub, connectionToken);
    negotiated(hub);
    vi.advanceTimersByTime(15_000);
    negotiated(hub);
    negotiated(hub);
  });
});

test('a socket that came and went makes no room for a waiting connection', async () => {
  const hub = createHub({ methods: {}, maxPendingTokens: 1 });
  attached(hub, negotiated(hub).connectionToken).drop(1005);
  await vi.advanceTimersByTimeAsync(0);
  negotiated(hub);
  expect(hub.negotiate({ user: 'ada', version: '1' }).body).toHaveProperty('error');
});

describe('a connection token', () => {
  test('opens one socket, under the negotiated id', () => {
    const hub = createHub({ methods: {} });
    const { id, connectionToken } = negotiated(hub);
    attached(hub, connectionToken).say({ protocol: 'json', version: 1 });
    expect([...hub.connections.keys()]).toEqual([id]);
    expect(hub.admit({ user: 'ada', connectionToken })).toEqual({ status: 409 });
  });

  test('is taken from the moment of admission', () => {
    const hub = createHub({ methods: {} });
    const { connectionToken } = negotiated(hub);
    expect(hub.admit({ user: 'ada', connectionToken }).status).toBe(101);
    expect(hub.admit({ user: 'ada', connectionToken })).toEqual({ status: 409 });
  });

  test('is forgotten when its socket is gone', async () => {
    const hub = createHub({ methods: {} });
    const { connectionToken } = negotiated(hub);
    attached(hub, connectionToken).drop(1005);
    await vi.advanceTimersByTimeAsync(0);
    expect(hub.admit({ user: 'ada', connectionToken })).toEqual({ status: 404 });
  });

  test('of one user does not open a socket for another, and stays good for the first', () => {
    const hub = createHub({ methods: {} });
    const { connectionToken } = negotiated(hub);
    expect(hub.admit({ user: 'eve', connectionToken })).toEqual({ status: 403 });
    expect(hub.admit({ user: 'ada', connectionToken }).status).toBe(101);
  });

  test('is good for less than 15 seconds', () => {
    const hub = createHub({ methods: {} });
    const { connectionToken } = negotiated(hub);
    vi.advanceTimersByTime(15_000);
    expect(hub.admit({ user: 'ada', connectionToken })).toEqual({ status: 404 });
  });

  test('does not outlive an upgrade that failed half-way', () => {
    const hub = createHub({ methods: {} });
    const { connectionToken } = negotiated(hub);
    hub.admit({ user: 'ada', connectionToken });
    vi.advanceTimersByTime(15_000);
    expect(hub.admit({ user: 'ada', connectionToken })).toEqual({ status: 404 });
  });

  test('of an open socket does not expire', () => {
    const hub = createHub({ methods: {}, clientTimeoutMs: 60_000 });
    const { connectionToken } = negotiated(hub);
    attached(hub, connectionToken).say({ protocol: 'json', version: 1 });
    vi.advanceTimersByTime(15_000);
    expect(hub.admit({ user: 'ada', connectionToken })).toEqual({ status: 409 });
  });

  test.each(['made-up', '__proto__'])('that nobody handed out, like %s, opens nothing', (connectionToken) => {
    expect(createHub({ methods: {} }).admit({ user: 'ada', connectionToken })).toEqual({ status: 404 });
  });

  test('opens nothing for somebody who is not signed in', () => {
    expect(createHub({ methods: {} }).admit({ user: null, connectionToken: null })).toEqual({ status: 401 });
  });
});

test('a ticket serves one socket only', () => {
  const hub = createHub({ methods: {} });
  const admission = hub.admit({ user: 'ada', connectionToken: null });
  if (admission.status !== 101) throw new Error('not admitted');
  hub.accept(new ScriptedSocket(), admission.ticket);
  expect(() => hub.accept(new ScriptedSocket(), admission.ticket)).toThrow('has a socket already');
});
