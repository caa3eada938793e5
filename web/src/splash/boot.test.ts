import { readFileSync } from 'node:fs';
import { cgmConnection, currentReadings, currentUser, listWearers } from '@tealight/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeCalls } from '../../test/fake-calls.ts';

const code = readFileSync('web/boot.js', 'utf8');

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
  document.head.innerHTML = '';
  delete window.tealightEarlyCalls;
});

/** Runs the script as index.html does. */
function boot(path: string): void {
  history.replaceState(null, '', path);
  const script = document.createElement('script');
  Object.assign(script.dataset, { app: '/assets/app.js', dashboard: '/assets/dashboard.js' });
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  new Function(code)();
}
const preloaded = () => [...document.querySelectorAll('link')].map((link) => link.getAttribute('href'));

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
