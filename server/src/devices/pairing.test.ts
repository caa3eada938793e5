import { expect, test } from 'vitest';
import { pairingOf } from './pairing.ts';

const none = { port: null, isTls: false, url: null };

test.each([
  [none, null],
  [{ ...none, port: 1883 }, 'mqtt://tealight.example.org:1883'],
  [{ ...none, port: 8883, isTls: true }, 'mqtts://tealight.example.org:8883'],
  [{ ...none, url: 'mqtts://tealight:secret@broker.example.org:8884' }, 'mqtts://broker.example.org:8884'],
  [{ ...none, url: 'mqtt://broker.example.org/' }, 'mqtt://broker.example.org'],
  [{ ...none, url: 'wss://tealight:secret@broker.example.org/mqtt' }, 'wss://broker.example.org/mqtt'],
])('[DEV-4] devices are given the broker of %j without its login', (broker, mqtt) => {
  expect(pairingOf('https://tealight.example.org', broker).mqtt).toBe(mqtt);
});
