import { describe, expect, test } from 'vitest';
import { credentialOf, helloIn, helloOf, visitorOf } from './visitor.ts';

const origin = { network: '203.0.113.7', agent: 'esp' };
const whose = { wearerId: 1, code: '0123456789' };

describe('how a device introduces itself', () => {
  test('what makes no sense is left out, and the rest still counts', () => {
    const long = 'x'.repeat(65);
    expect(helloOf(`/device/v1/feed?code=abc&id=${long}&kind=lamp`, {})).toEqual({
      code: 'abc',
      kind: 'lamp',
    });
    expect(helloOf('/device/v1/feed', { authorization: 'Bearer abc' })).toEqual({ code: 'abc' });
    expect(helloOf('/device/v1/feed?id=bed', {})).toEqual({ id: 'bed' });
    expect(helloOf('/device/v1/feed?heartbeat=1', {})).toEqual({ heartbeat: true });
    expect(helloOf('/device/v1/feed?heartbeat=often', {})).toEqual({});
  });

  test.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    [`Basic ${Buffer.from('abc:').toString('base64')}`, 'abc'],
    [`Basic ${Buffer.from(':abc').toString('base64')}`, 'abc'],
    ['Digest abc', null],
    [undefined, null],
  ])('the authorization %s holds %s', (authorization, code) => {
    expect(credentialOf({ authorization })).toBe(code);
  });

  test('a first message is an introduction only with a code', () => {
    expect(helloIn('{"code":"abc","id":"bed"}')).toEqual({ code: 'abc', id: 'bed' });
    for (const message of ['{"id":"bed"}', '[]', 'null', '"abc"', '{"code":7}', ''])
      expect(helloIn(message)).toBeNull();
  });

  test('names are made harmless before anybody sees them', () => {
    const visitor = visitorOf(whose, { id: '<b>', kind: 'W<led', name: ' Shelf\u0007 \n' }, origin);
    expect(visitor).toMatchObject({ kind: 'device', name: 'Shelf' });
    expect(visitor.deviceId).toMatch(/^id-[0-9a-f]{16}$/);
    expect(visitorOf(whose, { id: '<b>' }, origin).deviceId).toBe(visitor.deviceId);
  });

  test('a device without a name of its own is told apart by where it comes from', () => {
    const { deviceId } = visitorOf(whose, {}, origin);
    expect(visitorOf(whose, {}, origin).deviceId).toBe(deviceId);
    expect(visitorOf(whose, {}, { ...origin, agent: 'other' }).deviceId).not.toBe(deviceId);
    expect(deviceId).not.toContain('203');
  });
});
