import { beforeEach, describe, expect, test, vi } from 'vitest';

/** The session as a page that has just been loaded sees it. */
async function freshSession() {
  vi.resetModules();
  return (await import('./session.ts')).session;
}

const storageEvent = (key: string | null, newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));

beforeEach(() => localStorage.clear());

describe('a session', () => {
  test('[LOG-2] keeps its token in memory and in the browser', async () => {
    const session = await freshSession();
    session.begin('abc');
    expect(session.token()).toBe('abc');
    expect(localStorage.getItem('accessToken')).toBe('abc');
  });

  test('[LOG-2] is there again when the app starts', async () => {
    localStorage.setItem('accessToken', 'abc');
    expect((await freshSession()).token()).toBe('abc');
  });

  test('[SHELL-6] leaves nothing behind when it ends', async () => {
    const session = await freshSession();
    session.begin('abc');
    session.end();
    expect(session.token()).toBeNull();
    expect(localStorage.getItem('accessToken')).toBeNull();
  });

  test('ends here when it is ended in another tab', async () => {
    const session = await freshSession();
    session.begin('abc');
    const listener = vi.fn();
    session.onChange(listener);
    storageEvent('accessToken', null);
    expect(session.token()).toBeNull();
    expect(listener).toHaveBeenCalledExactlyOnceWith({ fromAnotherTab: true });
  });

  test('that is newer, and was begun in another tab while this page was frozen, does not end with the old one', async () => {
    const session = await freshSession();
    session.begin('old');
    localStorage.setItem('accessToken', 'new');
    session.end();
    expect(session.token()).toBeNull();
    expect(localStorage.getItem('accessToken')).toBe('new');
  });

  test('is the one of the browser when a frozen page is shown again', async () => {
    const session = await freshSession();
    session.begin('old');
    localStorage.setItem('accessToken', 'new');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    expect(session.token()).toBe('old');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(session.token()).toBe('new');
  });

  test('ends when the browser’s storage is cleared, and not for other changes in it', async () => {
    const session = await freshSession();
    session.begin('abc');
    storageEvent('something-else', 'x');
    expect(session.token()).toBe('abc');
    storageEvent(null, null);
    expect(session.token()).toBeNull();
  });

  test('lasts as long as the page in a browser that keeps nothing', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('refused');
    });
    const session = await freshSession();
    session.begin('abc');
    expect(session.token()).toBe('abc');
    vi.restoreAllMocks();
  });
});
