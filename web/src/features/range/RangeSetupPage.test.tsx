import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../test/fake-server.ts';
import { openPage } from '../../../test/on-page.ts';
import { RangeSetupPage } from './RangeSetupPage.tsx';

const address = '/signup/range-setup';
const fill = async (name: string, text: string) =>
  userEvent.type(await screen.findByRole('textbox', { name }), text);

describe('the range step', () => {
  test('[ONB-2] can be skipped to the dashboard', async () => {
    fakeServer();
    const { router } = openPage(RangeSetupPage, address);
    await userEvent.click(await screen.findByRole('link', { name: 'Skip for now' }));
    expect(router.state.location.pathname).toBe('/');
  });

  test('[ONB-2] shows no empty form where the range could not be read', async () => {
    const path = '/api/v1/UserProfile/current-user';
    fakeServer({ refused: { [path]: { status: 400, body: { title: 'No' } } } });
    openPage(RangeSetupPage, address);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByRole('link', { name: 'Skip for now' })).toBeVisible();
  });

  test('[ONB-2] [ONB-3] a saved range leads to the dashboard', async () => {
    const { world, calls } = fakeServer();
    world.user = { ...world.user, rangeSetup: null };
    const { router } = openPage(RangeSetupPage, address);
    await fill('High', '180');
    await fill('In range', '110');
    const proceed = screen.getByRole('button', { name: 'Save and proceed' });
    expect(proceed).toBeDisabled();
    await fill('Low', '70');
    await userEvent.click(proceed);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(calls.find(({ path }) => path.endsWith('save-range-setup'))?.body).toEqual({
      unit: 'mg/dL',
      high: 180,
      inRange: 110,
      low: 70,
    });
  });

  test('an answer that comes after the step was left leads nowhere', async () => {
    fakeServer();
    const answer = Promise.withResolvers<void>();
    const rest = fetch;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url.endsWith('save-range-setup')) await answer.promise;
      return rest(url, init);
    });
    const { router } = openPage(RangeSetupPage, address);
    await userEvent.click(await screen.findByRole('button', { name: 'Save and proceed' }));
    await act(() => router.navigate('/account'));
    await act(async () => answer.resolve());
    await act(() => new Promise((resume) => setTimeout(resume, 100)));
    expect(router.state.location.pathname).toBe('/account');
  });
});
