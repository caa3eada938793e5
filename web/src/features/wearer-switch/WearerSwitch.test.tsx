import { MutationObserver } from '@tanstack/react-query';
import { checkNow, currentReadings, saveRange, saveSettings, selectWearer } from '@tealight/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { fakeCalls, ownWearer } from '../../../test/fake-calls.ts';
import { fakePeople, followedBen } from '../../../test/fake-people.ts';
import { currentAddress, openApp } from '../../../test/on-app.ts';
import { call } from '../../data/call.ts';
import { setTitleWearer } from '../../data/page/document-title.ts';
import { queryClient } from '../../data/queries.ts';
import { chooseWearer } from '../../data/wearer/wearer-page.ts';

const ben = followedBen({ alias: 'Benny' });
const people = () => ({
  selected: ownWearer.id,
  wearers: [ownWearer, ben],
  values: { [ownWearer.id]: 112, [ben.id]: 231 },
});
const button = () => screen.findByRole('button', { name: /^Person shown/ });

afterEach(() => setTitleWearer(null));

describe('the switch of wearers', () => {
  test('[PPL-20] is not there for an account that sees its own wearer alone, whose name stands nowhere', async () => {
    fakeCalls();
    openApp('/support', 'token');
    await screen.findByRole('button', { name: /^Ada Moreno/ });
    await waitFor(() => expect(document.title).toBe('Support · Tealight'));
    expect(screen.queryByRole('button', { name: /Person shown/ })).toBeNull();
  });

  test('[PPL-20] names who is shown, first in the title, the header, the orb and the announcement', async () => {
    fakePeople(people());
    openApp('/', 'token');
    expect(await button()).toHaveTextContent('APerson shown Ada');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Ada');
    await waitFor(() => expect(document.title).toBe('Ada · Dashboard · Tealight'));
    const orb = (await screen.findByText('112', { selector: 'b' })).closest('p');
    expect(orb).toHaveTextContent(/^Ada: 112 mg\/dL/);
    expect(screen.getByText(/^Ada: In range: 112 mg\/dL/)).toBeInTheDocument();
  });

  test('[PPL-19] lists name, value and age of everybody, in this order', async () => {
    fakePeople(people());
    openApp('/', 'token');
    await userEvent.click(await button());
    const items = await screen.findAllByRole('menuitem');
    await waitFor(() => expect(items[1]).toHaveAccessibleName('Benny 231 mg/dL 1 min ago'));
    expect(items.map((item) => item.getAttribute('aria-current'))).toEqual(['true', null, null]);
    expect(items.map((item) => item.getAttribute('href'))).toEqual([
      ...[`/w/${ownWearer.id}/`, `/w/${ben.id}/`, '/people'],
    ]);
  });

  test('[PPL-19] shows who is chosen by the keyboard, keeps them in the address and selects them', async () => {
    const { calls, callsTo } = fakePeople(people());
    openApp('/', 'token');
    // A page that has been loaded takes the focus.
    await screen.findByText('112', { selector: 'b' });
    (await button()).focus();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement).toHaveTextContent(/^AAda/));
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toHaveTextContent(/^BBenny/);
    const before = calls.length;
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('231', { selector: 'b' })).toBeVisible();
    expect(currentAddress()).toBe(`/w/${ben.id}/`);
    await waitFor(() => expect(document.title).toBe('Benny · Dashboard · Tealight'));
    expect(callsTo(selectWearer.path).map(({ wearer }) => wearer)).toEqual([ben.id]);
    const about = calls.slice(before).filter(({ path }) => path === currentReadings.path);
    expect(new Set(about.map(({ wearer }) => wearer))).toEqual(new Set([ben.id]));
  });

  test('[PPL-19] draws who was seen at a glance before any answer: no blank page', async () => {
    const never = () => new Promise(() => {});
    const waits = new Set<string | null>();
    fakePeople(people(), {
      [currentReadings.path]: ({ wearer }) => (waits.has(wearer) ? never() : undefined),
    });
    openApp('/', 'token');
    await userEvent.click(await button());
    const item = await screen.findByRole('menuitem', { name: /Benny 231/ });
    waits.add(ben.id);
    await userEvent.click(item);
    expect(await screen.findByText('231', { selector: 'b' })).toBeVisible();
    expect(screen.queryByText('112', { selector: 'b' })).toBeNull();
  });

  test('[PPL-19] keeps the prefix in the links of the page', async () => {
    fakePeople(people());
    openApp(`/w/${ben.id}/support`, 'token');
    await userEvent.click(await screen.findByRole('button', { name: /^Ada Moreno/ }));
    const account = await screen.findByRole('menuitem', { name: 'My account' });
    expect(account).toHaveAttribute('href', `/w/${ben.id}/account`);
    await userEvent.click(account);
    await waitFor(() => expect(currentAddress()).toBe(`/w/${ben.id}/account`));
    expect(await screen.findByRole('link', { name: 'Open People' })).toHaveAttribute(
      'href',
      `/w/${ben.id}/people`,
    );
  });

  test('[PPL-19] a link to somebody else’s pages, followed on a page of one wearer, shows the other', async () => {
    fakePeople(people());
    openApp(`/w/${ben.id}/w/${ownWearer.id}/`, 'token');
    expect(await screen.findByText('112', { selector: 'b' })).toBeVisible();
    expect(currentAddress()).toBe(`/w/${ownWearer.id}/`);
  });

  test('[PPL-19] a page that is not selected any more in another tab stays whom it shows', async () => {
    const state = people();
    const { calls } = fakePeople(state);
    openApp('/', 'token');
    expect(await screen.findByText('112', { selector: 'b' })).toBeVisible();
    await button();
    state.selected = ben.id;
    const before = calls.length;
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByText('112', { selector: 'b' })).toBeVisible();
    const asked = calls.slice(before).filter(({ path }) => path === currentReadings.path);
    expect(asked.map(({ wearer }) => wearer)).toEqual([ownWearer.id]);
  });
});

describe('what was begun for one wearer', () => {
  test('[PPL-18] is not done for the next: both calls of a range are about the same wearer', async () => {
    const state = { ...people(), wearers: [ownWearer, followedBen({ role: 'carer' })] };
    const { callsTo } = fakePeople(state, {
      [saveRange.path]: ({ body }) => {
        chooseWearer(ownWearer.id);
        return { data: body };
      },
    });
    openApp(`/w/${ben.id}/`, 'token');
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(callsTo(saveSettings.path)).toHaveLength(1));
    for (const path of [saveRange.path, saveSettings.path])
      expect(callsTo(path).map(({ wearer }) => wearer)).toEqual([ben.id]);
  });

  test('[PPL-18] is refused where it begins after somebody else has been chosen', async () => {
    const { callsTo } = fakePeople(people());
    openApp(`/w/${ben.id}/`, 'token');
    await screen.findByText('231', { selector: 'b' });
    const old = new MutationObserver(queryClient, { mutationFn: () => call(checkNow) });
    act(() => chooseWearer(ownWearer.id));
    await expect(old.mutate()).rejects.toThrow('the page shows somebody else now');
    expect(callsTo(checkNow.path)).toEqual([]);
  });
});
