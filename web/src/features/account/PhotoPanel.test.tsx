import { currentUser, MAX_PHOTO_BYTES, updateProfile } from '@tealight/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ada, failure, fakeCalls, type ReceivedCall } from '../../../test/fake-calls.ts';
import { openApp } from '../../../test/on-app.ts';

const update = `POST ${updateProfile.path}`;
const button = (name: string) => screen.findByRole('button', { name });
const sent = (calls: readonly ReceivedCall[]) =>
  calls.filter(({ method, path }) => `${method} ${path}` === update).map(({ body }) => body);

describe('the photo', () => {
  beforeEach(() => {
    vi.stubGlobal('createImageBitmap', async () => ({ close() {} }));
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL() {} }));
  });
  const choose = async (file: File) =>
    userEvent.upload(await screen.findByLabelText('Photo', { selector: 'input' }), file);
  const picture = new File(['picture'], 'me.png', { type: 'image/png' });

  test('[ACC-2] can be chosen, looked at and saved', async () => {
    const { calls } = fakeCalls();
    openApp('/account', 'token');
    await choose(picture);
    expect(await screen.findByAltText('The photo you chose')).toHaveAttribute('src', 'blob:preview');
    expect(sent(calls)).toEqual([]);
    await userEvent.click(await button('Save photo'));
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
    expect(sent(calls)[0]).toEqual({
      firstName: 'Ada',
      lastName: 'Moreno',
      location: 'US',
      resetUserPhoto: 'false',
      photo: expect.any(File),
    });
    await waitFor(async () => expect(await button('Choose a photo')).toHaveFocus());
  });

  test('[ACC-2] can be given up before it is saved', async () => {
    const { calls } = fakeCalls();
    openApp('/account', 'token');
    await choose(picture);
    await waitFor(async () => expect(await button('Save photo')).toHaveFocus());
    await userEvent.click(await button('Cancel'));
    expect(screen.queryByAltText('The photo you chose')).not.toBeInTheDocument();
    expect(sent(calls)).toEqual([]);
  });

  test('[ACC-2] can be removed', async () => {
    const { calls } = fakeCalls({ [`GET ${currentUser.path}`]: { ...ada, resizedPhoto: '/photos/1.webp' } });
    openApp('/account', 'token');
    await userEvent.click(await button('Remove photo'));
    await waitFor(() => expect(sent(calls)).toMatchObject([{ resetUserPhoto: 'true' }]));
  });

  test('[ACC-2] of more than 10 MB is refused before it is sent', async () => {
    fakeCalls();
    openApp('/account', 'token');
    const large = new File(['x'], 'large.png', { type: 'image/png' });
    Object.defineProperty(large, 'size', { value: MAX_PHOTO_BYTES + 1 });
    const input = await screen.findByLabelText('Photo', { selector: 'input' });
    fireEvent.change(input, { target: { files: [large] } });
    expect(await screen.findByRole('alert')).toHaveTextContent('larger than 10 MB');
    expect(screen.queryByRole('button', { name: 'Save photo' })).not.toBeInTheDocument();
  });

  test('[ACC-2] that the browser cannot decode is refused when it is chosen', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')));
    fakeCalls();
    openApp('/account', 'token');
    await choose(new File(['words'], 'me.png', { type: 'image/png' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t read this image');
    expect(screen.queryByRole('button', { name: 'Save photo' })).not.toBeInTheDocument();
  });

  test('[ACC-2] is saved with the name that is stored by then, which may have been changed elsewhere', async () => {
    let user = ada;
    const { calls } = fakeCalls({ [`GET ${currentUser.path}`]: () => user });
    openApp('/account', 'token');
    await choose(picture);
    const save = await button('Save photo');
    user = { ...ada, firstName: 'Adalyn' };
    await userEvent.click(save);
    await waitFor(() => expect(sent(calls)).toMatchObject([{ firstName: 'Adalyn', lastName: 'Moreno' }]));
  });

  test('[ACC-2] that could not be saved is no error any more once it is given up', async () => {
    fakeCalls({ [update]: () => failure('our-fault') });
    openApp('/account', 'token');
    await choose(picture);
    await userEvent.click(await button('Save photo'));
    expect(await screen.findByRole('alert')).toBeVisible();
    await userEvent.click(await button('Cancel'));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('[ACC-2] that is no image shows the message of the server', async () => {
    fakeCalls({ [update]: () => failure('no-image') });
    openApp('/account', 'token');
    await choose(picture);
    await userEvent.click(await button('Save photo'));
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t read this image');
    expect(screen.getByAltText('The photo you chose')).toBeVisible();
  });
});
