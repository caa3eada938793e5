import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer } from '../../test/fake-server.ts';
import { openPage } from '../../test/on-page.ts';
import { KeepFresh } from './KeepFresh.tsx';
import { session } from './session.ts';

const polled = ['current-user-readings', 'live-devices', 'cgm-connection'];
let visibility: DocumentVisibilityState = 'visible';
const see = async (state: DocumentVisibilityState) => {
  visibility = state;
  await act(async () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
};
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const watch = () => {
  const { calls } = fakeServer();
  session.begin('token');
  openPage(KeepFresh);
  return { requested: () => calls.splice(0).map(({ path }) => path.split('/').at(-1)) };
};

beforeEach(() => {
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.useFakeTimers({ shouldAdvanceTime: false });
});
afterEach(() => {
  vi.useRealTimers();
  session.end();
});

describe('what the signed-in pages show', () => {
  test('[DASH-5] is asked for at once and then every 60 seconds', async () => {
    const { requested } = watch();
    await pass(1);
    expect(requested().sort()).toEqual([...polled].sort());
    await pass(57);
    expect(requested()).toEqual([]);
    await pass(4);
    expect(requested().sort()).toEqual([...polled].sort());
  });

  test('[DASH-5] is not asked for while the page is hidden, and once when it is seen again', async () => {
    const { requested } = watch();
    await pass(1);
    await see('hidden');
    requested();
    await pass(600);
    expect(requested()).toEqual([]);
    await see('visible');
    await pass(2);
    expect(requested().sort()).toEqual([...polled].sort());
  });
});
