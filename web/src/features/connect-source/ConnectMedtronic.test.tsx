import { connectMedtronic, noConnection, startMedtronic } from '@tealight/contract';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../test/fake-server.ts';
import { openPage } from '../../../test/on-page.ts';
import { dismiss } from '../../data/notices.ts';
import type { RemoteBrowserProps } from '../remote-browser/RemoteBrowser.tsx';
import { ConnectSource } from './ConnectSource.tsx';

const captchaUrl = 'https://vendor.example/authorize?state=x';
const sources = ['medtronic', 'nightScout'] as const;

vi.mock('../remote-browser/RemoteBrowser.tsx', () => ({
  RemoteBrowser: ({ login, onCode, onClose }: RemoteBrowserProps) => (
    <dialog open aria-label="remote browser">
      {JSON.stringify(login)}
      <button type="button" onClick={() => onCode('the code')}>
        sign in there
      </button>
      <button
        type="button"
        onClick={() => {
          onCode('the code');
          onCode('the code');
        }}
      >
        sign in there twice
      </button>
      <button type="button" onClick={onClose}>
        leave
      </button>
    </dialog>
  ),
}));
afterEach(() => {
  vi.unstubAllGlobals();
  dismiss();
});

/** A server with Medtronic; `answers` replace what it says. */
function serverWith(answers: Record<string, () => Response> = {}) {
  const { world, calls } = fakeServer({ connection: noConnection });
  world.site = { ...world.site, sources: [...sources] };
  const rest = fetch;
  const replies: Record<string, () => Response> = {
    [startMedtronic.path]: () => Response.json({ data: { captchaUrl } }),
    [connectMedtronic.path]: () => Response.json({ data: true }),
    ...answers,
  };
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const answer = await rest(address, init);
    return replies[address]?.() ?? answer;
  });
  return { sent: (path: string) => calls.filter((one) => one.path === path).map(({ body }) => body), calls };
}

async function save({ us = false } = {}) {
  const onConnected = vi.fn();
  openPage(() => <ConnectSource saveLabel="Save" onConnected={onConnected} />);
  await userEvent.click(await screen.findByRole('radio', { name: 'Medtronic' }));
  await userEvent.type(screen.getByLabelText('Username'), 'robin');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  if (us) await userEvent.click(screen.getByRole('checkbox', { name: 'Is US region?' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  return onConnected;
}

const refused = (errorCode: string, title: string) => () =>
  Response.json(
    { type: 'urn:tealight:problem:source-refused', title, status: 422, errorCode },
    { status: 422 },
  );

describe('[CON-7] connecting Medtronic', () => {
  test.each([
    ['US', true],
    ['EU', false],
  ])('leads through the remote browser to a connection (%s)', async (country, us) => {
    const { sent, calls } = serverWith();
    const onConnected = await save({ us });
    const window = await screen.findByRole('dialog', { name: 'remote browser' });
    expect(sent(startMedtronic.path)).toEqual([{ isUsRegion: us }]);
    expect(window).toHaveTextContent(JSON.stringify({ captchaUrl, username: 'robin', password: 'secret' }));
    const before = calls.length;
    await userEvent.click(screen.getByRole('button', { name: 'sign in there' }));
    expect(screen.queryByRole('dialog', { name: 'remote browser' })).toBeNull();
    await waitFor(() => expect(onConnected).toHaveBeenCalledOnce());
    expect(sent(connectMedtronic.path)).toEqual([{ captchaUrl, code: 'the code', country }]);
    expect(screen.getByText('You have successfully connected to Medtronic')).toBeVisible();
    expect(calls.slice(before).some(({ path }) => path.endsWith('/cgm-connection'))).toBe(true);
  });

  test('that the server does not confirm is a failure', async () => {
    const { sent } = serverWith({ [connectMedtronic.path]: () => Response.json({ data: false }) });
    const onConnected = await save();
    await userEvent.click(await screen.findByRole('button', { name: 'sign in there' }));
    expect(await screen.findByText('Medtronic was not connected. Sign in at CareLink again')).toBeVisible();
    expect(sent(connectMedtronic.path)).toHaveLength(1);
    expect(onConnected).not.toHaveBeenCalled();
    expect(screen.queryByText(/successfully connected/)).toBeNull();
  });

  test('by a code that is pushed twice connects once', async () => {
    const { sent } = serverWith();
    const onConnected = await save();
    const twice = await screen.findByRole('button', { name: 'sign in there twice' });
    await userEvent.click(twice);
    await waitFor(() => expect(onConnected).toHaveBeenCalledOnce());
    expect(sent(connectMedtronic.path)).toHaveLength(1);
  });

  test('that is broken off leaves everything as it was', async () => {
    const { sent } = serverWith();
    const onConnected = await save();
    await userEvent.click(await screen.findByRole('button', { name: 'leave' }));
    expect(screen.queryByRole('dialog', { name: 'remote browser' })).toBeNull();
    expect(screen.getByLabelText('Username')).toHaveValue('robin');
    expect([sent(connectMedtronic.path), onConnected.mock.calls]).toEqual([[], []]);
  });

  test.each([
    ['at the start', startMedtronic.path],
    ['at the end', connectMedtronic.path],
  ])('that is refused %s shows the error on its card', async (_, path) => {
    const title = 'Medtronic cannot be reached at the moment';
    serverWith({ [path]: refused('unreachable', title) });
    const onConnected = await save();
    if (path === connectMedtronic.path) {
      await userEvent.click(await screen.findByRole('button', { name: 'sign in there' }));
    }
    // All at once: a toast would be gone by the time that there is only one.
    const alerts = await screen.findAllByRole('alert');
    expect(alerts.map(({ textContent }) => textContent)).toEqual([title]);
    expect(onConnected).not.toHaveBeenCalled();
  });
});
