import { describe, expect, test } from 'vitest';
import { credentialOf, deviceHelloOf, deviceIdentityOf, parseDeviceHello } from './device-identity.ts';

const origin = { network: '203.0.113.7', agent: 'esp' };
const whose = { wearerId: 1, code: '0123456789', accountId: null };

describe('how a device identifies itself', () => {
  test('invalid fields are ignored, and the others are used', () => {
    const long = 'x'.repeat(65);
    expect(deviceHelloOf(`/device/v1/feed?code=abc&id=${long}&kind=lamp`, {})).toEqual({
      code: 'abc',
      kind: 'lamp',
    });
    expect(deviceHelloOf('/device/v1/feed', { authorization: 'Bearer abc' })).toEqual({ code: 'abc' });
    expect(deviceHelloOf('/device/v1/feed?id=bed', {})).toEqual({ id: 'bed' });
    expect(deviceHelloOf('/device/v1/feed?heartbeat=1', {})).toEqual({ heartbeat: true });
    expect(deviceHelloOf('/device/v1/feed?heartbeat=often', {})).toEqual({});
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

  test('a first message identifies a device only with a code', () => {
    expect(parseDeviceHello('{"code":"abc","id":"bed"}')).toEqual({ code: 'abc', id: 'bed' });
    for (const message of ['{"id":"bed"}', '[]', 'null', '"abc"', '{"code":7}', ''])
      expect(parseDeviceHello(message)).toBeNull();
  });

  test('control characters are removed from names', () => {
    const identity = deviceIdentityOf(whose, { id: '<b>', kind: 'W<led', name: ' Shelf\u0007 \n' }, origin);
    expect(identity).toMatchObject({ kind: 'device', name: 'Shelf' });
    expect(identity.deviceId).toMatch(/^id-[0-9a-f]{16}$/);
    expect(deviceIdentityOf(whose, { id: '<b>' }, origin).deviceId).toBe(identity.deviceId);
  });

  test('[PPL-31] devices of a follower are others than those of the owner with the same id, and no id is too long', () => {
    const follower = { ...whose, accountId: 12 };
    expect(deviceIdentityOf(whose, { id: 'bed' }, origin).deviceId).toBe('bed');
    expect(deviceIdentityOf(follower, { id: 'bed' }, origin).deviceId).toBe('12/bed');
    expect(deviceIdentityOf(whose, { id: '12/bed' }, origin).deviceId).toMatch(/^id-[0-9a-f]{16}$/);
    const ids = ['a', 'b'].map((end) => {
      const id = `${'x'.repeat(63)}${end}`;
      return deviceIdentityOf(follower, { id }, origin).deviceId;
    });
    for (const id of ids) expect(id.length).toBeLessThanOrEqual(64);
    expect(ids[0]).not.toBe(ids[1]);
  });

  test('a device without a name is distinguished by its address', () => {
    const { deviceId } = deviceIdentityOf(whose, {}, origin);
    expect(deviceIdentityOf(whose, {}, origin).deviceId).toBe(deviceId);
    expect(deviceIdentityOf(whose, {}, { ...origin, agent: 'other' }).deviceId).not.toBe(deviceId);
    expect(deviceId).not.toContain('203');
  });
});
