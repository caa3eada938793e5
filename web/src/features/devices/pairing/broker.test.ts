import { expect, test } from 'vitest';
import { brokerOf } from './broker.ts';

test.each([
  ['mqtt://lamp.example.org:1884', { host: 'lamp.example.org', port: 1884, isTls: false }],
  ['mqtt://lamp.example.org', { host: 'lamp.example.org', port: 1883, isTls: false }],
  ['mqtts://lamp.example.org', { host: 'lamp.example.org', port: 8883, isTls: true }],
  ['wss://lamp.example.org/mqtt', { host: 'wss://lamp.example.org/mqtt', port: null, isTls: true }],
])('[DASH-4] the broker at %s is asked for as %j', (address, broker) => {
  expect(brokerOf(address)).toEqual(broker);
});
