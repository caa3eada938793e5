import { dexcomLoginUrl, noConnection } from '@tealight/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { aConnection, fakeServer } from '../../../test/fake-server.ts';
import { openPage } from '../../../test/on-page.ts';
import { dismiss } from '../../data/notices.ts';
import { ConnectionSetupPage } from './ConnectionSetupPage.tsx';

afterEach(() => dismiss());

const address = '/signup/connection-setup';
const proceed = () => screen.getByRole('button', { name: 'Save and proceed' });
const connectNightscout = async () => {
  await userEvent.click(await screen.findByRole('radio', { name: 'Nightscout' }));
  await userEvent.type(screen.getByLabelText('Endpoint'), 'my-site.example');
  await userEvent.type(screen.getByLabelText('Api Secret'), 'my secret');
  await userEvent.click(proceed());
};

const wrongAddress = {
  type: 'urn:tealight:problem:source-refused',
  title: 'There is no Nightscout at this address. Check the endpoint',
  status: 422,
  errorCode: 'wrong-address',
};

describe('the connection step', () => {
  test('[ONB-1] cannot be saved until the fields are filled, and can be skipped to the range', async () => {
    fakeServer({ connection: noConnection });
    const { router } = openPage(ConnectionSetupPage, address);
    expect(await screen.findByRole('heading', { name: 'CGM Connection' })).toBeVisible();
    expect(proceed()).toBeDisabled();
    await userEvent.click(screen.getByRole('link', { name: 'Skip for now' }));
    expect(router.state.location.pathname).toBe('/signup/range-setup');
  });

  test('[ONB-3] [CON-3] a connected source is announced, read again, and leads on to the range', async () => {
    const { calls } = fakeServer({ connection: noConnection });
    const { router } = openPage(ConnectionSetupPage, address);
    await connectNightscout();
    expect(await screen.findByText('You have successfully connected to Nightsout')).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')).toEqual({
      method: 'POST',
      path: '/api/v1/NightScout/authorization',
      body: { endpoint: 'my-site.example', apiSecret: 'my secret' },
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/signup/range-setup'));
    expect(calls.filter(({ path }) => path.endsWith('/cgm-connection'))).toHaveLength(2);
  });

  test('[CON-6] an error is shown once, on its card, in its own words, and what was typed stays', async () => {
    const { title } = wrongAddress;
    const refused = { '/api/v1/NightScout/authorization': { status: 422, body: wrongAddress } };
    fakeServer({ connection: noConnection, refused });
    const { router } = openPage(ConnectionSetupPage, address);
    await connectNightscout();
    // All at once: a toast would be gone by the time that there is only one.
    const alerts = await screen.findAllByRole('alert');
    expect(alerts.map(({ textContent }) => textContent)).toEqual([title]);
    expect(screen.getByLabelText('Endpoint')).toHaveValue('my-site.example');
    expect(router.state.location.pathname).toBe(address);
  });

  test('[CON-6] where several people share, the step goes on when one is chosen', async () => {
    const { world, calls } = fakeServer({ connection: noConnection });
    world.people = ['Alex', 'Kim'].map((name) => ({ id: name.toLowerCase(), name }));
    const { router } = openPage(ConnectionSetupPage, address);
    await userEvent.click(await screen.findByRole('radio', { name: 'FreeStyleLibre' }));
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.click(proceed());
    await userEvent.click(await screen.findByRole('button', { name: 'Kim' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/signup/range-setup'));
    expect(calls.find(({ path }) => path.endsWith('/person'))?.body).toEqual({ id: 'kim' });
  });

  test('[CON-6] a rejection that comes after the step was left is a toast', async () => {
    fakeServer({ connection: noConnection });
    const answer = Promise.withResolvers<Response>();
    const rest = fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url === '/api/v1/NightScout/authorization' ? answer.promise : rest(url, init),
    );
    const { router } = openPage(ConnectionSetupPage, address);
    await connectNightscout();
    await act(() => router.navigate('/account'));
    await act(async () => answer.resolve(Response.json(wrongAddress, { status: 422 })));
    expect(await screen.findByText(wrongAddress.title)).toBeVisible();
  });

  test('an answer that comes after the step was left leads nowhere', async () => {
    fakeServer({ connection: noConnection });
    const answer = Promise.withResolvers<Response>();
    const rest = fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.startsWith('/api/v1/FreeStyleLibre/') ? answer.promise : rest(url, init),
    );
    const { router } = openPage(ConnectionSetupPage, address);
    await userEvent.click(await screen.findByRole('radio', { name: 'FreeStyleLibre' }));
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.click(proceed());
    await act(() => router.navigate('/account'));
    await act(async () => answer.resolve(Response.json({ isSuccess: true })));
    await screen.findByText(/successfully connected/);
    await act(() => new Promise((resume) => setTimeout(resume, 100)));
    expect(router.state.location.pathname).toBe('/account');
  });

  test('[CON-5] Dexcom’s own sign-in is offered only where the server has it', async () => {
    const { world } = fakeServer({ connection: noConnection });
    world.site = { ...world.site, dexcomSignIn: true };
    openPage(ConnectionSetupPage, address);
    await userEvent.click(await screen.findByRole('radio', { name: 'Dexcom' }));
    expect(await screen.findByRole('button', { name: 'Sign in at Dexcom' })).toBeVisible();
  });

  test('[CON-5] before Dexcom’s official API it says how late readings are, and recommends Dexcom Share', async () => {
    const { world } = fakeServer({ connection: noConnection });
    world.site = { ...world.site, dexcomSignIn: true };
    openPage(ConnectionSetupPage, address);
    await userEvent.click(await screen.findByRole('radio', { name: 'Dexcom' }));
    expect(await screen.findByText(/one to three hours late, so your lamps stay white/)).toBeVisible();
    expect(screen.getByText(/We recommend .* Dexcom Share/)).toBeVisible();
  });

  test.each([
    ['nightScout', 'Replace Nightscout with Dexcom’s official API?', 'Keep Nightscout'],
    ['dexcom', 'Replace your present Dexcom connection with Dexcom’s official API?', /^Keep your present/],
  ] as const)(
    '[CON-8] Dexcom’s official API replaces %s only after a yes that knows it is late',
    async (type, title, keep) => {
      const { world, calls } = fakeServer({ connection: aConnection({ connectionType: type }) });
      world.site = { ...world.site, dexcomSignIn: true };
      world.further[dexcomLoginUrl.path] = () => ({ loginUrl: 'http://localhost:3000/?state=s1' });
      const isAsked = () => calls.some(({ path }) => path === dexcomLoginUrl.path);
      openPage(ConnectionSetupPage, address);
      await userEvent.click(await screen.findByRole('radio', { name: 'Dexcom' }));
      await userEvent.click(await screen.findByRole('button', { name: 'Sign in at Dexcom' }));
      const question = within(await screen.findByRole('dialog', { name: title }));
      expect(question.getByText(/one to three hours late/)).toBeVisible();
      await userEvent.click(question.getByRole('button', { name: keep }));
      expect(isAsked()).toBe(false);
      await userEvent.click(screen.getByRole('button', { name: 'Sign in at Dexcom' }));
      await userEvent.click(await screen.findByRole('button', { name: 'Replace' }));
      await waitFor(() => expect(isAsked()).toBe(true));
    },
  );

  test('[CON-8] nothing is replaced while it is not known what is connected', async () => {
    const path = '/api/v1/Readings/cgm-connection';
    const refused = { [path]: { status: 400, body: { title: 'The status cannot be read' } } };
    const { calls } = fakeServer({ refused });
    openPage(ConnectionSetupPage, address);
    await connectNightscout();
    expect(await screen.findByText('The status cannot be read')).toBeVisible();
    expect(calls.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('[CON-6] an answer that says it did not work is an error', async () => {
    const refused = { '/api/v1/NightScout/authorization': { status: 200, body: { isSuccess: false } } };
    fakeServer({ connection: noConnection, refused });
    openPage(ConnectionSetupPage, address);
    await connectNightscout();
    expect(await screen.findByText('This did not work. Try again')).toBeVisible();
    expect(screen.queryByText(/successfully connected/)).toBeNull();
  });

  const begin = (state: string, from: string, agoMs = 0) =>
    localStorage.setItem('tealight-dexcom-sign-in', JSON.stringify({ state, from, at: Date.now() - agoMs }));

  test('[CON-5] the state that Dexcom will send back is kept in this browser', async () => {
    const { world } = fakeServer({ connection: noConnection });
    world.site = { ...world.site, dexcomSignIn: true };
    world.further[dexcomLoginUrl.path] = () => ({ loginUrl: 'http://localhost:3000/?state=s1' });
    openPage(ConnectionSetupPage, address);
    await userEvent.click(await screen.findByRole('radio', { name: 'Dexcom' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in at Dexcom' }));
    await waitFor(() => expect(localStorage.getItem('tealight-dexcom-sign-in')).toContain('"state":"s1"'));
  });

  test.each([
    ['another state', () => begin('ours', address), '&state=theirs'],
    ['no state', () => begin('ours', address), ''],
    ['no sign-in begun here', () => localStorage.clear(), '&state=theirs'],
    ['an empty state and none begun', () => begin('', address), '&state='],
    ['one that was begun an hour ago', () => begin('xyz', address, 3_600_000), '&state=xyz'],
  ])('[CON-5] a link with a code and %s connects nothing and says so', async (_, prepare, state) => {
    prepare();
    const { calls } = fakeServer({ connection: noConnection });
    const { router } = openPage(ConnectionSetupPage, `${address}?code=of-somebody-else${state}`);
    expect(await screen.findByText(/did not start in this browser/)).toBeVisible();
    expect(router.state.location.search).toBe('');
    expect(calls.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('[CON-5] a sign-in that was not finished at Dexcom is announced', async () => {
    begin('xyz', address);
    const { calls } = fakeServer({ connection: noConnection });
    const { router } = openPage(ConnectionSetupPage, `${address}?error=access_denied&state=xyz`);
    expect(await screen.findByText(/The sign-in at Dexcom was not finished/)).toBeVisible();
    expect(screen.queryByText(/not connected/i)).toBeNull();
    expect(router.state.location.search).toBe('');
    expect(calls.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('[CON-5] [ONB-3] who left this step for Dexcom comes back to it, though Dexcom leads to the dashboard', async () => {
    begin('xyz', address);
    fakeServer({ connection: noConnection });
    const { router } = openPage(ConnectionSetupPage, '/?code=abc&state=xyz');
    await waitFor(() => expect(router.state.location.pathname).toBe(address));
    expect(router.state.location.search).toBe('?code=abc&state=xyz');
  });

  test('[CON-5] a code that comes back from Dexcom is posted, and after 5 seconds the step is done', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    begin('xyz', address);
    const { calls } = fakeServer({ connection: noConnection });
    const { router } = openPage(ConnectionSetupPage, `${address}?code=abc&state=xyz`);
    const sent = () => calls.filter(({ path }) => path === '/api/v1/Dexcom/authorization/complete');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toEqual({ code: 'abc', state: 'xyz' });
    expect(router.state.location.search).toBe('');
    await vi.advanceTimersByTimeAsync(4000);
    expect(router.state.location.pathname).toBe(address);
    await vi.advanceTimersByTimeAsync(1500);
    await waitFor(() => expect(router.state.location.pathname).toBe('/signup/range-setup'));
    expect(screen.getByText('You have successfully connected to Dexcom')).toBeVisible();
    vi.useRealTimers();
  });
});
