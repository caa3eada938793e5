import { describe, expect, test } from 'vitest';
import { followersPrefix } from '../../../shared/device-presence.ts';
import type { CodeIdentity } from '../../device-identity.ts';
import { openAnnouncedDevices } from './announced-devices.ts';

const ADA = 'k7m2qx4w9d';
const EVE = 'abcdefghjk';
/** Of a follower of Ada. */
const BEN = 'bbbbbbbbbb';
const topicOf = (code: string, deviceId: string) => `tealight/${code}/device/${deviceId}`;

/** A store with three codes that answers when the test allows it. */
function brokerSide() {
  const connected = new Set<string>();
  const codes = new Map<string, CodeIdentity>([
    [ADA, { wearerId: 1, code: ADA, accountId: null }],
    [EVE, { wearerId: 2, code: EVE, accountId: null }],
    [BEN, { wearerId: 1, code: BEN, accountId: 7 }],
  ]);
  const lookups: { code: string; answer: () => void }[] = [];
  let atOnce = 0;
  const most = { atOnce: 0 };
  const find = (code: string) =>
    new Promise<CodeIdentity | null>((resolve) => {
      atOnce += 1;
      most.atOnce = Math.max(most.atOnce, atOnce);
      const answer = () => {
        atOnce -= 1;
        resolve(codes.get(code) ?? null);
      };
      lookups.push({ code, answer });
    });
  const devices = openAnnouncedDevices({
    store: { codes: { find } },
    presence: {
      connect: ({ wearerId, deviceId }) => void connected.add(`${wearerId} ${deviceId}`),
      disconnect: ({ wearerId, deviceId }) => void connected.delete(`${wearerId} ${deviceId}`),
    },
  });
  const answerAll = async () => {
    while (lookups.length > 0) {
      for (const { answer } of lookups.splice(0)) answer();
      await new Promise(setImmediate); // what was answered goes on
    }
  };
  const of = (wearerId: number) => [...connected].filter((key) => key.startsWith(`${wearerId} `));
  return { devices, codes, lookups, most, answerAll, of };
}

describe('devices that announce themselves on the operator’s broker', () => {
  test('[DEV-1] of one code at most 200 count, however many are announced, and those of other wearers are not affected', async () => {
    const { devices, answerAll, of, most } = brokerSide();
    for (let index = 0; index < 5000; index += 1) devices.receive(topicOf(ADA, `d${index}`), 'online');
    devices.receive(topicOf(EVE, 'lamp'), 'online');
    await answerAll();
    expect([of(1).length, of(2)]).toEqual([200, ['2 lamp']]);
    expect(most.atOnce).toBeLessThanOrEqual(10);
    devices.receive(topicOf(ADA, 'd7'), 'offline');
    devices.receive(topicOf(ADA, 'late'), 'online');
    await answerAll();
    expect(of(1)).toHaveLength(200);
    expect(of(1)).toContain('1 late');
  });

  test('announcements with unknown codes are kept only until they are looked up, and never more than 50,000', async () => {
    const { devices, lookups, answerAll, of } = brokerSide();
    const code = (index: number) => String(index).padStart(10, '0');
    for (let index = 0; index < 60_000; index += 1) devices.receive(topicOf(code(index), 'd'), 'online');
    devices.receive(topicOf(ADA, 'd'), 'online');
    expect(lookups).toHaveLength(10);
    await answerAll();
    expect(of(1)).toEqual([]);
    devices.receive(topicOf(ADA, 'd'), 'online');
    await answerAll();
    expect(of(1)).toEqual(['1 d']);
  });

  test('[DEV-1] a device that disconnects before its code was looked up does not count', async () => {
    const { devices, answerAll, of } = brokerSide();
    devices.receive(topicOf(ADA, 'lamp'), 'online');
    devices.receive(topicOf(ADA, 'lamp'), 'offline');
    devices.receive(topicOf(ADA, 'other'), 'online');
    devices.receive(topicOf(ADA, 'other'), '{"kind":"esp32"}');
    await answerAll();
    expect(of(1)).toEqual(['1 other']);
  });

  test('[PPL-24] devices of a code that has ended no longer count after a check, those of others do', async () => {
    const { devices, answerAll, of, codes } = brokerSide();
    devices.receive(topicOf(ADA, 'lamp'), 'online');
    devices.receive(topicOf(BEN, 'shelf'), 'online');
    devices.receive(topicOf(EVE, 'lamp'), 'online');
    await answerAll();
    expect([of(1).sort(), of(2)]).toEqual([['1 7/shelf', '1 lamp'], ['2 lamp']]);
    codes.delete(BEN);
    devices.recheck(2);
    await answerAll();
    expect(of(1)).toHaveLength(2);
    devices.recheck(1);
    await answerAll();
    expect([of(1), of(2)]).toEqual([['1 lamp'], ['2 lamp']]);
  });

  test('[DEV-1] when another node publishes, no device counts here, not even one that is being looked up', async () => {
    const { devices, answerAll, of } = brokerSide();
    devices.receive(topicOf(ADA, 'lamp'), 'online');
    await answerAll();
    devices.receive(topicOf(ADA, 'other'), 'online');
    devices[Symbol.dispose]();
    await answerAll();
    expect(of(1)).toEqual([]);
  });

  test('[DEV-1] an older answer about a code never replaces a newer one', async () => {
    const { devices, codes, lookups, answerAll, of } = brokerSide();
    const ownedBy = (accountId: number | null) => codes.set(ADA, { wearerId: 1, code: ADA, accountId });
    devices.receive(topicOf(ADA, 'lamp'), 'online');
    await answerAll();
    devices.recheck(1);
    const [older] = lookups.splice(0);
    devices.recheck(1);
    ownedBy(7);
    for (const { answer } of lookups.splice(0)) answer();
    await new Promise(setImmediate);
    ownedBy(null);
    older?.answer();
    ownedBy(7);
    await answerAll();
    await new Promise(setImmediate);
    await answerAll();
    expect(of(1)).toEqual([`1 ${followersPrefix(7)}lamp`]);
  });
});
