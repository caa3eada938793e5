import { disconnect, noConnection } from '@tealight/contract';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { aConnection, fakeServer } from '../../../../test/fake-server.ts';
import { openPage } from '../../../../test/on-page.ts';
import { dismiss } from '../../../data/notices.ts';
import { queryClient } from '../../../data/queries.ts';
import { connectionQuery } from '../../../data/wearer-queries.ts';
import { ConnectionPanel } from './ConnectionPanel.tsx';

afterEach(() => dismiss());

const panel = () => within(screen.getByRole('region', { name: 'CGM Connection' }));
const menu = async (entry: string) => {
  await userEvent.click(await panel().findByRole('button', { name: 'Connection menu' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }));
};

describe('disconnecting', () => {
  test.each([
    ['Disconnect and erase the login', true],
    ['Disconnect and keep the login', false],
  ])('[CON-4] “Disconnect” asks first; “%s” reloads, and says so', async (answer, clearCredentials) => {
    const { world, calls } = fakeServer();
    openPage(ConnectionPanel);
    await panel().findByText('112');
    world.connection = noConnection;
    await menu('Disconnect');
    const question = await screen.findByRole('dialog', { name: 'Disconnect Nightscout?' });
    expect(calls.some(({ path }) => path.endsWith('/disconnect'))).toBe(false);
    await userEvent.click(within(question).getByRole('button', { name: answer }));
    expect(await screen.findByText('You are successfully disconnected from Nightscout')).toBeVisible();
    const asked = calls.find(({ path }) => path.endsWith('/disconnect'));
    expect(asked).toMatchObject({ method: 'POST', body: { clearCredentials } });
    expect(await panel().findByText('Not connected')).toBeVisible();
    expect(calls.filter(({ path }) => path.endsWith('/current-user-readings'))).toHaveLength(2);
    expect(panel().getByRole('heading')).toHaveFocus();
  });

  test('[CON-4] “Stay connected” changes nothing', async () => {
    const { calls } = fakeServer();
    openPage(ConnectionPanel);
    await menu('Disconnect');
    await userEvent.click(await screen.findByRole('button', { name: 'Stay connected' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('[CON-4] a disconnect that did not work is an error, said in its dialog', async () => {
    const { world } = fakeServer();
    world.refused['/api/v1/Readings/cgm-connection/disconnect'] = { status: 200, body: { isSuccess: false } };
    openPage(ConnectionPanel);
    await menu('Disconnect');
    const question = within(await screen.findByRole('dialog'));
    await userEvent.click(question.getByRole('button', { name: 'Disconnect and erase the login' }));
    expect(await question.findByRole('alert')).toHaveTextContent('This did not work. Try again');
    expect(screen.queryByText(/successfully disconnected/)).toBeNull();
  });

  test('[CON-4] a kept login connects again with one press, or is erased', async () => {
    const { world, calls } = fakeServer({ connection: { ...noConnection, savedLogin: 'nightScout' } });
    openPage(ConnectionPanel);
    const erase = await panel().findByRole('button', { name: 'Erase the login' });
    world.connection = noConnection;
    await userEvent.click(erase);
    expect(await screen.findByText('Your Nightscout login is erased')).toBeVisible();
    expect(calls.at(-3)).toMatchObject({ path: disconnect.path, body: { clearCredentials: true } });
    world.connection = { ...noConnection, savedLogin: 'nightScout' };
    await act(() => queryClient.invalidateQueries(connectionQuery));
    const again = await panel().findByRole('button', { name: 'Connect Nightscout again' });
    world.connection = aConnection();
    await userEvent.click(again);
    expect(await screen.findByText('You have successfully connected to Nightsout')).toBeVisible();
    expect(await panel().findByText('112')).toBeVisible();
    expect(panel().getByRole('heading')).toHaveFocus();
  });
});
