import { changesPath, currentReadings, problemOf, selectWearer } from '@tealight/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ownWearer } from '../../../test/fake-calls.ts';
import { fakePeople, followedBen } from '../../../test/fake-people.ts';
import { currentAddress, openApp } from '../../../test/on-app.ts';
import { queryClient } from '../../data/queries.ts';
import { accountClient } from '../../data/wearer/query-clients.ts';

const ben = followedBen();
const people = () => ({
  selected: ownWearer.id,
  wearers: [ownWearer, ben],
  values: { [ownWearer.id]: 112, [ben.id]: 231 },
});
/** Everything that the app keeps in its caches, as text. */
const cached = () =>
  [queryClient, accountClient].map((client) =>
    JSON.stringify(
      client
        .getQueryCache()
        .getAll()
        .map(({ queryKey, state }) => [queryKey, state.data]),
    ),
  );

/** A stream of changes that a test writes. */
function changeStream() {
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  const keep = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    writer = controller;
  };
  const answer = () =>
    new Response(new ReadableStream({ start: keep }), {
      headers: { 'content-type': 'text/event-stream' },
    });
  return {
    answer,
    opened: () => writer !== undefined,
    send: (text: string) => act(async () => writer?.enqueue(new TextEncoder().encode(text))),
    end: () => act(async () => writer?.close()),
  };
}

describe('a right that ends while its wearer is shown', () => {
  test('[PPL-18] is said with the name; everything of the wearer is gone, and nobody else is shown', async () => {
    const state = people();
    fakePeople(state);
    openApp(`/w/${ben.id}/`, 'token');
    expect(await screen.findByText('231', { selector: 'b' })).toBeVisible();
    state.wearers = [ownWearer];
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByRole('heading', { name: 'You no longer follow Ben' })).toBeVisible();
    expect(screen.queryByText('231', { selector: 'b' })).toBeNull();
    expect(screen.queryByText('112', { selector: 'b' })).toBeNull();
    await waitFor(() => expect(document.title).toBe('Nobody is shown · Tealight'));
    for (const text of cached()) {
      expect(text).not.toMatch(/\b231\b/);
      expect(text).not.toContain(ben.id);
    }
  });

  test('[PPL-18] asks whom to show: one press shows and selects them', async () => {
    const state = people();
    const { callsTo } = fakePeople(state);
    openApp(`/w/${ben.id}/`, 'token');
    await screen.findByText('231', { selector: 'b' });
    state.wearers = [ownWearer];
    await act(() => queryClient.invalidateQueries());
    await userEvent.click(await screen.findByRole('button', { name: 'Show Ada' }));
    expect(await screen.findByText('112', { selector: 'b' })).toBeVisible();
    expect(currentAddress()).toBe(`/w/${ownWearer.id}/`);
    expect(callsTo(selectWearer.path).map(({ wearer }) => wearer)).toEqual([ownWearer.id]);
  });

  test('[PPL-18] is noticed by an open page on any page of the app, when the server says that people have changed', async () => {
    const state = people();
    const stream = changeStream();
    fakePeople(state, {});
    const answered = globalThis.fetch;
    globalThis.fetch = async (...args) => (args[0] === changesPath ? stream.answer() : answered(...args));
    openApp(`/w/${ben.id}/support`, 'token');
    await waitFor(() => expect(stream.opened()).toBe(true));
    await screen.findByRole('button', { name: /^Person shown Ben/ });
    state.wearers = [ownWearer];
    await stream.send('event: change\ndata: people\n\n');
    expect(await screen.findByRole('heading', { name: 'You no longer follow Ben' })).toBeVisible();
  });

  test('[PPL-18] is noticed when the stream is closed and refused', async () => {
    const state = people();
    const stream = changeStream();
    fakePeople(state);
    const answered = globalThis.fetch;
    let isEnded = false;
    const gone = problemOf('no-such-wearer');
    globalThis.fetch = async (...args) => {
      if (args[0] !== changesPath) return answered(...args);
      return isEnded ? Response.json(gone, { status: gone.status }) : stream.answer();
    };
    openApp(`/w/${ben.id}/support`, 'token');
    await waitFor(() => expect(stream.opened()).toBe(true));
    state.wearers = [ownWearer];
    isEnded = true;
    await stream.end();
    expect(await screen.findByRole('heading', { name: 'You no longer follow Ben' })).toBeVisible();
  });

  test('[PPL-18] of the selected wearer, whose page has no name in its address, shows nobody else either', async () => {
    const state = { ...people(), selected: ben.id };
    const { callsTo } = fakePeople(state);
    openApp('/', 'token');
    await screen.findByText('231', { selector: 'b' });
    await screen.findByRole('button', { name: /^Person shown Ben/ });
    state.wearers = [ownWearer];
    state.selected = ownWearer.id;
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByRole('heading', { name: 'You no longer follow Ben' })).toBeVisible();
    expect(screen.queryByText('112', { selector: 'b' })).toBeNull();
    const asked = callsTo(currentReadings.path).map(({ wearer }) => wearer);
    expect(asked).not.toContain(ownWearer.id);
    expect(asked.slice(asked.indexOf(ben.id))).not.toContain(null);
  });
});

test('[PPL-14] an address of somebody whom the account never followed names nobody', async () => {
  fakePeople(people());
  openApp('/w/zzzzzzzzzzzz/', 'token');
  expect(
    await screen.findByRole('heading', { name: 'You do not follow this person, or no longer do' }),
  ).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Show Ben' })).toBeVisible();
});
