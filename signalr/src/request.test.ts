import { describe, expect, test } from 'vitest';
import { readHubRequest } from './request.ts';

const tokenOf = (url: string, authorization?: string) =>
  readHubRequest({ url, headers: { authorization } }).accessToken;

describe('the access token', () => {
  test.each([
    ['the header', '/hub', 'Bearer abc', 'abc'],
    ['the header in any case', '/hub', 'bearer  abc', 'abc'],
    ['the query, as browsers must', '/hub?access_token=a%2Bb%3D', undefined, 'a+b='],
    ['the header before the query', '/hub?access_token=query', 'Bearer header', 'header'],
    ['the query when the header is of another kind', '/hub?access_token=query', 'Basic abc', 'query'],
  ])('is read from %s', (_where, url, authorization, token) => {
    expect(tokenOf(url, authorization)).toBe(token);
  });

  test.each([['/hub'], ['/hub?access_token='], ['/hub?'], ['//'], ['']])('is null in %j', (url) => {
    expect(tokenOf(url)).toBeNull();
  });
});

test('the connection token is called id, and a version may be asked for', () => {
  const read = readHubRequest({ url: '/hub?id=t0k_-&negotiateVersion=1', headers: {} });
  expect(read).toEqual({ accessToken: null, connectionToken: 't0k_-', negotiateVersion: '1' });
});

test('an absent or empty connection token is none', () => {
  const tokens = ['/hub', '/hub?id='].map((url) => readHubRequest({ url, headers: {} }).connectionToken);
  expect(tokens).toEqual([null, null]);
});
