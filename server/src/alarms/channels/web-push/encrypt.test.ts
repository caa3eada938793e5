import { createECDH, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decryptPush,
  newReceiverKeys,
  publicKeysOf,
  receiverKeysFrom,
} from '../../../../../simulators/push/receiver.ts';
import { encryptPush, InvalidSubscriptionKeys, MAX_PLAINTEXT_BYTES, paddedLength } from './encrypt.ts';

/** RFC 8291 §5 and appendix A. */
const example = {
  plaintext: 'When I grow up, I want to be a watermelon',
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  receiver: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: [
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz',
    'AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  ].join(''),
};

test('[ALM-31] the example of RFC 8291 is encrypted to its own bytes', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(Buffer.from(example.sender, 'base64url'));
  const plaintext = Buffer.from(example.plaintext);
  const random = { sender, salt: Buffer.from(example.salt, 'base64url') };
  const body = encryptPush(plaintext, example, { length: plaintext.length, random });
  expect(body.toString('base64url')).toBe(example.body);
});

test('[ALM-31] the receiver of the tests decrypts the example of RFC 8291', async () => {
  const keys = await receiverKeysFrom(example);
  const body = new Uint8Array(Buffer.from(example.body, 'base64url'));
  expect(Buffer.from(await decryptPush(body, keys)).toString()).toBe(example.plaintext);
});

test('[ALM-31] any bytes up to the limit are decrypted to themselves', async () => {
  const receiver = await newReceiverKeys();
  const keys = await publicKeysOf(receiver);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: MAX_PLAINTEXT_BYTES }), async (length) => {
      const plaintext = randomBytes(length);
      const decrypted = await decryptPush(encryptPush(plaintext, keys), receiver);
      expect(Buffer.from(decrypted).equals(plaintext)).toBe(true);
    }),
    { examples: [[0], [1], [511], [512], [513], [MAX_PLAINTEXT_BYTES - 1], [MAX_PLAINTEXT_BYTES]] },
  );
});

test('[ALM-31] any text is decrypted to itself', async () => {
  const receiver = await newReceiverKeys();
  const keys = await publicKeysOf(receiver);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 300 }), async (text) => {
      const decrypted = await decryptPush(encryptPush(Buffer.from(text), keys), receiver);
      expect(Buffer.from(decrypted).toString()).toBe(text);
    }),
  );
});

test.each([
  [0, 512],
  [1, 512],
  [512, 512],
  [513, 1024],
  [3584, 3584],
  [3585, MAX_PLAINTEXT_BYTES],
  [MAX_PLAINTEXT_BYTES, MAX_PLAINTEXT_BYTES],
])('[ALM-31] %i bytes are padded to %i', (bytes, length) => {
  expect(paddedLength(bytes)).toBe(length);
});

test('[ALM-31] a usual message has 615 bytes, and the longest has the 4096 that every push service takes', async () => {
  const keys = await publicKeysOf(await newReceiverKeys());
  expect(encryptPush(Buffer.from('short'), keys)).toHaveLength(615);
  expect(encryptPush(randomBytes(512), keys)).toHaveLength(615);
  expect(encryptPush(randomBytes(MAX_PLAINTEXT_BYTES), keys)).toHaveLength(4096);
  expect(() => encryptPush(randomBytes(MAX_PLAINTEXT_BYTES + 1), keys)).toThrow(RangeError);
});

test('[ALM-31] the same message is never encrypted to the same bytes', async () => {
  const keys = await publicKeysOf(await newReceiverKeys());
  const bodies = [1, 2].map(() => encryptPush(Buffer.from('again'), keys));
  const parts = bodies.map((body) => [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]);
  for (const part of [0, 1, 2]) expect(parts[0]?.[part]?.equals(parts[1]?.[part] as Buffer)).toBe(false);
});

test.each([
  ['a point that is not on the curve', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
  ['a compressed point', { p256dh: Buffer.alloc(33, 2).toString('base64url') }],
  ['no point', { p256dh: '' }],
  ['a short secret', { auth: 'AAAA' }],
])('[ALM-31] %s is no key, and the error does not contain it', (_, wrong) => {
  const keys = { p256dh: example.p256dh, auth: example.auth, ...wrong };
  const encrypt = () => encryptPush(Buffer.from('text'), keys);
  expect(encrypt).toThrow(InvalidSubscriptionKeys);
  expect(encrypt).toThrow('The keys of this push subscription are invalid');
});
