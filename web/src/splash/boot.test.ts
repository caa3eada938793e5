import { readFileSync } from 'node:fs';
import { cgmConnection, currentReadings, currentUser, listWearers } from '@tealight/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeCalls } from '../../test/fake-calls.ts';
import { startText } from '../text/start.ts';

const code = readFileSync('web/boot.js', 'utf8');

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  vi.useRealTimers();
  vi.unstubAllGlobals();
  delete window.tealightEarlyCalls;
});

/** Runs the script as index.html does. */
function boot(path: string): void {
  history.replaceState(null, '', path);
  const script = document.createElement('script');
  Object.assign(script.dataset, {
    app: '/assets/app.js',
    dashboard: '/assets/dashboard.js',
    notLoaded: startText.notLoaded,
  });
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  new Function(code)();
}
const preloaded = () => [...document.querySelectorAll('link')].map((link) => link.getAttribute('href'));

describe('a page whose script could not be loaded', () => {
  function bootLamp(reload = vi.fn()): void {
    const origin = 'http://localhost';
    vi.stubGlobal('location', { pathname: '/lamp', origin, href: `${origin}/lamp`, reload });
    boot('/lamp');
  }

  /** The splash screen, and the script that fails to load. */
  function failScript(src = '/assets/index-abc.js', { isAppOpen = false } = {}): HTMLElement {
    const splash = '<div class="splash"><b>Your glucose, as a glow</b></div>';
    document.body.innerHTML = isAppOpen ? '' : splash;
    const script = document.createElement('script');
    Object.defineProperties(script, {
      type: { value: 'module' },
      src: { value: new URL(src, 'http://localhost').href },
    });
    document.body.append(script);
    script.dispatchEvent(new Event('error'));
    return document.body;
  }

  test('[DEV-3] says so, and is loaded again once the server gives it, with nobody there', async () => {
    vi.useFakeTimers();
    const reload = vi.fn();
    const asked = vi
      .fn()
      .mockRejectedValueOnce(new TypeError('no network'))
      .mockResolvedValueOnce(new Response(null, { status: 502 }))
      .mockResolvedValue(new Response('the page'));
    vi.stubGlobal('fetch', asked);
    bootLamp(reload);
    expect(failScript()).toHaveTextContent('Tealight could not be loaded. It tries again automatically.');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveBeenCalledTimes(2);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('is not loaded again for a script that a proxy or an extension has added, nor once the app has started', () => {
    vi.useFakeTimers();
    const asked = vi.fn();
    vi.stubGlobal('fetch', asked);
    bootLamp();
    failScript('https://beacon.example.org/beacon.js');
    vi.advanceTimersByTime(60_000);
    expect(asked).not.toHaveBeenCalled();
    failScript('/assets/index-abc.js', { isAppOpen: true });
    vi.advanceTimersByTime(60_000);
    expect(asked).not.toHaveBeenCalled();
  });

  test('is loaded again at once when the network is back', async () => {
    vi.useFakeTimers();
    const reload = vi.fn();
    vi.stubGlobal('fetch', async () => new Response('the page'));
    bootLamp(reload);
    failScript();
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(reload).toHaveBeenCalled();
  });
});

describe('before the app is loaded', () => {
  test('[DASH-2] the first calls of the dashboard are made, with the access token, where nobody else is seen', () => {
    const { calls } = fakeCalls();
    localStorage.setItem('accessToken', 'abc');
    localStorage.setItem('tealight-several-wearers', 'no');
    boot('/');
    const paths = [currentReadings, cgmConnection, currentUser].map(({ path }) => path);
    expect(calls.map(({ path, token }) => [path, token])).toEqual(paths.map((path) => [path, 'Bearer abc']));
    expect(Object.keys(window.tealightEarlyCalls?.responses ?? {})).toEqual(paths);
    expect(preloaded()).toEqual(['/assets/app.js', '/assets/dashboard.js']);
  });

  test('[PPL-19] the first calls are about the wearer in the address, and ask for the names', () => {
    const { calls } = fakeCalls();
    localStorage.setItem('accessToken', 'abc');
    boot('/w/benbenbenben/');
    const paths = [listWearers, currentReadings, cgmConnection, currentUser].map(({ path }) => path);
    expect(calls.map(({ path, wearer }) => [path, wearer])).toEqual(
      paths.map((path) => [path, 'benbenbenben']),
    );
    expect(window.tealightEarlyCalls?.wearer).toBe('benbenbenben');
  });

  test.each([
    ['several are seen', 'yes'],
    ['it is not known who is seen', null],
  ])('[PPL-20] nothing but the names is asked for where %s and the address names nobody', (_, several) => {
    const { calls } = fakeCalls();
    localStorage.setItem('accessToken', 'abc');
    if (several !== null) localStorage.setItem('tealight-several-wearers', several);
    boot('/');
    expect(calls.map(({ path }) => path)).toEqual([listWearers.path]);
  });

  test.each([
    ['who is signed out', null, '/', ['/assets/app.js']],
    ['a wearer without a session', null, '/w/benbenbenben/', ['/assets/app.js']],
    ['another page', 'abc', '/account', ['/assets/app.js', '/assets/dashboard.js']],
    ['the lamp', 'abc', '/lamp', []],
    ['a share link [PPL-28]', 'abc', '/s', ['/assets/app.js']],
  ])('no call is made for %s', (_, token, path, files) => {
    const { calls } = fakeCalls();
    if (token !== null) localStorage.setItem('accessToken', token);
    boot(path);
    expect(calls).toEqual([]);
    expect(preloaded()).toEqual(files);
  });
});
