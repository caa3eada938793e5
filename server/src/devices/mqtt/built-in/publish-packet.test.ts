import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameWalk } from './frame-guard.ts';
import { publishPacket } from './publish-packet.ts';

test('a short message has the bytes that the standard gives', () => {
  expect([...publishPacket({ topic: 'a/b', payload: 'hé', retain: true })]).toEqual([
    0x31, 8, 0, 3, 0x61, 0x2f, 0x62, 0x68, 0xc3, 0xa9,
  ]);
  expect(publishPacket({ topic: 'a', payload: '', retain: false })[0]).toBe(0x30);
});

test('topic and payload of any length can be read again', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 80 }),
      fc.string({ maxLength: 40_000, size: 'max' }),
      (topic, payload) => {
        const packet = publishPacket({ topic, payload, retain: false });
        let at = 1;
        while ((packet[at] ?? 0) >= 128) at += 1;
        const topicEnd = at + 3 + packet.readUInt16BE(at + 1);
        expect(packet.subarray(at + 3, topicEnd).toString()).toBe(Buffer.from(topic).toString());
        expect(packet.subarray(topicEnd).toString()).toBe(Buffer.from(payload).toString());
        const body = packet.length - at - 1;
        const fits = (most: number) => new FrameWalk(most).take(packet);
        expect([fits(body), fits(body - 1)]).toEqual([true, false]);
      },
    ),
    { numRuns: 50 },
  );
});
