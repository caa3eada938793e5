import { currentReadings, listWearers } from '@tealight/contract';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { failure, fakeCalls, ownWearer } from '../../../test/fake-calls.ts';
import { fakePeople, followedBen } from '../../../test/fake-people.ts';
import { currentAddress, openApp } from '../../../test/on-app.ts';
import { session } from '../session.ts';
import { accountClient } from './query-clients.ts';
import { useLoadedWearers, useWearer } from './wearers.ts';

const ben = followedBen({ alias: 'Benny' });
const people = () => ({
  selected: ownWearer.id,
  wearers: [ownWearer, ben],
  values: { [ownWearer.id]: 112, [ben.id]: 231 },
});
const severalKey = 'tealight-several-wearers';
const button = () => screen.findByRole('button', { name: /^Person shown/ });

describe('a page whose address names nobody', () => {
  /** A list of this session has said whether there is anybody else. */
  const remember = (several: 'yes' | 'no') => {
    session.begin('token');
    localStorage.setItem(severalKey, several);
  };
  /** The list of people is answered when the test says so. */
  const heldList = (state: ReturnType<typeof people>) => {
    const held = Promise.withResolvers<void>();
    const { callsTo } = fakePeople(state);
    const answered = fetch;
    vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
      if (address === listWearers.path) await held.promise;
      return answered(address, init);
    });
    return { callsTo, release: () => held.resolve() };
  };

  test('[PPL-20] shows no reading after a sign-in, as nobody knows yet whose it is', async () => {
    const { callsTo, release } = heldList({ ...people(), selected: ben.id });
    openApp('/', 'token');
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeVisible();
    // Longer than an answer takes.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(callsTo(currentReadings.path)).toEqual([]);
    release();
    expect(await screen.findByText('231', { selector: 'b' })).toBeVisible();
    expect(await button()).toHaveTextContent('Person shown Benny');
    expect(callsTo(currentReadings.path).map(({ wearer }) => wearer)).toEqual([ben.id]);
  });

  test('[SHELL-11] leaves a menu of the header open that was opened before the list', async () => {
    const { release } = heldList({ ...people(), wearers: [ownWearer] });
    openApp('/support', 'token');
    await userEvent.click(await screen.findByRole('button', { name: /^Ada Moreno/ }));
    release();
    await screen.findByRole('main', { name: 'Support' });
    expect(screen.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
  });

  test('[DASH-2] shows the reading before the list where this session has seen nobody else', async () => {
    const { callsTo } = heldList({ ...people(), wearers: [ownWearer] });
    remember('no');
    openApp('/', 'token');
    expect(await screen.findByText('112', { selector: 'b' })).toBeVisible();
    expect(callsTo(currentReadings.path).map(({ wearer }) => wearer)).toEqual([null]);
  });

  test.each([
    ['nobody else', [ownWearer], 'no'],
    ['somebody else', [ownWearer, ben], 'yes'],
    ['only somebody else', [followedBen()], 'yes'],
  ])('[PPL-20] remembers of a list with %s what boot.js needs', async (_, wearers, expected) => {
    fakePeople({ ...people(), wearers, selected: wearers[0]?.id ?? '' });
    openApp('/support', 'token');
    await expect.poll(() => localStorage.getItem(severalKey)).toBe(expected);
  });

  test.each(['yes', 'no'] as const)('[PPL-20] forgets "%s" with every session', (several) => {
    remember(several);
    session.begin('another');
    expect(localStorage.getItem(severalKey)).toBeNull();
  });

  test('[PPL-19] of an account with several wearers shows nothing that was asked for before it was known who is selected', async () => {
    const state = people();
    let isFirst = true;
    fakePeople(state, {
      // Selected in another tab, between the first call and the list.
      [currentReadings.path]: () => {
        if (!isFirst) return undefined;
        isFirst = false;
        state.selected = ben.id;
        return undefined;
      },
    });
    // They were added elsewhere, after this session's last list.
    remember('no');
    openApp('/', 'token');
    expect(await screen.findByText('231', { selector: 'b' })).toBeVisible();
    expect(await button()).toHaveTextContent('Person shown Benny');
    expect(screen.queryByText('112', { selector: 'b' })).toBeNull();
  });

  test('[PPL-20] asks for no reading before the names, where this browser has seen several', async () => {
    const { calls } = fakePeople(people());
    remember('yes');
    openApp('/', 'token');
    await screen.findByText('112', { selector: 'b' });
    const about = calls.filter(({ path }) => path === currentReadings.path);
    expect(about.map(({ wearer }) => wearer)).toEqual([ownWearer.id]);
  });

  test('[PPL-20] shows no reading while the names cannot be loaded', async () => {
    const { callsTo } = fakeCalls({ [listWearers.path]: failure('unavailable') });
    openApp(`/w/${ben.id}/`, 'token');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(callsTo(currentReadings.path)).toEqual([]);
  });

  test('[SHELL-11] keeps the button with the focus while names that could not be loaded are asked for again', async () => {
    let answer: unknown = failure('not-found');
    const { callsTo } = fakeCalls({ [listWearers.path]: () => answer });
    openApp(`/w/${ben.id}/`, 'token');
    const again = await screen.findByRole('button', { name: 'Try again' });
    answer = new Promise(() => {});
    await userEvent.click(again);
    await waitFor(() => expect(callsTo(listWearers.path).length).toBeGreaterThan(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(again).toHaveFocus();
  });

  test('[PPL-14] is what the log-out leaves: the next account does not begin at a wearer of this one', async () => {
    fakePeople(people());
    openApp(`/w/${ben.id}/support`, 'token');
    await userEvent.click(await screen.findByRole('button', { name: /^Ada Moreno/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
    await waitFor(() => expect(currentAddress()).toBe('/login'));
    expect(localStorage.getItem(severalKey)).toBeNull();
  });
});

test('[SHELL-11] what needs to know who is shown is drawn again when the list has arrived, and not when it begins to load', async () => {
  const held = Promise.withResolvers<void>();
  fakePeople(people());
  const answered = fetch;
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    await held.promise;
    return answered(address, init);
  });
  session.begin('token');
  accountClient.clear();
  const names: (string | null)[] = [];
  renderHook(() => {
    useLoadedWearers();
    names.push(useWearer().name);
  });
  await act(() => vi.waitFor(() => expect(accountClient.isFetching()).toBe(1)));
  expect(names).toEqual([null]);
  held.resolve();
  await vi.waitFor(() => expect(names.at(-1)).toBe(ownWearer.name));
});
