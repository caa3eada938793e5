import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameWalk } from './frame-guard.ts';

/** A packet with a body of this many bytes. */
function packet(length: number): Uint8Array {
  const head = [0x30];
  let rest = length;
  do {
    head.push((rest % 128) + (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Uint8Array.from([...head, ...Array.from({ length: Math.min(length, 5000) }, () => 0xff)]);
}

test('packets of any length up to the limit pass, in any fragments', () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 4096 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 999 }), (packets, cut) => {
      const bytes = Uint8Array.from(packets.flatMap((length) => [...packet(length)]));
      const walk = new FrameWalk(4096);
      for (let at = 0; at < bytes.length; at += cut) {
        expect(walk.take(bytes.subarray(at, at + cut))).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});

test('a packet that is one byte too long is detected by its header, after any other packets', () => {
  const walk = new FrameWalk(4096);
  expect(walk.take(packet(4096))).toBe(true);
  expect(walk.take(packet(4097).subarray(0, 3))).toBe(false);
});

test('a length that never ends is not a packet', () => {
  expect(new FrameWalk(1e9).take(Uint8Array.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x80]))).toBe(false);
});
