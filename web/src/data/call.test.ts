import {
  changePassword,
  currentUser,
  exportData,
  resendConfirm,
  signIn,
  signOut,
  updateProfile,
} from '@tealight/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ada, failure, fakeCalls, noNetwork } from '../../test/fake-calls.ts';
import { call, TIMEOUT_MS } from './call.ts';
import { session } from './session.ts';

afterEach(() => session.end());

const login = { email: 'ada@example.org', password: 'Secret123!' };

describe('what is sent', () => {
  test('a call carries the access token, and none when signed out', async () => {
    const { calls } = fakeCalls();
    await call(currentUser);
    session.begin('abc');
    await call(currentUser);
    expect(calls.map(({ token }) => token)).toEqual([null, 'Bearer abc']);
  });

  test('a query is part of the URL, a body is JSON', async () => {
    const { calls } = fakeCalls({ [signIn.path]: { accessToken: 't', firstTimeLoggedIn: true } });
    await call(resendConfirm, { query: { email: 'a+b@example.org' } });
    await call(signIn, { body: login });
    expect(calls).toMatchObject([
      { method: 'GET', query: { email: 'a+b@example.org' } },
      { method: 'POST', body: login },
    ]);
  });

  test('[ACC-2] a form carries its fields and files', async () => {
    const { calls } = fakeCalls();
    const body = { firstName: 'Ada', lastName: 'Moreno', location: 'US' };
    await call(updateProfile, { body, files: { photo: new Blob(['x'], { type: 'image/png' }) } });
    expect(calls[0]?.body).toEqual({ ...body, photo: expect.any(File) });
  });
});

describe('what comes back', () => {
  test('a reply is checked against the contract', async () => {
    fakeCalls({ [currentUser.path]: { ...ada, location: 7 } });
    await expect(call(currentUser)).rejects.toThrow('could not be understood');
  });

  test('a file comes as it is', async () => {
    fakeCalls({ [exportData.path]: new Response('zip') });
    const file = await call(exportData, { body: { password: 'x' } });
    expect(await file.text()).toBe('zip');
  });
});

describe('what goes wrong', () => {
  const messagesOf = (response: () => unknown) => {
    fakeCalls({ [currentUser.path]: response });
    return call(currentUser).catch(({ messages }) => messages);
  };

  test('[API-3] each message of errors is a line of its own', async () => {
    const errors = { email: ['Invalid email'], password: ['Password is not valid', 'Too old'] };
    expect(await messagesOf(() => failure('invalid-input', { errors }))).toEqual([
      'Invalid email',
      'Password is not valid',
      'Too old',
    ]);
  });

  test('[API-3] without errors the title is the message', async () => {
    expect(await messagesOf(() => failure('too-many-tries'))).toEqual([
      'Too many attempts. Please wait a moment',
    ]);
  });

  test('[API-3] a response without a message is described by its status', async () => {
    expect(await messagesOf(() => new Response('<html>', { status: 502 }))).toEqual([
      'Request failed with status code 502',
    ]);
  });

  test('[API-3] no answer at all is a network error', async () => {
    expect(await messagesOf(noNetwork)).toEqual(['Network error']);
  });

  test('[API-3] a 401 ends the session, also when a form is sent', async () => {
    session.begin('abc');
    fakeCalls({ [changePassword.path]: () => failure('not-signed-in') });
    const body = { currentPassword: 'a', newPassword: 'Secret123!', confirmNewPassword: 'Secret123!' };
    await expect(call(changePassword, { body })).rejects.toMatchObject({ code: 'not-signed-in' });
    expect(session.token()).toBeNull();
  });

  test('[API-3] a 401 on sign-out does not', async () => {
    session.begin('abc');
    fakeCalls({ [signOut.path]: () => failure('not-signed-in') });
    await expect(call(signOut)).rejects.toThrow();
    expect(session.token()).toBe('abc');
  });

  test('a late 401 for an old token does not end the new session', async () => {
    session.begin('old');
    const refuse = () => {
      session.begin('new');
      return failure('not-signed-in');
    };
    fakeCalls({ [currentUser.path]: refuse });
    await expect(call(currentUser)).rejects.toThrow();
    expect(session.token()).toBe('new');
  });

  test('an error never contains what was typed', async () => {
    fakeCalls({ [signIn.path]: () => failure('wrong-sign-in') });
    const refused = await call(signIn, { body: login }).catch((error: Error) => error);
    expect(`${refused} ${JSON.stringify(refused)}`).not.toContain(login.password);
  });
});

describe('how long it may take', () => {
  test('[API-5] the time-out is 6000000 ms unless the caller sets another', async () => {
    fakeCalls();
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await call(currentUser);
    await call(currentUser, { timeoutMs: 50 });
    expect(timeout.mock.calls).toEqual([[6_000_000], [50]]);
    expect(TIMEOUT_MS).toBe(6_000_000);
  });

  test('[API-5] a call that takes longer counts as no answer', async () => {
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => rejectedBy(signal));
    await expect(call(currentUser, { timeoutMs: 1 })).rejects.toThrow('Network error');
  });

  test('[API-5] a call whose answer stops in the middle counts as no answer', async () => {
    vi.stubGlobal('fetch', async () => new Response(new ReadableStream({ start() {} })));
    await expect(call(currentUser, { timeoutMs: 1 })).rejects.toMatchObject({ status: null });
    const lost = new ReadableStream({ start: (stream) => stream.error(new TypeError('network lost')) });
    vi.stubGlobal('fetch', async () => new Response(lost));
    await expect(call(currentUser)).rejects.toMatchObject({ status: null });
  });

  test('a call that has ended leaves nothing behind at its time limit', async () => {
    fakeCalls();
    const { signal } = new AbortController();
    const listeners = {
      added: vi.spyOn(signal, 'addEventListener'),
      removed: vi.spyOn(signal, 'removeEventListener'),
    };
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(signal);
    await call(currentUser);
    expect(listeners.removed.mock.calls).toEqual(listeners.added.mock.calls);
    expect(listeners.added).toHaveBeenCalled();
  });

  test('a call that its caller aborts rejects with the abort error', async () => {
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => rejectedBy(signal));
    const controller = new AbortController();
    const answer = call(currentUser, { signal: controller.signal });
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });
});

const rejectedBy = (signal: AbortSignal | null | undefined) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

describe('[DASH-2] a call that was made before the app was loaded', () => {
  const early = (response: Promise<Response>, more: { token?: string; startedAt?: number } = {}) => {
    response.catch(() => undefined);
    window.tealightEarlyCalls = {
      wearer: null,
      token: 'abc',
      startedAt: Date.now(),
      ...more,
      responses: { [currentUser.path]: response },
    };
  };
  const eve = Response.json({ ...ada, firstName: 'Eve' });
  afterEach(() => {
    delete window.tealightEarlyCalls;
  });

  test('[API-5] that takes longer counts as no answer', async () => {
    fakeCalls();
    session.begin('abc');
    early(new Promise(() => {}));
    await expect(call(currentUser, { timeoutMs: 1 })).rejects.toThrow('Network error');
  });

  test('is not made again, but its answer is taken only once', async () => {
    const { calls } = fakeCalls();
    session.begin('abc');
    early(Promise.resolve(eve.clone()));
    expect((await call(currentUser)).firstName).toBe('Eve');
    expect(calls).toEqual([]);
    expect((await call(currentUser)).firstName).toBe('Ada');
  });

  test.each([
    ['of another session', { token: 'of another' }],
    ['that is old', { startedAt: Date.now() - 60_000 }],
  ])('%s is made again', async (_, more) => {
    const { calls } = fakeCalls();
    session.begin('abc');
    early(Promise.resolve(eve.clone()), more);
    expect((await call(currentUser)).firstName).toBe('Ada');
    expect(calls).toHaveLength(1);
  });

  test('that failed is a failed call', async () => {
    fakeCalls();
    session.begin('abc');
    early(Promise.reject(new TypeError('Failed to fetch')));
    await expect(call(currentUser)).rejects.toMatchObject({ status: null });
  });
});
