import { currentReadings, currentUser, listWearers, signOut } from '@tealight/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failure, fakeCalls } from '../../../test/fake-calls.ts';
import { call } from '../call.ts';
import { session } from '../session.ts';
import { followAddress, keepSelected, loseWearer, shownWearer, showWearer } from './shown-wearer.ts';

const [A, B] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'];
const open = (address: string) => {
  history.replaceState(null, '', address);
  followAddress();
};

beforeEach(() => session.begin('token'));
afterEach(() => {
  session.end();
  open('/');
});

describe('the wearer of a page', () => {
  test.each([
    [`/w/${A}/`, A],
    [`/w/${A}`, A],
    [`/w/${A}/account`, A],
    ['/', null],
    ['/account', null],
    ['/w/short/', null],
    [`/w/${A}a/`, null],
  ])('[PPL-19] stands in the address %s: %s', (address, id) => {
    open(address);
    expect(shownWearer().id).toBe(id);
  });

  test('[PPL-19] stays the one who was selected, and a selection in another tab changes nothing', () => {
    open('/');
    keepSelected(A, { reload: false });
    expect(shownWearer()).toMatchObject({ base: '', id: A });
  });

  test('[PPL-19] changes with the way back, which leads to whom the page has shown', async () => {
    open('/account');
    keepSelected(A, { reload: false });
    showWearer(B);
    expect([location.pathname, shownWearer().id]).toEqual([`/w/${B}/`, B]);
    history.back();
    await expect.poll(() => shownWearer().id).toBe(A);
    expect(location.pathname).toBe(`/w/${A}/account`);
  });

  test('[PPL-14] is nobody for who is signed out: the address keeps no one', () => {
    open(`/w/${A}/account?x=1`);
    session.end();
    expect(shownWearer()).toMatchObject({ base: '', id: null });
    expect(location.pathname + location.search).toBe('/account?x=1');
    open(`/w/${A}/`);
    expect([location.pathname, shownWearer().id]).toEqual(['/', null]);
  });
});

describe('a call', () => {
  test('[PPL-19] about a wearer says about whom; one about the account does not', async () => {
    const { calls } = fakeCalls({ [currentReadings.path]: failure('unavailable') });
    open(`/w/${A}/`);
    await call(currentUser);
    await call(listWearers);
    await call(signOut);
    expect(calls.map(({ wearer }) => wearer)).toEqual([A, null, null]);
  });

  test('[PPL-19] says nothing until it is known who is selected', async () => {
    const { calls } = fakeCalls();
    open('/');
    await call(currentUser);
    keepSelected(A, { reload: false });
    await call(currentUser);
    expect(calls.map(({ wearer }) => wearer)).toEqual([null, A]);
  });

  test('[PPL-15] can be about somebody else than the page shows', async () => {
    const { calls } = fakeCalls();
    open(`/w/${A}/`);
    await call(currentUser, { wearer: B });
    expect(calls.map(({ wearer }) => wearer)).toEqual([B]);
  });

  test('[PPL-18] that is refused because the right has ended takes everybody off the page; no further one is made', async () => {
    const { calls } = fakeCalls({ [currentUser.path]: failure('no-such-wearer') });
    open(`/w/${A}/`);
    await expect(call(currentUser)).rejects.toMatchObject({ code: 'no-such-wearer' });
    expect(shownWearer()).toMatchObject({ id: A, isLost: true });
    await expect(call(currentUser)).rejects.toMatchObject({ code: 'no-such-wearer' });
    expect(calls).toHaveLength(1);
  });

  test('[PPL-18] that is refused for another wearer changes nothing', async () => {
    fakeCalls({ [currentUser.path]: failure('no-such-wearer') });
    open(`/w/${A}/`);
    await expect(call(currentUser, { wearer: B })).rejects.toMatchObject({ code: 'no-such-wearer' });
    loseWearer(null);
    expect(shownWearer()).toMatchObject({ id: A, isLost: false });
  });

  test('[PPL-18] that is refused for the selected wearer takes the page away, and not to another wearer', async () => {
    fakeCalls({ [currentUser.path]: failure('no-such-wearer') });
    open('/');
    await expect(call(currentUser)).rejects.toMatchObject({ code: 'no-such-wearer' });
    expect(shownWearer()).toMatchObject({ id: null, isLost: true });
  });

  test('[PPL-19] never takes the early answer of another wearer', async () => {
    const { calls } = fakeCalls();
    const early = () => {
      const of = Promise.resolve(Response.json({ of: 'early' }));
      window.tealightEarlyCalls = {
        token: 'token',
        wearer: A,
        startedAt: Date.now(),
        responses: { [currentUser.path]: of },
      };
    };
    early();
    open(`/w/${B}/`);
    await call(currentUser);
    expect(calls.map(({ wearer }) => wearer)).toEqual([B]);
    early();
    open(`/w/${A}/`);
    // The early answer is taken, and is none of a user.
    await expect(call(currentUser)).rejects.toThrow();
    expect(calls).toHaveLength(1);
    delete window.tealightEarlyCalls;
  });
});
