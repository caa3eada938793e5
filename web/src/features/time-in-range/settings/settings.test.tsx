import { QueryObserver } from '@tanstack/react-query';
import { listWearers, problemOf, type StatisticsSettings } from '@tealight/contract';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ownWearer } from '../../../../test/fake-calls.ts';
import { fakeServer } from '../../../../test/fake-server.ts';
import { fakeStatistics, statisticsAnswers } from '../../../../test/fake-statistics.ts';
import { aFollowed } from '../../../../test/fake-wearers.ts';
import { openPage } from '../../../../test/on-page.ts';
import { accountClient, queryClient } from '../../../data/wearer/query-clients.ts';
import { keepSelected } from '../../../data/wearer/shown-wearer.ts';
import { wearersQuery } from '../../../data/wearer/wearers.ts';
import { StatisticsPanel } from '../StatisticsPanel.tsx';
import { browserZone } from '../text.ts';

const saved: StatisticsSettings = { timeZone: 'Europe/Berlin', population: 'adult', keepDays: null };
const path = '/api/v1/Story/settings';

function open(settings: StatisticsSettings = saved) {
  const { calls, world } = fakeServer({ further: statisticsAnswers(fakeStatistics({ settings })) });
  openPage(StatisticsPanel);
  return {
    world,
    posted: () => calls.filter((call) => call.method === 'POST' && call.path === path),
    listed: () => calls.filter((call) => call.path === listWearers.path),
  };
}

/** The list of wearers is loaded and on the page, as in the frame of all pages. */
function observeWearers(wearer = ownWearer): void {
  keepSelected(wearer.id, { reload: false });
  accountClient.setQueryData(wearersQuery.queryKey, { selected: wearer.id, wearers: [wearer] });
  onTestFinished(new QueryObserver(accountClient, wearersQuery).subscribe(() => {}));
}

async function ask() {
  await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('button', { name: 'Save' });
  return dialog;
}

describe('the settings of time in range', () => {
  test('[DASH-7] take the time zone from the browser at first', async () => {
    const { posted } = open({ ...saved, timeZone: null });
    observeWearers();
    await vi.waitFor(() => expect(posted()).toHaveLength(1));
    expect(posted()[0]?.body).toEqual({ ...saved, timeZone: browserZone() });
  });

  test('[PPL-20] take no time zone from the browser before it is known whose they are', async () => {
    const { posted } = open({ ...saved, timeZone: null });
    await screen.findByRole('button', { name: 'Change' });
    expect(posted()).toEqual([]);
    observeWearers();
    await vi.waitFor(() => expect(posted()).toHaveLength(1));
  });

  test('[PPL-22] of somebody else take no time zone from the browser', async () => {
    const { posted } = open({ ...saved, timeZone: null });
    observeWearers(aFollowed({ id: ownWearer.id, role: 'carer' }));
    await screen.findByRole('button', { name: 'Change' });
    expect(posted()).toEqual([]);
  });

  test('[DASH-7] that come from the browser are in the list of wearers, too', async () => {
    const { posted, listed } = open({ ...saved, timeZone: null });
    observeWearers();
    await vi.waitFor(() => expect(posted()).toHaveLength(1));
    await vi.waitFor(() => expect(listed()).toHaveLength(1));
  });

  test('[PPL-22] that are saved give the charts their clock at once', async () => {
    const { listed } = open();
    observeWearers();
    const dialog = await ask();
    await userEvent.selectOptions(dialog.getByLabelText('Time zone'), 'America/New_York');
    expect(listed()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Your settings are saved');
    expect(listed()).toHaveLength(1);
  });

  test('[PPL-5] offer nobody but the owner to keep readings for less time, which would erase them', async () => {
    const { posted } = open({ ...saved, keepDays: 90 });
    observeWearers(aFollowed({ id: ownWearer.id, role: 'carer' }));
    const dialog = await ask();
    expect(dialog.queryByLabelText('Keep my readings')).toBeNull();
    await userEvent.selectOptions(dialog.getByLabelText('Time zone'), 'America/New_York');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Your settings are saved');
    expect(posted()[0]?.body).toEqual({ ...saved, keepDays: 90, timeZone: 'America/New_York' });
  });

  test('[DASH-7] leave a time zone that is saved as it is', async () => {
    const { posted } = open();
    await screen.findByRole('button', { name: 'Change' });
    expect(posted()).toEqual([]);
  });

  test('[DASH-7] that could not be saved are an error, said in their dialog', async () => {
    const { world } = open();
    const dialog = await ask();
    world.refused[path] = { status: 500, body: problemOf('our-fault') };
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Something went wrong on our side');
  });

  test('[DASH-7] let the wearer choose goals and time zone', async () => {
    const { posted } = open();
    const dialog = await ask();
    await userEvent.selectOptions(dialog.getByLabelText('Goals for'), 'pregnancy');
    await userEvent.selectOptions(dialog.getByLabelText('Time zone'), 'America/New_York');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Your settings are saved')).toBeVisible();
    expect(posted()[0]?.body).toEqual({
      timeZone: 'America/New_York',
      population: 'pregnancy',
      keepDays: null,
    });
  });

  test('[DASH-7] say what is erased before less history is kept', async () => {
    const { posted } = open();
    const dialog = await ask();
    await userEvent.selectOptions(dialog.getByLabelText('Keep my readings'), '180');
    expect(dialog.getByRole('alert')).toHaveTextContent('Readings older than 180 days are erased for good');
    await userEvent.click(dialog.getByRole('button', { name: 'Save and erase' }));
    await vi.waitFor(() => expect(posted()[0]?.body).toEqual({ ...saved, keepDays: 180 }));
  });

  test('[DASH-7] erase nothing when more history is kept', async () => {
    open({ ...saved, keepDays: 100 });
    const dialog = await ask();
    expect(dialog.getByLabelText('Keep my readings')).toHaveDisplayValue('100 days');
    await userEvent.selectOptions(dialog.getByLabelText('Keep my readings'), '365');
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  test('[DASH-7] hatch the bands for those who cannot tell the colors, in this browser', async () => {
    open();
    const dialog = await ask();
    await userEvent.click(dialog.getByRole('switch', { name: /Show patterns in charts/ }));
    expect(document.querySelector('[data-statistics-hatched="true"]')).not.toBeNull();
    expect(localStorage.getItem('tealight-hatched')).toBe('true');
  });

  test('[DASH-7] are reached from the menu, which prints a report too', async () => {
    open();
    const print = vi.spyOn(window, 'print').mockImplementation(() => {});
    await userEvent.click(await screen.findByRole('button', { name: 'Time in range menu' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Print a report' }));
    expect(print).toHaveBeenCalledOnce();
  });

  test('keep what another device has changed meanwhile, and was not touched here', async () => {
    const { world, posted } = open();
    const dialog = await ask();
    await userEvent.selectOptions(dialog.getByLabelText(/^Goals for/), 'pregnancy');
    world.further = statisticsAnswers(fakeStatistics({ settings: { ...saved, timeZone: 'Asia/Tokyo' } }));
    await act(() => queryClient.invalidateQueries());
    await vi.waitFor(() => expect(dialog.getByLabelText(/^Time zone/)).toHaveValue('Asia/Tokyo'));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(posted()).toHaveLength(1));
    expect(posted()[0]?.body).toEqual({ ...saved, timeZone: 'Asia/Tokyo', population: 'pregnancy' });
  });

  test('keep it also where this page has not heard of it', async () => {
    const { world, posted } = open();
    const dialog = await ask();
    await userEvent.selectOptions(dialog.getByLabelText(/^Goals for/), 'pregnancy');
    world.further = statisticsAnswers(fakeStatistics({ settings: { ...saved, timeZone: 'Asia/Tokyo' } }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(posted()).toHaveLength(1));
    expect(posted()[0]?.body).toEqual({ ...saved, timeZone: 'Asia/Tokyo', population: 'pregnancy' });
  });

  test('that cannot be read say so when they are opened, and can be read again', async () => {
    const { world } = fakeServer({
      further: statisticsAnswers(fakeStatistics({ settings: saved })),
      refused: { [path]: { status: 404, body: {} } },
    });
    openPage(StatisticsPanel);
    await userEvent.click(await screen.findByRole('button', { name: 'Time in range menu' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Settings' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Settings of time in range' }));
    const again = await dialog.findByRole('button', { name: 'Try again' });
    world.refused = {};
    await userEvent.click(again);
    expect(await dialog.findByRole('button', { name: 'Save' })).toBeVisible();
  });
});
