import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { aConnection, fakeServer } from '../../../test/fake-server.ts';
import { openPage } from '../../../test/on-page.ts';
import { queryClient } from '../../data/queries.ts';
import { connectionQuery } from '../../data/wearer-queries.ts';
import { RangePanel } from './RangePanel.tsx';

const panel = () => within(screen.getByRole('region', { name: 'Range Setup' }));
const rows = async () => (await panel().findAllByRole('definition')).map((row) => row.textContent);

describe('the range panel', () => {
  test('[DASH-3] shows the three setpoints with their unit, and which of them flash', async () => {
    fakeServer();
    openPage(RangePanel);
    expect(await rows()).toEqual(['180 mg/dLflash ON', '110 mg/dL', '70 mg/dLflash OFF']);
    expect(panel().getByRole('button', { name: 'Edit' })).toBeVisible();
    expect(panel().queryByText('Not set')).toBeNull();
  });

  test('marks the reading of now on the colors, and none while there is no current data', async () => {
    const { world } = fakeServer();
    openPage(RangePanel);
    expect(await panel().findByRole('img', { name: /Your reading now: 112 mg\/dL$/ })).toBeVisible();
    world.connection = aConnection({ status: 'noCurrentData', state: 'error' });
    await act(() => queryClient.invalidateQueries(connectionQuery));
    await waitFor(() => expect(panel().getByRole('img')).toHaveAccessibleName(/180 mg\/dL$/));
  });

  test('[DASH-3] is “Not set” and open for editing, without “Cancel”, until there is a range', async () => {
    const { world } = fakeServer();
    world.user = { ...world.user, rangeSetup: null };
    openPage(RangePanel);
    expect(await panel().findByText('Not set')).toBeVisible();
    expect(await panel().findByRole('button', { name: 'Save' })).toBeDisabled();
    expect(panel().queryByRole('button', { name: 'Cancel' })).toBeNull();
    expect(panel().queryByRole('button', { name: 'Edit' })).toBeNull();
  });

  test('[DASH-3] a range that could not be read is not “Not set”, and no form opens over it', async () => {
    const path = '/api/v1/UserProfile/current-user';
    const { world } = fakeServer({ refused: { [path]: { status: 400, body: { title: 'No' } } } });
    openPage(RangePanel);
    const again = await panel().findByRole('button', { name: 'Try again' });
    expect(panel().queryByText('Not set')).toBeNull();
    expect(panel().queryByRole('textbox')).toBeNull();
    world.refused = {};
    await userEvent.click(again);
    expect(await rows()).toContain('180 mg/dLflash ON');
  });

  test('[SHELL-11] the focus follows from “Edit” into the form and back', async () => {
    fakeServer();
    openPage(RangePanel);
    await userEvent.click(await panel().findByRole('button', { name: 'Edit' }));
    expect(await panel().findByRole('textbox', { name: 'High' })).toHaveFocus();
    await userEvent.click(panel().getByRole('button', { name: 'Cancel' }));
    expect(panel().getByRole('button', { name: 'Edit' })).toHaveFocus();
    await userEvent.click(panel().getByRole('button', { name: 'Edit' }));
    await userEvent.click(panel().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(panel().getByRole('button', { name: 'Edit' })).toHaveFocus());
  });

  test('[DASH-3] “Cancel” leaves the range as it was', async () => {
    const { calls } = fakeServer();
    openPage(RangePanel);
    await userEvent.click(await panel().findByRole('button', { name: 'Edit' }));
    await userEvent.type(await panel().findByRole('textbox', { name: 'High' }), '{Backspace}5');
    await userEvent.click(panel().getByRole('button', { name: 'Cancel' }));
    expect(await rows()).toContain('180 mg/dLflash ON');
    expect(calls.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('[RNG-4] “Save” sends the range, then the flashes, then asks for the user again', async () => {
    const { world, calls } = fakeServer();
    openPage(RangePanel);
    await userEvent.click(await panel().findByRole('button', { name: 'Edit' }));
    await userEvent.clear(await panel().findByRole('textbox', { name: 'High' }));
    await userEvent.type(panel().getByRole('textbox', { name: 'High' }), '200');
    await userEvent.click(panel().getByRole('switch', { name: 'Flash when low' }));
    const range = { unit: 'mg/dL', high: 200, inRange: 110, low: 70 } as const;
    world.user = { ...world.user, rangeSetup: range };
    calls.length = 0;
    await userEvent.click(panel().getByRole('button', { name: 'Save' }));
    expect(await rows()).toContain('200 mg/dLflash ON');
    const posted = calls.filter(({ method }) => method === 'POST');
    expect(posted).toEqual([
      { method: 'POST', path: '/api/v1/RangeSetup/save-range-setup', body: range },
      {
        method: 'POST',
        path: '/api/v1/UserSettings',
        body: { highFlash: true, lowFlash: true, palette: 'classic' },
      },
    ]);
    const afterwards = calls.slice(calls.findLastIndex(({ method }) => method === 'POST'));
    expect(afterwards.map(({ path }) => path)).toContain('/api/v1/UserProfile/current-user');
  });

  test('[RNG-4] what was not touched stays as somebody else has saved it meanwhile', async () => {
    const { world, calls } = fakeServer();
    openPage(RangePanel);
    await userEvent.click(await panel().findByRole('button', { name: 'Edit' }));
    await userEvent.click(await panel().findByRole('switch', { name: 'Flash when low' }));
    const range = { unit: 'mg/dL', high: 200, inRange: 110, low: 80 } as const;
    const userSettings = { ...world.user.userSettings, palette: 'safe' } as const;
    world.user = { ...world.user, rangeSetup: range, userSettings };
    await userEvent.click(panel().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(panel().getByRole('button', { name: 'Edit' })).toBeVisible());
    const posted = calls.filter(({ method }) => method === 'POST');
    expect(posted.map(({ body }) => body)).toEqual([
      range,
      { highFlash: true, lowFlash: true, palette: 'safe' },
    ]);
  });

  test('[RNG-2] an error of the server is shown, and what was typed stays', async () => {
    const path = '/api/v1/RangeSetup/save-range-setup';
    const body = { title: 'Some of it', errors: { high: ['Value is too high, max 400'] } };
    fakeServer({ refused: { [path]: { status: 400, body } } });
    openPage(RangePanel);
    await userEvent.click(await panel().findByRole('button', { name: 'Edit' }));
    await userEvent.clear(await panel().findByRole('textbox', { name: 'Low' }));
    await userEvent.type(panel().getByRole('textbox', { name: 'Low' }), '65');
    await userEvent.click(panel().getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Value is too high, max 400')).toBeVisible();
    expect(panel().getByRole('textbox', { name: 'Low' })).toHaveValue('65');
  });
});
