import { mailSettings, saveMailSettings } from '@tealight/contract';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { failure, fakeCalls } from '../../../test/fake-calls.ts';
import { openApp } from '../../../test/on-app.ts';

describe('the emails', () => {
  const choice = () => screen.findByRole('switch', { name: /Email me when readings stop/ });
  const asked = { [`GET ${mailSettings.path}`]: { data: { lostSource: true } } };

  test('that an account does not need can be declined', async () => {
    const { calls } = fakeCalls(asked);
    openApp('/account', 'token');
    expect(await choice()).toBeChecked();
    await userEvent.click(await choice());
    await waitFor(async () => expect(await choice()).not.toBeChecked());
    const sent = calls.find(({ method, path }) => method === 'POST' && path === saveMailSettings.path);
    expect(sent?.body).toEqual({ lostSource: false });
  });

  test('stay as they were when that is refused', async () => {
    fakeCalls({ ...asked, [`POST ${saveMailSettings.path}`]: () => failure('our-fault') });
    openApp('/account', 'token');
    await userEvent.click(await choice());
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on our side');
    expect(await choice()).toBeChecked();
  });
});
