import { expect, test } from 'vitest';
import { CARELINK, carelink, login, now, recorded } from '../../test/carelink.ts';
import { fakeVendorSession } from '../../test/fake-vendor.ts';
import { medtronic } from './source.ts';

const claims = (body: object) => `x.${Buffer.from(JSON.stringify(body)).toString('base64url')}.x`;
const grantOf = (token: string) => ({
  status: 200,
  body: { access_token: token, refresh_token: 'r', expires_in: 10800, token_type: 'Bearer' },
});
const nameFrom = async (token: string, answers: Parameters<typeof carelink>[0] = {}) => {
  const vendor = carelink({ '/oauth/token': grantOf(token), ...answers });
  return (await medtronic({ address: CARELINK }).connect(login, fakeVendorSession(vendor, now))).username;
};

test('an account’s name is the one in its token, before any other', async () => {
  expect(
    await nameFrom(claims({ token_details: { preferred_username: 'by.details' }, preferred_username: 'b' })),
  ).toBe('by.details');
  expect(await nameFrom(claims({ preferred_username: 'by.claim' }))).toBe('by.claim');
});

test('an account’s name is looked up where the token says nothing', async () => {
  const nameless = {
    '/patient/users/me/profile': 'users-me-profile',
    '/v2/users/me': 'users-me-no-username',
  };
  expect(await nameFrom('opaque')).toBe('example.follower');
  expect(await nameFrom('opaque', nameless)).toBe('example.follower');
  const info = { status: 200, body: { preferred_username: 'by.userinfo' } };
  expect(
    await nameFrom('opaque', { ...nameless, '/patient/users/me/profile': 'display-403', '/userinfo': info }),
  ).toBe('by.userinfo');
});

test('an account that nobody names is not guessed', async () => {
  const vendor = { '/patient/users/me/profile': 'display-403', '/v2/users/me': 'users-me-no-username' };
  await expect(nameFrom('opaque', vendor)).rejects.toMatchObject({ errorCode: 'unreadable' });
});

test('a suspended account counts as locked', async () => {
  const me = recorded('users-me-patient');
  const suspended = { ...me, body: { ...(me.body as object), accountSuspended: true } };
  await expect(nameFrom('opaque', { '/users/me': suspended })).rejects.toMatchObject({
    errorCode: 'locked-out',
  });
});
