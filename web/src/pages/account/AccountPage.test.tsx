import { currentUser, PHOTO_MAX_BYTES, updateProfile } from '@tealight/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ada, fakeCalls, refusal } from '../../../test/fake-calls.ts';
import { openApp } from '../../../test/on-app.ts';

const update = `POST ${updateProfile.path}`;
const button = (name: string) => screen.findByRole('button', { name });
const field = (label: string) => screen.findByLabelText(label);
const sent = (seen: { method: string; path: string; body: unknown }[]) =>
  seen.filter(({ method, path }) => `${method} ${path}` === update).map(({ body }) => body);

async function edit(): Promise<void> {
  openApp('/account', 'token');
  await userEvent.click(await button('Edit'));
  await screen.findByRole('option', { name: 'Germany' });
}

describe('the profile', () => {
  test('[ACC-1] shows name, country and phone', async () => {
    fakeCalls();
    openApp('/account', 'token');
    for (const [name, value] of [
      ['First name', 'Ada'],
      ['Last name', 'Moreno'],
      ['Country', 'United States'],
      ['Phone', '+1 555 0100'],
    ] as const) {
      expect((await screen.findByText(name)).nextSibling).toHaveTextContent(value);
    }
  });

  test('[ACC-1] the phone cannot be edited', async () => {
    fakeCalls();
    await edit();
    expect(await field('Phone')).toHaveValue('+1 555 0100');
    expect(await field('Phone')).toBeDisabled();
  });

  test('[ACC-1] is saved only when something differs from what is saved', async () => {
    fakeCalls();
    await edit();
    const save = await button('Save');
    expect(save).toBeDisabled();
    await userEvent.type(await field('First name'), '  ');
    expect(save).toBeDisabled();
    await userEvent.type(await field('First name'), 'line');
    expect(save).toBeEnabled();
    await userEvent.clear(await field('First name'));
    await userEvent.type(await field('First name'), 'Ada');
    expect(save).toBeDisabled();
    await userEvent.selectOptions(await field('Country'), 'DE');
    expect(save).toBeEnabled();
  });

  test('[ACC-1] is sent trimmed, and shown as it is saved then', async () => {
    let user = ada;
    const { seen } = fakeCalls({
      [`GET ${currentUser.path}`]: () => user,
      [update]: () => {
        user = { ...ada, lastName: 'Lovelace' };
        return { isSuccess: true };
      },
    });
    await edit();
    await userEvent.clear(await field('Last name'));
    await userEvent.type(await field('Last name'), '  Lovelace ');
    await userEvent.click(await button('Save'));
    expect(await screen.findByText('Lovelace')).toBeVisible();
    expect(sent(seen)).toEqual([
      { firstName: 'Ada', lastName: 'Lovelace', location: 'US', resetUserPhoto: 'false' },
    ]);
    expect(await screen.findByText('Ada Lovelace')).toBeVisible();
  });

  test('[ACC-1] a name of one letter is told and not sent', async () => {
    const { seen } = fakeCalls();
    await edit();
    await userEvent.clear(await field('First name'));
    await userEvent.type(await field('First name'), 'A');
    await userEvent.click(await button('Save'));
    expect(screen.getByText('First name needs at least 2 characters')).toBeVisible();
    expect(sent(seen)).toEqual([]);
  });

  test('[ACC-1] Cancel leaves everything as it was', async () => {
    const { seen } = fakeCalls();
    await edit();
    await userEvent.type(await field('First name'), 'lbert');
    await userEvent.click(await button('Cancel'));
    expect(await screen.findByText('Ada')).toBeVisible();
    expect(sent(seen)).toEqual([]);
  });

  test('a refusal keeps what was typed', async () => {
    fakeCalls({ [update]: () => refusal('our-fault') });
    await edit();
    await userEvent.type(await field('First name'), 'lyn');
    await userEvent.click(await button('Save'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on our side');
    expect(await field('First name')).toHaveValue('Adalyn');
  });

  test('that could not be loaded can be asked for again', async () => {
    let broken = true;
    fakeCalls({ [`GET ${currentUser.path}`]: () => (broken ? refusal('our-fault') : ada) });
    openApp('/account', 'token');
    const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 5000 });
    broken = false;
    await userEvent.click(again);
    expect(await screen.findByText('Moreno')).toBeVisible();
  });
});

describe('the photo', () => {
  beforeEach(() => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL() {} }));
  });
  const choose = async (file: File) =>
    userEvent.upload(await screen.findByLabelText('Photo', { selector: 'input' }), file);
  const picture = new File(['picture'], 'me.png', { type: 'image/png' });

  test('[ACC-2] can be chosen, looked at and saved', async () => {
    const { seen } = fakeCalls();
    openApp('/account', 'token');
    await choose(picture);
    expect(await screen.findByAltText('The photo you chose')).toHaveAttribute('src', 'blob:preview');
    expect(sent(seen)).toEqual([]);
    await userEvent.click(await button('Save photo'));
    await waitFor(() => expect(sent(seen)).toHaveLength(1));
    expect(sent(seen)[0]).toEqual({
      firstName: 'Ada',
      lastName: 'Moreno',
      location: 'US',
      resetUserPhoto: 'false',
      photo: expect.any(File),
    });
    expect(await button('Choose a photo')).toBeVisible();
  });

  test('[ACC-2] can be given up before it is saved', async () => {
    const { seen } = fakeCalls();
    openApp('/account', 'token');
    await choose(picture);
    await userEvent.click(await button('Cancel'));
    expect(screen.queryByAltText('The photo you chose')).not.toBeInTheDocument();
    expect(sent(seen)).toEqual([]);
  });

  test('[ACC-2] can be removed', async () => {
    const { seen } = fakeCalls({ [`GET ${currentUser.path}`]: { ...ada, resizedPhoto: '/photos/1.webp' } });
    openApp('/account', 'token');
    await userEvent.click(await button('Remove photo'));
    await waitFor(() => expect(sent(seen)).toMatchObject([{ resetUserPhoto: 'true' }]));
  });

  test('[ACC-2] of more than 10 MB is refused before it is sent', async () => {
    fakeCalls();
    openApp('/account', 'token');
    const large = new File(['x'], 'large.png', { type: 'image/png' });
    Object.defineProperty(large, 'size', { value: PHOTO_MAX_BYTES + 1 });
    const input = await screen.findByLabelText('Photo', { selector: 'input' });
    fireEvent.change(input, { target: { files: [large] } });
    expect(await screen.findByRole('alert')).toHaveTextContent('larger than 10 MB');
    expect(screen.queryByRole('button', { name: 'Save photo' })).not.toBeInTheDocument();
  });

  test('[ACC-2] that is no image is told as the server says it', async () => {
    fakeCalls({ [update]: () => refusal('no-image') });
    openApp('/account', 'token');
    await choose(picture);
    await userEvent.click(await button('Save photo'));
    expect(await screen.findByRole('alert')).toHaveTextContent('The photo is no image that we can read');
    expect(screen.getByAltText('The photo you chose')).toBeVisible();
  });
});
