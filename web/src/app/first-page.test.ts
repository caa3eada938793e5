import { afterEach, describe, expect, test, vi } from 'vitest';
import { session } from '../data/session.ts';
import { followAddress } from '../data/wearer/shown-wearer.ts';
import { loadFirstPage } from './first-page.ts';
import * as pages from './lazy-pages.ts';

type PageName = keyof typeof pages;

/** Opens an address, and returns the pages whose code is loaded for it. */
async function loadedAt(address: string, token: string | null): Promise<string[]> {
  const loads = Object.entries(pages).map(([name, page]) => ({
    name,
    load: vi.spyOn(page, 'preload').mockResolvedValue(undefined),
  }));
  if (token !== null) session.begin(token);
  window.history.replaceState(null, '', address);
  followAddress();
  await loadFirstPage();
  return loads.filter(({ load }) => load.mock.calls.length > 0).map(({ name }) => name);
}

afterEach(() => {
  vi.restoreAllMocks();
  session.end();
});

describe('before it is drawn for the first time, the app loads the code', () => {
  const signedIn: [string, PageName[]][] = [
    ['/', ['DashboardPage', 'Shell']],
    ['/alarms', ['AlarmsPage', 'Shell']],
    ['/w/0123456789ab/account', ['AccountPage', 'Shell']],
    ['/signup/range-setup', ['RangeSetupPage', 'SetupPages']],
    ['/login', ['DashboardPage', 'Shell']],
  ];
  test.each(signedIn)('of the page at %s, signed in', async (address, expected) => {
    expect((await loadedAt(address, 'token')).sort()).toEqual(expected);
  });

  const signedOut: [string, PageName[]][] = [
    ['/', ['LoginPage']],
    ['/w/0123456789ab/account', ['LoginPage']],
    ['/login', ['LoginPage']],
    ['/help/faq', ['HelpPage']],
    ['/s', ['SharePage']],
    ['/nowhere', []],
  ];
  test.each(signedOut)('of the page at %s, signed out', async (address, expected) => {
    expect(await loadedAt(address, null)).toEqual(expected);
  });

  test('and says if that fails', async () => {
    vi.spyOn(pages.LoginPage, 'preload').mockRejectedValue(new Error('no network'));
    window.history.replaceState(null, '', '/login');
    followAddress();
    await expect(loadFirstPage()).rejects.toThrow('no network');
  });
});
