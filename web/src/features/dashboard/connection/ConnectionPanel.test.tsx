import { noConnection, problemText } from '@tealight/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { aConnection, aReading, fakeServer, minutesAgo } from '../../../../test/fake-server.ts';
import { openPage } from '../../../../test/on-page.ts';
import { queryClient } from '../../../data/queries.ts';
import { connectionQuery } from '../../../data/wearer-queries.ts';
import { ConnectionPanel } from './ConnectionPanel.tsx';

afterEach(() => vi.unstubAllGlobals());

const panel = () => within(screen.getByRole('region', { name: 'CGM Connection' }));
const silence = aConnection({ status: 'noCurrentData', state: 'silent', text: 'The sensor sends nothing' });
const oldReadings = {
  unit: 'mg/dL',
  currentCgmReading: aReading({ time: minutesAgo(43), stale: true }),
  previousCgmReading: aReading({ value: 115, time: minutesAgo(48), stale: true }),
} as const;
const menu = async (entry: string) => {
  await userEvent.click(await panel().findByRole('button', { name: 'Connection menu' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }));
};

describe('the connection panel', () => {
  test('[DASH-1] shows the current and the previous reading of a connected source', async () => {
    fakeServer();
    openPage(ConnectionPanel);
    expect(await panel().findByText('Connected')).toBeVisible();
    expect(await panel().findByText('112')).toBeVisible();
    expect(panel().getByText('Successfully connected to Nightscout')).toBeVisible();
    expect(panel().getByText(/^Received .*, 1 min ago$/)).toBeVisible();
    expect(panel().getByText(/Before:/)).toHaveTextContent(/^Before: 115 mg\/dL at /);
  });

  test('[DASH-1] without a connection offers each source with “Apply”, “Cancel” and “Save”', async () => {
    fakeServer({ connection: noConnection });
    openPage(ConnectionPanel);
    expect(await panel().findByText('Not connected')).toBeVisible();
    expect(await panel().findAllByRole('button', { name: /^Apply/ })).toHaveLength(4);
    expect(panel().getByRole('button', { name: 'Cancel' })).toBeVisible();
    expect(panel().getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  test('[DASH-2] [CON-9] without current data shows no value as current, but since when and why', async () => {
    fakeServer({ connection: silence, readings: oldReadings });
    openPage(ConnectionPanel);
    expect(await panel().findByText(/^No current data since .*, 43 min ago$/)).toBeVisible();
    expect(panel().getByText('The sensor sends nothing')).toBeVisible();
    expect(panel().queryByText('112')).toBeNull();
    expect(panel().queryByText(/115/)).toBeNull();
    expect(panel().getByText('112 mg/dL').closest('p')).toHaveTextContent(
      'Last known reading, 43 min ago: 112 mg/dL',
    );
    expect(panel().getByText('Successfully connected to Nightscout')).toBeVisible();
  });

  test('[DASH-2] opened while the server is unreachable, it goes on to say so while it asks again', async () => {
    fakeServer();
    const answer = fetch;
    const state: { isHeld: boolean } = { isHeld: false };
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      if (!/cgm-connection|current-user-readings/.test(address)) return answer(address, init);
      return state.isHeld ? new Promise(() => {}) : Promise.reject(new TypeError('no network'));
    });
    openPage(ConnectionPanel);
    const says = () => panel().getByText("Can't reach Tealight");
    await waitFor(() => expect(says()).toBeVisible());
    state.isHeld = true;
    await act(async () => void queryClient.invalidateQueries());
    expect(says()).toBeVisible();
    expect(panel().queryByRole('status', { name: /Looking/ })).toBeNull();
  });

  test('[DASH-1] while the readings are on their way it already says what is connected', async () => {
    const { world } = fakeServer();
    const answer = fetch;
    let send = () => {};
    const held = new Promise<void>((resolve) => {
      send = resolve;
    });
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      if (address.endsWith('/current-user-readings')) await held;
      return answer(address, init);
    });
    openPage(ConnectionPanel);
    expect(await panel().findByText('Successfully connected to Nightscout')).toBeVisible();
    expect(panel().getByText('Connected')).toBeVisible();
    expect(panel().queryByText(world.readings.unit)).toBeNull();
    send();
    expect(await panel().findByText('112')).toBeVisible();
  });

  test('[DASH-2] waits for the first reading only where there is none', async () => {
    const checking = aConnection({ status: 'noCurrentData', state: 'checking', lastReadingAt: null });
    const { world } = fakeServer({
      connection: checking,
      readings: { unit: 'mg/dL', currentCgmReading: null, previousCgmReading: null },
    });
    openPage(ConnectionPanel);
    expect(await panel().findByText('Waiting for the first reading')).toBeVisible();
    expect(panel().getByText('Successfully connected to Nightscout')).toBeVisible();
    world.readings = oldReadings;
    await act(() => queryClient.invalidateQueries());
    expect(await panel().findByText('112 mg/dL')).toBeVisible();
    expect(panel().queryByText(/Waiting/)).toBeNull();
  });

  test('[DASH-2] a reading that has grown old here is not shown as current, whatever the status says', async () => {
    fakeServer({ readings: { ...oldReadings, currentCgmReading: aReading({ time: minutesAgo(16) }) } });
    openPage(ConnectionPanel);
    expect((await panel().findByText('112 mg/dL')).tagName).toBe('S');
  });

  test('[CON-9] a failed status call counts as no current data, and never as “Not connected”', async () => {
    const path = '/api/v1/Readings/cgm-connection';
    fakeServer({ refused: { [path]: { status: 500, body: { title: 'Our fault' } } } });
    openPage(ConnectionPanel);
    expect(await panel().findByText('Tealight has a problem')).toBeVisible();
    expect(panel().queryByText('Not connected')).toBeNull();
    expect(panel().queryByText('Connected')).toBeNull();
    expect(panel().queryByText('112')).toBeNull();
    expect(panel().queryByRole('radio')).toBeNull();
  });

  test('[CON-9] without an answer it says that Tealight cannot be reached, and keeps what it knows of the source', async () => {
    fakeServer();
    openPage(ConnectionPanel);
    expect(await panel().findByText('Connected')).toHaveAttribute('data-kind', 'on');
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('no network');
    });
    await act(() => queryClient.invalidateQueries(connectionQuery));
    expect(await panel().findByText("Can't reach Tealight")).toBeVisible();
    expect(panel().getByText('Connected')).toHaveAttribute('data-kind', 'quiet');
    expect(panel().queryByText('112')).toBeNull();
  });

  test('a source that is being chosen stays as it was typed when an answer is missing', async () => {
    fakeServer({ connection: noConnection });
    openPage(ConnectionPanel);
    await userEvent.click(await panel().findByRole('radio', { name: 'Nightscout' }));
    await userEvent.type(panel().getByLabelText('Endpoint'), 'https://cgm.example');
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('no network');
    });
    await act(() => queryClient.invalidateQueries(connectionQuery));
    expect(await panel().findByText("Can't reach Tealight")).toBeVisible();
    expect(panel().queryByText('Not connected')).toBeNull();
    expect(panel().getByLabelText('Endpoint')).toHaveValue('https://cgm.example');
  });

  test('readings that could not be loaded are not called missing, and can be loaded again', async () => {
    const path = '/api/v1/Readings/current-user-readings';
    const { world } = fakeServer({ refused: { [path]: { status: 400, body: { title: 'No' } } } });
    openPage(ConnectionPanel);
    const again = await panel().findByRole('button', { name: 'Try again' });
    expect(panel().getByText('Reading not loaded')).toBeVisible();
    expect(panel().queryByText(/No current data/, { ignore: '[role=status]' })).toBeNull();
    world.refused = {};
    await userEvent.click(again);
    expect(await panel().findByText('112')).toBeVisible();
  });

  test('[CON-9] while Tealight has a problem it says so, and blames neither the sensor nor the source', async () => {
    const connection = aConnection({ status: 'noCurrentData', state: 'problem', text: problemText });
    fakeServer({ connection, readings: oldReadings });
    openPage(ConnectionPanel);
    expect(await panel().findByText('Tealight has a problem')).toBeVisible();
    expect(await panel().findByText(problemText)).toBeVisible();
    expect(panel().getByText('Connected')).toHaveAttribute('data-kind', 'quiet');
    expect(panel().queryByText(/Check the sensor|Successfully connected/)).toBeNull();
  });

  test.each([502, 503, 504])('[CON-9] an API that answers %i has a problem of its own', async (status) => {
    const path = '/api/v1/Readings/cgm-connection';
    fakeServer({ refused: { [path]: { status, body: { title: 'Not now' } } } });
    openPage(ConnectionPanel);
    expect(await panel().findByText('Tealight has a problem')).toBeVisible();
    expect(await panel().findByText(problemText)).toBeVisible();
  });

  test('[CON-8] another source takes the place of the present one only after a yes', async () => {
    const { calls } = fakeServer();
    openPage(ConnectionPanel);
    await menu('Connect another source');
    await userEvent.click(await panel().findByRole('radio', { name: 'Dexcom' }));
    await userEvent.type(panel().getByLabelText('Username'), 'ada');
    await userEvent.type(panel().getByLabelText('Password'), 'secret');
    await userEvent.click(panel().getByRole('button', { name: 'Save' }));
    const question = await screen.findByRole('dialog', { name: 'Replace Nightscout with Dexcom?' });
    expect(calls.some(({ path }) => path.includes('Dexcom'))).toBe(false);
    await userEvent.click(within(question).getByRole('button', { name: 'Replace' }));
    expect(await screen.findByText('You have successfully connected to Dexcom')).toBeVisible();
    expect(calls.find(({ path }) => path === '/api/v1/Dexcom/authorization/share-api')?.body).toEqual({
      username: 'ada',
      password: 'secret',
    });
  });

  test('[SHELL-11] the focus follows into the form that was asked for, and back', async () => {
    fakeServer();
    openPage(ConnectionPanel);
    await menu('Connect another source');
    await waitFor(() => expect(panel().getByRole('radio', { name: 'Dexcom' })).toHaveFocus());
    await userEvent.click(panel().getByRole('button', { name: 'Cancel' }));
    expect(panel().getByRole('heading')).toHaveFocus();
    expect(panel().getByText('112')).toBeVisible();
  });

  test('[COL-4] a flash can be paused', async () => {
    const high = aReading({ value: 248, zone: 'high' });
    fakeServer({ readings: { unit: 'mg/dL', currentCgmReading: high, previousCgmReading: null } });
    openPage(ConnectionPanel);
    await userEvent.click(await panel().findByRole('button', { name: 'Pause the flash' }));
    expect(panel().getByRole('button', { name: 'Flash again' })).toBeVisible();
  });
});
